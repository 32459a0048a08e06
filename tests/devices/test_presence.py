"""Presence, driven by texts: one letter per look (see `readers_kit.Script`)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.ports import Crowded, Gone, ReaderEvent, Seen, Unwell, Well
from devices.presence import WINDOW, Look, Mute, Nothing, Presence, Refused, Tag
from tests.devices.readers_kit import CLASSIC, NTAG, Script, short

HOUR = 3_600_000_000


@pytest.fixture
def script() -> Script:
    """A look every 50 ms."""
    return Script()


@pytest.fixture
def slow() -> Script:
    """A look every 100 ms."""
    return Script(every=100)


# One visit


def test_two_equal_looks_make_a_seen(script: Script) -> None:
    assert script.feed("AA") == [Seen("box", CLASSIC, 100_000)]


@pytest.mark.parametrize("looks", ["A", "A---------------", "AB", "A?", "?A"])
def test_one_look_alone_makes_nothing(script: Script, looks: str) -> None:
    assert not script.told(looks)


def test_two_looks_far_apart_are_not_two_equal_looks(script: Script) -> None:
    assert not script.told("A" + "-" * 20 + "A")


def test_two_equal_looks_may_have_a_miss_between(script: Script) -> None:
    assert script.told("A--A") == "Seen A"


def test_a_tag_that_is_lifted_is_gone_after_the_window(script: Script) -> None:
    assert script.told("AAAAA" + "-" * 7) == "Seen A"
    assert script.feed("-") == [Gone("box", CLASSIC, 250_000 + WINDOW)]


def test_a_window_is_never_shorter_than_400_ms_however_fast_the_looks() -> None:
    script = Script(every=5)
    script.feed("A" * 20)
    assert script.told("-" * 79) == ""
    assert script.told("-") == "Gone A"


def test_slow_looks_stretch_the_window() -> None:
    """Eight misses at least: at 10 Hz that is 0.8 s."""
    script = Script(every=100)
    script.feed("A" * 20)
    assert script.told("-" * 7) == ""
    assert script.told("-") == "Gone A"


def test_the_window_is_at_least_400_ms() -> None:
    assert WINDOW >= 400_000


def test_a_gone_is_told_once(script: Script) -> None:
    assert script.told("AAAAA" + "-" * 200) == "Seen A, Gone A"


def test_the_window_restarts_from_the_last_sighting(script: Script) -> None:
    assert script.told("AAAAA" + "------A" * 20) == "Seen A"


@pytest.mark.report("A05")
def test_a_new_tag_is_seen_after_one_has_rested_for_hours() -> None:
    """A05: tag A for 4 hours, removed, tag B shown: accepted."""
    script = Script(every=500)
    assert script.told("A" * (4 * 3600 * 2)) == "Seen A"
    assert script.told("-" * 10 + "BB") == "Gone A, Seen B"


@pytest.mark.report("A07")
def test_a_tag_found_at_every_second_look_is_one_visit(slow: Script) -> None:
    """A07: 10 Hz, U,-,U,-,... for 30 s, then nothing for 3 s: one scan, one removal."""
    assert slow.told("A-" * 150) == "Seen A"
    assert slow.told("-" * 30) == "Gone A"


@pytest.mark.report("A08")
@pytest.mark.parametrize("offset", range(17))
def test_a_miss_at_every_17th_look_is_bridged(script: Script, offset: int) -> None:
    """A08: a miss at every 17th poll, 5 minutes, wherever it falls: one scan, no removal."""
    looks = ["-" if turn % 17 == offset else "A" for turn in range(20 * 300)]
    assert script.told(looks) == "Seen A"


@pytest.mark.report("A09")
def test_a_resting_card_is_seen_once(script: Script) -> None:
    """A09: on the reader for 10 minutes: one action."""
    assert script.told("A" * (20 * 600)) == "Seen A"


@pytest.mark.report("A10")
def test_the_same_card_is_accepted_again_after_a_removal(script: Script) -> None:
    """A10: scan A, remove, 60 s later scan A: accepted; nothing remembers the last card for ever."""
    assert script.told("A" * 10 + "-" * 1200 + "A" * 10) == "Seen A, Gone A, Seen A"


@pytest.mark.report("A11")
def test_a_card_that_is_slid_about_is_one_visit(script: Script) -> None:
    """A11: six bursts of 200 ms on and 150 ms off: one action."""
    assert script.told("AAAA---" * 6) == "Seen A"


@pytest.mark.report("A33")
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("every", [50, 100])
def test_a_weak_tag_is_one_visit(seed: int, every: int) -> None:
    """A33: 30 % random hits: one scan, a hint that the signal is weak, no removal while present."""
    script, random = Script(every), Random(seed)
    told, hinted = [], False
    for look in random.choices("A-", [3, 7], k=60_000 // every):
        told += script.feed(look)
        hinted = hinted or script.presence.weak
    assert [short(event) for event in told] == ["Seen A"]
    assert hinted


def test_a_weak_tag_that_is_lifted_is_gone_in_the_end(script: Script) -> None:
    assert script.told("A--" * 30) == "Seen A"
    assert script.told("-" * 60) == "Gone A"


@pytest.mark.parametrize("looks", ["A" * 40, "A-" * 40, "A" * 20 + "-" * 7, "AAAA---" * 6])
def test_a_tag_that_reads_half_of_the_time_is_not_called_weak(script: Script, looks: str) -> None:
    script.feed(looks)
    assert not script.presence.weak


def test_the_placement_test_counts_hits_of_the_last_twenty_looks(script: Script) -> None:
    script.feed("A" * 10 + "A-A-" * 5)
    assert script.presence.hits == (10, 20)


def test_a_host_that_did_not_look_for_a_while_takes_no_single_miss_for_a_removal(script: Script) -> None:
    script.feed("AAAAA")
    script.at += 3_000_000
    assert not script.told("-AAAAA")


def test_resting_names_the_tag_that_was_seen(script: Script) -> None:
    assert script.presence.resting is None
    script.feed("AA")
    assert script.presence.resting == CLASSIC
    script.feed("-" * 20)
    assert script.presence.resting is None


# Several tags


@pytest.mark.parametrize("gap", ["", "-", "---"])
def test_a_new_tag_is_seen_at_once_while_the_old_one_is_still_in_its_window(script: Script, gap: str) -> None:
    script.feed("AAAAA" + gap)
    assert script.told("B") == ""
    assert script.told("B") == "Gone A, Seen B"


def test_quick_taps_of_different_cards_are_all_seen(script: Script) -> None:
    assert script.told("AAA-BBB-CCC") == "Seen A, Gone A, Seen B, Gone B, Seen C"


def test_every_seen_is_followed_by_its_gone(script: Script) -> None:
    assert script.told("AAA-BBB" + "-" * 20) == "Seen A, Gone A, Seen B, Gone B"


@pytest.mark.report("A25")
def test_two_tags_that_take_turns_are_crowded_and_nothing_else(slow: Script) -> None:
    """A25: A,B,A,B at 10 Hz for 5 s: no action; lifting B leads to one scan of A."""
    assert slow.told("AB" * 25) == "Crowded"
    assert slow.told("A" * 20) == "Seen A"


@pytest.mark.report("A25")
@pytest.mark.parametrize("seed", range(10))
def test_two_tags_in_random_turns_are_crowded_from_some_moment_on(slow: Script, seed: int) -> None:
    """A25, with a reader that picks either of two at random: at most one is Seen before it is clear."""
    events = slow.feed(Random(seed).choices("AB", k=50))
    crowded = [type(event) for event in events].index(Crowded)
    assert sum(isinstance(event, Seen) for event in events[:crowded]) <= 2


def test_two_tags_that_collide_are_crowded_once(script: Script) -> None:
    assert script.told("2" * 200) == "Crowded"


def test_one_collision_alone_is_overlooked(script: Script) -> None:
    assert script.told("AAA2AAA") == "Seen A"


def test_a_second_tag_laid_on_a_resting_one_and_lifted_changes_nothing(script: Script) -> None:
    assert script.told("A" * 10 + "2" * 40 + "A" * 40) == "Seen A, Crowded"


def test_the_tag_below_that_is_pulled_away_is_gone(script: Script) -> None:
    assert script.told("A" * 10 + "2" * 40 + "B" * 20) == "Seen A, Crowded, Gone A, Seen B"


def test_both_tags_lifted_out_of_a_crowd_are_gone(script: Script) -> None:
    assert script.told("A" * 10 + "2" * 40 + "-" * 20) == "Seen A, Crowded, Gone A"


def test_no_tag_is_seen_before_it_is_alone_for_a_window(script: Script) -> None:
    script.feed("2" * 10)
    assert script.told("A" * 8) == ""
    assert script.told("A") == "Seen A"


def test_a_crowd_that_comes_again_is_told_again(script: Script) -> None:
    assert script.told("22" + "-" * 20 + "22") == "Crowded, Crowded"


def test_collisions_an_hour_apart_are_no_crowd(script: Script) -> None:
    script.feed("AAA2AAA")
    script.at += HOUR
    assert not script.told("AAA2AAA")


def test_strangers_an_hour_apart_are_no_crowd(script: Script) -> None:
    script.feed("AAAABAAAA")
    script.at += HOUR
    assert not script.told("AAAABAAAA")


# The reader


def test_a_reader_that_is_mute_twice_is_unwell(script: Script) -> None:
    assert script.feed([Mute("no chip")]) == []
    assert script.feed([Mute("no chip")]) == [Unwell("box", "no chip", 100_000)]


def test_unwell_is_told_once_and_well_when_it_answers_again(script: Script) -> None:
    events = script.feed([Mute("no chip")] * 50)
    assert [type(event) for event in events] == [Unwell]
    assert script.feed("-") == [Well("box", script.at)]


def test_a_reader_that_is_mute_once_is_not_unwell(script: Script) -> None:
    assert not script.feed(["-", Mute("glitch"), "-", Mute("glitch"), "-"])


def test_unwell_is_not_gone(script: Script) -> None:
    script.feed("AAAAA")
    events = script.feed([Mute("no chip")] * 200)
    assert [type(event) for event in events] == [Unwell]
    assert script.told("AAAAA") == "Well"


def test_a_tag_lifted_while_the_reader_was_unwell_is_gone_a_window_later(script: Script) -> None:
    script.feed("AAAAA")
    script.feed([Mute("no chip")] * 200)
    assert script.told("-" * 7) == "Well"
    assert script.told("-") == "Gone A"


def test_windows_begin_anew_when_the_reader_answers_again() -> None:
    script = Script(every=5)
    script.feed("A" * 20)
    script.feed([Mute("no chip")] * 200)
    assert script.told("-" * 79) == "Well"
    assert script.told("-") == "Gone A"


def test_no_tag_is_seen_at_a_look_that_shows_several(slow: Script) -> None:
    slow.feed("ABAAA")
    assert slow.told("--2") == ""


@pytest.mark.report("A34")
def test_errors_and_nothing_in_turn_make_no_event(script: Script) -> None:
    """A34: reader 2 alternates error and nothing: no event from it."""
    assert not script.told("?-" * 500)


@pytest.mark.report("A34")
def test_two_readers_share_nothing() -> None:
    """A34: what reader 1 sees is no news of reader 2."""
    one, two = Presence("one"), Presence("two")
    for at in range(0, 2_000_000, 50_000):
        one.feed(Tag(CLASSIC), at)
        assert not two.feed(Nothing(), at)


@pytest.mark.report("B02")
def test_an_error_at_every_fifth_look_hides_no_tag(script: Script) -> None:
    """B02: a bad frame is a failed look, never a crash and never a removal."""
    assert script.told("AAAA?" * 100) == "Seen A"


def test_unreadable_answers_without_end_are_a_fault(script: Script) -> None:
    assert script.told("?" * 20) == ""
    assert script.told("?" * 100) == "Unwell"
    assert script.told("-") == "Well"


def test_a_refused_tag_is_told_with_its_reason(script: Script) -> None:
    refused = Refused("partial uid")
    assert not script.feed([refused])
    assert script.feed(["-", refused]) == [Unwell("box", "partial uid", 150_000)]
    assert script.told(["-", refused] * 20) == ""
    assert script.told("-" * 20) == "Well"


@pytest.mark.report("A30")
def test_tag_nothing_and_error_have_three_different_outcomes() -> None:
    """A30: each outcome driven for 3 s: a scan, silence, a fault."""
    assert [Script().told(letter * 60) for letter in "A-?"] == ["Seen A", "", "Unwell"]


# Whatever comes

LOOKS = st.lists(
    st.sampled_from(["A", "B", "C", "-", "2", "?", Mute("no chip"), Refused("partial uid")]), max_size=200
)


def pairs(events: list[ReaderEvent]) -> list[Seen | Gone]:
    return [event for event in events if isinstance(event, Seen | Gone)]


@settings(max_examples=300, deadline=None)
@given(looks=LOOKS, every=st.integers(1, 1500))
def test_seen_and_gone_take_turns(looks: list[str | Look], every: int) -> None:
    events = pairs(Script(every).feed(looks))
    assert [type(event) for event in events] == [Seen, Gone] * (len(events) // 2) + [Seen] * (len(events) % 2)
    assert all(seen.uid == gone.uid for seen, gone in zip(events[::2], events[1::2], strict=False))


@settings(max_examples=300, deadline=None)
@given(looks=LOOKS, every=st.integers(1, 1500))
def test_well_and_unwell_take_turns(looks: list[str | Look], every: int) -> None:
    events = [type(each) for each in Script(every).feed(looks) if isinstance(each, Well | Unwell)]
    assert events == [Unwell, Well] * (len(events) // 2) + [Unwell] * (len(events) % 2)


@settings(max_examples=300, deadline=None)
@given(looks=LOOKS, every=st.integers(1, 1500))
def test_a_seen_tag_was_sighted_at_that_very_look(looks: list[str | Look], every: int) -> None:
    script = Script(every)
    for look in looks:
        for event in script.feed([look]):
            if isinstance(event, Seen):
                assert event.at == script.at
                assert short(event) == f"Seen {look}"


@settings(max_examples=200, deadline=None)
@given(looks=LOOKS, every=st.integers(20, 1500))
def test_after_a_quiet_minute_nothing_is_left(looks: list[str | Look], every: int) -> None:
    script = Script(every)
    script.feed(looks)
    script.feed("-" * max(60_000 // every, 8))
    assert script.presence.resting is None
    assert script.told("-" * 100) == ""


@settings(max_examples=200, deadline=None)
@given(looks=LOOKS, every=st.integers(20, 700))
def test_whatever_came_before_a_tag_that_rests_alone_is_seen(looks: list[str | Look], every: int) -> None:
    script = Script(every)
    script.feed(looks)
    script.feed("A" * (WINDOW // (1000 * every) + 3))
    assert script.presence.resting == CLASSIC


@settings(max_examples=100, deadline=None)
@given(looks=LOOKS)
def test_the_same_looks_give_the_same_events(looks: list[str | Look]) -> None:
    assert Script().feed(looks) == Script().feed(looks)


def test_a_tag_is_known_by_its_whole_uid(script: Script) -> None:
    assert script.feed([Tag(NTAG[:4]), Tag(NTAG)]) == []

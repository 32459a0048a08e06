"""Counting: numbers and their checks, scanning, confirming (3.7; 5.3, 5.4, 5.10)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import TABLE
from tests.engine.wackee_six.kit import Play, S, header


def counting(seats: int = 2, **options: Any) -> Play:
    """A match in which seat 0 has called; its cards are to be counted."""
    return Play(header(seats, countdown_s=0, **options)).go(0).press((0, 60 * S)).judge()


def scanning(seats: int = 2) -> Play:
    """The same, with the centre to be scanned: seat 0 has the red deck, seat 1 the green one."""
    return counting(seats, count_by="scan")


@pytest.mark.rule("W6-COUNT-01", "W6-COUNT-02", "W6-COUNT-03", "W6-COUNT-22", "W6-COUNT-04", "W6-PLAY-24")
def test_s46_what_to_count_is_said_first_and_the_hand_deck_plays_no_part() -> None:
    play = counting()
    assert {"W6-COUNT-01", "W6-COUNT-02", "W6-COUNT-03", "W6-COUNT-22"} <= set(
        play.tells("how_to_count")[-1].rules
    )
    play.count((30, 0), (20, 3))
    assert play.totals() == [40, 14]


@pytest.mark.rule("W6-COUNT-10", "W6-CALL-14", "W6-INV-05")
def test_v29_the_caller_has_none_left_and_is_not_asked() -> None:
    play = counting(3)
    assert play.asked == {1: "left", 2: "left"}
    assert play.state.run.counts[0].left == 0


@pytest.mark.rule("W6-COUNT-11")
def test_v31_none_left_without_being_first_is_asked_after() -> None:
    play = counting().say(1, 0)
    assert play.asked == {1: "not_first"}
    again = counting().say(1, 0).say(1, "no")
    assert again.asked == {1: "left"}
    again.say(1, 2)
    assert again.asked == {0: "played", 1: "played"}
    play.say(1, "yes").say_all((0, 30), (1, 25), (0, "yes"), (1, "yes"))
    assert play.totals() == [40, 25]


@pytest.mark.rule("W6-COUNT-06", "W6-COUNT-07", "W6-COUNT-08", "W6-COUNT-09")
@pytest.mark.parametrize(
    ("left", "played", "reason", "args"),
    [
        (5, 55, "played_range", {"most": 54}),
        (5, 50, "too_many", {"most": 54}),
        (5, 6, "too_few", {"least": 7}),
        (5, "many", "not_an_option", {"given": "many"}),
    ],
)
def test_numbers_that_cannot_be_are_refused(left: int, played: Any, reason: str, args: Any) -> None:
    play = counting()
    assert play.refusal(1, 13).reason == "left_range"
    play.say(1, left)
    refused = play.refusal(1, played)
    assert (refused.reason, refused.args_for_text) == (reason, args)
    assert (play.question(1).low, play.question(1).high) == (7, 49)


@pytest.mark.rule("W6-COUNT-12", "W6-PLAY-03", "W6-INV-07")
def test_v34_v35_v37_more_than_52_for_each_deck_cannot_lie_in_the_centre() -> None:
    play = counting(call_check="trust").say(1, 0).say(1, "yes").say_all((0, 54), (1, 51))
    assert play.last("too_many_in_centre") == {"total": 105, "most": 104}
    assert play.asked == {0: "played", 1: "played"}
    play.say_all((0, 54), (1, 50))
    assert play.asked == {0: "confirm_count", 1: "confirm_count"}
    alone = Play(header(2, [None, "weak"], countdown_s=0)).go(0).press((0, 9 * S)).judge()
    alone.say(0, 53)
    assert alone.last("too_many_in_centre") == {"total": 53, "most": 52}


@pytest.mark.rule("W6-COUNT-12", "W6-PACE-09")
def test_v36_a_pace_maker_is_not_counted_with_the_centre() -> None:
    play = Play(header(2, [None, "wackee"], countdown_s=0, pace_jitter=0)).go(0)
    play.until_phase("collect").until_phase("left").say(0, 0).say(0, "yes").say(0, 52)
    assert play.asked == {0: "confirm_count"}


@pytest.mark.rule("W6-COUNT-19", "W6-COUNT-18", "W6-SCORE-08", "W6-HIST-01")
def test_s22_nothing_is_scored_before_every_side_has_confirmed() -> None:
    play = counting(3).say_all((1, 3), (2, 4), (0, 30), (1, 20), (2, 18))
    play.say_all((0, "yes"), (1, "again"))
    assert not play.tells("total")
    play.say(2, "yes")
    assert play.last("counts_missing") == {"round": 1, "seats": [1]}
    assert play.asked == {1: "left"}
    play.say_all((1, 2), (1, 21), (1, "yes"))
    assert play.totals() == [40, 17, 10]


@pytest.mark.rule("W6-COUNT-13", "W6-COUNT-14", "W6-COUNT-15", "W6-COUNT-05", "W6-COUNT-16")
def test_v41_v42_a_card_counts_once_for_its_own_deck() -> None:
    play = scanning()
    assert play.asked == {TABLE: "scan_cards"}
    for card in (
        "red-blue-01",
        "green-third-07",
        "red-blue-01",
        "red-blue-02",
        "green-third-07",
        "red-wild-1",
    ):
        play.say(TABLE, card)
    assert [count.played for count in play.state.run.counts] == [3, 1]
    assert play.last("counted") == {"deck": "deck-red", "number": 3}
    assert len(play.tells("counted")) == 4
    other = play.refusal(TABLE, "blue-blue-04")
    assert (other.reason, other.args_for_text) == ("other_deck", {"given": "deck-blue"})
    assert play.refusal(TABLE, "zzz").reason == "unknown_tag"
    assert play.question(TABLE).args == {"number": 4}


@pytest.mark.rule("W6-COUNT-18", "W6-COUNT-13")
def test_v43_the_last_card_is_taken_out_and_can_be_counted_again() -> None:
    play = scanning().say(TABLE, "red-blue-01").say(TABLE, "red-blue-02")
    point = play.match.undo_point()
    assert point is not None
    play.match.undo(point)
    play.say(TABLE, "red-blue-03").say(TABLE, "red-blue-02")
    assert play.state.run.counts[0].played == 3


@pytest.mark.rule("W6-COUNT-16", "W6-COUNT-06")
def test_s19_a_whole_deck_is_scanned_card_by_card_and_never_more() -> None:
    play = scanning()
    for card in play.game.pack.cards.values():
        if card.back == "red":
            play.say(TABLE, card.id)
    assert play.state.run.counts[0].played == 54
    assert "deck-red" not in [option.value for option in play.question(TABLE).options]
    refused = play.refusal(TABLE, "deck-red")
    assert (refused.reason, refused.args_for_text) == ("played_range", {"most": 54})
    play.say(TABLE, "red-blue-01")
    assert play.state.run.counts[0].played == 54


@pytest.mark.rule("W6-COUNT-05", "W6-COUNT-18", "W6-COUNT-19", "W6-HIST-01")
def test_s20_a_scanned_count_can_be_replaced_by_a_number() -> None:
    play = scanning()
    for number in range(20):
        play.say(TABLE, "deck-red" if number < 12 else "deck-green")
    play.say(TABLE, None).say(1, 6)
    assert play.asked == {0: "confirm_count", 1: "confirm_count"}
    assert play.question(1).args == {"played": 8, "left": 6}
    play.say_all((0, "yes"), (1, "again"), (1, 6))
    assert play.asked == {1: "played"}
    play.say_all((1, 9), (1, "yes"))
    counts = play.state.history[0].counts
    assert [(count.played, count.how) for count in counts if count] == [(12, "scan"), (9, "numbers")]


@pytest.mark.rule("W6-COUNT-09", "W6-COUNT-05")
def test_a_scanned_count_that_does_not_go_with_the_cards_left_is_entered() -> None:
    play = scanning().say(TABLE, "deck-green").say(TABLE, None).say(1, 4)
    assert play.asked == {0: "played", 1: "played"}


@pytest.mark.rule("W6-INV-13", "W6-COUNT-14")
@settings(max_examples=30)
@given(
    st.lists(st.sampled_from([f"{back}-blue-{n:02}" for back in ("red", "green") for n in range(1, 9)])),
    st.randoms(),
)
def test_a_scan_does_not_depend_on_the_order_of_taps(taps: list[str], rng: Any) -> None:
    def scanned(cards: list[str]) -> list[int]:
        play = scanning()
        for card in [*cards, *cards]:
            play.say(TABLE, card)
        return [count.played for count in play.state.run.counts]

    mixed = list(taps)
    rng.shuffle(mixed)
    expected = [len({card for card in taps if card.startswith(back)}) for back in ("red", "green")]
    assert scanned(taps) == scanned(mixed) == expected


@pytest.mark.rule("W6-CALL-02", "W6-COUNT-07")
def test_s11_a_main_card_taken_back_is_a_card_left() -> None:
    play = counting().count((30, 0), (20, 4))
    assert play.totals() == [40, 12]

"""The centre followed card by card (3.11; 5.7, 5.10)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import CLOCK, TABLE
from engine.wackee_six.pack import Card
from engine.wackee_six.state import Track
from engine.wackee_six.tracking import lay
from tests.engine.wackee_six.kit import Play, S, header

if TYPE_CHECKING:
    from collections.abc import Iterator

WILD = Card("w", "red", "wild", 0)


def card(text: str) -> Card:
    """Read "B12" or "W"."""
    return WILD if text == "W" else Card(text, "red", text[0], int(text[1:]))


@pytest.mark.rule(
    "W6-TRACK-02", "W6-TRACK-03", "W6-TRACK-04", "W6-TRACK-05", "W6-TRACK-06", "W6-TRACK-07", "W6-TRACK-08",
)  # fmt: skip
@pytest.mark.parametrize(
    ("taps", "wrong", "tops", "complete", "wilds"),
    [
        pytest.param("B1 B2 G1 B3 G3", "G3", {"B": [3], "G": [1]}, 0, 0, id="V73"),
        pytest.param("B1 B1 B2 B2 B3", "", {"B": [2, 3]}, 0, 0, id="V74"),
        pytest.param("G1 W G3", "", {"G": [3]}, 0, 0, id="V75"),
        pytest.param("G1 W W G4", "", {"G": [4]}, 0, 0, id="V76, V77"),
        pytest.param("B1 W G2", "G2", {"B": [1], "G": []}, 0, 1, id="V78"),
        pytest.param(" ".join(f"B{n}" for n in range(1, 14)), "", {"B": []}, 1, 0, id="V79"),
        pytest.param("B1 B2 B3 B1 B2 W B4 B4", "", {"B": [4, 4]}, 0, 0, id="V80"),
    ],
)
def test_the_centre_is_followed(
    taps: str, wrong: str, tops: dict[str, list[int]], complete: int, wilds: int
) -> None:
    track = Track()
    results = {tap: lay(track, card(tap)) for tap in taps.split()}
    assert [tap for tap, fits in results.items() if not fits] == wrong.split()
    assert (track.tops, track.complete, track.wilds) == (tops, complete, wilds)


def tracked(seats: int = 2, **options: Any) -> Play:
    """A match whose cards are tapped when they are played: seat 0 has the red deck, seat 1 the green one."""
    return Play(header(seats, countdown_s=0, tracking="on", **options)).go(0)


def tap(play: Play, seat: int, name: str, moment: int) -> None:
    """Tap a card at a moment."""
    play.say(seat, name)
    while play.asked.get(CLOCK) == "stamp":
        play.time(moment)


@pytest.mark.rule("W6-TRACK-01", "W6-TRACK-08", "W6-TRACK-09")
def test_v81_s35_a_disputed_card_fits_when_it_is_tapped_again_or_is_accepted() -> None:
    play = tracked()
    assert play.question(0).kind == "scan"
    for name in ("red-blue-01", "red-blue-03", "red-green-05", "red-blue-02", "red-blue-03"):
        tap(play, 0, name, 2 * S)
    assert [tell.args["card"] for tell in play.tells("no_place")] == ["red-blue-03", "red-green-05"]
    assert play.state.run.track.disputed == ["red-green-05"]
    assert play.state.phase == "run"
    play.press((0, 9 * S)).judge()
    assert play.question(TABLE).args == {"card": "red-green-05"}
    play.say(TABLE, "yes")
    assert len(play.state.run.track.played) == 4


@pytest.mark.rule("W6-TRACK-12")
def test_v82_taps_up_to_600_ms_after_the_call_count_and_later_ones_are_late() -> None:
    play = tracked()
    tap(play, 0, "red-blue-01", 61_100_000)
    play.say(1, 61_200_000).time()
    tap(play, 1, "green-third-01", 61_800_000)
    tap(play, 0, "red-third-01", 61_800_001)
    assert list(play.state.run.track.played) == ["red-blue-01", "green-third-01"]
    assert play.state.run.track.late == ["red-third-01"]
    play.until_phase("check").judge().say(TABLE, "no")
    assert play.state.run.track.late == []
    assert len(play.state.run.track.played) == 2


@pytest.mark.rule("W6-TRACK-10", "W6-TRACK-11", "W6-COUNT-14", "W6-COUNT-15")
def test_s34_a_card_of_another_deck_counts_there_and_a_second_tap_is_the_same_or_too_much() -> None:
    play = tracked()
    tap(play, 0, "green-blue-01", 1 * S)
    assert play.last("others_card") == {"card": "green-blue-01", "seat": 1}
    tap(play, 0, "green-blue-01", 1_400_000)
    assert not play.tells("played_before")
    tap(play, 0, "green-blue-01", 6 * S)
    assert play.last("played_before") == {"card": "green-blue-01"}
    tap(play, 0, "blue-blue-01", 7 * S)
    assert play.last("not_in_play") == {"card": "blue-blue-01"}
    assert play.refusal(0, "no such card").reason == "unknown_tag"
    assert list(play.state.run.track.played) == ["green-blue-01"]


@pytest.mark.rule("W6-TRACK-13", "W6-TRACK-14", "W6-CALL-15")
def test_s36_left_is_entered_and_played_is_what_was_tapped_unless_corrected() -> None:
    play = tracked()
    for suit in ("blue", "green", "third", "fourth"):
        for number in (1, 2, 3):
            tap(play, 0, f"red-{suit}-{number:02}", number * S)
    for number in (1, 2, 3, 4):
        tap(play, 1, f"green-blue-{number:02}", 8 * S)
    play.press((0, 20 * S))
    assert play.asked == {1: "call_valid"}
    play.judge().say(1, 8)
    assert play.question(0).args == {"played": 12, "left": 0}
    play.say_all((0, "yes"), (1, "again"), (1, 8), (1, 5), (1, "yes"))
    counts = play.state.history[0].counts
    assert [(count.played, count.how) for count in counts if count] == [(12, "track"), (5, "numbers")]


@pytest.mark.rule("W6-TRACK-15")
def test_s37_no_view_shows_open_piles() -> None:
    play = tracked()
    tap(play, 0, "red-blue-01", 1 * S)
    for seat in (None, 0, 1):
        assert "tops" not in str(play.rulebook.view(play.state, seat))
        assert "red-blue-01" not in str(play.rulebook.view(play.state, seat))


@pytest.mark.rule("W6-TIE-06")
def test_s38_a_dispute_shows_which_card_was_tapped_first() -> None:
    play = tracked()
    tap(play, 0, "red-blue-01", 1 * S)
    tap(play, 1, "green-green-01", 1_120_000)
    play.say(TABLE, "dispute")
    assert play.last("tapped_first") == {"card": "red-blue-01", "other": "green-green-01", "ms": 120}


def legal_play(seed: int, decks: int) -> Iterator[Card]:
    """Play legally until nothing goes: wilds anywhere but as a 1, cards on piles that are really there."""
    rng = Random(seed)
    cards = [
        Card("", f"{deck}", suit, number)
        for deck in range(decks)
        for suit in "BGYR"
        for number in range(1, 14)
    ]
    cards += [WILD] * (2 * decks)
    rng.shuffle(cards)
    piles: list[tuple[str, int]] = []
    for _ in range(4 * len(cards)):
        if not cards:
            return
        one = cards.pop(0)
        fits = [
            index
            for index, (suit, top) in enumerate(piles)
            if top < 13 and (one.wild or (suit == one.suit and top == one.number - 1))
        ]
        if one.number == 1:
            piles.append((one.suit, 1))
        elif fits:
            index = rng.choice(fits)
            piles[index] = (piles[index][0], piles[index][1] + 1)
        else:
            cards.append(one)
            continue
        yield one


@pytest.mark.rule("W6-INV-15", "W6-INV-16", "W6-TRACK-07")
@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 6))
def test_legal_play_never_gives_a_warning(seed: int, decks: int) -> None:
    track = Track()
    laid = 0
    for one in legal_play(seed, decks):
        assert lay(track, one)
        laid += 1
        assert all(1 <= top <= 12 for tops in track.tops.values() for top in tops)
        assert track.wilds <= 2 * decks
    assert laid <= 52 * decks + 2 * decks
    assert track.complete <= 4 * decks

"""Counting the cards that were not played, alone or as a double check (3.7; 5.3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import TABLE
from engine.record import Correct
from engine.wackee_six.counting import adds_up
from engine.wackee_six.state import Count
from tests.engine.wackee_six.kit import Play, S, header


def counting(**options: Any) -> Play:
    """A match in which seat 0 (red deck) has called and seat 1 (green deck) has not."""
    return Play(header(2, countdown_s=0, **options)).go(0).press((0, 60 * S)).judge()


def rests(red: int, green: int, **options: Any) -> Play:
    """The same; so many cards of both hand decks are left and scanned."""
    play = counting(count_by="scan_rest", **options)
    for back, number in (("red", red), ("green", green)):
        deck = [card.id for card in play.game.pack.cards.values() if card.back == back]
        for card in deck[:number]:
            play.say(TABLE, card)
    return play.say(TABLE, None)


def confirmed(play: Play) -> list[tuple[int, int, str]]:
    """Let both sides confirm; returns played, left and how it was counted."""
    play.say_all((0, "yes"), (1, "yes"))
    return [(count.played, count.left, count.how) for count in play.state.history[0].counts if count]


@pytest.mark.rule("W6-COUNT-05", "W6-COUNT-20", "W6-COUNT-22")
def test_v38_what_was_played_follows_from_the_rest_and_the_cards_left() -> None:
    play = rests(20, 18).say(1, 3)
    assert play.asked == {0: "confirm_count", 1: "confirm_count"}
    assert play.question(1).args == {"played": 33, "left": 3}
    assert confirmed(play) == [(34, 0, "rest"), (33, 3, "rest")]


@pytest.mark.rule("W6-COUNT-20", "W6-COUNT-06")
def test_v39_a_rest_has_at_most_the_42_cards_of_a_hand_deck() -> None:
    play = counting(count_by="scan_rest")
    deck = [card.id for card in play.game.pack.cards.values() if card.back == "red"]
    for card in deck[:42]:
        play.say(TABLE, card)
    refused = play.refusal(TABLE, deck[42])
    assert (refused.reason, refused.rules, refused.args_for_text) == (
        "rest_range", ("W6-COUNT-20",), {"most": 42},
    )  # fmt: skip
    play.say(TABLE, deck[0])
    assert play.state.run.counts[0].rest == 42
    assert [option.value for option in play.question(TABLE).options] == ["deck-green"]


@pytest.mark.rule("W6-COUNT-05", "W6-COUNT-20")
def test_a_side_whose_rest_nobody_scanned_is_asked_for_its_number() -> None:
    play = rests(20, 0).say(1, 3)
    assert play.asked == {1: "played"}
    assert confirmed(play.say(1, 33)) == [(34, 0, "rest"), (33, 3, "numbers")]


@pytest.mark.rule("W6-COUNT-18", "W6-COUNT-05")
def test_a_scanned_rest_can_be_replaced_by_a_number() -> None:
    play = rests(20, 18).say_all((1, 3), (0, "yes"), (1, "again"), (1, 4))
    assert play.asked == {1: "played"}
    play.say_all((1, 30), (1, "yes"))
    assert [count.how for count in play.state.history[0].counts if count] == ["rest", "numbers"]


@pytest.mark.rule("W6-COUNT-21")
@pytest.mark.parametrize(
    ("played", "left", "rest", "whole"),
    [(33, 3, 17, False), (33, 3, 18, True), (54, 0, 0, True), (12, 0, 42, True), (33, 3, None, True)],
    ids=["V40", "one card more", "everything played", "nothing but main cards", "not counted"],
)
def test_played_left_and_rest_are_a_whole_deck(played: int, left: int, rest: int | None, whole: bool) -> None:  # noqa: FBT001 - a table
    assert adds_up(Count(played, left, rest=rest)) is whole


@pytest.mark.rule("W6-COUNT-21", "W6-COUNT-19", "W6-COUNT-20")
def test_who_is_a_card_out_counts_again_and_the_others_only_confirm() -> None:
    play = counting(cross_check="on").say_all((1, 3), (0, 34), (1, 33))
    assert play.asked == {0: "rest", 1: "rest"}
    assert play.refusal(1, 43).reason == "rest_range"
    play.say_all((0, 20), (1, 17))
    assert play.last("cross") == {"seat": 1, "total": 53}
    assert play.asked == {0: "confirm_count"}
    play.say(0, "yes")
    assert play.last("counts_missing") == {"round": 1, "seats": [1]}
    play.say_all((1, 3), (1, 33), (1, 18), (1, "yes"))
    assert play.totals() == [44, 27]


@pytest.mark.rule("W6-COUNT-21")
def test_nothing_is_compared_where_the_table_does_not_want_it() -> None:
    play = counting().say_all((1, 3), (0, 34), (1, 33))
    assert play.asked == {0: "confirm_count", 1: "confirm_count"}


@pytest.mark.rule("W6-COUNT-21", "W6-COUNT-05")
def test_scanned_rests_are_checked_against_played_cards_that_are_counted_too() -> None:
    play = rests(20, 18, cross_check="on").say(1, 3)
    assert play.asked == {0: "played", 1: "played"}
    play.say_all((0, 34), (1, 33))
    assert confirmed(play) == [(34, 0, "numbers"), (33, 3, "numbers")]


@pytest.mark.rule("W6-COUNT-21", "W6-CALL-20")
def test_another_caller_while_the_rest_is_asked_for_begins_the_count_again() -> None:
    play = counting(cross_check="on").say_all((1, 3), (0, 34), (1, 33))
    play.match.apply(Correct("pile", "callers", [1]))
    assert play.asked == {0: "left"}


@pytest.mark.rule("W6-COUNT-20", "W6-COUNT-21", "W6-COUNT-09", "W6-INV-06")
@settings(max_examples=60, deadline=None)
@given(rest=st.integers(0, 42), left=st.integers(1, 12))
def test_any_rest_and_any_cards_left_make_a_count_that_can_be(rest: int, left: int) -> None:
    play = rests(10, rest).say(1, left)
    if rest:
        assert play.asked == {0: "confirm_count", 1: "confirm_count"}
        assert play.question(1).args == {"played": 54 - rest - left, "left": left}
        play.rulebook.check(play.state)
    else:
        assert play.asked == {1: "played"}

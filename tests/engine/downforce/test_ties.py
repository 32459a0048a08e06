"""Ties of bids to their last step, and by lot; bids laid again (DF-AUCT-08 to -11, -20, -23, -33)."""

from __future__ import annotations

import pytest

from engine.ask import CHANCE, TABLE
from engine.downforce.bids import Bid, best, highest, highest_sum, most_cars, without_wild
from tests.engine.downforce.scene import Scene, auction, by_chance

TIED = {"X": ["green 6", "red 2"], "Y": ["green 6", "blue 2"], "Z": ["green 6", "black 2"]}


def tied(**options: object) -> Scene:
    """Three cards that are level to the last step, and a lower one each."""
    hands = {0: "X E3", 1: "Y B2", 2: "Z E1"}
    on = auction("green", hands=hands, cards=TIED, **options)  # type: ignore[arg-type]
    return on.together({0: "X", 1: "Y", 2: "Z"})


def sold(on: Scene) -> tuple[int, int]:
    """Who has bought, and for how much."""
    (told,) = on.told("sold")
    return told.args["seat"], told.args["price"]


BIDS = [
    Bid(0, 6, cars=2, total=8),
    Bid(1, 6, cars=3, total=9, wild=True),
    Bid(2, 6, cars=3, total=7),
    Bid(3, 5, cars=6, total=21),
]


@pytest.mark.rule("DF-AUCT-07", "DF-AUCT-08", "DF-AUCT-09", "DF-AUCT-10", "DF-AUCT-11")
def test_each_step_leaves_out_who_is_behind_and_no_step_leaves_nobody() -> None:
    assert [bid.seat for bid in highest(BIDS)] == [0, 1, 2]
    assert [bid.seat for bid in most_cars(highest(BIDS))] == [1, 2]
    assert [bid.seat for bid in best(BIDS)] == [2]
    assert [bid.seat for bid in without_wild([BIDS[1]])] == [1]
    assert [bid.seat for bid in highest_sum(BIDS[:3])] == [1]


@pytest.mark.rule("DF-AUCT-11")
def test_where_even_the_sums_are_level_the_lot_decides() -> None:
    on = tied()
    assert [option.value for option in on.asked(CHANCE).options] == ["0", "1", "2"]
    by_chance(on, "1")
    assert [tell.args["seat"] for tell in on.told("drawn_by_lot")] == [1]
    assert sold(on) == (1, 6)


@pytest.mark.rule("DF-AUCT-11")
def test_a_second_card_decides_who_wins_and_the_first_says_the_price() -> None:
    on = tied(bid_last_tie="rebid")
    assert {question.seat: question.key for question in on.match.open} == dict.fromkeys(
        (0, 1, 2), "bid_second_card"
    )
    assert on.refusal(0, "X") == "same_card"
    on.together({0: "E3", 1: "B2", 2: "E1"})
    assert sold(on) == (1, 6)


@pytest.mark.rule("DF-AUCT-11")
def test_a_second_card_that_is_level_again_is_followed_by_the_lot() -> None:
    more = {"X": ["green 6", "red 2"], "Y": ["green 6", "blue 2"], "V": ["green 1"], "W": ["green 1"]}
    hands = {0: "X V", 1: "Y W"}
    on = auction("green", hands=hands, cards=more, seats=2, bid_last_tie="rebid").together({0: "X", 1: "Y"})
    on.together({0: "V", 1: "W"})
    assert [option.value for option in on.asked(CHANCE).options] == ["0", "1"]
    by_chance(on, "0")
    assert sold(on) == (0, 6)


@pytest.mark.rule("DF-AUCT-11")
def test_who_has_no_second_card_cannot_lay_one_and_the_lot_decides() -> None:
    on = auction("green", hands={0: "X", 1: "Y B2"}, cards=TIED, seats=2, bid_last_tie="rebid")
    on.together({0: "X", 1: "Y"})
    assert on.question.seat == CHANCE


@pytest.mark.rule("DF-AUCT-11", "DF-AUCT-33")
def test_typed_bids_are_typed_once_more_with_cars_and_wilds_where_they_are_level_again() -> None:
    on = auction("green", unknown={0: 14, 1: 14, 2: 14}, bid_input="typed", bid_last_tie="rebid")
    on.answer(5, 5, 2, 3, 3, "no", "no")
    assert (on.question.seat, on.question.key, on.question.args["who"]) == (TABLE, "bid_typed", 0)
    on.answer(4, 4)
    assert [on.question.key, on.question.args["who"]] == ["cars_typed", 0]
    on.answer(2, 6)
    assert sold(on) == (1, 5)


@pytest.mark.rule("DF-AUCT-23")
@pytest.mark.parametrize("choice", ["rebid_ownerless", "out_of_race"])
def test_when_nobody_bids_all_lay_once_more_and_then_it_is_settled(choice: str) -> None:
    on = auction("green", hands={0: "E1", 1: "E2", 2: "E4"}, no_bid=choice)
    for key in ("bid", "bid_again_for"):
        assert {question.key for question in on.match.open} == {key}
        on.together({0: "E1", 1: "E2", 2: "E4"})
    assert [sale.seat for sale in on.state.sales] == [None]
    assert on.state.gone == (["green"] if choice == "out_of_race" else [])


@pytest.mark.rule("DF-AUCT-23")
def test_who_bids_in_the_second_round_buys() -> None:
    on = auction("green", hands={0: "E1 E3", 1: "E2", 2: "E4"})
    on.together({0: "E1", 1: "E2", 2: "E4"}).together({0: "E3", 1: "E2", 2: "E4"})
    assert sold(on) == (0, 4)


@pytest.mark.rule("DF-AUCT-23", "DF-AUCT-08")
def test_at_price_zero_the_tie_steps_decide_at_once() -> None:
    on = auction("green", hands={0: "E1", 1: "F2", 2: "E4"}, no_bid="zero_price")
    on.together({0: "E1", 1: "F2", 2: "E4"})
    assert sold(on) == (1, 0)


@pytest.mark.rule("DF-COMP-07", "DF-AUCT-27")
def test_one_card_that_two_claim_to_hold_is_bid_again() -> None:
    on = auction("green", unknown={0: 14, 1: 14}, seats=2).together({0: "E3", 1: "E3"})
    assert [tell.args["car"] for tell in on.told("card_twice")] == ["green"]
    assert {question.seat for question in on.match.open} == {0, 1}
    on.together({0: "E3", 1: "E1"})
    assert sold(on) == (0, 4)

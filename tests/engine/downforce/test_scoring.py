"""Prizes, bets, prices, ties (3.9, section 5: scoring)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.downforce.scoring import ranked, sheet
from tests.engine.downforce.scene import Scene, auction, race

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.engine.downforce.scene import Scene


def over(
    owners: str, finished: str, prices: Mapping[str, int], bets: Sequence[Sequence[str]] = (), seats: int = 2
) -> Scene:
    """A race that has just ended."""
    on = race(owners=owners, finished=finished, prices=prices, marked=bets, crossed=len(bets), seats=seats)
    on.state.stage = "over"
    return on


def totals(on: Scene) -> list[int]:
    game = on.game
    return [sheet(game, seat).total for seat in range(game.seats)]


def order(on: Scene) -> list[tuple[int, int]]:
    """Seat and place, the winner first."""
    return [(one.seat, place) for one, place in ranked(on.game)]


@pytest.mark.rule("DF-SCORE-01", "DF-SCORE-02", "DF-SCORE-03", "DF-SCORE-04", "DF-SCORE-05", "DF-COMP-08")
@pytest.mark.report("L07")
def test_winnings_are_prizes_and_bets_less_prices() -> None:
    """L07: totals may be negative."""
    finished = "black blue green orange red"
    bets = [["black", "orange"], ["blue", "yellow"], ["orange", "green"]]
    on = over("black=0 yellow=0 red=1", finished, {"black": 5, "yellow": 3, "red": 6}, bets)
    assert totals(on) == [17, -3]
    rows = on.match.rulebook.standings(on.state)
    assert [row.notes for row in rows] == [
        {"total": 17, "prizes": 12, "bets": 13, "paid": 8},
        {"total": -3, "prizes": 2, "bets": 1, "paid": 6},
    ]
    notes = on.match.rulebook.result(on.state).notes
    assert notes["winners"] == [0]
    assert notes["sheets"][0]["bets"] == [9, 4, 0]


@pytest.mark.rule("DF-SCORE-06", "DF-SCORE-08")
def test_of_tied_players_the_better_car_wins() -> None:
    on = over("red=0 blue=2 green=1", "black blue red green", {"red": 0, "blue": 3, "green": 0}, seats=3)
    assert totals(on) == [6, 4, 6]
    assert order(on) == [(2, 1), (0, 2), (1, 3)]


@pytest.mark.rule("DF-SCORE-04", "DF-SCORE-07")
def test_tied_players_without_a_finished_car_share_the_place() -> None:
    on = over("red=0 blue=1 green=2", "black", {"red": 4, "blue": 4, "green": 6}, seats=3)
    assert totals(on) == [-4, -4, -6]
    assert order(on) == [(0, 1), (1, 1), (2, 3)]


@pytest.mark.rule("DF-SCORE-06")
def test_a_finished_car_beats_none() -> None:
    on = over("red=0 blue=1", "black green orange yellow red", {"red": 1, "blue": 0}, [["green", "black"]])
    on.state.bet_pay = [[1, 4, 0], [0, 0, 0], [0, 0, 0]]
    assert totals(on) == [5, 1]
    on.state.bet_pay = [[5, 4, 0], [0, 0, 0], [0, 0, 0]]
    assert order(on) == [(0, 1), (1, 2)]


@pytest.mark.rule("DF-FIN-11", "DF-SCORE-01", "DF-SCORE-02", "DF-AUCT-24")
@pytest.mark.report("L04")
def test_a_car_without_owner_takes_its_place_and_nobody_its_prize() -> None:
    """L04: an ownerless car races and is placed; its prize is nobody's, a bet on it pays."""
    on = over("red=0 blue=1", "red yellow blue", {}, [["yellow", "blue"]])
    assert totals(on) == [12 + 6, 6 + 3]


@pytest.mark.rule("DF-SCORE-09")
def test_what_is_left_over_is_worth_nothing() -> None:
    one = race(owners="red=0", hands={0: "E1 E2 E3 E4 E5"}, finished="red")
    other = race(owners="red=0", hands={0: "E1"}, finished="red")
    assert totals(one) == totals(other)


@pytest.mark.rule("DF-INV-11", "DF-SCORE-03")
def test_all_winnings_together_are_prizes_and_bets_less_prices() -> None:
    bets = [["black", "orange"], ["blue", "yellow"], ["orange", "green"]]
    on = over("black=0 yellow=0 red=1", "black blue green orange red", {"black": 5, "red": 6}, bets)
    assert sum(totals(on)) == (12 + 2) + (9 + 4 + 1) - 11


@pytest.mark.rule("DF-SCORE-08", "DF-COMP-08")
def test_before_the_race_players_stand_in_no_order_and_have_what_they_paid() -> None:
    on = auction(
        "green", sold="black=1 blue=1", prices={"black": 4, "blue": 3}, unknown={0: 14, 1: 14, 2: 14}
    )
    rows = {row.seat: row for row in on.match.rulebook.standings(on.state)}
    assert [rows[seat].place for seat in range(3)] == [0, 0, 0]
    assert [rows[seat].who for seat in range(3)] == ["player-1", "black", "player-3"]
    assert [rows[seat].notes for seat in range(3)] == [{"bids": 0}, {"bids": 7}, {"bids": 0}]


@pytest.mark.rule("DF-SCORE-08", "DF-MOVE-03")
def test_in_the_race_players_stand_by_their_foremost_cars_and_level_ones_share_a_place() -> None:
    cars = "red=20b blue=21a green=21b yellow=10c"
    on = race(cars, owners="red=0 yellow=0 blue=1 green=2", hands={0: "E1"}, seats=3, finished="black")
    rows = on.match.rulebook.standings(on.state)
    assert [(row.who, row.place, row.seat) for row in rows] == [
        ("blue", 1, 1),
        ("green", 1, 2),
        ("red", 3, 0),
    ]


@pytest.mark.rule("DF-SCORE-08", "DF-BOOK-01")
def test_with_books_only_the_cars_that_are_home_are_all_the_order_there_is() -> None:
    on = race(owners="red=0 blue=1 green=2", hands={0: "E1"}, seats=3, finished="green", on="without_track")
    rows = on.match.rulebook.standings(on.state)
    assert [(row.seat, row.place) for row in rows] == [(2, 1), (0, 2), (1, 2)]


@pytest.mark.rule("DF-SCORE-03", "DF-SCORE-05", "DF-PACK-05")
def test_the_result_has_every_sheet_line_by_line_and_the_labels_of_what_is_invented() -> None:
    prices = {"black": 5, "yellow": 3, "red": 6}
    bets = [["black", "red"], ["black", "red"], ["red", "black"]]
    on = over("black=0 yellow=0 red=1", "black red", prices, bets)
    notes = on.match.rulebook.result(on.state).notes
    assert notes["finished"] == ["black", "red"]
    assert notes["sheets"] == [
        {"seat": 0, "prizes": {"black": 12, "yellow": 0}, "bets": [9, 6, 2], "bids": 8, "total": 21},
        {"seat": 1, "prizes": {"red": 9}, "bets": [6, 4, 3], "bids": 6, "total": 16},
    ]
    assert len(notes["labels"]) == 2

"""The next-free-space rule, step by step (3.3, 3.4)."""

from __future__ import annotations

import pytest

from engine.wacky_races.moving import exchange, travel
from engine.wacky_races.track import FINISH, PLACES, POSITIONS, fits, next_free
from tests.engine.playing import run
from tests.engine.wacky_races.kit import race, where


@pytest.mark.rule("WR-TRACK-01")
def test_places_are_numbered_from_the_back_of_the_board_to_the_finish() -> None:
    numbers = {"00": 0, "G1": 1, "G6": 6, "T1": 7, "T9": 15, "T19": 25}
    assert {name: POSITIONS[name] for name in numbers} == numbers
    assert [POSITIONS[place] for place in PLACES] == list(range(26))


NEXT = [
    pytest.param("T2", 1, "", "T3", id="ahead"),
    pytest.param("T2", 1, "T3", "T3", id="a tile holds two cars"),
    pytest.param("T2", 1, "T3 T3", "T4", id="a full tile is skipped"),
    pytest.param("T2", 1, "T3 T3 T4 T4", "T5", id="two full tiles are skipped"),
    pytest.param("T5", -1, "", "T4", id="back"),
    pytest.param("T5", -1, "T4 T4", "T3", id="a full tile is skipped backwards"),
    pytest.param("T1", -1, "", "G6", id="back onto the grid"),
    pytest.param("T1", -1, "G6 G6 G5 G5", "G4", id="full slots are skipped"),
    pytest.param("G1", -1, "", "G1", id="never on 00"),
    pytest.param("G2", -1, "G1 G1", "G2", id="nothing free behind"),
    pytest.param("T17", 1, "T18 T18", "T19", id="over a full tile to the Finish"),
    pytest.param("T18", 1, "T19 T19 T19", "T19", id="the Finish is never full"),
    pytest.param("T8", 1, "T9", "T9", id="the Gas Station holds two cars"),
    pytest.param("T8", 1, "T9 T9", "T10", id="a full Gas Station is skipped"),
    pytest.param("T13", 1, "T14", "T15", id="the Swamp holds one car"),
    pytest.param("T15", -1, "T14", "T13", id="the Swamp holds one car backwards"),
]


@pytest.mark.rule(
    "WR-MOVE-01", "WR-MOVE-02", "WR-MOVE-03", "WR-MOVE-05", "WR-MOVE-06", "WR-MOVE-07", "WR-TRACK-04",
    "WR-TRACK-05", "WR-TRACK-06", "WR-TRACK-07", "WR-TRACK-08",
)  # fmt: skip
@pytest.mark.parametrize(("start", "step", "taken", "end"), NEXT)
def test_a_car_goes_to_the_next_free_space(start: str, step: int, taken: str, end: str) -> None:
    others = [POSITIONS[place] for place in taken.split()]
    assert PLACES[next_free(others, POSITIONS["T14"], POSITIONS[start], step)] == end


@pytest.mark.rule("WR-TRACK-09")
@pytest.mark.parametrize(
    ("start", "step", "taken", "end"),
    [("G1", 1, "", "T1"), ("G6", 1, "T1 T1", "T2"), ("T3", 1, "", "T4"), ("T1", -1, "", "G6")],
)
def test_a_table_may_let_cars_leave_the_grid_at_once(start: str, step: int, taken: str, end: str) -> None:
    others = [POSITIONS[place] for place in taken.split()]
    assert PLACES[next_free(others, -1, POSITIONS[start], step, to_first_tile=True)] == end


@pytest.mark.rule("WR-CARD-05", "WR-CARD-10", "WR-CARD-11", "WR-TRACK-10")
@pytest.mark.parametrize(
    ("mark", "kinds"),
    [("D", "D"), ("F", "F"), ("P", "P"), ("A", "A"), ("*", "DFPA"), ("G", "DFPA"), (".", "")],
)
def test_only_wild_places_match_every_card(mark: str, kinds: str) -> None:
    assert "".join(kind for kind in "DFPA" if fits(mark, kind)) == kinds


@pytest.mark.rule("WR-MOVE-08")
@pytest.mark.parametrize(("spaces", "end"), [(2, "T7"), (3, "T8"), (-2, "T2"), (-1, "T4")])
def test_several_spaces_are_so_many_single_moves(spaces: int, end: str) -> None:
    on = race("PAT=T5 RUF=T3 ANT=T3 RED=T9 SLA=T1 PEN=T1")
    ran = run(travel(on, on.car("PAT"), spaces, "WR-TEST"))
    assert ran.result is True
    assert where(on, "PAT") == f"PAT={end}"


@pytest.mark.rule("WR-MOVE-02", "WR-APP-13")
def test_a_jump_is_told_with_the_rule_that_made_it() -> None:
    on = race("PAT=T5 RUF=T6 ANT=T6 RED=T9 SLA=T1 PEN=T1")
    (told,) = run(travel(on, on.car("PAT"), 1, "WR-MOVE-01")).tells
    assert told.rules == ("WR-MOVE-01", "WR-MOVE-02")
    assert [(move.piece, move.origin, move.to) for move in told.moves] == [("PAT", "T5", "T7")]


@pytest.mark.rule("WR-MOVE-07", "WR-MOVE-12")
def test_a_car_that_cannot_go_back_has_not_moved() -> None:
    on = race("PAT=G1 RUF=T6 ANT=T6 RED=T9 SLA=T1 PEN=T1")
    ran = run(travel(on, on.car("PAT"), -2, "WR-PRIM-02"))
    assert ran.result is False
    assert ran.keys == ["stays"]
    assert "PAT" not in on.stamps


@pytest.mark.rule("WR-MOVE-10", "WR-END-01", "WR-END-04", "WR-TURN-04")
def test_a_move_stops_on_the_finish_and_ends_the_race() -> None:
    on = race("PAT=T16 RUF=T6 ANT=T6 RED=T9 SLA=T1 PEN=T1")
    ran = run(travel(on, on.car("PAT"), 6, "WR-PRIM-03"))
    assert on.car("PAT").position == FINISH
    assert ran.keys == ["moves", "wins"]
    assert on.over
    assert on.state.finished == ["PAT"]


@pytest.mark.rule("WR-END-03")
def test_a_neutral_can_win() -> None:
    on = race("PAT=T16 RUF=T6 ANT=T6 RED=T18 SLA=T1 PEN=T1")
    told = run(travel(on, on.car("RED"), 1, "WR-NEUT-03")).tells[-1]
    assert (told.key, told.args["racer"], told.args["seat"]) == ("wins", "RED", None)
    assert "WR-END-03" in told.rules


@pytest.mark.rule("WR-MOVE-11")
def test_cars_that_change_places_ask_nobody_for_room() -> None:
    on = race("PAT=T5 RUF=T5 ANT=T8 RED=T8 SLA=T1 PEN=T1")
    (told,) = run(exchange(on, on.car("PAT"), on.car("ANT"), "WR-PRIM-04")).tells
    assert where(on, "PAT ANT") == "PAT=T8 ANT=T5"
    assert [(move.piece, move.to) for move in told.moves] == [("PAT", "T8"), ("ANT", "T5")]
    assert on.stamps == {"PAT": 1, "ANT": 1}

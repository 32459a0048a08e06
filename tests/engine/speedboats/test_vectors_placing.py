"""Seats, colours and starting positions (5.5, V-15, V-153, V-154, V-165 and the like)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import IllegalAnswer
from engine.speedboats.dice import SUPPLY
from engine.speedboats.hexes import DOCKS, NAMES, axial
from engine.speedboats.outcome import COUNTERS
from engine.speedboats.pack import SLOTS
from engine.speedboats.placing import sequence
from engine.speedboats.setup import CLOCKWISE
from engine.speedboats.waters import Waters
from tests.engine.speedboats.kit import (
    Scene,
    golden,
    lake,
    new_match,
    pack,
    pictured,
    printed,
    spaces,
    waters,
)


def placing(seats: int, name: str = "rulebook", starter: int = 0, **options: Any) -> Scene:
    """A match at the placing of its boats on LR or LP."""
    match = new_match(seats, name, level="board", lake="pack", **options)
    state = match.state
    state.colours, state.order = list(CLOCKWISE[:seats]), list(range(seats))
    state.lake, state.race, state.starter, state.stage = pack(name).arrangement, 1, starter, "place"
    state.course = pictured() if name == "rulebook" else golden()
    return Scene(match).replace()


def places(on: Waters, number: int = 9) -> dict[str, tuple[int, int]]:
    """Starting places by name, in axial coordinates."""
    return {name: axial(space) for name, space in on.starting_places(number, frozenset()).items()}


@pytest.mark.rule("SB-PLACE-02", "SB-PLACE-03", "SB-PLACE-07")
def test_v53_rows_behind_the_tile_of_the_picture() -> None:
    found = places(waters(), 4)
    assert [found[f"S{k}"] for k in range(1, 5)] == [(-4, 16), (-4, 17), (-4, 18), (-4, 19)]
    assert [found[f"1.{k}"] for k in range(1, 6)] == [(-5, 16), (-5, 17), (-5, 18), (-5, 19), (-5, 20)]
    assert [found[f"2.{k}"] for k in range(1, 6)] == [(-6, r) for r in range(16, 21)]
    assert [found[f"3.{k}"] for k in range(1, 7)] == [(-7, r) for r in range(16, 22)]
    assert len(found) == 20


@pytest.mark.rule("SB-PLACE-03")
def test_v54_rows_behind_the_tile_of_the_golden_course() -> None:
    found = places(waters("practice"), 4)
    assert [found[f"1.{k}"] for k in range(1, 5)] == [(17, 7), (17, 6), (17, 5), (17, 4)]
    assert [found[f"2.{k}"] for k in range(1, 6)] == [(18, r) for r in (7, 6, 5, 4, 3)]
    assert [found[f"3.{k}"] for k in range(1, 6)] == [(19, r) for r in (7, 6, 5, 4, 3)]


@pytest.mark.rule("SB-PLACE-02", "SB-PLACE-05")
def test_v55_only_free_spaces_on_or_behind_the_tile() -> None:
    on = placing(6)
    for name in ("S1", "S2", "S3", "S4"):
        on.answer(name, "E")
    assert on.refusal("-3,17").reason == "not_at_the_start"
    assert on.refusal("-4,18").reason == "space_taken"
    assert on.refusal("S3").reason == "not_at_the_start"
    on.answer("-5,18")
    assert on.where(int(on.question.args["who"])) == (-5, 18)


@pytest.mark.rule("SB-PLACE-04")
def test_v56_another_row_opens_only_when_places_run_short() -> None:
    taken = frozenset(spaces((-4, 16), (-4, 17), (-4, 18), (-4, 19)))
    assert len(waters().starting_places(2, taken, depth=1)) == 5
    assert len(waters().starting_places(6, taken, depth=1)) == 10


@pytest.mark.rule("SB-PLACE-03", "SB-PLACE-04")
def test_a_row_without_water_is_passed_over() -> None:
    course = golden()
    row = {space for number, spaces_ in waters("practice").behind() if number == 1 for space in spaces_}
    on = Waters(lake().water - row, course)
    assert [number for number, _ in on.behind()][:3] == [2, 3, 4]
    assert set(places(on, 4)) >= {"S1", "2.1", "3.1", "4.1"}


def test_far_behind_the_lake_there_is_nothing_more() -> None:
    on = Waters(frozenset(), golden())
    assert places(on, 9) == {f"S{k}": axial(space) for k, space in enumerate(golden().tile, 1)}


@pytest.mark.rule("SB-PLACE-06")
def test_v154_the_bow_points_to_one_of_six_sides() -> None:
    on = placing(2).answer("S2")
    assert on.values == list(NAMES)
    on.answer("W")
    assert NAMES[on.boat(1).bow] == "W"


@pytest.mark.rule("SB-PLACE-01", "SB-TURN-01", "SB-NEXT-01", "SB-SETUP-10", "SB-INV-27")
def test_v15_who_places_and_who_begins() -> None:
    on = placing(4, starter=1)
    asked = []
    while on.state.stage == "place":
        asked.append(int(on.question.args["who"]))
        on.answer(on.values[0], "E")
    assert asked == [0, 3, 2, 1] == sequence(on.race)
    assert on.state.turn is not None
    assert on.state.turn.seat == 1
    assert [on.race.left_of(seat) for seat in (1, 2, 3, 0)] == [2, 3, 0, 1]
    assert on.state.placed == 4


@pytest.mark.rule("SB-COURSE-22", "SB-PLACE-08", "SB-SETUP-01", "SB-SETUP-09")
def test_v153_without_a_known_lake_only_texts_are_confirmed() -> None:
    match = new_match(2, level="books", first_start_player="engine")
    keys = []
    while match.state.stage != "turn":
        question = match.open[0]
        if match.state.stage in ("lake", "course", "place"):
            assert question.kind == "confirm"
            keys.append(question.key)
        match.answer(question.seat, question.options[0].value)
    assert keys == [
        "lake_built",
        "read_buoys",
        "read_tile",
        "read_arrows",
        "read_line",
        "place_boat",
        "place_boat",
    ]


@pytest.mark.rule("SB-SETUP-04", "SB-SETUP-05", "SB-SETUP-10")
@pytest.mark.parametrize(("setting", "order"), [("board", [2, 0, 1]), ("free", [0, 1, 2])])
def test_v165_seats_follow_the_docks_or_stay_as_entered(setting: str, order: list[int]) -> None:
    match = new_match(3, colour_seats=setting)
    for colour in ("red", "white", "boat-orange"):
        match.answer(match.open[0].seat, colour)
    assert match.state.colours == ["red", "white", "orange"]
    assert match.state.order == order
    match.undo(1)
    for colour in ("orange", "white"):
        match.answer(match.open[0].seat, colour)
    assert match.state.colours == ["red", "orange", "white"]


@pytest.mark.rule("SB-SETUP-04", "SB-COMP-06")
def test_a_colour_is_taken_once() -> None:
    match = new_match(2)
    match.answer(0, "red")
    for value, reason in (("red", "colour_taken"), ("green", "unknown_colour")):
        with pytest.raises(IllegalAnswer, match=reason):
            match.answer(1, value)
    assert [option.value for option in match.open[0].options] == [c for c in CLOCKWISE if c != "red"]


@pytest.mark.rule(
    "SB-COMP-01",
    "SB-COMP-03",
    "SB-COMP-04",
    "SB-COMP-05",
    "SB-COMP-06",
    "SB-COMP-08",
    "SB-SETUP-03",
    "SB-SETUP-09",
    "SB-SETUP-02",
    "SB-COMP-02",
)
def test_v168_what_lies_on_the_table() -> None:
    assert len(pack().tiles) == len(SLOTS) == 6
    assert set(CLOCKWISE) == set(DOCKS)
    assert (SUPPLY, COUNTERS) == (18, 10)
    on = placing(2, "practice")
    pieces = on.match.rulebook.layout(on.state).pieces
    assert {name for name in pieces if name.startswith("buoy")} == {
        "buoy-0",
        "buoy-1",
        "buoy-2",
        "buoy-3",
        "buoy-finish",
    }
    assert "start-tile" in pieces
    assert len(golden().tile) == 4
    assert set(golden().arrows) <= {1, -1}
    match = new_match(2, first_start_player="engine")
    while match.state.stage != "lake":
        match.answer(match.open[0].seat, match.open[0].options[0].value)
    (told,) = [tell for tell in match.tells if tell.key == "join_frame"]
    assert told.args == {"side": "dark"}
    assert {"SB-SETUP-01", "SB-SETUP-02", "SB-SETUP-06", "SB-SETUP-09"} <= set(told.rules)
    assert printed()["side"] == "own"

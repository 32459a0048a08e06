"""Expansion tiles: how they are placed and what they do (V-177 to V-185)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.ask import IllegalAnswer
from engine.record import Teach
from engine.speedboats.course import Effect, build
from engine.speedboats.effects import sail_over
from engine.speedboats.expansion import (
    EFFECTS,
    FACES,
    TILES,
    check_face,
    effect_option,
    fit,
    free_letters,
    lies_on,
)
from engine.speedboats.hexes import NAMES, at, axial
from engine.speedboats.sail import Voyage, ways
from engine.speedboats.state import Extra
from engine.speedboats.waters import Progress, Waters
from tests.engine.speedboats.kit import boat, golden, new_match, scene, spaces

SPAN = range(-16, 17)
OPEN = frozenset(at(q, r) for q in SPAN for r in SPAN if -16 <= q + r <= 16)
EAST, NORTH_EAST = 0, 1


def open_row(
    *effects: Effect, land: tuple[tuple[int, int], ...] = (), buoy: tuple[int, int] = (-12, 12)
) -> Waters:
    """An open row to the east from (0, 0), with effects and some land on it, buoy 1 wherever it is wanted."""
    zero, one, two, three = spaces((-15, 2), buoy, (-3, 12), (3, -12))
    course = build(OPEN, "A", (zero, one, two, three), NORTH_EAST)
    return Waters(OPEN - {at(*space) for space in land}, msgspec.structs.replace(course, effects=effects))


def on_2(kind: str, d: int = 0, n: int = 0) -> Effect:
    """An effect on (2, 0)."""
    return Effect(at(2, 0), kind, d, n)


def sail(on: Waters, total: int, *taken: tuple[int, int], damage: int = 0) -> Voyage:
    """Sail east from (0, 0)."""
    return sail_over(on, at(0, 0), EAST, total, set(spaces(*taken)), Progress(0), 4 - damage)


RAMP = on_2("ramp")


@pytest.mark.rule("SB-EXP-06", "SB-EXP-07")
def test_v177_a_ramp_doubles_the_remaining_steps() -> None:
    voyage = sail(open_row(RAMP), 5)
    assert axial(voyage.stop) == (8, 0)
    assert (voyage.moved, voyage.damage, voyage.crash) == (8, 0, False)


@pytest.mark.rule("SB-EXP-08")
def test_v178_ending_on_a_ramp_doubles_the_next_total() -> None:
    on = open_row(RAMP)
    voyage = sail(on, 2)
    assert (axial(voyage.stop), voyage.ramp) == ((2, 0), True)
    assert boat(dice="3", doubled=True).total == 6
    assert [way.legal for way in ways(on, voyage.stop, EAST, 6, fixed=True)] == [False, True, False]


@pytest.mark.rule("SB-EXP-10")
@pytest.mark.parametrize("on", [open_row(RAMP, land=((8, 0),)), open_row(RAMP, Effect(at(8, 0), "ramp"))])
def test_v179_a_flight_that_ends_on_land_or_a_redoubt_wrecks_the_boat(on: Waters) -> None:
    assert sail(on, 5).wreck


@pytest.mark.rule("SB-EXP-11")
def test_v180_a_flight_that_ends_on_a_boat_ends_before_it() -> None:
    assert axial(sail(open_row(RAMP), 5, (8, 0)).stop) == (7, 0)
    assert sail(open_row(RAMP, buoy=(7, 0)), 5, (8, 0)).wreck
    assert axial(sail(open_row(RAMP), 5, (8, 0), (7, 0)).stop) == (6, 0)


@pytest.mark.rule("SB-EXP-12")
def test_spaces_flown_over_count_like_spaces_sailed() -> None:
    on = open_row(RAMP)
    gate = Progress(1)
    cells = [at(q, 0) for q in range(3, 9)]
    on.rows = (frozenset(cells[2:3]), *on.rows[1:])
    on.crossing = ((1, 0, 0), *on.crossing[1:])
    voyage = sail_over(on, at(0, 0), EAST, 5, set(), gate)
    assert (("rounded", 2) in voyage.events, voyage.progress.leg) == (True, 2)


@pytest.mark.rule("SB-EXP-09", "SB-EXP-13")
def test_v181_a_current_pushes_without_turning_the_bow() -> None:
    voyage = sail(open_row(on_2("push", NORTH_EAST, 1)), 4)
    assert (axial(voyage.stop), voyage.bow) == ((5, -1), EAST)


@pytest.mark.rule("SB-EXP-13")
def test_a_push_against_land_stops_without_damage() -> None:
    voyage = sail(open_row(on_2("push", NORTH_EAST, 3), land=((4, -2),)), 2)
    assert (axial(voyage.stop), voyage.damage) == ((3, -1), 0)


@pytest.mark.rule("SB-EXP-13")
def test_v182_a_maelstrom_turns_the_bow_and_the_way() -> None:
    voyage = sail(open_row(on_2("spin", 0, 1)), 4)
    assert (axial(voyage.stop), voyage.bow) == ((4, -2), NORTH_EAST)


@pytest.mark.rule("SB-EXP-13")
def test_v183_low_water_costs_counters_and_no_dice() -> None:
    voyage = sail(open_row(on_2("rocks", 0, 1)), 4)
    assert (axial(voyage.stop), voyage.damage, voyage.crash) == ((4, 0), 1, False)
    assert axial(sail(open_row(on_2("rocks", 0, 1)), 4, damage=3).stop) == (2, 0)


@pytest.mark.rule("SB-EXP-14")
def test_v184_a_way_that_reaches_a_ramp_counts_as_clear() -> None:
    found = ways(open_row(RAMP, land=((4, 0),)), at(0, 0), EAST, 5)
    assert (found[1].clear, found[1].legal) == (3, True)
    rocky = ways(open_row(on_2("rocks", 0, 1), land=((4, 0),)), at(0, 0), EAST, 5)
    assert not rocky[1].legal


@pytest.mark.rule("SB-EXP-06")
def test_a_boat_behind_another_feels_no_ramp() -> None:
    voyage = sail(open_row(RAMP), 2, (2, 0))
    assert (axial(voyage.stop), voyage.ramp, voyage.back, voyage.behind) == ((1, 0), False, 1, at(2, 0))


def test_a_crash_on_the_way_costs_what_is_left() -> None:
    voyage = sail(open_row(land=((4, 0),)), 6)
    assert (axial(voyage.stop), voyage.damage, voyage.crash) == ((3, 0), 3, True)


@pytest.mark.rule("SB-EXP-10", "SB-EXP-13", "SB-EXP-08")
def test_what_expansion_tiles_do_is_told_and_entered() -> None:
    for effect, total, key in ((RAMP, "32", "flight_ends"), (on_2("rocks", 0, 1), "1", "low_water")):
        on = scene(boat((16, 8), "W", total), boat((9, 3)), name="practice", stage="steer", expansion=True)
        assert on.state.course is not None
        start = at(12, 6)
        on.boat().at = start
        places = tuple(Effect(start - 1, effect.kind, 0, effect.n) for _ in "x")
        on.state.course = msgspec.structs.replace(on.state.course, effects=places)
        on.replace()
        on.answer(True if on.question.kind == "confirm" else "A")
        assert "effect" in on.heard
        assert key in on.heard or on.boat().status == "racing"


# --- placing --------------------------------------------------------------------------------------------------------


def building(**options: Any) -> Any:
    """A match whose course with the golden buoys has just been drawn (the buoys of P1 to P4)."""
    match = new_match(2, lake="pack", first_start_player="engine", expansion=True, **options)
    while match.open[0].key != "buoys":
        match.answer(match.open[0].seat, match.open[0].options[0].value)
    return match


@pytest.mark.rule("SB-EXP-01", "SB-EXP-02", "SB-EXP-03", "SB-EXP-04", "SB-EXP-05")
def test_v185_seven_letters_get_a_tile_land_first() -> None:
    on = scene(boat((12, 6)), boat((9, 3)), name="practice", expansion=True)
    letters = [(mark.tile, mark.letter) for mark in free_letters(on.race, golden())]
    assert set(letters) == {
        ("P1", "B"),
        ("P2", "B"),
        ("P5", "B"),
        ("P6", "B"),
        ("P4", "C"),
        ("P5", "C"),
        ("P6", "C"),
    }
    assert set(letters[:4]) == {("P2", "B"), ("P5", "B"), ("P4", "C"), ("P6", "C")}
    assert (len(TILES), len(FACES)) == (7, 14)


@pytest.mark.rule("SB-EXP-02", "SB-EXP-05", "SB-EXP-09")
def test_every_tile_is_drawn_once_and_its_unknown_face_asked_for() -> None:
    match = building()
    match.answer(match.open[0].seat, "1320")
    asked = set()
    while match.open[0].key != "course_ready":
        asked.add(match.open[0].key)
        match.answer(match.open[0].seat, match.open[0].options[-1].value)
    assert asked == {"extra_tile", "space_effect"}
    tiles = [extra.face.partition("/")[0] for extra in match.state.extras]
    assert sorted(tiles) == sorted(TILES)
    assert set(match.state.faces) == {extra.face for extra in match.state.extras}
    on = {space for extra in match.state.extras for space in lies_on(extra)}
    assert len(on) == 21
    assert on.isdisjoint({*match.state.course.buoys, *match.state.course.tile})
    assert all(effect.space in on for effect in match.state.course.effects)


@pytest.mark.rule("SB-EXP-03", "SB-EXP-04")
def test_a_tile_that_would_overlap_is_laid_the_other_way() -> None:
    on = scene(boat((12, 6)), boat((9, 3)), name="practice", expansion=True)
    letter = at(0, 9)
    first = fit(on.race, golden(), letter, EAST, FACES[0])
    assert first == Extra(FACES[0], at(1, 9), EAST)
    on.state.extras = [Extra(FACES[2], at(3, 8), 5)]
    assert fit(on.race, golden(), letter, EAST, FACES[0]) == Extra(FACES[0], letter, 3)
    on.state.extras.append(Extra(FACES[4], at(-1, 9), 3))
    assert fit(on.race, golden(), letter, EAST, FACES[0]) is None


@pytest.mark.rule("SB-EXP-09")
def test_what_a_face_does_can_be_taught() -> None:
    on = scene(boat((12, 6)), boat((9, 3)), name="practice", expansion=True)
    on.match.apply(Teach("redoubt-1/front", ["ramp", "none", "none"]))
    assert on.state.faces["redoubt-1/front"] == ["ramp", "none", "none"]
    for face, effects in (
        ("redoubt-1/front", ["spin 1", "none", "none"]),
        ("redoubt-9/front", ["ramp"] * 3),
        ("current-1/back", ["none"]),
    ):
        with pytest.raises(IllegalAnswer):
            check_face(face, effects)
    assert EFFECTS["low_water"] == ("rocks 1", "rocks 2", "rocks 3")
    shown = effect_option("push 0 2", NAMES.index("SW"))
    assert shown.args == {"dir": "SW", "steps": 2}


@pytest.mark.rule("SB-EXP-09")
def test_a_ruling_of_the_table_is_kept_told_at_every_race_and_in_the_result() -> None:
    match = new_match(2, level="books", first_start_player="engine")
    (lesson,) = match.rulebook.open_lessons(match.state)
    match.apply(Teach(lesson.component, "Who lands on a buoy swims."))
    assert match.rulebook.open_lessons(match.state) == (lesson,)
    for wrong in ("", "x" * 121, 7):
        with pytest.raises(IllegalAnswer):
            match.apply(Teach("ruling", wrong))
    while match.state.stage != "turn":
        match.answer(match.open[0].seat, match.open[0].options[0].value)
    assert [tell.args["text"] for tell in match.tells if tell.key == "ruling"] == [
        "Who lands on a buoy swims."
    ]
    assert match.rulebook.result(match.state).notes["rulings"] == ["Who lands on a buoy swims."]

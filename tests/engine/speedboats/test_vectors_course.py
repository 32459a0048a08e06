"""Courses: arrows, gates, directions, and what cannot be built (5.4, V-133, V-146 to V-152)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from engine.speedboats import course as courses
from engine.speedboats.building import DRAWS, sailable
from engine.speedboats.course import (
    NoCourse,
    arrows_of,
    build,
    candidates,
    circles,
    cross_from,
    gate_choices,
    line_side,
    sweep,
    waypoints,
)
from engine.speedboats.hexes import DOCKS, NAMES, at, side_of
from engine.speedboats.search import Chart, shortest_way
from engine.speedboats.waters import Waters
from tests.engine.conformance import lots
from tests.engine.speedboats.kit import boat, course, golden, lake, new_match, pictured, scene, spaces, waters

A_SPOTS = ((16, 8), (6, 7), (7, 21))


def compass(side: int, turn: int) -> str:
    """Name the side of a line: left (1) or right (-1) of its direction, as its dock sees it."""
    return NAMES[(side + turn) % 6]


def angles(built: courses.Course) -> list[float]:
    """The three sweeps, rounded."""
    points = waypoints(built.buoys, built.side)
    return [round(sweep(arrow, *points[i : i + 3]), 2) for i, arrow in enumerate(built.arrows)]


def length(name: str, built: courses.Course) -> int:
    """How many spaces the shortest way has."""
    return shortest_way(Chart(Waters(lake(name).water, built)))


def summary(built: courses.Course) -> tuple[str, str, str, str]:
    """Arrows, gates, and the sides of start and finish."""
    arrows = "".join("L" if arrow > 0 else "R" for arrow in built.arrows)
    gates = " ".join(NAMES[gate] for gate in built.gates)
    return arrows, gates, compass(built.side, built.front), compass(built.side, built.approach)


@pytest.mark.rule(
    "SB-COURSE-11",
    "SB-COURSE-12",
    "SB-COURSE-13",
    "SB-COURSE-16",
    "SB-COURSE-17",
    "SB-COURSE-18",
    "SB-GATE-01",
    "SB-GATE-02",
    "SB-GATE-03",
    "SB-GATE-04",
)
def test_v09_the_course_of_the_picture() -> None:
    built = pictured()
    assert angles(built) == [326.94, 308.13, 316.79]
    assert summary(built) == ("LLR", "E NW SE", "E", "E")
    assert built.tile == spaces((-4, 16), (-4, 17), (-4, 18), (-4, 19))
    assert built.finish == at(-4, 20)


@pytest.mark.rule("SB-COURSE-12", "SB-COURSE-15", "SB-INV-18")
def test_v36_of_all_arrows_only_one_triple_makes_nobody_circle() -> None:
    built = pictured()
    good = [arrows for arrows in product((1, -1), repeat=3) if not circles(built.buoys, built.side, arrows)]
    assert good == [(1, 1, -1)]
    assert circles(built.buoys, built.side, (1, -1, -1)) == [2]
    points = waypoints(built.buoys, built.side)
    assert round(sweep(-1, *points[1:4]), 2) == 51.87


@pytest.mark.rule("SB-COURSE-12", "SB-COURSE-21", "SB-GATE-02", "SB-GATE-04")
@pytest.mark.parametrize(
    ("order", "arrows", "gates", "theta", "shortest"),
    [
        pytest.param((0, 1, 2), "LLR", "E NW SE", None, 67, id="v42"),
        pytest.param((0, 2, 1), "RRL", "NE SE NW", [310.87, 314.06, 299.00], 65, id="v37"),
        pytest.param((1, 0, 2), "RRR", "NW NE SE", [247.13, 277.80, 270.85], 52, id="v38"),
        pytest.param((1, 2, 0), "RLL", "NW SE NE", [299.00, 314.06, 310.87], 65, id="v39"),
        pytest.param((2, 0, 1), "LLL", "SE NE NW", None, 52, id="v40"),
        pytest.param((2, 1, 0), "LRR", "SE NW E", None, 67, id="v41"),
    ],
)
def test_the_buoys_of_the_picture_in_every_order(order, arrows, gates, theta, shortest) -> None:
    built = course("rulebook", "A", "SE", (-4, 15), *(A_SPOTS[i] for i in order))
    assert summary(built)[:2] == (arrows, gates)
    assert theta is None or angles(built) == theta
    assert length("rulebook", built) == shortest


@pytest.mark.rule(
    "SB-COURSE-06",
    "SB-COURSE-07",
    "SB-COURSE-08",
    "SB-COURSE-17",
    "SB-COURSE-18",
    "SB-COURSE-19",
    "SB-COURSE-21",
)
@pytest.mark.parametrize(
    ("on", "letter", "side", "buoys", "expected", "shortest"),
    [
        pytest.param("rulebook", "B", "W", [(-6, 19), (2, 18), (11, 18), (-3, 9)], ("RLL", "NW E NW", "NW", "NW"), 59, id="v43"),
        pytest.param("rulebook", "B", "NW", [(-3, 9), (11, 18), (-6, 19), (2, 18)], ("RRL", "E W E", "NE", "NE"), 75, id="v44"),
        pytest.param("practice", "A", "SE", [(-1, 6), (8, 8), (16, 8), (-1, 13)], ("RRR", "NW E SW", "E", "SW"), 44, id="v47"),
        pytest.param("practice", "A", "SE", [(-1, 6), (-1, 13), (8, 8), (16, 8)], ("LRR", "SW NW E", "SW", "E"), 46, id="v48"),
        pytest.param("practice", "A", "NW", [(16, 8), (-1, 6), (-1, 13), (8, 8)], ("LLR", "W SW NW", "W", "W"), 48, id="v49"),
        pytest.param("practice", "B", "SW", [(9, 2), (0, 9), (2, 18), (12, 17)], ("LLL", "W SW E", "W", "SE"), 53, id="v50"),
        pytest.param("practice", "C", "E", [(10, 15), (15, 5), (-1, 21), (-6, 19)], ("LRR", "NE SE W", "NE", "SE"), 57, id="v51"),
    ],
)  # fmt: skip
def test_courses_of_the_three_letters(on, letter, side, buoys, expected, shortest) -> None:  # noqa: PLR0917 - a table
    built = course(on, letter, side, *buoys)
    assert summary(built) == expected
    assert length(on, built) == shortest


@pytest.mark.rule("SB-COURSE-08", "SB-CRASH-06")
@pytest.mark.parametrize(
    ("side", "buoys", "tile", "finish", "wet"),
    [
        (
            "W",
            [(-6, 19), (2, 18), (11, 18), (-3, 9)],
            [(-7, 19), (-8, 19), (-9, 19), (-10, 19)],
            (-11, 19),
            True,
        ),
        ("NW", [(-3, 9), (11, 18), (-6, 19), (2, 18)], [(-3, 8), (-3, 7), (-3, 6), (-3, 5)], (-3, 4), False),
    ],
)
def test_the_finish_buoy_stands_on_water_or_on_land(side, buoys, tile, finish, wet) -> None:
    built = course("rulebook", "B", side, *buoys)
    assert built.tile == spaces(*tile)
    assert built.finish == at(*finish)
    assert (built.finish in lake("rulebook").water) == wet
    assert built.finish not in Waters(lake("rulebook").water, built).open


@pytest.mark.rule("SB-COURSE-12", "SB-COURSE-14", "SB-GATE-03")
@pytest.mark.parametrize(("arrow", "gate"), [(1, "E"), (-1, "W")])
def test_v45_straight_on_both_arrows_will_do(arrow: int, gate: str) -> None:
    zero, one, two, three = spaces((0, 0), (5, -5), (10, -15), (0, -15))
    points = waypoints((zero, one, two, three), 0)
    assert sweep(arrow, *points[0:3]) == pytest.approx(180)
    assert NAMES[candidates(arrow, *points[0:3])[0]] == gate
    assert 1 not in circles((zero, one, two, three), 0, (arrow, 1, 1))
    assert arrows_of((zero, one, two, three), 0)[0] == 1


@pytest.mark.rule("SB-GATE-04", "SB-COURSE-14")
@pytest.mark.parametrize(("arrow", "gate"), [(1, "NE"), (-1, "NW")])
def test_v46_straight_back_the_gate_that_boats_meet_earlier_is_taken(arrow: int, gate: str) -> None:
    zero, one, two, three = spaces((0, 0), (10, -15), (5, -5), (0, -15))
    points = waypoints((zero, one, two, three), 0)
    assert sweep(arrow, *points[0:3]) == pytest.approx(360)
    assert NAMES[candidates(arrow, *points[0:3])[0]] == gate


@pytest.mark.rule("SB-GATE-05")
def test_v52_a_gate_never_runs_through_the_start_tile() -> None:
    buoys = spaces((-4, 15), (-2, 14), (6, 7), (7, 21))
    four = (buoys[0], buoys[1], buoys[2], buoys[3])
    arrows = arrows_of(four, 5)
    assert arrows[0] == -1
    points = waypoints(four, 5)
    assert [NAMES[d] for d in candidates(-1, *points[0:3])] == ["W", "NW", "SW"]
    assert [NAMES[d] for d in next(gate_choices(lake("rulebook").water, four, 5, arrows))] == ["W", "NW"]


@pytest.mark.rule("SB-GATE-04", "SB-GATE-05", "SB-GATE-06")
def test_v133_gates_that_would_meet_are_skipped() -> None:
    span = range(-8, 9)
    water = frozenset(at(q, r) for q in span for r in span if -8 <= q + r <= 8)
    buoys = spaces((-8, 5), (-4, 2), (1, 1), (8, 0))
    built = build(water, "A", (buoys[0], buoys[1], buoys[2], buoys[3]), NAMES.index("NE"))
    assert summary(built)[:2] == ("RRR", "NE NE E")
    assert angles(built) == [188.21, 183.30, 357.57]
    choices = list(gate_choices(water, built.buoys, built.side, built.arrows))
    points = waypoints(built.buoys, built.side)
    assert {"NW", "W"} <= {NAMES[d] for d in candidates(-1, *points[0:3])}
    assert {2, 3}.isdisjoint(choices[0])
    assert NAMES[candidates(-1, *points[1:4])[0]] == "NW"
    assert 2 not in choices[1]


@pytest.mark.rule("SB-GATE-08", "SB-GATE-04")
def test_v150_candidates_lie_within_a_quarter_turn_of_the_middle() -> None:
    built = pictured()
    choices = next(gate_choices(lake("rulebook").water, built.buoys, built.side, built.arrows))
    assert [NAMES[d] for d in choices] == ["E", "NE", "SE"]
    assert built.gates[0] == choices[0]


@pytest.mark.rule("SB-GATE-09", "SB-GATE-10", "SB-HEX-06")
def test_v151_the_near_side_of_a_gate() -> None:
    built = pictured()
    gate, arrow, buoy = built.gates[0], built.arrows[0], built.buoys[1]
    assert arrow * side_of(gate, buoy, at(16, 9)) < 0 < arrow * side_of(gate, buoy, at(17, 7))
    assert (DOCKS[gate], DOCKS[cross_from(gate, arrow)]) == ("black", "red")


@pytest.mark.rule("SB-COURSE-09", "SB-COURSE-05")
def test_v147_land_under_the_start_tile_counts_as_water() -> None:
    buoys = spaces((-1, 9), (16, 8), (6, 7), (7, 21))
    built = build(lake("rulebook").water, "A", (buoys[0], buoys[1], buoys[2], buoys[3]), 0)
    assert built.tile == spaces((0, 9), (1, 9), (2, 9), (3, 9))
    assert at(2, 9) not in lake("rulebook").water
    assert at(2, 9) in Waters(lake("rulebook").water, built).open


@pytest.mark.rule("SB-COURSE-10")
def test_v148_a_buoy_under_the_finish_buoy_makes_no_course() -> None:
    buoys = spaces((-4, 15), (16, 8), (6, 7), (-4, 20))
    with pytest.raises(NoCourse, match="tile_on_buoy"):
        build(lake("rulebook").water, "A", (buoys[0], buoys[1], buoys[2], buoys[3]), 5)


@pytest.mark.rule("SB-GATE-07")
def test_v152_a_buoy_without_a_gate_makes_no_course(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "candidates", lambda *_: [])
    with pytest.raises(NoCourse, match="no_gate"):
        build(lake("rulebook").water, "A", pictured().buoys, 5)


@pytest.mark.rule("SB-COURSE-21")
def test_a_course_behind_land_cannot_be_sailed() -> None:
    built = golden()
    around = {space for space in lake().water if abs((space >> 7) - (built.buoys[1] >> 7)) > 2}
    assert shortest_way(Chart(Waters(frozenset(around), built))) == 0


@pytest.mark.rule("SB-COURSE-21", "SB-PLACE-04")
def test_a_course_without_room_for_every_boat_is_drawn_again() -> None:
    zero, one, two, three = spaces((-3, -2), (-1, 6), (-1, 13), (8, 8))
    few, many = (scene(*[boat((12, 6))] * seats, name="practice").race for seats in (2, 6))
    assert sailable(few, (zero, one, two, three), NAMES.index("E")).tile
    with pytest.raises(NoCourse, match="no_room_to_start"):
        sailable(many, (zero, one, two, three), NAMES.index("E"))


@pytest.mark.rule("SB-COURSE-19")
@pytest.mark.parametrize(
    ("n", "ahead", "arrow", "side"),
    [
        (1, True, -1, 1),
        (1, True, 1, -1),
        (1, False, -1, -1),
        (3, True, -1, -1),
        (3, False, -1, 1),
        (3, False, 1, -1),
    ],
)
def test_on_the_axis_of_the_line_the_arrow_decides(n, ahead, arrow, side) -> None:
    on_axis = (9, 0) if ahead else (-3, 0)
    points = [(0, 0), (0, 5), (0, 6), (0, 7)]
    points[n] = on_axis
    zero, one, two, three = spaces(*points)
    assert line_side((zero, one, two, three), 0, n, arrow) == side


# --- drawing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-COURSE-03", "SB-COURSE-02", "SB-COURSE-04")
def test_v146_every_order_of_the_buoys_comes_up() -> None:
    drawn = Counter(DRAWS[lots(seed)("buoys 1 0")(24)] for seed in range(2000))
    assert set(drawn) == set(DRAWS)
    land = [mark.space in lake().water for letter in "ABC" for mark in lake().letters(letter)]
    assert True in land
    assert False in land


def to_course(**options: Any) -> Any:
    """A match at the building of its first course."""
    match = new_match(2, lake="pack", first_start_player="engine", **options)
    while match.state.stage != "course":
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
    return match


@pytest.mark.rule(
    "SB-COURSE-01",
    "SB-COURSE-04",
    "SB-COURSE-05",
    "SB-COURSE-07",
    "SB-COURSE-16",
    "SB-COURSE-20",
    "SB-GATE-10",
)
def test_the_box_draws_and_tells_the_course_step_by_step() -> None:
    match = to_course()
    match.answer(match.open[0].seat, "1320")
    told = {tell.key: dict(tell.args) for tell in match.tells}
    assert told["race_begins"] == {"race": 1, "letter": "A"}
    assert told["start_tile"]["dir"] == "W"
    stands = {t.args["buoy"]: t.args["slot"] for t in match.tells if t.key == "buoy_stands"}
    assert stands == {1: "NW", 3: "N", 2: "NE", 0: "SW"}
    assert set(told["arrows"]) == {"first", "second", "third"}
    assert len([t for t in match.tells if t.key == "gate"]) == 3
    assert match.open[0].key == "course_ready"


@pytest.mark.rule("SB-COURSE-04")
def test_the_table_draws_and_enters_the_buoys_spot_by_spot() -> None:
    match = to_course(buoy_draw="table")
    for n in "203":
        assert match.open[0].key == "buoy_on"
        match.answer("table", n)
    assert match.open[0].key == "course_ready"
    assert match.state.course is not None
    assert match.state.draw == "2031"


@pytest.mark.rule("SB-COURSE-10", "SB-COURSE-21", "SB-GATE-07")
def test_what_makes_no_course_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = to_course()
    real = courses.build
    failed: list[Any] = []

    def once(*args: Any) -> courses.Course:
        if not failed:
            failed.append(args)
            raise NoCourse("no_gate")
        return real(*args)

    monkeypatch.setattr(courses, "build", once)
    match.answer(match.open[0].seat, "0123")
    assert match.tells[-1].key == "draw_again"
    assert match.open[0].key == "buoys"
    assert "0123" not in [option.value for option in match.open[0].options]


@pytest.mark.rule("SB-COURSE-21")
def test_a_letter_without_any_course_leaves_the_race_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> courses.Course:
        raise NoCourse("no_gate")

    monkeypatch.setattr(courses, "build", never)
    match = to_course(buoy_draw="engine")
    while match.state.stage == "course":
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
    assert "no_course" in [tell.key for tell in match.tells]
    assert match.state.stage == "repair"
    assert [sheet.points for sheet in match.state.sheets[0]] == [0, 0]


def test_a_lake_names_itself_by_its_course() -> None:
    assert repr(waters()) == "Waters(A, buoy 0 on -4,15)"

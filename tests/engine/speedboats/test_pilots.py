"""The pilots: what they look at, and that the strong one is worth its time (section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.speedboats.hexes import NAMES, at
from engine.speedboats.pilots import Weak
from engine.speedboats.search import EXACT, FEWER, Chart
from engine.speedboats.turnmap import AT_WILL, Outlook, TurnMap, rolls
from engine.speedboats.waters import Progress
from tests.bench.speedboats import strong_against_weak
from tests.engine.conformance import lots
from tests.engine.speedboats.kit import Scene, boat, books, new_match, play_out, scene, waters


def decide(on: Scene, level: str = "weak", seed: int = 1) -> Any:
    """What a pilot answers to the open question; it must be legal."""
    question = on.question
    pilot = on.match.rulebook.pilot(level)
    view = on.match.rulebook.view(on.state, None)
    value = pilot.answer(view, question, lots(seed)("pilot"))
    question.read(value)
    return value


@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_that_can_finish_does(level: str) -> None:
    on = scene(boat((-1, 17), "SW", "111", leg=4), boat((9, 3)), stage="steer")
    value = decide(on, level)
    on.answer(value)
    assert on.boat().status == "finished"


@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_slows_down_before_land(level: str) -> None:
    on = scene(boat((17, 8), "NE", "333", leg=1, damage=3), boat((9, 3)))
    assert decide(on, level).startswith("-")


@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_starts_its_engine(level: str) -> None:
    on = scene(boat((-4, 17), "E"), boat((9, 3)))
    assert {decide(on, level, seed) for seed in range(8)} == {"+"}


@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_begins_on_the_tile_with_its_bow_to_the_front(level: str) -> None:
    match = new_match(2, lake="pack", first_start_player="engine")
    while match.state.stage != "place":
        question = match.open[0]
        match.answer(question.seat, question.options[0].value)
    on = Scene(match)
    assert decide(on, level) in ("S1", "S2", "S3", "S4")
    on.answer(decide(on, level))
    course = on.state.course
    assert course is not None
    bow = NAMES.index(decide(on, level))
    assert (bow - course.side) * course.front % 6 in (0, 1, 2, 3)


def test_a_pilot_enters_whole_pools_and_results_of_the_books() -> None:
    assert decide(books(boat(dice="12"), boat(), dice_entry="final")) in {
        f"{a}{b}" for a in "123" for b in "123"
    }
    on = books(boat(dice="12", turns=4), boat(), stage="steer")
    assert {decide(on, "weak", seed) for seed in range(40)} <= {"all", "crash", "1"}
    distances = books(boat(dice="12"), boat(), stage="steer", steer_entry="three")
    assert decide(distances) in range(4)
    assert decide(books(boat(dice="1"), boat())) == "+"
    assert decide(books(boat(dice="1133"), boat())) == "-3"


def test_other_questions_get_any_legal_answer() -> None:
    match = new_match(2)
    assert isinstance(match.rulebook.pilot("weak"), Weak)
    assert decide(Scene(match)) in [option.value for option in match.open[0].options]


def test_the_map_counts_turns_to_the_finish() -> None:
    on = waters()
    chart = Chart(on, FEWER)
    found = TurnMap(chart, AT_WILL)
    last = chart.stage(Progress(4))
    assert found.turns(at(-1, 17), NAMES.index("W"), last) == 1
    assert found.turns(at(2, 17), NAMES.index("W"), last) == 2
    assert found.turns(at(0, 0), 0, chart.goal) == 0
    first = chart.stage(Progress(0))
    assert min(found.turns(space, d, first) for space in on.tile for d in range(6)) >= 67 // 4
    assert chart.stage(Progress(2, -3, 5)) == chart.stage(Progress(2, -1, 0))
    assert Chart(on).stage(Progress(2, -3, 5)) == EXACT.index(Progress(2, -1, 1))


def test_what_cannot_be_reached_is_far_away() -> None:
    assert TurnMap(Chart(waters(), FEWER), AT_WILL).turns(at(16, 8), 0, 0) == 40


def test_the_outlook_fears_crashes_and_loves_the_finish() -> None:
    on = Outlook(Chart(waters()))
    stage = on.chart.stage(Progress(4))
    assert on.best(at(-1, 17), NAMES.index("W"), stage, 3, 1, 0, ()) == 0
    free = on.best(at(-2, 16), 0, on.chart.stage(Progress(1)), 7, 3, 0, ())
    stuck = on.best(at(-2, 16), 0, on.chart.stage(Progress(1)), 10, 4, 0, ())
    sunk = on.best(at(-2, 16), 0, on.chart.stage(Progress(1)), 12, 4, 1, ())
    assert free < stuck < sunk
    assert on.best(at(-2, 16), 0, on.chart.stage(Progress(1)), 1, 1, 0, {at(-1, 16), at(-2, 16)}) > 0


def test_chances_of_totals_sum_to_one() -> None:
    for number in range(6):
        assert sum(chance for _, chance in rolls(number)) == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 6])
def test_strong_pilots_finish_their_races(seats: int) -> None:
    match = play_out(new_match(seats, races=1, lake="pack", last_boat="play_on"), 2, level="strong")
    assert sum(sheet.place > 0 for sheet in match.state.sheets[0]) >= seats - 1


def test_the_strong_pilot_is_ahead_of_the_weak_one() -> None:
    ahead = strong_against_weak(16)
    assert ahead["strong"] >= 10

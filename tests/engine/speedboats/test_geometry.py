"""Geometry as properties: turned and mirrored lakes, a naive walker, rounding as an angle, courses backwards."""

from __future__ import annotations

from itertools import permutations
from math import isclose
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.speedboats.course import NoCourse, build, circles, line, sweep, waypoints
from engine.speedboats.hexes import STEPS, VECTORS, at, axial, bearing, side, side_of
from engine.speedboats.search import Chart, shortest_way
from engine.speedboats.waters import DONE, Progress, Waters
from tests.engine.speedboats.kit import lake, waters

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.speedboats.course import Course


POINT = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
SEEDS = st.integers(0, 2**30)
many = settings(max_examples=60, deadline=None)


def random_course(rng: Random) -> tuple[frozenset[int], Course] | None:
    """A course of any four buoys on any islands of a round lake; None where the buoys make none."""
    span = range(-12, 13)
    water = {at(q, r) for q in span for r in span if -12 <= q + r <= 12}
    water -= {space for space in sorted(water) if rng.random() < 0.12}
    spots = rng.sample(sorted(water), 4)
    try:
        return frozenset(water), build(
            frozenset(water), "A", (spots[0], spots[1], spots[2], spots[3]), rng.randrange(6)
        )
    except NoCourse:
        return None


def walk(on: Waters, rng: Random, leg: int, length: int = 60) -> list[int]:
    """Any walk over neighbouring spaces of the lake, as directions; begins on any space (the first entry)."""
    space = rng.choice(sorted(on.open))
    found = [space]
    for _ in range(length):
        d = rng.randrange(6)
        if space + STEPS[d] in on.open:
            found.append(d)
            space += STEPS[d]
    del leg
    return found


def events(on: Waters, way: list[int], leg: int) -> list[tuple[int, str]]:
    """What a walk means, step by step."""
    space, now, found = way[0], Progress(leg), []
    for number, d in enumerate(way[1:]):
        if now.leg == DONE:
            break
        now, event = on.step(now, space, d)
        space += STEPS[d]
        if event:
            found.append((number, event))
    return found


# --- hexagons -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-HEX-01")
@given(point=POINT, d=st.integers(0, 5))
def test_a_step_changes_a_side_by_one_at_most(point: tuple[int, int], d: int) -> None:
    for step in range(6):
        q, r = VECTORS[step]
        change = side(d, point[0] + q, point[1] + r) - side(d, *point)
        assert change == (0, 1, 1, 0, -1, -1)[(step - d) % 6]


@pytest.mark.rule("SB-HEX-01", "SB-GATE-02")
@given(point=POINT)
def test_a_sixth_of_a_turn_adds_sixty_degrees(point: tuple[int, int]) -> None:
    assume(point != (0, 0))
    q, r = axial(turned(at(*point)))
    assert isclose((bearing(q, r) - bearing(*point)) % 360, 60)
    assert [bearing(*VECTORS[d]) for d in range(6)] == pytest.approx([60 * d for d in range(6)])


@pytest.mark.rule("SB-HEX-05", "SB-HEX-04")
@many
@given(seed=SEEDS)
def test_the_clear_distance_is_what_a_naive_walker_finds(seed: int) -> None:
    made = random_course(Random(seed))
    assume(made is not None)
    assert made is not None
    on = Waters(*made)
    blocked = {*made[1].buoys, made[1].finish}
    wet = made[0] | set(line(made[1].buoys[0], made[1].side))
    for space in Random(seed).sample(sorted(on.open), 40):
        for d in range(6):
            count, ahead = 0, space + STEPS[d]
            while ahead in wet and ahead not in blocked:
                count, ahead = count + 1, ahead + STEPS[d]
            assert on.clear(space, d) == count


# --- the whole lake turned and mirrored -----------------------------------------------------------------------------


def turned(space: int) -> int:
    """Turn a space by 60 degrees to the left about (0, 0)."""
    q, r = axial(space)
    return at(q + r, -q)


def mirrored(space: int) -> int:
    """Mirror a space about the axis E-W, so that NE becomes SE."""
    q, r = axial(space)
    return at(q + r, -r)


def moved(
    made: tuple[frozenset[int], Course], change: Callable[[int], int], direction: Callable[[int], int]
) -> tuple[frozenset[int], Course]:
    """The same course on a changed lake."""
    water, course = made
    zero, one, two, three = (change(buoy) for buoy in course.buoys)
    lake_ = frozenset(change(space) for space in water)
    return lake_, build(lake_, "A", (zero, one, two, three), direction(course.side))


@pytest.mark.rule("SB-INV-16")
@many
@given(seed=SEEDS)
def test_a_lake_turned_by_sixty_degrees_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    made = random_course(rng)
    assume(made is not None)
    assert made is not None
    other = moved(made, turned, lambda d: (d + 1) % 6)
    assert other[1].arrows == made[1].arrows
    assert other[1].gates == tuple((gate + 1) % 6 for gate in made[1].gates)
    assert (other[1].front, other[1].approach) == (made[1].front, made[1].approach)
    on, on_other = Waters(*made), Waters(*other)
    for leg in range(5):
        way = walk(on, rng, leg)
        way_other = [turned(way[0]), *((d + 1) % 6 for d in way[1:])]
        assert events(on, way, leg) == events(on_other, way_other, leg)
    assert shortest_way(Chart(on)) == shortest_way(Chart(on_other))


@pytest.mark.rule("SB-INV-16")
@many
@given(seed=SEEDS)
def test_a_mirrored_lake_exchanges_left_and_right(seed: int) -> None:
    rng = Random(seed)
    made = random_course(rng)
    assume(made is not None)
    assert made is not None
    assume(not straight(made[1]))
    other = moved(made, mirrored, lambda d: -d % 6)
    assert other[1].arrows == tuple(-arrow for arrow in made[1].arrows)
    assert other[1].gates == tuple(-gate % 6 for gate in made[1].gates)
    assert (other[1].front, other[1].approach) == (-made[1].front, -made[1].approach)
    on, on_other = Waters(*made), Waters(*other)
    for leg in range(5):
        way = walk(on, rng, leg)
        way_other = [mirrored(way[0]), *(-d % 6 for d in way[1:])]
        assert events(on, way, leg) == events(on_other, way_other, leg)


def straight(course: Course) -> bool:
    """Whether both arrows would do at some buoy."""
    return any(not circles(course.buoys, course.side, [a if i == k else 0 for i, a in enumerate(course.arrows)])
               and not circles(course.buoys, course.side, [-a if i == k else 0 for i, a in enumerate(course.arrows)])
               for k in range(3))  # fmt: skip


@pytest.mark.rule("SB-INV-18", "SB-COURSE-12", "SB-GATE-02")
@many
@given(seed=SEEDS)
def test_exactly_one_arrow_will_do_and_sweeps_half_a_turn(seed: int) -> None:
    made = random_course(Random(seed))
    assume(made is not None)
    assert made is not None
    course = made[1]
    points = waypoints(course.buoys, course.side)
    for k in range(3):
        good = [
            a
            for a in (1, -1)
            if not circles(course.buoys, course.side, [a if i == k else 0 for i in range(3)])
        ]
        assert course.arrows[k] in good
        assert sweep(course.arrows[k], *points[k : k + 3]) >= 180 - 1e-6
        if len(good) == 2:
            assert min(sweep(a, *points[k : k + 3]) for a in good) >= 180 - 1e-6


@pytest.mark.rule("SB-INV-17")
def test_all_courses_of_the_practice_lake_can_be_sailed_backwards() -> None:
    for letter in "ABC":
        for order in list(permutations(lake().letters(letter)))[::3]:
            zero, one, two, three = (mark.space for mark in order)
            there = build(lake().water, letter, (zero, one, two, three), order[0].side)
            back = build(lake().water, letter, (zero, three, two, one), order[0].side)
            assert back.arrows == tuple(-arrow for arrow in reversed(there.arrows))
            assert (back.front, back.approach) == (there.approach, there.front)
            length = shortest_way(Chart(Waters(lake().water, there)))
            assert length == shortest_way(Chart(Waters(lake().water, back)))
            assert 44 <= length <= 80


# --- rounding as an angle -------------------------------------------------------------------------------------------


class Winding:
    """Rounding decided by adding up angles (SB-ROUND-12), for comparison with the counted crossings.

    For the open buoy it adds the turns of the bearing from the buoy to the boat, in arrow sense, from the direction
    of the waypoint before; the buoy is rounded when the sum reaches the gate's angle.
    """

    def __init__(self, course: Course, leg: int, space: int) -> None:
        self.course = course
        self.points = waypoints(course.buoys, course.side)
        self.leg = leg
        self.last = self.angle(leg, space, self.start(leg))
        self.behind = 0.0
        if leg > 1:
            self.behind = self.after_loss(leg - 1, space)

    def start(self, leg: int) -> float:
        """The bearing of the waypoint before a buoy."""
        (bq, br), (pq, pr) = self.points[leg], self.points[leg - 1]
        return bearing(pq - bq, pr - br)

    def to(self, leg: int, space: int) -> float:
        """The bearing of a space from a buoy."""
        (q, r), (bq, br) = axial(space), axial(self.course.buoys[leg])
        return bearing(q - bq, r - br)

    def gate(self, leg: int) -> float:
        """G: the angle in arrow sense from the waypoint before to the gate, in (0, 360)."""
        return self.course.arrows[leg - 1] * (60 * self.course.gates[leg - 1] - self.start(leg)) % 360

    def angle(self, leg: int, space: int, start: float) -> float:
        """The first turn of a leg, in (-180, 180], in arrow sense."""
        turn = (self.to(leg, space) - start + 180) % 360 - 180
        return self.course.arrows[leg - 1] * (180 if turn == -180 else turn)

    def after_loss(self, leg: int, space: int) -> float:
        """A of the buoy before, taken anew in [G, G + 360)."""
        swept = self.course.arrows[leg - 1] * (self.to(leg, space) - self.start(leg))
        gate = self.gate(leg)
        return gate + (swept - gate + 1e-9) % 360 - 1e-9

    def step(self, old: int, new: int) -> str:
        """Go one step; returns "rounded", "lost" or nothing."""
        if self.leg > 1:
            before = self.leg - 1
            self.behind += self.turned(before, old, new)
            if self.behind < self.gate(before) - 1e-6:
                self.last, self.leg = self.behind, before
                self.behind = self.after_loss(before - 1, new) if before > 1 else 0.0
                return "lost"
        if self.leg == 4:
            return ""
        self.last += self.turned(self.leg, old, new)
        if self.last >= self.gate(self.leg) - 1e-6:
            self.behind, self.leg = self.last, self.leg + 1
            self.last = self.angle(self.leg, new, self.start(self.leg)) if self.leg < 4 else 0.0
            return "rounded"
        return ""

    def turned(self, leg: int, old: int, new: int) -> float:
        """How far the bearing from a buoy turns in one step, in arrow sense."""
        return self.course.arrows[leg - 1] * ((self.to(leg, new) - self.to(leg, old) + 180) % 360 - 180)


@pytest.mark.rule("SB-INV-15", "SB-ROUND-06", "SB-ROUND-07", "SB-ROUND-10", "SB-ROUND-12")
@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_counted_crossings_are_swept_angles(seed: int) -> None:
    rng = Random(seed)
    made = random_course(rng)
    assume(made is not None)
    assert made is not None
    on = Waters(*made)
    way = toward_gates(on, rng)
    now, space = Progress(1), way[0]
    angle = Winding(made[1], 1, space)
    assume(abs(angle.last) < 150)  # a boat begins near its waypoint, not behind the buoy
    assume(angle.last < angle.gate(1) - 1e-6)
    for d in way[1:]:
        now, event = on.step(now, space, d)
        if now.leg == DONE:
            assert event == "finished"
            break
        assert angle.step(space, space + STEPS[d]) == event, (axial(space), d, now, angle.leg)
        space += STEPS[d]
        assert angle.leg == now.leg


def toward_gates(on: Waters, rng: Random) -> list[int]:
    """A walk that begins at the start tile and mostly circles the buoy of its leg."""
    space, now = rng.choice(on.tile), Progress(1)
    found = [space]
    for _ in range(150):
        choices = [d for d in range(6) if space + STEPS[d] in on.open]
        if not choices:
            break
        buoy = on.course.buoys[min(now.leg, 3)]
        keen = [d for d in choices if on.course.arrows[min(now.leg, 3) - 1] * _turn(buoy, space, d) > 0]
        d = rng.choice(keen if keen and rng.random() < 0.8 else choices)
        now, _event = on.step(now, space, d)
        found.append(d)
        space += STEPS[d]
        if now.leg == DONE:
            break
    return found


def _turn(buoy: int, space: int, d: int) -> float:
    (bq, br), (q, r), (nq, nr) = axial(buoy), axial(space), axial(space + STEPS[d])
    return (bearing(nq - bq, nr - br) - bearing(q - bq, r - br) + 180) % 360 - 180


@pytest.mark.rule("SB-GATE-09")
def test_a_step_onto_a_gate_comes_from_the_side_it_says() -> None:
    on = waters()
    for i, (gate, arrow) in enumerate(zip(on.course.gates, on.course.arrows, strict=True)):
        for space in on.rows[i] & on.open:
            for d in range(6):
                from_near = arrow * side_of(gate, on.course.buoys[i + 1], space - STEPS[d]) < 0
                assert (on.crossing[d][i] > 0) == from_near

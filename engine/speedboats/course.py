"""A course: buoys, line, arrows and gates, worked out from where the buoys stand (3.5, 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from engine.speedboats.hexes import STEPS, VECTORS, axial, bearing, side_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEFT, RIGHT = 1, -1
"""An arrow or a side: left is counter-clockwise (SB-COMP-05)."""
TILE_SPACES = 4
LONGEST = 48
"""No row of spaces on any lake is longer."""
NEARLY = 1e-6

Point: TypeAlias = tuple[int, int]
"""A waypoint in doubled axial coordinates, so that the middle of the tile is a whole one too (SB-COURSE-13)."""


class Effect(msgspec.Struct, frozen=True):
    """What a space of an expansion tile does (SB-EXP-09): `d` and `n` as the effect needs them."""

    space: int
    kind: str
    d: int = 0
    n: int = 0


class Course(msgspec.Struct, frozen=True):
    """A built course. `side` is the line's direction, seen from buoy 0 along the tile; `front` and `approach` say on
    which side of it boats go to at the start and come from at the finish (1 left, -1 right).
    """

    letter: str
    buoys: tuple[int, int, int, int]
    side: int
    arrows: tuple[int, int, int]
    gates: tuple[int, int, int]
    front: int
    approach: int
    effects: tuple[Effect, ...] = ()

    @property
    def tile(self) -> tuple[int, ...]:
        """The spaces S1 to S4 (SB-COURSE-06)."""
        return line(self.buoys[0], self.side)

    @property
    def finish(self) -> int:
        """Where the finish buoy stands (SB-COURSE-07)."""
        return self.buoys[0] + 5 * STEPS[self.side]


class NoCourse(ValueError):
    """The buoys make no course; the argument is the text key of the reason (E15)."""


def line(buoy: int, d: int) -> tuple[int, ...]:
    """Return the four spaces of the start tile that is attached to a buoy in direction *d* (SB-COURSE-05, -06)."""
    return tuple(buoy + k * STEPS[d] for k in range(1, TILE_SPACES + 1))


def doubled(space: int) -> Point:
    """Return a space as a waypoint."""
    q, r = axial(space)
    return 2 * q, 2 * r


def waypoints(buoys: tuple[int, int, int, int], d: int) -> tuple[Point, ...]:
    """The middle of the tile, the three buoys, and the middle again (SB-COURSE-13)."""
    (q2, r2), (q3, r3) = (axial(space) for space in line(buoys[0], d)[1:3])
    middle = (q2 + q3, r2 + r3)
    return (middle, *(doubled(buoy) for buoy in buoys[1:]), middle)


def bend(before: Point, buoy: Point, after: Point) -> int:
    """Which way the course bends at a buoy: positive left, negative right, 0 straight on or back (SB-COURSE-12)."""
    uq, ur = buoy[0] - before[0], buoy[1] - before[1]
    vq, vr = after[0] - buoy[0], after[1] - buoy[1]
    return ur * vq - uq * vr


def arrows_of(buoys: tuple[int, int, int, int], d: int) -> tuple[int, int, int]:
    """Set the arrows so that nobody sails a full circle; left where both would do (SB-COURSE-11 to -15)."""
    points = waypoints(buoys, d)
    found = [RIGHT if bend(*points[i : i + 3]) < 0 else LEFT for i in range(3)]
    return found[0], found[1], found[2]


def circles(buoys: tuple[int, int, int, int], d: int, arrows: Sequence[int]) -> list[int]:
    """Return the buoys (1 to 3) whose arrow would make boats circle (SB-COURSE-12, -15)."""
    points = waypoints(buoys, d)
    return [i + 1 for i, arrow in enumerate(arrows) if bend(*points[i : i + 3]) * arrow < 0]


def sweep(arrow: int, before: Point, buoy: Point, after: Point) -> float:
    """Return theta: the angle a boat goes round the buoy, in arrow sense, in (0, 360] (SB-GATE-02)."""
    turned = arrow * (towards(buoy, after) - towards(buoy, before)) % 360
    return turned if NEARLY < turned < 360 - NEARLY else 360.0


def towards(origin: Point, point: Point) -> float:
    """Return the bearing of a waypoint from another."""
    return bearing(point[0] - origin[0], point[1] - origin[1])


def candidates(arrow: int, before: Point, buoy: Point, after: Point) -> list[int]:
    """Return the directions a gate may have, best first (SB-GATE-03, -04)."""
    start = towards(buoy, before)
    beta = start + arrow * sweep(arrow, before, buoy, after) / 2
    ranked: list[tuple[float, float, int]] = []
    for d in range(6):
        off = abs((60 * d - beta + 180) % 360 - 180)
        if off < 90 - NEARLY:
            ranked.append((round(off, 5), arrow * (60 * d - start) % 360, d))
    return [d for _, _, d in sorted(ranked)]


def row(buoy: int, d: int) -> frozenset[int]:
    """Return the spaces of a gate, across islands and other buoys to the end of any map (SB-GATE-01)."""
    return frozenset(buoy + k * STEPS[d] for k in range(1, LONGEST))


def gate_choices(
    water: frozenset[int], buoys: tuple[int, int, int, int], d: int, arrows: tuple[int, int, int]
) -> Iterator[list[int]]:
    """Go through buoys 1 to 3 with the gate directions that are not skipped (SB-GATE-05, -06)."""
    points, tile = waypoints(buoys, d), line(buoys[0], d)
    lake = water | frozenset(tile)
    before: frozenset[int] = frozenset()
    for i in range(3):
        buoy = buoys[i + 1]
        choices: list[int] = []
        for gate in candidates(arrows[i], *points[i : i + 3]):
            spaces = row(buoy, gate) & lake
            if (i != 1 and not spaces.isdisjoint(tile)) or not spaces.isdisjoint(before):
                continue
            choices.append(gate)
        yield choices
        before = row(buoy, choices[0]) & lake if choices else frozenset()


def line_side(buoys: tuple[int, int, int, int], d: int, n: int, arrow: int) -> int:
    """On which side of the line buoy *n* lies; on its axis the arrow decides (SB-COURSE-17 to -19)."""
    found = side_of(d, buoys[0], buoys[n])
    if found:
        return LEFT if found > 0 else RIGHT
    q, r = (b - a for a, b in zip(axial(buoys[0]), axial(buoys[n]), strict=True))
    ahead = q * VECTORS[d][0] + r * VECTORS[d][1] > 0
    way = (d if ahead else d + 3) % 6 if n == 1 else (d + 3 if ahead else d) % 6
    same = way == d  # looking along the line, or against it: then its left is the way's right
    return -arrow if same else arrow


def build(water: frozenset[int], letter: str, buoys: tuple[int, int, int, int], d: int) -> Course:
    """Build a course.

    Raises:
        NoCourse: the finish buoy or the tile falls on a buoy (SB-COURSE-10), or a buoy has no gate (SB-GATE-07).

    """
    finish = buoys[0] + 5 * STEPS[d]
    if not {finish, *line(buoys[0], d)}.isdisjoint(buoys[1:]):
        raise NoCourse("tile_on_buoy")
    arrows = arrows_of(buoys, d)
    gates: list[int] = []
    for choices in gate_choices(water, buoys, d, arrows):
        if not choices:
            raise NoCourse("no_gate")
        gates.append(choices[0])
    front, approach = line_side(buoys, d, 1, arrows[0]), line_side(buoys, d, 3, arrows[2])
    return Course(letter, buoys, d, arrows, (gates[0], gates[1], gates[2]), front, approach)


def cross_from(gate: int, arrow: int) -> int:
    """Return the direction that names the side from which a gate is crossed (SB-GATE-10)."""
    return (gate - arrow) % 6

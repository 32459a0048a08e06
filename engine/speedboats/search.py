"""Searches over a whole lake at once: sets of spaces are the bits of one number (SB-COURSE-21, section 7).

Backward from the finish: which spaces, with which progress, reach it in how many steps or turns. Crossings are kept
exactly as far as a way to the finish needs them (n from -1, w to 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.speedboats.hexes import STRIDE, VECTORS
from engine.speedboats.waters import DONE, Progress, advance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.speedboats.waters import Waters

Sets: TypeAlias = list[int]
"""One set of spaces for every progress."""

GOAL = Progress(DONE)
STAGES = (
    Progress(0),
    *(Progress(1, n) for n in (0, -1)),
    *(Progress(leg, n, w) for leg in (2, 3) for n in (0, -1) for w in (0, 1)),
    *(Progress(4, 0, w) for w in (0, 1)),
    GOAL,
)
NUMBER = {stage: number for number, stage in enumerate(STAGES)}


def stage_of(progress: Progress) -> int:
    """Return the number of a progress, with its counters clipped."""
    found = NUMBER.get(progress)
    if found is None:
        leg, n, w = progress
        found = NUMBER[Progress(leg, max(n, -1), min(w, 1))]
    return found


class Chart:
    """The steps of a lake as sets: `into[stage]` lists (direction, spaces to step from, stage before) that lead there.

    Bits count the spaces row by row, with a blocked column between the rows; `steps` are the directions as shifts.
    """

    def __init__(self, waters: Waters) -> None:
        self.waters = waters
        spaces = [divmod(space, STRIDE) for space in waters.lake]
        west, east = min(q for _, q in spaces), max(q for _, q in spaces)
        self.width = east - west + 2
        self.first = min(r for r, _ in spaces) * self.width + west
        self.steps = tuple(r * self.width + q for q, r in VECTORS)
        self.open = self.bits(waters.open)
        self.tile = self.bits(waters.on_tile)
        rows = [self.bits(row & waters.lake) for row in waters.rows]
        self.into = self._into([self._ways(d, rows) for d in range(6)])

    def bit(self, space: int) -> int:
        """Return the number of a space's bit."""
        return (space >> 7) * self.width + (space & 127) - self.first

    def bits(self, spaces: Iterable[int]) -> int:
        """Make a set."""
        found = 0
        for space in spaces:
            found |= 1 << self.bit(space)
        return found

    def back(self, spaces: int, d: int) -> int:
        """Return the spaces from which a step in direction *d* leads into *spaces*."""
        step = self.steps[d]
        return spaces >> step if step > 0 else spaces << -step

    def _into(
        self, ways: list[list[list[tuple[int, int]]]]
    ) -> list[list[tuple[int, int, list[tuple[int, int]]]]]:
        """Sort the ways by the stage they lead into: direction, shift, and (spaces, stage before)."""
        return [
            [(d, self.steps[d], ways[d][stage]) for d in range(6) if ways[d][stage]]
            for stage in range(len(STAGES))
        ]

    def _ways(self, d: int, rows: list[int]) -> list[list[tuple[int, int]]]:
        waters = self.waters
        movable = self.open & self.back(self.open, d)
        sign = waters.crossing[d]
        masks = [
            (self.back(rows[i], d) if sign[i] > 0 else rows[i]) & movable if sign[i] else 0 for i in range(3)
        ]
        starts = self.tile & movable if d in waters.starts else 0
        finishes = self.back(self.tile, d) & movable if d in waters.finishes else 0
        into: list[list[tuple[int, int]]] = [[] for _ in STAGES]
        for number, stage in enumerate(STAGES[:-1]):
            for spaces, crossed, starting, finishing in _parts(
                movable, masks, sign, starts, finishes, stage.leg
            ):
                after, _ = advance(stage, crossed, starts=starting, finishes=finishing)
                into[stage_of(after)].append((spaces, number))
        return into

    def before(self, sets: Sequence[int], only: int = -1) -> Sets:
        """Return from where one step (in direction *only*, if that is given) leads into *sets*."""
        found = [0] * len(STAGES)
        for stage, spaces in enumerate(sets):
            if not spaces:
                continue
            for d, step, masks in self.into[stage]:
                if only not in (-1, d):
                    continue
                moved = spaces >> step if step > 0 else spaces << -step
                for mask, earlier in masks:
                    if hit := moved & mask:
                        found[earlier] |= hit
        return found


def _parts(  # noqa: PLR0913, PLR0917 - the sets that cut the lake apart
    movable: int, masks: list[int], sign: tuple[int, int, int], starts: int, finishes: int, leg: int
) -> Iterator[tuple[int, tuple[int, int, int], bool, bool]]:
    """Cut the spaces to step from into parts that all mean the same on a leg."""
    parts: list[tuple[int, tuple[int, int, int], bool, bool]] = [(movable, (0, 0, 0), False, False)]
    for i in {max(leg - 2, 0), min(max(leg - 1, 0), 2)}:
        parts = [
            (spaces & mask if inside else spaces & ~mask, _with(crossed, i, sign[i] if inside else 0), s, f)
            for spaces, crossed, s, f in parts
            for mask, inside in ((masks[i], True), (masks[i], False))
        ]
    if leg == 0:
        parts = [
            (spaces & starts if inside else spaces & ~starts, crossed, inside, f)
            for spaces, crossed, _, f in parts
            for inside in (True, False)
        ]
    if leg == 4:
        parts = [
            (spaces & finishes if inside else spaces & ~finishes, crossed, s, inside)
            for spaces, crossed, s, _ in parts
            for inside in (True, False)
        ]
    return (part for part in parts if part[0])


def _with(crossed: tuple[int, int, int], i: int, value: int) -> tuple[int, int, int]:
    found = list(crossed)
    found[i] = value
    return found[0], found[1], found[2]


def everywhere(chart: Chart) -> Sets:
    """Return the sets of those who have finished: every open space, no progress but the last."""
    return [*([0] * (len(STAGES) - 1)), chart.open]


def shortest_way(chart: Chart) -> int:
    """Return how many spaces the way from the start tile to the finish has at least; 0 when there is none."""
    reached = everywhere(chart)
    edge, steps = list(reached), 0
    while any(edge):
        steps += 1
        found = chart.before(edge)
        if found[0] & chart.tile:
            return steps
        edge = [spaces & ~old if spaces else 0 for spaces, old in zip(found, reached, strict=True)]
        reached = [old | new if new else old for old, new in zip(reached, edge, strict=True)]
    return 0

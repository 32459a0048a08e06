"""Searches over a whole lake at once: sets of spaces are the bits of one number (SB-COURSE-21, section 7).

Backward from the finish: which spaces, with which progress, reach it in how many steps or turns. Crossings are kept
exactly as far as a way to the finish needs them (n from -1, w to 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.speedboats.hexes import VECTORS
from engine.speedboats.waters import DONE, Progress, advance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.speedboats.waters import Waters

Sets: TypeAlias = list[int]
"""One set of spaces for every progress."""

GOAL = Progress(DONE)
EXACT = (
    Progress(0),
    *(Progress(1, n) for n in (0, -1)),
    *(Progress(leg, n, w) for leg in (2, 3) for n in (0, -1) for w in (0, 1)),
    *(Progress(4, 0, w) for w in (0, 1)),
    GOAL,
)
"""Every progress a way to the finish may need."""
FEWER = (Progress(0), *(Progress(leg, n) for leg in (1, 2, 3) for n in (0, -1)), Progress(4), GOAL)
"""The same without second circles round a buoy: enough for those who do not sail any."""


class Chart:
    """The steps of a lake as sets: `ways[d][stage]` lists (spaces to step from, stage before) that lead there.

    Bits count the spaces row by row, with a blocked column between the rows; `steps` are the directions as shifts.
    """

    def __init__(self, waters: Waters, stages: tuple[Progress, ...] = EXACT) -> None:
        self.waters = waters
        self.stages = stages
        self.goal = len(stages) - 1
        self._number = {stage: number for number, stage in enumerate(stages)}
        self._second = 1 if stages is EXACT else 0
        columns = {space & 127 for space in waters.lake}
        west, east = min(columns), max(columns)
        self.width = east - west + 2
        self.first = (min(waters.lake) >> 7) * self.width + west
        self.steps = tuple(r * self.width + q for q, r in VECTORS)
        self.open = self.bits(waters.open)
        self.tile = self.bits(waters.on_tile)
        rows = [self.bits(row & waters.lake) for row in waters.rows]
        self.ways = tuple(self._ways(d, rows) for d in range(6))
        self.ways_into = [list(zip(self.steps, ways, strict=True)) for ways in zip(*self.ways, strict=True)]

    def stage(self, progress: Progress) -> int:
        """Return the number of a progress, its counters clipped to what the stages know."""
        found = self._number.get(progress)
        if found is None:
            leg, n, w = progress
            clipped = Progress(leg, max(n, -1), min(w, self._second))
            found = self._number[progress] = self._number[clipped]
        return found

    def nowhere(self) -> Sets:
        """Return no spaces at any stage."""
        return [0] * len(self.stages)

    def bit(self, space: int) -> int:
        """Return the number of a space's bit."""
        return (space >> 7) * self.width + (space & 127) - self.first

    def bits(self, spaces: Iterable[int]) -> int:
        """Make a set."""
        width, first, found = self.width, self.first, 0
        for space in spaces:
            found |= 1 << ((space >> 7) * width + (space & 127) - first)
        return found

    def back(self, spaces: int, d: int) -> int:
        """Return the spaces from which a step in direction *d* leads into *spaces*."""
        step = self.steps[d]
        return spaces >> step if step > 0 else spaces << -step

    def _ways(self, d: int, rows: list[int]) -> list[list[tuple[int, int]]]:
        waters = self.waters
        movable = self.open & self.back(self.open, d)
        sign = waters.crossing[d]
        masks = [
            (self.back(rows[i], d) if sign[i] > 0 else rows[i]) & movable if sign[i] else 0 for i in range(3)
        ]
        starts = self.tile & movable if d in waters.starts else 0
        finishes = self.back(self.tile, d) & movable if d in waters.finishes else 0
        parts = [_parts(movable, masks, sign, starts, finishes, leg) for leg in range(DONE)]
        into: list[list[tuple[int, int]]] = [[] for _ in self.stages]
        for number, stage in enumerate(self.stages[:-1]):
            for spaces, crossed, starting, finishing in parts[stage.leg]:
                after, _ = advance(stage, crossed, starts=starting, finishes=finishing)
                into[self.stage(after)].append((spaces, number))
        return into

    def before(self, sets: Sequence[int], d: int) -> Sets:
        """Return from where one step in direction *d* leads into *sets*."""
        found = self.nowhere()
        step = self.steps[d]
        for spaces, masks in zip(sets, self.ways[d], strict=True):
            if not spaces or not masks:
                continue
            moved = spaces >> step if step > 0 else spaces << -step
            for mask, earlier in masks:
                if hit := moved & mask:
                    found[earlier] |= hit
        return found

    def around(self, sets: Sequence[int]) -> Sets:
        """Return from where one step in any direction leads into *sets*."""
        found = self.nowhere()
        for spaces, ways in zip(sets, self.ways_into, strict=True):
            if spaces:
                for step, masks in ways:
                    moved = spaces >> step if step > 0 else spaces << -step
                    for mask, earlier in masks:
                        if hit := moved & mask:
                            found[earlier] |= hit
        return found


def _parts(  # noqa: PLR0913, PLR0917 - the sets that cut the lake apart
    movable: int, masks: list[int], sign: tuple[int, int, int], starts: int, finishes: int, leg: int
) -> list[tuple[int, tuple[int, int, int], bool, bool]]:
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
    return [part for part in parts if part[0]]


def _with(crossed: tuple[int, int, int], i: int, value: int) -> tuple[int, int, int]:
    found = list(crossed)
    found[i] = value
    return found[0], found[1], found[2]


def everywhere(chart: Chart) -> Sets:
    """Return the sets of those who have finished: every open space, no progress but the last."""
    return [*chart.nowhere()[:-1], chart.open]


def shortest_way(chart: Chart) -> int:
    """Return how many spaces the way from the start tile to the finish has at least; 0 when there is none."""
    reached = everywhere(chart)
    edge, steps = reached.copy(), 0
    while any(edge):
        steps += 1
        edge = chart.around(edge)
        if edge[0] & chart.tile:
            return steps
        for stage, spaces in enumerate(edge):
            if spaces:
                edge[stage] &= ~reached[stage]
                reached[stage] |= spaces
    return 0

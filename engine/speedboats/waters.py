"""A lake with a course on it: what is open, how far the way is clear, and what a step crosses (3.3, 3.7, 3.13, 3.14).

Everything here follows from lake and course alone and is worked out once for a race.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from engine.speedboats.course import row
from engine.speedboats.hexes import SPACES, STEPS, left_of, place, side_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.speedboats.course import Course, Effect

FARTHEST = 40
"""No row behind a start tile on any lake is farther away."""
DEPTH = 3
"""How many rows behind the start tile boats may begin (SB-PLACE-03)."""

STARTED, ROUNDED, LOST, FINISHED = "started", "rounded", "lost", "finished"
DONE = 5
"""The leg after the finish."""


class Progress(NamedTuple):
    """How far a boat is round the course (SB-ROUND-03): the leg, crossings of its gate (n), of the gate before (w)."""

    leg: int
    n: int = 0
    w: int = 0


def advance(
    now: Progress, crossed: tuple[int, int, int], *, starts: bool, finishes: bool
) -> tuple[Progress, str]:
    """Return the progress after one step and what happened (SB-ROUND-04 to -10, SB-FIN-02).

    `crossed` says for each gate whether the step enters it from the near side (1) or goes back from it (-1).
    """
    leg, n, w = now
    event = ""
    if leg == 0:
        if not starts:
            return now, ""
        leg, n, event = 1, 0, STARTED
    if leg > 1:
        w += crossed[leg - 2]
        if w < 0:
            return Progress(leg - 1), LOST
        if leg == 4:
            return (Progress(DONE), FINISHED) if finishes else (Progress(4, 0, w), "")
    n += crossed[leg - 1]
    if n == 1:
        return Progress(leg + 1), f"{event} {ROUNDED}" if event else ROUNDED
    return Progress(leg, n, w), event


def clear_runs(rising: list[int], step: int) -> bytearray:
    """Return the clear distance of every space in one direction; *rising* are the open ones in order.

    A row that begins with a space is one longer than the row that begins with the next, which is looked at before.
    """
    room = bytearray(SPACES)
    for space in reversed(rising) if step > 0 else rising:
        room[space] = room[space + step] + 1
    return room[step:] + bytes(step) if step > 0 else bytearray(-step) + room[:step]


class Waters:
    """What boats sail on in one race.

    `open` are the open spaces (SB-HEX-04), `runs[d][space]` the clear distance in a direction (SB-HEX-05), `rows` the
    gates, `crossing[d]` what a step in a direction means for each of them, `effects` what expansion tiles do.
    """

    def __init__(self, water: frozenset[int], course: Course) -> None:
        self.course = course
        self.tile = course.tile
        self.on_tile = frozenset(course.tile)
        self.lake = water | self.on_tile
        self.open = self.lake - {*course.buoys, course.finish}
        self.blocked_by = {course.finish: "finish_buoy"} | {
            buoy: f"buoy_{n}" for n, buoy in enumerate(course.buoys)
        }
        rising = sorted(self.open)
        self.runs = tuple(clear_runs(rising, step) for step in STEPS)
        self.rows = tuple(row(course.buoys[i + 1], course.gates[i]) for i in range(3))
        self.crossing = tuple(self._crossing(d) for d in range(6))
        self.starts = frozenset(left_of(course.side, course.front))
        self.finishes = frozenset(left_of(course.side, -course.approach))
        self._behind: list[tuple[int, tuple[int, ...]]] = []
        self._edge, self._depth = self.on_tile, 0
        self.effects: Mapping[int, Effect] = {effect.space: effect for effect in course.effects}

    def _crossing(self, d: int) -> tuple[int, int, int]:
        """Say for each gate how steps in a direction meet it: onto it (1), off it to the near side (-1), or along (0)."""
        found = [0, 0, 0]
        for i, (gate, arrow) in enumerate(zip(self.course.gates, self.course.arrows, strict=True)):
            if d in left_of(gate, arrow):
                found[i] = 1
            elif d in left_of(gate, -arrow):
                found[i] = -1
        return found[0], found[1], found[2]

    @cached_property
    def _lines(self) -> tuple[frozenset[int], ...]:
        """For each direction the spaces from which a step may mean something."""
        return tuple(self._line(d) for d in range(6))

    def _line(self, d: int) -> frozenset[int]:
        """Find the spaces from which a step in a direction may cross a gate, start or finish."""
        found: set[int] = set(self.on_tile) if d in self.starts else set()
        into = self.on_tile if d in self.finishes else frozenset()
        for sign, gate in zip(self.crossing[d], self.rows, strict=True):
            if sign < 0:
                found |= gate
            elif sign > 0:
                into |= gate
        return frozenset(found | {space - STEPS[d] for space in into})

    def step(self, now: Progress, space: int, d: int) -> tuple[Progress, str]:
        """Return the progress after one step from *space* in direction *d*, and what happened."""
        if space not in self._lines[d]:
            return now, ""
        to = space + STEPS[d]
        sign = self.crossing[d]
        rows = self.rows
        crossed = (
            sign[0] if (to if sign[0] > 0 else space) in rows[0] else 0,
            sign[1] if (to if sign[1] > 0 else space) in rows[1] else 0,
            sign[2] if (to if sign[2] > 0 else space) in rows[2] else 0,
        )
        starts = space in self.on_tile and d in self.starts
        finishes = to in self.on_tile and d in self.finishes
        return advance(now, crossed, starts=starts, finishes=finishes)

    def clear(self, space: int, d: int) -> int:
        """Return the clear distance (SB-HEX-05)."""
        return self.runs[d][space]

    def behind(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Go through the rows behind the start tile, each numbered from the end of buoy 0 (SB-PLACE-03, -07).

        A row without water is passed over; the next one counts.
        """
        number = 0
        while number < len(self._behind) or self._one_more_row():
            yield self._behind[number]
            number += 1

    def _one_more_row(self) -> bool:
        """Find the next row behind the start tile that has water."""
        d, origin = self.course.side, self.course.buoys[0]
        while self._depth < FARTHEST:
            self._depth += 1
            touching = {space + step for space in self._edge for step in STEPS}
            behind = -self.course.front * self._depth
            whole = frozenset(space for space in touching if side_of(d, origin, space) == behind)
            found = whole & self.open
            self._edge = found or whole
            if found:
                self._behind.append((self._depth, tuple(sorted(found, key=self._along))))
                return True
        return False

    def _along(self, space: int) -> float:
        """How far a space lies along the line, from buoy 0."""
        left, right = (self.course.side + 1) % 6, (self.course.side - 1) % 6
        origin = self.course.buoys[0]
        return side_of(right, origin, space) - side_of(left, origin, space)

    def starting_places(self, free: int, taken: frozenset[int], depth: int = DEPTH) -> dict[str, int]:
        """Return where a boat may begin by name: S1 to S4, then the rows behind as far as needed (SB-PLACE-02 to -04).

        There are at least *free* of them, unless the lake ends before.
        """
        places = {f"S{k}": space for k, space in enumerate(self.tile, 1) if space not in taken}
        for rows, (number, spaces) in enumerate(self.behind()):
            if rows >= depth and len(places) >= free:
                break
            places |= {f"{number}.{k}": s for k, s in enumerate(spaces, 1) if s not in taken}
        return places

    def __repr__(self) -> str:
        return f"Waters({self.course.letter}, buoy 0 on {place(self.course.buoys[0])})"

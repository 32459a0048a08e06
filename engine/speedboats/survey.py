"""What follows from pack, lake and course alone, worked out once and remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.layout import Spot
from engine.speedboats.hexes import place, plane
from engine.speedboats.lake import lay
from engine.speedboats.search import FEWER, Chart, shortest_way
from engine.speedboats.turnmap import AT_WILL, TurnMap
from engine.speedboats.waters import Waters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.speedboats.course import Course
    from engine.speedboats.lake import Lake
    from engine.speedboats.pack import Laid, Pack, Printed


class Surveyor:
    """Remembers the last few lakes and courses of a pack; the same questions get the same answers without it."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._lake = lru_cache(maxsize=4)(lambda laid, taught: lay(pack, laid, dict(taught)))
        self.waters = lru_cache(maxsize=8)(self._waters)
        self._spots = lru_cache(maxsize=4)(lambda laid, course: spots_of(self.waters(laid, course)))
        self._maps = lru_cache(maxsize=4)(self._turn_map)
        self._shortest = lru_cache(maxsize=4)(lambda laid, course: shortest_way(self._charts(laid, course)))
        self._charts = lru_cache(maxsize=4)(self._chart)

    def lake(self, laid: tuple[Laid, ...], taught: Mapping[str, Printed]) -> Lake:
        """Return the lake with its letters; *taught* are spots the table has shown."""
        return self._lake(laid, tuple(sorted(taught.items())))

    def water(self, laid: tuple[Laid, ...]) -> frozenset[int]:
        """Return all water."""
        return self.lake(laid, {}).water

    def spots(self, laid: tuple[Laid, ...], course: Course) -> tuple[Spot, ...]:
        """Return every space of the lake with its place in the plane."""
        return self._spots(laid, course)

    def _waters(self, laid: tuple[Laid, ...], course: Course) -> Waters:
        return Waters(self.water(laid), course)

    def chart(self, laid: tuple[Laid, ...], course: Course) -> Chart:
        """Return the chart of a course; expansion tiles play no part."""
        return self._charts(laid, plain(course))

    def _chart(self, laid: tuple[Laid, ...], course: Course) -> Chart:
        return Chart(self.waters(laid, course))

    def turn_map(self, laid: tuple[Laid, ...], course: Course) -> TurnMap:
        """Return how many turns everything is from the finish, speeds at will; expansion tiles play no part."""
        return self._maps(laid, plain(course))

    def _turn_map(self, laid: tuple[Laid, ...], course: Course) -> TurnMap:
        return TurnMap(Chart(self.waters(laid, course), FEWER), AT_WILL)

    def shortest(self, laid: tuple[Laid, ...], course: Course) -> int:
        """Return how many spaces a course has at least; 0 when it cannot be sailed (SB-COURSE-21)."""
        return self._shortest(laid, plain(course))


def plain(course: Course) -> Course:
    """Return a course without its expansion tiles."""
    return msgspec.structs.replace(course, effects=()) if course.effects else course


def spots_of(waters: Waters) -> tuple[Spot, ...]:
    """Return every space of a lake with its place in the plane, and what it is."""
    course = waters.course
    marks = {space: f"S{k}" for k, space in enumerate(course.tile, 1)}
    marks |= waters.blocked_by | {effect.space: effect.kind for effect in course.effects}
    found: list[Spot] = []
    for space in sorted(waters.lake | waters.blocked_by.keys()):
        x, y = plane(space)
        found.append(Spot(place(space), marks.get(space, "water"), 1, x=x, y=y))
    return tuple(found)

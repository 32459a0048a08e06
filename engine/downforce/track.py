"""A track ready to drive on: spaces by number, their steps, and how far it is to the finish (DF-MOVE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.downforce.sections import FINISH, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Graph(NamedTuple):
    """Steps by code; a code of `finish` or more is FINISH."""

    steps: tuple[tuple[int, ...], ...]
    finish: int


class Area(NamedTuple):
    """Where a space lies for a picture: first and last column, lane counted from the inside, lanes there."""

    first: int
    last: int
    lane: int
    lanes: int


def home(place: int) -> str:
    """Return the name of the place beside the track where the car is put that finished as number *place* (DF-FIN-01)."""
    return f"finish-{place}"


@dataclass(frozen=True, slots=True)
class Track:
    """A checked track. Spaces are numbered by front and lane; the number behind the last one is FINISH.

    `plain` has a code for every space. `marked` has two: 2 s while only straight spaces were entered, 2 s + 1 once
    a curved one was (DF-DET-01). `twins` leads from a space to the other entry that is the same space on the board
    (DF-MOVE-13). `left` is the fewest steps to FINISH.
    """

    id: str
    label: str
    status: str
    names: tuple[str, ...]
    numbers: Mapping[str, int]
    fronts: tuple[int, ...]
    curved: tuple[bool, ...]
    start: tuple[int, ...]
    lines: tuple[int, int, int]
    finish: int
    plain: Graph
    marked: Graph
    twins: Mapping[int, int]
    left: tuple[int, ...]
    areas: tuple[Area, ...]

    @property
    def end(self) -> int:
        """The number of FINISH."""
        return len(self.fronts) - 1


def make_track(
    head: Mapping[str, str], start: Sequence[str], lines: Sequence[int], spaces: list[Space]
) -> Track:
    """Number the spaces of a pack without faults and work out what driving needs."""
    spaces = sorted(spaces, key=lambda space: (space.front, space.lane))
    numbers = {space.id: number for number, space in enumerate(spaces)} | {FINISH: len(spaces)}
    steps = tuple(tuple(sorted(numbers[name] for name in space.next)) for space in spaces)
    curved = (*(space.shape == "curved" for space in spaces), False)
    one, two, three = lines
    return Track(
        id=head["id"],
        label=head["label"],
        status=head["status"],
        names=(*(space.id for space in spaces), FINISH),
        numbers=numbers,
        fronts=(*(space.front for space in spaces), spaces[-1].front + 1),
        curved=curved,
        start=tuple(numbers[name] for name in start),
        lines=(one, two, three),
        finish=spaces[-1].front,
        plain=Graph(steps, len(spaces)),
        marked=_marked(steps, curved),
        twins=_twins(spaces, numbers),
        left=_left(steps),
        areas=_areas(spaces),
    )


def _marked(steps: tuple[tuple[int, ...], ...], curved: Sequence[bool]) -> Graph:
    codes: list[tuple[int, ...]] = []
    for ahead in steps:
        codes.append(tuple(2 * to + curved[to] for to in ahead))
        codes.append(tuple(2 * to + 1 for to in ahead))
    return Graph(tuple(codes), 2 * len(steps))


def _twins(spaces: list[Space], numbers: Mapping[str, int]) -> dict[int, int]:
    pairs = [(numbers[space.id], numbers[space.same_as]) for space in spaces if space.same_as]
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def _left(steps: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    left = [0] * (len(steps) + 1)
    for number in range(len(steps) - 1, -1, -1):
        left[number] = 1 + min(left[to] for to in steps[number])
    return tuple(left)


def farthest(track: Track, start: int, line: int | None) -> tuple[int, int]:
    """Fewest and most steps from a space until the front is beyond *line* (None: until FINISH) (DF-PACK-13)."""
    fewest: dict[int, int] = {}
    most: dict[int, int] = {}
    for number in range(track.end, -1, -1):
        if number == track.end or (line is not None and track.fronts[number] > line):
            fewest[number] = most[number] = 0
        else:
            ahead = track.plain.steps[number]
            fewest[number] = 1 + min(fewest[to] for to in ahead)
            most[number] = 1 + max(most[to] for to in ahead)
    return fewest[start], most[start]


def _areas(spaces: list[Space]) -> tuple[Area, ...]:
    columns = [_columns(space.id) for space in spaces]
    lanes: dict[int, set[str]] = {}
    for (first, last), space in zip(columns, spaces, strict=True):
        for column in range(first, last + 1):
            lanes.setdefault(column, set()).add(space.lane)
    return tuple(
        Area(first, last, "abcd".index(space.lane), len(lanes[last]))
        for (first, last), space in zip(columns, spaces, strict=True)
    )


def _columns(ident: str) -> tuple[int, int]:
    first, _, last = ident[:-1].partition("-")
    return int(first), int(last or first)

"""What a browser is told of a board that is no line: its places once, and what stands there every time."""

from __future__ import annotations

from hashlib import blake2s
from typing import TYPE_CHECKING

import msgspec

from table import around

if TYPE_CHECKING:
    from engine.layout import Layout, Spot
    from table.station import Station
    from table.web.looks import Looks


class Mark(msgspec.Struct, frozen=True):
    """What is printed on places: its id, its name, and the group of alike marks with their colour.

    Group 0 is what most places are; marks that differ in a number only are of one group.
    """

    id: str
    name: str
    group: int


class Drawn(msgspec.Struct, frozen=True):
    """A place: its id, its name, its mark by number, and its `area` (see `Board.plane`)."""

    id: str
    name: str
    mark: int
    area: tuple[float, ...]


class Board(msgspec.Struct, frozen=True):
    """A board without its pieces; the same board has the same version.

    In the plane an area is where the middle lies (`x`, `y`); else it is first and last column, lane, lanes.
    """

    version: str
    plane: bool
    marks: tuple[Mark, ...]
    places: tuple[Drawn, ...]


class Token(msgspec.Struct, frozen=True):
    """A piece on the board, with its short label (its own among all pieces) and the seat that plays it."""

    id: str
    name: str
    label: str
    look: int
    seat: int | None
    place: str


class Lying(msgspec.Struct, frozen=True):
    """How much lies face down at a place of the board, and whether its top is asked for."""

    place: str
    name: str
    count: int
    answers: bool


class Stand(msgspec.Struct, frozen=True):
    """What changes on a board: the pieces, and what lies face down; `version` says on which board."""

    version: str
    tokens: tuple[Token, ...]
    lying: tuple[Lying, ...]


class BoardTeller:
    """Tells of the board of a match; a board that stays the same is put into words once."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self._course: tuple[tuple[Spot, ...], str, str] | None = None

    def stand(
        self, station: Station, layout: Layout, looks: Looks, piles_asked: frozenset[str]
    ) -> Stand | None:
        """Return what stands where, or None for a course that is a line; `board` is the board then."""
        course = layout.course
        if not (around.is_plane(course) or around.is_lanes(course)):
            self.board = self._course = None
            return None
        known = (course, station.desk.game, station.texts.language)
        if self.board is None or self._course != known:
            self.board, self._course = made(station, course), known
        return Stand(
            self.board.version, _tokens(station, layout, looks), _lying(station, layout, piles_asked)
        )


def made(station: Station, course: tuple[Spot, ...]) -> Board:
    """Put a board into words."""
    plain = around.ground(course)
    stems: list[str] = [stem(plain)]
    marks: dict[str, Mark] = {}
    for spot in course:
        if spot.mark not in marks:
            if stem(spot.mark) not in stems:
                stems.append(stem(spot.mark))
            name = station.name(spot.mark, short=False) if spot.mark else ""
            marks[spot.mark] = Mark(spot.mark, name, stems.index(stem(spot.mark)))
    numbers = {mark: number for number, mark in enumerate(marks)}
    plane = around.is_plane(course)
    places = tuple(
        Drawn(spot.place, station.name(spot.place, short=False), numbers[spot.mark], area)
        for spot, area in _areas(course, plane=plane)
    )
    board = Board("", plane, tuple(marks.values()), places)
    version = blake2s(msgspec.json.encode(board), digest_size=8).hexdigest()
    return msgspec.structs.replace(board, version=version)


def stem(mark: str) -> str:
    """Return a mark without its number."""
    return mark.rstrip("0123456789").rstrip("_-")


def labels(names: dict[str, str]) -> dict[str, str]:
    """Shorten names as much as they still differ."""
    folded = {ident: name.casefold() for ident, name in names.items()}
    found: dict[str, str] = {}
    for ident, name in names.items():
        others = [other for key, other in folded.items() if key != ident]
        sizes = range(1, len(name) + 1)
        own = (size for size in sizes if not any(o.startswith(folded[ident][:size]) for o in others))
        short = name[: next(own, len(name))]
        found[ident] = short[:1].upper() + short[1:]
    return found


def _areas(course: tuple[Spot, ...], *, plane: bool) -> list[tuple[Spot, tuple[float, ...]]]:
    if plane:
        return [(spot, (spot.x, spot.y)) for spot in course if spot.x is not None and spot.y is not None]
    return list(around.lanes(course))


def _tokens(station: Station, layout: Layout, looks: Looks) -> tuple[Token, ...]:
    """List the pieces on the board; what is printed there as well is left out."""
    rows = station.desk.match.rulebook.standings(station.desk.match.state)
    seats = {row.who: row.seat for row in rows}
    here = around.pieces_on(station, layout)
    short = labels({piece: station.name(piece) for piece in here})
    return tuple(
        Token(piece, station.name(piece), short[piece], looks.piece(piece), seats.get(piece), place)
        for piece, place in here.items()
    )


def _lying(station: Station, layout: Layout, piles_asked: frozenset[str]) -> tuple[Lying, ...]:
    on_board = [spot.place for spot in layout.course if spot.place in layout.counts]
    found: list[Lying] = []
    for place in on_board:
        count = sum(layout.counts[place].values())
        if count:
            name = station.name(place, short=False)
            found.append(Lying(place, name, count, place in piles_asked))
    return tuple(found)

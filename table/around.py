"""The board around a piece, for games whose places are no line: what a panel's small picture of it is drawn from."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from table.screen import Board, Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.ask import Ask
    from engine.layout import Layout, Spot
    from table.station import Station

Area = tuple[float, float, float, float]
"""Left, top, right and bottom, in spaces."""

FAR = (26.0, 6.0)
"""How many spaces to each side and up or down a panel can show at most."""


def is_plane(course: Sequence[Spot]) -> bool:
    """Whether places have their spot in the plane."""
    return any(spot.x is not None for spot in course)


def is_lanes(course: Sequence[Spot]) -> bool:
    """Whether places lie side by side in lanes."""
    return any(spot.area is not None for spot in course)


def ground(course: Sequence[Spot]) -> str:
    """Return the mark that most places have: it needs no sign of its own."""
    return Counter(spot.mark for spot in course).most_common(1)[0][0]


def lanes(course: Sequence[Spot]) -> Iterator[tuple[Spot, tuple[int, int, int, int]]]:
    """Give every place its columns and lane; those without (beside the course) follow after a gap of one column."""
    areas = [spot.area for spot in course if spot.area is not None]
    last, most = max(area[1] for area in areas), max(area[3] for area in areas)
    beside = 0
    for spot in course:
        if spot.area is not None:
            yield spot, spot.area
            continue
        column = last + 2 + beside // most
        yield spot, (column, column, beside % most, most)
        beside += 1


def areas(course: Sequence[Spot]) -> dict[str, Area]:
    """Return where every place lies: in the plane one space around its middle, in lanes with a height of 1 in all."""
    if is_plane(course):
        known = ((spot, spot.x, spot.y) for spot in course)
        return {
            spot.place: (x - 0.5, y - 0.5, x + 0.5, y + 0.5)
            for spot, x, y in known
            if x is not None and y is not None
        }
    return {
        spot.place: (first, lane / count, last + 1, (lane + 1) / count)
        for spot, (first, last, lane, count) in lanes(course)
    }


def board(station: Station, asked: Ask[Any] | None) -> Board | None:
    """Return the board around the piece that a question is about; None where the course is a line, or there is none."""
    layout = station.desk.layout()
    if not (is_plane(layout.course) or is_lanes(layout.course)):
        return None
    where = areas(layout.course)
    own, other = subject(station, layout, asked, where)
    center = own or other
    left, top, right, bottom = where[layout.pieces[center]] if center else next(iter(where.values()))
    x, y = (left + right) / 2, (top + bottom) / 2
    plain = ground(layout.course)
    here = Counter(piece for piece in layout.pieces.values() if piece in where)
    spaces = []
    for spot in layout.course:
        if spot.place not in where:
            continue
        area = where[spot.place]
        if area[2] < x - FAR[0] or area[0] > x + FAR[0] or area[3] < y - FAR[1] or area[1] > y + FAR[1]:
            continue
        moved = (area[0] - x, area[1] - y, area[2] - x, area[3] - y)
        mine = own is not None and layout.pieces[own] == spot.place
        pieces = 0 if fixed(station, layout, spot, plain) else here[spot.place]
        spaces.append(Space(moved, spot.mark != plain, pieces, mine))
    sides = list(zip(*where.values(), strict=True))
    whole = (min(sides[0]) - x, min(sides[1]) - y, max(sides[2]) - x, max(sides[3]) - y)
    return Board(tuple(spaces), whole, plane=is_plane(layout.course))


def subject(
    station: Station, layout: Layout, asked: Ask[Any] | None, where: dict[str, Area]
) -> tuple[str | None, str | None]:
    """Return the piece that a question is about, or else any piece that somebody plays.

    A question is about the piece it names, else about that of the seat it asks. A secret one that somebody else is
    asked names nothing.
    """
    about = asked or next((one for one in station.desk.match.open if not one.secret), None)
    named = [value for value in about.args.values() if isinstance(value, str)] if about else []
    mine = station.desk.piece_of(about.seat) if about and isinstance(about.seat, int) else None
    played = map(station.desk.piece_of, range(len(station.desk.names)))
    own = _first((*named, mine), layout, where)
    return own, own or _first(played, layout, where)


def _first(pieces: Iterable[str | None], layout: Layout, where: dict[str, Area]) -> str | None:
    return next((piece for piece in pieces if piece and layout.pieces.get(piece) in where), None)


def fixed(station: Station, layout: Layout, spot: Spot, plain: str) -> bool:
    """Whether what stands at a place is no more than what is printed there: its mark is the only one of its kind.

    Where somebody's piece stands, it is more.
    """
    if spot.mark == plain or sum(other.mark == spot.mark for other in layout.course) > 1:
        return False
    rows = station.desk.match.rulebook.standings(station.desk.match.state)
    return all(layout.pieces.get(row.who) != spot.place for row in rows)

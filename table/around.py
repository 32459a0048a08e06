"""The board around a piece, for games whose places are no line: what a panel's small picture of it is drawn from."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from table.screen import Board, Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.ask import Ask, Option
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


class Chart(NamedTuple):
    """What of a course never changes: where its places lie, how far all reach, which differ from most, and are unique."""

    where: dict[str, Area]
    whole: Area
    special: frozenset[str]
    unique: frozenset[str]


@lru_cache(maxsize=4)
def chart(course: tuple[Spot, ...]) -> Chart:
    """Measure a course that is no line. A panel looks at it at every step of the loop."""
    where, plain = areas(course), ground(course)
    sides = list(zip(*where.values(), strict=True))
    whole = (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
    counts = Counter(spot.mark for spot in course)
    special = frozenset(spot.place for spot in course if spot.mark != plain)
    unique = frozenset(spot.place for spot in course if counts[spot.mark] == 1 and spot.mark != plain)
    return Chart(where, whole, special, unique)


def board(station: Station, asked: Ask[Any] | None, chosen: Option | None = None) -> Board | None:
    """Return the board around the piece that a question is about; None where the course is a line, or there is none.

    Where its answers have routes, all of their ends are in sight, and the one that is *chosen*.
    """
    layout = station.desk.layout()
    if not (is_plane(layout.course) or is_lanes(layout.course)):
        return None
    known = chart(layout.course)
    own, other = subject(station, layout, asked, known.where)
    center = layout.pieces[own or other or ""] if own or other else next(iter(known.where))
    signs = routes(asked, chosen)
    seen = [known.where[place] for place in (center, *signs) if place in known.where]
    left, right = min(side[0] for side in seen), max(side[2] for side in seen)
    top, bottom = min(side[1] for side in seen), max(side[3] for side in seen)
    x, y = (left + right) / 2, (top + bottom) / 2
    here = Counter(pieces_on(station, layout).values())
    mine = layout.pieces[own] if own else None
    from_x, to_x, from_y, to_y = x - FAR[0], x + FAR[0], y - FAR[1], y + FAR[1]
    spaces = tuple(
        Space(
            (west - x, north - y, east - x, south - y),
            place in known.special,
            here[place],
            place == mine,
            signs.get(place, ""),
        )
        for place, (west, north, east, south) in known.where.items()
        if from_x <= east and west <= to_x and from_y <= south and north <= to_y
    )
    west, north, east, south = known.whole
    whole = (west - x, north - y, east - x, south - y)
    return Board(spaces, whole, plane=is_plane(layout.course), across=right - left if signs else 0)


def routes(asked: Ask[Any] | None, chosen: Option | None) -> dict[str, Literal["end", "pass", "goal"]]:
    """Return what a question makes of places: where its answers lead, and what the chosen one passes."""
    signs: dict[str, Literal["end", "pass", "goal"]] = {}
    for option in asked.options if asked else ():
        if option.route:
            signs[option.route[-1]] = "end"
    if chosen is not None and chosen.route:
        signs.update(dict.fromkeys(chosen.route, "pass"))
        signs[chosen.route[-1]] = "goal"
    return signs


def pieces_on(station: Station, layout: Layout) -> dict[str, str]:
    """Return the pieces on the board with their places.

    What stands on a place with a print of its own is no more than that print, unless it is somebody's piece.
    """
    known = chart(layout.course)
    rows = station.desk.match.rulebook.standings(station.desk.match.state)
    played = {row.who for row in rows}
    return {
        piece: place
        for piece, place in layout.pieces.items()
        if place in known.where and (place not in known.unique or piece in played)
    }


def subject(
    station: Station, layout: Layout, asked: Ask[Any] | None, where: dict[str, Area]
) -> tuple[str | None, str | None]:
    """Return the piece that a question is about, or else any piece that somebody plays.

    A question is about the piece it names, else about that of the seat it asks or is for. A secret one that somebody else is
    asked names nothing.
    """
    about = asked or next((one for one in station.desk.match.open if not one.secret), None)
    named = [value for value in about.args.values() if isinstance(value, str)] if about else []
    seat = (about.seat if isinstance(about.seat, int) else about.to) if about else None
    mine = station.desk.piece_of(seat) if seat is not None else None
    played = map(station.desk.piece_of, range(len(station.desk.names)))
    own = _first((*named, mine), layout, where)
    return own, own or _first(played, layout, where)


def _first(pieces: Iterable[str | None], layout: Layout, where: dict[str, Area]) -> str | None:
    return next((piece for piece in pieces if piece and layout.pieces.get(piece) in where), None)

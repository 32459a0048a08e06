"""Where everything physical lies, and what hands must do to get from one layout to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from engine.ask import Move

BOX: Final = "box"
"""Where everything lies that is not in play; components that a layout does not count lie there as well."""
DECK: Final = "deck"
DISCARD: Final = "discard"
HAND: Final = "hand."


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of the course, in order of travel: its id, what is printed there, how many pieces fit (0: any).

    `area` is for a picture, where places lie side by side: first and last column, lane, and how many lanes there are.
    `x` and `y` are for a picture of places that are no line: where the middle lies, to the east and to the south, with
    neighbours one apart.
    """

    place: str
    mark: str = ""
    room: int = 0
    area: tuple[int, int, int, int] | None = None
    x: float | None = None
    y: float | None = None


class Component(msgspec.Struct, frozen=True, omit_defaults=True):
    """One physical thing that can carry a tag: its id, its kind, and the short name it shares with its equals.

    `called`: what names it in words, where its own name does not say what it does.
    """

    id: str
    kind: str
    short: str = ""
    called: str = ""


class Layout(msgspec.Struct, frozen=True):
    """Where everything lies.

    `pieces`: every piece that can be told apart, with its place. `counts`: of every other kind how many lie where.
    `piles`: places that lie face up, card by card from bottom to top, by component id or short name; they are
    counted in `counts` as well. `course`: the places of the course in order of travel. `borrowed`: so many of a kind
    are counted that the box does not hold, where people go on with whatever is at hand.
    """

    pieces: Mapping[str, str]
    counts: Mapping[str, Mapping[str, int]] = {}
    piles: Mapping[str, tuple[str, ...]] = {}
    course: tuple[Spot, ...] = ()
    borrowed: Mapping[str, int] = {}


def hand_of(seat: int) -> str:
    """Return the name of the place where a seat's hand is."""
    return f"{HAND}{seat}"


def seat_of(place: str) -> int | None:
    """Return the seat whose hand a place is; None for any other place."""
    seat = place.removeprefix(HAND)
    return int(seat) if place.startswith(HAND) and seat.isdecimal() and place == hand_of(int(seat)) else None


class Shift(msgspec.Struct, frozen=True):
    """So many more (or, below zero, fewer) components of a kind belong to a place."""

    kind: str
    place: str
    change: int


class Difference(NamedTuple):
    """What hands must do on the table: pieces to move, and how many components more or fewer belong somewhere."""

    moves: tuple[Move, ...]
    shifts: tuple[Shift, ...]


def difference(old: Layout, new: Layout) -> Difference:
    """What people must move by hand so that the table looks like *new*, in the order of *new*'s pieces."""
    moves = tuple(
        Move(piece, old.pieces[piece], place)
        for piece, place in new.pieces.items()
        if old.pieces.get(piece, place) != place
    )
    shifts: list[Shift] = []
    for place in sorted({*old.counts, *new.counts}):
        before, after = old.counts.get(place, {}), new.counts.get(place, {})
        for kind in sorted({*before, *after}):
            change = after.get(kind, 0) - before.get(kind, 0)
            if change:
                shifts.append(Shift(kind, place, change))
    return Difference(moves, tuple(shifts))


def reordered(old: Layout, new: Layout) -> dict[str, int]:
    """Return how many steps further on in the course each place has come that is not where it was (below zero: back)."""
    before = {spot.place: at for at, spot in enumerate(old.course)}
    ways = {spot.place: at - before.get(spot.place, at) for at, spot in enumerate(new.course)}
    return {place: steps for place, steps in ways.items() if steps}


def total(layout: Layout) -> dict[str, int]:
    """How many components of each kind out of the box a layout holds; it never changes in a match."""
    sums: dict[str, int] = {"": len(layout.pieces)} | {kind: -n for kind, n in layout.borrowed.items()}
    for kinds in layout.counts.values():
        for kind, number in kinds.items():
            sums[kind] = sums.get(kind, 0) + number
    return sums

"""The line of places: the starting board, nineteen tiles, and their numbers (WR-TRACK-01)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["D", "F", "P", "A"]
"""Desert, Forest, Prairie, fArm."""

KINDS: Final[tuple[Kind, ...]] = ("D", "F", "P", "A")

PLACES: Final = ("00", *(f"G{slot}" for slot in range(1, 7)), *(f"T{tile}" for tile in range(1, 20)))
"""Names of the places by position: 00 is 0, Gk is k, Tn is n + 6."""

POSITIONS: Final = {name: position for position, name in enumerate(PLACES)}

FIRST_TILE: Final = 7
GAS: Final = 15
LAST_TILE: Final = 24
FINISH: Final = 25

WILD: Final = "*"
"""Mark of a tile that matches every card for everybody."""
GAS_MARK: Final = "G"
"""Mark of the Gas Station: wild for cars, ignored by Dastardly."""
BARE: Final = "."
"""Mark of a place that matches no card."""


def is_open_tile(position: int) -> bool:
    """Whether a trap may lie there, Dastardly stand there, and a swap move the tile: T1 to T18, no Gas Station.

    WR-INV-03, WR-INV-06, WR-PRIM-12.
    """
    return FIRST_TILE <= position <= LAST_TILE and position != GAS


def room(position: int, narrow: int) -> int:
    """Return how many cars a place of the course holds: two, *narrow* (the Swamp) one (WR-TRACK-04, -05)."""
    return 1 if position == narrow else 2


def fits(mark: str, kind: str) -> bool:
    """Whether a card of *kind* matches a place for a car (WR-CARD-05, WR-CARD-10, WR-CARD-11)."""
    return mark in (kind, WILD, GAS_MARK)


def next_free(taken: list[int], narrow: int, position: int, step: int, *, to_first_tile: bool = False) -> int:
    """Return the next position with a free space from *position* in direction *step* (WR-MOVE-01, -02, -03).

    `taken` holds the position of every racing car. A place holds two cars, *narrow* (the Swamp) one, the Finish any
    number (WR-TRACK-04 to -08). Backwards the grid follows T1 (WR-MOVE-06); with nothing free the car stays
    (WR-MOVE-07). With *to_first_tile* a car on the grid goes ahead to the tiles at once (WR-TRACK-09).
    """
    at = position + step
    if to_first_tile and step > 0:
        at = max(at, FIRST_TILE)
    while at > 0:
        if at >= FINISH:
            return FINISH
        if taken.count(at) < room(at, narrow):
            return at
        at += step
    return position

"""The lake: tiles in their slots and the frame, as water and spots (3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.speedboats.hexes import NAMES, STEPS, from_row
from engine.speedboats.pack import COLUMNS, ROWS, SLOTS, TURNED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.speedboats.pack import Laid, Pack, Printed, Tile


class Mark(NamedTuple):
    """A letter on the lake: its tile and slot, its space, and the direction its start tile goes (-1 unknown)."""

    tile: str
    slot: str
    letter: str
    space: int
    side: int


class Lake(NamedTuple):
    """All water of tiles and frame, and the letters in reading order.

    A letter whose place nobody knows has the space 0.
    """

    water: frozenset[int]
    marks: tuple[Mark, ...]

    def letters(self, letter: str) -> tuple[Mark, ...]:
        """Return the spots of one letter in reading order of their slots (SB-COURSE-01)."""
        return tuple(mark for mark in self.marks if mark.letter == letter)


def half_turned(spot: Printed) -> tuple[int, int, str]:
    """Turn a spot by half a turn (SB-HEX-03)."""
    if spot.row < 0:
        return spot.row, spot.col, TURNED[spot.side]
    return ROWS - 1 - spot.row, COLUMNS - 1 - spot.col, TURNED[spot.side]


def corner(slot: int) -> tuple[int, int]:
    """Return row and column of a slot's north-west corner (SB-HEX-02)."""
    return slot // 3 * ROWS, slot % 3 * COLUMNS


def spaces_of(slot: int) -> Iterator[tuple[int, int, int]]:
    """Go through a slot's spaces with row and column within the slot."""
    top, west = corner(slot)
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield row, column, from_row(top + row, west + column)


def lay(pack: Pack, laid: Iterable[Laid], taught: Mapping[str, Printed] | None = None) -> Lake:
    """Put the tiles together; *taught* holds spots the table has shown, by "tile letter" (SB-LAKE-08)."""
    water = set(pack.frame)
    marks: list[Mark] = []
    for slot, entry in enumerate(laid):
        tile = pack.tiles[entry.tile]
        lines = [line[::-1] for line in reversed(tile.map)] if entry.half_turn else list(tile.map)
        for row, column, space in spaces_of(slot):
            if lines[row][column] == "~":
                water.add(space)
        marks += marks_of(tile, slot, taught or {}, half_turn=entry.half_turn)
    return Lake(frozenset(water), tuple(marks))


def marks_of(tile: Tile, slot: int, taught: Mapping[str, Printed], *, half_turn: bool) -> Iterator[Mark]:
    """Go through a tile's letters as they lie."""
    top, west = corner(slot)
    for printed in tile.spots:
        spot = taught.get(f"{tile.id} {printed.letter}", printed)
        row, column, side = half_turned(spot) if half_turn else (spot.row, spot.col, spot.side)
        space = from_row(top + row, west + column) if row >= 0 else 0
        number = NAMES.index(side) if side in NAMES else -1
        yield Mark(tile.id, SLOTS[slot], printed.letter, space, number)


def waters(water: frozenset[int]) -> int:
    """Count the separate waters (SB-LAKE-07)."""
    left, count = set(water), 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            space = edge.pop()
            for step in STEPS:
                if space + step in left:
                    left.remove(space + step)
                    edge.append(space + step)
    return count

"""What a whole lake pack is checked for: its ready-made courses (L8) and its warnings (W1 to W4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.speedboats.course import circles, line
from engine.speedboats.hexes import NAMES, STEPS, from_row
from engine.speedboats.lake import lay, waters
from engine.speedboats.pack import COLUMNS, LETTERS, ROWS, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.speedboats.pack import Pack, Printed, Tile


def course_faults(pack: Pack) -> Iterator[str]:
    """Go through what is wrong with the ready-made courses (L8)."""
    for course in pack.courses:
        where = f"L8: course {course.id!r}"
        tile = line(course.buoys[0], course.side)
        if course.finish != course.buoys[0] + 5 * STEPS[course.side]:
            yield f"{where}: the finish buoy is not at distance 5 from buoy 0"
        elif len({*course.buoys, *tile, course.finish}) != 9:
            yield f"{where}: buoys and start tile coincide"
        else:
            for n in circles(course.buoys, course.side, course.arrows):
                yield f"{where}: the arrow of buoy {n} makes boats circle"


def warnings(pack: Pack) -> Iterator[str]:
    """Go through what a table should know about a pack (SB-LAKE-09)."""
    for letter in LETTERS:
        known = [tile.id for tile in pack.tiles.values() if _place(tile, letter) is not None]
        if len(known) != 4:
            yield f"W1: letter {letter} is known on {len(known)} tiles"
    for tile in pack.tiles.values():
        for spot in tile.spots:
            if spot.side == UNKNOWN:
                yield f"W3: tile {tile.id}: the side of letter {spot.letter} is not known"
            elif spot.row >= 0 and not _on_own_water(tile, spot):
                yield f"W2: tile {tile.id}: a start tile at letter {spot.letter} leaves the tile or covers land"
    yield from _arranged(pack)


def _place(tile: Tile, letter: str) -> Printed | None:
    return next((spot for spot in tile.spots if spot.letter == letter and spot.row >= 0), None)


def _on_own_water(tile: Tile, spot: Printed) -> bool:
    """Whether the start tile at a spot would lie on water of the spot's own tile (W2)."""
    own = {from_row(row, column): tile.map[row][column] for row in range(ROWS) for column in range(COLUMNS)}
    spaces = line(from_row(spot.row, spot.col), NAMES.index(spot.side))
    return all(own.get(space) == "~" for space in spaces)


def _arranged(pack: Pack) -> Iterator[str]:
    """Look at the pack's own arrangement and courses (W4)."""
    if not pack.arrangement:
        return
    lake = lay(pack, pack.arrangement)
    if (parts := waters(lake.water)) != 1:
        yield f"W4: the arrangement has {parts} separate waters"
    for course in pack.courses:
        spots = {mark.space for mark in lake.letters(course.letter)}
        if not set(course.buoys) <= spots:
            yield f"W4: course {course.id!r}: a buoy does not stand on a spot of letter {course.letter}"

"""The ways that a piece may go, on a panel: the piece in the middle, arrows with how far it is clear, the chosen one solid."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from devices.font import font
from table.draw_dice import Box, centered

if TYPE_CHECKING:
    from engine.pictures import Way
    from table.screen import Compass
    from table.sheet import Sheet

Point: TypeAlias = tuple[int, int]

SIDE: Final = 60
"""Columns that the picture takes, from the left."""
MIDDLE: Final = 39
"""The row of the piece."""
PIECE: Final = 8
"""Dots from the middle to a corner of the piece's own place."""
ARROW: Final = (10, 18)
"""Dots from the middle to an arrow's foot and to its tip."""
BROAD: Final = 4
"""Half the width of an arrow's foot."""
NUMBER: Final = 10
BEHIND: Final = 3
"""Dots that a wall takes."""
TO_THE_LEFT: Final = -0.3
"""Where the cosine of a way is less than this, its distance stands at the left of its tip, else at the right."""


class Drawn(NamedTuple):
    """An arrow around (0, 0): its tip, the ends of its foot and those of a wall at its tip, and the area of its distance."""

    tip: Point
    foot: tuple[Point, Point]
    wall: tuple[Point, Point]
    box: Box


def draw_ways(sheet: Sheet, compass: Compass) -> None:
    """Draw the ways: an arrow for each, against a wall where it does harm; a wall alone where it may not be taken."""
    drawn = [arrow(way) for way in compass.ways]
    left = min(-PIECE, *(one.box.left for one in drawn))
    right = max(PIECE, *(one.box.right for one in drawn))
    x = max(-left, (SIDE - 1 - left - right) // 2)
    first = compass.ways[0].angle
    sheet.ink.polygon([_moved(_at(first + 30 + 60 * n, PIECE), x) for n in range(6)], outline=1)
    if compass.middle:
        middle = Box(x - PIECE, MIDDLE - PIECE, x + PIECE, MIDDLE + PIECE)
        centered(sheet, compass.middle, NUMBER, middle)
    for way, one in zip(compass.ways, drawn, strict=True):
        chosen = way.value is not None and way.value == compass.chosen
        foot, wall = ([_moved(end, x) for end in line] for line in (one.foot, one.wall))
        if way.value is not None:
            sheet.ink.polygon((_moved(one.tip, x), *foot), fill=int(chosen), outline=1)
        if way.value is None or way.harm:
            sheet.ink.line(foot if way.value is None else wall, fill=1)
        box = Box(*_moved(one.box[:2], x), *_moved(one.box[2:], x))
        if chosen:
            sheet.paper.rectangle(box, fill=1)
        centered(sheet, str(way.clear), NUMBER, box)


def arrow(way: Way) -> Drawn:
    """Measure the arrow of a way, with its distance beside its tip."""
    begin, end = (_at(way.angle, reach) for reach in ARROW)
    across, along = _at(way.angle + 90, BROAD)
    foot, wall = (((x + across, y + along), (x - across, y - along)) for x, y in (begin, end))
    left, top, right, bottom = font(NUMBER, bold=True).getbbox(str(way.clear))
    wide, tall = round(right - left) + 2, round(bottom - top) + 2
    gap = 2 + (BEHIND if way.harm else 0)
    x = end[0] + (1 - wide - gap if cos(radians(way.angle)) < TO_THE_LEFT else gap)
    y = end[1] - tall // 2
    return Drawn(end, foot, wall, Box(x, y, x + wide - 1, y + tall - 1))


def _at(angle: float, reach: float) -> Point:
    """Return the point so many dots from (0, 0)."""
    return round(reach * cos(radians(angle))), round(-reach * sin(radians(angle)))


def _moved(point: tuple[int, ...], x: int) -> Point:
    """Return where a point comes when (0, 0) comes into column *x* of the piece's row."""
    return point[0] + x, point[1] + MIDDLE

"""Dice on a panel, large enough to be read across the table: solid ones lie, outlined ones are rolled, struck ones leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from devices.font import HEADLINE, TEXT, font, width
from table.sheet import WIDTH

if TYPE_CHECKING:
    from engine.pictures import Dice
    from table.sheet import Sheet

SIZES: Final = (28, 24, HEADLINE, TEXT, 10)
"""The sizes of digits, largest first."""
SMALL: Final = 10
MOST_IN_A_ROW: Final = 6
"""More dice than that lie in two rows."""
GAP: Final = 2
EQUALS: Final = 10
"""Columns for the two lines before the total."""
UNKNOWN: Final = "?"


class Box(NamedTuple):
    """An area: the first and the last column and row."""

    left: int
    top: int
    right: int
    bottom: int


def draw_dice(sheet: Sheet, dice: Dice, top: int, bottom: int) -> None:
    """Draw dice from row *top* to row *bottom*, and at the right what the ones that lie there count for."""
    tall = bottom - top + 1
    total = total_of(dice)
    size = largest(total, 2 * tall, tall) if len(faces(dice)) < MOST_IN_A_ROW - 1 else HEADLINE
    left = WIDTH - width(total, size, bold=True) - 1
    centered(sheet, total, size, Box(left, top, WIDTH - 2, bottom))
    middle = (top + bottom) // 2
    for row in (middle - 3, middle + 1):
        sheet.ink.rectangle((left - EQUALS, row, left - EQUALS + 5, row + 1), fill=1)
    shown = faces(dice) or [("", "none")]
    for (face, state), box in zip(
        shown, boxes(len(shown), Box(0, top, left - EQUALS - 3, bottom)), strict=False
    ):
        _die(sheet, face, state, box)


def faces(dice: Dice) -> list[tuple[str, str]]:
    """Return every die: its face, and whether it lies there, is rolled or leaves."""
    return [
        (str(face) if face else UNKNOWN, state)
        for state, group in (("lies", dice.lie), ("rolls", dice.roll), ("leaves", dice.leave))
        for face in group
    ]


def total_of(dice: Dice) -> str:
    """Return what the dice count for; a plus, or a question mark, where some are still to roll."""
    if not dice.roll:
        return str(dice.total)
    return f"{dice.total}+" if dice.lie else UNKNOWN


def boxes(number: int, room: Box) -> list[Box]:
    """Divide room among so many dice, in one row or two; those that find none are left out."""
    rows = 1 if number <= MOST_IN_A_ROW else 2
    across = -(-number // rows)
    tall = (room.bottom - room.top + 2 - rows) // rows
    wide = max(SMALL, min(tall, (room.right - room.left + 1 + GAP) // across - GAP))
    places = [
        (room.left + column * (wide + GAP), room.top + row * (tall + 1))
        for row in range(rows)
        for column in range(across)
    ]
    found = [Box(x, y, x + wide - 1, y + tall - 1) for x, y in places[:number]]
    return [box for box in found if box.right <= room.right]


def largest(text: str, wide: int, tall: int) -> int:
    """Return the largest size in which a text fits into so many columns and rows."""
    for size in SIZES:
        left, top, right, bottom = font(size, bold=True).getbbox(text)
        if right - left <= wide and bottom - top <= tall:
            return size
    return SIZES[-1]


def centered(sheet: Sheet, text: str, size: int, box: Box) -> None:
    """Write a text in the middle of a box."""
    left, top, right, bottom = font(size, bold=True).getbbox(text)
    x = (box.left + box.right + 1 - round(right - left)) // 2 - round(left)
    y = (box.top + box.bottom + 1 - round(bottom - top)) // 2 - round(top)
    sheet.write(x, y, text, size, bold=True)


def _die(sheet: Sheet, face: str, state: str, box: Box) -> None:
    if state == "lies":
        sheet.paper.rounded_rectangle(box, 3, fill=1)
    elif state == "rolls":
        sheet.ink.rounded_rectangle(box, 3, outline=1)
    else:
        for x in range(box.left, box.right + 1, 2):
            sheet.ink.point(((x, box.top), (x, box.bottom)), fill=1)
        for y in range(box.top, box.bottom + 1, 2):
            sheet.ink.point(((box.left, y), (box.right, y)), fill=1)
    if face:
        size = largest(face, box.right - box.left - 3, box.bottom - box.top - 3)
        centered(sheet, face, size, box)
    if state == "leaves":
        sheet.ink.line((box.left + 1, box.bottom - 1, box.right - 1, box.top + 1), fill=1, width=2)

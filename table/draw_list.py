"""Lists to choose from: what is asked, and below it as many options as there is room for without any two touching."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from devices.font import TEXT, fit, width, wrap
from table.sheet import BAR, HEIGHT, WIDTH, ink_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table.screen import Screen
    from table.sheet import Sheet

LISTED: Final = 11
"""The size of what is asked and of the options: a dot less high than text, so that four rows have room."""
TALL: Final = 14
"""The height of a letter of that size with accent and tail."""
ROOM: Final = WIDTH - 14
"""Columns for an option, beside the cursor and the scroll bar."""
TITLE_LINES: Final = 2
PATCH: Final = (2, 12)
"""First and last row of the area around the option that is chosen, from where it is written; accents and tails widen it."""
BESIDE_SCROLL_BAR: Final = 4
"""How many columns the area around what is chosen ends before the panel's last one where there is a scroll bar."""
SIGN: Final = 14
"""The most columns a sign takes where they stand side by side."""


class Grid(NamedTuple):
    """Where rows are written: how many, the first one's place, and from row to row."""

    rows: int
    top: int
    pitch: int


DENSE: Final = Grid(4, BAR - 1, 12)
"""Tails, and the area around what is chosen, have room above letters, not above the accents of capitals."""
LOOSE: Final = Grid(3, BAR + 1, 16)
"""Nothing touches, whatever is written."""


def draw_list(sheet: Sheet, screen: Screen) -> tuple[int, int, int]:
    """Draw the title, options around the cursor, and what the keys do where a row is left.

    Returns the first option in sight, how many are, and how many there are.
    """
    lines = title_lines(screen.title)
    grid, first, options = fitting(lines, screen.choices, screen.cursor)
    for index, line in enumerate(lines):
        sheet.write(1, grid.top + index * grid.pitch, line, LISTED, bold=True)
    last = WIDTH - 1 if len(options) == len(screen.choices) else WIDTH - BESIDE_SCROLL_BAR
    for index, text in enumerate(options, len(lines)):
        chosen = first + index - len(lines) == screen.cursor
        draw_option(sheet, grid.top + index * grid.pitch, text, chosen=chosen, last=last)
    if len(lines) + len(options) < grid.rows and apart(grid, lines, [*options, screen.foot]):
        sheet.write(1, grid.top + (grid.rows - 1) * grid.pitch, fit(screen.foot, WIDTH - 2, LISTED), LISTED)
    return first, grid.rows - len(lines), len(screen.choices)


def title_lines(title: str) -> list[str]:
    """Break what is asked into the lines it takes above options."""
    return wrap(title, WIDTH - 2, LISTED, TITLE_LINES, bold=True)


@lru_cache(maxsize=256)
def row_of(text: str) -> str:
    """Return an option as far as it has room in its row."""
    return fit(text, ROOM, LISTED)


def fitting(
    lines: Sequence[str], choices: Sequence[str], cursor: int | None
) -> tuple[Grid, int, Sequence[str]]:
    """Choose the grid; return it with the number of the first option in sight and the options in sight."""
    for grid in (DENSE, LOOSE):
        room = grid.rows - len(lines)
        middle = -1 if cursor is None else cursor
        first = min(max(0, middle - room // 2), max(0, len(choices) - room))
        options = [row_of(text) for text in choices[first : first + room]]
        if apart(grid, lines, options):
            break
    return grid, first, options


def apart(grid: Grid, lines: Sequence[str], options: Sequence[str]) -> bool:
    """Whether a row without dots lies between any two rows, and all are on the panel."""
    end = BAR
    for index, text in enumerate([*lines, *options]):
        place = grid.top + index * grid.pitch
        first, last = ink_rows(text, LISTED, bold=index < len(lines))
        if first == last:
            continue
        if place + first <= end:
            return False
        end = place + max(last, PATCH[1] + 1)
    return end <= HEIGHT


def draw_option(sheet: Sheet, top: int, text: str, *, chosen: bool, last: int = WIDTH - 1) -> None:
    """Draw one row of a list to choose from; the area around what is chosen reaches to column *last*."""
    text = row_of(text)
    if chosen:
        first, end = ink_rows(text, LISTED)
        area = (0, top + min(PATCH[0], first - 1), last, top + max(PATCH[1], end))
        sheet.paper.rectangle(area, fill=1)
        sheet.write(-1, top, "▶", LISTED)
    sheet.write(9, top, text, LISTED)


def draw_signs(sheet: Sheet, screen: Screen) -> None:
    """Draw what is written so far, and below it signs side by side to choose from."""
    for index, line in enumerate(title_lines(screen.title)):
        sheet.write(1, LOOSE.top + index * LOOSE.pitch, line, LISTED, bold=True)
    place = LOOSE.top + TITLE_LINES * LOOSE.pitch
    step = min(SIGN, WIDTH // len(screen.choices))
    for index, sign in enumerate(screen.choices):
        left = index * step
        if index == screen.cursor:
            sheet.paper.rectangle((left, place - 1, left + step - 1, HEIGHT - 1), fill=1)
        sheet.write(left + (step - width(sign, bold=True)) // 2, place, sign, TEXT, bold=True)

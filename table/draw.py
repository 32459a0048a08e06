"""From a screen to its picture: 128 by 64 dots, black and white, for reading at arm's length. Pure.

A picture has two layers that are laid over each other at the end: *paper*, the inverted areas, and *ink*, whatever is
written. A letter that reaches out of an inverted area changes its colour on the way and stays whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageChops, ImageDraw

from devices.font import HEADLINE, TEXT, fit, width, wrap, write
from table.draw_board import draw_board

if TYPE_CHECKING:
    from table.screen import Cell, Screen

WIDTH: Final = 128
HEIGHT: Final = 64
LETTER: Final = 15
"""The height of a letter of text with accent and tail. Lines are set closer: an accent may touch the tail above it."""
LINE: Final = 13
"""From line to line of text."""
ROW: Final = 12
"""From row to row of a list to choose from."""
BAR: Final = 15
STRIP: Final = 17
BOARD: Final = 36
"""The most that a picture of the board takes."""
LOW_BOARD: Final = 15
"""The least, below two lines of which one is large."""
ROOM: Final = WIDTH - 14
"""Columns for an option, beside the cursor and the scroll bar."""
MARK: Final = 10
"""The size of the letters under the strip's cells."""


class Sheet:
    """The two layers of a picture, with a pen for each."""

    def __init__(self) -> None:
        self._paper = Image.new("1", (WIDTH, HEIGHT))
        self._ink = Image.new("1", (WIDTH, HEIGHT))
        self.paper = ImageDraw.Draw(self._paper)
        self.ink = ImageDraw.Draw(self._ink)

    def write(self, x: int, y: int, text: str, size: int = TEXT, *, bold: bool = False) -> None:
        """Write a line of text, its upper left corner at a point."""
        write(self.ink, (x, y), text, size, bold=bold)

    def picture(self) -> Image.Image:
        """Lay the layers over each other."""
        return ImageChops.logical_xor(self._paper, self._ink)


def draw(screen: Screen) -> Image.Image:
    """Draw a screen as a picture of mode "1"."""
    sheet = Sheet()
    _head(sheet, screen)
    if screen.choices and not screen.strip and not screen.board:
        scroll = _choices(sheet, screen)
    else:
        bottom = HEIGHT - STRIP if screen.strip or screen.board else HEIGHT
        _strip(sheet, screen.strip, bottom)
        end = _body(sheet, screen, _title(sheet, screen, bottom), bottom)
        if screen.board:
            draw_board(sheet.ink, screen.board, min(HEIGHT - LOW_BOARD, max(end, HEIGHT - BOARD)))
        first, total = screen.scroll or (0, 0)
        scroll = (first, len(screen.body), total)
    picture = sheet.picture()
    _scroll_bar(ImageDraw.Draw(picture), *scroll)
    return picture


# A screen is put together at every step of the loop, so that what was measured once is kept.


@lru_cache(maxsize=1024)
def lines_of(text: str) -> tuple[str, ...]:
    """Break a sentence into the lines a panel shows."""
    return tuple(wrap(text, WIDTH - 5))


@lru_cache(maxsize=256)
def lines_of_title(title: str) -> int:
    """How many bold lines a title takes."""
    return len(wrap(title, WIDTH - 2, TEXT, bold=True))


@lru_cache(maxsize=256)
def fits_in_a_row(text: str) -> bool:
    """Whether an option is wholly seen in a list to choose from."""
    return width(text) <= ROOM


def _head(sheet: Sheet, screen: Screen) -> None:
    """Draw the bar that says who is meant; it blinks nowhere, it is inverted everywhere."""
    sheet.paper.rectangle((0, 0, WIDTH - 1, BAR - 1), fill=1)
    room = WIDTH - 4
    if screen.badge:
        badge = fit(screen.badge, WIDTH // 2, 10)
        taken = width(badge, 10)
        sheet.write(WIDTH - 2 - taken, 1, badge, 10)
        room -= taken + 4
    sheet.write(2, 1, fit(screen.head, room, TEXT, bold=True), bold=True)


def _title(sheet: Sheet, screen: Screen, bottom: int) -> int:
    """Draw what is asked: large when it fits on one line, else in two bold lines. Returns where the body begins."""
    top = BAR
    if not screen.title:
        return top + 1
    roomy = bottom - top >= 2 * LINE + 6
    if not screen.alarm and roomy and width(screen.title, HEADLINE, bold=True) <= WIDTH - 2:
        sheet.write(1, top - 1, screen.title, HEADLINE, bold=True)
        return top + HEADLINE + 1
    room = 1 if screen.alarm else max(1, min(2, (bottom - top) // LINE - bool(screen.body)))
    for line in wrap(screen.title, WIDTH - 2, TEXT, room, bold=True):
        sheet.write(1, top, line, bold=True)
        top += LINE
    return top


def _body(sheet: Sheet, screen: Screen, top: int, bottom: int) -> int:
    """Draw the lines below the title, and what the keys do where there is room. Returns where they end."""
    foot = screen.foot if not (screen.strip or screen.board) or not screen.body else ""
    room = (bottom - top) // LINE
    keys_line = bool(foot) and room > (1 if screen.body else 0)
    lines: list[str] = []
    for position, text in enumerate(screen.body):
        left = room - keys_line - len(lines) - (len(screen.body) - position - 1)
        lines += wrap(text, WIDTH - 2, TEXT, max(1, left))
    for line in lines[: max(0, room - keys_line)]:
        sheet.write(1, top, line)
        top += LINE
    if keys_line:
        sheet.write(1, bottom - LETTER, fit(foot, WIDTH - 2))
        return bottom
    return top + LETTER - LINE


def _choices(sheet: Sheet, screen: Screen) -> tuple[int, int, int]:
    """Draw the title and as many options around the cursor as there is room for below it.

    Returns the first option in sight, how many are, and how many there are.
    """
    lines = wrap(screen.title, WIDTH - 2, TEXT, 2, bold=True)
    for index, line in enumerate(lines):
        sheet.write(1, BAR + index * ROW, line, bold=True)
    room = 4 - len(lines)
    chosen = screen.cursor if screen.cursor is not None else -1
    first = min(max(0, chosen - room // 2), max(0, len(screen.choices) - room))
    for index, text in enumerate(screen.choices[first : first + room], first):
        top = HEIGHT - ROW * (room - index + first)
        if index == chosen:
            sheet.paper.rectangle((0, top - 1, WIDTH - 1, top + ROW - 1), fill=1)
            sheet.write(-1, top - 3, "▶")
        sheet.write(9, top - 3, fit(text, ROOM))
    return first, room, len(screen.choices)


def _scroll_bar(pen: ImageDraw.ImageDraw, first: int, shown: int, total: int) -> None:
    """Show where in a long list the panel is."""
    if total <= shown:
        return
    track = HEIGHT - BAR - 1
    start = BAR + 1 + track * first // total
    length = max(4, track * shown // total)
    pen.line((WIDTH - 2, BAR + 1, WIDTH - 2, HEIGHT - 1), fill=0)
    pen.line((WIDTH - 1, start, WIDTH - 1, start + length), fill=1)
    pen.line((WIDTH - 2, start, WIDTH - 2, start + length), fill=1)


def _strip(sheet: Sheet, cells: tuple[Cell, ...], top: int) -> None:
    """Draw the course: a row of pieces above a row of what is printed on the tiles."""
    if not cells:
        return
    step = WIDTH // len(cells)
    left = (WIDTH - step * len(cells)) // 2
    for index, cell in enumerate(cells):
        _cell(sheet, cell, left + index * step, top, step)
    sheet.ink.line((0, top + 6, WIDTH - 1, top + 6), fill=1)


def _cell(sheet: Sheet, cell: Cell, x: int, top: int, step: int) -> None:
    for place, _ in enumerate(cell.pieces[:3]):
        left = x + 1 + place * 4
        if place < cell.own:
            sheet.ink.rectangle((left, top, left + 2, top + 4), fill=1)
        else:
            sheet.ink.rectangle((left, top + 2, left + 2, top + 4), outline=1)
    if cell.covered:
        sheet.paper.rectangle((x, top + 7, x + step - 2, top + STRIP - 1), fill=1)
    if cell.mark == "finish":
        _flag(sheet, x + 1, top + 8)
        return
    letter = cell.mark[:1].upper()
    sheet.write(x + (step - width(letter, MARK, bold=True)) // 2, top + 6, letter, MARK, bold=True)


def _flag(sheet: Sheet, x: int, y: int) -> None:
    """Draw a chequered flag, four by four fields of two dots."""
    for row in range(4):
        for column in range(4):
            if (row + column) % 2 == 0:
                left, top = x + column * 2, y + row * 2
                sheet.ink.rectangle((left, top, left + 1, top + 1), fill=1)

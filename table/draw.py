"""From a screen to its picture: 128 by 64 dots, black and white, for reading at arm's length. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import Image, ImageChops, ImageDraw

from devices.font import HEADLINE, TEXT, fit, width, wrap, write

if TYPE_CHECKING:
    from table.screen import Cell, Screen

WIDTH: Final = 128
HEIGHT: Final = 64
LINE: Final = 13
"""From line to line of text: a letter with an accent or with a tail may touch one of the next line, but is whole."""
BAR: Final = 13
STRIP: Final = 17
SMALL: Final = 11
"""The size of the letters in the bar, in lists to choose from and of what the keys do."""
ROW: Final = 12
"""From row to row of a list to choose from: a small letter without an accent, its tail included."""
ROOM: Final = WIDTH - 14
"""Columns for an option, beside the cursor and the scroll bar."""
MARK: Final = 10
"""The size of the letters under the strip's cells."""


def draw(screen: Screen) -> Image.Image:
    """Draw a screen as a picture of mode "1"."""
    picture = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(picture)
    _head(pen, screen)
    bottom = HEIGHT
    if screen.strip:
        bottom -= STRIP
        _strip(pen, screen.strip, bottom)
    elif screen.choices:
        _choices(picture, pen, screen)
        return picture
    top = _title(pen, screen, bottom)
    _body(pen, screen, top, bottom)
    if screen.scroll:
        _scroll_bar(pen, screen.scroll[0], len(screen.body), screen.scroll[1])
    return picture


def lines_of(text: str) -> list[str]:
    """Break a sentence into the lines a panel shows."""
    return wrap(text, WIDTH - 5)


def lines_of_title(title: str) -> int:
    """How many bold lines a title takes."""
    return len(wrap(title, WIDTH - 2, TEXT, bold=True))


def fits_in_a_row(text: str) -> bool:
    """Whether an option is wholly seen in a list to choose from."""
    return width(text, SMALL) <= ROOM


def _head(pen: ImageDraw.ImageDraw, screen: Screen) -> None:
    """Draw the bar that says who is meant; it blinks nowhere, it is inverted everywhere."""
    pen.rectangle((0, 0, WIDTH - 1, BAR - 1), fill=1)
    room = WIDTH - 4
    if screen.badge:
        badge = fit(screen.badge, WIDTH // 2, 10)
        taken = width(badge, 10)
        write(pen, (WIDTH - 2 - taken, 1), badge, 10, fill=0)
        room -= taken + 4
    write(pen, (2, -1), fit(screen.head, room, SMALL, bold=True), SMALL, bold=True, fill=0)


def _title(pen: ImageDraw.ImageDraw, screen: Screen, bottom: int) -> int:
    """Draw what is asked: large when it fits on one line, else in two bold lines. Returns where the body begins."""
    top = BAR
    if not screen.title:
        return top + 1
    roomy = bottom - top >= 2 * LINE + 6
    if not screen.alarm and roomy and width(screen.title, HEADLINE, bold=True) <= WIDTH - 2:
        write(pen, (1, top), screen.title, HEADLINE, bold=True)
        return top + HEADLINE + 2
    room = 1 if screen.alarm else max(1, min(2, (bottom - top) // LINE - bool(screen.body)))
    for line in wrap(screen.title, WIDTH - 2, TEXT, room, bold=True):
        write(pen, (1, top), line, TEXT, bold=True)
        top += LINE
    return top


def _body(pen: ImageDraw.ImageDraw, screen: Screen, top: int, bottom: int) -> None:
    """Draw the lines below the title, and what the keys do where there is room."""
    foot = screen.foot if not screen.strip or not screen.body else ""
    room = (bottom - top) // LINE
    keys_line = bool(foot) and room > (1 if screen.body else 0)
    lines: list[str] = []
    for position, text in enumerate(screen.body):
        left = room - keys_line - len(lines) - (len(screen.body) - position - 1)
        lines += wrap(text, WIDTH - 2, TEXT, max(1, left))
    for line in lines[: max(0, room - keys_line)]:
        write(pen, (1, top), line, TEXT)
        top += LINE
    if keys_line:
        write(pen, (1, bottom - SMALL - 3), fit(foot, WIDTH - 2, SMALL), SMALL)


def _choices(picture: Image.Image, pen: ImageDraw.ImageDraw, screen: Screen) -> None:
    """Draw the title and as many options around the cursor as there is room for below it."""
    lines = wrap(screen.title, WIDTH - 2, TEXT, 2, bold=True)
    for index, line in enumerate(lines):
        write(pen, (1, BAR + index * ROW), line, TEXT, bold=True)
    room = 4 - len(lines)
    chosen = screen.cursor if screen.cursor is not None else -1
    first = min(max(0, chosen - room // 2), max(0, len(screen.choices) - room))
    for index, text in enumerate(screen.choices[first : first + room], first):
        _row(picture, HEIGHT - ROW * (room - index + first), text, chosen=index == chosen)
    _scroll_bar(pen, first, room, len(screen.choices))


def _row(picture: Image.Image, top: int, text: str, *, chosen: bool) -> None:
    """Draw an option, inverted when it is chosen; an accent above the row stays whole."""
    letters = Image.new("1", picture.size)
    pen = ImageDraw.Draw(letters)
    write(pen, (9, top - 2), fit(text, ROOM, SMALL), SMALL)
    if chosen:
        write(pen, (-1, top - 2), "▶", SMALL)
        ImageDraw.Draw(picture).rectangle((0, top, WIDTH - 1, top + ROW - 1), fill=1)
    picture.paste(ImageChops.logical_xor(picture, letters))


def _scroll_bar(pen: ImageDraw.ImageDraw, first: int, shown: int, total: int) -> None:
    """Show where in a long list the panel is."""
    if total <= shown:
        return
    track = HEIGHT - BAR - 2
    start = BAR + 1 + track * first // total
    length = max(4, track * shown // total)
    pen.line((WIDTH - 2, BAR + 1, WIDTH - 2, HEIGHT - 1), fill=0)
    pen.line((WIDTH - 1, start, WIDTH - 1, start + length), fill=1)
    pen.line((WIDTH - 2, start, WIDTH - 2, start + length), fill=1)


def _strip(pen: ImageDraw.ImageDraw, cells: tuple[Cell, ...], top: int) -> None:
    """Draw the course: a row of pieces above a row of what is printed on the tiles."""
    step = WIDTH // len(cells)
    left = (WIDTH - step * len(cells)) // 2
    for index, cell in enumerate(cells):
        x = left + index * step
        _cell(pen, cell, x, top, step)
    pen.line((0, top + 6, WIDTH - 1, top + 6), fill=1)


def _cell(pen: ImageDraw.ImageDraw, cell: Cell, x: int, top: int, step: int) -> None:
    for place, _ in enumerate(cell.pieces[:3]):
        left = x + 1 + place * 4
        if place < cell.own:
            pen.rectangle((left, top, left + 2, top + 4), fill=1)
        else:
            pen.rectangle((left, top + 2, left + 2, top + 4), outline=1)
    if cell.covered:
        pen.rectangle((x, top + 7, x + step - 2, top + STRIP - 1), fill=1)
    if cell.mark == "finish":
        _flag(pen, x + 1, top + 8)
        return
    letter = cell.mark[:1].upper()
    shown = width(letter, MARK, bold=True)
    write(pen, (x + (step - shown) // 2, top + 6), letter, MARK, bold=True, fill=int(not cell.covered))


def _flag(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """Draw a chequered flag, four by four fields of two dots."""
    for row in range(4):
        for column in range(4):
            if (row + column) % 2 == 0:
                pen.rectangle((x + column * 2, y + row * 2, x + column * 2 + 1, y + row * 2 + 1), fill=1)

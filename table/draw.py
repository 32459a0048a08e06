"""From a screen to its picture: 128 by 64 dots, black and white, for reading at arm's length. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import ImageDraw

from devices.font import HEADLINE, TEXT, fit, width, wrap
from devices.icons import ICONS
from table.draw_board import draw_board
from table.draw_dice import draw_dice
from table.draw_list import LISTED, ROOM, TALL, TITLE_LINES, draw_list, draw_option, draw_signs
from table.draw_ways import SIDE, draw_ways
from table.sheet import BAR, HEIGHT, WIDTH, Sheet, ink_rows

if TYPE_CHECKING:
    from PIL import Image

    from engine.pictures import Dice
    from table.screen import Board, Cell, Compass, Meter, Screen

LETTER: Final = 15
"""The height of a letter of text with accent and tail: so far are lines of text apart at least."""
LINE: Final = 16
"""From line to line of bold text."""
LARGE: Final = BAR - 2
"""Where a large title is written: its capitals begin below the bar."""
BELOW_LARGE: Final = BAR + 17
"""The first row where the line below a large title may be written; a tail may reach beside its small letters."""
STRIP: Final = 17
BOARD: Final = 36
"""The most that a picture of the board takes."""
LOW_BOARD: Final = 15
"""The least, below two lines of which one is large."""
MARK: Final = 10
"""The size of the letters under the strip's cells, and of the names of meters."""
NAMED: Final = 24
"""In a cell that is so wide what is printed there is named; else there is room for a letter."""
ARROW: Final = 9
"""The length of the arrow over a place of the strip that has moved."""
METER: Final = 10
"""From meter to meter below each other."""
BESIDE: Final = SIDE + 2
"""The first column beside a picture of ways."""
CELL: Final = 4
"""Columns of one step of a meter."""
MOST_CELLS: Final = 6
"""A meter with more steps shows its numbers."""
COLUMNS: Final = WIDTH - 5
"""Columns of a line to read: a scroll bar has room at its right, or the line that marks what has happened at its left."""
QUOTE: Final = 4
"""Columns that the line at the left of what has happened takes."""


def draw(screen: Screen) -> Image.Image:
    """Draw a screen as a picture of mode "1"."""
    sheet = Sheet()
    _head(sheet, screen)
    scroll = (0, 0, 0)
    if screen.compass is not None:
        _ways(sheet, screen, screen.compass)
    elif screen.dice is not None:
        _dice(sheet, screen, screen.dice)
    elif screen.choices and screen.board is not None:
        _routes(sheet, screen, screen.board)
    elif screen.across:
        draw_signs(sheet, screen)
    elif screen.choices and not screen.strip:
        scroll = draw_list(sheet, screen)
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
    return tuple(wrap(text, COLUMNS))


@lru_cache(maxsize=256)
def lines_of_title(title: str) -> int:
    """How many bold lines a title takes."""
    return len(wrap(title, WIDTH - 2, TEXT, bold=True))


@lru_cache(maxsize=256)
def fits_in_the_bar(head: str, badge: str) -> bool:
    """Whether who is meant is wholly seen beside the badge."""
    return width(head, bold=True) + width(badge, MARK) <= WIDTH - 8


@lru_cache(maxsize=256)
def fits_in_a_row(text: str) -> bool:
    """Whether an option is wholly seen in a list to choose from."""
    return width(text, LISTED) <= ROOM


@lru_cache(maxsize=64)
def end_of(text: str) -> str:
    """Return as much of the end of a text as has room above a list to choose from."""
    return " ".join(wrap(text, WIDTH - 2, LISTED, bold=True)[-TITLE_LINES:])


@lru_cache(maxsize=64)
def signs_of(foot: str) -> str:
    """Return only the signs of what the keys do."""
    return "".join(sign for sign in foot if sign in ICONS)


def _head(sheet: Sheet, screen: Screen) -> None:
    """Draw the bar: who is meant, where a capital has an accent a little smaller; the keys that act now, if there is room."""
    sheet.paper.rectangle((0, 0, WIDTH - 1, BAR - 1), fill=1)
    room = WIDTH - 4
    if screen.badge:
        badge = fit(screen.badge, WIDTH // 2, 10)
        taken = width(badge, 10)
        sheet.write(WIDTH - 2 - taken, 1, badge, 10)
        room -= taken + 4
    high = ink_rows(screen.head, bold=True)[0] < 1
    size, top = (LISTED, 1) if high else (TEXT, -1)
    head = fit(screen.head, room, size, bold=True)
    sheet.write(2, top, head, size, bold=True)
    keys = signs_of(screen.foot)
    free = room - width(head, size, bold=True) - width(keys, MARK)
    if keys and free >= 0:
        sheet.write(2 + room - width(keys, MARK) - free // 2, 1, keys, MARK)


def _title(sheet: Sheet, screen: Screen, bottom: int) -> int:
    """Draw what is asked: large where nothing comes close to it, else in bold lines. Returns where the body begins."""
    if not screen.title:
        return BAR + 1
    top = bottom - LETTER * ((bottom - BELOW_LARGE) // LETTER)
    if _has_room_to_be_large(screen, top):
        sheet.write(1, LARGE, screen.title, HEADLINE, bold=True)
        return top
    top = BAR + 1
    room = 1 if screen.alarm else max(1, min(2, (bottom - BAR) // LINE - bool(screen.body)))
    for line in wrap(screen.title, WIDTH - 2, TEXT, room, bold=True):
        sheet.write(1, top, line, bold=True)
        top += LINE
    return top


def _has_room_to_be_large(screen: Screen, below: int) -> bool:
    """Whether a title fits on one large line and touches neither the bar nor what is written in the row *below*."""
    if screen.alarm or width(screen.title, HEADLINE, bold=True) > WIDTH - 2:
        return False
    first, end = ink_rows(screen.title, HEADLINE, bold=True)
    following = next(iter(screen.body), screen.foot)
    return LARGE + first > BAR and LARGE + end <= below + ink_rows(following)[0]


def _body(sheet: Sheet, screen: Screen, top: int, bottom: int) -> int:
    """Draw the lines below the title, and what the keys do where there is room. Returns where they end."""
    room = (bottom - top) // LETTER
    pitch = (bottom - top) // max(1, room)
    foot = screen.foot if not (screen.strip or screen.board) or not screen.body else ""
    keys_line = bool(foot) and room > len(screen.body)
    lines: list[str] = []
    for position, text in enumerate(screen.body):
        left = room - keys_line - len(lines) - (len(screen.body) - position - 1)
        lines += wrap(text, COLUMNS if screen.told else WIDTH - 2, TEXT, max(1, left))
    for line in lines[: max(0, room - keys_line)]:
        if screen.told:
            sheet.ink.line((1, top + 2, 1, top + LETTER - 2), fill=1)
        sheet.write(1 + QUOTE * screen.told, top, line)
        top += pitch
    if keys_line:
        sheet.write(1, bottom - LETTER, fit(foot, WIDTH - 2))
        return bottom
    return top


def _routes(sheet: Sheet, screen: Screen, board: Board) -> None:
    """Draw what is asked, what is chosen (or the keys), and below it where that leads."""
    top = BAR + 1
    sheet.write(1, top, fit(screen.title, WIDTH - 2, LISTED, bold=True), LISTED, bold=True)
    top += TALL
    if screen.cursor is None:
        sheet.write(1, top, fit(screen.foot, WIDTH - 2, LISTED), LISTED)
    else:
        draw_option(sheet, top, screen.choices[screen.cursor], chosen=True)
    draw_board(sheet.ink, board, top + TALL)


def _dice(sheet: Sheet, screen: Screen, dice: Dice) -> None:
    """Draw meters, large dice, and below them what is chosen, or what is asked or told with the keys."""
    left = 1
    for meter in screen.meters:
        left += _meter(sheet, meter, left, BAR, WIDTH - left) + 2 * CELL
    top = HEIGHT - TALL
    draw_dice(sheet, dice, BAR + (METER if screen.meters else 0) + 2, top - 2)
    if screen.cursor is not None:
        draw_option(sheet, top, screen.choices[screen.cursor], chosen=True)
        return
    text, bold = screen.title or next(iter(screen.body), ""), bool(screen.title)
    sheet.write(1, top, fit(text, WIDTH - 2, LISTED, bold=bold), LISTED, bold=bold)
    keys = width(screen.foot, LISTED)
    if width(text, LISTED, bold=bold) + keys < WIDTH - 4:
        sheet.write(WIDTH - 1 - keys, top, screen.foot, LISTED)


def _ways(sheet: Sheet, screen: Screen, compass: Compass) -> None:
    """Draw the ways at the left, and beside them meters, what is chosen or asked, and the keys."""
    draw_ways(sheet, compass)
    top = BAR
    for meter in screen.meters[:2]:
        _meter(sheet, meter, BESIDE, top, WIDTH - BESIDE)
        top += METER
    asked = screen.cursor is None
    text = screen.title if screen.cursor is None else screen.choices[screen.cursor]
    room = (HEIGHT - top) // TALL
    lines = wrap(text, WIDTH - BESIDE, LISTED, room, bold=asked)
    top += 1
    for line in lines:
        sheet.write(BESIDE, top, line, LISTED, bold=asked)
        top += TALL
    if len(lines) < room:
        sheet.write(BESIDE, top, fit(screen.foot, WIDTH - BESIDE, LISTED), LISTED)


def _meter(sheet: Sheet, meter: Meter, x: int, y: int, room: int) -> int:
    """Draw a meter: its name, and a cell for every step, filled as far as it has come. Returns its width."""
    steps = (CELL + 1) * meter.most + 1
    if meter.most > MOST_CELLS:
        text = fit(f"{meter.name} {meter.now}/{meter.most}", room, MARK)
        sheet.write(x, y, text, MARK)
        return width(text, MARK)
    name = fit(meter.name, room - steps, MARK)
    sheet.write(x, y, name, MARK)
    left = x + width(name, MARK) + 2
    for step in range(meter.most):
        box = (left, y + 3, left + CELL - 1, y + 9)
        sheet.ink.rectangle(box, outline=1, fill=int(step < meter.now))
        left += CELL + 1
    return left - x


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
    for place, _ in enumerate(cell.pieces[: step // 4]):
        left = x + 1 + place * 4
        if place < cell.own:
            sheet.ink.rectangle((left, top, left + 2, top + 4), fill=1)
        else:
            sheet.ink.rectangle((left, top + 2, left + 2, top + 4), outline=1)
    if cell.moved:
        _arrow(sheet, x + (step - ARROW) // 2, top, on=cell.moved > 0)
    if cell.covered:
        sheet.paper.rectangle((x, top + 7, x + step - 2, top + STRIP - 1), fill=1)
    if cell.mark == "finish":
        _flag(sheet, x + 1, top + 8)
        return
    named = bool(cell.name) and step >= NAMED
    text = _beginning(cell.name, step - 1) if named else cell.mark[:1].upper()
    sheet.write(x + (step - width(text, MARK, bold=not named)) // 2, top + 6, text, MARK, bold=not named)


def _arrow(sheet: Sheet, x: int, top: int, *, on: bool) -> None:
    """Draw over a place which way it has moved: an arrow on (to the right) or back, in place of what lies beneath it."""
    sheet.ink.rectangle((x - 1, top, x + ARROW, top + 5), fill=0)
    tip, back = (x + ARROW - 1, x) if on else (x, x + ARROW - 1)
    wing = tip - 2 if on else tip + 2
    sheet.ink.line((back, top + 2, tip, top + 2), fill=1)
    sheet.ink.line((wing, top, tip, top + 2), fill=1)
    sheet.ink.line((wing, top + 4, tip, top + 2), fill=1)


@lru_cache(maxsize=64)
def _beginning(name: str, room: int) -> str:
    """Return as much of a name as has room in a cell."""
    while width(name, MARK) > room:
        name = name[:-1]
    return name


def _flag(sheet: Sheet, x: int, y: int) -> None:
    """Draw a chequered flag, four by four fields of two dots."""
    for row in range(4):
        for column in range(4):
            if (row + column) % 2 == 0:
                left, top = x + column * 2, y + row * 2
                sheet.ink.rectangle((left, top, left + 1, top + 1), fill=1)

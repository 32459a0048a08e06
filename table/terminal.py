"""A panel in the terminal: as large as there is room for, dot by dot, in braille, or in its words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import terminal_size

    from PIL.Image import Image

BLOCKS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
BRAILLE: Final = 0x2800
BRAILLE_BITS: Final = ((0, 3), (1, 4), (2, 5), (6, 7))
"""Which bit of a braille character stands for a dot, by its row and column."""
HOME: Final = "\x1b[H"
"""Moves the terminal's cursor to the upper left corner, so that the next picture covers the last."""
CLEAR_LINE: Final = "\x1b[K"
CLEAR_BELOW: Final = "\x1b[J"


def over_the_last(lines: Sequence[str]) -> str:
    """Return what draws these lines over whatever the terminal shows, whether that was larger or smaller."""
    return f"{HOME}{''.join(f'{line}{CLEAR_LINE}' + chr(10) for line in lines)}{CLEAR_BELOW}"


def drawn(picture: Image, words: Sequence[str], size: terminal_size) -> list[str]:
    """Return a panel's picture of mode "1" as lines that fit a terminal, below which its cursor has a line.

    Two dots above each other are one character where there is room, else eight dots are; in a terminal too small for
    that the panel's *words* have to do, as far as they fit.
    """
    room = (size.columns, size.lines - 1)
    for lines in (framed(half_blocks(picture)), framed(braille(picture))):
        if len(lines[0]) <= room[0] and len(lines) <= room[1]:
            return lines
    return [line[: room[0]] for line in words[: max(0, room[1])]]


def half_blocks(picture: Image) -> list[str]:
    """Return a picture as lines of characters, each two dots high."""
    dots = _dots(picture)
    return [
        "".join(BLOCKS[upper, lower] for upper, lower in zip(dots[y], dots[y + 1], strict=True))
        for y in range(0, picture.height, 2)
    ]


def braille(picture: Image) -> list[str]:
    """Return a picture as lines of braille characters, each two dots wide and four high."""
    dots = _dots(picture)
    return [
        "".join(_braille_of(dots, x, y) for x in range(0, picture.width, 2))
        for y in range(0, picture.height, 4)
    ]


def _braille_of(dots: Sequence[Sequence[int]], x: int, y: int) -> str:
    """Return the character for the eight dots from there to the right and down."""
    bits = sum(
        dots[y + row][x + column] << bit
        for row, bits in enumerate(BRAILLE_BITS)
        for column, bit in enumerate(bits)
    )
    return chr(BRAILLE + bits)


def framed(rows: Sequence[str]) -> list[str]:
    """Put a frame around lines of the same length."""
    edge = "─" * len(rows[0])
    return [f"┌{edge}┐", *(f"│{row}│" for row in rows), f"└{edge}┘"]


def _dots(picture: Image) -> list[list[int]]:
    """Return which dots are lit, row by row."""
    lit, width = picture.convert("L").tobytes(), picture.width
    return [[int(dot > 0) for dot in lit[first : first + width]] for first in range(0, len(lit), width)]

"""A panel in the terminal: two dots above each other are one character."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image

BLOCKS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
HOME: Final = "\x1b[H"
"""Moves the terminal's cursor to the upper left corner, so that the next picture covers the last."""
CLEAR: Final = "\x1b[2J\x1b[H"


def half_blocks(picture: Image) -> str:
    """Return a picture of mode "1" as lines of characters in a frame, half as many lines as dots."""
    dots = picture.load()
    if dots is None:
        raise ValueError("the picture has no dots")
    columns = range(picture.width)
    rows = [
        "".join(BLOCKS[bool(dots[x, y]), bool(dots[x, y + 1])] for x in columns)
        for y in range(0, picture.height, 2)
    ]
    edge = "─" * picture.width
    return "\n".join([f"┌{edge}┐", *(f"│{row}│" for row in rows), f"└{edge}┘"])

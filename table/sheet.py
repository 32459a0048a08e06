"""The paper of a panel's picture: 128 by 64 dots in two layers that are laid over each other at the end.

*Paper* are the inverted areas, *ink* is whatever is written. A letter that reaches out of an inverted area changes its
colour on the way and stays whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from devices.font import TEXT, write

WIDTH: Final = 128
HEIGHT: Final = 64
BAR: Final = 15
"""Rows of the bar that says who is meant."""


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


@lru_cache(maxsize=1024)
def ink_rows(text: str, size: int = TEXT, *, bold: bool = False) -> tuple[int, int]:
    """Return the first row with dots of a line of text and one beyond the last, from where it is written; (0, 0) for none."""
    above = size
    trial = Image.new("1", (WIDTH, 3 * size))
    write(ImageDraw.Draw(trial), (0, above), text, size, bold=bold)
    found = trial.getbbox()
    return (found[1] - above, found[3] - above) if found else (0, 0)

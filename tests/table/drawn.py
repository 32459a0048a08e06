"""Looking at drawn screens in tests: every text that was written, and the dots it takes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from devices.font import ELLIPSIS, TEXT, width
from devices.font import write as ink
from table.draw import draw
from table.sheet import HEIGHT, WIDTH, Sheet

if TYPE_CHECKING:
    import pytest

    from table.screen import Screen

MARGIN = 40


@cache
def dots(text: str, size: int, *, bold: bool) -> tuple[int, int, int, int] | None:
    """The area that the dots of a text take, written at (0, 0) on a canvas that goes on beyond it."""
    canvas = Image.new("1", (512, 192))
    ink(ImageDraw.Draw(canvas), (MARGIN, MARGIN), text, size, bold=bold)
    found = canvas.getbbox()
    return found and (found[0] - MARGIN, found[1] - MARGIN, found[2] - MARGIN, found[3] - MARGIN)


class Written(NamedTuple):
    """A line of text on a panel."""

    x: int
    y: int
    text: str
    size: int
    bold: bool

    @property
    def box(self) -> tuple[int, int, int, int] | None:
        """The dots it takes, on a canvas without edges: left, top, and one beyond right and bottom."""
        found = dots(self.text, self.size, bold=self.bold)
        return found and (found[0] + self.x, found[1] + self.y, found[2] + self.x, found[3] + self.y)

    @property
    def core(self) -> tuple[int, int, int, int]:
        """The area of its letters without accents and tails."""
        capitals = {TEXT: (3, 12), 11: (3, 11), 18: (4, 17), 10: (2, 10), 24: (6, 23), 28: (6, 26)}[self.size]
        end = self.x + width(self.text, self.size, bold=self.bold)
        return (self.x, self.y + capitals[0], end, self.y + capitals[1])

    @property
    def cut(self) -> bool:
        """Whether it was cut because it did not fit."""
        return self.text.endswith(ELLIPSIS)


class Pen:
    """Draws screens and keeps what was written, and the inverted areas it was written on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.written: list[Written] = []
        self.paper = Image.new("1", (WIDTH, HEIGHT))
        original = Sheet.write

        def write(sheet: Sheet, x: int, y: int, text: str, size: int = TEXT, *, bold: bool = False) -> None:
            self.written.append(Written(x, y, text, size, bold))
            self.paper = sheet._paper
            original(sheet, x, y, text, size, bold=bold)

        monkeypatch.setattr(Sheet, "write", write)

    def draw(self, screen: Screen) -> Image.Image:
        """Draw one screen; `written` are its texts."""
        self.written.clear()
        return draw(screen)

    @property
    def texts(self) -> list[str]:
        return [one.text for one in self.written]


def outside(written: list[Written]) -> list[Written]:
    """The texts that are not wholly on the panel."""
    found = []
    for one in written:
        box = one.box
        if box and not (box[0] >= 0 and box[1] >= 0 and box[2] <= WIDTH and box[3] <= HEIGHT):
            found.append(one)
    return found


def colliding(written: list[Written]) -> list[tuple[Written, Written]]:
    """The pairs of texts whose letters, accents and tails apart, lie on one another."""
    pairs = []
    for index, one in enumerate(written):
        for other in written[index + 1 :]:
            left, top, right, bottom = one.core
            x, y, x_end, y_end = other.core
            if left < x_end and x < right and top < y_end and y < bottom:
                pairs.append((one, other))
    return pairs


def overlapping(written: list[Written]) -> list[tuple[Written, Written]]:
    """The pairs of texts whose dots share a row where they share a column, accents and tails included."""
    boxes = [(one, one.box) for one in written]
    pairs = []
    for index, (one, box) in enumerate(boxes):
        for other, its in boxes[index + 1 :]:
            if box and its and box[0] < its[2] and its[0] < box[2] and box[1] < its[3] and its[1] < box[3]:
                pairs.append((one, other))
    return pairs

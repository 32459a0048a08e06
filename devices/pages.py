"""Pictures as the pages of an OLED controller, and the least that must travel to turn one into another. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Patch:
    """A rectangle of picture memory: some pages (8 lines each) from column *start* up to, not including, *stop*."""

    page: int
    pages: int
    start: int
    stop: int

    @property
    def size(self) -> int:
        """Bytes of picture data."""
        return self.pages * (self.stop - self.start)

    def cut(self, memory: bytes | bytearray, width: int) -> bytes:
        """Take the rectangle's bytes out of a whole memory, page by page."""
        rows = (memory[page * width : (page + 1) * width] for page in self._rows())
        return b"".join(row[self.start : self.stop] for row in rows)

    def paste(self, memory: bytearray, picture: bytes, width: int) -> None:
        """Copy the rectangle from a whole picture into a memory."""
        for page in self._rows():
            stripe = slice(page * width + self.start, page * width + self.stop)
            memory[stripe] = picture[stripe]

    def _rows(self) -> range:
        return range(self.page, self.page + self.pages)


def moved(picture: Image.Image, place: tuple[int, int]) -> Image.Image:
    """A picture moved by some dots right and down; what is moved off is lost, what is moved in is dark."""
    if place == (0, 0):
        return picture
    lying = Image.new("1", picture.size)
    lying.paste(picture, place)
    return lying


def pack(picture: Image.Image) -> bytes:
    """Turn a mode "1" picture into pages: byte x of page p holds the dots of column x, lines 8p (bit 0) to 8p+7."""
    pages = picture.height // 8
    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[page::pages] for page in range(pages - 1, -1, -1))


def patches(old: bytes | bytearray, new: bytes, width: int, overhead: int, *, tall: bool) -> list[Patch]:
    """Return the rectangles in which two memories differ.

    *overhead* is what a rectangle costs on the wire besides its data, in bytes: gaps that are cheaper to send
    than to step over are sent. *tall* lets rectangles span pages.
    """
    found: list[Patch] = []
    for page in range(len(new) // width):
        stripe = slice(page * width, (page + 1) * width)
        if old[stripe] == new[stripe]:
            continue
        for start, stop in _spans(old[stripe], new[stripe], overhead):
            if not (tall and _extend(found, page, start, stop, overhead)):
                found.append(Patch(page, 1, start, stop))
    return found


def _spans(old: bytes | bytearray, new: bytes, overhead: int) -> Iterator[tuple[int, int]]:
    start = stop = -1
    for column, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        if start < 0:
            start = column
        elif column - stop > overhead:
            yield start, stop
            start = column
        stop = column + 1
    if start >= 0:
        yield start, stop


def _extend(found: list[Patch], page: int, start: int, stop: int, overhead: int) -> bool:
    """Let a rectangle that ends just above take the span in, when that is cheaper than one more rectangle."""
    for index, above in enumerate(found):
        if above.page + above.pages != page:
            continue
        both = Patch(above.page, above.pages + 1, min(above.start, start), max(above.stop, stop))
        if both.size <= above.size + overhead + stop - start:
            found[index] = both
            return True
    return False

"""A picture that shows how a panel is mounted: a frame of single dots along all four edges, a name, which way is up."""

from __future__ import annotations

from PIL import Image, ImageDraw

from devices.font import TEXT, fit, line_height, width, write

TITLE = "pitboard"
REMEDY = (
    "its frame must be whole on all four sides; if it is shifted, with junk at one edge, set column_offset to 0 or 4 "
    "or take the other driver; if it stands on its head, turn the panel"
)
"""What to look for, and what to do when it is not so."""


def frame_card(name: str, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """Draw the picture for a panel of that name, in mode "1"."""
    columns, rows = size
    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, columns - 1, rows - 1), outline=1)
    for corner, x in enumerate((2, columns - 12)):
        draw.line((x, 2, x + 9, 2), fill=1)
        draw.line((x + 9 * corner, 2, x + 9 * corner, 11), fill=1)
    draw.polygon([(columns // 2, 4), (columns // 2 - 5, 12), (columns // 2 + 5, 12)], fill=1)
    for row, text in enumerate((TITLE, fit(name, columns - 12))):
        write(draw, ((columns - width(text)) // 2, rows // 2 - 10 + row * line_height(TEXT)), text)
    return picture

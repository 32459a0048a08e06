"""Signs that the font lacks, drawn to the height of its capitals: the keys' ◀ ▶ ● ↩, a card held to a reader, arrows, a tick. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.ImageDraw import ImageDraw

ICONS = "◀▶●↩▭←→✓"

Point = tuple[int, int]


_GAP = 2


def icon_width(icon: str, height: int) -> int:
    """Return how many columns a sign takes, with a gap on either side."""
    half = (height - 1) // 2
    return (half if icon in "◀▶" else 2 * half) + 1 + 2 * _GAP


def draw_icon(draw: ImageDraw, icon: str, at: Point, height: int, fill: int = 1) -> None:
    """Draw a sign of `ICONS`; the upper left corner of its box is at a point. Raises ValueError for any other."""
    x, y = at[0] + _GAP, at[1]
    last = height - 1
    middle = last // 2
    thick = max(1, height // 8)

    def line(*points: Point) -> None:
        draw.line([(x + column, y + row) for column, row in points], fill=fill, width=thick)

    def filled(*points: Point) -> None:
        draw.polygon([(x + column, y + row) for column, row in points], fill=fill)

    # A triangle is half as wide as it is high, so that its slopes are clean steps.
    match icon:
        case "◀":
            filled((0, middle), (middle, 0), (middle, 2 * middle))
        case "▶":
            filled((middle, middle), (0, 0), (0, 2 * middle))
        case "●":
            draw.ellipse((x, y, x + 2 * middle, y + 2 * middle), fill=fill)
        case "▭":
            draw.rectangle((x, y, x + middle, y + 2 * middle), fill=fill)
            for away in (2, 4):
                line((middle + away, middle - away + 1), (middle + away, middle + away - 1))
        case "←" | "→" | "↩":
            _arrow(line, icon, middle, thick // 2)
        case "✓":
            line((0, middle), (middle // 2, last - 1), (2 * middle, 1))
        case _:
            raise ValueError(f"no sign {icon!r}: there are {ICONS}")


def _arrow(line: Callable[..., None], icon: str, middle: int, top: int) -> None:
    head = max(2, middle - 1)
    end = 2 * middle
    if icon == "→":
        line((0, middle), (end, middle))
        line((end - head, middle - head), (end, middle), (end - head, middle + head))
        return
    line((0, middle), (end, middle))
    line((head, middle - head), (0, middle), (head, middle + head))
    if icon == "↩":
        line((end, middle), (end, top), (middle + 1, top))

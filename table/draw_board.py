"""The picture of a board on a panel: a dot or a cell for each place, solid pieces, the one it is about larger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table.sheet import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

    from table.screen import Board, Space

PITCH: Final = 5
"""Dots from place to place in the plane in a low picture."""
WIDE_PITCH: Final = 7
TALL: Final = 24
"""From this height on there is room for more dots from place to place."""
COLUMN: Final = 8
"""Dots from column to column of lanes."""
MARGIN: Final = 4
"""Dots around a piece in its ring."""
HIGHEST_LANES: Final = 28
RINGED: Final = 9
"""From so many dots on a cell has room for a ring; a lower one is filled."""


def draw_board(ink: ImageDraw, board: Board, top: int) -> None:
    """Draw a board from a row on down to the panel's last row. Nothing of it is outside; its own piece is inside."""
    high = HEIGHT - top
    if board.plane:
        pitch = WIDE_PITCH if high >= TALL else PITCH
        left, up, right, down = board.whole
        x = middle(left + 0.5, right - 0.5, WIDTH, pitch)
        y = top + middle(up + 0.5, down - 0.5, high, pitch)
        for space in board.spaces:
            sides = space.area
            spot = (
                x + round((sides[0] + sides[2]) / 2 * pitch),
                y + round((sides[1] + sides[3]) / 2 * pitch),
            )
            _dot(ink, space, spot, top)
        return
    column = min(COLUMN, int((WIDTH - 2) / board.across)) if board.across else COLUMN
    x = middle(board.whole[0], board.whole[2], WIDTH, column, margin=1)
    high = min(high, HIGHEST_LANES)
    boxes = {
        space: box
        for space in sorted(board.spaces, key=lambda one: (one.own, one.route == "goal"))
        if (box := _box(space, column, board.whole[1], (x, HEIGHT - high, high))) is not None
    }
    for space, box in boxes.items():
        _cell(ink, space, box)


def middle(low: float, high: float, size: int, pitch: int, margin: int = MARGIN) -> int:
    """Return where the middle comes so that a picture from *low* to *high* fills so many dots, and no more."""
    first, last = round(low * pitch) - margin, round(high * pitch) + margin
    if last - first < size:
        return (size - 1 - first - last) // 2
    return min(-first, max(size - 1 - last, size // 2))


def _dot(ink: ImageDraw, space: Space, spot: tuple[int, int], top: int) -> None:
    across, along = spot
    reach = 3 if space.own else 2 if space.special else 1 if space.pieces else 0
    if across - reach < 0 or across + reach >= WIDTH or along - reach < top or along + reach >= HEIGHT:
        return
    box = (across - 1, along - 1, across + 1, along + 1)
    if space.own:
        ink.ellipse((across - 3, along - 3, across + 3, along + 3), fill=0, outline=1)
    elif space.special:
        corners = ((across, along - 2), (across + 2, along), (across, along + 2), (across - 2, along))
        ink.polygon(corners, fill=0, outline=1)
    if space.pieces:
        ink.rectangle(box, fill=1)
    elif not space.special:
        ink.point((across, along), fill=1)


def _box(
    space: Space, column: int, upper: float, picture: tuple[int, int, int]
) -> tuple[int, int, int, int] | None:
    """Return where a space of lanes is drawn; None where it is not wholly in sight."""
    x, top, high = picture
    left, right = x + round(space.area[0] * column), x + round(space.area[2] * column)
    up, down = (top + round((side - upper) * (high - 1)) for side in (space.area[1], space.area[3]))
    return None if left < 0 or right >= WIDTH else (left, up, right, down)


def _cell(ink: ImageDraw, space: Space, box: tuple[int, int, int, int]) -> None:
    left, up, right, down = box
    for across in range(left, right + 1, 2):
        ink.point(((across, up), (across, down)), fill=1)
    for along in range(up, down + 1, 2):
        ink.point(((left, along), (right, along)), fill=1)
    middle_x, middle_y = (left + right) // 2, (up + down) // 2
    if space.own:
        ink.rectangle(box, fill=1)
        if down - up >= RINGED:
            ink.rectangle((left + 2, up + 2, right - 2, down - 2), fill=0)
            ink.rectangle((middle_x - 1, up + 4, middle_x + 1, down - 4), fill=1)
    elif space.route in ("end", "goal"):
        ink.rectangle(box, outline=1)
        if space.route == "goal":
            ink.rectangle((left + 2, up + 2, right - 2, down - 2), fill=1)
    elif space.route == "pass":
        ink.rectangle((middle_x - 1, middle_y, middle_x + 1, middle_y), fill=1)
    elif space.pieces:
        ink.rectangle((middle_x - 1, middle_y - 1, middle_x + 2, middle_y + 1), fill=1)
    elif space.special:
        ink.point((middle_x, middle_y), fill=1)

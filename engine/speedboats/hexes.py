"""Hexagons with pointy tops: coded spaces, the six directions, sides and bearings (2.2, SB-HEX-01).

A space is one whole number, `at(q, r)`; a difference of coded spaces is a coded vector, so a step in direction d is
`space + STEPS[d]`. Coordinates from -60 to 60 fit, which leaves room around every lake.
"""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, sqrt
from typing import Final

STRIDE: Final = 128
FARTHEST: Final = 60
MIDDLE: Final = 64 * STRIDE + 64
SPACES: Final = STRIDE * STRIDE

NAMES: Final = ("E", "NE", "NW", "W", "SW", "SE")
"""The directions, numbered counter-clockwise."""

DOCKS: Final = ("black", "yellow", "orange", "white", "purple", "red")
"""The dock each direction points to."""

VECTORS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
STEPS: Final = tuple(r * STRIDE + q for q, r in VECTORS)


def at(q: int, r: int) -> int:
    """Code a space."""
    return MIDDLE + r * STRIDE + q


def axial(space: int) -> tuple[int, int]:
    """Return (q, r) of a coded space."""
    r, q = divmod(space, STRIDE)
    return q - 64, r - 64


def from_row(row: int, column: int) -> int:
    """Code the space in row R from the north and column K from the west (SB-HEX-02); odd rows lie further west."""
    return at(column - (row + 1) // 2, row)


@cache
def place(space: int) -> str:
    """Name a space: "q,r"; "" for none."""
    if not space:
        return ""
    q, r = axial(space)
    return f"{q},{r}"


def named(text: str) -> int:
    """Read a space's name; 0 when it is none."""
    left, comma, right = text.partition(",")
    try:
        q, r = int(left), int(right)
    except ValueError:
        return 0
    return at(q, r) if comma and max(abs(q), abs(r)) <= FARTHEST else 0


def side(d: int, q: int, r: int) -> int:
    """On which side of direction *d* a difference (q, r) lies: positive left, negative right, 0 on its axis."""
    dq, dr = VECTORS[d]
    return dr * q - dq * r


def side_of(d: int, origin: int, space: int) -> int:
    """On which side of the axis in direction *d* through *origin* a space lies."""
    return side(d, (space & 127) - (origin & 127), (space >> 7) - (origin >> 7))


def bearing(q: float, r: float) -> float:
    """Return the bearing of a difference in degrees counter-clockwise from E (SB-GATE-02)."""
    return degrees(atan2(-sqrt(3) / 2 * r, q + r / 2)) % 360


def plane(space: int) -> tuple[float, float]:
    """Where a space's middle lies in the plane, x to the east and y to the south, neighbours one apart."""
    q, r = axial(space)
    return round(q + r / 2, 3), round(sqrt(3) / 2 * r, 3)


def left_of(d: int, turn: int) -> tuple[int, int]:
    """Return the two directions that lead to one side of an axis: the left for turn +1, the right for -1."""
    return (d + turn) % 6, (d + 2 * turn) % 6

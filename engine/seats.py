"""Who comes after whom round the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def clockwise(order: Sequence[int], start: int, *, behind: bool = False) -> list[int]:
    """Return the seats of *order* once round the table from *start* on; with *behind*, *start* comes last."""
    first = order.index(start) + behind
    return [*order[first:], *order[:first]]

"""What may travel as JSON and come back the same: None, bool, whole numbers, floats, text, lists and tables of these."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

LARGEST: Final = 2**53
"""Beyond this, other programs' JSON readers round whole numbers."""
DEEPEST: Final = 32
"""More levels than any answer, pack or record has."""


class NotPlain(ValueError):
    """A value that would not come back the same. The message names where it stands."""


def must_be_plain(value: Any, where: str = "", depth: int = 0) -> None:
    """Check a value and everything in it.

    Raises:
        NotPlain: it holds a date, a number out of range, a key that is no text, or too many levels.

    """
    if depth > DEEPEST:
        raise NotPlain(f"{where or 'value'}: more than {DEEPEST} levels deep")
    if isinstance(value, list):
        for index, item in enumerate(value):
            must_be_plain(item, f"{where}[{index}]", depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotPlain(f"{where or 'value'}: the key {key!r} is no text")
            must_be_plain(item, f"{where}.{key}" if where else key, depth + 1)
    elif (trouble := _trouble(value)) is not None:
        raise NotPlain(f"{where or 'value'}: {trouble}")


def _trouble(value: Any) -> str | None:
    """Say what is wrong with something that is neither list nor table."""
    match value:
        case None | bool() | str():
            return None
        case int():
            return None if abs(value) <= LARGEST else "whole numbers go up to 2^53"
        case float():
            return None if isfinite(value) else f"{value} is not a number to reckon with"
        case _:
            return f'a {type(value).__name__} cannot be kept; put it in quotes: "{value}"'

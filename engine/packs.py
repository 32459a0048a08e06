"""Reading a pack's tables, and the head that all packs have (docs/packs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine.rulebook import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")


class PackHead(msgspec.Struct, frozen=True, kw_only=True):
    """What every pack says of itself; a game's own pack adds its tables."""

    game: str
    name: str
    label: str = ""
    practice: bool = False
    version: int = 1
    options: dict[str, Any] = {}


def read_table(given: Mapping[str, Any], kind: type[T], where: str) -> T:
    """Read a table of a pack into its type; keys may stand for numbers.

    Raises:
        SetupError: what does not fit, after *where* (the game, and the table's name).

    """
    try:
        return msgspec.convert(given, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise SetupError(f"{where}: {error}") from error

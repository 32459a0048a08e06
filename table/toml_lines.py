"""Where in a TOML text a setting stands: for messages that name its line."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_.-])+)\s*=""")


def line_of(text: str, *path: str) -> int:
    """The line (from 1) of a table or key, by the names on the way to it; 0 when it is not found.

    A key within an inline table stands on the line of that table.
    """
    wanted = list(path)
    lines = list(_places(text))
    while wanted:
        found = next((number for number, place in lines if place[: len(wanted)] == wanted), 0)
        if found:
            return found
        wanted.pop()
    return 0


def twice(text: str) -> tuple[str, int, int] | None:
    """The first table or key that is there twice: its name and both lines."""
    seen: dict[tuple[str, ...], int] = {}
    for number, place in _places(text):
        key = tuple(place)
        if key in seen:
            return ".".join(place), seen[key], number
        seen[key] = number
    return None


def _places(text: str) -> list[tuple[int, list[str]]]:
    """Every table header and key with its line. Values over several lines do not occur in wirings."""
    places: list[tuple[int, list[str]]] = []
    table: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _names(header[1])
            places.append((number, table))
        elif key := _KEY.match(line):
            places.append((number, [*table, *_names(key[1])]))
    return places


def _names(dotted: str) -> list[str]:
    """The names of a dotted key, without their quotes."""
    parts = re.findall(r"""\s*(?:"([^"]*)"|'([^']*)'|([^.\s"']+))\s*\.?""", dotted)
    return [double or single or bare for double, single, bare in parts]

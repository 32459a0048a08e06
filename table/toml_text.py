"""Write a pack's tables as TOML text: tables of tables, plain values, lists of these."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(tables: Mapping[str, Any]) -> str:
    """Return the text; reading it again gives equal tables.

    Raises:
        ValueError: a value that a pack never holds, with the key it stands under.

    """
    return "\n".join(_lines(tables, ())).lstrip("\n") + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    if path and (plain or not inner):
        yield ""
        yield f"[{'.'.join(map(_key, path))}]"
    for key, value in plain.items():
        yield f"{_key(key)} = {_value(value, key)}"
    for key, value in inner.items():
        yield from _lines(value, (*path, key))


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: Any, key: str) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _text(value)
        case list() | tuple():
            return f"[{', '.join(_value(one, key) for one in value)}]"
        case Mapping():
            return f"{{ {', '.join(f'{_key(name)} = {_value(one, name)}' for name, one in value.items())} }}"
        case _:
            raise ValueError(f"{key}: {value!r} cannot be written into a pack")


def _text(text: str) -> str:
    """Quote a text; JSON's escapes are TOML's, and what JSON leaves alone but TOML does not is escaped as well."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

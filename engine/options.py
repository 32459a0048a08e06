"""What is wrong with a match's options, and what to write instead, in words that need no Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def known_options(kind: type[Any]) -> tuple[str, ...]:
    """Name every option there is in a type of options."""
    return tuple(field.encode_name for field in msgspec.structs.fields(kind))


def fault_of(key: str, value: Any, kind: type[Any]) -> str | None:
    """Say what is wrong with one option's value and what to write; None when it fits."""
    field = next((field for field in msgspec.structs.fields(kind) if field.encode_name == key), None)
    if field is None:
        return f"there is no option {key!r}; there is {', '.join(known_options(kind))}"
    try:
        msgspec.convert(value, field.type, strict=True)
    except msgspec.ValidationError:
        return f"option {key}: {value!r} does not fit; write {wanted(field.type)}"
    return None


def faults(given: Mapping[str, Any], kind: type[Any]) -> Iterator[str]:
    """Say of every option given that does not fit what is wrong with it."""
    yield from (fault for key, value in given.items() if (fault := fault_of(key, value, kind)) is not None)


def wanted(kind: Any) -> str:
    """Say which values a type takes."""
    return _said(inspect.type_info(kind))


def _said(info: inspect.Type) -> str:  # noqa: PLR0911 - one line for each kind of value
    match info:
        case inspect.UnionType():
            return " or ".join(_said(one) for one in info.types if not isinstance(one, inspect.NoneType))
        case inspect.LiteralType():
            return " or ".join(map(str, info.values))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return ("a whole number" if isinstance(info, inspect.IntType) else "a number") + _bounds(info)
        case inspect.StrType():
            return "a text" + (f" of at most {info.max_length} letters" if info.max_length else "")
        case inspect.TupleType():
            kinds = dict.fromkeys(map(_said, info.item_types))
            return f"a list of {len(info.item_types)}, each {' or '.join(kinds)}"
        case inspect.VarTupleType():
            return f"a list, each {_said(info.item_type)}"
        case _:
            return "something else"


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    low = "" if info.ge is None else f" from {info.ge}"
    return low + ("" if info.le is None else f" to {info.le}")

"""What a table can teach a game: which values are printed on which component, and what each of them may be.

A lesson names a component and the fields to be read off it; a taught value is either the one value of an unnamed field
or a dict of the named ones. `table` and `key` say where it is kept in a pack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from engine.ask import IllegalAnswer, Value, is_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_LINE: Final = 40
"""So many letters a line of several may have."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One value to be taught: `key` is the text key of its question, `name` the key in the pack ("" stands alone).

    A "choice" is one of `options`, a "number" lies from `low` to `high`, a "text" has so many letters; "lines" are so
    many texts (each beginning with one of `options`, if there are any) and "numbers" `count` numbers from `low` to
    `high`. `read` checks further what is within these bounds
    and raises `IllegalAnswer`. `only`: asked only when another field has that value.
    """

    name: str
    key: str
    kind: Literal["choice", "number", "text", "lines", "numbers"]
    options: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    count: int = 0
    only: tuple[str, str] | None = None
    read: Callable[[Any], object] | None = None


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """What can be taught of one component. `taught`: the pack knows it already; `rules` say why a value is refused."""

    component: str
    table: str
    key: str
    fields: tuple[Field, ...]
    rules: tuple[str, ...] = ()
    taught: bool = False


def wanted(lesson: Lesson, given: Mapping[str, Value]) -> tuple[Field, ...]:
    """Return the fields that count beside what was *given* for others."""
    return tuple(
        field for field in lesson.fields if field.only is None or given.get(field.only[0]) == field.only[1]
    )


def check_field(field: Field, value: Value, rules: tuple[str, ...] = ()) -> None:
    """Check one value.

    Raises:
        IllegalAnswer: it is of the wrong kind or out of its range, which the refusal names.

    """
    CHECKS[field.kind](field, value, rules)
    if field.read is not None:
        field.read(value)


def check(lesson: Lesson, value: Value) -> None:
    """Check everything that was taught of a component.

    Raises:
        IllegalAnswer: a value is missing, out of its range, or nothing that is asked for.

    """
    if len(lesson.fields) == 1 and not lesson.fields[0].name:
        check_field(lesson.fields[0], value, lesson.rules)
        return
    if not isinstance(value, dict):
        raise IllegalAnswer("cannot_teach", *lesson.rules, name=lesson.component)
    fields = wanted(lesson, value)
    if {field.name for field in fields} != value.keys():
        raise IllegalAnswer("cannot_teach", *lesson.rules, name=lesson.component)
    for field in fields:
        check_field(field, value[field.name], lesson.rules)


def put(pack: Mapping[str, Any], lesson: Lesson, value: Value) -> dict[str, Any]:
    """Return the tables of a pack with a taught value in its place; what else stands there is kept."""
    old = pack.get(lesson.table, {})
    if not lesson.key:
        return {**pack, lesson.table: {**old, **value}}
    entry = {**old.get(lesson.key, {}), **value} if isinstance(value, dict) else value
    return {**pack, lesson.table: {**old, lesson.key: entry}}


def _check_choice(field: Field, value: Value, rules: tuple[str, ...]) -> None:
    if value not in field.options:
        raise IllegalAnswer("one_of_these", *rules, given=_shown(value), among=list(field.options))


def _check_number(field: Field, value: Value, rules: tuple[str, ...]) -> None:
    if not is_whole(value) or not field.low <= value <= field.high:
        raise IllegalAnswer("out_of_range", *rules, given=_shown(value), low=field.low, high=field.high)


def _check_text(field: Field, value: Value, rules: tuple[str, ...]) -> None:
    if not isinstance(value, str) or not field.low <= len(value) <= field.high:
        raise IllegalAnswer("text_length", *rules, low=field.low, high=field.high)


def _check_lines(field: Field, value: Value, rules: tuple[str, ...]) -> None:
    if not isinstance(value, list) or not field.low <= len(value) <= field.high:
        raise IllegalAnswer("line_count", *rules, low=field.low, high=field.high)
    if not all(isinstance(line, str) and 0 < len(line) <= LONGEST_LINE for line in value):
        raise IllegalAnswer("text_length", *rules, low=1, high=LONGEST_LINE)


def _check_numbers(field: Field, value: Value, rules: tuple[str, ...]) -> None:
    if not isinstance(value, list) or len(value) != field.count:
        raise IllegalAnswer("number_count", *rules, count=field.count, low=field.low, high=field.high)
    for number in value:
        _check_number(field, number, rules)


def _shown(value: Value) -> Value:
    return value if isinstance(value, int | str) else "?"


CHECKS: Final[dict[str, Callable[[Field, Value, tuple[str, ...]], None]]] = {
    "choice": _check_choice,
    "number": _check_number,
    "text": _check_text,
    "lines": _check_lines,
    "numbers": _check_numbers,
}

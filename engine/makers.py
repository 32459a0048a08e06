"""Makers of questions: each lists the legal answers and reads the one that is given, or refuses it.

Games import them from `engine.ask`. Whatever else a question has (`args`, `secret`, `resumes`, ...) is handed on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeGuard, TypeVar

import msgspec

from engine.question import CHANCE, CLOCK, Ask, IllegalAnswer, Option, Stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.question import Seat, Value

T = TypeVar("T")


@lru_cache(maxsize=4096)
def plain(value: str, weight: int = 1) -> Option:
    """Return an answer without a label; the same few are offered again and again."""
    return Option(value, weight=weight)


def is_whole(value: Value) -> TypeGuard[int]:
    """Whether an answer is a whole number; True and False are none."""
    return type(value) is int


def refuse_unlisted(value: Value, rules: tuple[str, ...]) -> IllegalAnswer:
    """Build the refusal of an answer that is not among the options."""
    return IllegalAnswer("not_an_option", *rules, given=value if isinstance(value, (str, int)) else "?")


def choose(  # noqa: PLR0913 - whoever asks names what is unusual about it
    seat: Seat,
    key: str,
    among: Mapping[str, T] | list[T] | tuple[T, ...],
    *,
    rules: tuple[str, ...],
    labels: str | Callable[[str], Option] = "",
    refuse: Callable[[str], object] | None = None,
    **more: Any,
) -> Ask[T]:
    """Ask for one of *among*: an answer of a list, or a key of a mapping, whose value the script gets.

    `labels` is the text key of every option, or makes each of them from its answer. `refuse` is shown any other text
    first, and may raise with a better reason than that it is none of these.
    """
    found: Mapping[Any, T] = {one: one for one in among} if isinstance(among, (list, tuple)) else among

    def read(value: Value) -> T:
        if isinstance(value, str):
            if value in found:
                return found[value]
            if refuse is not None:
                refuse(value)
        raise refuse_unlisted(value, rules)

    if callable(labels):
        options = [labels(value) for value in found]
    elif labels:
        options = [Option(value, labels, {"value": value}) for value in found]
    else:
        options = [plain(value) for value in found]
    return Ask(seat, key, "choose", read, rules, tuple(options), **more)


def scan(  # noqa: PLR0913 - as above
    seat: Seat,
    key: str,
    legal: Iterable[str],
    read: Callable[[str], T],
    *,
    rules: tuple[str, ...],
    also: tuple[Option, ...] = (),
    **more: Any,
) -> Ask[T]:
    """Ask for a component by its id, or by the name *legal* lists for it; *read* refuses with a reason.

    `also`: what may be answered besides, with words of its own.
    """

    def read_name(value: Value) -> T:
        if not isinstance(value, str):
            raise refuse_unlisted(value, rules)
        return read(value)

    options = (*map(plain, legal), *also)
    return Ask(seat, key, "scan", read_name, rules, options, **more)


def number(  # noqa: PLR0913 - as above
    seat: Seat,
    key: str,
    low: int,
    high: int,
    *,
    rules: tuple[str, ...],
    refuse: Callable[[int], object] | None = None,
    **more: Any,
) -> Ask[int]:
    """Ask for a whole number from *low* to *high*; `refuse` is shown any first and may raise with a better reason.

    Raises:
        ValueError: no number lies there; a rulebook must not ask for none.

    """
    if low > high:
        raise ValueError(f"{key}: no number from {low} to {high}")

    def read(value: Value) -> int:
        if not is_whole(value):
            raise refuse_unlisted(value, rules)
        if refuse is not None:
            refuse(value)
        if not low <= value <= high:
            raise IllegalAnswer("out_of_range", *rules, low=low, high=high, given=value)
        return value

    return Ask(seat=seat, key=key, kind="number", read=read, low=low, high=high, rules=rules, **more)


def confirm(seat: Seat, key: str, *, rules: tuple[str, ...], **more: Any) -> Ask[bool]:
    """Ask for a plain "done"; the only answer is True."""

    def read(value: Value) -> bool:
        if value is not True:
            raise refuse_unlisted(value, rules)
        return True

    return Ask(seat, key, "confirm", read, rules, (Option(True),), **more)


def press(
    seat: Seat, key: str, low: int = 0, *, rules: tuple[str, ...], early: tuple[str, ...] = (), **more: Any
) -> Ask[Stamp]:
    """Ask for a key press whose moment matters, at playing time *low* (microseconds) or later; *early* says why."""

    def read(value: Value) -> Stamp:
        stamp = stamp_of(value, rules)
        if stamp.at < low:
            raise IllegalAnswer("too_early", *(early or rules), at=low)
        return stamp

    return Ask(seat=seat, key=key, kind="confirm", read=read, low=low, rules=rules, timed=True, **more)


def stamp_of(value: Value, rules: tuple[str, ...]) -> Stamp:
    """Read the answer to a timed question: a moment of the box's own clock, or a stamp with the name of another.

    Raises:
        IllegalAnswer: it is neither.

    """
    if type(value) is int:
        return Stamp(value)
    try:
        return msgspec.convert(value, Stamp, strict=True)
    except msgspec.ValidationError:
        raise refuse_unlisted(value, rules) from None


def until(key: str, at: int, *, rules: tuple[str, ...], **more: Any) -> Ask[int]:
    """Ask the clock to answer at playing time *at* (microseconds) or later; the answer is the time it then is."""

    def read(value: Value) -> int:
        if not is_whole(value):
            raise refuse_unlisted(value, rules)
        if value < at:
            raise IllegalAnswer("too_early", *rules, at=at, given=value)
        return value

    return Ask(seat=CLOCK, key=key, kind="clock", read=read, low=at, at=at, rules=rules, **more)


def chance(
    kind: Literal["roll", "draw"],
    key: str,
    lots: Mapping[str, int] | list[str] | tuple[str, ...],
    *,
    rules: tuple[str, ...],
    named: Callable[[str], str] | None = None,
    **more: Any,
) -> Ask[str]:
    """Ask chance for one of *lots*, each as likely as its number says (a die's faces, a bag of cards not yet drawn).

    Those of a list are all as likely.
    With physical components a person answers; `named` then reads the id of the very component, which need not be
    one of the lots, and refuses what cannot have come up.

    Raises:
        ValueError: no lot has a positive number; a rulebook must not ask chance for nothing.

    """
    weights = dict.fromkeys(lots, 1) if isinstance(lots, (list, tuple)) else lots
    options = tuple([plain(value, weight) for value, weight in weights.items() if weight > 0])
    if not options:
        raise ValueError(f"{key}: nothing to draw from")

    def read(value: Value) -> str:
        if isinstance(value, str):
            if weights.get(value, 0) > 0:
                return value
            if named is not None:
                return named(value)
        raise refuse_unlisted(value, rules)

    return Ask(CHANCE, key, kind, read, rules, options, **more)


def skippable(question: Ask[T]) -> Ask[T | None]:
    """Let the asked seat answer None as well."""
    if question.optional:
        return question
    read = question.read
    return msgspec.structs.replace(
        question, read=lambda value: None if value is None else read(value), optional=True
    )

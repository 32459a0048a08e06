"""Scripts that save a question: one that may not have to be asked, and none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.ask import ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Script

T = TypeVar("T")


def ask_unless_single(make: Callable[[], Ask[T]]) -> Script[T]:
    """Ask one seat, unless only one answer is legal: then return what that gives, and nobody is troubled."""
    question = make()
    if len(question.options) == 1 and not question.optional:
        return question.read(question.options[0].value)
    return (yield from ask(make))


def known(value: T) -> Script[T]:
    """Return *value*: a script that asks nobody and tells nothing, where another one would have to."""
    return value
    yield  # what makes it a script

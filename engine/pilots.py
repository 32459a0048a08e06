"""Who answers when no person does: pilots for empty seats, and the lots of chance.

A pilot sees its seat's view and the question, never the state. Randomness is handed in as a draw function, so that
the same match plays the same again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence

    from engine.ask import Ask, Value

    Draw: TypeAlias = Callable[[int], int]
    """`draw(n)` gives a whole number from 0 to n - 1, each as likely."""
    Lots: TypeAlias = Callable[[str], Draw]
    """`lots(label)` gives the draw function that belongs to a label: the same label, the same numbers."""


class Pilot(Protocol):
    """Answers for one seat, from that seat's view alone."""

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to *question*."""
        ...


class AnyLegal:
    """The pilot that takes any legal answer: good for tests, and as the last resort of others."""

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return one of the options, None now and then when that is allowed, or a number in the range."""
        del view
        return any_legal(question, draw)


def any_legal(question: Ask[Any], draw: Draw) -> Value:
    """Pick any legal answer, each option as likely."""
    choices: int = len(question.options)
    if question.low is not None and not choices:
        high = question.high if question.high is not None else question.low
        choices = high - question.low + 1
    pick = draw(choices + question.optional)
    if pick == choices:
        return None
    return question.options[pick].value if question.options else (question.low or 0) + pick


def by_lot(question: Ask[Any], draw: Draw) -> Value:
    """Let chance answer: each option as often as its weight says."""
    ticket = draw(sum(option.weight for option in question.options))
    for option in question.options:
        ticket -= option.weight
        if ticket < 0:
            return option.value
    raise AssertionError("a draw function gave a number out of its range")


def shuffle(things: MutableSequence[Any], draw: Draw) -> None:
    """Put things into any order, each as likely."""
    for at in range(len(things) - 1, 0, -1):
        other = draw(at + 1)
        things[at], things[other] = things[other], things[at]


def numbers_from(seed: int) -> Callable[[], int]:
    """Return a source of whole numbers of 31 bits that follow from *seed* alone: the same each time, and no chance."""
    state = seed

    def following() -> int:
        nonlocal state
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        return state

    return following

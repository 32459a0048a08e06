"""The words every rulebook speaks: it asks a seat, several seats together, or the first of several; and it tells.

A rulebook is a generator of steps. It yields a question and is sent the answer; who answers (a person, a pilot,
chance) is not its business::

    def turn(game: Game, seat: int) -> Script[None]:
        card = yield from ask(lambda: play_card(game, seat))
        yield from tell("played", rules=("XX-CARD-01",), seat=seat, card=card)

Questions are handed over as makers (`lambda: ...`), so that the same question can be put anew after a correction
by hand has changed what is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.makers import (
    chance,
    choose,
    confirm,
    is_whole,
    number,
    plain,
    press,
    refuse_unlisted,
    scan,
    skippable,
    stamp_of,
    until,
)
from engine.question import (
    CHANCE,
    CLOCK,
    TABLE,
    Ask,
    First,
    IllegalAnswer,
    Kind,
    Move,
    Option,
    Script,
    Seat,
    Stamp,
    Step,
    Tell,
    Together,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "AGAIN",
    "CHANCE",
    "CLOCK",
    "TABLE",
    "Ask",
    "First",
    "IllegalAnswer",
    "Kind",
    "Move",
    "Option",
    "Script",
    "Seat",
    "Stamp",
    "Step",
    "Tell",
    "Together",
    "Value",
    "ask",
    "ask_unless_single",
    "ask_while",
    "chance",
    "choose",
    "claim",
    "confirm",
    "first",
    "is_whole",
    "known",
    "number",
    "plain",
    "press",
    "refuse_unlisted",
    "scan",
    "skippable",
    "stamp_of",
    "tell",
    "together",
    "until",
]

T = TypeVar("T")
WHO = TypeVar("WHO", bound=Seat)

AGAIN: Final = object()
"""Sent into a script in place of an answer: put the question again, its grounds have changed."""


def ask(make: Callable[[], Ask[T]]) -> Script[T]:
    """Ask one seat and return the answer."""
    while True:
        reply = yield make()
        if reply is not AGAIN:
            answer: T = reply
            return answer


def ask_unless_single(make: Callable[[], Ask[T]]) -> Script[T]:
    """Ask one seat, unless only one answer is legal: then return what that gives, and nobody is troubled."""
    question = make()
    if len(question.options) == 1 and not question.optional:
        return question.read(question.options[0].value)
    reply = yield question
    if reply is AGAIN:
        return (yield from ask(make))
    answer: T = reply
    return answer


def ask_while(still: Callable[[], bool], make: Callable[[], Ask[T]]) -> Script[T | None]:
    """Ask one seat and return the answer, or None once a correction by hand has left nothing to ask about."""
    while still():
        reply = yield make()
        if reply is not AGAIN:
            answer: T = reply
            return answer
    return None


def known(value: T) -> Script[T]:
    """Return *value*: a script that asks nobody and tells nothing, where another one would have to."""
    return value
    yield  # what makes it a script


def together(makes: Mapping[int, Callable[[], Ask[T]]]) -> Script[dict[int, T]]:
    """Ask several seats at once and return all answers, in the order of *makes*."""
    while True:
        reply = yield Together({seat: make() for seat, make in makes.items()})
        if reply is not AGAIN:
            answers: dict[int, T] = reply
            return answers


def first(makes: Mapping[WHO, Callable[[], Ask[T]]]) -> Script[tuple[WHO, T]]:
    """Ask several seats and return the first answer with its seat."""
    while True:
        reply = yield First({seat: make() for seat, make in makes.items()})
        if reply is not AGAIN:
            winner: tuple[WHO, T] = reply
            return winner


def claim(
    makes: Mapping[WHO, Callable[[], Ask[T]]], deadline: Callable[[], Ask[int]] | None = None
) -> Script[tuple[WHO, T] | None]:
    """Offer several seats a claim; return the first one made, or None when all have passed.

    With a *deadline*, a question to the clock, the claims stay open until it answers; then None is returned as well.
    """
    while True:
        asks: dict[Seat, Ask[Any]] = {} if deadline is None else {CLOCK: deadline()}
        asks.update({seat: skippable(make()) for seat, make in makes.items()})
        reply = yield First(asks, may_pass=True)
        if reply is not AGAIN:
            winner: tuple[WHO, T] | None = None if reply is None or reply[0] == CLOCK else reply
            return winner


def tell(key: str, *, rules: tuple[str, ...], moves: tuple[Move, ...] = (), **args: Value) -> tuple[Tell]:
    """Tell the table what happened and why. A script yields from it."""
    return (Tell(key, args, rules, moves),)

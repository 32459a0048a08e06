"""What the tests of every game want: to speak to a match in a few words, to run one script, to play to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from engine.ask import CHANCE, CLOCK, Ask, IllegalAnswer, Tell
from engine.match import Boundary, Match
from engine.pilots import any_legal
from engine.settle import settle
from tests.engine.conformance import lots

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script, Seat, Value
    from engine.pilots import Pilot

S = TypeVar("S")
T = TypeVar("T")


def refused(match: Match[Any], seat: Seat, value: Value) -> IllegalAnswer:
    """Give an answer that is refused, and return the refusal; nothing may have changed."""

    def seen() -> tuple[object, ...]:
        return match.rulebook.encode(match.state), len(match.record), match.given, match.open

    before = seen()
    try:
        match.answer(seat, value)
    except IllegalAnswer as refusal:
        assert seen() == before, "a refused answer changed something"
        return refusal
    raise AssertionError(f"{value!r} was taken")


def stand(match: Match[Any]) -> None:
    """Go on from the state as it is now, changed by hand."""
    match.resume(Boundary(0, 0, match.rulebook.encode(match.state)), [])


class Playing(Generic[S]):
    """One match and short ways to speak to it."""

    def __init__(self, match: Match[S]) -> None:
        self.match = match

    @property
    def state(self) -> S:
        """The live state."""
        return self.match.state

    @property
    def asked(self) -> dict[Any, str]:
        """Who is asked what."""
        return {question.seat: question.key for question in self.match.open}

    def question(self, seat: Any) -> Ask[Any]:
        """The open question to a seat."""
        return self.match.question(seat)

    def say(self, seat: Any, value: Value) -> Self:
        """Answer."""
        self.match.answer(seat, value, auto=seat in (CLOCK, CHANCE))
        return self

    def say_all(self, *answers: tuple[Any, Value]) -> Self:
        """Answer one after the other."""
        for seat, value in answers:
            self.say(seat, value)
        return self

    def refusal(self, seat: Any, value: Value) -> IllegalAnswer:
        """The refusal of an answer, which changes nothing."""
        return refused(self.match, seat, value)

    def tells(self, *keys: str) -> list[Tell]:
        """Everything told under some keys."""
        return [tell for tell in self.match.tells if tell.key in keys]

    def last(self, key: str) -> dict[str, Any]:
        """The arguments of the last tell of that key."""
        return dict(self.tells(key)[-1].args)

    def stand(self) -> Self:
        """Go on from the state as it is now, changed by hand; the rules must be able to reach it."""
        self.match.rulebook.check(self.state)
        stand(self.match)
        return self


# --- one script by itself -----------------------------------------------------------------------------------------


@dataclass
class Ran(Generic[T]):
    """What a script did: its result, what it told, what it asked."""

    result: T | None = None
    tells: list[Tell] = field(default_factory=list)
    asked: list[Ask[Any]] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        """The keys of what was told."""
        return [tell.key for tell in self.tells]


def run(script: Script[T], *answers: Value) -> Ran[T]:
    """Run a script to its end, giving it *answers* one after the other."""
    ran: Ran[T] = Ran()
    waiting = list(answers)
    reply: Any = None
    while True:
        try:
            step = script.send(reply)
        except StopIteration as end:
            ran.result = end.value
            assert not waiting, f"nobody asked for {waiting}"
            return ran
        reply = None
        if isinstance(step, Tell):
            ran.tells.append(step)
        else:
            assert isinstance(step, Ask), "joint questions need a match"
            ran.asked.append(step)
            assert waiting, f"no answer left for {step.key}"
            reply = step.read(waiting.pop(0))


# --- whole matches ------------------------------------------------------------------------------------------------


def play_out(
    match: Match[S],
    seed: int,
    pilots: Mapping[int, Pilot],
    each: Callable[[Match[S]], None] | None = None,
    limit: int = 30_000,
) -> Match[S]:
    """Play a match to its end with *pilots*; the table gives any legal answer. *each* sees every question."""
    rng = Random(seed)
    for _ in range(limit):
        if each is not None:
            each(match)
        if match.over:
            return match
        question = match.open[0]
        if question.seat in pilots or question.seat == CHANCE:
            settle(match, pilots, lots(seed))
        else:
            match.answer(question.seat, any_legal(question, rng.randrange))
    raise AssertionError(f"no end after {limit} questions")

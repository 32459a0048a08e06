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

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeGuard, TypeVar

import msgspec

from engine.pictures import Dice, Way

Value: TypeAlias = Any
"""An answer as it travels and is recorded: None, bool, int, str, or lists and dicts of these.

Nothing made of values can lead back to itself, so the structs of values below are kept out of the garbage collector's
rounds (`gc=False`): a match makes thousands of them.
"""

Seat: TypeAlias = int | Literal["table", "chance", "clock"]
TABLE: Final = "table"
CHANCE: Final = "chance"
CLOCK: Final = "clock"

Kind: TypeAlias = Literal["scan", "choose", "number", "confirm", "roll", "draw", "clock"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
WHO = TypeVar("WHO", bound=Seat)

AGAIN: Final = object()
"""Sent into a script in place of an answer: put the question again, its grounds have changed."""


class IllegalAnswer(Exception):
    """The answer is against the rules. Nothing has changed and the same question stands.

    `reason` and `args` are a text key with its arguments (public by construction: they never carry a secret),
    `rules` the ids of the rules that forbid it.
    """

    def __init__(self, reason: str, *rules: str, **args: Value) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rules = rules
        self.args_for_text = args

    def __str__(self) -> str:
        grounds = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.reason}{grounds}"


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One legal answer. `key` and `args` name it in words; `weight` counts its lots where chance answers.

    `dice`: what the dice on the table come to with it; `route`: the places a piece passes with it, its end the last.
    """

    value: Value
    key: str = ""
    args: Mapping[str, Value] = {}
    weight: int = 1
    dice: Dice | None = None
    route: tuple[str, ...] = ()


class Ask(msgspec.Struct, Generic[T_co], frozen=True):
    """One question to one seat.

    `options` lists every legal answer (a number has `low` and `high` instead); `read` turns an answer into what the
    script gets and raises `IllegalAnswer` for anything else. `optional`: None is an answer and means "no". `secret`:
    only the asked seat (for chance: the seat `to`) may see options and answer. `reveals`: the answer shows something
    that was hidden, so taking it back needs consent. `resumes`: a fresh script would come to this very question from
    the state alone. `timed`: the answer is the moment of a key press in microseconds of playing time, or a whole
    `Stamp`; `anybody`: it means the same whoever of those asked answers; `at`: the playing time a clock question waits
    for. `pile`: the place a real component comes off to answer this; chance with a pile is a person who turns up a
    card, without one it is a virtual die or deck. `lot`: under which name virtual chance draws; the same name gets the
    same lot whatever else was drawn before (without one, the number of the draw is the name). `dice` and `ways`: what a
    panel draws of it, the dice that it is about and the ways that a piece may go or not.
    """

    seat: Seat
    key: str
    kind: Kind
    read: Callable[[Value], T_co]
    rules: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    at: int | None = None
    args: Mapping[str, Value] = {}
    optional: bool = False
    secret: bool = False
    reveals: bool = False
    resumes: bool = False
    timed: bool = False
    anybody: bool = False
    to: int | None = None
    pile: str | None = None
    lot: str | None = None
    dice: Dice | None = None
    ways: tuple[Way, ...] = ()


class Stamp(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The moment of a key press, in microseconds of playing time.

    `clock` names who stamped it, where that was not the box itself; `within` is how wrong the moment may then be.
    """

    at: int
    clock: str = ""
    within: Annotated[int, msgspec.Meta(ge=0)] = 0


class Together(msgspec.Struct, frozen=True):
    """Several seats are asked at once; answers may be replaced or withdrawn until the last is in."""

    asks: Mapping[Seat, Ask[Any]]


class First(msgspec.Struct, frozen=True):
    """Several seats are asked; the first answer counts. With `may_pass`, None steps aside and all may do so."""

    asks: Mapping[Seat, Ask[Any]]
    may_pass: bool = False


class Move(msgspec.Struct, frozen=True, rename={"origin": "from"}, gc=False):
    """A piece went from one place to another."""

    piece: str
    origin: str
    to: str


class Tell(msgspec.Struct, frozen=True, gc=False):
    """Something happened: a text key, its arguments, the rules that made it so, the pieces that moved. Public."""

    key: str
    args: Mapping[str, Value]
    rules: tuple[str, ...]
    moves: tuple[Move, ...] = ()


Step: TypeAlias = Ask[Any] | Together | First | Tell
Script: TypeAlias = Generator[Step, Any, T]


def ask(make: Callable[[], Ask[T]]) -> Script[T]:
    """Ask one seat and return the answer."""
    while True:
        reply = yield make()
        if reply is not AGAIN:
            answer: T = reply
            return answer


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


@lru_cache(maxsize=4096)
def plain(value: str, weight: int = 1) -> Option:
    """Return an answer without a label; the same few are offered again and again."""
    return Option(value, weight=weight)


# --- makers of questions ---------------------------------------------------------------------------------------


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


def scan(
    seat: Seat,
    key: str,
    legal: Iterable[str | Option],
    read: Callable[[str], T],
    *,
    rules: tuple[str, ...],
    **more: Any,
) -> Ask[T]:
    """Ask for a component by its id, or by the name *legal* lists for it; *read* refuses with a reason."""

    def read_name(value: Value) -> T:
        if not isinstance(value, str):
            raise refuse_unlisted(value, rules)
        return read(value)

    options = tuple([plain(one) if isinstance(one, str) else one for one in legal])
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
    """Ask for a whole number from *low* to *high*; `refuse` is shown any first and may raise with a better reason."""

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

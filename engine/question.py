"""What a script says: a question with its legal answers, several at once, or what has happened; and the refusal.

Games import these from `engine.ask`, with the words that use them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

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

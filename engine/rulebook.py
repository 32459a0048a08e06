"""What a rulebook offers the rest of the program: the words of `engine.ask` spoken for one game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from engine.ask import IllegalAnswer, Value
from engine.corrections import pieces
from engine.options import faults

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.corrections import Correctable
    from engine.layout import Component, Layout
    from engine.lessons import Lesson
    from engine.pictures import Gauge
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat, Teach

S = TypeVar("S")
K = TypeVar("K")


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the standings: the piece, its place (1 is first, 0 unplaced), and named numbers beside it.

    A seat that plays no piece yet is a line of its own all the same; `who` is empty then.
    """

    who: str
    place: int
    seat: int | None = None
    notes: Mapping[str, Value] = {}


def places(merits: Mapping[K, Any]) -> dict[K, int]:
    """Return the place of each by its merit, best first: equals share the better place, and the next is left out.

    A merit is a number, or a tuple where ties are broken; the greatest is first. Equals stay in their order.
    """
    ranked = sorted(merits.items(), key=lambda one: one[1], reverse=True)
    order = [merit for _, merit in ranked]
    return {one: 1 + order.index(merit) for one, merit in ranked}


class Curve(msgspec.Struct, frozen=True):
    """How a total has grown: the piece or seat, who plays it, and the total before and after every round or race."""

    who: str
    seats: tuple[int, ...]
    totals: tuple[int, ...]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended: the standings, best first, and what else there is to say of it."""

    standings: tuple[Standing, ...]
    notes: Mapping[str, Value] = {}


class SetupError(ValueError):
    """The options, the pack or the number of seats cannot be played. The message names the place and the remedy."""


class BrokenInvariant(ValueError):
    """A state that the rules never reach. `rules` are the ids of the invariants it breaks."""

    def __init__(self, message: str, *rules: str) -> None:
        super().__init__(f"{message} ({', '.join(rules)})" if rules else message)
        self.rules = rules


class Rulebook(ABC, Generic[S]):
    """One game, bound to one match's header (pack, options, seats).

    A subclass names its `game` (its folder), its `version` (raised when old records no longer replay), its
    `state_type` and `seats` (least and most), and writes the methods below. All of them are pure: everything that
    changes is in the state.
    """

    game: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, int]]
    state_type: ClassVar[type[Any]]
    conduct: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Rule ids behind what `Match` itself refuses, by reason ("not_asked", "not_between_turns", "match_over", ...)."""

    options_type: ClassVar[type[Any] | None] = None
    """What a match of this game can be told: a struct, its fields named and checked in `engine.options`."""

    switches: ClassVar[Mapping[str, str]] = {}
    """Short names of options for a command line: {"races": "champ_races"}."""

    undo_over_reveal: Literal["never", "one_agrees", "all_agree"] = "one_agrees"
    """Whether an answer that showed something hidden is taken back: not at all, or when one or all the others agree."""

    all_agree_to_correct: ClassVar[bool] = False
    """Whether everybody has to agree before something is set right by hand."""

    def __init__(self, header: Header) -> None:
        least, most = self.seats
        if not least <= len(header.seats) <= most:
            raise SetupError(f"{self.game}: {len(header.seats)} seats; the game is for {least} to {most}")
        self.header = header
        self._encoder = msgspec.msgpack.Encoder(order="deterministic")
        self._decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(self.state_type)

    def encode(self, state: S) -> bytes:
        """State as bytes; equal states give equal bytes."""
        return self._encoder.encode(state)

    def decode(self, data: bytes) -> S:
        """Read bytes of `encode` back into a state."""
        state: S = self._decoder.decode(data)
        return state

    @abstractmethod
    def new(self) -> S:
        """Return the state before the first question."""

    @abstractmethod
    def next_turn(self, state: S) -> Script[None] | None:
        """Return the script of the next turn, or of the running turn's rest; None when the match is over."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> Any:
        """Return what *seat* may know (None: what everybody may know), one struct type per kind of audience."""

    @abstractmethod
    def layout(self, state: S) -> Layout:
        """Where every physical piece belongs."""

    def components(self) -> tuple[Component, ...]:
        """Every component of the pack that can carry a tag, in the order in which tags are best enrolled."""
        return ()

    @abstractmethod
    def standings(self, state: S) -> tuple[Standing, ...]:
        """How the match stands now, best first."""

    def gauges(self, state: S, seat: int) -> tuple[Gauge, ...]:
        """What everybody may know of a seat at a glance, beside the questions about it."""
        del state, seat
        return ()

    def curves(self, state: S) -> tuple[Curve, ...]:
        """How everybody's total has grown over the rounds or races of the match; empty in a game without them."""
        del state
        return ()

    @abstractmethod
    def result(self, state: S) -> Result:
        """How the match ended."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Raise `BrokenInvariant` if the rules never reach this state."""

    @abstractmethod
    def pilot(self, level: str) -> Pilot:
        """Return the pilot of that strength ("weak" or "strong")."""

    def no_pilot(self, level: str) -> SetupError:
        """Build the refusal of a pilot that the game does not have."""
        return SetupError(f"{self.game}: no pilot {level!r}; choose 'weak' or 'strong'")

    def correct(self, state: S, change: Correct) -> None:
        """Make a change by hand in *state*; raises `IllegalAnswer` for a name or value that does not exist."""
        del state
        raise IllegalAnswer("cannot_correct", name=change.name)

    def corrections(self, state: S) -> tuple[Correctable, ...]:
        """What may be set by hand now, with what it may be set to; `correct` still checks it."""
        return tuple(pieces(self, state))

    def interrupted(self, state: S) -> Correct | None:
        """What is noted first when a stored match goes on, as after a power cut; None where nothing has to be."""
        del state
        return None

    def teach(self, state: S, lesson: Teach) -> None:
        """Take a printed value into *state*; raises `IllegalAnswer` for anything out of its range."""
        del state
        raise IllegalAnswer("cannot_teach", name=lesson.component)

    def lessons(self) -> tuple[Lesson, ...]:
        """Everything that can be taught of the pack, in the order in which it is best taught."""
        return ()

    def open_lessons(self, state: S) -> tuple[Lesson, ...]:
        """What can still be taught in the running match."""
        del state
        return tuple(lesson for lesson in self.lessons() if not lesson.taught)

    def reseat(self, state: S, change: Reseat) -> None:
        """Take over a seat's new occupant into *state*."""

    def stand_ins(self) -> tuple[str, ...]:
        """Return the pilots a person who leaves may choose from to go on; empty where the match waits for them."""
        return ("weak",)


def read_options(given: Mapping[str, Any], kind: type[S], game: str) -> S:
    """Read a match's options into their type.

    Raises:
        SetupError: an unknown option or a value out of its range, named.

    """
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as error:
        raise SetupError(f"{game}: {next(faults(given, kind), str(error))}") from error

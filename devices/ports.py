"""What every device looks like from the table: small events and protocols, the same for real and simulated wires.

All times are integer microseconds of one steady clock that starts at 0 with the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image


class Clock(Protocol):
    """A steady clock. Never the time of day, never going back."""

    def now(self) -> int:
        """Microseconds since the program started."""
        ...


@dataclass(frozen=True, slots=True)
class Seen:
    """A tag came to rest on a reader. One visit gives one Seen, however long the tag lies there."""

    reader: str
    uid: bytes
    at: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The tag that was seen has left the reader for a whole absence window."""

    reader: str
    uid: bytes
    at: int


@dataclass(frozen=True, slots=True)
class Crowded:
    """Two or more tags are in the field: one card at a time, please."""

    reader: str
    at: int


@dataclass(frozen=True, slots=True)
class Unwell:
    """The reader does not answer or answers nonsense. Unwell is not gone: tags stay where they were."""

    reader: str
    why: str
    at: int


@dataclass(frozen=True, slots=True)
class Well:
    """The reader answers again."""

    reader: str
    at: int


ReaderEvent = Seen | Gone | Crowded | Unwell | Well


@dataclass(frozen=True, slots=True)
class Edge:
    """A key's contact closed (pressed) or opened, after debouncing; `at` is the moment of the contact.

    Where another clock than ours stamped it, `clock` names that one and `within` is how wrong `at` can be.
    """

    key: str
    pressed: bool
    at: int
    clock: str = ""
    within: int = 0


@dataclass(frozen=True, slots=True)
class Tone:
    """One sound of a tune: frequency in hertz (0 is silence), length in milliseconds."""

    hertz: int
    milliseconds: int


class Reader(Protocol):
    """A tag reader. `poll` is short (a few milliseconds) and never raises for anything a wire can do."""

    name: str

    def poll(self) -> Sequence[ReaderEvent]:
        """Look once and tell what changed since the last look."""
        ...


class Keys(Protocol):
    """Some keys. Edges wait in a queue until they are fetched, in the order of their contacts."""

    def poll(self) -> Sequence[Edge]:
        """Take the waiting edges."""
        ...


class Panel(Protocol):
    """A 1-bit display."""

    name: str
    width: int
    height: int

    def show(self, picture: Image) -> bool:
        """Show a picture of mode "1" and the panel's size. False: the panel does not answer (said once, retried)."""
        ...


class Lamp(Protocol):
    """A single light."""

    def set(self, on: bool) -> None:  # noqa: FBT001 - a lamp has no second argument
        """Switch it."""
        ...


class Buzzer(Protocol):
    """A buzzer that plays a short tune on its own, without blocking."""

    def play(self, tune: Sequence[Tone]) -> None:
        """Start a tune; one that still plays is replaced."""
        ...

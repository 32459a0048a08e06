"""What hangs on a hub, as the rest of the box knows it: readers, keys, lamps and a buzzer of `devices.ports`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from devices.ports import Edge, Unwell, Well
from devices.presence import Look, Mute, Presence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from devices.hub_words import State
    from devices.ports import ReaderEvent, Tone

MOST_LOOKS = 40
"""So many looks of a run are fed to presence at most; more of the same would change nothing."""

USUAL_SPAN = 50_000
"""Microseconds between two looks of a run whose beginning nobody told."""

TONES_A_MESSAGE = 12


class HubReader:
    """A reader behind a hub (`devices.ports.Reader`). The hub tells its looks; what they mean is judged here.

    The looks keep the times they were made at, so a cable that was out for a while changes nothing about them.
    """

    def __init__(self, name: str, pump: Callable[[], None], gain: int | None = None) -> None:
        self.name = name
        self.gain = gain
        """The gain that its settings want, None for the chip's own."""

        self.presence = Presence(name)
        self._gain_used: int | None = None
        self._gain_why = ""
        self._pump = pump
        self._events: list[ReaderEvent] = []
        self._away = ""
        self._ill = False  # as presence said last
        self._why = ""
        self._look: Look | None = None
        self._at = 0

    @property
    def unwell(self) -> str:
        """What is wrong with it or with the way to it; empty when nothing is."""
        return self._away or self._why

    @property
    def gain_note(self) -> str:
        """What the owner should know about its gain; empty when it is as it was set."""
        if self.gain is None or self._gain_used == self.gain:
            return ""
        if self._gain_used is None:
            return f"gain {self.gain} is not confirmed; if it stays so, update the hub with pitboard flash"
        return self._gain_why or f"gain {self._gain_used} is used instead of {self.gain}"

    def poll(self) -> Sequence[ReaderEvent]:
        """Fetch what has come in. One call serves all parts of the hub."""
        self._pump()
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Nothing to free: the wires belong to the hub."""

    def looked(self, look: Look, count: int, at: int) -> None:
        """Take looks that all came to the same, the last of them at the given time."""
        known = look == self._look
        span = max(0, at - self._at) // max(1, count) if known else USUAL_SPAN
        for back in range(min(count, MOST_LOOKS) - 1, -1, -1):
            self._feed(look, max(self._at, at - back * span))
        self._look = look

    def gained(self, gain: int, why: str) -> None:
        """Take the gain that the chip reads back."""
        self._gain_used, self._gain_why = gain, why

    def restarted(self, at: int) -> None:
        """The hub began anew: what happened on this reader meanwhile, nobody knows."""
        self._look = self._gain_used = None
        self._feed(Mute("the hub was restarted"), max(at, self._at))

    def away(self, why: str, at: int) -> None:
        """The hub cannot be reached. Tags stay where they were."""
        if not self._away and not self._ill:
            self._events.append(Unwell(self.name, why, at))
        self._away = why

    def back(self, at: int) -> None:
        """The hub can be reached again."""
        if self._away and not self._ill:
            self._events.append(Well(self.name, at))
        self._away = ""

    def _feed(self, look: Look, at: int) -> None:
        self._at = at
        for event in self.presence.feed(look, at):
            if isinstance(event, Unwell | Well):
                self._ill = isinstance(event, Unwell)
                self._why = event.why if isinstance(event, Unwell) else ""
                if self._away:
                    continue
            self._events.append(event)


class HubKeys:
    """The keys of one hub (`devices.ports.Keys`), named by their numbers on it."""

    def __init__(self, names: Mapping[int, str], pump: Callable[[], None], hub: str = "") -> None:
        self._names = names
        self._pump = pump
        self._hub = hub
        self._down: set[int] = set()
        self._edges: list[Edge] = []

    def poll(self) -> list[Edge]:
        """Take the waiting edges, in the order of their contacts."""
        self._pump()
        edges, self._edges = self._edges, []
        return edges

    @property
    def down(self) -> list[str]:
        """The keys that are down, as far as the hub has told."""
        return [name for key, name in self._names.items() if key in self._down]

    def close(self) -> None:
        """Nothing to free: the wires belong to the hub."""

    def moved(self, key: int, *, pressed: bool, at: int, within: int = 0) -> None:
        """Take one edge, *within* so many microseconds right; one to where the key is already says nothing."""
        if pressed == (key in self._down):
            return
        (self._down.add if pressed else self._down.discard)(key)
        if key in self._names:
            self._edges.append(Edge(self._names[key], pressed, at, self._hub, within))

    def stand(self, state: State, at: int) -> None:
        """Take how things are. A key let go meanwhile is let go now; one that is down already was not pressed."""
        down = {key for key in range(16) if state.keys >> key & 1}
        for key in sorted(self._down - down):
            self.moved(key, pressed=False, at=at)
        self._down |= down


@dataclass(slots=True)
class HubLamp:
    """One lamp of a hub (`devices.ports.Lamp`)."""

    number: int
    switch: Callable[[int, bool], None]

    def set(self, on: bool) -> None:  # noqa: FBT001 - a lamp has no second argument
        """Switch it; without a hub it is remembered until there is one."""
        self.switch(self.number, on)

    def close(self) -> None:
        """Put it out."""
        self.set(on=False)


@dataclass(slots=True)
class HubBuzzer:
    """The buzzer of a hub (`devices.ports.Buzzer`); the hub keeps the time."""

    sing: Callable[[Sequence[bytes]], None]
    muted: bool = False
    due: int | None = field(default=None, init=False)

    def play(self, tune: Sequence[Tone]) -> None:
        """Start a tune; one that still plays is replaced. Without a hub it is not heard, and not kept either."""
        if not self.muted:
            self.sing(orders_of(tune))

    def tick(self, now: int) -> None:
        """Nothing to do here."""

    def close(self) -> None:
        """Fall silent."""
        self.sing(orders_of(()))


def orders_of(tune: Sequence[Tone]) -> list[bytes]:
    """Put a tune into as many orders as it takes; the first replaces what plays."""
    tones = [f"{min(tone.hertz, 0xFFFF):04X}{min(tone.milliseconds, 0xFFFF):04X}" for tone in tune]
    parts = [
        "".join(tones[at : at + TONES_A_MESSAGE]) for at in range(0, max(1, len(tones)), TONES_A_MESSAGE)
    ]
    return [(("t" if number else "T") + part).encode() for number, part in enumerate(parts)]

"""Keys on GPIO: gpiozero gives the edges, `debounce` judges them, and they wait in a queue until fetched."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from gpiozero import InputDevice

from devices.debounce import Change, Debounce
from devices.ports import Edge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from devices.ports import Clock

WINDOW_US = 25_000


class GpioKeys:
    """Switches between a pin and ground, one per key name (`devices.ports.Keys`).

    The Pi's pull-ups hold the lines up. A press counts after *window* microseconds without movement and carries
    the moment of its first contact. gpiozero's InputDevice is used and not its Button: a Button owns a thread
    that wakes ten times a second, also when nobody presses anything. lgpio calls from a thread of its own, which
    here only adds to queues.
    """

    def __init__(self, pins: Mapping[str, int], clock: Clock, factory: Any, window: int = WINDOW_US) -> None:
        self._clock = clock
        self._patience = 4 * window
        self._waiting: list[Edge] = []
        self._contacts = [_Contact(key, pin, clock, factory, window) for key, pin in pins.items()]

    def poll(self) -> list[Edge]:
        """Take the waiting edges, in the order of their contacts.

        An edge waits while an earlier contact of another key is still undecided, but not for ever.
        """
        now = self._clock.now()
        for contact in self._contacts:
            self._waiting += [Edge(contact.key, change.closed, change.at) for change in contact.work(now)]
        self._waiting.sort(key=lambda edge: edge.at)
        undecided = min((contact.undecided for contact in self._contacts), default=now)
        limit = max(undecided, now - self._patience)
        ready = [edge for edge in self._waiting if edge.at <= limit]
        del self._waiting[: len(ready)]
        return ready

    @property
    def down(self) -> list[str]:
        """The keys whose contact is closed at this moment."""
        return [contact.key for contact in self._contacts if contact.closed]

    def close(self) -> None:
        """Give the pins back."""
        for contact in self._contacts:
            contact.close()


class _Contact:
    """One switch: its pin, its queue of raw edges and its debounce."""

    def __init__(self, key: str, pin: int, clock: Clock, factory: Any, window: int) -> None:
        self.key = key
        self._clock = clock
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._raw: deque[tuple[bool, int]] = deque()
        # A key that is held while the box starts is no press; its release will be one edge too many and is
        # left to the gestures.
        self._debounce = Debounce(window, closed=self.closed)
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._hear

    @property
    def undecided(self) -> float:
        """Since when this contact has been flapping; infinity when it rests."""
        since = self._debounce.unsettled_since
        return float("inf") if since is None else since

    @property
    def closed(self) -> bool:
        """Whether the line is down now."""
        return bool(self._device.is_active)

    def work(self, now: int) -> list[Change]:
        """Judge the waiting edges and the present level."""
        changes: list[Change] = []
        while self._raw:
            changes += self._debounce.feed(*self._raw.popleft())
        return changes + self._debounce.settle(now, self.closed)

    def close(self) -> None:
        """Give the pin back."""
        self._device.close()

    def _hear(self, ticks: float, level: int) -> None:
        """Take an edge from gpiozero. Ticks are seconds on the factory's own clock, so only their age is used."""
        factory = self._device.pin_factory
        age = max(0.0, factory.ticks_diff(factory.ticks(), ticks))
        self._raw.append((not level, self._clock.now() - round(age * 1_000_000)))

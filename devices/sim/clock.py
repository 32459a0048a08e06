"""The one virtual clock of a simulated table: time moves only when somebody moves it."""

from __future__ import annotations

import heapq
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


_A_YEAR = 365 * 86_400 * 1_000_000_000


class VirtualClock:
    """Virtual time in nanoseconds, with events that happen at their time.

    Simulated chips charge the time their bytes take with `spend`; a host moves on with `advance_to`.
    Callbacks run in order of time, then of scheduling, with the clock set to their time.
    """

    def __init__(self) -> None:
        self.nanos = 0
        self._order = count()
        self._events: list[tuple[int, int, Callable[[], object]]] = []

    def now(self) -> int:
        """Microseconds since the start (`devices.ports.Clock`)."""
        return self.nanos // 1000

    @property
    def still_for(self) -> int:
        """Nanoseconds in which nothing happens by itself; a year when nothing is planned."""
        return self._events[0][0] - self.nanos if self._events else _A_YEAR

    def at(self, nanos: int, action: Callable[[], object]) -> None:
        """Let *action* happen at the given time, or at once when that time has passed."""
        heapq.heappush(self._events, (max(nanos, self.nanos), next(self._order), action))

    def spend(self, nanos: int) -> None:
        """Move on by a span of nanoseconds, letting everything in it happen."""
        self.advance_to(self.nanos + nanos)

    def advance_to(self, nanos: int) -> None:
        """Move on to a time in nanoseconds; a time that has passed already changes nothing."""
        while self._events and self._events[0][0] <= nanos:
            when, _, action = heapq.heappop(self._events)
            self.nanos = max(self.nanos, when)
            action()
        self.nanos = max(self.nanos, nanos)

"""The MFRC522's timer unit: counts ticks of the 13.56 MHz carrier down to an interrupt (datasheet 8.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.sim.clock import VirtualClock

CARRIER_HERTZ = 13_560_000


class ChipTimer:
    """Runs (reload + 1) ticks of (2 * prescaler + 1) carrier periods, then calls *expired*."""

    def __init__(self, clock: VirtualClock, expired: Callable[[], None]) -> None:
        self._clock = clock
        self._expired = expired
        self._run = 0
        self._tick = 1
        self._ends = 0
        self.running = False

    def start(self, prescaler: int, reload: int) -> None:
        """Start, or start over."""
        self._run += 1
        self.running = True
        self._tick = (2 * prescaler + 1) * 1_000_000_000 // CARRIER_HERTZ
        self._ends = self._clock.nanos + (reload + 1) * self._tick
        run = self._run
        self._clock.at(self._ends, lambda: self._ring(run))

    def stop(self) -> None:
        """Stop without an interrupt."""
        self._run += 1
        self.running = False

    @property
    def counter(self) -> int:
        """The ticks that are left."""
        return max(0, (self._ends - self._clock.nanos) // self._tick) & 0xFFFF if self.running else 0

    def _ring(self, run: int) -> None:
        if run == self._run:
            self.running = False
            self._expired()

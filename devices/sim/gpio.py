"""A simulated GPIO chip: lines with pulls, switches, alerts, kernel-like debounce and PWM, on the virtual clock."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from devices.sim.clock import VirtualClock

Role = Literal["input", "output", "alert"]
RISING = 1
FALLING = 2
BOTH = RISING | FALLING
PULL_UP = 0x20
PULL_DOWN = 0x40


class Pin:
    """One GPIO line: what the program made of it, and what is wired to it outside.

    Faults: `deaf` swallows so many alerts (the level still changes), bounces and spikes are just levels in time
    (`press`, `GpioChip.spike`).
    """

    def __init__(self, clock: VirtualClock, number: int) -> None:
        self.number = number
        self.role: Role | None = None
        self.owner = 0
        self.flags = 0
        self.edges = 0
        self.debounce = 0
        self.pwm: tuple[float, float] | None = None
        self.deaf = 0
        self.listeners: list[Callable[[int, int], None]] = []
        self._clock = clock
        self._outside: int | None = None
        self._pulls = 0  # how many contacts and induced pulses pull it down at this moment
        self._output = 0
        self._reported = 0
        self._moved = 0
        self._watchers: list[Callable[[int], None]] = []

    @property
    def level(self) -> int:
        """The level on the wire, 0 or 1. An open line without a pull reads 0."""
        if self.role == "output":
            return self._output
        if self._outside is not None:
            return self._outside
        return 1 if self.flags & PULL_UP else 0

    def drive(self, level: int) -> None:
        """Let something outside drive the line from now on."""
        self._change(level)

    def release(self) -> None:
        """Let nothing outside drive the line: the pull decides."""
        self._change(None)

    def watch(self, action: Callable[[int], None]) -> None:
        """Call *action* with the level whenever the program changes its output."""
        self._watchers.append(action)

    def press(self, at: int, for_us: int, bounce: Sequence[int] = ()) -> None:
        """Schedule a press of a switch to ground; times in microseconds of the virtual clock.

        The contact closes at *at* and opens at *at* + *for_us*. Each time it first flaps: *bounce* is the list of
        pauses between its changes, an even number of them, so that it ends where it should.
        """
        if len(bounce) % 2:
            raise ValueError("a bounce has an even number of pauses: each way out needs a way back")
        for start, closed in ((at, True), (at + for_us, False)):
            for flap, moment in enumerate(accumulate(bounce, initial=start)):
                self._schedule(moment, closed=closed ^ bool(flap % 2))

    def claim(self, owner: int, role: Role, flags: int = 0, edges: int = 0) -> None:
        """Let the program use the line."""
        self.owner, self.role, self.flags, self.edges = owner, role, flags, edges
        self.pwm = None
        self._reported = self.level

    def free(self) -> None:
        """Give the line back: an input without pull, alerts or debounce."""
        self.owner, self.role, self.flags, self.edges, self.debounce, self.pwm = 0, None, 0, 0, 0, None

    def write(self, level: int) -> None:
        """Set the output."""
        changed = level != self._output
        self._output = level
        if changed:
            for action in self._watchers:
                action(level)

    def _schedule(self, at: int, *, closed: bool) -> None:
        self._clock.at(at * 1000, partial(self._pull, 1 if closed else -1))

    def _pull(self, more: int) -> None:
        """Let one more, or one less, pull the line down: a pulse that ends does not open a contact."""
        self._pulls += more
        self._change(0 if self._pulls else None)

    def _change(self, outside: int | None) -> None:
        before = self.level
        self._outside = outside
        if self.level == before or self.role != "alert":
            return
        self._moved += 1
        if self.debounce == 0:
            self._report()
        else:
            move = self._moved
            self._clock.at(self._clock.nanos + self.debounce * 1000, lambda: self._report_if_still(move))

    def _report_if_still(self, move: int) -> None:
        """The kernel's software debounce: an edge counts when the line was still for the whole period."""
        if move == self._moved and self.level != self._reported:
            self._report()

    def _report(self) -> None:
        self._reported = self.level
        if self.role != "alert" or not self.edges & (RISING if self.level else FALLING):
            return
        if self.deaf:
            self.deaf -= 1
            return
        for listener in list(self.listeners):
            listener(self.level, self._clock.nanos)


class GpioChip:
    """The chip with its lines. `missing` makes opening it fail."""

    def __init__(self, clock: VirtualClock, lines: int = 54) -> None:
        self.missing = False
        self.pins = [Pin(clock, number) for number in range(lines)]

    def __getitem__(self, number: int) -> Pin:
        return self.pins[number]

    def spike(self, number: int, at: int, for_us: int) -> None:
        """Schedule a short pulse to ground on a line, as a switched lamp next door induces it."""
        self.pins[number].press(at, for_us)

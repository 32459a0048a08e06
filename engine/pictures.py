"""What a panel can draw besides words: dice, the ways a piece may go, and what is kept of a seat. All of it is public."""

from __future__ import annotations

from typing import Any

import msgspec


class Dice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice on the table, by their faces: those that `lie`, those to `roll` (0: a new one), and those that `leave`.

    The ones that lie count for their sum, so many `times`.
    """

    lie: tuple[int, ...] = ()
    roll: tuple[int, ...] = ()
    leave: tuple[int, ...] = ()
    times: int = 1

    @property
    def total(self) -> int:
        """What the dice that lie there count for."""
        return sum(self.lie) * self.times


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way a piece may go: its `angle` in degrees counter-clockwise from east, and how many places are `clear`.

    `value` is the answer that takes it (None: it may not be taken), `harm` what it costs.
    """

    angle: int
    clear: int
    value: Any = None
    harm: int = 0


class Gauge(msgspec.Struct, frozen=True):
    """Something that is kept of a seat and counts up to an end: the id of its name, how much it is, and how much at most."""

    name: str
    now: int
    most: int

"""From edges to gestures: short, long and double presses by their times alone. Pure; nothing fires by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from devices.ports import Edge

LONG_US = 800_000
DOUBLE_US = 300_000


@dataclass(frozen=True, slots=True)
class Short:
    """A key was pressed and let go. `at` is the moment it went down, `clock` and `within` are those of its edge."""

    key: str
    at: int
    clock: str = ""
    within: int = 0


@dataclass(frozen=True, slots=True)
class Long:
    """A key is being held; this comes once, at the threshold, and no Short follows. `at`: when it went down."""

    key: str
    at: int


@dataclass(frozen=True, slots=True)
class Double:
    """Two short presses in a row, of a key that asks for it. `at`: when it first went down."""

    key: str
    at: int


Gesture = Short | Long | Double


@dataclass(slots=True)
class _Key:
    """Where one key is in its gesture."""

    down: int | None = None
    spent: bool = False
    first: int | None = None
    released: int = 0


@dataclass(slots=True)
class Gestures:
    """One press gives one gesture. Keys do not know of each other: overlapping presses all count.

    Times in microseconds. Keys in *doubles* report a Short only when no second press can make it a Double any
    more. Feed the waiting edges first and tick afterwards; a threshold that was passed in between is seen in
    either of them, by the times of the edges.
    """

    long_us: int = LONG_US
    double_us: int = DOUBLE_US
    doubles: frozenset[str] = frozenset()
    _keys: dict[str, _Key] = field(default_factory=dict)

    def feed(self, edges: Iterable[Edge]) -> list[Gesture]:
        """Take edges in order; return the gestures that they complete."""
        done: list[Gesture] = []
        for edge in edges:
            done += self.tick(edge.at)
            key = self._keys.setdefault(edge.key, _Key())
            if edge.pressed:
                key.down, key.spent = edge.at, False
            elif key.down is not None:
                done += self._let_go(edge.key, key, edge.at)
        return done

    def tick(self, now: int) -> list[Gesture]:
        """Return the gestures that became certain by the passing of time."""
        done: list[Gesture] = []
        for name, key in self._keys.items():
            if key.first is not None and key.down is None and now - key.released > self.double_us:
                done.append(Short(name, key.first))
                key.first = None
            if key.down is not None and not key.spent and now - key.down >= self.long_us:
                if key.first is not None:
                    done.append(Short(name, key.first))
                    key.first = None
                done.append(Long(name, key.down))
                key.spent = True
        return done

    def _let_go(self, name: str, key: _Key, at: int) -> list[Gesture]:
        down, spent = key.down, key.spent
        key.down = None
        if down is None or spent:
            return []
        if name not in self.doubles:
            return [Short(name, down)]
        if key.first is None:
            key.first, key.released = down, at
            return []
        first, key.first = key.first, None
        return [Double(name, first)]

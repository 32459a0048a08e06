"""The pace-maker: a side without cards that plays at a pace. Pure; its times follow from its seed (3.12, 7.2)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.pilots import numbers_from
from engine.wackee_six.words import DECK_CARDS, MAIN, SECOND

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.wackee_six.game import Game
    from engine.wackee_six.options import Options

LEVELS: Final = {"gentle": (20.0, 14.0), "family": (12.0, 8.0), "fast": (7.0, 5.0), "wackee": (4.0, 3.0)}
"""Seconds between two main cards and between two deck cards, by level (W6-PACE-04); our own numbers, not measured."""

PILOTS: Final = {"weak": "", "strong": "fast", "steady": "", **{level: level for level in LEVELS}}
"""Which level a pilot's strength names; "" is what the table has set."""


NEVER: Final = 1 << 62


class Pace(NamedTuple):
    """The playing times, in microseconds, of a pace-maker's cards in one round; `cards` are both together."""

    main: tuple[int, ...]
    deck: tuple[int, ...]
    cards: tuple[int, ...]

    @property
    def call(self) -> int:
        """When it calls: with its last main card (W6-PACE-06)."""
        return self.main[-1]

    def next_at(self, shown: int) -> int:
        """Return when the card after so many comes; never, after the last."""
        return self.cards[shown] if shown < len(self.cards) else NEVER

    def at(self, playing_time: int) -> tuple[int, int]:
        """Return played and left when play stops at a time (W6-PACE-08)."""
        return so_many(self.cards, playing_time), MAIN - so_many(self.main, playing_time)


def so_many(moments: tuple[int, ...], upto: int) -> int:
    """Return how many of some rising moments have come."""
    low, high = 0, len(moments)
    while low < high:
        middle = (low + high) // 2
        if moments[middle] <= upto:
            low = middle + 1
        else:
            high = middle
    return low


def paced(step_s: float, jitter: float, number: int, draw: Callable[[], float]) -> tuple[int, ...]:
    """Return the times of so many cards: each gap is the pace times 1 - j + 2 j u (W6-PACE-03)."""
    moment, moments = 0.0, []
    for _ in range(number):
        moment += step_s * (1 - jitter + 2 * jitter * draw())
        moments.append(round(moment * SECOND))
    return tuple(moments)


def fractions_from(seed: int) -> Callable[[], float]:
    """Return a source of numbers from 0 to below 1 that follow from *seed* alone (W6-PACE-03)."""
    number = numbers_from(seed * 2654435761 + 12345)
    return lambda: (number() >> 8) / (1 << 23)


@cache
def pace_of(main_s: float, deck_s: float, jitter: float, seed: int) -> Pace:
    """Return the times of one round: 12 main cards and, at the same time, up to 42 deck cards (W6-PACE-02, -03)."""
    draw = fractions_from(seed)
    main = paced(main_s, jitter, MAIN, draw)
    deck = paced(deck_s, jitter, DECK_CARDS - MAIN, draw)
    return Pace(main, deck, tuple(sorted(main + deck)))


def level_of(level: str, options: Options) -> tuple[float, float]:
    """Return a pace-maker's seconds by its level; without one what the table has set (W6-PACE-04, -12)."""
    named = LEVELS.get(PILOTS.get(level, ""))
    return (options.pace_main_s, options.pace_deck_s) if named is None else named


def pace_in(game: Game, number: int) -> Pace:
    """Return a pace-maker's times in the running round."""
    side, options = game.state.sides[number], game.options
    main_s, deck_s = level_of(side.level, options)
    return pace_of(main_s, deck_s, options.pace_jitter, side.seed * 1000 + game.state.round)

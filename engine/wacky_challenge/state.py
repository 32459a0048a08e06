"""The moving parts of a match. What is printed (pack) and what is agreed (options) lies elsewhere."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.wacky_challenge.words import Booster, Half, Vehicle

Stage: TypeAlias = Literal[
    "characters", "hierarchy", "starters", "values",
    "choose", "grace", "show", "late", "order", "take", "shift", "booster", "carry_out",
    "vehicles", "speeds", "leftover", "symbol", "tally", "tie",
    "score", "over", "stopped",
]  # fmt: skip
"""What the match is at: set-up, the steps of a turn, those of a turn in books, and the end."""


class Values(msgspec.Struct, omit_defaults=True):
    """What was taught about one card; None where nothing was (WC-PACK-01)."""

    speed: int | None = None
    whole: int | None = None
    half: Half | None = None
    booster: Booster | None = None


class Player(msgspec.Struct):
    """One seat: its colour ("" until chosen), the cards in hand and in the route, and whether a bot plays it."""

    bot: bool
    colour: str = ""
    hand: list[str] = []
    route: list[str] = []


class Effect(msgspec.Struct, frozen=True):
    """The booster of the last turn that is in force in this one: whose it is and which (WC-BOOST-01, -02)."""

    seat: int
    kind: Booster


class Tally(msgspec.Struct):
    """What a seat counted by itself at the end of a match in books, count by count (WC-BOOKS-06)."""

    counts: dict[str, int] = {}
    speed: int = 0

    def of(self, count: str) -> int:
        """Return a count; 0 as long as it has not been given."""
        return self.counts.get(count, 0)


class Books(msgspec.Struct):
    """What the table says where no card is known: vehicles and speeds of the turn, the counts of the end."""

    vehicles: list[Vehicle | None]
    speeds: list[int]
    tallies: list[Tally]


class GameState(msgspec.Struct):
    """A whole match between two questions.

    `chosen` holds cards picked in secret and not yet turned up ("" for none), `row` those played this turn;
    `order` is the order of the running turn, of which `taken` seats have taken; `last_order` that of the turn before.
    `lowest` is the card whose booster is carried out (in books, where no card is known, `symbol` is the booster), `swap`
    the route card of an exchange whose hand card is still asked for.
    """

    players: list[Player]
    hierarchy: list[Vehicle]
    chosen: list[str]
    row: list[str]
    stage: Stage = "characters"
    turn: int = 0
    offer: list[str] = []
    effect: Effect | None = None
    order: list[int] = []
    taken: int = 0
    last_order: list[int] = []
    lowest: str = ""
    symbol: Booster | None = None
    swap: str = ""
    taught: dict[str, Values] = {}
    books: Books | None = None

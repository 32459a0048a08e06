"""The moving parts of a match. What is printed (pack) and what is agreed (options) lies elsewhere."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine import hands
from engine.downforce.cards import Line

Stage: TypeAlias = Literal[
    "deal", "hands", "grid", "lots", "pole", "powers", "race", "bets", "ledger", "over"
]
"""What the match is at: set-up, the lots of the auction, powers, cards and betting rounds, the end.

"ledger" stands for a race of which only the money is kept (DF-BOOK-09).
"""

SeatKind: TypeAlias = Literal["person", "bot", "absent"]

NOWHERE = -1
"""The space of a car that stands on none the program knows."""


class Hand(hands.Hand):
    """A player's speed cards, the known ones in the order of the row.

    `shown` are the known ones everybody has seen: cards revealed as bids, and Speed-8 cards (DF-AUCT-28).
    """

    shown: list[str] = msgspec.field(default_factory=list)


class Sale(msgspec.Struct):
    """A lot that is settled; no seat: the car has no owner (DF-AUCT-12 to -15, -24)."""

    car: str
    power: str
    seat: int | None
    price: int


class Lot(msgspec.Struct):
    """The lot on offer; `again`: nobody bid in its first round (DF-AUCT-23)."""

    car: str
    power: str
    again: bool = False


class Turn(msgspec.Struct):
    """The running turn: who plays which card, in which order, and how far it is resolved.

    `done` counts the lines behind it, `skips` the cars left out, `named` the colours of its wilds, `complete` says
    that the card is known line by line.
    """

    seat: int
    card: str = ""
    lines: list[Line] = []
    complete: bool = False
    upward: bool = False
    done: int = 0
    skips: int = 0
    named: list[str] = []

    @property
    def played(self) -> str:
        """The card that lies face up while it is resolved; "" for none, or for one that was read out."""
        return self.card if self.complete else ""

    @property
    def typed(self) -> bool:
        """Whether a card lies there that was read out, so that nobody has told which one it is (DF-SETUP-13)."""
        return self.complete and not self.card


class MatchState(msgspec.Struct):
    """A whole match between two questions.

    Lists by colour follow the order of COLOURS, lists by seat that of the seats. `places` are space numbers (or
    NOWHERE), `finished` the cars in order of arrival, `gone` those out of the race. `crossed` counts betting lines
    crossed, `asked` those whose round is closed; `bets` and `ranks` (each car's position then) have one row for
    every closed round. `announced` adds up the spaces named for each car in books. `taught` holds the lines of cards
    learned in this match. `reading` is the seat whose hand was read last. `away` are known cards put away unused, `away_unknown` counts the others, `typed` the
    cards on the discard pile that were typed in.
    """

    kinds: list[SeatKind]
    known: list[bool]
    hands: list[Hand]
    kept: list[list[str]]
    out: list[bool]
    stage: Stage = "deal"
    leftover: int = 0
    grid: list[str] = []
    sales: list[Sale] = []
    lot: Lot | None = None
    boxed: list[str] = []
    bonus: int | None = None
    bonus_asked: bool = False
    taught_turns: str = ""
    taught: dict[str, list[str]] = {}
    reading: int | None = None
    prizes: list[int] = []
    bet_pay: list[list[int]] = []
    places: list[int] = msgspec.field(default_factory=lambda: [NOWHERE] * 6)
    finished: list[str] = []
    gone: list[str] = []
    crossed: int = 0
    asked: int = 0
    bets: list[list[str]] = []
    ranks: list[list[int]] = []
    announced: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    turn: Turn | None = None
    discard: list[str] = []
    typed: int = 0
    away: list[str] = []
    away_unknown: int = 0

"""The moving parts of a race. What is printed (pack) and what is agreed (options) lies elsewhere."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from engine.hands import Hand

Stage: TypeAlias = Literal[
    "racers", "starter", "neutrals", "deal", "special", "course", "ready",
    "turn", "neutral",
    "places", "points", "next_race", "over",
]  # fmt: skip
"""What the match is at: the steps of the set-up, then turns and neutral phases, then what follows a race (4.4)."""

AFTER: Final[tuple[Stage, ...]] = ("places", "points", "next_race", "over")
"""The stages in which no race is being driven any more."""

TurnStage: TypeAlias = Literal["begin", "cards", "fill", "dastardly"]
PhaseStage: TypeAlias = Literal["begin", "common", "reveal", "moves", "extra", "done"]


Reply: TypeAlias = str | int | None
"""What a turn's question brings: a card (or "three"), the slot of a power, or the end of card play."""


class Car(msgspec.Struct):
    """One of the six cars. `seat` is None for a neutral; `slot` is the grid slot it started on (WR-SETUP-18, -20).

    `missing`: turns (for a neutral: phases) still to be missed (WR-PRIM-07). `no_first`: first moves still to be
    lost (WR-PRIM-08).
    """

    racer: str
    seat: int | None
    slot: int
    position: int
    missing: int = 0
    no_first: int = 0


class Turn(msgspec.Struct):
    """The running turn: whose it is, its step, and how many card moves were made (a cancelled one counts).

    `powers`: powers used in it (WR-POW-08). `paid`: kinds given up so far to leave the Swamp, `three`: it is to be
    three cards whatever they show (WR-SWAMP-02, -03).
    """

    seat: int
    stage: TurnStage = "begin"
    moves: int = 0
    powers: int = 0
    paid: list[str] = []
    three: bool = False


class Phase(msgspec.Struct):
    """The running neutral phase: who still moves, who is stopped or sits it out, and cards revealed so far.

    `stuck`: the neutral on the Swamp, with the kinds revealed while it stands there, `swamp` (WR-SWAMP-09).
    """

    stage: PhaseStage = "begin"
    rest: list[str] = []
    stopped: list[str] = []
    absent: list[str] = []
    reveals: int = 0
    stuck: str = ""
    swamp: list[str] = []


class RaceState(msgspec.Struct):
    """A whole race between two questions.

    `racers` are the players' Racers by seat ("" until chosen); `cars` stand in order of their grid slots. `known`
    says per seat whether the program knows the hand, `away` who has left for good (WR-APP-11). `stock` counts the
    movement cards of each kind (None: not known, WR-DECK-01), `total` all of them; the deck is what lies neither in a
    hand nor on the discard pile, whose last entry is its top. `exhausted` lists by seat the slots of the powers that lie
    face down (WR-POW-03). `traps` maps trapped places to the trap deck's generation the card came from; `pools` hold
    the types each generation has not shown yet; the trap deck is what is neither on a tile, used nor boxed (WR-INV-05).

    `began` counts the players who began this race (WR-APP-12), `race` the races of a championship from 1 on; `placed`
    and `points` hold places and points of every finished race by seat (0: none), `champions` the seats that won it.
    `taught` are printed values by component that the table has entered during the match (WR-TEACH-05).
    """

    racers: list[str]
    known: list[bool]
    hands: list[Hand]
    exhausted: list[list[int]]
    total: int
    stock: dict[str, int] | None
    trap_total: int
    pools: list[dict[str, int]]
    stage: Stage = "racers"
    starter: int = 0
    cars: list[Car] = []
    drawn: list[str] = []
    special: str = ""
    course: list[str] = []
    discard: list[str] = []
    traps: dict[str, int] = {}
    used: list[str] = []
    boxed: int = 0
    dastardly: int = 0
    out: bool = False
    round: int = 1
    turn: Turn | None = None
    phase: Phase | None = None
    finished: list[str] = []
    away: list[bool] = []
    began: int = 0
    race: int = 1
    placed: list[list[int]] = []
    points: list[list[int]] = []
    champions: list[int] = []
    taught: dict[str, Any] = {}

    @property
    def deck(self) -> int:
        """How many movement cards the deck has (WR-DECK-01)."""
        left = self.total - len(self.discard)
        for hand in self.hands:
            left -= len(hand.cards) + hand.unknown
        return left

    @property
    def trap_deck(self) -> int:
        """How many trap cards the trap deck has."""
        return self.trap_total - len(self.traps) - len(self.used) - self.boxed

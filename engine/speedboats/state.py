"""The moving parts of a match. What is printed (pack) and what is agreed (options) lies elsewhere."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.speedboats.course import Course
from engine.speedboats.pack import Laid, Printed

Stage: TypeAlias = Literal[
    "colours", "starter", "lake", "course", "place", "turn", "points", "repair", "over"
]
TurnStage: TypeAlias = Literal[
    "begin", "change", "reroll", "roll", "steer", "crash", "events", "when", "moved"
]
Status: TypeAlias = Literal["waiting", "racing", "finished", "sunk", "retired"]
Manned: TypeAlias = Literal["person", "bot", "drift", "retire"]

SINKS_AT = 4
"""So many damage counters sink a boat (SB-SINK-01)."""


class Boat(msgspec.Struct):
    """One player's boat. `at` is its space (coded; where it was last, when it is not `afloat`), `bow` a direction.

    `kept`: counters it began the race with; `new`: whether it took damage in this race (SB-CARRY-04). `leg`, `n`, `w`:
    progress (SB-ROUND-03). `turns`: own turns in this race (SB-TURN-04); `done`: of them at the finish. `doubled`: it
    stands on a ramp, so the next total counts double (SB-EXP-08).
    """

    at: int = 0
    afloat: bool = False
    bow: int = 0
    dice: list[int] = []
    damage: int = 0
    kept: int = 0
    new: bool = False
    leg: int = 0
    n: int = 0
    w: int = 0
    turns: int = 0
    status: Status = "waiting"
    place: int = 0
    done: int = 0
    doubled: bool = False

    @property
    def times(self) -> int:
        """How many times the faces count: twice from a ramp (SB-EXP-08)."""
        return 2 if self.doubled else 1

    @property
    def total(self) -> int:
        """The speed: the total of the faces (SB-DICE-01)."""
        return sum(self.dice) * self.times


class Turn(msgspec.Struct):
    """The running turn: whose it is, its step, and what was decided so far.

    `change` is "+", "=" or "-3"; `reroll` the faces to roll again, in order; `rolled` the faces rolled so far. At
    level books: `clear` the three entered distances, `reached` the spaces before a crash (-1: none), `events` the
    buoys rounded (and "F" for finished).
    """

    seat: int
    stage: TurnStage = "begin"
    change: str = ""
    reroll: str = ""
    rolled: list[int] = []
    clear: list[int] = []
    reached: int = -1
    events: str = ""


class Sheet(msgspec.Struct):
    """What one seat got in one race: its place (0 without one) and the parts of its points."""

    place: int
    for_place: int
    for_turns: int = 0
    for_sunk: int = 0

    @property
    def points(self) -> int:
        """The sum."""
        return self.for_place + self.for_turns + self.for_sunk


class Extra(msgspec.Struct, frozen=True):
    """An expansion tile on the lake: which face, and from where it lies in which direction (SB-EXP-02 to -05)."""

    face: str
    first: int
    d: int


class Regatta(msgspec.Struct):
    """A whole match between two questions; lists go by seat.

    `order` are the seats clockwise (SB-SETUP-10), `manned` who sits there. `throwing` are the seats that still throw
    for the start and `thrown` their faces. `draw` is what is known of this race's buoys (which one stands on each
    spot, in reading order), `refused` the draws that made no course, `step` how far a course is read out. `stirred`
    is the round in which a boat last moved. `sheets` holds one list of all seats for each race done.
    """

    colours: list[str]
    manned: list[Manned]
    boats: list[Boat]
    scores: list[int]
    stage: Stage = "colours"
    order: list[int] = []
    throwing: list[int] = []
    thrown: list[int] = []
    lake: tuple[Laid, ...] = ()
    taught: dict[str, Printed] = {}
    faces: dict[str, list[str]] = {}
    rulings: list[str] = []
    race: int = 0
    starter: int = -1
    draw: str = ""
    refused: list[str] = []
    step: int = 0
    course: Course | None = None
    extras: list[Extra] = []
    placed: int = 0
    turn: Turn | None = None
    stirred: int = 0
    sheets: list[list[Sheet]] = []
    many_dice: bool = False
    many_counters: bool = False

"""The moving parts of a match. What is agreed (options) and printed (pack) lies elsewhere; times are microseconds."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Phase: TypeAlias = Literal[
    "sides", "decks", "seeds", "deal", "ready", "start", "countdown", "run", "collect", "listen", "who", "check",
    "again", "paused", "accept", "scan", "left", "played", "rest", "confirm", "scored", "after", "over",
]  # fmt: skip
"""What the match is at (4.6): set-up, the steps of a round, the question after it, the end."""

Ended: TypeAlias = Literal["call", "stuck", "limit"]
How: TypeAlias = Literal["numbers", "scan", "rest", "track", "pace", "corrected", ""]


class Side(msgspec.Struct):
    """Who shares a deck and a score: one person, a pair, or a pace-maker (`level` names how fast).

    `points` is what the side began with, `parents` the sides whose total it took over; `out` when it takes no further
    part. `seed` makes a pace-maker's times.
    """

    seats: list[int]
    level: str = ""
    deck: str = ""
    points: int = 0
    parents: list[int] = []
    out: bool = False
    seed: int = 0

    @property
    def pace(self) -> bool:
        """Whether it is a pace-maker."""
        return bool(self.level)


class Press(msgspec.Struct, frozen=True):
    """A side's buzzer made contact. `late`: it came in only after the stop had been announced.

    `clock` and `within` are those of its stamp: who noted the moment, and how wrong it may be (W6-CALL-21).
    """

    side: int
    at: int
    late: bool = False
    clock: str = ""
    within: int = 0


class Count(msgspec.Struct):
    """What a side counted, how it was entered, and whether the side has confirmed it (W6-COUNT-19).

    `rest` are the cards of its hand deck not played, where they are counted as well (W6-COUNT-05, -21).
    """

    played: int = 0
    left: int = 0
    how: How = ""
    confirmed: bool = False
    rest: int | None = None


class Round(msgspec.Struct):
    """A scored round, side by side (W6-HIST-01). `counts` has None for a side that took no part."""

    number: int
    ended: Ended
    callers: list[int]
    counts: list[Count | None]
    false_calls: list[int]
    time: int
    presses: list[Press]
    deleted: bool = False


class Track(msgspec.Struct):
    """The centre as it is followed by scanning: open tops by suit, complete piles, wilds not placed (W6-TRACK-02).

    `played` maps counted cards to the time of their tap; `disputed` fitted nowhere, `late` came after the call.
    """

    tops: dict[str, list[int]] = {}
    complete: int = 0
    wilds: int = 0
    played: dict[str, int] = {}
    disputed: list[str] = []
    late: list[str] = []


class Pending(msgspec.Struct, frozen=True):
    """What the clock has still to give a time to: a card that a seat has tapped, a side that is stuck, or a pause."""

    what: Literal["tap", "stuck", "pause"]
    who: int = -1
    card: str = ""


class Run(msgspec.Struct):
    """The running round.

    `starter` starts it. `go`: the moment from which play runs (or will run, in a countdown); `spent`: playing time of the round before it.
    `presses` of this stop, `wait` until when more are collected; `checked` and `valid` sides; `false_calls` by side.
    `stuck` sides and since when; `pending`: what the clock has still to give a time to. `shown`: cards of each
    pace-maker told so far.
    """

    starter: int = -1
    told: bool = False
    go: int = 0
    spent: int = 0
    presses: list[Press] = []
    wait: int = 0
    checked: list[int] = []
    valid: list[int] = []
    false_calls: list[int] = []
    callers: list[int] = []
    ended: Ended = "call"
    first_presses: list[Press] = []
    stuck: list[int] = []
    stuck_since: int = 0
    pending: list[Pending] = []
    warned: bool = False
    shown: list[int] = []
    counts: list[Count] = []
    scanned: list[str] = []
    track: Track = msgspec.field(default_factory=Track)


class MatchState(msgspec.Struct):
    """A whole match between two questions. `now` is the last time known, `away` the seats nobody sits at, `people`
    the names of those who do. `starter` is the side that started the last scored round, `groups` are sides being formed.
    """

    sides: list[Side]
    away: list[bool]
    people: list[str]
    phase: Phase = "sides"
    round: int = 1
    starter: int = -1
    now: int = 0
    run: Run = msgspec.field(default_factory=Run)
    history: list[Round] = []
    groups: list[list[int]] = []
    ended: bool = False

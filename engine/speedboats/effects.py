"""Sailing over expansion tiles, space by space (SB-EXP-06 to -13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.speedboats.hexes import STEPS
from engine.speedboats.sail import Voyage
from engine.speedboats.state import SINKS_AT
from engine.speedboats.waters import DONE, Progress

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.speedboats.waters import Waters

RAMP, PUSH, SPIN, ROCKS = "ramp", "push", "spin", "rocks"


@dataclass(slots=True)
class Trip:
    """A move in the making.

    `path` holds every space the boat was on since it left, each with the progress there; `used` the spaces whose
    effect has been felt: each works once in a move.
    """

    waters: Waters
    at: int
    d: int
    left: int
    progress: Progress
    afloat: int
    path: list[tuple[int, Progress, int]] = field(default_factory=list)
    events: list[tuple[str, int]] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    bow: int = 0
    damage: int = 0
    crash: bool = False
    wreck: bool = False
    ramp: bool = False

    @property
    def going(self) -> bool:
        """Whether the boat sails on."""
        return self.left > 0 and not self.crash and not self.wreck and self.damage < self.afloat

    def go(self, d: int) -> None:
        """Go one space in a direction, whatever lies there."""
        if self.progress.leg != DONE:
            self.progress, event = self.waters.step(self.progress, self.at, d)
            self.events += [(part, self.progress.leg) for part in event.split()]
        self.at += STEPS[d]
        self.path.append((self.at, self.progress, len(self.events)))

    def feel(self, taken: Container[int]) -> None:
        """Feel what the space entered last does (SB-EXP-06)."""
        effect = self.waters.effects.get(self.at)
        if effect is None or self.at in self.used:
            return
        self.used.add(self.at)
        self.events.append((effect.kind, self.progress.leg))
        if effect.kind == RAMP:
            self.fly(taken)
        elif effect.kind == PUSH:
            for _ in range(effect.n):
                if self.at + STEPS[effect.d] not in self.waters.open:
                    break
                self.go(effect.d)
                self.feel(taken)
        elif effect.kind == SPIN:
            self.d = self.bow = (self.d + effect.n) % 6
        elif effect.kind == ROCKS:
            self.damage += effect.n

    def fly(self, taken: Container[int]) -> None:
        """Double the remaining steps and fly them in a straight line, over anything (SB-EXP-07, -08, -10 to -12)."""
        if not self.left:
            self.ramp = True
            return
        steps, self.left = 2 * self.left, 0
        for _ in range(steps):
            self.go(self.d)
        while self.at in taken and len(self.path) > 1:
            self.step_back()
        effect = self.waters.effects.get(self.at)
        if self.at not in self.waters.open or (effect is not None and effect.kind == RAMP):
            self.wreck = True
        else:
            self.feel(taken)

    def step_back(self) -> None:
        """Go back one space of the path; what it meant has not happened (SB-MOVE-07)."""
        self.path.pop()
        self.at, self.progress, known = self.path[-1]
        del self.events[known:]


def sail_over(  # noqa: PLR0913, PLR0917 - as `sail`, with the damage that still can be borne
    waters: Waters, at: int, d: int, total: int, taken: Container[int], now: Progress, afloat: int = SINKS_AT
) -> Voyage:
    """Move a boat over a lake with expansion tiles; *afloat* counters more would sink it."""
    trip = Trip(waters, at, d, total, now, afloat, path=[(at, now, 0)], bow=d)
    while trip.going:
        if trip.at + STEPS[trip.d] not in waters.open:
            trip.crash, trip.damage = True, trip.damage + trip.left
            break
        trip.left -= 1
        trip.go(trip.d)
        trip.feel(taken)
    moved, behind = len(trip.path) - 1, 0
    while len(trip.path) > 1 and trip.at in taken:
        behind = behind or trip.at
        trip.ramp = False
        trip.step_back()
    stayed = len(trip.path) - 1
    return Voyage(
        stop=trip.at,
        bow=trip.bow,
        moved=stayed,
        back=moved - stayed,
        behind=behind,
        progress=trip.progress,
        events=tuple(trip.events),
        damage=trip.damage,
        crash=trip.crash,
        wreck=trip.wreck,
        ramp=trip.ramp,
    )

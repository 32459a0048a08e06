"""Who stands where: the places behind the winner (3.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import Result, Standing
from engine.wacky_races.track import PLACES

if TYPE_CHECKING:
    from engine.wacky_races.state import RaceState


def standings(state: RaceState) -> tuple[Standing, ...]:
    """Return all cars by position, neutrals too; level ones share the better place (WR-END-05 to -07)."""
    ranked = sorted(state.cars, key=lambda car: (-car.position, car.slot))
    positions = [car.position for car in ranked]
    return tuple(
        Standing(car.racer, 1 + positions.index(car.position), car.seat, {"tile": PLACES[car.position]})
        for car in ranked
    )


def result(state: RaceState) -> Result:
    """Return how the race ended; a neutral may have won (WR-END-01, -03)."""
    winner = next(car for car in state.cars if car.racer == state.finished[0])
    return Result(standings(state), {"winner": winner.racer, "seat": winner.seat})

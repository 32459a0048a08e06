"""Who stands where: the winner, and the places behind (3.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import Result, Standing, places
from engine.wacky_races.track import PLACES

if TYPE_CHECKING:
    from engine.wacky_races.state import RaceState


def standings(state: RaceState, way: str = "by_position") -> tuple[Standing, ...]:
    """Return all cars, neutrals too, best first (WR-END-05 to -08); *way* is the option `places`.

    Cars that came in stand in the order in which they did so, the others by position; level ones share the better
    place. With "winner_only" nobody but the winner of a race that is over has a place.
    """
    cars = {car.racer: car for car in state.cars}
    still_to_come = dict.fromkeys(cars, len(state.finished))
    came_in = still_to_come | {racer: at for at, racer in enumerate(state.finished)}
    placed = places({racer: (-came_in[racer], car.position) for racer, car in cars.items()})
    if way == "winner_only" and state.finished:
        placed = {racer: place if racer in state.finished else 0 for racer, place in placed.items()}
    return tuple(
        Standing(racer, place, cars[racer].seat, {"tile": PLACES[cars[racer].position]})
        for racer, place in placed.items()
    )


def result(state: RaceState, way: str = "by_position") -> Result:
    """Return how the race ended; a neutral may have won (WR-END-01, -03)."""
    winner = next(car for car in state.cars if car.racer == state.finished[0])
    return Result(standings(state, way), {"winner": winner.racer, "seat": winner.seat})

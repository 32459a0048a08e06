"""Who stands where: the winner, and the places behind (3.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import Result, Standing
from engine.wacky_races.track import FINISH, PLACES

if TYPE_CHECKING:
    from engine.wacky_races.state import Car, RaceState


def standings(state: RaceState, way: str = "by_position") -> tuple[Standing, ...]:
    """Return all cars, neutrals too, best first (WR-END-05 to -08); *way* is the option `places`.

    Cars that came in stand in the order in which they did so, the others by position; level ones share the better
    place. With "winner_only" nobody but the winner of a race that is over has a place.
    """
    finished = state.finished

    def order(car: Car) -> tuple[int, int]:
        return (finished.index(car.racer) if car.racer in finished else len(finished), -car.position)

    ranked = sorted(state.cars, key=lambda car: (*order(car), car.slot))
    orders = [order(car) for car in ranked]
    unplaced = way == "winner_only" and bool(finished)
    return tuple(
        Standing(
            car.racer,
            0 if unplaced and car.position < FINISH else 1 + orders.index(order(car)),
            car.seat,
            {"tile": PLACES[car.position]},
        )
        for car in ranked
    )


def result(state: RaceState, way: str = "by_position") -> Result:
    """Return how the race ended; a neutral may have won (WR-END-01, -03)."""
    winner = next(car for car in state.cars if car.racer == state.finished[0])
    return Result(standings(state, way), {"winner": winner.racer, "seat": winner.seat})

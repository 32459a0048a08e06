"""Arriving somewhere: the trap that lies there, then what the tile does, then whatever that has moved (WR-MOVE-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.wacky_races.special import enter
from engine.wacky_races.track import FINISH, PLACES
from engine.wacky_races.traps import spring

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car
    from engine.wacky_races.steps import Arrival


def arrive(race: Race, car: Car, *, traps: bool = True, tiles: bool = True) -> Script[None]:
    """Look at what a car has moved onto (WR-MOVE-13)."""
    return race.board.arrive(race, car, traps=traps, tiles=tiles)


def look(race: Race, car: Car, *, traps: bool, tiles: bool) -> Script[None]:
    """Look at the trap under a car, then at the tile if the car is still there (WR-MOVE-13, -14).

    A car that was moved away and back has been looked at when it came back, so it is not looked at twice.
    """
    if at_rest(race, car):
        return
    if traps and PLACES[car.position] in race.state.traps:
        stamp = race.stamp(car)
        chain = race.options.trap_chain
        arrivals = yield from spring(race, car)
        yield from follow(race, arrivals, traps=chain == "full", tiles=chain != "nothing")
        if at_rest(race, car) or race.stamp(car) != stamp:
            return
    tile = race.special_at(car.position) if tiles else None
    if tile is None or tile in race.entered:
        return  # what a tile does is not begun anew while it is being done (WR-SPEC-04, WR-RAIL-07)
    race.entered.append(tile)
    yield from follow(race, (yield from enter(race, car, tile)))
    race.entered.remove(tile)


def at_rest(race: Race, car: Car) -> bool:
    """Whether nothing more happens to a car: it has come in, or the race is over (WR-END-02)."""
    return race.over or car.position == FINISH


def follow(race: Race, arrivals: list[Arrival], *, traps: bool = True, tiles: bool = True) -> Script[None]:
    """Look at arrivals in the order in which the cars moved; one lapses when its car was moved again (WR-TRAP-13).

    Under a car that has not moved itself (a tile swap) the trap always counts (WR-TRAP-15) and the tile does nothing
    (WR-PRIM-18).
    """
    for car, stamp, moved in arrivals:
        if race.stamp(car) == stamp:
            yield from arrive(race, car, traps=traps or not moved, tiles=tiles and moved)

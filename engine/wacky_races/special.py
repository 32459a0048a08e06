"""What the tiles with a name do when a car comes onto them: Gas Station, Crossing, taught ones (3.13 to 3.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import ask_unless_single, choose, tell
from engine.seats import clockwise
from engine.wacky_races.moving import travel
from engine.wacky_races.pack import CROSSING, SWAMP
from engine.wacky_races.powers import refresh
from engine.wacky_races.steps import BY_HAND, Effect, apply
from engine.wacky_races.track import GAS

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car
    from engine.wacky_races.steps import Arrival


def enter(race: Race, car: Car, tile: str) -> Script[list[Arrival]]:
    """Do what a tile does to the car that has moved onto it, and return the arrivals that causes (WR-SPEC-02)."""
    if car.position == GAS:
        yield from fill_up(race, car)
        return []
    name = race.pack.tiles[tile].name
    if name == CROSSING:
        return (yield from cross(race, car))
    if name == SWAMP:
        return []
    rule = "WR-SPEC-05" if name == "Crossroads" else "WR-SPEC-06"
    steps = race.pack.specials.get(tile)
    if steps is None:
        yield from tell("tile_untaught", rules=("WR-SPEC-02", rule), racer=car.racer, tile=tile)
        return (yield from apply(race, car, (BY_HAND,)))
    if steps:
        yield from tell("tile_works", rules=("WR-SPEC-02", rule), racer=car.racer, tile=tile)
    return (yield from apply(race, car, steps))


def fill_up(race: Race, car: Car) -> Script[None]:
    """Let every player turn up a power when the car in last place has come to the Gas Station (WR-GAS-01 to -06).

    A player whose car has finished has nothing to use a power for and is left out.
    """
    if race.last() >= GAS:
        yield from refill_powers(race, car)


def refill_powers(race: Race, car: Car) -> Script[None]:
    """Let every player turn up one power, the active one first (WR-GAS-01, -04 to -06)."""
    rules = ("WR-GAS-01", "WR-GAS-02", "WR-GAS-03", "WR-GAS-06")
    yield from tell("gas", rules=rules if car.seat is not None else (*rules, "WR-GAS-09"), racer=car.racer)
    for seat in clockwise(race.seats, race.active):
        if race.drives(seat):
            yield from refresh(race, seat, 1, "WR-GAS-01", "WR-GAS-04")


def cross(race: Race, car: Car) -> Script[list[Arrival]]:
    """Send the car or cars in last place one space ahead, all before any of them is looked at (WR-RAIL-01 to -08)."""
    waiting = yield from race.board.last(race)
    rules = ("WR-RAIL-01", "WR-RAIL-02", "WR-RAIL-06")
    yield from tell("crossing", rules=rules, racer=car.racer, racers=[other.racer for other in waiting])
    effect = Effect(race, car)
    while waiting and not race.over:
        other = yield from ask_unless_single(lambda: _next_over(race, waiting))
        waiting.remove(other)
        if (yield from travel(race, other, 1, "WR-RAIL-01", "WR-RAIL-03", "WR-RAIL-05")):
            effect.note(other)
    return effect.arrivals


def _next_over(race: Race, waiting: list[Car]) -> Ask[Car]:
    """Ask the active player which of the level cars goes first (WR-RAIL-04)."""
    among = {other.racer: other for other in race.in_order(waiting)}
    return choose(race.active, "crossing_first", among, rules=("WR-RAIL-04",), labels="racer")

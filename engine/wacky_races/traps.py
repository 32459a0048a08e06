"""Arriving on a tile, and what the trap there does (3.10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, ask, chance, scan, tell
from engine.wacky_races.steps import apply
from engine.wacky_races.track import PLACES

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car
    from engine.wacky_races.steps import Arrival


def arrive(race: Race, car: Car, *, traps: bool = True) -> Script[None]:
    """Look at what a car has moved onto: the trap there, where traps count (WR-MOVE-13, -14)."""
    if traps and not race.over and PLACES[car.position] in race.state.traps:
        yield from spring(race, car)


def spring(race: Race, car: Car) -> Script[None]:
    """Trigger the trap under a car: reveal, apply, end the turn, then look at the arrivals (WR-TRAP-01 to -14)."""
    kind = yield from reveal(race, car)
    race.state.used.append(kind)  # at once: a card under the players' eyes is not in the trap deck
    trap = race.pack.traps[kind]
    rules = ("WR-TRAP-01", "WR-TRAP-02", "WR-TRAP-06", "WR-TRAP-12")
    yield from tell("trap", rules=rules, racer=car.racer, place=PLACES[car.position], trap=kind)
    arrivals = yield from apply(race, car, trap.steps)
    if race.over:
        return
    yield from stop(race, car)
    yield from follow(race, arrivals, traps=race.options.trap_chain == "full")


def follow(race: Race, arrivals: list[Arrival], *, traps: bool = True) -> Script[None]:
    """Look at arrivals in the order in which the cars moved; one lapses when its car was moved again (WR-TRAP-13).

    Under a car that has not moved itself (a tile swap) the trap always counts (WR-TRAP-15).
    """
    for car, stamp, moved in arrivals:
        if race.stamps.get(car.racer, 0) == stamp:
            yield from arrive(race, car, traps=traps or not moved)


def reveal(race: Race, car: Car) -> Script[str]:
    """Take the trap card off the tile and return its type (WR-TRAP-02, -18, WR-DECK-03).

    A real card is shown by somebody at the table; a virtual one is drawn by lot from the types not seen yet.
    """
    state = race.state
    place = PLACES[car.position]
    generation = state.traps[place]
    rules = ("WR-TRAP-01", "WR-TRAP-02")
    args = {"racer": car.racer, "place": place}

    def make() -> Ask[str]:
        if race.options.trap_deck == "virtual":
            pool = state.pools[generation]
            lots = {kind: pool.get(kind, 0) for kind in race.pack.traps}
            return chance("draw", "trap_type", lots, rules=rules, args=args, reveals=True)
        return scan(
            TABLE,
            "trap_type",
            tuple(race.pack.traps),
            partial(read_trap, race),
            rules=rules,
            args=args,
            reveals=True,
            pile=place,
        )

    kind = yield from ask(make)
    state.traps.pop(place, None)
    pool = state.pools[generation]
    pool[kind] = max(0, pool.get(kind, 0) - 1)
    return kind


def read_trap(race: Race, value: str) -> str:
    """Read a trap card's id or its type's name.

    Raises:
        IllegalAnswer: it is neither (WR-APP-04).

    """
    kind = race.pack.names.get(value, value)
    if kind not in race.pack.traps:
        raise IllegalAnswer("unknown_trap", "WR-APP-04", given=value)
    return kind


def stop(race: Race, car: Car) -> Script[None]:
    """End the turn of the car's player, or the moves of a neutral in its phase (WR-TRAP-07, -09, WR-NEUT-18)."""
    turn, phase = race.state.turn, race.state.phase
    if turn is not None and turn.seat == car.seat and turn.stage == "cards":
        turn.stage = "fill"
        yield from tell("turn_ends", rules=("WR-TRAP-07", "WR-TURN-06"), seat=car.seat)
    elif phase is not None and car.seat is None and race.options.neutral_trap_stops == "yes":
        phase.stopped.append(car.racer)
        phase.rest = [racer for racer in phase.rest if racer != car.racer]
        yield from tell("stopped", rules=("WR-NEUT-18",), racer=car.racer)

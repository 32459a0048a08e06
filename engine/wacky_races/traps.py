"""The trap under a car: turned over, cancelled or suffered (3.10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, ask, chance, scan, tell
from engine.wacky_races.powers import cancel
from engine.wacky_races.steps import apply

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car
    from engine.wacky_races.steps import Arrival


def spring(race: Race, car: Car) -> Script[list[Arrival]]:
    """Trigger the trap under a car: reveal, cancel or apply, end the turn (WR-TRAP-01 to -12); return the arrivals."""
    kind = yield from reveal(race, car)
    race.state.used.append(kind)  # at once: a card under the players' eyes is not in the trap deck
    rules = ("WR-TRAP-01", "WR-TRAP-02", "WR-TRAP-06", "WR-TRAP-12")
    yield from tell("trap", rules=rules, racer=car.racer, place=race.board.place(car), trap=kind)
    if car.seat is not None and (card := cancel(race, car.seat, kind)) is not None:
        why = ("WR-TRAP-03", "WR-TRAP-04", "WR-TRAP-05", "WR-POW-03", "WR-POW-09")
        yield from tell("trap_cancelled", rules=why, seat=car.seat, trap=kind, power=card.label)
        return []
    arrivals = yield from apply(race, car, race.pack.traps[kind].steps)
    if not race.over:
        yield from stop(race, car)
    return arrivals


def reveal(race: Race, car: Car) -> Script[str]:
    """Take the trap card off the tile and return its type (WR-TRAP-02, -18, WR-DECK-03).

    A real card is shown by somebody at the table; a virtual one is drawn by lot from the types not seen yet.
    """
    state = race.state
    place = race.board.trap_under(race, car)
    generation = state.traps[place]
    rules = ("WR-TRAP-01", "WR-TRAP-02")
    args = {"racer": car.racer, "place": race.board.place(car)}

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
            pile=args["place"],
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
    if not kind:
        raise IllegalAnswer("untaught_trap", "WR-APP-04", "WR-TEACH-05", given=value)
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

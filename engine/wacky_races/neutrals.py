"""The neutral phase: one common move, then three revealed cards (3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import ask_while, chance, choose, tell
from engine.wacky_races.arrivals import arrive
from engine.wacky_races.dastardly import drive
from engine.wacky_races.deck import turn_up
from engine.wacky_races.moving import travel
from engine.wacky_races.track import fits
from engine.wacky_races.turn import new_round

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car, Phase

REVEALS = 3


def neutral_phase(race: Race, phase: Phase) -> Script[None]:
    """Play the neutral phase, or the rest of it, and begin the next round (WR-NEUT-01, -02, -21)."""
    if phase.stage == "begin":
        yield from begin(race, phase)
    while phase.stage in ("common", "moves", "reveal"):
        if phase.rest:
            yield from race.board.next_neutral(race, phase)
            if race.over:
                return
        elif phase.reveals == REVEALS:
            yield from end(race, phase)
        else:
            yield from reveal(race, phase)
    if phase.stage == "extra":
        yield from drive(race)
    new_round(race)


def begin(race: Race, phase: Phase) -> Script[None]:
    """Open the phase: none in round 1 and without neutrals; those that miss it are counted down (WR-PRIM-07)."""
    neutrals = [car for car in race.racing() if car.seat is None]
    phase.stage = "done"
    if not neutrals:
        return
    if race.state.round == 1:
        yield from tell("no_neutral_phase", rules=("WR-NEUT-02",))
        return
    phase.stage = "common"
    yield from tell("neutral_phase", rules=("WR-NEUT-01", "WR-NEUT-03", "WR-NEUT-04"), round=race.state.round)
    for car in neutrals:
        if not car.missing:
            phase.rest.append(car.racer)
            continue
        car.missing -= 1
        phase.absent.append(car.racer)
        yield from tell("phase_missed", rules=("WR-PRIM-07",), racer=car.racer, left=car.missing)


def next_move(race: Race, phase: Phase) -> Script[None]:
    """Move the foremost of those still to move by one space (WR-NEUT-03, -07, -09, -13)."""
    car = yield from foremost(race, phase)
    phase.rest.remove(car.racer)
    rule = "WR-NEUT-03" if phase.stage == "common" else "WR-NEUT-09"
    if phase.stage == "common" and car.position == race.narrow and race.options.swamp_neutral != "free":
        yield from tell("stuck", rules=("WR-SWAMP-01", "WR-SWAMP-09"), racer=car.racer)
    elif phase.stage == "common" and car.no_first:
        car.no_first -= 1
        yield from tell("first_move_lost", rules=("WR-PRIM-08",), racer=car.racer, left=car.no_first)
    elif (yield from travel(race, car, 1, rule, "WR-NEUT-15")):
        yield from arrive(race, car)


def end(race: Race, phase: Phase) -> Script[None]:
    """Close the phase; with two players Dastardly moves once more (WR-DD-27, WR-APP-12)."""
    phase.stage = "extra" if race.state.began == 2 and not race.state.out else "done"
    if phase.stage == "extra":
        yield from tell("extra_move", rules=("WR-DD-27",))


def foremost(race: Race, phase: Phase) -> Script[Car]:
    """Return the next neutral to move; between level ones the starting player chooses (WR-NEUT-05 to -07, -14)."""

    def is_open() -> bool:
        return race.options.neutral_tie != "grid_order" and len(in_front(race, phase)) > 1

    def make() -> Ask[str]:
        names = [car.racer for car in in_front(race, phase)]
        rules = ("WR-NEUT-05", "WR-NEUT-06")
        if race.options.neutral_tie == "random":
            return chance("draw", "neutral_first", names, rules=rules, resumes=True)
        return choose(race.state.starter, "neutral_first", names, rules=rules, labels="racer", resumes=True)

    chosen = yield from ask_while(is_open, make)
    return in_front(race, phase)[0] if chosen is None else race.car(chosen)


def goes(race: Race, phase: Phase, car: Car, kind: str) -> bool:
    """Whether a neutral moves by a revealed card: the tile matches, or it gets out of the Swamp (WR-SWAMP-09)."""
    way = race.options.swamp_neutral
    if car.position != race.narrow or way == "free":
        return fits(race.terrain[car.position], kind)
    if way == "first_reveal":
        return phase.reveals == 1
    if phase.stuck != car.racer:
        phase.stuck, phase.swamp = car.racer, []
    phase.swamp.append(kind)
    if phase.swamp.count(kind) < 2 and len(phase.swamp) < REVEALS:
        return False
    phase.stuck = ""
    return True


def in_front(race: Race, phase: Phase) -> list[Car]:
    """Return the level neutrals that are foremost among those still to move, as they started, nearer the front first."""
    waiting = race.in_order([car for car in race.state.cars if car.racer in phase.rest])
    return [car for car in waiting if car.position == waiting[0].position]


def reveal(race: Race, phase: Phase) -> Script[None]:
    """Turn up a card and settle who will move by it (WR-NEUT-08 to -13, -16, -19)."""
    phase.stage = "reveal"
    kind = yield from turn_up(race, "WR-NEUT-08", "WR-NEUT-11")
    if kind is None:
        phase.reveals = REVEALS
        yield from tell("no_card_left", rules=("WR-NEUT-19", "WR-FILL-06"))
        return
    phase.reveals += 1
    phase.stage = "moves"
    idle = (*phase.stopped, *phase.absent)
    phase.rest = [
        car.racer
        for car in race.racing()
        if car.seat is None and car.racer not in idle and goes(race, phase, car, kind)
    ]
    yield from race.board.tell_revealed(race, phase, kind)

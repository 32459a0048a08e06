"""The board only the table knows: the program keeps the books and asks what happened (level "books", 4.6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.ask import TABLE, Move, ask, choose, confirm, skippable, tell
from engine.wacky_races.arrivals import at_rest, follow
from engine.wacky_races.board import ROAD
from engine.wacky_races.dastardly import run_out, shuffle_used
from engine.wacky_races.moving import finish
from engine.wacky_races.special import enter, refill_powers
from engine.wacky_races.track import FINISH, GAS, PLACES, WILD
from engine.wacky_races.traps import spring

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Script
    from engine.wacky_races.pack import Step
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car, Phase
    from engine.wacky_races.steps import Effect


class TableBoard:
    """A course the program does not know. Cars keep the number of their grid slot until they come in."""

    def survey(self, race: Race) -> tuple[str, int]:
        """Let every card match: whether it does, the players see (WR-CARD-05)."""
        del race
        return WILD * len(PLACES), -1

    def place(self, car: Car) -> str:
        """Say no more than that a car is on its way."""
        return PLACES[FINISH] if car.position == FINISH else ROAD

    def travel(self, race: Race, car: Car, spaces: int, *rules: str) -> Script[bool]:
        """Say how far to go (WR-MOVE-01, -02 as a reminder)."""
        race.touch(car)
        key = "go_ahead" if spaces > 0 else "go_back"
        yield from tell(key, rules=(*rules, "WR-MOVE-02"), racer=car.racer, number=abs(spaces))
        return True

    def exchange(self, race: Race, car: Car, other: Car, *rules: str) -> Script[None]:
        """Say who changes places (WR-MOVE-11)."""
        race.touch(car)
        race.touch(other)
        yield from tell("change_places", rules=(*rules, "WR-MOVE-11"), racer=car.racer, other=other.racer)

    def arrive(self, race: Race, car: Car, *, traps: bool, tiles: bool) -> Script[None]:
        """Ask what a car has come onto, until it is nothing more (WR-MOVE-14)."""
        done: set[str] = set()
        while not at_rest(race, car):
            stamp = race.stamp(car)
            event = yield from ask(lambda: landing(race, car, done, traps=traps, tiles=tiles))
            if event is None:
                return
            done.add(event)
            yield from EVENTS[event](race, car)
            if race.stamp(car) != stamp:
                return

    def trap_under(self, race: Race, car: Car) -> str:
        """Return the trap card laid longest ago; which one it is nobody can tell."""
        del car
        return next(iter(race.state.traps))

    def last(self, race: Race) -> Script[list[Car]]:
        """Ask who is in last place (WR-TRACK-03)."""
        return _several(race, "who_is_last", race.racing(), "WR-TRACK-03")

    def nearest_behind(self, race: Race, car: Car, most: int) -> Script[list[Car]]:
        """Ask who is near enough behind (WR-PRIM-04)."""
        return _one_or_none(race, car, "who_is_behind", "WR-PRIM-04", most)

    def in_reach(self, race: Race, car: Car, step: Step) -> Script[list[Car]]:
        """Ask with whom places are changed (WR-PRIM-11)."""
        return _one_or_none(race, car, "who_in_reach", "WR-PRIM-11", step.n)

    def swap_tiles(self, effect: Effect, step: Step) -> Script[None]:
        """Say that two tiles change places, and ask whom a trap has slid under (WR-PRIM-12, WR-TRAP-15)."""
        race, car = effect.race, effect.car
        yield from tell("swap_by_hand", rules=("WR-PRIM-12", "WR-PRIM-13"), racer=car.racer, number=step.n)
        if race.state.traps:
            for hit in (yield from _one_or_none(race, None, "who_is_hit", "WR-TRAP-15", 0)):
                effect.note(hit)

    def set_down(self, race: Race, car: Car) -> Script[None]:
        """Take note that a car was moved by hand (WR-PRIM-15)."""
        race.touch(car)
        yield from tell("moved_by_hand", rules=("WR-PRIM-15",), racer=car.racer)

    def displaced(self, cars: list[Car], before: dict[str, int]) -> list[Car]:
        """Return all of them: they were named because they were moved."""
        del before
        return [car for car in cars if car.position != FINISH]

    def trap_places(self, race: Race) -> dict[str, int]:
        """Return nothing: traps on an unknown course are corrected by their number."""
        del race
        return {}

    def place_of_dastardly(self, race: Race) -> str:
        """Say no more than that he is on his way."""
        del race
        return ROAD

    def dastardly(self, race: Race, kind: str) -> Script[None]:
        """Tell what he looks for, and ask what came of it (WR-DD-02 to -19)."""
        yield from tell("dastardly_seeks", rules=("WR-DD-02", "WR-DD-06", "WR-DD-08", "WR-DD-09"), kind=kind)
        if race.state.trap_deck == 0 and race.options.trap_reshuffle == "yes" and race.state.used:
            yield from shuffle_used(race)
        what = yield from ask(lambda: dastardly_question(race, kind))
        if what == "no_tile":
            out = ("WR-DD-12", "WR-DD-13")
            yield from ask(lambda: confirm(TABLE, "out_of_gas", rules=out, args={"kind": kind}))
            yield from run_out(race, kind)
        elif what == "laid":
            lay(race)
            rules = ("WR-DD-17", "WR-DD-18", "WR-DD-19")
            yield from tell("laid_by_hand", rules=rules, deck=race.state.trap_deck)

    def next_neutral(self, race: Race, phase: Phase) -> Script[None]:
        """Let all neutrals move at once, then ask what they have come onto (WR-NEUT-03, -09)."""
        if phase.stage == "common":
            for car in [car for car in race.racing() if car.racer in phase.rest and car.no_first]:
                car.no_first -= 1
                phase.rest.remove(car.racer)
                rules = ("WR-PRIM-08",)
                yield from tell("first_move_lost", rules=rules, racer=car.racer, left=car.no_first)
            phase.stage = "moves"
            return
        racer = yield from ask(lambda: neutral_question(race, phase))
        if racer is None:
            phase.rest.clear()
            return
        phase.rest.remove(racer)
        race.touch(race.car(racer))
        yield from self.arrive(race, race.car(racer), traps=True, tiles=True)

    def tell_revealed(self, race: Race, phase: Phase, kind: str) -> Script[None]:
        """Say which neutrals move (WR-NEUT-09, -10)."""
        del race
        yield from tell("neutrals_go", rules=("WR-NEUT-09", "WR-NEUT-10"), kind=kind, number=phase.reveals)

    def draw_up(self, race: Race) -> Script[None]:
        """Leave the course to the table (WR-SETUP-22, -26)."""
        yield from tell("course_by_hand", rules=("WR-SETUP-22", "WR-SETUP-26"))
        race.state.stage = "ready"

    def set_off(self, race: Race) -> Script[None]:
        """Take note that the cars leave the places the program knows (WR-SETUP-21, -27)."""
        yield from ask(lambda: confirm(TABLE, "course_laid", rules=("WR-SETUP-27",), resumes=True))
        cars = tuple(Move(car.racer, PLACES[car.slot], ROAD) for car in race.state.cars)
        yield from tell("off_they_go", rules=("WR-SETUP-21",), moves=(*cars, Move("DD", PLACES[0], ROAD)))


TABLE_BOARD = TableBoard()


# --- what the table is asked ------------------------------------------------------------------------------------


def landing(race: Race, car: Car, done: set[str], *, traps: bool, tiles: bool) -> Ask[str | None]:
    """Ask for the trap, the tile or the Finish under a car, or that there is none (WR-TRAP-01, WR-SPEC-02, WR-END-01)."""
    ways = ["finish"]
    if traps and race.state.traps and "trapped" not in done:
        ways.append("trapped")
    if tiles:
        ways += [way for way in ("gas", "special") if way not in done and way not in race.entered]
    rules = ("WR-TRAP-01", "WR-SPEC-02", "WR-GAS-01", "WR-END-01")
    return skippable(choose(TABLE, "landed", ways, rules=rules, labels="landed", args={"racer": car.racer}))


def dastardly_question(race: Race, kind: str) -> Ask[str]:
    """Ask whether Dastardly has laid a trap, just stopped, or found no tile (WR-DD-12, -17)."""
    ways = ["nothing", "no_tile"] if race.state.trap_deck == 0 else ["laid", "nothing", "no_tile"]
    rules = ("WR-DD-12", "WR-DD-17")
    return choose(TABLE, "what_of_him", ways, rules=rules, labels="what_of_him", args={"kind": kind})


def neutral_question(race: Race, phase: Phase) -> Ask[str | None]:
    """Ask which neutral has come onto a trap, a special tile or the Finish (WR-NEUT-17, -20)."""
    among = [racer for racer in phase.rest if race.car(racer).position < FINISH]
    rules = ("WR-NEUT-17", "WR-NEUT-20")
    return skippable(choose(TABLE, "neutral_event", among, rules=rules, labels="racer", resumes=True))


def _several(race: Race, key: str, cars: list[Car], *rules: str) -> Script[list[Car]]:
    """Ask for one car after the other until that is all (WR-TRACK-03)."""
    waiting = race.in_order(cars)
    found = [(yield from ask(partial(_one_of, waiting, key, *rules)))]
    while waiting := [car for car in waiting if car not in found]:
        car = yield from ask(partial(_another_of, waiting, key, *rules))
        if car is None:
            break
        found.append(car)
    return found


def _one_of(cars: list[Car], key: str, *rules: str) -> Ask[Car]:
    """Ask for one of some cars (WR-TRACK-03, WR-END-05)."""
    return choose(TABLE, key, {car.racer: car for car in cars}, rules=rules, labels="racer")


def _another_of(cars: list[Car], key: str, *rules: str) -> Ask[Car | None]:
    """Ask for one more, if there is one (WR-TRACK-03, WR-END-06)."""
    return skippable(_one_of(cars, key, *rules))


def _one_or_none(race: Race, car: Car | None, key: str, rule: str, most: int) -> Script[list[Car]]:
    """Ask for one car, or none (WR-PRIM-04, -11, WR-TRAP-15)."""
    among = {other.racer: other for other in race.in_order(race.racing()) if other is not car}
    args = {"racer": car.racer, "number": most} if car is not None else {}
    other = yield from ask(
        lambda: skippable(choose(TABLE, key, among, rules=(rule,), labels="racer", args=args))
    )
    return [] if other is None else [other]


# --- what can happen ----------------------------------------------------------------------------------------------


def come_in(race: Race, car: Car) -> Script[None]:
    """Take a car in (WR-END-01)."""
    car.position = FINISH
    race.touch(car)
    moves = (Move(car.racer, ROAD, PLACES[FINISH]),)
    yield from tell("moves", rules=("WR-END-04",), moves=moves, racer=car.racer, place=PLACES[FINISH])
    yield from finish(race, car)


def on_trap(race: Race, car: Car) -> Script[None]:
    """Let a car trigger a trap (WR-TRAP-01)."""
    chain = race.options.trap_chain
    arrivals = yield from spring(race, car)
    yield from follow(race, arrivals, traps=chain == "full", tiles=chain != "nothing")


def on_special(race: Race, car: Car) -> Script[None]:
    """Do what the special tile does (WR-SPEC-02)."""
    race.entered.append("special")
    yield from follow(race, (yield from enter(race, car, race.state.special)))
    race.entered.remove("special")


def lay(race: Race) -> None:
    """Lay the top trap card somewhere on the course (WR-DD-18)."""
    traps = race.state.traps
    number = 1 + max((int(name.rpartition("-")[2]) for name in traps), default=0)
    traps[f"{ROAD}-{number}"] = len(race.state.pools) - 1


EVENTS: Final[dict[str, Callable[[Race, Car], Script[None]]]] = {
    "finish": come_in,
    "trapped": on_trap,
    "gas": refill_powers,
    "special": on_special,
}


# --- the end ------------------------------------------------------------------------------------------------------


def order_cars(race: Race) -> Script[None]:
    """Ask how the other cars stand, level ones together, so that they have places (WR-END-05, -06).

    No more than two can be level: a tile has two spaces (WR-TRACK-04).
    """
    behind = GAS
    waiting = race.racing()
    rules = ("WR-END-05", "WR-END-06")
    while waiting:
        group = [(yield from ask(partial(_one_of, waiting, "next_place", *rules)))]
        waiting.remove(group[0])
        if waiting:
            level = yield from ask(partial(_another_of, waiting, "level_with", *rules))
            group += [level] if level is not None else []
        for car in group:
            car.position = behind
        waiting = [car for car in waiting if car not in group]
        behind -= 1
    race.placed()

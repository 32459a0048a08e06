"""Effect steps: the closed vocabulary of what traps, powers and special tiles do (3.11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.ask import IllegalAnswer, ask, ask_unless_single, choose, tell
from engine.layout import hand_of
from engine.wacky_races.by_hand import enter_by_hand
from engine.wacky_races.deck import (
    chosen_card,
    discard,
    draw_cards,
    drawn,
    kinds_in,
    secret_card,
    take_from_hand,
)
from engine.wacky_races.moving import exchange, travel
from engine.wacky_races.pack import Step
from engine.wacky_races.powers import refresh
from engine.wacky_races.track import FINISH, FIRST_TILE, PLACES, POSITIONS, is_open_tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car


BY_HAND: Final = Step("by_hand")
"""What anything untaught does (WR-TRAP-19, WR-SPEC-05, -06)."""


class Arrival(NamedTuple):
    """A car that has to be looked at where it now stands; it lapses when `stamp` is no longer the car's."""

    car: Car
    stamp: int
    moved: bool = True


@dataclass(slots=True)
class Effect:
    """An effect under way: the car that triggered or uses it, and the arrivals it has caused so far, in order."""

    race: Race
    car: Car
    arrivals: list[Arrival] = field(default_factory=list)

    @property
    def decider(self) -> int:
        """The seat that makes the choices (WR-NEUT-23)."""
        return self.race.decider(self.car)

    def note(self, *cars: Car) -> None:
        """Note that cars have moved and will have arrived (WR-TRAP-14)."""
        for car in cars:
            self.arrivals.append(Arrival(car, self.race.stamp(car)))


def apply(race: Race, car: Car, steps: Iterable[Step]) -> Script[list[Arrival]]:
    """Apply effect steps from first to last and return the arrivals they caused (WR-TRAP-14, -16, -17)."""
    effect = Effect(race, car)
    for step in steps:
        if race.over:
            break
        yield from VERBS[step.verb](effect, step)
    return effect.arrivals


def pick_car(effect: Effect, key: str, cars: list[Car], *rules: str) -> Script[Car]:
    """Let the decider choose one of *cars*; a single possibility is not asked for (WR-NEUT-23)."""

    def make() -> Ask[Car]:
        among = {car.racer: car for car in effect.race.in_order(cars)}
        args = {"racer": effect.car.racer}
        return choose(effect.decider, key, among, rules=rules, labels="racer", args=args)

    return ask_unless_single(make)


def targets(effect: Effect, step: Step, *rules: str) -> Script[list[Car]]:
    """Return the cars a step is for: self, a chosen one, all in last place, or all others (WR-PRIM-02, -06 to -08)."""
    race, car = effect.race, effect.car
    if step.who == "self":
        return [car] if car.position < FINISH else []
    if step.who == "last":
        return race.in_order((yield from race.board.last(race)))
    others = race.in_order([other for other in race.racing() if other is not car])
    if step.who == "others" or not others:
        return others
    return [(yield from pick_car(effect, "choose_car", others, *rules))]


def by_hand(effect: Effect, step: Step) -> Script[None]:
    """Let the table enter what the card does (WR-PRIM-15)."""
    del step
    effect.note(*(yield from enter_by_hand(effect.race, effect.car)))


def turn_up_powers(effect: Effect, step: Step) -> Script[None]:
    """Turn exhausted powers of the own dashboard up; a neutral has none (WR-PRIM-14, -16)."""
    if effect.car.seat is not None:
        yield from refresh(effect.race, effect.car.seat, step.n, "WR-PRIM-14")


def nothing(effect: Effect, step: Step) -> Script[None]:
    """Do nothing (WR-PRIM-01)."""
    del step
    yield from tell("no_effect", rules=("WR-PRIM-01",), racer=effect.car.racer)


def back(effect: Effect, step: Step) -> Script[None]:
    """Move cars back (WR-PRIM-02)."""
    yield from _go(effect, step, -step.n, "WR-PRIM-02")


def forward(effect: Effect, step: Step) -> Script[None]:
    """Move cars forward; the Finish may be reached (WR-PRIM-03, WR-END-10)."""
    yield from _go(effect, step, step.n, "WR-PRIM-03")


def _go(effect: Effect, step: Step, spaces: int, rule: str) -> Script[None]:
    for car in (yield from targets(effect, step, rule)):
        if effect.race.over:
            return
        if (yield from travel(effect.race, car, spaces, rule)):
            effect.note(car)


def swap_behind(effect: Effect, step: Step) -> Script[None]:
    """Change places with the nearest car behind, if one is near enough (WR-PRIM-04, -05, -20)."""
    race, car = effect.race, effect.car
    level = [] if car.position == FINISH else (yield from race.board.nearest_behind(race, car, step.n))
    if not level:
        yield from tell("nobody_in_reach", rules=("WR-PRIM-20",), racer=car.racer)
        return
    other = yield from pick_car(effect, "choose_nearest", level, "WR-PRIM-05")
    yield from exchange(race, car, other, "WR-PRIM-04")
    effect.note(car, other)


def nearest_behind(race: Race, car: Car, most: int) -> list[Car]:
    """Return the nearest cars behind, all that are level; none when they are further away (WR-PRIM-04)."""
    gaps = {other.racer: car.position - other.position for other in race.racing()}
    near = min((gap for gap in gaps.values() if gap > 0), default=most + 1)
    return [other for other in race.racing() if gaps[other.racer] == near <= most]


def in_reach(race: Race, car: Car, step: Step) -> list[Car]:
    """Return the cars at most so far away, ahead, behind or on both sides (WR-PRIM-11)."""

    def near(other: Car) -> bool:
        gap = other.position - car.position
        side = step.how in ("", "any") or (gap > 0) == (step.how == "ahead")
        return 0 < abs(gap) <= step.n and side

    return [other for other in race.racing() if near(other)]


def swap_with(effect: Effect, step: Step) -> Script[None]:
    """Change places with one chosen car near enough, ahead or behind (WR-PRIM-11)."""
    race, car = effect.race, effect.car
    cars = [] if car.position == FINISH else (yield from race.board.in_reach(race, car, step))
    if not cars:
        yield from tell("nobody_in_reach", rules=("WR-PRIM-11", "WR-TRAP-17"), racer=car.racer)
        return
    other = yield from pick_car(effect, "swap_with", cars, "WR-PRIM-11")
    yield from exchange(race, car, other, "WR-PRIM-11")
    effect.note(car, other)


def lose(effect: Effect, step: Step) -> Script[None]:
    """Put cards of hands on the discard pile, chosen by their owner or at random (WR-PRIM-06, -16, -21)."""
    for car in (yield from targets(effect, step, "WR-PRIM-06")):
        if car.seat is None:
            continue
        for _ in range(min(step.n, effect.race.state.hands[car.seat].size)):
            if step.how == "random":
                card = yield from random_card(effect.race, car.seat)
            else:
                card = yield from chosen_card(effect.race, car.seat, "WR-PRIM-06")
            kind = discard(effect.race, car.seat, card)
            yield from tell("card_lost", rules=("WR-PRIM-06", "WR-PRIM-21"), seat=car.seat, kind=kind)


def random_card(race: Race, seat: int) -> Script[str]:
    """Let chance take one card out of a hand (WR-PRIM-06)."""
    known = race.state.known[seat]
    lots = kinds_in(race, race.state.hands[seat]) if known else None
    return (yield from ask(lambda: drawn(race, "random_card", "WR-PRIM-06", lots=lots, pile=hand_of(seat))))


def miss(effect: Effect, step: Step) -> Script[None]:
    """Let the next turns (a neutral's phases) be missed (WR-PRIM-07)."""
    for car in (yield from targets(effect, step, "WR-PRIM-07")):
        car.missing += step.n
        yield from tell("will_miss", rules=("WR-PRIM-07",), racer=car.racer, number=car.missing)


def no_first_move(effect: Effect, step: Step) -> Script[None]:
    """Let the next first moves be lost (WR-PRIM-08)."""
    for car in (yield from targets(effect, step, "WR-PRIM-08")):
        car.no_first += step.n
        yield from tell("will_lose_first", rules=("WR-PRIM-08",), racer=car.racer, number=car.no_first)


def draw(effect: Effect, step: Step) -> Script[None]:
    """Draw cards; the hand may go over three, a neutral has none (WR-PRIM-09, -16)."""
    if effect.car.seat is not None:
        yield from draw_cards(effect.race, effect.car.seat, step.n, "WR-PRIM-09")


def steal(effect: Effect, step: Step) -> Script[None]:
    """Take cards at random from the hand of a chosen player (WR-PRIM-10, -16)."""
    race, thief = effect.race, effect.car.seat
    players = [car for car in race.state.cars if car.seat is not None and car.seat != thief]
    owners = [car for car in players if car.seat is not None and race.state.hands[car.seat].size]
    if thief is None or not owners:
        yield from tell("no_effect", rules=("WR-PRIM-10", "WR-PRIM-16"), racer=effect.car.racer)
        return
    victim = (yield from pick_car(effect, "steal_from", owners, "WR-PRIM-10")).seat
    if victim is None:
        return
    number = min(step.n, race.state.hands[victim].size)
    for _ in range(number):
        yield from _take(race, victim, thief)
    yield from tell("steals", rules=("WR-PRIM-10",), seat=thief, victim=victim, number=number)


def _take(race: Race, victim: int, thief: int) -> Script[None]:
    """Move one card from hand to hand; chance names it as soon as either hand is known (WR-PRIM-10)."""
    source, sink = race.state.hands[victim], race.state.hands[thief]
    if not race.state.known[victim] and not race.state.known[thief]:
        source.unknown -= 1
        sink.unknown += 1
        return
    lots = kinds_in(race, source) if race.state.known[victim] else None
    card = yield from ask(
        lambda: secret_card(race, "stolen_card", thief, "WR-PRIM-10", lots=lots, pile=hand_of(victim))
    )
    card = take_from_hand(race, victim, card)
    if race.state.known[thief]:
        sink.cards.append(card)
    else:
        sink.unknown += 1


def swap_tiles(effect: Effect, step: Step) -> Script[None]:
    """Exchange two tiles (WR-PRIM-12)."""
    return effect.race.board.swap_tiles(effect, step)


def swap_known_tiles(effect: Effect, step: Step) -> Script[None]:
    """Exchange the tile ahead with another near the car (WR-PRIM-12 to -19)."""
    race = effect.race
    here = effect.car.position
    ahead = here + 1
    others = [at for at in range(here - step.n, here + step.n + 1) if at != ahead and is_open_tile(at)]
    among = {PLACES[at]: at for at in others if not _crowds_swamp(race, ahead, at)}
    if not is_open_tile(ahead) or not among:
        yield from tell("no_effect", rules=("WR-PRIM-12", "WR-PRIM-19"), racer=effect.car.racer)
        return
    other = yield from ask_unless_single(lambda: tile_question(effect, ahead, among))
    rules = ("WR-PRIM-12", "WR-PRIM-13")
    exchange_tiles(race, ahead, other)
    yield from tell("tiles_swapped", rules=rules, place=PLACES[ahead], other=PLACES[other])
    for at in (ahead, other):
        yield from _trap_slid_under(effect, at)


def tile_question(effect: Effect, ahead: int, among: dict[str, int]) -> Ask[int]:
    """Ask the decider for the tile that changes places with the one ahead (WR-PRIM-12, -13, -19)."""

    def refuse(place: str) -> None:
        at = POSITIONS.get(place, 0)
        if is_open_tile(at) and _crowds_swamp(effect.race, ahead, at):
            raise IllegalAnswer("swamp_crowded", "WR-PRIM-19", "WR-TRACK-05", place=place)

    rules = ("WR-PRIM-12", "WR-PRIM-13")
    return choose(effect.decider, "swap_tile", among, rules=rules, labels="place", refuse=refuse)


def exchange_tiles(race: Race, one: int, two: int) -> None:
    """Exchange two tiles with the traps on them; cars and Dastardly keep their places (WR-PRIM-13, -17)."""
    course, traps = race.state.course, race.state.traps
    here, there = one - FIRST_TILE, two - FIRST_TILE
    course[here], course[there] = course[there], course[here]
    moved = {at: traps.pop(PLACES[at]) for at in (one, two) if PLACES[at] in traps}
    for at, generation in moved.items():
        traps[PLACES[one + two - at]] = generation
    race.survey()


def _crowds_swamp(race: Race, one: int, two: int) -> bool:
    """Whether the exchange would leave two cars on the Swamp (WR-PRIM-19)."""
    if race.narrow not in (one, two):
        return False
    return race.taken().count(one + two - race.narrow) > 1


def _trap_slid_under(effect: Effect, at: int) -> Script[None]:
    """A trap that comes to lie under cars is triggered by one of them (WR-TRAP-15)."""
    race = effect.race
    among = {car.racer: car for car in race.state.cars if car.position == at}
    if PLACES[at] not in race.state.traps or not among:
        return
    rules = ("WR-TRAP-15",)
    car = yield from ask_unless_single(
        lambda: choose(race.active, "who_triggers", among, rules=rules, labels="racer")
    )
    effect.arrivals.append(Arrival(car, race.stamp(car), moved=False))


VERBS: Mapping[str, Callable[[Effect, Step], Script[None]]] = {
    "nothing": nothing,
    "back": back,
    "forward": forward,
    "swap_behind": swap_behind,
    "lose": lose,
    "miss": miss,
    "no_first_move": no_first_move,
    "draw": draw,
    "steal": steal,
    "swap_with": swap_with,
    "swap_tiles": swap_tiles,
    "refresh": turn_up_powers,
    "by_hand": by_hand,
}

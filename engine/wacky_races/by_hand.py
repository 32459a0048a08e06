"""Effects by hand: the table reads the card and enters what it does to the race (WR-PRIM-15).

One change after the other, each within the invariants, until the table says that all is entered: where a car now
stands, how many cards a hand has, where a trap card is laid or taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import TABLE, Move, Option, ask, choose, number, tell
from engine.layout import hand_of, seat_of
from engine.wacky_races.deck import chosen_card, discard, draw_cards
from engine.wacky_races.moving import finish
from engine.wacky_races.track import FINISH, PLACES, is_open_tile, room

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car

DONE: Final = "done"
TRAP: Final = "trap"
RULES: Final = ("WR-PRIM-15",)
MOST_CARDS: Final = 12
"""No hand is made larger than that by hand."""


def enter_by_hand(race: Race, car: Car) -> Script[list[Car]]:
    """Let the table enter an effect; return the cars that stand elsewhere now, as they moved (WR-PRIM-15)."""
    before = {other.racer: other.position for other in race.state.cars}
    moved: list[Car] = []
    yield from tell("by_hand_begins", rules=RULES, racer=car.racer)
    while not race.over and (what := (yield from ask(lambda: change_question(race, car)))) != DONE:
        if what == TRAP:
            yield from _trap(race)
        elif (seat := seat_of(what)) is not None:
            yield from _hand(race, seat)
        else:
            other = race.car(what)
            yield from race.board.set_down(race, other)
            moved = [*(one for one in moved if one is not other), other]
    return race.board.displaced(moved, before)


def change_question(race: Race, car: Car) -> Ask[str]:
    """Ask what the card changes, or whether that is all (WR-PRIM-15)."""
    options = {DONE: Option(DONE, "by_hand_done")}
    options |= {other.racer: Option(other.racer, "racer", {"value": other.racer}) for other in race.racing()}
    seats = filter(race.drives, race.seats)
    options |= {hand_of(seat): Option(hand_of(seat), "by_hand_cards", {"seat": seat}) for seat in seats}
    if race.board.trap_places(race):
        options[TRAP] = Option(TRAP, "by_hand_trap")
    by, whose = options.__getitem__, {"racer": car.racer}
    return choose(TABLE, "by_hand", list(options), rules=RULES, labels=by, args=whose)


def free_places(race: Race, car: Car) -> dict[str, int]:
    """Return the places where a car may be put: those with a free space, and the Finish (WR-INV-01, -02)."""
    others = [other.position for other in race.racing() if other is not car]
    return {
        PLACES[at]: at
        for at in range(1, FINISH + 1)
        if at == FINISH or others.count(at) < room(at, race.narrow)
    }


def set_down(race: Race, car: Car) -> Script[None]:
    """Put a car where the table says; on the Finish it has come in (WR-END-04)."""

    def make() -> Ask[int]:
        free, args = free_places(race, car), {"racer": car.racer}
        return choose(TABLE, "by_hand_place", free, rules=RULES, labels="place", args=args)

    start, car.position = car.position, (yield from ask(make))
    if car.position == start:
        return
    race.touch(car)
    moves = (Move(car.racer, PLACES[start], PLACES[car.position]),)
    yield from tell("by_hand_moved", rules=RULES, moves=moves, racer=car.racer, place=PLACES[car.position])
    if car.position == FINISH:
        yield from finish(race, car)


def _hand(race: Race, seat: int) -> Script[None]:
    """Make a hand as large as the table says: its owner draws, or gives up cards of the own choice (WR-PRIM-15)."""
    hand = race.state.hands[seat]
    high = min(MOST_CARDS, hand.size + race.state.deck + len(race.state.discard))
    args = {"seat": seat}
    size = yield from ask(
        lambda: number(TABLE, "by_hand_size", 0, max(high, hand.size), rules=RULES, args=args)
    )
    if size > hand.size:
        yield from draw_cards(race, seat, size - hand.size, *RULES)
    while size < hand.size:
        card = yield from chosen_card(race, seat, "WR-PRIM-15")
        kind = discard(race, seat, card)
        yield from tell("card_lost", rules=("WR-PRIM-15", "WR-PRIM-21"), seat=seat, kind=kind)


def trappable(race: Race) -> dict[str, int]:
    """Return the tiles whose trap may be taken away or, with a card left, those where one may be laid (WR-INV-06).

    A trap from before the used ones were shuffled stays: its type is none of those the deck now has (WR-DD-25).
    """
    traps = race.state.traps
    newest = len(race.state.pools) - 1
    standing = {car.position for car in race.racing()}
    return {
        PLACES[at]: at
        for at in filter(is_open_tile, range(FINISH))
        if traps.get(PLACES[at]) == newest
        or (PLACES[at] not in traps and at not in standing and race.state.trap_deck > 0)
    }


def _trap(race: Race) -> Script[None]:
    """Lay the top trap card unseen on a tile, or put the one that lies there back under the deck (WR-INV-05)."""
    at = yield from ask(lambda: choose(TABLE, "by_hand_where", trappable(race), rules=RULES, labels="place"))
    place = PLACES[at]
    traps = race.state.traps
    if place in traps:
        del traps[place]
        if race.state.out:
            race.state.boxed += 1  # there is no trap deck any more (WR-DD-13)
        yield from tell("by_hand_trap_off", rules=RULES, place=place)
    else:
        traps[place] = len(race.state.pools) - 1
        yield from tell("by_hand_trap_on", rules=RULES, place=place)

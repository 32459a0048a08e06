"""Makes corrections by hand, as `corrections` offers them (WR-APP-08, WR-DECK-05).

They cause no arrivals. The deck's size follows from hands and pile (WR-DECK-01), the trap deck's from the traps that
lie elsewhere, so these are corrected there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer
from engine.corrections import set_by_hand
from engine.layout import BOX, DECK, DISCARD, seat_of
from engine.wacky_races.board import ROAD
from engine.wacky_races.pack import SLOTS
from engine.wacky_races.table_board import lay
from engine.wacky_races.track import FINISH, PLACES, POSITIONS, is_open_tile, room

if TYPE_CHECKING:
    from engine.record import Correct
    from engine.wacky_races.race import Race

RULE = "WR-APP-08"


def correct(race: Race, change: Correct) -> None:
    """Make a correction.

    Raises:
        IllegalAnswer: a name, place or number that does not exist, or a place that is full.

    """
    set_by_hand(
        change,
        RULE,
        place=partial(place_piece, race),
        pile=partial(set_pile, race),
        count=partial(set_count, race),
    )


def place_piece(race: Race, piece: str, place: str) -> None:
    """Put a car or Dastardly somewhere on a course that the program knows."""
    if race.board.place_of_dastardly(race) == ROAD:
        raise IllegalAnswer("table_knows", RULE, name=piece)
    if piece == "DD":
        place_dastardly(race, place)
    else:
        place_car(race, piece, place)


def place_car(race: Race, racer: str, place: str) -> None:
    """Put a car on a free space (WR-INV-02)."""
    car = next((car for car in race.state.cars if car.racer == racer), None)
    at = POSITIONS.get(place, 0)
    if car is None or not 1 <= at < FINISH:
        raise IllegalAnswer("no_such_place", RULE, name=racer, place=place)
    others = [other.position for other in race.state.cars if other is not car]
    if others.count(at) >= room(at, race.narrow):
        raise IllegalAnswer("place_full", RULE, "WR-INV-02", place=place)
    car.position = at


def place_dastardly(race: Race, place: str) -> None:
    """Put Dastardly on a tile, back to 00, or out of the race (WR-INV-03, -14)."""
    state = race.state
    if place == BOX and not state.out:
        state.boxed += state.trap_deck
        state.out = True
        return
    at = POSITIONS.get(place, -1)
    if state.out or not (at == 0 or is_open_tile(at)):
        raise IllegalAnswer("no_such_place", RULE, "WR-INV-03", name="DD", place=place)
    state.dastardly = at


def set_pile(race: Race, name: str, cards: list[str]) -> None:
    """Set a pile, its top last: the discard pile ("discard") or the used traps ("trap-used")."""
    if name == DISCARD and all(card in race.pack.kinds for card in cards):
        race.state.discard = list(cards)
    elif name == "trap-used" and all(card in race.pack.traps for card in cards):
        race.state.used = list(cards)
    elif not set_powers(race, name, cards):
        raise IllegalAnswer("no_such_pile", "WR-DECK-05", name=name)


def set_powers(race: Race, name: str, cards: list[str]) -> bool:
    """Set which power cards of a Racer are ready ("ready-PAT") or exhausted ("spent-PAT"); False for anything else."""
    what, _, racer = name.partition("-")
    car = next((car for car in race.state.cars if car.racer == racer), None)
    own = {f"power-{racer}-{slot}": slot for slot in SLOTS}
    if car is None or car.seat is None or what not in ("ready", "spent") or not own.keys() >= {*cards}:
        return False
    slots = {own[card] for card in cards}
    race.state.exhausted[car.seat] = sorted(slots if what == "spent" else {*SLOTS} - slots)
    return True


def set_count(race: Race, name: str, number: int) -> None:
    """Set a count: a hand of unknown cards ("hand.0"), a trap ("T5"), missed turns ("missing-PAT") and the like."""
    if number < 0:
        raise IllegalAnswer("below_zero", RULE, given=number)
    state = race.state
    what, _, whose = name.rpartition("-")
    seat = seat_of(name)
    cars = {car.racer: car for car in state.cars}
    if name in (DECK, "trap-deck"):
        raise IllegalAnswer("follows_from_the_rest", "WR-DECK-01", "WR-INV-05", name=name)
    if seat is not None and seat < len(state.hands):
        if state.known[seat]:
            raise IllegalAnswer("hand_is_known", "WR-DECK-02", seat=seat)
        state.hands[seat].unknown = number
    elif what == "missing" and whose in cars:
        cars[whose].missing = number
    elif what == "no_first" and whose in cars:
        cars[whose].no_first = number
    elif name == ROAD:
        set_laid(race, number)
    elif name in PLACES and race.board.place_of_dastardly(race) != ROAD:
        set_trap(race, name, number)
    else:
        raise IllegalAnswer("no_such_count", RULE, "WR-DECK-05", name=name)


def set_laid(race: Race, number: int) -> None:
    """Set how many traps lie on a course that only the table knows."""
    traps = race.state.traps
    if race.board.place_of_dastardly(race) != ROAD or number > len(traps) + race.state.trap_deck:
        raise IllegalAnswer("no_such_count", RULE, "WR-INV-05", name=ROAD)
    while len(traps) > number:
        traps.popitem()
    while len(traps) < number:
        lay(race)


def set_trap(race: Race, place: str, number: int) -> None:
    """Lay a trap card of the deck on a tile, or take one back under the deck (WR-INV-05, -06)."""
    traps = race.state.traps
    at = POSITIONS[place]
    if not is_open_tile(at) or number > 1:
        raise IllegalAnswer("no_such_trap", RULE, "WR-INV-06", place=place)
    if number == 0:
        traps.pop(place, None)
    elif place not in traps:
        if race.state.trap_deck < 1:
            raise IllegalAnswer("trap_deck_empty", RULE, "WR-INV-05", place=place)
        traps[place] = len(race.state.pools) - 1

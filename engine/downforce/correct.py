"""Corrections by hand: where a car stands, the discard pile, how many cards a hand has (DF-TABLE-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine.ask import IllegalAnswer
from engine.downforce.board import TRACK
from engine.downforce.cards import INDEX
from engine.downforce.state import NOWHERE
from engine.layout import hand_of

if TYPE_CHECKING:
    from engine.downforce.game import Game
    from engine.record import Correct

T = TypeVar("T")
RULE = "DF-TABLE-10"


def correct(game: Game, change: Correct) -> None:
    """Make a correction; it starts and takes back no betting round.

    Raises:
        IllegalAnswer: a name, place or number that does not exist, or a space that is taken.

    """
    match change.what:
        case "place":
            place_car(game, change.name, _read(change.value, str))
        case "pile":
            set_pile(game, change.name, _read(change.value, list[str]))
        case "count":
            set_count(game, change.name, _read(change.value, int))


def _read(value: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise IllegalAnswer("not_a_value", RULE) from None


def place_car(game: Game, car: str, place: str) -> None:
    """Put a car on a free space; a finished one comes back onto the track, and those behind it move up."""
    state, track = game.state, game.track
    before = state.stage in ("deal", "hands", "grid")
    if before or car not in INDEX or car in state.gone:
        raise IllegalAnswer("no_such_place", RULE, name=car, place=place)
    if track is None:
        if place != TRACK or car not in state.finished:
            raise IllegalAnswer("no_such_place", RULE, name=car, place=place)
        state.finished.remove(car)
        return
    number = track.numbers.get(place, NOWHERE)
    if not 0 <= number < track.end:
        raise IllegalAnswer("no_such_place", RULE, name=car, place=place)
    if number in game.taken(car):
        raise IllegalAnswer("space_taken", RULE, "DF-MOVE-06", "DF-MOVE-13", space=place)
    owner = game.owner(car)
    if car in state.finished:
        if owner is not None and state.out[owner]:
            raise IllegalAnswer("hand_is_away", RULE, "DF-FIN-10", seat=owner)
        state.finished.remove(car)
    state.places[INDEX[car]] = number


def set_pile(game: Game, name: str, cards: list[str]) -> None:
    """Put the discard pile right: as many cards as before; where one was thought to be, nothing is known then."""
    state = game.state
    if name != "discard":
        raise IllegalAnswer("no_such_pile", RULE, name=name)
    if len(cards) != len(state.discard) or any(card not in game.pack.cards for card in cards):
        raise IllegalAnswer("not_these_cards", RULE, "DF-COMP-07")
    eights = [card for card in state.discard if card not in game.pack.regular]
    if sorted(eights) != sorted(card for card in cards if card not in game.pack.regular):
        raise IllegalAnswer("not_these_cards", RULE, "DF-COMP-07")
    for card in set(cards) - set(state.discard):
        for hand in state.hands:
            if card in hand.cards:
                hand.cards.remove(card)
                hand.shown = [other for other in hand.shown if other != card]
                hand.unknown += 1
        if card in state.away:
            state.away.remove(card)
            state.away_unknown += 1
    state.discard = list(cards)


def set_count(game: Game, name: str, number: int) -> None:
    """Set how many cards a hand has that the program does not know; the rest lies among the cards put away."""
    state = game.state
    seat = next((seat for seat in range(game.seats) if name == hand_of(seat)), None)
    if seat is None:
        raise IllegalAnswer("no_such_count", RULE, name=name)
    if state.known[seat]:
        raise IllegalAnswer("hand_is_known", RULE, "DF-SETUP-10", seat=seat)
    hand = state.hands[seat]
    change = number - hand.size
    if number < len(hand.cards) or state.away_unknown < change or state.stage == "deal":
        raise IllegalAnswer("not_that_many", RULE, "DF-COMP-07", given=number)
    hand.unknown += change
    state.away_unknown -= change

"""Makes corrections by hand, as `corrections` offers them: cars, discard pile, hands, prices (DF-TABLE-10).

A bet is not corrected: it is closed with its round (DF-BET-13).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer
from engine.corrections import set_by_hand
from engine.downforce.board import TRACK
from engine.downforce.cards import INDEX, MOST_SPEED
from engine.downforce.state import NOWHERE
from engine.layout import seat_of

if TYPE_CHECKING:
    from engine.downforce.game import Game
    from engine.downforce.state import Turn
    from engine.record import Correct

RULE: Final = "DF-TABLE-10"
PRICE: Final = "price-"
"""What the price of a car is called, before its colour."""


def correct(game: Game, change: Correct) -> None:
    """Make a correction; it starts and takes back no betting round.

    Raises:
        IllegalAnswer: a name, place or number that does not exist, or a space that is taken.

    """
    set_by_hand(
        change,
        RULE,
        place=partial(place_car, game),
        pile=partial(set_pile, game),
        count=partial(set_count, game),
    )


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
    lying = state.turn.card if state.turn is not None else ""
    if lying in cards:
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
    """Set the size of a hand ("hand.0") or the price of a car ("price-red")."""
    seat = seat_of(name)
    if seat is not None and seat < game.seats:
        set_hand(game, seat, number)
    elif name.startswith(PRICE):
        set_price(game, name.removeprefix(PRICE), number)
    else:
        raise IllegalAnswer("no_such_count", RULE, name=name)


def sizes(game: Game, seat: int) -> range:
    """Return how many cards a hand may have: its known ones, and more of those put away that nobody knows.

    Before the race the deal says it. Who is to play keeps a card to play (DF-TURN-08), and one that nobody knows while
    it may just be read out.
    """
    state, hand = game.state, game.hand(seat)
    if state.stage not in ("race", "bets"):
        return range(hand.size, hand.size + 1)
    turn = state.turn
    least = len(hand.cards)
    if state.stage == "race" and turn is not None and turn.seat == seat and not turn.complete:
        least = max(least + is_read_out(game, turn), 1)
    return range(least, hand.size + state.away_unknown + 1)


def is_read_out(game: Game, turn: Turn) -> bool:
    """Whether a card may be in the middle of being read out that the program knows only as one of the unknown ones."""
    hand = game.hand(turn.seat)
    if game.options.card_input == "type":
        return hand.unknown > 0
    return bool(turn.card) and turn.card not in hand.cards


def set_hand(game: Game, seat: int, number: int) -> None:
    """Set how many cards a hand has that the program does not know; the rest lies among the cards put away."""
    state, hand = game.state, game.hand(seat)
    if state.known[seat]:
        raise IllegalAnswer("hand_is_known", RULE, "DF-SETUP-10", seat=seat)
    if number not in sizes(game, seat):
        raise IllegalAnswer("not_that_many", RULE, "DF-COMP-07", given=number)
    change = number - hand.size
    hand.unknown += change
    state.away_unknown -= change


def set_price(game: Game, car: str, price: int) -> None:
    """Put a price right that was typed in; one that a card says is what the card says (DF-AUCT-07, -12)."""
    sale = next((sale for sale in game.state.sales if sale.car == car and sale.seat is not None), None)
    if sale is None:
        raise IllegalAnswer("no_such_count", RULE, name=PRICE + car)
    if not game.options.typed_bids:
        raise IllegalAnswer("card_says_it", RULE, "DF-AUCT-12", car=car)
    if not 0 <= price <= MOST_SPEED:
        raise IllegalAnswer("out_of_range", RULE, "DF-AUCT-04", low=0, high=MOST_SPEED, given=price)
    sale.price = price

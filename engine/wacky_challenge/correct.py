"""Makes corrections by hand, as `corrections` offers them: hierarchy, wrong places, a misread card (WC-TABLE-04, -09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer
from engine.corrections import value_as
from engine.layout import hand_of
from engine.wacky_challenge.choosing import set_order
from engine.wacky_challenge.words import OFFER, VEHICLES, Vehicle, rank_of, route_of, row_of, vehicle_of

if TYPE_CHECKING:
    from engine.record import Correct
    from engine.wacky_challenge.game import Game

RULE = "WC-TABLE-09"


def correct(game: Game, change: Correct) -> None:
    """Make a correction.

    Raises:
        IllegalAnswer: a name or place that does not exist, or one that cannot be changed now.

    """
    if change.what == "pile" and change.name == "hierarchy":
        set_hierarchy(game, value_as(list[Vehicle], change, RULE))
    elif change.what == "pile":
        swap_cards(game, change.name, value_as(list[str], change, RULE))
    elif change.what == "place" and change.name.startswith("hierarchy-"):
        move_vehicle(game, change.name.removeprefix("hierarchy-"), value_as(str, change, RULE))
    elif change.what == "place" and change.name in game.pack.cards:
        turn_up(game, change.name, value_as(str, change, RULE))
    else:
        raise IllegalAnswer("cannot_correct", RULE, name=change.name)


def set_hierarchy(game: Game, vehicles: list[Vehicle]) -> None:
    """Set the whole hierarchy, top first; an order already made stays (WC-ORDER-05)."""
    if sorted(vehicles) != sorted(VEHICLES) or not game.state.turn:
        raise IllegalAnswer("not_a_value", RULE, "WC-INV-04")
    game.state.hierarchy = vehicles


def move_vehicle(game: Game, vehicle: str, place: str) -> None:
    """Put one hierarchy card somewhere; the others keep their order."""
    ranks = {rank_of(at): at for at in range(len(VEHICLES))}
    others: list[Vehicle] = [other for other in game.state.hierarchy if other != vehicle]
    if place not in ranks or len(others) != len(VEHICLES) - 1 or not game.state.turn:
        raise IllegalAnswer("no_such_place", RULE, name=f"hierarchy-{vehicle}", place=place)
    game.state.hierarchy = [*others[: ranks[place]], vehicle_of(vehicle), *others[ranks[place] :]]


def piles(game: Game) -> dict[str, list[str]]:
    """Return the lists of cards that can be set by hand, by their places."""
    found = {OFFER: game.state.offer}
    for seat, player in enumerate(game.state.players):
        found[hand_of(seat)] = player.hand
        found[route_of(seat)] = player.route
    return found


def swap_cards(game: Game, name: str, cards: list[str]) -> None:
    """Say which cards really lie somewhere: those that come change places with those that go.

    Raises:
        IllegalAnswer: there is no such place, another number of cards, or a card that is not in the match.

    """
    known = piles(game)
    if name not in known or game.options.level == "books":
        raise IllegalAnswer("no_such_pile", RULE, name=name)
    here = known[name]
    if len(cards) != len(here) or len(set(cards)) != len(cards):
        raise IllegalAnswer("not_as_many", RULE, "WC-INV-01", number=len(here))
    going = [card for card in here if card not in cards]
    for coming in [card for card in cards if card not in here]:
        pile = next((pile for pile in known.values() if coming in pile), None)
        if pile is None:
            raise IllegalAnswer("not_in_play", RULE, given=coming)
        pile[pile.index(coming)] = going.pop()
    here[:] = cards
    _forget_hidden(game)


def _forget_hidden(game: Game) -> None:
    """Drop choices and half-made exchanges whose card is not where it was."""
    state = game.state
    for seat, card in enumerate(state.chosen):
        if card and card not in state.players[seat].hand:
            raise IllegalAnswer("not_now", RULE)
    if state.swap and state.swap not in state.players[state.order[-1]].route:
        raise IllegalAnswer("not_now", RULE)


def turn_up(game: Game, card: str, place: str) -> None:
    """Put right a card that was misread: the one turned up counts, until a card is taken (WC-TABLE-04).

    Raises:
        IllegalAnswer: a card was taken already, or nobody who played has that card in hand.

    """
    state = game.state
    rule = "WC-TABLE-04"
    seat = next((seat for seat in game.seats if card in state.players[seat].hand), None)
    if place != row_of(game.pack.cards[card].vehicle) or seat is None or not state.row[seat]:
        raise IllegalAnswer("no_such_place", rule, name=card, place=place)
    if state.taken:
        raise IllegalAnswer("undo_first", rule, "WC-CHOOSE-09")
    hand = state.players[seat].hand
    hand[hand.index(card)], state.row[seat] = state.row[seat], card
    if state.order:
        set_order(game)

"""Where every card belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import BOX, Component, Layout, Spot, hand_of
from engine.wacky_challenge.words import (
    OFFER,
    RACE_CARDS,
    STARTER_CARDS,
    TURNS,
    VEHICLES,
    character,
    rank_of,
    route_of,
    row_of,
)

if TYPE_CHECKING:
    from engine.wacky_challenge.game import Game
    from engine.wacky_challenge.pack import Pack

CARD = "card"
BEFORE_TAKING = frozenset({"vehicles", "speeds", "leftover"})
"""The stages of a turn in books in which hands are still counted full: what lies where is settled after taking."""


def layout(game: Game) -> Layout:
    """Return the place of every card that can be told apart; in books the others are only counted."""
    state = game.state
    places = {character(colour): BOX for colour in game.pack.colours}
    places |= {character(p.colour): hand_of(seat) for seat, p in enumerate(state.players) if p.colour}
    places |= {f"hierarchy-{vehicle}": BOX for vehicle in VEHICLES}
    places |= {f"hierarchy-{vehicle}": rank_of(at) for at, vehicle in enumerate(state.hierarchy)}
    if game.options.level == "books":
        return Layout(places, counts(game), course=ladder(game))
    places |= dict.fromkeys(game.pack.cards, BOX)
    places |= dict.fromkeys(state.offer, OFFER)
    for seat, player in enumerate(state.players):
        places |= dict.fromkeys(player.hand, hand_of(seat))
        places |= dict.fromkeys(player.route, route_of(seat))
    places |= {card: row_of(game.pack.cards[card].vehicle) for card in state.row if card}
    return Layout(places, course=ladder(game))


def ladder(game: Game) -> tuple[Spot, ...]:
    """Return the places beside the hierarchy, where cards are played, from the highest down (WC-CHOOSE-04)."""
    return tuple(Spot(row_of(vehicle), vehicle) for vehicle in game.state.hierarchy)


def counts(game: Game) -> dict[str, dict[str, int]]:
    """Return how many cards lie where when none is known (WC-INV-02, -03)."""
    state, seats = game.state, len(game.seats)
    if not state.turn:
        return {BOX: {CARD: RACE_CARDS + STARTER_CARDS}}
    taken = state.stage not in BEFORE_TAKING
    hand = TURNS - state.turn + (not taken)
    route = state.turn - (not taken)
    held = {hand_of(seat): {CARD: hand} for seat in game.seats}
    routes = {route_of(seat): {CARD: route} for seat in game.seats}
    return {
        **held,
        **routes,
        OFFER: {CARD: seats + 1},
        BOX: {CARD: RACE_CARDS + STARTER_CARDS - 6 * seats - 1},
    }


def components(pack: Pack) -> tuple[Component, ...]:
    """Return every card that can carry a tag, in the order in which they lie in the box (2.1)."""
    race = [Component(card.id, "race") for card in pack.cards.values() if not card.starter]
    starters = [Component(card, "starter") for card in pack.starters]
    return (*(Component(character(colour), "character") for colour in pack.colours), *race, *starters)

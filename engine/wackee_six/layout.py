"""Where every deck belongs. Where single cards lie, only the players know (W6-COMP-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import Component, Layout, hand_of
from engine.wackee_six.words import BOX, deck_piece

if TYPE_CHECKING:
    from engine.wackee_six.game import Game
    from engine.wackee_six.pack import Pack


def layout(game: Game) -> Layout:
    """Return with whom every deck is."""
    places = {deck_piece(back): BOX for back in game.pack.backs}
    for number in game.people():
        if game.side(number).deck:
            places[deck_piece(game.side(number).deck)] = hand_of(game.speaker(number))
    return Layout(places)


def components(pack: Pack) -> tuple[Component, ...]:
    """Return every card that can carry a tag: deck by deck, suit by suit from 1 to 13, wilds last (2.2)."""
    return tuple(Component(card.id, "card", deck_piece(card.back)) for card in pack.cards.values())

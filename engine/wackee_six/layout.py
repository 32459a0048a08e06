"""Where every deck belongs, and how many of its cards lie where; which ones, only the players know (W6-COMP-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import BOX, Component, Layout, hand_of
from engine.wackee_six.counting import so_far
from engine.wackee_six.words import COUNTED, DECK_CARDS, deck_piece

if TYPE_CHECKING:
    from engine.wackee_six.game import Game
    from engine.wackee_six.pack import Pack


def layout(game: Game) -> Layout:
    """Return with whom every deck is, and where its cards lie."""
    places = {deck_piece(back): BOX for back in game.pack.backs}
    counts: dict[str, dict[str, int]] = {}
    for back in game.pack.backs:
        number = game.side_with(back)
        if number is not None:
            places[deck_piece(back)] = hand_of(game.speaker(number))
        for place, cards in cards_of(game, back, number).items():
            counts.setdefault(place, {})[cards_kind(back)] = cards
    return Layout(places, counts)


def cards_of(game: Game, back: str, number: int | None) -> dict[str, int]:
    """Return where the cards of a deck lie: on one pile, but for those that are scanned while they are counted.

    While every card is tapped as it is played its player holds all of them, to choose from (W6-TRACK-01); a deck that
    nobody plays with goes into the box once all sides have theirs.
    """
    if number is None:
        choosing = game.state.phase in ("sides", "decks")
        return {deck_piece(back) if choosing else BOX: DECK_CARDS}
    if game.tracked:
        return {hand_of(game.speaker(number)): DECK_CARDS}
    scanned = so_far(game, number) if game.state.phase == "scan" else 0
    return {deck_piece(back): DECK_CARDS - scanned, COUNTED: scanned}


def cards_kind(back: str) -> str:
    """Return the kind that all cards of a deck are."""
    return f"cards-{back}"


def components(pack: Pack) -> tuple[Component, ...]:
    """Return every card that can carry a tag: deck by deck, suit by suit from 1 to 13, wilds last (2.2)."""
    return tuple(
        Component(card.id, cards_kind(card.back), deck_piece(card.back)) for card in pack.cards.values()
    )

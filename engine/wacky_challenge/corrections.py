"""Offers what a table may set right: the hierarchy, a misread card, cards in a wrong place (WC-TABLE-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Option
from engine.corrections import Correctable
from engine.layout import hand_of, seat_of
from engine.wacky_challenge.correct import piles
from engine.wacky_challenge.words import VEHICLES, rank_of, row_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.wacky_challenge.game import Game


def corrections(game: Game) -> tuple[Correctable, ...]:
    """Offer everything that can be corrected; nothing before turn 1."""
    if not game.state.turn:
        return ()
    if game.options.level == "books":
        return tuple(hierarchy(game))
    return (*hierarchy(game), *misread(game), *swaps(game))


def hierarchy(game: Game) -> Iterator[Correctable]:
    """Offer every hierarchy card with the five ranks."""
    ranks = tuple(Option(rank_of(at)) for at in range(len(VEHICLES)))
    for at, vehicle in enumerate(game.state.hierarchy):
        yield Correctable(what="place", name=f"hierarchy-{vehicle}", now=rank_of(at), options=ranks)


def misread(game: Game) -> Iterator[Correctable]:
    """Offer the cards that may have been turned up instead of the one read, until a card is taken (WC-TABLE-04)."""
    state = game.state
    for seat, player in enumerate(state.players):
        if not state.row[seat] or state.taken or state.stage not in ("late", "order", "take"):
            continue
        for card in player.hand:
            there = (Option(row_of(game.card(card).vehicle)),)
            yield Correctable(what="place", name=card, now=hand_of(seat), options=there)


def swaps(game: Game) -> Iterator[Correctable]:
    """Offer the offer, every hand and every route with one card of it changed for one that lies elsewhere (WC-TABLE-09).

    Hands wait until no card lies face down: a change that is refused would tell which one it is.
    """
    secret = any(game.state.chosen)
    lying = {name: cards for name, cards in piles(game).items() if not secret or seat_of(name) is None}
    for name, cards in lying.items():
        elsewhere = [card for other, others in lying.items() if other != name for card in others]
        options = tuple(
            Option(
                [new if card == old else card for card in cards],
                key="instead",
                args={"value": new, "old": old},
            )
            for old in cards
            for new in elsewhere
        )
        if options:
            yield Correctable(what="pile", name=name, now=list(cards), options=options)

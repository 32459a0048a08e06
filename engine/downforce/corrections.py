"""Offers what a table may set right: cars, the top of the discard pile, hands and prices (DF-TABLE-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Option
from engine.corrections import Correctable
from engine.downforce.board import TRACK
from engine.downforce.cards import COLOURS, MOST_SPEED, SPEED_8, line_name
from engine.downforce.correct import PRICE, sizes
from engine.layout import DISCARD, hand_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.downforce.game import Game


def corrections(game: Game) -> tuple[Correctable, ...]:
    """Offer everything that can be corrected."""
    return (*cars(game), *discard(game), *counts(game))


def cars(game: Game) -> Iterator[Correctable]:
    """Offer every car with the spaces that are free; those that are home may be set back, from the finish on."""
    state, track = game.state, game.track
    for car in COLOURS if state.stage in ("lots", "pole", "powers", "race", "bets", "ledger") else ():
        if car in state.gone:
            continue
        home = car in state.finished
        if track is None:
            places = [TRACK] if home else []
        elif home and any(state.out[seat] for seat in range(game.seats) if game.owner(car) == seat):
            places = []
        else:
            taken = game.taken(car)
            places = [track.names[number] for number in range(track.end) if number not in taken]
        if places:
            options = tuple(map(Option, reversed(places) if home else places))
            yield Correctable(what="place", name=car, now=game.board.place(game, car), options=options)


def discard(game: Game) -> Iterator[Correctable]:
    """Offer another card instead of the one on top, where that was misread: any that nobody has seen elsewhere."""
    state = game.state
    if not state.discard or state.discard[-1] in SPEED_8:
        return
    below = state.discard[:-1]
    seen = {*state.discard, *state.boxed, *(card for hand in state.hands for card in hand.shown)}
    if state.turn is not None:
        seen.add(state.turn.card)
    cards = [card for card in game.pack.regular if card not in seen]
    if cards:
        options = tuple(named(game, card, [*below, card]) for card in cards)
        yield Correctable(what="pile", name=DISCARD, now=list(state.discard), options=options)


def named(game: Game, ident: str, value: list[str]) -> Option:
    """Name a card by its id and its uppermost line, where that is known."""
    card = game.card(ident)
    if card is None:
        return Option(value, key="card", args={"value": ident})
    return Option(value, key="card_from", args={"value": ident, "line": line_name(card.lines[0])})


def counts(game: Game) -> Iterator[Correctable]:
    """Offer the hands that the program does not know, and the prices that were typed in."""
    state = game.state
    for seat, hand in enumerate(state.hands):
        span = sizes(game, seat)
        if not state.known[seat] and len(span) > 1:
            yield Correctable(what="count", name=hand_of(seat), now=hand.size, low=span[0], high=span[-1])
    for sale in state.sales:
        if sale.seat is not None and game.options.typed_bids:
            yield Correctable(
                what="count",
                name=PRICE + sale.car,
                now=sale.price,
                high=MOST_SPEED,
                key="price_of",
                args={"car": sale.car},
            )

"""What an audience may know: everything but cards chosen and not yet turned up (WC-BOT-03, -04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.wacky_challenge.state import Effect, Stage, Values
from engine.wacky_challenge.words import Vehicle

if TYPE_CHECKING:
    from engine.wacky_challenge.game import Game


class PublicView(msgspec.Struct, frozen=True):
    """What everybody at the table may know; hands are open knowledge, a choice is not until it is turned up.

    `chosen` says per seat only whether a card lies face down (WC-CHOOSE-06).
    """

    stage: Stage
    turn: int
    colours: tuple[str, ...]
    hierarchy: tuple[Vehicle, ...]
    offer: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    routes: tuple[tuple[str, ...], ...]
    row: tuple[str, ...]
    chosen: tuple[bool, ...]
    effect: Effect | None
    order: tuple[int, ...]
    taken: int
    last_order: tuple[int, ...]
    lowest: str
    swap: str
    taught: dict[str, Values]


class SeatView(msgspec.Struct, frozen=True):
    """What one player may know: the public part, and the card it chose itself."""

    public: PublicView
    seat: int
    chosen: str


def public_view(game: Game) -> PublicView:
    """Return what everybody may know."""
    state = game.state
    return PublicView(
        stage=state.stage,
        turn=state.turn,
        colours=tuple([player.colour for player in state.players]),
        hierarchy=tuple(state.hierarchy),
        offer=tuple(state.offer),
        hands=tuple([tuple(player.hand) for player in state.players]),
        routes=tuple([tuple(player.route) for player in state.players]),
        row=tuple(state.row),
        chosen=tuple([bool(card) for card in state.chosen]),
        effect=state.effect,
        order=tuple(state.order),
        taken=state.taken,
        last_order=tuple(state.last_order),
        lowest=state.lowest,
        swap=state.swap,
        taught=state.taught,
    )


def seat_view(game: Game, seat: int) -> SeatView:
    """Return what one player may know."""
    return SeatView(public_view(game), seat, game.state.chosen[seat])

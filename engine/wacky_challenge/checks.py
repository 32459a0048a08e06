"""The invariants that one state can be checked for (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import BrokenInvariant
from engine.wacky_challenge.words import TURNS, VEHICLES

if TYPE_CHECKING:
    from engine.wacky_challenge.game import Game

LAID = frozenset(
    {
        "values",
        "choose",
        "grace",
        "show",
        "late",
        "order",
        "take",
        "shift",
        "booster",
        "carry_out",
        "score",
        "over",
    }
)
"""The stages in which hands, routes, offer and row hold all cards of the match."""


def check(game: Game) -> None:
    """Check everything.

    Raises:
        BrokenInvariant: the state is not one of this game; the ids name what it breaks.

    """
    state = game.state
    if len(set(state.hierarchy)) != len(state.hierarchy) or (
        state.turn and len(state.hierarchy) != len(VEHICLES)
    ):
        raise BrokenInvariant(f"hierarchy {state.hierarchy}", "WC-INV-04")
    if not 0 <= state.turn <= TURNS:
        raise BrokenInvariant(f"turn {state.turn}", "WC-INV-03")
    if state.effect is not None and (state.turn == 0 or not 0 <= state.effect.seat < len(state.players)):
        raise BrokenInvariant(f"effect {state.effect}", "WC-INV-08")
    if state.order and sorted(state.order) != list(game.seats):
        raise BrokenInvariant(f"order {state.order}", "WC-INV-06")
    colours = [player.colour for player in state.players if player.colour]
    if len(set(colours)) != len(colours) or not set(colours) <= set(game.pack.colours):
        raise BrokenInvariant(f"colours {colours}", "WC-INV-01")
    if game.options.level == "full":
        check_cards(game)


def check_cards(game: Game) -> None:
    """Every card in one place, and as many everywhere as there must be (WC-INV-01 to -03, -15)."""
    state, seats = game.state, len(game.seats)
    lying = [card for card in (*state.offer, *state.row) if card]
    for player in state.players:
        lying += [*player.hand, *player.route]
    if len(set(lying)) != len(lying) or not set(lying) <= game.pack.cards.keys():
        raise BrokenInvariant("a card lies in two places", "WC-INV-01")
    if state.stage not in LAID:
        return
    starters = sum(game.pack.cards[card].starter for card in lying)
    if len(lying) != 6 * seats + 1 or starters != seats + 1:
        raise BrokenInvariant(
            f"{len(lying)} cards in the match, {starters} starters", "WC-INV-01", "WC-INV-15"
        )
    if len(state.offer) != offered(game):
        raise BrokenInvariant(f"{len(state.offer)} cards on offer", "WC-INV-02")
    done = state.stage in ("shift", "booster", "carry_out", "score", "over")
    for seat, player in enumerate(state.players):
        took = done or (state.stage == "take" and seat in state.order[: state.taken])
        route = state.turn if took else max(0, state.turn - 1)
        played = bool(state.row[seat]) or (done and state.turn > 0)
        if len(player.route) != route or len(player.hand) != TURNS - max(0, state.turn - 1) - played:
            raise BrokenInvariant(
                f"seat {seat}: {len(player.hand)} in hand, {len(player.route)} in the route", "WC-INV-03"
            )
    if any(card and card not in game.state.players[seat].hand for seat, card in enumerate(state.chosen)):
        raise BrokenInvariant("a chosen card is not in the hand", "WC-INV-01")


def offered(game: Game) -> int:
    """Return how many cards must be on offer now (WC-INV-02)."""
    state, full = game.state, len(game.seats) + 1
    if state.stage == "take":
        return full - state.taken
    return 1 if state.stage in ("shift", "score", "over") else full

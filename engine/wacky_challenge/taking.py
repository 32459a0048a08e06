"""Taking cards off the offer, and the hierarchy's shift (3.5, 3.6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer, Move, ask, scan, tell
from engine.wacky_challenge.order import shifted
from engine.wacky_challenge.teaching import learn
from engine.wacky_challenge.words import OFFER, TURNS, rank_of, route_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Ask, Script
    from engine.wacky_challenge.game import Game


def read_offered(game: Game, value: str) -> str:
    """Read a card of the offer.

    Raises:
        IllegalAnswer: it was played this turn (WC-TAKE-06), or it is not on offer (WC-TAKE-01).

    """
    if value in game.state.row:
        raise IllegalAnswer("played_now", "WC-TAKE-06", given=value)
    if value not in game.pack.cards:
        raise IllegalAnswer("unknown_card", "WC-PACK-01", given=value)
    if value not in game.state.offer:
        raise IllegalAnswer("not_on_offer", "WC-TAKE-01", given=value)
    return value


def take_question(game: Game) -> Ask[str]:
    """Ask whose turn it is for one card of the offer; nobody may pass (WC-TAKE-01, -02, -05)."""
    state = game.state
    seat = state.order[state.taken]
    rules = ("WC-TAKE-01", "WC-TAKE-02", "WC-TAKE-05")
    return scan(seat, "take", tuple(state.offer), partial(read_offered, game), rules=rules, resumes=True)


def take(game: Game) -> Script[None]:
    """Let the next seat of the order take a card into its route (WC-TAKE-01, -07)."""
    state = game.state
    card = yield from ask(partial(take_question, game))
    seat = state.order[state.taken]
    state.offer.remove(card)
    state.players[seat].route.append(card)
    state.taken += 1
    state.effect = None
    moves = (Move(card, OFFER, route_of(seat)),)
    yield from tell("takes", rules=("WC-TAKE-01", "WC-TAKE-07"), moves=moves, seat=seat, card=card)
    yield from learn(game, card, "whole", "half")
    if state.taken == len(game.seats):
        state.stage = "shift"


def shift(game: Game) -> Script[None]:
    """The leftover's vehicle moves up; then the row cards join the offer (WC-SHIFT-01 to -06, WC-TURN-01)."""
    state = game.state
    (leftover,) = state.offer
    vehicle = game.card(leftover).vehicle
    yield from tell("left_over", rules=("WC-TAKE-04", "WC-SHIFT-04", "WC-SHIFT-05"), card=leftover)
    yield from move_up(game, vehicle)
    moves = tuple(Move(card, row_of(game.card(card).vehicle), OFFER) for card in state.row)
    if state.turn < TURNS:
        yield from tell("row_to_offer", rules=("WC-TURN-01", "WC-TAKE-03"), moves=moves)
        state.lowest = state.row[state.order[-1]]
        state.offer += state.row
        state.row = [""] * len(game.seats)
        state.stage = "booster"
    else:
        state.stage = "score"


def move_up(game: Game, vehicle: str) -> Script[None]:
    """Shift the hierarchy for a leftover of *vehicle* (WC-SHIFT-01, -02)."""
    state = game.state
    old = list(state.hierarchy)
    rule = "WC-SHIFT-02" if old[0] == vehicle else "WC-SHIFT-01"
    state.hierarchy = shifted(old, vehicle)
    yield from tell_hierarchy(game, old, rule, "WC-SHIFT-03")


def tell_hierarchy(game: Game, old: Sequence[str], *rules: str) -> Script[None]:
    """Tell the new hierarchy and which of its cards move (WC-SHIFT-03, WC-BOOST-04)."""
    new = game.state.hierarchy
    moves = tuple(
        Move(f"hierarchy-{vehicle}", rank_of(old.index(vehicle)), rank_of(at))
        for at, vehicle in enumerate(new)
        if old[at] != vehicle
    )
    yield from tell("hierarchy", rules=rules, moves=moves, vehicles=list(new))

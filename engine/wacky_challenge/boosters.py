"""The booster of a turn's lowest card (3.7, 3.8)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer, Move, ask, ask_unless_single, choose, scan, tell
from engine.layout import hand_of
from engine.wacky_challenge.choosing import EFFECT_RULES, from_hand
from engine.wacky_challenge.order import raised
from engine.wacky_challenge.setup import new_turn
from engine.wacky_challenge.state import Effect
from engine.wacky_challenge.taking import tell_hierarchy
from engine.wacky_challenge.teaching import learn
from engine.wacky_challenge.words import LASTING, VEHICLES, route_of, vehicle_of

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_challenge.game import Game
    from engine.wacky_challenge.words import Booster


def show_booster(game: Game) -> Script[None]:
    """Turn the lowest card to its booster (WC-TURN-02, -03)."""
    state = game.state
    owner, card = state.order[-1], state.lowest
    yield from learn(game, card, "booster")
    yield from tell("lowest", rules=("WC-ORDER-07", "WC-TURN-02", "WC-TURN-03"), seat=owner, card=card)
    state.stage = "carry_out"


def booster(game: Game) -> Script[None]:
    """Let the owner of the lowest card carry its booster out, and turn it back (WC-TURN-04 to -08)."""
    state = game.state
    yield from carry_out(game, state.order[-1], game.card(state.lowest).booster or "none")
    yield from new_turn(game)


def carry_out(game: Game, owner: int, kind: Booster) -> Script[None]:
    """Carry a booster out for the seat that played the card (WC-TURN-04 to -06)."""
    if kind == "none" or (kind == "speed_first" and game.options.speed_first == "no_effect"):
        yield from tell(
            "no_booster", rules=("WC-TURN-05",) if kind == "none" else ("WC-BOOST-19",), seat=owner
        )
        return
    if kind in ("top_vehicle", "triple"):
        yield from put_on_top(game, owner)
    if kind in LASTING:
        yield from last(game, owner, kind)
    elif kind == "exchange":
        yield from exchange(game, owner)


def last(game: Game, owner: int, kind: Booster) -> Script[None]:
    """Note an effect for the next turn, and for that one only (WC-BOOST-01, -02)."""
    game.state.effect = Effect(owner, kind)
    rules = ("WC-BOOST-02", *EFFECT_RULES[kind])
    yield from tell("next_turn", rules=rules, seat=owner, effect=kind)


def put_on_top(game: Game, owner: int) -> Script[None]:
    """Let the owner put any vehicle on top of the hierarchy, after the shift (WC-BOOST-04 to -07)."""
    state = game.state
    rules = ("WC-BOOST-04", "WC-BOOST-07")
    chosen = yield from ask(
        lambda: choose(owner, "top_vehicle", VEHICLES, rules=rules, labels="vehicle", resumes=True)
    )
    old = list(state.hierarchy)
    state.hierarchy = raised(old, vehicle_of(chosen))
    yield from tell_hierarchy(game, old, "WC-BOOST-04", "WC-BOOST-05", "WC-BOOST-06")


def barred(game: Game, card: str) -> bool:
    """Whether a card may not be given from the hand: a train (WC-BOOST-23)."""
    return game.card(card).vehicle == "train"


def exchange_pairs(game: Game, seat: int) -> list[tuple[str, str]]:
    """Return every pair of route card and hand card that may be swapped (WC-BOOST-22 to -24)."""
    player = game.state.players[seat]
    return [(mine, held) for mine in player.route for held in player.hand if not barred(game, held)]


def read_route_card(game: Game, seat: int, value: str) -> str:
    """Read the card that leaves the route.

    Raises:
        IllegalAnswer: it is not in the route (WC-BOOST-22).

    """
    if value not in game.state.players[seat].route:
        raise IllegalAnswer("not_in_route", "WC-BOOST-22", given=value)
    return value


def read_given_card(game: Game, seat: int, value: str) -> str:
    """Read the card that leaves the hand.

    Raises:
        IllegalAnswer: it is not in the hand (WC-CHOOSE-08), or it is a train (WC-BOOST-23).

    """
    card = from_hand(game, seat, value)
    if barred(game, card):
        raise IllegalAnswer("no_train", "WC-BOOST-23", given=card)
    return card


def route_question(game: Game, seat: int) -> Ask[str]:
    """Ask for the route card of an exchange: any, also the one just taken (WC-BOOST-24)."""
    legal = tuple(game.state.players[seat].route)
    rules = ("WC-BOOST-22", "WC-BOOST-24")
    return scan(
        seat, "exchange_route", legal, partial(read_route_card, game, seat), rules=rules, resumes=True
    )


def given_question(game: Game, seat: int) -> Ask[str]:
    """Ask for the hand card of an exchange (WC-BOOST-23)."""
    legal = tuple(card for card in game.state.players[seat].hand if not barred(game, card))
    args = {"card": game.state.swap}
    rules = ("WC-BOOST-22", "WC-BOOST-23")
    read = partial(read_given_card, game, seat)
    return scan(seat, "exchange_hand", legal, read, rules=rules, args=args, resumes=True)


def exchange(game: Game, seat: int) -> Script[None]:
    """Swap a route card with a hand card at once; a single possibility is not asked for (WC-BOOST-22 to -29)."""
    state = game.state
    player = state.players[seat]
    pairs = exchange_pairs(game, seat)
    if not pairs:
        yield from tell("no_exchange", rules=("WC-BOOST-26",), seat=seat)
        return
    if not state.swap:
        state.swap = yield from ask_unless_single(partial(route_question, game, seat))
    given = yield from ask_unless_single(partial(given_question, game, seat))
    mine, state.swap = state.swap, ""
    player.route[player.route.index(mine)] = given
    player.hand[player.hand.index(given)] = mine
    moves = (Move(mine, route_of(seat), hand_of(seat)), Move(given, hand_of(seat), route_of(seat)))
    rules = ("WC-BOOST-22", "WC-BOOST-25", "WC-BOOST-27", "WC-BOOST-29")
    yield from tell("exchanged", rules=rules, moves=moves, seat=seat, card=mine, other=given)
    yield from learn(game, given, "whole", "half")

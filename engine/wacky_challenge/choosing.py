"""The secret choice of a card, the moment to change one's mind, and the reveal (3.3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine.ask import (
    TABLE,
    Ask,
    IllegalAnswer,
    Move,
    Option,
    ask,
    claim,
    confirm,
    scan,
    tell,
    together,
    until,
)
from engine.layout import hand_of
from engine.wacky_challenge.order import acts_in_order, order_of
from engine.wacky_challenge.teaching import learn, learn_all
from engine.wacky_challenge.words import TURNS, row_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Script, Seat
    from engine.wacky_challenge.game import Game

GRACE: Final = 2_000_000
"""How long a choice may still be changed after the last one, in microseconds (WC-CHOOSE-07)."""


def from_hand(game: Game, seat: int, value: str) -> str:
    """Read a card of a seat's hand.

    Raises:
        IllegalAnswer: it is not there (WC-CHOOSE-08), or the pack has no such card.

    """
    if value not in game.pack.cards:
        raise IllegalAnswer("unknown_card", "WC-PACK-01", given=value)
    if value not in game.state.players[seat].hand:
        raise IllegalAnswer("not_in_hand", "WC-CHOOSE-08", given=value)
    return value


def hand_question(game: Game, seat: int, key: str, *rules: str, **more: Any) -> Ask[str]:
    """Ask a seat for a card of its hand (WC-CHOOSE-03)."""
    legal = tuple(game.state.players[seat].hand)
    more = {"resumes": True, **more}
    return scan(seat, key, legal, partial(from_hand, game, seat), rules=(*rules, "WC-CHOOSE-03"), **more)


def secret_question(game: Game, seat: int, *, anew: bool = False) -> Ask[str]:
    """Ask for the secret choice (WC-CHOOSE-01, -02), or for another one within the grace."""
    return hand_question(game, seat, "choose", "WC-CHOOSE-01", "WC-CHOOSE-02", secret=True, resumes=not anew)


def ready_question(seat: int) -> Ask[str]:
    """Ask a seat to say that its card lies face down; which one shows after the reveal (WC-CHOOSE-05)."""
    question: Ask[Any] = confirm(seat, "ready", rules=("WC-CHOOSE-01", "WC-CHOOSE-05"), resumes=True)

    def read(value: Any) -> str:
        question.read(value)
        return ""

    return msgspec.structs.replace(question, read=read)


def choose_cards(game: Game) -> Script[None]:
    """Let every seat choose in secret, all but the one that chooses late (WC-CHOOSE-01 to -07, -11)."""
    state = game.state
    yield from learn_all(game)
    seats = [seat for seat in game.seats if seat != game.late]
    if state.turn == TURNS:
        for seat in game.seats:
            state.chosen[seat] = state.players[seat].hand[0]
        yield from reveal(game, "WC-CHOOSE-10")
        return
    people = [seat for seat in seats if not state.players[seat].bot]
    one_by_one = people if game.options.choice_means == "shared_reader" else []
    yield from choose_together(game, [seat for seat in seats if seat not in one_by_one])
    for seat in one_by_one:
        if not state.chosen[seat]:
            state.chosen[seat] = yield from ask(partial(secret_question, game, seat))
    if people and game.options.choice_means != "after_reveal":
        state.stage = "grace"
    else:
        yield from reveal(game, "WC-CHOOSE-02")


def choose_together(game: Game, seats: list[int]) -> Script[None]:
    """Ask seats at once; after the reveal the cards of persons are scanned, so now they only say ready (WC-CHOOSE-05)."""
    state = game.state
    open_later = game.options.choice_means == "after_reveal"
    makes: dict[int, Callable[[], Ask[str]]] = {
        seat: partial(ready_question, seat)
        if open_later and not state.players[seat].bot
        else partial(secret_question, game, seat)
        for seat in seats
        if not state.chosen[seat]
    }
    if makes:
        chosen = yield from together(makes)
        for seat, card in chosen.items():
            state.chosen[seat] = card


def grace(game: Game) -> Script[None]:
    """For two seconds a choice may still be changed; then all turn up (WC-CHOOSE-07)."""
    state = game.state
    while True:
        now = yield from ask(lambda: until("all_chosen", 0, rules=("WC-CHOOSE-07",), resumes=True))
        asked: dict[Seat, Callable[[], Ask[tuple[int, str]]]] = {TABLE: partial(change_question, game)}
        change = yield from claim(asked, partial(turn_up_question, game, now))
        if change is None:
            break
        seat, card = change[1]
        state.chosen[seat] = card or (yield from ask(partial(secret_question, game, seat, anew=True)))
    yield from reveal(game, "WC-CHOOSE-02")


def turn_up_question(game: Game, now: int) -> Ask[int]:
    """Ask the clock for the end of the grace; its answer turns the cards up (WC-CHOOSE-07, WC-TABLE-03)."""
    reveals = game.options.undo_over_reveal != "free"
    return until("turn_up", now + GRACE, rules=("WC-CHOOSE-02", "WC-CHOOSE-07"), reveals=reveals)


def change_question(game: Game) -> Ask[tuple[int, str]]:
    """Ask whether anybody changes: a seat to choose anew, or at once another card of a hand (WC-CHOOSE-07)."""
    players = game.state.players
    people = [seat for seat in game.seats if seat != game.late and not players[seat].bot]

    def read(value: str) -> tuple[int, str]:
        for seat in people:
            if value == str(seat):
                return seat, ""
            if value in players[seat].hand:
                return seat, value
        raise IllegalAnswer("not_in_hand", "WC-CHOOSE-08", given=value)

    rules = ("WC-CHOOSE-07",)
    seats = tuple(Option(str(seat), "seat", {"value": seat}) for seat in people)
    return scan(TABLE, "change_choice", (), read, rules=rules, also=seats)


def reveal(game: Game, rule: str) -> Script[None]:
    """Turn up what was chosen and lay each card in the row of its vehicle (WC-CHOOSE-02, -04)."""
    state = game.state
    for seat in game.seats:
        if state.chosen[seat]:
            yield from play(game, seat, state.chosen[seat], rule)
            state.chosen[seat] = ""
    state.stage = "show"


def play(game: Game, seat: int, card: str, rule: str) -> Script[None]:
    """Lay a card of the hand in the row of its vehicle (WC-CHOOSE-04)."""
    state = game.state
    state.players[seat].hand.remove(card)
    state.row[seat] = card
    move = Move(card, hand_of(seat), row_of(game.card(card).vehicle))
    yield from tell("plays", rules=(rule, "WC-CHOOSE-04"), moves=(move,), seat=seat, card=card)


def show_cards(game: Game) -> Script[None]:
    """Scan the cards that were turned up before the box knew them (WC-CHOOSE-05)."""
    state = game.state
    reveals = game.options.undo_over_reveal != "free"
    for seat in game.seats:
        if not state.row[seat] and seat != game.late:
            card = yield from ask(
                partial(hand_question, game, seat, "show_card", "WC-CHOOSE-05", reveals=reveals)
            )
            yield from play(game, seat, card, "WC-CHOOSE-02")
    state.stage = "late"


def choose_late(game: Game) -> Script[None]:
    """Let the holder of `last_choice` lay a card openly, knowing the others' (WC-BOOST-10 to -12)."""
    seat = game.late
    if seat is not None and not game.state.row[seat]:
        card = yield from ask(partial(hand_question, game, seat, "choose_late", "WC-BOOST-10", "WC-BOOST-11"))
        yield from play(game, seat, card, "WC-BOOST-11")
    game.state.stage = "order"


def make_order(game: Game) -> Script[None]:
    """Make the order of the turn once, for good (WC-ORDER-01 to -07)."""
    state = game.state
    for card in state.row:
        yield from learn(game, card, "speed")
    set_order(game)
    yield from tell_order(game)
    state.stage = "take"


def set_order(game: Game) -> None:
    """Work out the order from the cards played, the effect and the hierarchy before its shift (WC-ORDER-04)."""
    state = game.state
    played = {seat: (game.card(card).vehicle, game.speed(card)) for seat, card in enumerate(state.row)}
    state.order = order_of(state.hierarchy, played, state.effect, state.last_order)


def tell_order(game: Game) -> Script[None]:
    """Tell the order with what changed it; the effect has then done its work (WC-BOOST-02)."""
    effect = game.state.effect
    if effect is not None and acts_in_order(effect):
        yield from tell(
            "effect_counts",
            rules=("WC-ORDER-03", *EFFECT_RULES[effect.kind]),
            seat=effect.seat,
            effect=effect.kind,
        )
    rules = ("WC-ORDER-01", "WC-ORDER-02", "WC-ORDER-05")
    yield from tell("order", rules=rules, seats=list(game.state.order))


EFFECT_RULES: Final = {
    "fastest": ("WC-BOOST-08", "WC-BOOST-09"),
    "triple": ("WC-BOOST-08", "WC-BOOST-13"),
    "transform": ("WC-BOOST-14", "WC-BOOST-15", "WC-BOOST-16"),
    "speed_first": ("WC-BOOST-20", "WC-BOOST-21"),
    "last_choice": ("WC-BOOST-10", "WC-BOOST-11"),
}
"""The rules behind each effect that lasts into the next turn."""

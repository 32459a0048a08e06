"""A turn of the race: one card of the hand, resolved line by line (3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import ask, choose, scan, tell
from engine.downforce.betting import race_goes_on
from engine.downforce.cards import SPEED_8, TRICKY, line_name
from engine.downforce.hands import hand_card, possible_cards, row_position, take_from_hand, unread
from engine.downforce.lines import resolve
from engine.downforce.typed import known_card, typed_card

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.downforce.game import Game
    from engine.downforce.state import Turn


def player_turn(game: Game, turn: Turn) -> Script[None]:
    """Play a turn: a card, its lines, then the lines of the track it crossed (DF-TURN-03, -06, DF-CARD-05)."""
    if not turn.complete:
        if game.options.card_input == "type":
            yield from typed_card(game, turn)
        else:
            yield from play(game, turn)
    yield from choose_order(game, turn)
    while turn.done < len(turn.lines):
        index = len(turn.lines) - 1 - turn.done if turn.upward else turn.done
        yield from resolve(game, turn, index)
        turn.done += 1
    card = turn.card
    lay_down(game, turn)
    if card:
        yield from tell("card_done", rules=("DF-TURN-06", "DF-CARD-05"), seat=turn.seat, card=card)
    yield from game.board.cross_lines(game)
    yield from race_goes_on(game)


def play(game: Game, turn: Turn) -> Script[None]:
    """Have a card of the hand played (DF-TURN-03, -08, DF-CARD-06)."""
    turn.card = yield from ask(lambda: card_question(game, turn.seat))
    card = yield from known_card(game, turn.seat, turn.card)
    yield from row_position(game, turn.seat, card.id)
    take_from_hand(game, turn.seat, card.id)
    turn.lines, turn.complete = list(card.lines), True
    rules = ("DF-TURN-03", "DF-CARD-06") if card.id in SPEED_8 else ("DF-TURN-03",)
    lines = [*map(line_name, card.lines)]
    yield from tell("card_played", rules=rules, seat=turn.seat, card=card.id, lines=lines)


def card_question(game: Game, seat: int) -> Ask[str]:
    """Ask for a speed card of the hand; there is no passing (DF-TURN-03, -08)."""
    return scan(
        seat,
        "play_card",
        possible_cards(game, seat),
        lambda value: hand_card(game, seat, value, "DF-TURN-03"),
        rules=("DF-TURN-03", "DF-TURN-08"),
        secret=game.state.known[seat],
        reveals=True,
        resumes=unread(game) is None,
    )


def choose_order(game: Game, turn: Turn) -> Script[None]:
    """With Tricky, choose the order before the first line (DF-TRI-01 to -03)."""
    if turn.done or len(turn.lines) < 2 or not game.power(turn.seat, TRICKY):
        return
    turn.upward = yield from ask(
        lambda: choose(
            turn.seat,
            "order",
            {"down": False, "up": True},
            rules=("DF-TRI-01", "DF-TRI-02", "DF-TRI-03"),
            labels="order",
        )
    )
    if turn.upward:
        yield from tell("from_bottom", rules=("DF-TRI-01", "DF-POW-01"), seat=turn.seat)


def lay_down(game: Game, turn: Turn) -> None:
    """Lay the resolved card face up on the discard pile (DF-TURN-06)."""
    if turn.card:
        game.state.discard.append(turn.card)
    else:
        game.state.typed += 1
    turn.card, turn.lines, turn.complete = "", [], False

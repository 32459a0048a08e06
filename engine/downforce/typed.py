"""A card typed in line by line, where cards have no tags (DF-SETUP-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Ask, ask, choose, number, tell
from engine.downforce.cards import COLOURS, MOST_LINES, MOST_SPEED, SPEED_8, WILD, Line

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.downforce.game import Game
    from engine.downforce.state import Turn

DONE = "done"


def typed_card(game: Game, turn: Turn) -> Script[None]:
    """Take the lines of the card played, from top to bottom (DF-SETUP-13, DF-COMP-04)."""
    seat = turn.seat
    while len(turn.lines) < MOST_LINES:
        colour = yield from ask(lambda: colour_question(game, turn))
        if colour == DONE:
            break
        if colour in SPEED_8:
            turn.card, turn.lines = colour, list(SPEED_8[colour].lines)
            break
        most = turn.lines[-1].speed if turn.lines else MOST_SPEED
        speed = yield from ask(lambda colour=colour, most=most: speed_question(seat, colour, most))  # type: ignore[misc]
        turn.lines.append(Line(colour, speed))
    hand = game.hand(seat)
    if turn.card:
        hand.cards.remove(turn.card)
        hand.shown.remove(turn.card)
    else:
        hand.unknown -= 1
    turn.complete = True
    yield from tell("card_typed", rules=("DF-TURN-03", "DF-SETUP-13"), seat=seat, number=len(turn.lines))


def speed_question(seat: int, colour: str, most: int) -> Ask[int]:
    """Ask for the speed of a line; speeds do not rise downward (DF-COMP-04)."""
    return number(seat, "type_speed", 1, most, rules=("DF-SETUP-13", "DF-COMP-04"), args={"car": colour})


def colour_question(game: Game, turn: Turn) -> Ask[str]:
    """Ask for the colour of the next line, for a Speed-8 card of the hand, or whether the card is complete."""
    hand = game.hand(turn.seat)
    among: list[str] = []
    if not turn.lines:
        among += [card for card in hand.cards if card in SPEED_8]
    if turn.lines or hand.unknown:
        printed = {line.colour for line in turn.lines}
        among += [*(colour for colour in COLOURS if colour not in printed), WILD]
    if turn.lines:
        among.append(DONE)
    return choose(
        turn.seat,
        "type_colour",
        {name: name for name in among},
        rules=("DF-SETUP-13", "DF-COMP-04"),
        labels="typed",
        args={"line": len(turn.lines) + 1},
        resumes=True,
    )

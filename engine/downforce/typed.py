"""Cards read out line by line: where cards have no tags, and one that nobody has taught yet (DF-SETUP-13, DF-PACK-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import ask, choose, number, tell
from engine.downforce.cards import (
    COLOURS,
    MOST_LINES,
    MOST_SPEED,
    SPEED_8,
    WILD,
    Card,
    Line,
    line_name,
    make_card,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.ask import Ask, Script
    from engine.downforce.game import Game
    from engine.downforce.state import Turn

DONE = "done"
TYPED = ("DF-SETUP-13", "DF-COMP-04")
TAUGHT = ("DF-PACK-04", "DF-PACK-32", "DF-COMP-04")


def typed_card(game: Game, turn: Turn) -> Script[None]:
    """Take the lines of the card played, from top to bottom, or a Speed-8 card of the hand (DF-SETUP-13)."""
    seat, hand = turn.seat, game.hand(turn.seat)
    ended = yield from add_lines(seat, turn.lines, lambda: typed_question(game, turn))
    if ended in SPEED_8:
        turn.card, turn.lines = ended, list(SPEED_8[ended].lines)
        hand.cards.remove(turn.card)
        hand.shown.remove(turn.card)
    else:
        hand.unknown -= 1
    turn.complete = True
    rules = ("DF-TURN-03", "DF-SETUP-13")
    yield from tell("card_typed", rules=rules, seat=seat, lines=[*map(line_name, turn.lines)])


def typed_question(game: Game, turn: Turn) -> Ask[str]:
    """Ask for the colour of the next line, for a Speed-8 card of the hand, or whether that is all (DF-SETUP-13)."""
    hand = game.hand(turn.seat)
    eights = [card for card in hand.cards if card in SPEED_8 and not turn.lines]
    colours = next_words(turn.lines) if turn.lines or hand.unknown else []
    words, args = [*eights, *colours], {"line": len(turn.lines) + 1}
    return choose(turn.seat, "type_colour", words, rules=TYPED, labels="typed", args=args, resumes=True)


def known_card(game: Game, seat: int, ident: str) -> Script[Card]:
    """Return a card that *seat* has shown; whoever shows one that nobody has taught reads it out (DF-PACK-32)."""
    if (card := game.card(ident)) is not None:
        return card
    lines: list[Line] = []
    yield from add_lines(seat, lines, lambda: taught_question(seat, ident, lines))
    game.state.taught[ident] = [*map(str, lines)]
    yield from tell("card_taught", rules=TAUGHT, card=ident, lines=[*map(line_name, lines)])
    return make_card(ident, lines)


def taught_question(seat: int, ident: str, lines: Sequence[Line]) -> Ask[str]:
    """Ask for the colour of the next line of a card that lies face up, or whether it is complete (DF-PACK-32)."""
    words, args = next_words(lines), {"card": ident, "line": len(lines) + 1}
    return choose(seat, "teach_colour", words, rules=TAUGHT, labels="typed", args=args)


def add_lines(seat: int, lines: list[Line], make: Callable[[], Ask[str]]) -> Script[str]:
    """Add line by line until a card is complete; return the word that ended it (DF-COMP-04)."""
    while len(lines) < MOST_LINES:
        word = yield from ask(make)
        if word not in (*COLOURS, WILD):
            return word
        lines.append(Line(word, (yield from speed_of(seat, word, lines))))
    return DONE


def next_words(lines: Sequence[Line]) -> list[str]:
    """Return what the next line may begin with: a colour that is not on the card, a wild, or that it is complete."""
    printed = {line.colour for line in lines}
    return [*(colour for colour in COLOURS if colour not in printed), WILD, *([DONE] if lines else [])]


def speed_of(seat: int, word: str, lines: Sequence[Line]) -> Script[int]:
    """Ask for the speed of a line, beginning one below the line above; speeds do not rise downward (DF-COMP-04)."""
    most = lines[-1].speed if lines else MOST_SPEED
    if most == 1:
        return 1
    args = {"car": word, "preset": most - 1 if lines else most}
    return (yield from ask(lambda: number(seat, "type_speed", 1, most, rules=TYPED, args=args)))

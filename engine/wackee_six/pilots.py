"""Who answers where no person does: a pace-maker is never asked, a player for tests answers for people (7.1, 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.pilots import any_legal
from engine.wackee_six.words import DECK_CARDS

if TYPE_CHECKING:
    from engine.ask import Ask, Value
    from engine.pilots import Draw


class TestPlayer:
    """Says what a person with real cards might say: plausible counts, honest answers, now and then a false call."""

    __test__ = False

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to any question that may come to a seat."""
        match question.key:
            case "call_valid":
                return "no" if draw(10) == 0 else "yes"
            case "left":
                return min(1 + draw(6), question.high or 0)
            case "played":
                low, high = question.low or 0, question.high or 0
                return min(low + draw(14), high)
            case "rest":
                return min(max(0, DECK_CARDS - view.played - view.left), question.high or 0)
            case "confirm_count" | "not_first":
                return "yes"
            case _:
                return any_legal(question, draw)

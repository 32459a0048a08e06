"""Who plays for a seat where nobody sits. It sees the seat's view and the question, never the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pilots import any_legal

if TYPE_CHECKING:
    from engine.ask import Ask, Value
    from engine.pilots import Draw
    from tests.sixth_game.snail_dash.views import View


class Snail:
    """Backs itself, and rolls only where the card is worth nothing."""

    def answer(self, view: View, question: Ask[Value], draw: Draw) -> Value:
        """Return a legal answer."""
        match question.key:
            case "back":
                return view.own
            case "how":
                return "creep" if view.steps else "roll"
            case _:
                return any_legal(question, draw)

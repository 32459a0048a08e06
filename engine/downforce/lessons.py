"""What a table can teach of its printed copy: the lines of each card, and the number on Determined (DF-PACK-04, -32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer
from engine.downforce.cards import DETERMINED, MOST_LINES, read_lines
from engine.lessons import Field, Lesson

if TYPE_CHECKING:
    from engine.downforce.pack import Pack
    from engine.downforce.state import MatchState

RULES: Final = ("DF-PACK-04", "DF-COMP-04")


def must_be_lines(texts: list[str]) -> None:
    """Check the lines of a card, "colour speed" from top to bottom.

    Raises:
        IllegalAnswer: they are none; the code of the first fault D3 to D7 is named.

    """
    faults = read_lines(texts)[1]
    if faults:
        raise IllegalAnswer("no_such_lines", *RULES, code=faults[0])


LINES: Final = Field(name="", key="lesson_lines", kind="lines", low=1, high=MOST_LINES, read=must_be_lines)
SPACES: Final = Field(name="", key="lesson_spaces", kind="number", low=1, high=6)


def lessons(pack: Pack, state: MatchState | None = None) -> tuple[Lesson, ...]:
    """List all cards of an untaught deck and Determined's bonus; what the match has learned counts as taught."""
    learned = set(state.taught) if state is not None else set()
    cards = tuple(
        Lesson(
            component=card,
            table="cards",
            key=card,
            fields=(LINES,),
            rules=RULES,
            taught=pack.cards[card] is not None or card in learned,
        )
        for card in pack.regular
        if card.startswith("CARD-")
    )
    known = pack.taught.determined_bonus is not None or (state is not None and state.bonus is not None)
    spaces = Lesson(
        component=DETERMINED,
        table="taught",
        key="determined_bonus",
        fields=(SPACES,),
        rules=RULES,
        taught=known,
    )
    return (*cards, spaces)

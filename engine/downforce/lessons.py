"""What a table can teach of its printed copy: the lines of each card, and the number on Determined (DF-PACK-04, -32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer
from engine.downforce.cards import COLOURS, DETERMINED, MOST_LINES, WILD, read_lines
from engine.lessons import Field, Lesson

if TYPE_CHECKING:
    from engine.downforce.cards import Line
    from engine.downforce.pack import Pack
    from engine.downforce.state import MatchState

RULES: Final = ("DF-PACK-04", "DF-COMP-04")


def lines_of(texts: object) -> tuple[Line, ...]:
    """Read the lines of a card, "colour speed" from top to bottom.

    Raises:
        IllegalAnswer: they are none; the reason is the first fault D3 to D7.

    """
    lines, faults = read_lines(texts if isinstance(texts, list) else ())
    if faults:
        raise IllegalAnswer(f"fault_{faults[0].lower()}", *RULES, "DF-PACK-02")
    return lines


LINES: Final = Field(
    name="",
    key="lesson_lines",
    kind="lines",
    options=(*COLOURS, WILD),
    low=1,
    high=MOST_LINES,
    read=lines_of,
)
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

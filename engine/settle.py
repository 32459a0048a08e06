"""Answers for everybody who is not a person: pilots, and chance where it is virtual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, Ask
from engine.pilots import by_lot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.match import Match
    from engine.pilots import Lots, Pilot


def settle(
    match: Match[Any],
    pilots: Mapping[int, Pilot],
    lots: Lots,
    *,
    virtual: bool = True,
    between: Callable[[], None] = lambda: None,
) -> int:
    """Answer whatever chance and *pilots* can, until a person or the clock is awaited.

    With *virtual*, chance answers for real piles as well, as if somebody had turned up their cards.

    Where the first of several counts, pilots speak after the people have answered or passed. *between* is
    called before every answer; it may change who is a pilot. Returns how many answers were given.
    """
    draws = match.draws
    answers = 0
    while True:
        between()
        if (question := _automatic(match, pilots, virtual=virtual)) is None:
            return answers
        seat = question.seat
        if isinstance(seat, int):
            view = match.rulebook.view(match.state, seat)
            value = pilots[seat].answer(view, question, lots(f"pilot {seat} {len(match.record)}"))
        else:
            value = by_lot(question, lots(str(draws) if question.lot is None else question.lot))
            draws += 1
        match.answer(seat, value, auto=True)
        answers += 1


def _automatic(match: Match[Any], pilots: Mapping[int, Pilot], *, virtual: bool) -> Ask[Any] | None:
    """Return the next open question that nobody at the table has to answer."""
    waiting = match.open
    mine = [q for q in waiting if q.seat in pilots or (q.seat == CHANCE and (virtual or q.pile is None))]
    if not mine or (match.group == "first" and len(mine) < len(waiting)):
        return None
    return mine[0]

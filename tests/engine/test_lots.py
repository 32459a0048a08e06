"""Chance: how its draws are counted, and under which name a draw gets its lot."""

from __future__ import annotations

import msgspec

from engine.ask import CHANCE, Ask
from engine.match import Match
from engine.pilots import AnyLegal
from engine.record import Answer, Header, SeatInfo
from engine.settle import settle
from tests.engine.conformance import lots
from tests.engine.tiny import LanternWalk

HEADER = Header("lantern_walk", (SeatInfo("Ana"), SeatInfo("Bea")))


def played() -> Match:
    """A tiny match with its first lanterns drawn."""
    match = Match(LanternWalk(HEADER), HEADER)
    for seat in (0, 1):
        match.answer(seat, "2")
    settle(match, {0: AnyLegal(), 1: AnyLegal()}, lots(3))
    return match


def test_draws_are_counted_and_taken_back_with_the_answers() -> None:
    match = played()
    drawn = [n for n, entry in enumerate(match.record) if isinstance(entry, Answer) and entry.seat == CHANCE]
    assert match.draws == len(drawn) == 2
    match.undo(drawn[-1])
    assert match.draws == 1
    match.redo(drawn[-1] + 1)
    assert match.draws == 2


def test_a_draw_without_a_name_of_its_own_is_named_by_its_number() -> None:
    assert labels_of(None) == ["0"]


def test_a_draw_with_a_name_gets_its_lot_under_it() -> None:
    assert labels_of("die 1 of turn 7") == ["die 1 of turn 7"]


def labels_of(lot: str | None) -> list[str]:
    """The label of the first draw, when the open question has that lot."""
    match = Match(LanternWalk(HEADER), HEADER)
    for seat in (0, 1):
        match.answer(seat, "2")
    assert isinstance(match._step, Ask)
    match._step = msgspec.structs.replace(match._step, lot=lot)
    asked: list[str] = []

    def draws(label: str):
        asked.append(label)
        return lots(1)(label)

    settle(match, {}, draws)
    return asked[:1]

"""Presses whose moment matters: a question that stays open keeps its beginning, a new one gets its own."""

from __future__ import annotations

from engine.match import Match
from engine.record import Header, SeatInfo
from table.desk import Desk
from table.lots import lots
from tests.engine.tiny import LanternWalk

SEATS = (SeatInfo("Ana"), SeatInfo("Bea"), SeatInfo("Cai"))


def at_the_bell() -> Desk:
    """A match whose bell rings at 100 microseconds; everybody may press."""
    header = Header("lantern_walk", SEATS)
    desk = Desk(Match(LanternWalk(header), header), lots(1))
    while not any(question.timed for question in desk.match.open):
        if desk.tick(100):
            continue
        question = desk.match.open[0]
        desk.answer(question.seat, None if question.optional else question.options[0].value, 50)
    return desk


def test_a_timed_question_is_open_from_the_moment_it_was_put() -> None:
    desk = at_the_bell()
    assert {question.seat: desk.opened_at(question) for question in desk.match.open if question.timed} == {
        0: 100,
        1: 100,
        2: 100,
    }


def test_a_question_put_anew_is_open_from_then_on() -> None:
    desk = at_the_bell()
    desk.answer(1, 150, 160)
    (question,) = desk.match.open
    assert desk.opened_at(question) == 160
    while not any(question.timed for question in desk.match.open):
        if desk.tick(900):
            continue
        question = desk.match.open[0]
        desk.answer(question.seat, None if question.optional else question.options[0].value, 800)
    assert {desk.opened_at(question) for question in desk.match.open if question.timed} == {900}

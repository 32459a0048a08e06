"""What a match offers to be set right by hand; everything offered is taken or refused with a reason."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from engine.ask import IllegalAnswer
from engine.record import Correct, Reseat, SeatInfo
from table.tagbook import TagBook, TagRefused
from tests.engine.wackee_six.kit import Play, S, header

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.rule("W6-HIST-02", "W6-HIST-04", "W6-CALL-20")
def test_the_numbers_callers_and_penalties_of_every_round_are_offered() -> None:
    play = Play(header(2, countdown_s=0, call_check="trust")).round([(0, 60 * S)], [(20, 0), (15, 2)])
    found = {one.name: one for one in play.rulebook.corrections(play.state)}
    assert set(found) == {
        *(
            "played.1.0",
            "left.1.0",
            "false.1.0",
            "played.1.1",
            "left.1.1",
            "false.1.1",
            "callers.1",
            "deleted.1",
        )
    }
    assert (found["played.1.1"].now, found["left.1.1"].now, found["callers.1"].now) == (15, 2, [0])
    before = play.rulebook.encode(play.state)
    taken = 0
    refusals: list[IllegalAnswer] = []
    for one in found.values():
        for value in [option.value for option in one.options] or list(range(one.low, one.high + 1)):
            try:
                play.match.apply(Correct(one.what, one.name, value))
            except IllegalAnswer as refused:
                refusals.append(refused)
            else:
                play.rulebook.check(play.state)
                play.match.undo(len(play.match.record) - 1)
                taken += 1
    assert taken > 60
    assert all(refused.rules for refused in refusals)
    assert play.rulebook.encode(play.state) == before


@pytest.mark.rule("W6-CALL-20")
def test_who_called_is_offered_while_a_round_is_counted() -> None:
    play = Play(header(2, countdown_s=0, call_check="trust")).go(0)
    assert play.rulebook.corrections(play.state) == ()
    play.press((0, 60 * S))
    (one,) = play.rulebook.corrections(play.state)
    assert (one.name, one.now, [option.value for option in one.options]) == ("callers", [0], [[0], [1], []])


@pytest.mark.rule("W6-MATCH-11", "W6-MATCH-10")
def test_an_empty_chair_follows_who_leaves_and_the_person_may_come_back() -> None:
    play = Play(header(3, countdown_s=0, call_check="trust", target=0))
    play.round([(0, 60 * S)], [(20, 0), (15, 2), (15, 2)])
    assert play.rulebook.stand_ins() == ("away",)
    play.match.apply(Reseat(1, SeatInfo("Bea", "away")))
    play.match.apply(Reseat(1, SeatInfo("Bea")))
    play.say("table", "next").seated()
    assert play.totals() == [30, 11, 0]


@pytest.mark.rule("W6-COMP-05")
def test_s21_a_tag_belongs_to_one_card_of_one_deck(tmp_path: Path) -> None:
    uid = bytes.fromhex("04A1B2C3D4E5F6")
    with closing(TagBook(tmp_path / "tags.db")) as book:
        book.enrol("wackee_six", "practice", "red-blue-01", uid)
        with pytest.raises(TagRefused):
            book.enrol("wackee_six", "practice", "green-blue-01", uid)
        book.forget("wackee_six", "practice", "red-blue-01")
        book.enrol("wackee_six", "practice", "green-blue-01", uid)
        assert book.component("wackee_six", "practice", uid) == "green-blue-01"

"""The desk's playing time: pauses, the clock that answers, time that is given back."""

from __future__ import annotations

from engine.ask import CLOCK, until
from engine.match import Match
from engine.record import Answer
from table.desk import Desk, played
from table.lots import lots
from tests.engine.tiny import BELL
from tests.table.table_kit import (
    SECOND,
    asking,
    done,
    given,
    step_to,
    tiny,
)

# --- time -------------------------------------------------------------------------------------------------------


def test_playing_time_runs_with_the_clock_and_stands_still_in_a_pause() -> None:
    desk = asking(done(), done())
    assert desk.playing_time(3 * SECOND) == 3 * SECOND
    desk.pause(4 * SECOND)
    assert desk.paused
    assert desk.playing_time(9 * SECOND) == 4 * SECOND
    desk.pause(5 * SECOND)
    desk.go_on(10 * SECOND)
    assert not desk.paused
    assert desk.playing_time(11 * SECOND) == 5 * SECOND
    desk.go_on(12 * SECOND)
    assert desk.playing_time(12 * SECOND) == 6 * SECOND


def test_playing_time_begins_with_the_match_and_not_with_the_program() -> None:
    assert tiny(now=50 * SECOND).playing_time(51 * SECOND) == SECOND


def test_the_clock_answers_when_its_time_has_come_and_not_before() -> None:
    desk = asking(until("bell", 2 * SECOND, rules=()), done())
    assert not desk.tick(2 * SECOND - 1)
    before = desk.changes
    assert desk.tick(2 * SECOND)
    assert given(desk) == [2 * SECOND]
    assert desk.changes == before + 1
    assert desk.match.record[-1] == Answer(CLOCK, 2 * SECOND, auto=True)
    assert not desk.tick(3 * SECOND)


def test_the_clock_does_not_answer_in_a_pause() -> None:
    desk = asking(until("bell", 2 * SECOND, rules=()), done())
    desk.pause(SECOND)
    assert not desk.tick(9 * SECOND)
    desk.go_on(9 * SECOND)
    assert not desk.tick(9 * SECOND)
    assert desk.tick(10 * SECOND)


def test_a_match_that_goes_on_has_the_playing_time_of_its_last_known_moment() -> None:
    desk = tiny(people=2)
    step_to(desk, "bell")
    assert desk.tick(7 * SECOND)
    assert played(desk.match) == 7 * SECOND
    again = Desk(desk.match, lots(1), now=100 * SECOND)
    assert again.playing_time(100 * SECOND) == 7 * SECOND
    assert not again.tick(100 * SECOND)
    assert again.tick(100 * SECOND + BELL)


def test_a_match_without_a_clock_has_been_played_for_no_time() -> None:
    assert played(asking(done(), done()).match) == 0


def test_who_gets_a_limited_question_back_has_the_whole_time_again() -> None:
    desk = tiny(people=2)
    step_to(desk, "bell")
    assert desk.tick(2 * SECOND)
    desk.answer(0, 3 * SECOND, 3 * SECOND)
    assert [question.key for question in desk.match.open] == ["next_round"]
    desk.undo(60 * SECOND)
    assert not desk.tick(60 * SECOND)
    assert desk.playing_time(60 * SECOND) == 2 * SECOND
    assert not desk.tick(60 * SECOND + BELL - 1)
    assert desk.tick(60 * SECOND + BELL)


def test_what_is_said_again_never_sets_playing_time_back() -> None:
    desk = asking(done(), until("bell", SECOND, rules=()), done(), done())
    desk.answer(0, True, 0)
    assert desk.tick(5 * SECOND)
    desk.answer(0, True, 6 * SECOND)
    desk.undo(7 * SECOND)
    desk.undo(7 * SECOND)
    assert desk.playing_time(7 * SECOND) == 0
    desk.redo(8 * SECOND)
    assert desk.playing_time(8 * SECOND) == 5 * SECOND


def test_an_undo_in_a_pause_leaves_it_a_pause() -> None:
    desk = asking(done(), until("bell", SECOND, rules=()), done())
    desk.answer(0, True, 0)
    desk.pause(0)
    desk.undo(9 * SECOND)
    assert desk.paused
    assert desk.playing_time(9 * SECOND) == 0


def test_a_desk_names_its_game_people_and_pieces() -> None:
    desk = tiny(people=2, pilots=1)
    assert desk.game == "lantern_walk"
    assert desk.names == ("Ana", "Bea", "Pilot 1")
    assert desk.piece_of(1) == "walker-1"
    assert desk.piece_of(7) is None


def test_a_finished_match_has_nobody_waiting() -> None:
    desk = asking(done())
    desk.answer(0, True, 0)
    assert isinstance(desk.match, Match)
    assert desk.match.over
    assert desk.waiting((0, 1)) == []
    assert desk.can_undo()

"""The desk: one match between people, pilots, chance and the clock."""

from __future__ import annotations

import pytest

from engine.ask import CLOCK, IllegalAnswer, until
from engine.record import Answer, Correct, Reseat, SeatInfo, Teach
from engine.rulebook import BrokenInvariant
from table.desk import Desk
from table.lots import lots
from tests.table.table_kit import (
    SECOND,
    Say,
    answer_all_paces,
    asking,
    done,
    state_of,
    step_to,
    tiny,
)

# --- news -------------------------------------------------------------------------------------------------------


def told(desk: Desk) -> list[str]:
    return [tell.key for tell in desk.news]


def test_the_news_are_what_was_told_since_a_person_last_spoke() -> None:
    desk = asking(done(), Say("one", {}), Say("two", {}), done(), Say("three", {}), done())
    assert told(desk) == []
    desk.answer(0, True, 0)
    assert told(desk) == ["one", "two"]
    desk.answer(0, True, 0)
    assert told(desk) == ["three"]


def test_what_is_told_before_the_first_question_is_news() -> None:
    desk = asking(Say("welcome", {}), done())
    assert told(desk) == ["welcome"]


def test_what_pilots_do_before_the_first_question_to_a_person_is_news() -> None:
    desk = asking(done(1), Say("pilot_moved", {}), done(0), people=1, pilots=1)
    assert told(desk) == ["pilot_moved"]


def test_what_pilots_do_after_a_person_is_news_too() -> None:
    desk = asking(done(0), done(1), Say("pilot_moved", {}), done(0), people=1, pilots=1)
    desk.answer(0, True, 0)
    assert told(desk) == ["pilot_moved"]


def test_what_follows_from_the_clock_joins_the_news() -> None:
    ring = until("bell", SECOND, rules=())
    desk = asking(Say("before", {}), ring, Say("after", {}), done())
    assert told(desk) == ["before"]
    assert desk.tick(SECOND)
    assert told(desk) == ["before", "after"]


def test_a_refused_answer_changes_neither_match_nor_news() -> None:
    desk = asking(Say("welcome", {}), done())
    before = (state_of(desk), desk.changes, told(desk))
    with pytest.raises(IllegalAnswer):
        desk.answer(0, "nonsense", 0)
    assert (state_of(desk), desk.changes, told(desk)) == before


def test_at_a_match_that_goes_on_only_the_last_turn_is_news() -> None:
    desk = asking(done(), Say("one", {}), done(), Say("two", {}), done())
    desk.answer(0, True, 0)
    desk.answer(0, True, 0)
    assert told(Desk(desk.match, lots(1))) == ["two"]


# --- who answers ------------------------------------------------------------------------------------------------


def test_every_answer_counts_as_a_change_and_a_look_does_not() -> None:
    desk = asking(done(), done())
    before = desk.changes
    desk.waiting((0,))
    desk.tick(5)
    assert desk.changes == before
    desk.answer(0, True, 7)
    assert desk.changes == before + 1
    assert desk.opened == 7


def test_pilots_answer_by_themselves_and_people_do_not() -> None:
    desk = tiny(people=1, pilots=2)
    assert [question.seat for question in desk.match.open] == [0]
    assert desk.match.given == {1, 2}


def test_where_the_first_counts_pilots_speak_after_the_people() -> None:
    desk = tiny(people=1, pilots=1)
    step_to(desk, "ring")
    assert {question.seat for question in desk.match.open} == {0, 1, CLOCK}
    assert not any(isinstance(entry, Answer) and entry.value == "ring" for entry in desk.match.record)


def test_a_station_may_answer_for_its_own_people_and_the_table_only() -> None:
    desk = tiny(people=2, pilots=1)
    assert [question.seat for question in desk.waiting((0,))] == [0]
    assert [question.seat for question in desk.waiting((1,))] == [1]
    assert desk.waiting((2,)) == []
    step_to(desk, "next_round")
    assert [question.seat for question in desk.waiting((1,))] == ["table"]


def test_people_are_the_seats_without_a_pilot() -> None:
    assert tiny(people=2, pilots=1).people((0, 1, 2)) == (0, 1)


def test_a_person_who_leaves_is_played_by_a_pilot_at_once() -> None:
    desk = tiny(people=2)
    desk.amend(Reseat(1, SeatInfo("Bea", "weak")), 0)
    assert desk.people((0, 1)) == (0,)
    assert [question.seat for question in desk.match.open] == [0]


@pytest.mark.report("K05")
def test_changes_of_seats_are_taken_back_in_their_turn() -> None:
    """K05: one leaves, two actions, three undos; each step is restored in order."""
    desk = tiny(people=2)
    states = [state_of(desk)]
    desk.amend(Reseat(1, SeatInfo("Bea", "weak")), 0)
    for _ in range(2):
        states.append(state_of(desk))
        question = desk.match.open[0]
        value = None if question.optional else question.options[0].value if question.options else question.low
        if question.seat == CLOCK:
            desk.tick(desk.opened)
        else:
            desk.answer(question.seat, value, 0)
    for expected in reversed(states):
        assert state_of(desk) != b""
        desk.undo(0)
        assert state_of(desk) == expected
    assert desk.people((0, 1)) == (0, 1)
    assert not desk.can_undo()


# --- taking back ------------------------------------------------------------------------------------------------


@pytest.mark.report("K02")
def test_there_is_nothing_to_take_back_at_the_start() -> None:
    """K02: undo at move 0, then one action and two undos; the start state, the same player to move."""
    desk = asking(done(), done())
    start = state_of(desk)
    assert not desk.can_undo()
    assert desk.consent() == ()
    with pytest.raises(ValueError, match="nothing to take back"):
        desk.undo(0)
    desk.answer(0, True, 0)
    desk.undo(0)
    with pytest.raises(ValueError, match="nothing to take back"):
        desk.undo(0)
    assert state_of(desk) == start
    assert [question.seat for question in desk.match.open] == [0]


def test_there_is_nothing_to_say_again_before_something_was_taken_back() -> None:
    desk = asking(done(), done())
    assert not desk.can_redo()
    with pytest.raises(ValueError, match="nothing to say again"):
        desk.redo(0)


@pytest.mark.report("K04", "K07")
def test_what_was_taken_back_can_be_said_again_with_what_followed_by_itself() -> None:
    """K04, K07: an action with automatic follow-ups; undo and redo give states equal to the originals."""
    desk = tiny(people=1, pilots=1, seed=5)
    states = [state_of(desk)]
    for _ in range(4):
        step = desk.match.open[0]
        if step.seat == CLOCK:
            break
        value = None if step.optional else step.options[0].value if step.options else step.low
        desk.answer(step.seat, value, 0)
        states.append(state_of(desk))
    assert len(states) > 2
    for expected in reversed(states[:-1]):
        desk.undo(0)
        assert state_of(desk) == expected
    for expected in states[1:]:
        assert desk.can_redo()
        desk.redo(0)
        assert state_of(desk) == expected
    assert not desk.can_redo()


def test_a_new_answer_ends_what_could_be_said_again() -> None:
    desk = asking(done(), done(), done())
    desk.answer(0, True, 0)
    desk.undo(0)
    desk.answer(0, True, 0)
    assert not desk.can_redo()


def test_after_an_undo_hands_are_told_what_to_move_back() -> None:
    desk = asking(done(), done())
    desk.answer(0, True, 0)
    assert [(move.piece, move.origin, move.to) for move in desk.hands.moves] == [
        ("car", "place-0", "place-1")
    ]
    desk.undo(0)
    assert [(move.piece, move.origin, move.to) for move in desk.hands.moves] == [
        ("car", "place-1", "place-0")
    ]
    desk.redo(0)
    assert [(move.piece, move.origin, move.to) for move in desk.hands.moves] == [
        ("car", "place-0", "place-1")
    ]


def test_an_undo_over_a_drawn_lantern_tells_which_places_have_too_many() -> None:
    desk = tiny(people=2)
    answer_all_paces(desk)
    desk.undo(0)
    assert {(shift.place, shift.kind, shift.change) for shift in desk.hands.shifts} == {
        ("bag and rest", "lantern", 2),
        ("hand.0", "lantern", -1),
        ("hand.1", "lantern", -1),
    }


def test_a_drawn_card_comes_again_the_same_after_an_undo() -> None:
    desk = tiny(people=2, seed=9)
    answer_all_paces(desk)
    drawn = [entry for entry in desk.match.record if isinstance(entry, Answer) and entry.auto]
    desk.undo(0)
    answer_all_paces(desk)
    assert [entry for entry in desk.match.record if isinstance(entry, Answer) and entry.auto] == drawn


def test_others_must_agree_once_something_hidden_was_shown() -> None:
    desk = tiny(people=3)
    desk.answer(0, "1", 0)
    desk.answer(1, "1", 0)
    assert desk.consent() == (0, 2)
    plain = asking(done(0), done(0))
    plain.answer(0, True, 0)
    assert plain.consent() == ()


def test_pilots_are_not_asked_for_their_consent() -> None:
    desk = tiny(people=1, pilots=2)
    desk.answer(0, "1", 0)
    assert desk.consent() == ()


def test_an_answer_to_a_joint_question_can_be_withdrawn() -> None:
    desk = tiny(people=2)
    desk.answer(0, "1", 0)
    assert [question.seat for question in desk.match.open] == [1]
    desk.withdraw(0, 5)
    assert [question.seat for question in desk.match.open] == [0, 1]


# --- by hand ----------------------------------------------------------------------------------------------------


@pytest.mark.report("K08")
def test_a_correction_by_hand_is_recorded_and_can_be_taken_back() -> None:
    """K08: set a score by hand and take it back; both are in the record's way."""
    desk = tiny(people=2)
    desk.amend(Correct("count", "points-1", 21), 0)
    assert desk.match.state.points == [0, 21]
    assert desk.match.record[-1] == Correct("count", "points-1", 21)
    desk.undo(0)
    assert desk.match.state.points == [0, 0]
    assert desk.match.undone == [Correct("count", "points-1", 21)]


def test_a_correction_moves_the_piece_and_keeps_the_question() -> None:
    desk = tiny(people=2)
    desk.amend(Correct("place", "walker-0", "step-4"), 0)
    assert desk.layout().pieces["walker-0"] == "step-4"
    assert [question.key for question in desk.match.open] == ["pace", "pace"]
    assert [(move.piece, move.to) for move in desk.hands.moves] == [("walker-0", "step-4")]


@pytest.mark.report("K03")
@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (Correct("place", "walker-1", "step-11"), BrokenInvariant),
        (Correct("pile", "nowhere", []), IllegalAnswer),
        (Teach("bell", 7), IllegalAnswer),
        (Reseat(9, SeatInfo("Nobody")), IllegalAnswer),
    ],
)
def test_what_is_refused_by_hand_leaves_everything_as_it_was(entry: object, fault: type[Exception]) -> None:
    """K03: leave everything unchanged when an operation fails."""
    desk = tiny(people=2)
    before = (state_of(desk), desk.changes, list(desk.match.record))
    with pytest.raises(fault):
        desk.amend(entry, 0)  # type: ignore[arg-type]
    assert (state_of(desk), desk.changes, list(desk.match.record)) == before

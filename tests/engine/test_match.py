"""What a match does with answers, one behaviour each, on the tiny game."""

from __future__ import annotations

import msgspec
import pytest

from engine.ask import CHANCE, CLOCK, TABLE, IllegalAnswer, Seat, Value, number
from engine.match import Match
from engine.pilots import AnyLegal
from engine.record import Answer, Correct, Header, Reseat, SeatInfo, Teach, Withdraw
from engine.rulebook import SetupError
from engine.settle import settle
from tests.engine.conformance import digest, lots
from tests.engine.tiny import LanternWalk

SEATS = (SeatInfo("Ana"), SeatInfo("Bea"))


def begin(*seats: SeatInfo, **options: object) -> Match:
    header = Header("lantern_walk", seats or SEATS, options=dict(options))
    return Match(LanternWalk(header), header)


def walk_to_claim(match: Match) -> None:
    """Both choose pace 2; Bea holds a lantern when Ana has walked for the second time."""
    for seat in range(len(match.seats)):
        match.answer(seat, "2")
    for _ in match.seats:
        match.answer(CHANCE, "red")
        if match.open[0].key == "puff":
            match.answer(match.open[0].seat, None)


def test_a_match_asks_all_seats_of_a_joint_question_at_once() -> None:
    match = begin()
    assert [(q.seat, q.key, q.secret) for q in match.open] == [(0, "pace", True), (1, "pace", True)]
    assert match.group == "all"


def test_joint_answers_may_come_in_any_order() -> None:
    one, other = begin(), begin()
    one.answer(0, "1")
    one.answer(1, "3")
    other.answer(1, "3")
    other.answer(0, "1")
    assert one.rulebook.encode(one.state) == other.rulebook.encode(other.state)


def test_a_joint_answer_may_be_replaced_until_the_last_is_in() -> None:
    match = begin()
    match.answer(0, "1")
    match.answer(0, "3")
    match.answer(1, "2")
    assert match.state.paces == [3, 2]


def test_a_joint_answer_may_be_withdrawn() -> None:
    match = begin()
    match.answer(0, "1")
    match.withdraw(0)
    assert [q.seat for q in match.open] == [0, 1]
    assert match.record[-1] == Withdraw(0)


def test_nothing_can_be_withdrawn_that_was_not_said() -> None:
    match = begin()
    with pytest.raises(IllegalAnswer, match="nothing_to_withdraw"):
        match.withdraw(1)


def test_a_seat_that_was_not_asked_is_refused_and_told_who_is_awaited() -> None:
    match = begin()
    with pytest.raises(IllegalAnswer) as refusal:
        match.answer(TABLE, True)
    assert refusal.value.reason == "not_asked"
    assert refusal.value.args_for_text == {"awaited": [0, 1]}
    assert match.record == []


def test_a_refused_answer_names_the_rule() -> None:
    match = begin()
    with pytest.raises(IllegalAnswer) as refusal:
        match.answer(0, "4")
    assert refusal.value.rules == ("XX-PACE-01",)
    assert str(refusal.value) == "not_an_option (XX-PACE-01)"


def test_all_passing_ends_a_claim_without_a_claimant() -> None:
    match = begin()
    walk_to_claim(match)
    assert not [t for t in match.tells if t.key == "puffed"]
    assert match.open[0].key == "bell"


def test_the_first_claim_counts() -> None:
    match = begin()
    match.answer(0, "2")
    match.answer(1, "2")
    match.answer(CHANCE, "red")
    match.answer(CHANCE, "blue")
    assert (match.open[0].seat, match.group) == (0, "first")
    match.answer(0, "red")
    assert match.tells[-1].key == "puffed"
    assert match.state.steps == [2, 1]


def test_a_passed_claim_is_still_open_to_a_change_of_mind() -> None:
    match = begin(*SEATS, SeatInfo("Cai"))
    for seat in range(3):
        match.answer(seat, "2")
    for lantern in ("red", "blue"):
        match.answer(CHANCE, lantern)
        for question in match.open:
            if question.key == "puff":
                match.answer(question.seat, None)
    match.answer(CHANCE, "white")
    match.answer(0, None)
    assert match.given == {0}
    match.answer(0, "red")
    assert match.tells[-1].args["seat"] == 0


def test_the_clock_ends_a_question_when_nobody_presses_in_time() -> None:
    match = begin()
    walk_to_claim(match)
    match.answer(CLOCK, 5_000_000)
    with pytest.raises(IllegalAnswer, match="too_early"):
        match.answer(CLOCK, 7_999_999)
    match.answer(CLOCK, 8_000_000)
    assert match.open[0].key == "next_round"
    assert match.state.points == [0, 0]


def test_a_timed_press_carries_its_microseconds() -> None:
    match = begin()
    walk_to_claim(match)
    match.answer(CLOCK, 5_000_000)
    match.answer(1, 5_400_001)
    assert match.tells[-1].args == {"seat": 1, "after": 400_001}


def test_undo_takes_back_the_last_thing_a_person_said_with_all_that_followed_by_itself() -> None:
    match = begin()
    match.answer(0, "1")
    match.answer(1, "3")
    settle(match, {}, lots(1))
    assert len(match.record) > 2
    assert match.undo_point() == 1
    match.undo(1)
    assert match.given == {0}


def test_there_is_nothing_to_undo_before_anybody_has_spoken() -> None:
    assert begin().undo_point() is None


def test_redo_says_again_what_was_undone() -> None:
    match = begin()
    walk_to_claim(match)
    before, n = digest(match), len(match.record)
    match.undo(1)
    match.redo(n)
    assert digest(match) == before


def test_something_new_said_after_undo_ends_redo() -> None:
    match = begin()
    walk_to_claim(match)
    match.undo(1)
    match.answer(1, "3")
    with pytest.raises(ValueError, match="cannot redo"):
        match.redo(3)


@pytest.mark.parametrize("keep", [-1, 99])
def test_undo_to_a_number_that_does_not_exist_is_refused(keep: int) -> None:
    with pytest.raises(ValueError, match="cannot keep"):
        begin().undo(keep)


def test_a_taken_back_draw_comes_again_the_same() -> None:
    match = begin()
    for seat in (0, 1):
        match.answer(seat, "2")
    settle(match, {}, lots(9))
    drawn = [e.value for e in match.record if isinstance(e, Answer) and e.seat == CHANCE]
    match.undo(1)
    match.answer(1, "3")
    settle(match, {}, lots(9))
    assert [e.value for e in match.record if isinstance(e, Answer) and e.seat == CHANCE] == drawn


def test_taking_back_a_revealed_answer_needs_the_consent_of_the_others() -> None:
    match = begin(*SEATS, SeatInfo("Cai", pilot="weak"))
    for seat in (0, 1, 2):
        match.answer(seat, "2")
    assert match.consent_for(1) == (0,)


def test_taking_back_what_revealed_nothing_needs_no_consent() -> None:
    match = begin(board="unknown")
    walk: list[tuple[Seat, Value]] = [(0, "2"), (1, "2"), (CHANCE, "red"), (TABLE, 2)]
    for seat, value in walk:
        match.answer(seat, value)
    assert match.consent_for(3) == ()


def test_a_correction_puts_the_question_anew_on_its_new_grounds() -> None:
    match = begin(board="unknown")
    for seat in (0, 1):
        match.answer(seat, "2")
    match.answer(CHANCE, "red")
    assert match.open[0].low == 0
    match.apply(Correct("place", "walker-0", "step-4"))
    assert match.open[0].low == 4


def test_a_correction_keeps_joint_answers_that_are_still_legal() -> None:
    match = begin()
    match.answer(0, "1")
    match.apply(Correct("count", "points-1", 2))
    assert match.given == {0}


def test_an_answer_is_kept_for_the_same_question_only() -> None:
    match = begin()
    match.answer(0, "1")
    given = match._given_to()
    match.answer(1, "2")
    match._give_again({seat: ("another question", value) for seat, (_, value) in given.items()})
    assert match.given == frozenset()


def test_a_journey_through_the_record_that_fails_leaves_everything_as_it_was() -> None:
    match = begin()
    walk_to_claim(match)
    match.undo(2)
    match.undone.insert(0, Answer(0, "no such answer"))
    before, undone = digest(match), list(match.undone)
    with pytest.raises(ValueError, match="cannot be played like this"):
        match.redo(3)
    assert digest(match) == before
    assert match.undone == undone


def test_a_correction_that_breaks_an_invariant_changes_nothing() -> None:
    match = begin()
    before = digest(match)
    with pytest.raises(ValueError, match="XX-INV-01"):
        match.apply(Correct("place", "walker-0", "step-11"))
    assert digest(match) == before
    assert match.record == []


def test_what_is_taught_counts_from_then_on() -> None:
    match = begin()
    match.apply(Teach("bell", 3))
    walk_to_claim(match)
    match.answer(CLOCK, 0)
    match.answer(0, 1)
    assert match.state.points == [3, 0]


def test_a_seat_changes_hands_between_turns_only() -> None:
    match = begin()
    match.apply(Reseat(1, SeatInfo("Bea", pilot="weak")))
    assert match.state.away == [False, True]
    assert match.seats[1].pilot == "weak"
    match.answer(0, "1")
    with pytest.raises(IllegalAnswer, match="not_between_turns"):
        match.apply(Reseat(1, SeatInfo("Bea")))


def test_a_seat_may_change_hands_after_a_correction_at_the_start_of_a_turn() -> None:
    match = begin()
    match.apply(Correct("count", "points-1", 2))
    match.apply(Reseat(1, SeatInfo("Bea", pilot="weak")))
    assert match.state.points == [0, 2]
    assert match.seats[1].pilot == "weak"


def test_a_correction_of_the_wrong_type_changes_nothing() -> None:
    match = begin()
    before = digest(match)
    with pytest.raises(IllegalAnswer, match="wrong_kind_of_value"):
        match.apply(Correct("count", "points-1", "two"))
    assert digest(match) == before


def test_undo_past_a_change_of_hands_gives_the_seat_back() -> None:
    match = begin()
    match.apply(Reseat(1, SeatInfo("Bea", pilot="weak")))
    match.answer(0, "1")
    match.undo(0)
    assert match.seats[1].pilot is None
    assert match.state.away == [False, False]


def test_pilots_speak_after_people_have_passed() -> None:
    cai = SeatInfo("Cai", pilot="weak")
    match = begin(SeatInfo("Ana"), SeatInfo("Bea"), cai)
    pilots = {2: AnyLegal()}
    for seat in (0, 1, 2):
        match.answer(seat, "2")
    while not (
        [q.seat for q in match.open]
        and match.group == "first"
        and 2 in [q.seat for q in match.open]
        and len(match.open) > 1
    ):
        question = match.open[0]
        match.answer(question.seat, "red" if question.seat == CHANCE else None)
        assert len(match.record) < 30
        if match.open[0].key == "bell":
            match.answer(CLOCK, 0)
            match.answer(CLOCK, 9_000_000)
            match.answer(TABLE, True)
            for seat in (0, 1, 2):
                match.answer(seat, "1")
    assert settle(match, pilots, lots(1)) == 0
    human = next(q.seat for q in match.open if q.seat != 2)
    match.answer(human, None)
    assert settle(match, pilots, lots(1)) >= 1


def test_a_match_goes_on_from_a_stored_turn_beginning() -> None:
    match = begin()
    walk_to_claim(match)
    boundary = match.boundaries[-1]
    again = begin()
    again.resume(boundary, list(match.record))
    assert again.rulebook.encode(again.state) == boundary.state
    assert [q.key for q in again.open] == ["bell"]


def test_undo_stops_at_the_turn_beginning_a_match_went_on_from() -> None:
    match = begin()
    walk_to_claim(match)
    again = begin()
    again.resume(match.boundaries[-1], list(match.record))
    assert again.undo_point() is None
    with pytest.raises(ValueError, match="cannot keep"):
        again.undo(1)


def test_a_turn_cannot_be_dropped_in_the_middle_of_something() -> None:
    match = begin()
    walk_to_claim(match)
    match.answer(CLOCK, 0)
    with pytest.raises(ValueError, match="middle of something"):
        match.restart_turn()


def test_nothing_can_be_corrected_after_the_end() -> None:
    match = begin(rounds=0)
    assert match.over
    with pytest.raises(IllegalAnswer, match="match_over"):
        match.apply(Correct("count", "points-0", 1))


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (SEATS[:1], {}, "1 seats; the game is for 2 to 4"),
        (SEATS, {"bord": "known"}, "there is no option 'bord'"),
        (SEATS, {"rounds": "3"}, "option rounds: '3' does not fit"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_by_name(seats: tuple, options: dict, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        LanternWalk(Header("lantern_walk", seats, options=options))


def test_entries_travel_as_one_tagged_line() -> None:
    line = msgspec.json.encode(Answer(0, "2"))
    assert line == b'{"do":"answer","seat":0,"value":"2"}'


def test_nobody_is_asked_for_a_number_where_none_lies() -> None:
    with pytest.raises(ValueError, match="how_many: no number from 0 to -1"):
        number(0, "how_many", 0, -1, rules=("XX-MOVE-01",))

"""The books: results entered by the table (5.11, V-153 to V-158)."""

from __future__ import annotations

import pytest

from tests.engine.speedboats.kit import boat, books, new_match, play_out


@pytest.mark.rule("SB-BOOK-01", "SB-BOOK-03", "SB-STEER-06")
def test_v124_a_crash_is_entered_with_its_clear_spaces() -> None:
    on = books(boat(dice="32"), boat(), stage="steer").answer("crash", 3)
    assert on.question.key == "events"
    on.answer("none")
    assert (on.boat().damage, on.boat().dice) == (2, [])


@pytest.mark.rule("SB-BOOK-01")
def test_the_spaces_before_a_crash_are_fewer_than_the_total() -> None:
    on = books(boat(dice="32"), boat(), stage="steer").answer("crash")
    assert (on.question.low, on.question.high) == (0, 4)
    assert on.refusal(5).reason == "out_of_range"


@pytest.mark.rule("SB-STEER-03", "SB-STEER-06")
def test_a_recorded_crash_is_pointed_out_not_forbidden() -> None:
    on = books(boat(dice="32"), boat(), stage="steer").answer("crash", 3, "none")
    assert on.tell("crash_avoidable").args == {"seat": 0, "total": 5}
    assert on.boat().damage == 2


@pytest.mark.rule("SB-BOOK-04", "SB-STEER-04", "SB-STEER-05")
def test_v126_with_three_distances_the_longest_ways_are_legal() -> None:
    on = books(boat(dice="32"), boat(), stage="steer", steer_entry="three").answer(2, 3, 3)
    assert on.values == ["A", "R"]
    assert on.refusal("L").reason == "longest_way"
    on.answer("R", "none")
    assert on.boat().damage == 2
    assert "crash_avoidable" not in on.heard


@pytest.mark.rule("SB-BOOK-04", "SB-STEER-03")
def test_v127_a_clear_way_is_the_only_legal_one() -> None:
    on = books(boat(dice="22"), boat(), stage="steer", steer_entry="three").answer(4, 1, 0)
    assert on.values == ["L"]
    assert on.refusal("A").reason == "clear_way_first"
    on.answer("L", "none")
    assert (on.boat().damage, on.boat().total) == (0, 4)


@pytest.mark.rule("SB-ROUND-13", "SB-FIN-12", "SB-ROUND-01")
def test_v128_buoys_come_in_order_and_the_finish_behind_them() -> None:
    on = books(boat(dice="3"), boat(), stage="steer")
    assert on.values == ["all", "crash", "1", "12", "123", "123F"]
    assert (on.refusal("2").reason, on.refusal("2").args_for_text) == ("buoy_first", {"buoy": 1})
    assert on.refusal("F").reason == "not_all_buoys"
    on.answer("12")
    assert on.boat().leg == 3


@pytest.mark.rule("SB-BOOK-06", "SB-FIN-05", "SB-FIN-06")
def test_v129_a_crash_after_the_finish_damages_a_finished_boat() -> None:
    on = books(boat(dice="33", leg=4, damage=2), boat(), stage="steer").answer("crash", 4, "F", "yes")
    assert (on.boat().place, on.boat().damage, on.boat().status) == (1, 4, "finished")


@pytest.mark.rule("SB-BOOK-06")
def test_a_crash_before_the_finish_is_no_finish() -> None:
    on = books(boat(dice="33", leg=4), boat(), stage="steer").answer("crash", 4, "F", "no")
    assert (on.boat().place, on.boat().damage, on.boat().status) == (0, 2, "racing")
    assert "no_finish" in on.heard


@pytest.mark.rule("SB-BOOK-02", "SB-STEER-08")
def test_v156_without_dice_only_turned_or_stayed_is_asked() -> None:
    on = books(boat(), boat()).answer("=")
    assert (on.question.key, on.values) == ("turned", ["turned", "stayed"])
    on.answer("turned")
    assert on.state.turn is not None
    assert on.state.turn.seat == 1


@pytest.mark.rule("SB-BOOK-05")
def test_v157_the_last_buoy_and_the_finish_in_one_turn() -> None:
    on = books(boat(dice="3", leg=3), boat(), boat(), stage="steer").answer("3F")
    assert [key for key in on.heard if key in ("rounded", "finished")] == ["rounded", "finished"]
    assert on.boat().place == 1


@pytest.mark.rule("SB-BOOK-07", "SB-BOOK-08")
def test_v158_buoys_may_be_left_to_the_players() -> None:
    on = books(boat(dice="3"), boat(), boat(), stage="steer", books_buoys="off")
    assert on.values == ["all", "crash", "F"]
    on.answer("F")
    assert on.boat().place == 1


@pytest.mark.rule("SB-BOOK-08", "SB-MOVE-06")
def test_staying_behind_is_never_asked() -> None:
    match = play_out(new_match(4, level="books", races=1), 3)
    assert "stays_behind" not in {tell.key for tell in match.tells}


@pytest.mark.rule("SB-BOOK-01", "SB-BOOK-05")
def test_an_ordinary_turn_is_one_answer_behind_the_dice() -> None:
    on = books(boat(dice="3"), boat(), stage="steer").answer("all")
    assert on.heard[0] == "moved_all"
    assert on.state.turn is not None
    assert on.state.turn.seat == 1


@pytest.mark.rule("SB-BOOK-06")
def test_the_finish_and_a_crash_together_are_asked_about() -> None:
    on = books(boat(dice="33", leg=4), boat(), stage="steer").answer("crash", 4, "F")
    assert (on.question.key, on.values) == ("crash_after_finish", ["yes", "no"])

"""The dice step, example by example (V-01 to V-07, V-16 to V-26 and the like)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE
from engine.match import Match
from engine.speedboats.dice import likelihood, pools, rerolls
from engine.speedboats.rulebook import Speedboats
from tests.engine.conformance import lots
from tests.engine.speedboats.kit import boat, books, header, new_match, scene

if TYPE_CHECKING:
    from tests.engine.speedboats.kit import Scene


def pool(dice: str, *others: str, **options: Any) -> Scene:
    """A boat with some dice in the books, a second one beside it."""
    return books(boat(dice=dice), *(boat(dice=other) for other in others or ("",)), **options)


def dice(on: Scene, seat: int = 0) -> str:
    """A seat's pool."""
    return "".join(map(str, on.boat(seat).dice))


# --- the examples of the rulebook's text ----------------------------------------------------------------------------


@pytest.mark.rule("SB-DICE-01", "SB-DICE-03", "SB-DICE-06", "SB-DICE-07")
def test_v01_yellow_holds_the_3_rolls_the_2_and_a_new_die() -> None:
    on = pool("32").answer("+", "2", "13")
    assert (dice(on), on.boat().total) == ("133", 7)
    assert on.tell("dice").args == {"seat": 0, "dice": "1 3 3", "total": 7}


@pytest.mark.rule("SB-DICE-04")
@pytest.mark.parametrize("change", ["++", "+-3", "-3-2", "+="])
def test_v02_only_one_die_changes(change: str) -> None:
    assert pool("32").refusal(change).reason == "one_change"


@pytest.mark.rule("SB-DICE-03", "SB-DICE-05", "SB-DICE-06")
def test_v03_red_removes_the_3_and_rolls_a_2_again() -> None:
    on = pool("322").answer("-3", "2", "3")
    assert (dice(on), on.boat().total) == ("23", 5)


@pytest.mark.rule("SB-DICE-05", "SB-DICE-06")
def test_v04_red_removes_a_2_and_rolls_the_3_again() -> None:
    on = pool("322").answer("-2", "3", "3")
    assert (dice(on), on.boat().total) == ("23", 5)


@pytest.mark.rule("SB-STEER-04", "SB-CRASH-01", "SB-CRASH-03", "SB-CRASH-05", "SB-BOOK-04")
def test_v05_the_longest_way_is_3_so_red_must_turn_right_and_crashes() -> None:
    on = pool("322", steer_entry="three").answer("-3", "2", "3", 2, 1, 3)
    assert on.values == ["R"]
    on.answer("R", "none")
    assert (on.boat().damage, on.boat().dice) == (2, [])
    assert on.tell("crash").args == {"seat": 0, "damage": 2, "total": 2}


@pytest.mark.rule("SB-DICE-08", "SB-DICE-11")
def test_v06_without_dice_red_may_roll_one() -> None:
    on = books(boat(damage=2), boat())
    on.answer("+", "2")
    assert (dice(on), on.boat().total) == ("2", 2)


@pytest.mark.rule("SB-DICE-11", "SB-STEER-08", "SB-TURN-04")
def test_v07_or_red_only_turns() -> None:
    on = scene(boat((-4, 17), "E"), boat((5, 8), "E"), stage="begin")
    on.answer("=", "L")
    assert on.boat().dice == []
    assert on.where() == (-4, 17)
    assert on.boat().bow == 1
    assert on.boat().turns == 2


# --- choosing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-DICE-06", "SB-DICE-10")
def test_v16_keeping_everything_rolls_nothing() -> None:
    on = pool("22").answer("=", "none")
    assert (dice(on), on.boat().total) == ("22", 4)
    assert on.question.key == "how_far"


@pytest.mark.rule("SB-DICE-17")
def test_v17_as_many_faces_are_entered_as_dice_were_rolled() -> None:
    on = pool("113").answer("=", "11")
    refused = on.refusal("2")
    assert (refused.reason, refused.args_for_text) == ("so_many_faces", {"number": 2})


@pytest.mark.rule("SB-DICE-06", "SB-DICE-07")
def test_v18_both_ones_are_rolled_again() -> None:
    on = pool("113").answer("=", "11", "2 3")
    assert (dice(on), on.boat().total) == ("233", 8)


@pytest.mark.rule("SB-DICE-09")
def test_v19_a_removed_die_cannot_be_rolled_again() -> None:
    assert pool("32").answer("-3").refusal("3").reason == "no_such_die"


@pytest.mark.rule("SB-DICE-05")
def test_only_a_face_of_the_pool_can_be_removed() -> None:
    assert pool("32").refusal("-1").reason == "no_such_die"


@pytest.mark.rule("SB-DICE-11")
def test_v20_a_boat_without_dice_has_none_to_remove() -> None:
    on = pool("")
    assert on.values == ["+", "="]
    assert on.refusal("-1").reason == "no_dice_yet"


@pytest.mark.rule("SB-DICE-12")
def test_v21_the_last_die_may_be_removed() -> None:
    on = pool("2").answer("-2")
    assert (on.boat().dice, on.boat().total) == ([], 0)


@pytest.mark.rule("SB-DICE-02", "SB-DICE-13")
def test_v22_a_boat_may_wait_at_the_start() -> None:
    on = pool("", stage="begin").answer("=")
    assert on.boat().total == 0


@pytest.mark.rule("SB-DICE-16", "SB-DICE-18")
@pytest.mark.parametrize(
    ("entered", "reason"),
    [
        ("11", ""),
        ("333", ""),
        ("1111", ""),
        ("2", "pool_by_one"),
        ("11111", "pool_by_one"),
        ("124", "faces_are_1_to_3"),
    ],
)
def test_v23_of_a_whole_pool_only_the_size_is_checked(entered: str, reason: str) -> None:
    on = pool("123", dice_entry="final")
    if reason:
        assert on.refusal(entered).reason == reason
    else:
        assert dice(on.answer(entered)) == entered


@pytest.mark.rule("SB-DICE-16")
def test_v171_a_whole_pool_is_asked_for_once() -> None:
    on = pool("23", dice_entry="final")
    assert on.question.key == "pool"
    assert {len(value) for value in on.values if value != "none"} == {1, 2, 3}
    assert on.answer("3").question.key == "how_far"


@pytest.mark.rule("SB-DICE-14")
def test_v24_there_is_no_upper_limit() -> None:
    on = pool("333333").answer("+", "none", "3")
    assert (len(on.boat().dice), on.boat().total) == (7, 21)


@pytest.mark.rule("SB-DICE-17", "SB-COMP-07")
def test_v25_a_face_is_1_2_or_3() -> None:
    assert pool("3").answer("+", "none").refusal("4").reason == "faces_are_1_to_3"


@pytest.mark.rule("SB-COMP-08")
def test_v166_the_nineteenth_die_is_mentioned_once() -> None:
    on = pool("333333", "333333", "333333").answer("+", "none", "1")
    assert on.heard.count("supply_empty") == 1
    on.answer("all")
    assert "supply_empty" not in on.answer("+", "none", "1").heard


@pytest.mark.rule("SB-COMP-08")
def test_the_eleventh_counter_is_mentioned_once() -> None:
    on = books(boat(dice="3"), boat(damage=3), boat(damage=3), boat(damage=3), boat(damage=1))
    on.answer("=", "none", "crash", 2, "none")
    assert on.heard.count("counters_empty") == 1


def test_every_choice_of_dice_is_offered_once_fewer_before_more() -> None:
    assert rerolls([2, 2, 3]) == ("", "2", "3", "22", "23", "223")


def test_pools_are_as_likely_as_their_throws() -> None:
    chances = {faces: likelihood(faces) for faces in pools(3)}
    assert sum(chances.values()) == 27
    assert (chances["111"], chances["112"], chances["123"]) == (1, 3, 6)


# --- who rolls ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-DICE-15", "SB-DICE-09", "SB-COMP-07")
def test_v155_the_box_rolls_every_face_as_often_and_only_after_the_choice() -> None:
    on = pool("123", dice_source="engine")
    asked = on.question
    assert asked.key == "change"
    on.answer("=", "123")
    question = on.question
    assert (question.seat, question.pile, [o.weight for o in question.options]) == (CHANCE, None, [1, 1, 1])
    faces = Counter(
        lots(5)(f"die {race} {seat} {turn} {k}")(3)
        for race in range(3)
        for seat in range(5)
        for turn in range(50)
        for k in range(4)
    )
    assert all(900 <= count <= 1100 for count in faces.values())


@pytest.mark.rule("SB-DICE-15")
def test_real_dice_are_thrown_by_hand_and_entered_all_at_once() -> None:
    on = pool("12").answer("+", "12")
    assert (on.question.seat, on.question.pile) == (CHANCE, "dice")
    assert sum(option.weight for option in on.question.options) == 27


@pytest.mark.rule("SB-FIX-02")
def test_v130_a_die_falls_the_same_whatever_was_taken_back() -> None:
    on = pool("11", dice_source="engine").answer("+", "none")
    first = on.question.lot
    on.match.undo(0)
    on.answer("+", "1")
    assert on.question.lot == first
    on.answer("2")
    assert on.question.lot != first


@pytest.mark.rule("SB-SETUP-07", "SB-SETUP-08", "SB-SETUP-06")
def test_v26_the_highest_die_starts_and_tied_ones_roll_again() -> None:
    match = new_match(3, level="books", colour_seats="free")
    for colour in ("red", "white", "black"):
        match.answer(match.open[0].seat, colour)
    for face in ("3", "3", "1", "1", "2"):
        match.answer(CHANCE, face)
    assert match.state.starter == 1
    assert match.state.scores == [0, 0, 0]
    tied = next(tell for tell in match.tells if tell.key == "start_tie")
    assert tied.args == {"seats": [0, 1], "face": 3}


@pytest.mark.rule("SB-SETUP-08")
@pytest.mark.parametrize(
    ("setting", "key", "who"), [("engine", "who_starts", CHANCE), ("choose", "who_starts", "table")]
)
def test_the_start_player_is_drawn_or_named(setting: str, key: str, who: str) -> None:
    head = header(2, level="books", first_start_player=setting)
    match = Match(Speedboats(head), head)
    for colour in ("red", "white"):
        match.answer(match.open[0].seat, colour)
    assert (match.open[0].key, match.open[0].seat) == (key, who)
    match.answer(who, "1")  # type: ignore[arg-type]
    assert match.state.starter == 1

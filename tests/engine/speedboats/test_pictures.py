"""What panels draw of a turn: the dice as they lie and as they would be, the three ways, damage and buoys."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import CHANCE, TABLE
from engine.pictures import Dice, Gauge, Way
from engine.record import Reseat, SeatInfo
from tests.engine.speedboats.kit import Scene, any_match, boat, books, new_match, scene


def lr(dice: str = "12", **more: Any) -> Scene:
    return scene(boat((-2, 16), "E", dice, **more), boat((9, 3), "W"))


def pictures(on: Scene) -> dict[Any, Dice | None]:
    return {option.value: option.dice for option in on.question.options}


# --- dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-DICE-03", "SB-DICE-05")
def test_a_change_shows_what_is_added_and_what_leaves() -> None:
    on = lr()
    assert on.question.dice == Dice((1, 2))
    assert pictures(on) == {
        "+": Dice((1, 2), (0,)),
        "=": Dice((1, 2)),
        "-1": Dice((2,), leave=(1,)),
        "-2": Dice((1,), leave=(2,)),
    }


@pytest.mark.rule("SB-DICE-06", "SB-DICE-09")
def test_a_reroll_shows_which_dice_are_taken_up() -> None:
    on = lr().answer("+")
    assert on.question.dice == Dice((1, 2), (0,))
    assert pictures(on)["1"] == Dice((2,), (1, 0))
    assert pictures(lr("123").answer("-3"))["12"] == Dice((), (1, 2))


@pytest.mark.rule("SB-DICE-07", "SB-DICE-17")
def test_a_throw_shows_what_was_kept_beside_every_throw() -> None:
    on = lr().answer("+", "1")
    assert (on.question.seat, on.question.to, on.question.pile) == (CHANCE, 0, "dice")
    assert on.question.dice == Dice((2,), (1, 0))
    assert pictures(on)["13"] == Dice((2, 1, 3))
    assert {option.value: option.weight for option in on.question.options}["13"] == 2


def test_virtual_dice_are_rolled_for_their_seat() -> None:
    asked = scene(boat((-2, 16), "E", "1"), boat((9, 3)), dice_source="engine").answer("+", "none").question
    assert (asked.key, asked.seat, asked.to) == ("die", CHANCE, 0)


@pytest.mark.rule("SB-DICE-18")
def test_a_whole_pool_is_entered_by_its_picture() -> None:
    on = books(boat(dice="12"), boat(), dice_entry="final")
    assert on.question.dice == Dice((1, 2))
    assert pictures(on)["133"] == Dice((1, 3, 3))


@pytest.mark.rule("SB-EXP-08")
def test_dice_count_twice_from_a_ramp() -> None:
    on = lr(doubled=True)
    assert on.question.dice == Dice((1, 2), times=2)
    assert Dice((1, 2), times=2).total == on.question.args["total"] == 6


@pytest.mark.rule("SB-SETUP-08")
def test_the_start_die_is_entered_by_its_face() -> None:
    match = new_match(2)
    while match.open[0].key != "start_die":
        match.answer(match.open[0].seat, match.open[0].options[0].value)
    asked = match.open[0]
    assert (asked.to, asked.dice) == (match.state.order[0], Dice(roll=(0,)))
    assert [option.dice for option in asked.options] == [Dice((face,)) for face in (1, 2, 3)]


@pytest.mark.rule("SB-DICE-11")
def test_no_dice_are_no_number() -> None:
    on = lr("")
    assert on.question.args["dice"] == "no_dice"
    assert on.question.dice == Dice()
    assert [option.key for option in on.question.options] == ["add", "stay"]
    assert on.answer("=").heard[-1] == "no_dice"


# --- ways -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-STEER-03", "SB-HEX-05")
def test_three_ways_lie_around_the_bow_with_their_clear_distance() -> None:
    on = scene(boat((-2, 16), "E", "22"), boat((9, 3)), stage="steer")
    assert on.question.ways == (Way(60, 4, "L"), Way(0, 9, "A"), Way(300, 5, "R"))
    assert on.question.dice == Dice((2, 2))


@pytest.mark.rule("SB-STEER-03", "SB-STEER-10")
def test_the_only_way_is_taken_by_a_confirm_and_the_others_by_nothing() -> None:
    on = scene(boat((-2, 16), "E", "223"), boat((9, 3)), stage="steer")
    assert on.question.kind == "confirm"
    assert on.question.ways == (Way(60, 4), Way(0, 9, value=True), Way(300, 5))


@pytest.mark.rule("SB-STEER-04", "SB-CRASH-03")
def test_a_way_that_crashes_says_what_it_costs() -> None:
    on = scene(boat((23, 0), "NE", "2"), boat((9, 3)), stage="steer")
    assert [way.harm for way in on.question.ways] == [1, 1, 1]
    only = scene(boat((-2, 16), "E", "3331"), boat((9, 3)), stage="steer")
    assert only.question.ways == (Way(60, 4), Way(0, 9, value=True, harm=1), Way(300, 5))


@pytest.mark.rule("SB-BOOK-04")
def test_where_nobody_knows_the_bow_ahead_is_up() -> None:
    on = books(boat(dice="23"), boat(), stage="steer", steer_entry="three").answer(2, 3, 3)
    assert on.question.ways == (Way(150, 2), Way(90, 3, "A", 2), Way(30, 3, "R", 2))


# --- damage and buoys -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-SINK-01", "SB-ROUND-03", "SB-FIX-03")
@pytest.mark.parametrize(("leg", "buoys"), [(0, 0), (1, 0), (2, 1), (4, 3)])
def test_a_seat_shows_its_damage_and_the_buoys_it_has_rounded(leg: int, buoys: int) -> None:
    on = lr(leg=leg, damage=2)
    assert on.match.rulebook.gauges(on.state, 0) == (Gauge("damage", 2, 4), Gauge("buoys", buoys, 3))


def test_a_finished_boat_has_rounded_all_and_a_wreck_is_full() -> None:
    on = scene(
        boat((-2, 16), "E", "1"),
        boat(status="finished", place=1, done=3, leg=5),
        boat(status="sunk", damage=6),
    )
    assert on.match.rulebook.gauges(on.state, 1)[1] == Gauge("buoys", 3, 3)
    assert on.match.rulebook.gauges(on.state, 2)[0] == Gauge("damage", 4, 4)


@pytest.mark.rule("SB-BOOK-07")
def test_buoys_that_nobody_enters_are_not_shown() -> None:
    on = books(boat(), boat(), books_buoys="off")
    assert on.match.rulebook.gauges(on.state, 0) == (Gauge("damage", 0, 4),)


def test_before_the_first_race_there_is_nothing_to_show() -> None:
    match = new_match(2)
    assert match.rulebook.gauges(match.state, 0) == ()


# --- whom it is about -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"level": "books"}, {"level": "books", "steer_entry": "three"}])
def test_every_question_of_a_turn_says_whose_boat_it_is_about(options: dict[str, Any]) -> None:
    asked: set[str] = set()

    def look(match: Any) -> None:
        turn = match.state.turn
        if turn is None:
            return
        for question in match.open:
            asked.add(question.key)
            about = question.seat if isinstance(question.seat, int) else question.to
            assert about == turn.seat, question.key

    any_match(new_match(3, races=1, **options), 4, look)
    assert {"change", "faces"} <= asked


def test_a_pilots_boat_that_the_table_moves_is_marked() -> None:
    on = lr("1")
    on.match.apply(Reseat(0, SeatInfo("Pilot", "weak", hand_known=True)))
    on.answer("=", "none", "L")
    assert (on.question.key, on.question.seat, on.question.to) == ("boat_moved", TABLE, 0)

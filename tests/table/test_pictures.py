"""Questions that are drawn: when dice, when ways, when a list, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import CHANCE, TABLE, Option, chance, choose, confirm
from engine.pictures import Dice, Gauge, Way
from table.pictures import ARROWS
from table.screen import Meter
from table.screens import with_notice, with_trouble
from table.station import Station
from table.texts import Texts
from tests.table.table_kit import SECOND, Asker, asking, done, press

if TYPE_CHECKING:
    from engine.ask import Ask

RULES = ("XX-1",)
LYING = Dice((1, 3))
WAYS = (Way(60, 4, "L"), Way(0, 9, "A", 1), Way(300, 2))


def at_table(question: Ask[Any], *seats: int) -> Station:
    """A station at a question of a game that keeps a gauge of every seat: its number."""

    class Gauged(Asker):
        def gauges(self, state: Any, seat: int) -> tuple[Gauge, ...]:
            del state
            return (Gauge("laps", seat, 3),)

    desk = asking(question, done())
    items = desk.match.rulebook.items  # type: ignore[attr-defined]
    desk.match.rulebook.__class__ = type("Gauging", (Gauged,), {"items": items})
    return Station(desk, Texts("en"), seats or (0, 1))


def throw(**more: Any) -> Ask[str]:
    """A choice of which one, the first answer with dice of its own."""
    asked = choose(0, "which", {"L": "L", "A": "A"}, rules=RULES, **more)
    options = (Option("L", dice=Dice((1,), (3,))), Option("A"))
    return msgspec.structs.replace(asked, options=options)


def test_dice_are_seen_before_anything_is_chosen() -> None:
    shown = at_table(throw(dice=LYING)).screen()
    assert (shown.dice, shown.cursor, shown.foot) == (LYING, None, ARROWS)
    assert shown.title == "which"


def test_a_chosen_answer_shows_the_dice_as_they_are_with_it() -> None:
    shown = press(at_table(throw(dice=LYING)), "next")
    assert (shown.dice, shown.cursor) == (Dice((1,), (3,)), 0)
    assert shown.foot == ""


def test_an_answer_without_dice_of_its_own_is_shown_in_the_list() -> None:
    shown = press(at_table(throw(dice=LYING)), "next", "next")
    assert (shown.dice, shown.meters, shown.cursor) == (None, (), 1)
    assert shown.choices == ("L", "A")


def test_a_question_without_dice_and_ways_is_a_list() -> None:
    shown = at_table(choose(0, "which", {"a": 1}, rules=RULES)).screen()
    assert (shown.dice, shown.compass, shown.meters) == (None, None, ())


def test_dice_and_ways_take_turns_until_something_is_chosen() -> None:
    at = at_table(throw(dice=LYING, ways=WAYS))
    seen = []
    for second in range(0, 12, 3):
        at.tick(second * SECOND)
        seen.append((at.screen().dice is None, at.screen().compass is None))
    assert seen == [(False, True), (True, False)] * 2
    shown = press(at, "next", now=at.now)
    assert shown.compass is not None
    assert (shown.compass.chosen, shown.compass.middle, shown.compass.ways) == ("L", "4", WAYS)


def test_ways_without_dice_are_seen_at_once_with_nothing_chosen_or_written_on_the_piece() -> None:
    compass = at_table(throw(ways=WAYS)).screen().compass
    assert compass is not None
    assert (compass.chosen, compass.middle) == (None, "")


def test_the_only_way_is_shown_as_chosen() -> None:
    ways = (Way(60, 4), Way(0, 9, value=True))
    shown = at_table(confirm(0, "only", rules=RULES, ways=ways)).screen()
    assert shown.compass is not None
    assert shown.compass.chosen is True
    assert shown.foot == "● OK"


def test_a_throw_shows_what_is_rolled_and_then_each_throw() -> None:
    asked = chance("roll", "throw", {"1": 1, "2": 1}, rules=RULES, pile="dice", to=1, dice=Dice((3,), (0,)))
    options = tuple(Option(face, dice=Dice((3, int(face)))) for face in "12")
    at = at_table(msgspec.structs.replace(asked, options=options))
    assert at.screen().dice == Dice((3,), (0,))
    assert at.screen().head == "Bea"
    assert press(at, "next", "next").dice == Dice((3, 2))


# --- the seat it is about -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "seat"),
    [
        (throw(dice=LYING), 0),
        (choose(1, "which", {"a": 1}, rules=RULES, dice=LYING), 1),
        (choose(TABLE, "which", {"a": 1}, rules=RULES, dice=LYING, to=1), 1),
        (chance("roll", "throw", {"1": 1}, rules=RULES, pile="dice", dice=LYING, to=1), 1),
    ],
)
def test_beside_a_picture_stands_what_is_kept_of_the_seat(question: Ask[Any], seat: int) -> None:
    shown = at_table(question).screen()
    assert shown.meters == (Meter("laps", seat, 3),)
    assert f"laps {seat}/3" in shown.words()


def test_a_question_about_nobody_has_no_meters() -> None:
    asked = chance("roll", "throw", {"1": 1}, rules=RULES, pile="dice", dice=LYING)
    assert asked.seat == CHANCE
    assert at_table(asked).screen().meters == ()


# --- who waits ------------------------------------------------------------------------------------------------------


def test_who_waits_sees_the_dice_and_the_course_by_turns() -> None:
    at = at_table(throw(dice=LYING, ways=WAYS), 1)
    assert at.screen().dice == LYING
    assert at.screen().meters == (Meter("laps", 0, 3),)
    assert at.screen().foot == ""
    at.tick(3 * SECOND)
    assert at.screen().dice is None
    assert at.screen().strip


def test_who_waits_does_not_see_the_dice_of_a_secret() -> None:
    assert at_table(throw(dice=LYING, secret=True), 1).screen().dice is None


def test_a_hidden_question_shows_no_picture() -> None:
    shown = at_table(throw(dice=LYING, ways=WAYS, secret=True)).screen()
    assert (shown.dice, shown.compass, shown.meters) == (None, None, ())


# --- refusals -------------------------------------------------------------------------------------------------------


def test_a_refusal_takes_the_place_of_a_picture() -> None:
    shown = with_notice(at_table(throw(dice=LYING)).screen(), "no")
    assert (shown.dice, shown.compass, shown.meters) == (None, None, ())
    assert shown.body == ("no",)


def test_trouble_leaves_a_picture_in_sight_once_something_is_chosen() -> None:
    at = at_table(throw(dice=LYING, ways=WAYS))
    assert with_trouble(at.screen(), "no reader").dice is None
    assert with_trouble(press(at, "next"), "no reader").compass is not None

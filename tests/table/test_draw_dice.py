"""Dice on a panel: large, all in sight with their total, and what lies there told from what is rolled or leaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pictures import Dice
from table.draw import draw
from table.draw_dice import SMALL, Box, boxes, draw_dice, faces, largest, total_of
from table.screen import Meter, Screen
from table.sheet import HEIGHT, WIDTH, Sheet
from tests.table.drawn import Pen, colliding, outside

METERS = (Meter("damage", 2, 4), Meter("buoys", 1, 3))
ROOM = Box(0, 27, 92, 49)


def screen(dice: Dice, **more: object) -> Screen:
    return Screen("Begoña", badge="practice", title="Add a die?", dice=dice, meters=METERS, **more)  # type: ignore[arg-type]


def dots(dice: Dice, top: int = 20, bottom: int = 42) -> int:
    """How many dots of a picture of dice are lit, the total apart."""
    sheet = Sheet()
    draw_dice(sheet, dice, top, bottom)
    return sheet.picture().crop((0, 0, 30, HEIGHT)).histogram()[-1]


@pytest.mark.parametrize("number", range(1, 7))
def test_up_to_six_dice_lie_side_by_side_and_are_20_dots_high_beside_meters(
    number: int, pen: Pen, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Box] = []

    def look(count: int, room: Box) -> list[Box]:
        drawn.extend(boxes(count, room))
        return boxes(count, room)

    monkeypatch.setattr("table.draw_dice.boxes", look)
    pen.draw(screen(Dice((3,) * number)))
    assert len(drawn) == number
    assert all(box.bottom - box.top >= 19 for box in drawn)
    assert len({box.top for box in drawn}) == 1
    digits = [one for one in pen.written if one.text == "3"]
    assert min(one.size for one in digits) >= 18


@given(st.integers(1, 40), st.integers(60, 127), st.integers(20, 40))
def test_dice_share_their_room_without_touching(number: int, right: int, tall: int) -> None:
    room = Box(0, 10, right, 10 + tall)
    found = boxes(number, room)
    assert found
    for index, one in enumerate(found):
        assert room.left <= one.left <= one.right <= room.right
        assert room.top <= one.top <= one.bottom <= room.bottom
        assert one.right - one.left + 1 >= SMALL
        for other in found[index + 1 :]:
            assert one.right < other.left or one.bottom < other.top


@pytest.mark.parametrize("number", range(1, 19))
def test_more_dice_than_there_is_room_for_are_left_out(number: int) -> None:
    assert len(boxes(number, ROOM)) == min(number, 14)


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    return Pen(monkeypatch)


@pytest.mark.parametrize("cursor", [None, 0])
@pytest.mark.parametrize(
    ("dice", "total"),
    [
        (Dice(), "0"),
        (Dice((3,)), "3"),
        (Dice((3, 2)), "5"),
        (Dice((3, 3, 3, 3)), "12"),
        (Dice((3,) * 6), "18"),
        (Dice((6,) * 6), "36"),
        (Dice((3,) * 18), "54"),
        (Dice((3, 2), times=2), "10"),
        (Dice(roll=(0,)), "?"),
        (Dice((1, 2), (3, 0), (2,)), "3+"),
        (Dice((3, 3, 3, 3, 3), (0,)), "15+"),
    ],
)
def test_the_total_is_always_in_sight_and_touches_no_die(
    dice: Dice, total: str, cursor: int | None, pen: Pen
) -> None:
    pen.draw(screen(dice, choices=("remove the 3",), cursor=cursor, foot="◀ ▶"))
    shown = [one for one in pen.written if one.text == total and one.size >= 18]
    assert shown
    assert max(one.core[2] for one in shown) <= WIDTH
    assert not outside(pen.written)
    assert not colliding(pen.written)
    assert not [one.text for one in pen.written if one.cut]


def test_the_total_counts_what_lies_and_says_that_more_will_be_rolled() -> None:
    assert total_of(Dice((1, 2), times=2)) == "6"
    assert total_of(Dice((1, 2), (0,))) == "3+"
    assert total_of(Dice((), (0, 2))) == "?"


def test_a_new_die_has_no_face_yet() -> None:
    assert faces(Dice((1,), (3, 0), (2,))) == [("1", "lies"), ("3", "rolls"), ("?", "rolls"), ("2", "leaves")]


def test_a_die_that_lies_there_is_solid_and_one_in_motion_is_an_outline() -> None:
    lies, rolls, leaves = dots(Dice((2,))), dots(Dice(roll=(2,))), dots(Dice(leave=(2,)))
    assert lies > 2 * rolls
    assert rolls != leaves
    assert 0 < dots(Dice()) < rolls


def test_no_dice_are_an_empty_place() -> None:
    assert draw(screen(Dice())).tobytes() != draw(screen(Dice((1,)))).tobytes()


@pytest.mark.parametrize(("wide", "tall", "size"), [(40, 40, 28), (40, 18, 24), (11, 40, 18), (1, 1, 10)])
def test_a_digit_is_as_large_as_its_room_allows(wide: int, tall: int, size: int) -> None:
    assert largest("3", wide, tall) == size


def test_without_anything_else_the_news_stand_below_the_dice(pen: Pen) -> None:
    pen.draw(Screen("Waiting for Ana", body=("Ana adds a die",), dice=Dice((1,))))
    assert "Ana adds a die" in pen.texts


def test_a_meter_with_many_steps_shows_its_numbers(pen: Pen) -> None:
    pen.draw(Screen("Ana", dice=Dice((1,)), meters=(Meter("laps", 3, 12),)))
    assert "laps 3/12" in pen.texts


def test_a_meter_is_filled_as_far_as_it_has_come() -> None:
    lit = [draw(Screen("", dice=Dice(), meters=(Meter("d", now, 4),))).histogram()[-1] for now in range(5)]
    assert lit == sorted(set(lit))

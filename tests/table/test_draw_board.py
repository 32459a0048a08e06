"""A panel's picture of a board that is no line: its own piece is always in sight, and nothing is outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from engine.ask import chance, confirm
from table.around import areas, ground, lanes
from table.draw import BOARD, LOW_BOARD, draw
from table.draw_board import TALL, draw_board, middle
from table.screen import Screen
from table.screens import with_notice
from table.sheet import HEIGHT, WIDTH
from tests.table.board_kit import at_board, lake, track
from tests.table.drawn import Pen, outside
from tests.table.table_kit import card, done

if TYPE_CHECKING:
    from engine.layout import Spot
    from table.screen import Board

LAKE = lake(30, 24)
TRACK = track(40)
COURSES = {"lake": LAKE, "track": TRACK, "small lake": lake(6, 3), "small track": track(6, beside=0)}
RULES = ("XX-1",)


def board_of(course: tuple[Spot, ...], place: str, *others: str) -> Board:
    pieces = {"red": place, "blue": others[0] if others else "box"}
    pieces |= {f"more-{n}": at for n, at in enumerate(others[1:])}
    board = at_board(course, pieces).screen().board
    assert board is not None
    return board


def drawn(board: Board, high: int, *, margin: int = 0) -> Image.Image:
    """Draw a board; with a margin, on paper that goes on below and beside the panel."""
    paper = Image.new("1", (WIDTH + margin, HEIGHT + margin))
    draw_board(ImageDraw.Draw(paper), board, HEIGHT - high)
    return paper


def without_own(board: Board) -> Board:
    spaces = tuple(msgspec.structs.replace(one, own=False, pieces=0) for one in board.spaces)
    return msgspec.structs.replace(board, spaces=spaces)


@given(st.sampled_from(sorted(COURSES)), st.integers(LOW_BOARD, BOARD), st.data())
def test_the_own_piece_is_in_sight_and_nothing_is_outside_wherever_it_stands(
    name: str, high: int, data: st.DataObject
) -> None:
    course = COURSES[name]
    spot = data.draw(st.sampled_from(course))
    board = board_of(course, spot.place)
    assert [one.own for one in board.spaces].count(True) == 1
    picture = drawn(board, high, margin=20)
    changed = ImageChops.logical_xor(picture, drawn(without_own(board), high, margin=20)).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert (right - left) * (bottom - top) >= 9
    left, top, right, bottom = picture.getbbox() or (0, 0, 0, 0)
    assert top >= HEIGHT - high
    assert right <= WIDTH
    assert bottom <= HEIGHT


@given(st.floats(-40, 0), st.floats(0, 40), st.integers(15, 128), st.integers(5, 8))
def test_the_middle_is_on_the_picture_with_room_for_a_ring(
    low: float, high: float, size: int, pitch: int
) -> None:
    assert 3 <= middle(low, high, size, pitch) <= size - 4


@pytest.mark.parametrize("high", [LOW_BOARD, TALL, BOARD])
@pytest.mark.parametrize(("course", "own", "other"), [(LAKE, "12,12", "14,12"), (TRACK, "12b", "14b")])
def test_own_other_and_empty_places_look_different(
    course: tuple[Spot, ...], own: str, other: str, high: int
) -> None:
    empty = drawn(without_own(board_of(course, own)), high)
    one = ImageChops.logical_xor(drawn(board_of(course, own), high), empty)
    both = ImageChops.logical_xor(drawn(board_of(course, own, other), high), empty)
    second = ImageChops.logical_xor(both, one)
    assert 4 <= sum(map(bool, second.getdata())) < sum(map(bool, one.getdata()))


def test_a_piece_out_of_sight_changes_no_dot() -> None:
    near, far = board_of(LAKE, "2,2", "4,2"), board_of(LAKE, "2,2", "4,2", "29,23")
    assert drawn(near, BOARD).tobytes() == drawn(far, BOARD).tobytes()


def test_what_is_printed_only_once_is_a_diamond_and_its_marker_no_piece() -> None:
    (special,) = (one for one in board_of(LAKE, "12,12", "box", "15,12").spaces if one.special)
    assert special.pieces == 0


def test_a_played_piece_on_such_a_place_is_a_piece() -> None:
    (special,) = (one for one in board_of(LAKE, "12,12", "15,12").spaces if one.special)
    assert special.pieces == 1


# --- whose piece it is ---------------------------------------------------------------------------------------------


def own_place(board: Board | None, course: tuple[Spot, ...], center: str) -> set[str]:
    """Where the marked piece stands, by the place at the middle of the picture."""
    assert board is not None
    left, top, right, bottom = areas(course)[center]
    x, y = (left + right) / 2, (top + bottom) / 2
    own = [one.area for one in board.spaces if one.own]
    return {
        place
        for place, area in areas(course).items()
        for one in own
        if all(abs(a - b - c) < 1e-6 for a, b, c in zip(area, one, (x, y, x, y), strict=True))
    }


def test_the_piece_of_the_seat_that_is_asked_is_marked() -> None:
    board = at_board(LAKE, {"red": "9,9", "blue": "3,3"}, question=done(1), seat=1).screen().board
    assert own_place(board, LAKE, "3,3") == {"3,3"}


def test_a_piece_that_the_question_names_comes_before_that_of_its_seat() -> None:
    asked = confirm(0, "move_it", rules=RULES, args={"car": "blue", "number": 3})
    board = at_board(TRACK, {"red": "9a", "blue": "3b"}, question=asked).screen().board
    assert own_place(board, TRACK, "3b") == {"3b"}


def test_who_waits_sees_the_board_around_the_one_who_is_asked() -> None:
    board = at_board(LAKE, {"red": "9,9", "blue": "3,3"}, seat=1).screen().board
    assert own_place(board, LAKE, "9,9") == {"9,9"}


def test_chance_is_about_the_piece_of_the_seat_it_is_for() -> None:
    asked = chance("roll", "the_dice", {"1": 1}, rules=RULES, to=1)
    board = at_board(LAKE, {"red": "9,9", "blue": "3,3"}, question=asked).screen().board
    assert own_place(board, LAKE, "3,3") == {"3,3"}


def test_who_waits_for_a_secret_answer_does_not_see_what_it_is_about() -> None:
    asked = confirm(0, "move_it", rules=RULES, args={"car": "blue"}, secret=True)
    board = at_board(TRACK, {"red": "9a", "blue": "3b"}, question=asked, seat=1).screen().board
    assert board is not None
    assert not any(one.own for one in board.spaces)


def test_a_piece_that_is_off_the_board_is_not_marked() -> None:
    board = board_of(LAKE, "box", "3,3")
    assert not any(one.own for one in board.spaces)
    assert sum(one.pieces for one in board.spaces) == 1


def test_a_board_without_pieces_is_shown_from_its_beginning() -> None:
    assert drawn(board_of(TRACK, "box"), LOW_BOARD).getbbox() is not None


# --- on the screen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(COURSES))
def test_a_board_takes_the_place_of_the_strip(name: str) -> None:
    screen = at_board(COURSES[name], {"red": COURSES[name][0].place}).screen()
    assert screen.board is not None
    assert screen.strip == ()


def test_a_refusal_takes_the_place_of_the_board() -> None:
    screen = at_board(LAKE, {"red": "9,9"}, question=card()).screen()
    assert with_notice(screen, "no").board is None


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("", ()),
        ("", ("Jumpy gay",)),
        ("", ("Jumpy gay", "Two quay")),
        ("Go", ()),
        ("Go", ("Jumpy gay",)),
        ("A question that is long enough for two lines", ()),
    ],
)
@pytest.mark.parametrize("foot", ["", "● OK"])
def test_words_and_board_do_not_touch(
    title: str, body: tuple[str, ...], foot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_of(LAKE, "12,12", "14,12")
    pen = Pen(monkeypatch)
    words = Screen("Ana", title=title, body=body, foot=foot)
    plain = msgspec.structs.replace(words, board=msgspec.structs.replace(board, spaces=()))
    with_board = pen.draw(msgspec.structs.replace(words, board=board))
    assert not outside(pen.written)
    added = ImageChops.logical_xor(with_board, draw(plain)).getbbox()
    assert added is not None
    assert HEIGHT - added[1] >= LOW_BOARD - 4
    lowest = max(one.core[3] for one in pen.written)
    assert added[1] >= lowest


# --- places --------------------------------------------------------------------------------------------------------


def test_places_beside_the_lanes_follow_after_a_gap() -> None:
    found = {spot.place: area for spot, area in lanes(track(6, beside=4))}
    assert found["6b"] == (6, 6, 1, 3)
    assert [found[f"finish-{n}"] for n in range(1, 5)] == [
        (8, 8, 0, 3),
        (8, 8, 1, 3),
        (8, 8, 2, 3),
        (9, 9, 0, 3),
    ]


def test_the_mark_of_most_places_is_the_ground() -> None:
    assert ground(LAKE) == "water"
    assert ground(TRACK) == ""


def test_an_area_is_as_wide_as_its_columns_and_as_high_as_its_lane() -> None:
    found: dict[str, Any] = areas(track(6))
    assert found["4a"] == (4, 0, 6, 1 / 3)
    assert areas(lake(3, 2))["1,1"] == pytest.approx((1, 0.366, 2, 1.366))

"""Where the answers of a question lead, drawn on the board: their ends, and the way to the one that is chosen."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from engine.ask import Ask, IllegalAnswer, Option
from table.draw import draw
from table.draw_board import draw_board
from table.sheet import HEIGHT, WIDTH
from tests.table.board_kit import at_board, track
from tests.table.table_kit import press

if TYPE_CHECKING:
    from table.screen import Board, Screen
    from table.station import Station

TRACK = track(40)
ROUTES = (("6b", "7b", "8b"), ("6b", "7c", "8c"), ("6a",))
"""Two that share their beginning, and one that is stuck."""


def where_to(*routes: tuple[str, ...]) -> Ask[str]:
    def read(value: object) -> str:
        raise IllegalAnswer("not_an_option", given=str(value))

    options = [Option(route[-1], route=route) for route in routes]
    return Ask(0, "where_to", "choose", read, ("XX-1",), (*options, Option("somebody else")))


def asked(*routes: tuple[str, ...], at: str = "5b") -> Station:
    return at_board(TRACK, {"red": at, "blue": "9b"}, question=where_to(*routes))


def signs(screen: Screen) -> dict[str, int]:
    assert screen.board is not None
    found = [space.route for space in screen.board.spaces if space.route]
    return {sign: found.count(sign) for sign in dict.fromkeys(found)}


def test_before_anything_is_chosen_all_ends_are_marked() -> None:
    screen = asked(*ROUTES).screen()
    assert signs(screen) == {"end": 3}
    assert (screen.title, screen.choices) == ("where_to", ("8b", "8c", "6a", "somebody else"))


@pytest.mark.parametrize(("presses", "passes"), [(1, 2), (2, 2), (3, 0)])
def test_the_way_to_the_chosen_end_is_marked(presses: int, passes: int) -> None:
    at = asked(*ROUTES)
    for _ in range(presses):
        press(at, "next")
    assert signs(at.screen()) == {"end": 2, "goal": 1} | ({"pass": passes} if passes else {})


def test_an_answer_that_leads_nowhere_marks_nothing_more() -> None:
    at = asked(*ROUTES)
    before = at.screen()
    chosen = press(at, "previous")
    assert (chosen.cursor, chosen.board) == (3, before.board)


def test_a_question_without_routes_keeps_its_list() -> None:
    at = at_board(TRACK, {"red": "5b"}, question=msgspec.structs.replace(where_to(), key="who"))
    assert at.screen().board is None
    assert at.screen().choices == ("somebody else",)


def picture(board: Board, high: int = 22) -> Image.Image:
    paper = Image.new("1", (WIDTH, HEIGHT))
    draw_board(ImageDraw.Draw(paper), board, HEIGHT - high)
    return paper


def changed(board: Board, **changes: str) -> bool:
    """Whether a place that has one sign looks otherwise with another."""
    (old, new), *_ = changes.items()
    spaces = tuple(
        msgspec.structs.replace(space, route=new) if space.route == old else space for space in board.spaces
    )
    other = msgspec.structs.replace(board, spaces=spaces)
    return ImageChops.logical_xor(picture(board), picture(other)).getbbox() is not None


def test_every_sign_looks_different() -> None:
    board = press(asked(*ROUTES), "next").board
    assert board is not None
    for old, new in pairwise(("goal", "end", "pass", "", "goal")):
        if old:
            assert changed(board, **{old: new})


def test_the_own_piece_does_not_look_like_the_end() -> None:
    shown = press(asked(("6b", "7b")), "next").board
    assert shown is not None
    swapped = {True: "goal", False: ""}
    spaces = tuple(
        msgspec.structs.replace(space, own=space.route == "goal", route=swapped[space.own], pieces=0)
        if space.own or space.route == "goal"
        else space
        for space in shown.spaces
    )
    assert picture(shown).tobytes() != picture(msgspec.structs.replace(shown, spaces=spaces)).tobytes()


@given(st.integers(1, 30), st.integers(1, 12), st.sampled_from("bc"))
def test_every_end_is_in_sight_wherever_the_piece_stands(column: int, far: int, lane: str) -> None:
    far = min(far, 40 - column)
    board = asked((f"{column + far}{lane}",), at=f"{column}b").screen().board
    if not far:
        return
    assert board is not None
    assert changed(board, end="")
    own = tuple(msgspec.structs.replace(space, own=False) for space in board.spaces)
    without = msgspec.structs.replace(board, spaces=own)
    assert ImageChops.logical_xor(picture(board), picture(without)).getbbox() is not None


def test_the_finishing_places_beside_the_track_can_be_an_end() -> None:
    board = press(asked(("39b", "40b", "finish-1"), at="38b"), "next").board
    assert board is not None
    assert changed(board, goal="end")


def bright(picture: Image.Image) -> int:
    """How many dots are bright."""
    return picture.convert("L").histogram()[255]


def test_the_chosen_answer_is_drawn_above_the_board_and_the_keys_before_that() -> None:
    at = asked(*ROUTES)
    before, after = draw(at.screen()), draw(press(at, "next"))
    rows = (0, 28, WIDTH, 40)
    assert before.crop(rows).getextrema() == after.crop(rows).getextrema() == (0, 255)
    assert bright(after.crop(rows)) > bright(before.crop(rows))

"""What a browser is told of a board that is no line: the board once, at its own address, and the pieces each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ask import chance
from engine.layout import Spot
from table.web.board import BoardTeller, Stand, labels, stem
from table.web.looks import Looks
from table.web.pages import BenchPages
from tests.table.board_kit import at_board, lake, track
from tests.table.web.bench_kit import CardWalk, Moved, opened
from tests.table.web.browser_kit import Browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table.station import Station

LAKE = lake(30, 20)
PIECES = {"red": "4,4", "blue": "6,4", "buoy-1": "15,10", "green": "box"}


def stand(teller: BoardTeller, station: Station) -> Stand | None:
    looks = Looks(station.desk.match, station.texts)
    asked = frozenset(question.pile for question in station.desk.match.open if question.pile)
    return teller.stand(station, station.desk.layout(), looks, asked)


def told(station: Station) -> tuple[BoardTeller, Stand]:
    teller = BoardTeller()
    found = stand(teller, station)
    assert found is not None
    assert teller.board is not None
    return teller, found


def test_every_place_is_told_once_with_its_spot_and_mark() -> None:
    teller, _ = told(at_board(LAKE, PIECES))
    board = teller.board
    assert board is not None
    assert board.plane
    assert [(one.id, *one.area) for one in board.places] == [(one.place, one.x, one.y) for one in LAKE]
    assert [board.marks[one.mark].id for one in board.places] == [one.mark for one in LAKE]


def test_lanes_are_told_with_the_places_beside_them() -> None:
    teller, _ = told(at_board(track(6), {"red": "1a"}))
    board = teller.board
    assert board is not None
    assert not board.plane
    assert board.places[-2].area == (8, 8, 0, 3)


def test_pieces_are_told_with_place_and_seat_and_those_off_the_board_or_printed_there_are_not() -> None:
    _, now = told(at_board(LAKE, PIECES))
    assert [(one.id, one.place, one.seat, one.label) for one in now.tokens] == [
        ("red", "4,4", 0, "R"),
        ("blue", "6,4", 1, "B"),
    ]


def test_the_same_board_keeps_its_version_and_is_not_made_again() -> None:
    teller, before = told(at_board(LAKE, PIECES))
    board = teller.board
    after = stand(teller, at_board(lake(30, 20), {**PIECES, "red": "5,5"}))
    assert after is not None
    assert (after.version, teller.board is board) == (before.version, True)
    assert after.tokens != before.tokens


def test_another_board_has_another_version() -> None:
    teller, before = told(at_board(LAKE, PIECES))
    after = stand(teller, at_board(LAKE[1:], PIECES))
    assert after is not None
    assert after.version != before.version


def test_a_course_that_is_a_line_has_no_board() -> None:
    teller, _ = told(at_board(LAKE, PIECES))
    assert stand(teller, at_board((Spot("one"), Spot("two")), {"red": "one"})) is None
    assert teller.board is None


def test_what_lies_face_down_on_the_board_can_be_asked_for() -> None:
    asked = chance("draw", "turn_up", {"R": 1}, rules=("XX-1",), named=str, pile="4,4")
    counts = {"4,4": {"trap": 2}, "5,5": {"trap": 1}, "6,6": {"trap": 0}, "deck": {"trap": 3}}
    _, now = told(at_board(LAKE, PIECES, question=asked, counts=counts))
    assert [(one.place, one.count, one.answers) for one in now.lying] == [("4,4", 2, True), ("5,5", 1, False)]


@pytest.mark.parametrize(("mark", "without"), [("buoy_2", "buoy"), ("S12", "S"), ("reef", "reef"), ("", "")])
def test_marks_that_differ_in_a_number_are_of_one_group(mark: str, without: str) -> None:
    assert stem(mark) == without


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["black", "blue", "green"], ["Bla", "Blu", "G"]),
        (["a", "ab"], ["A", "Ab"]),
        (["only"], ["O"]),
    ],
)
def test_labels_are_as_short_as_they_differ(names: list[str], short: list[str]) -> None:
    assert list(labels({name: name for name in names}).values()) == short


@given(st.sets(st.text("abc", min_size=1, max_size=4), max_size=8))
def test_no_two_labels_are_alike(names: set[str]) -> None:
    found = list(labels({name: name for name in names}).values())
    assert len(set(found)) == len(names)


# --- on the page ---------------------------------------------------------------------------------------------------


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Moved]:
    """A bench at the small game, whose eight steps lie in a lake of many more."""
    original = CardWalk.layout

    def layout(self: CardWalk, state: Any) -> Any:
        steps = original(self, state)
        spots = [msgspec.structs.replace(spot, x=float(n), y=-1.0) for n, spot in enumerate(steps.course)]
        return msgspec.structs.replace(steps, course=(*spots, *LAKE))

    monkeypatch.setattr(CardWalk, "layout", layout)
    with opened() as one:
        yield one


def test_a_snapshot_holds_pieces_and_a_version_but_not_the_places(bench: Moved) -> None:
    page = Browser(BenchPages(bench).app())
    snapshot, course = page.get("/snapshot").json(), page.get("/course").json()
    assert snapshot["course"] == []
    assert snapshot["board"]["version"] == course["version"]
    assert [one["place"] for one in snapshot["board"]["tokens"]] == ["step-0", "step-0"]
    assert len(course["places"]) == len(LAKE) + 8
    assert "29,19" not in page.get("/snapshot").text


def test_the_course_of_a_line_is_nothing() -> None:
    with opened() as one:
        page = Browser(BenchPages(one).app())
        assert page.get("/course").json() is None
        assert page.get("/snapshot").json()["board"] is None
        assert page.get("/snapshot").json()["course"]


def test_every_class_of_the_board_s_picture_has_its_looks(bench: Moved) -> None:
    page = Browser(BenchPages(bench).app())
    script, looks = page.get("/board.js").text, page.get("/bench.css").text
    assert script.startswith("//")
    assert [
        name
        for name in ("spot", "token", "ring", "body", "lying", "swatch", "corner")
        if f".{name}" not in looks
    ] == []
    assert [n for n in range(1, 10) if f".group-{n}" not in looks] == []

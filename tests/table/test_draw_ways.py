"""The ways a piece may go, on a panel: every distance is in sight, the chosen arrow is solid, a closed way is a bar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from engine.pictures import Way
from table.draw import draw
from table.draw_ways import MIDDLE, PIECE, SIDE, arrow, draw_ways
from table.screen import Compass, Meter, Screen
from table.sheet import Sheet
from tests.table.drawn import Pen, colliding, outside

METERS = (Meter("damage", 2, 4), Meter("buoys", 1, 3))
BAR = 15
FAR = st.tuples(*[st.integers(0, 25)] * 3)
NEAR = st.tuples(*[st.integers(0, 9)] * 3)
CLOSED = st.sampled_from(["", "L", "LA", "AR"])
BOWS = st.sampled_from(range(0, 360, 60))


def three(bow: int, clear: tuple[int, ...] = (12, 3, 25), closed: str = "", harm: int = 0) -> tuple[Way, ...]:
    return tuple(
        Way((bow + turn) % 360, far, None if value in closed else value, 0 if value in closed else harm)
        for turn, far, value in zip((60, 0, -60), clear, "LAR", strict=True)
    )


def picture(*ways: Way, chosen: str | None = None) -> Sheet:
    sheet = Sheet()
    draw_ways(sheet, Compass(ways, chosen, "12"))
    return sheet


def lit(sheet: Sheet) -> int:
    return sheet.picture().histogram()[-1]


def in_sight(*ways: Way, chosen: str | None) -> bool:
    """Whether everything is beside the words and below the bar."""
    found = picture(*ways, chosen=chosen).picture().getbbox()
    return found is not None and found[1] >= BAR and found[2] <= SIDE


@given(BOWS, FAR, CLOSED)
def test_all_three_ways_stay_beside_the_words_and_below_the_bar(
    bow: int, clear: tuple[int, ...], closed: str
) -> None:
    assert in_sight(*three(bow, clear, closed), chosen="R")


@given(BOWS, NEAR)
def test_ways_that_do_harm_stay_there_as_well(bow: int, clear: tuple[int, ...]) -> None:
    assert in_sight(*three(bow, clear, harm=1), chosen="L")


@given(NEAR, CLOSED)
def test_ways_from_the_players_own_side_stay_there_as_well(clear: tuple[int, ...], closed: str) -> None:
    assert in_sight(*three(90, clear, closed), chosen="A")


@given(st.sampled_from(range(0, 360, 30)), FAR, st.integers(0, 1))
def test_no_distance_lies_on_another_or_on_the_piece(bow: int, clear: tuple[int, ...], harm: int) -> None:
    areas = [arrow(way).box for way in three(bow, clear, harm=harm)]
    for index, one in enumerate(areas):
        assert max(one.left, one.top, -one.right, -one.bottom) > PIECE // 2
        for other in areas[index + 1 :]:
            beside = one.right < other.left or other.right < one.left
            assert beside or one.bottom < other.top or other.bottom < one.top


def test_six_ways_are_all_in_sight() -> None:
    found = picture(*(Way(angle, 9, angle) for angle in range(0, 360, 60))).picture().getbbox()
    assert found is not None
    assert (found[0] >= 0, found[2] <= SIDE) == (True, True)


def test_the_chosen_way_is_solid_and_its_distance_inverted() -> None:
    none, left, ahead = (picture(*three(0), chosen=chosen) for chosen in (None, "L", "A"))
    assert lit(left) > lit(none) + 20
    assert lit(ahead) > lit(none) + 20
    changed = ImageChops.logical_xor(left.picture(), none.picture()).getbbox()
    assert changed is not None
    assert changed[3] <= MIDDLE  # to the left of east is up


def test_a_way_that_may_not_be_taken_is_never_solid() -> None:
    closed = three(0, closed="LR")
    assert lit(picture(*closed)) < lit(picture(*three(0)))
    assert lit(picture(*closed, chosen=None)) == lit(picture(*closed, chosen="L"))


def test_a_way_that_does_harm_ends_at_a_wall() -> None:
    harmless, harmful = (picture(Way(0, 4, "A", harm), Way(180, 4, "B", harm)) for harm in (0, 2))
    assert lit(harmful) > lit(harmless) + 10


@pytest.mark.parametrize("bow", range(0, 360, 60))
@pytest.mark.parametrize(
    ("title", "choices", "cursor"),
    [
        ("Which way?", ("a", "b"), None),
        ("¿Por dónde?", ("daño 3: NE Amarillo",), 0),
        ("Only SW Purple", (), None),
    ],
)
def test_words_meters_and_ways_do_not_touch(
    bow: int, title: str, choices: tuple[str, ...], cursor: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pen = Pen(monkeypatch)
    compass = Compass(three(bow), "L", "12")
    screen = Screen(
        "Begoña",
        "practice",
        title,
        compass=compass,
        meters=METERS,
        choices=choices,
        cursor=cursor,
        foot="● OK",
    )
    pen.draw(screen)
    assert not outside(pen.written)
    assert not colliding(pen.written)
    assert not [one.text for one in pen.written if one.cut]
    words = [one for one in pen.written if one.text in f"{title} {' '.join(choices)}" and one.x >= SIDE]
    assert words


def test_what_the_keys_do_is_left_out_where_the_words_need_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    pen = Pen(monkeypatch)
    compass = Compass(three(0))
    pen.draw(Screen("Ana", title="Short", compass=compass, meters=METERS, foot="◀ ▶"))
    assert "◀ ▶" in pen.texts
    pen.draw(Screen("Ana", title="Not so short", compass=compass, meters=METERS, foot="◀ ▶"))
    assert "◀ ▶" not in pen.texts


def test_another_chosen_way_is_another_picture() -> None:
    pictures = {
        draw(Screen("Ana", compass=Compass(three(60), chosen))).tobytes() for chosen in (None, "L", "A", "R")
    }
    assert len(pictures) == 4

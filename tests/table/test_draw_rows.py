"""Rows of text on a panel never touch: no accent lies in the tail above it, and the bar has all of its letters."""

from __future__ import annotations

import pytest

from engine.pictures import Dice
from table.draw import draw
from table.draw_list import DENSE, LOOSE, fitting
from table.screen import Cell, Screen
from table.sheet import BAR, HEIGHT, ink_rows
from tests.table.drawn import Pen, Written, dots, overlapping

WORDS = ("ÁÉÑ", "gpqyj", "ÁÉÑgpqyj", "ñé áü", "Which game?", "Line 1: who will win?", "plain", "Çç [|](")
STRIP_OF = tuple(Cell("desert", ("A", "B"), n % 2) for n in range(9))


def screens(text: str) -> dict[str, Screen]:
    """Every kind of screen, with the same text in all of its rows."""
    two = f"{text} {text} {text} {text} {text} {text} {text}"
    return {
        "menu": Screen(text, badge=text, choices=(text,) * 9, cursor=4),
        "list": Screen(text, title=text, choices=(text,) * 9, cursor=4),
        "list of two": Screen(text, title=text, choices=(text,) * 2, cursor=1),
        "long list": Screen(text, title=two, choices=(text,) * 9, cursor=0),
        "nothing chosen": Screen(text, title=text, choices=(text,) * 3),
        "question": Screen(text, badge=text, title=text, body=(text,), foot=text),
        "question and two lines": Screen(text, title=text, body=(text, text), foot=text),
        "long question": Screen(text, title=two, body=(text,), foot=text),
        "question alone": Screen(text, title=text, foot=text),
        "question and course": Screen(text, title=text, body=(text,), strip=STRIP_OF),
        "question, course, keys": Screen(text, title=text, strip=STRIP_OF, foot=text),
        "refusal": Screen(text, title=text, body=(two,), alarm=True),
        "result": Screen(text, badge=text, title=text, body=(text, text)),
        "lines to read": Screen(text, body=(text, text, text), scroll=(0, 9)),
        "dice": Screen(text, badge=text, title=text, dice=Dice((1, 2)), foot=text),
        "signs": Screen(text, title=two, choices=tuple("gÑÁypqÉjg"), cursor=1, across=True),
    }


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    return Pen(monkeypatch)


every_screen = pytest.mark.parametrize("kind", screens("").keys())


@pytest.mark.parametrize("text", WORDS)
@every_screen
def test_no_dots_of_two_rows_share_a_row_and_none_are_outside_of_the_bar(
    kind: str, text: str, pen: Pen
) -> None:
    pen.draw(screens(text)[kind])
    boxes = [box for one in pen.written if (box := one.box)]
    assert not overlapping(pen.written)
    assert all(box[1] >= 0 and (box[3] < BAR or box[1] >= BAR) and box[3] <= HEIGHT for box in boxes)


def test_this_check_sees_an_accent_in_a_tail_and_lets_neighbours_be() -> None:
    above, below = Written(1, 15, "gpq", 12, bold=False), Written(1, 27, "ÁÉ", 12, bold=False)
    assert overlapping([above, below]) == [(above, below)]
    assert not overlapping([above, below._replace(x=60)])
    assert not overlapping([above, below._replace(y=30)])


def test_rows_are_close_together_unless_an_accent_needs_more_room() -> None:
    plain, accents = ("Which game?", "Los Gruñones"), ("gpqyj", "Ángel")
    assert fitting(["Who?"], plain * 3, 0) == (DENSE, 0, ["Which game?", "Los Gruñones", "Which game?"])
    assert fitting(["Who?"], accents * 3, 0) == (LOOSE, 0, ["gpqyj", "Ángel"])


@pytest.mark.parametrize("cursor", [None, 0, 3, 8])
def test_what_is_chosen_is_in_sight_on_either_grid(cursor: int | None) -> None:
    for text in ("plain", "Ágy"):
        choices = [f"{text} {number}" for number in range(9)]
        _, first, options = fitting(["a", "b"], choices, cursor)
        assert choices[cursor or 0] in options
        assert options[0] == choices[first]


@pytest.mark.parametrize("text", WORDS)
@pytest.mark.parametrize("title", ["", "gpqyj ÁÉÑ", "Which game?"])
def test_the_area_around_what_is_chosen_reaches_into_no_other_row(title: str, text: str, pen: Pen) -> None:
    choices = [f"{n} {text}" for n in range(5)]
    for cursor in range(len(choices)):
        pen.draw(Screen("x", title=title, choices=tuple(choices), cursor=cursor))
        inverted = {y for y in range(BAR, HEIGHT) if pen.paper.getpixel((0, y))}
        for one in pen.written[1:]:
            rows = set(range(*one.box[1::2])) if one.box else set()
            if one.text.startswith(("▶", f"{cursor} ")):
                assert rows <= inverted
            else:
                assert not rows & inverted


def test_a_row_below_the_chosen_one_keeps_its_letters_white() -> None:
    chosen, other = (
        draw(Screen("x", title="a", choices=("gpqyj", "dbl", "gpqyj"), cursor=cursor)) for cursor in (0, 2)
    )
    second = (9, DENSE.top + 2 * DENSE.pitch + 3, 120, DENSE.top + 2 * DENSE.pitch + 12)
    assert chosen.crop(second).tobytes() == other.crop(second).tobytes()


@pytest.mark.parametrize(
    ("text", "size", "bold"), [("Ágy", 12, False), ("Ñandú", 11, True), ("xz", 18, True)]
)
def test_the_rows_of_a_text_are_those_of_its_dots(text: str, size: int, bold: bool) -> None:  # noqa: FBT001 - a table
    box = dots(text, size, bold=bold)
    assert box is not None
    assert ink_rows(text, size, bold=bold) == (box[1], box[3])


def test_a_text_without_dots_has_no_rows() -> None:
    assert ink_rows("  ") == (0, 0)


def test_a_name_whose_capital_has_an_accent_is_a_little_smaller_in_the_bar(pen: Pen) -> None:
    pen.draw(Screen("Begoña"))
    assert pen.written[0].size == 12
    pen.draw(Screen("Ángel"))
    assert pen.written[0].size == 11

"""A panel in the terminal: what is drawn always fits, and is the picture wherever there is room for one."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from table.terminal import braille, drawn, half_blocks, over_the_last

WORDS = ("Ana", "How far do you want to walk? Ana's walker stands on step 2 of the lane", "◀ ▶ choose, ● OK")


def picture(*lit: tuple[int, int], size: tuple[int, int] = (128, 64)) -> Image.Image:
    made = Image.new("1", size)
    for dot in lit:
        made.putpixel(dot, 1)
    return made


def test_two_dots_above_each_other_are_one_character() -> None:
    assert half_blocks(picture((0, 0), (1, 1), (2, 2), (2, 3), size=(4, 4))) == ["▀▄  ", "  █ "]


@pytest.mark.parametrize(
    ("dot", "character"),
    [((0, 0), "⠁"), ((0, 1), "⠂"), ((0, 2), "⠄"), ((0, 3), "⡀"), ((1, 0), "⠈"), ((1, 3), "⢀")],
)
def test_eight_dots_are_one_braille_character(dot: tuple[int, int], character: str) -> None:
    assert braille(picture(dot, size=(4, 4))) == [character + "⠀"]


@pytest.mark.parametrize(
    ("columns", "lines", "width", "height"),
    [
        (200, 60, 130, 34),
        (130, 35, 130, 34),
        (129, 60, 66, 18),
        (130, 34, 66, 18),
        (80, 24, 66, 18),
        (66, 19, 66, 18),
    ],
)
def test_the_picture_is_as_large_as_there_is_room_for(
    columns: int, lines: int, width: int, height: int
) -> None:
    shown = drawn(picture((5, 5)), WORDS, os.terminal_size((columns, lines)))
    assert {len(line) for line in shown} == {width}
    assert len(shown) == height


@pytest.mark.parametrize(("columns", "lines"), [(65, 24), (80, 18), (20, 3), (1, 1)])
def test_without_room_for_a_picture_the_words_are_shown_as_far_as_they_fit(columns: int, lines: int) -> None:
    shown = drawn(picture(), WORDS, os.terminal_size((columns, lines)))
    assert shown == [line[:columns] for line in WORDS[: lines - 1]]


@given(st.integers(0, 150), st.integers(0, 40))
def test_nothing_is_wider_than_the_terminal_or_makes_it_scroll(columns: int, lines: int) -> None:
    shown = drawn(picture((1, 1)), WORDS, os.terminal_size((columns, lines)))
    assert all(len(line) <= columns for line in shown)
    assert len(shown) < max(lines, 1)


def test_what_is_drawn_covers_a_larger_picture_that_was_there_before() -> None:
    text = over_the_last(["one", "two"])
    assert text == "\x1b[Hone\x1b[K\ntwo\x1b[K\n\x1b[J"

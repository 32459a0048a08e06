"""Pictures as pages, and the patches between two memories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from devices.pages import Patch, pack, patches

WIDTH = 32
PAGES = 4
MEMORY = st.binary(min_size=WIDTH * PAGES, max_size=WIDTH * PAGES)


@pytest.mark.parametrize(
    ("x", "y", "index", "octet"),
    [(0, 0, 0, 1), (0, 7, 0, 128), (5, 3, 5, 8), (127, 0, 127, 1), (0, 8, 128, 1), (127, 63, 1023, 128)],
)
def test_a_dot_has_its_place_in_the_pages(x: int, y: int, index: int, octet: int) -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((x, y), 1)
    packed = pack(picture)
    assert len(packed) == 1024
    assert [(at, value) for at, value in enumerate(packed) if value] == [(index, octet)]


@given(old=MEMORY, new=MEMORY, overhead=st.integers(0, 40), tall=st.booleans())
def test_the_patches_turn_one_memory_into_the_other(
    old: bytes, new: bytes, overhead: int, *, tall: bool
) -> None:
    memory = bytearray(old)
    for patch in patches(old, new, WIDTH, overhead, tall=tall):
        assert len(patch.cut(new, WIDTH)) == patch.size
        patch.paste(memory, new, WIDTH)
    assert memory == new


@given(memory=MEMORY, overhead=st.integers(0, 40), tall=st.booleans())
def test_equal_memories_need_no_patch(memory: bytes, overhead: int, *, tall: bool) -> None:
    assert patches(memory, memory, WIDTH, overhead, tall=tall) == []


def changed(*places: tuple[int, int]) -> bytes:
    memory = bytearray(WIDTH * PAGES)
    for page, column in places:
        memory[page * WIDTH + column] = 1
    return bytes(memory)


EMPTY = bytes(WIDTH * PAGES)


@pytest.mark.parametrize(
    ("places", "tall", "wanted"),
    [
        pytest.param([(1, 5)], True, [Patch(1, 1, 5, 6)], id="one"),
        pytest.param([(1, 5), (1, 16)], True, [Patch(1, 1, 5, 17)], id="gap-cheaper-than-a-step"),
        pytest.param(
            [(1, 5), (1, 17)], True, [Patch(1, 1, 5, 6), Patch(1, 1, 17, 18)], id="step-cheaper-than-the-gap"
        ),
        pytest.param([(1, 5), (2, 6)], True, [Patch(1, 2, 5, 7)], id="two-pages"),
        pytest.param([(1, 5), (2, 6)], False, [Patch(1, 1, 5, 6), Patch(2, 1, 6, 7)], id="flat"),
        pytest.param(
            [(0, 0), (1, 31)], True, [Patch(0, 1, 0, 1), Patch(1, 1, 31, 32)], id="too-far-to-the-side"
        ),
        pytest.param([(0, 5), (2, 5)], True, [Patch(0, 1, 5, 6), Patch(2, 1, 5, 6)], id="a-page-between"),
        pytest.param([(0, 5), (1, 5), (2, 5), (3, 5)], True, [Patch(0, 4, 5, 6)], id="a-column"),
    ],
)
def test_patches_are_as_few_as_pays(
    places: list[tuple[int, int]], wanted: list[Patch], *, tall: bool
) -> None:
    assert patches(EMPTY, changed(*places), WIDTH, 10, tall=tall) == wanted

"""What travels as JSON and comes back the same."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.plain import LARGEST, NotPlain, must_be_plain

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


@given(plain)
def test_what_is_plain_comes_back_the_same(value: Any) -> None:
    must_be_plain(value)
    assert msgspec.json.decode(msgspec.json.encode(value)) == value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (LARGEST + 1, "value: whole numbers go up to 2^53"),
        (-LARGEST - 1, "value: whole numbers go up to 2^53"),
        (float("inf"), "value: inf is not a number"),
        ({"a": [1, {"b": date(2026, 1, 31)}]}, "a[1].b: a date cannot be kept"),
        ({"a": {1: 2}}, "a: the key 1 is no text"),
        ([(1, 2)], "[0]: a tuple cannot be kept"),
        ({"tile": b"x"}, "tile: a bytes cannot be kept"),
    ],
)
def test_what_would_not_come_back_is_named_with_its_place(value: Any, words: str) -> None:
    with pytest.raises(NotPlain) as error:
        must_be_plain(value)
    assert str(error.value).startswith(words)


def test_too_many_levels_are_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(NotPlain, match="more than 32 levels deep"):
        must_be_plain(deep)
    while deep:
        deep = deep[0]

"""A lake pack whose values have the wrong type is refused with the place, whatever stands there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook import SetupError
from engine.speedboats.pack import read_pack
from tests.engine.speedboats.kit import printed

WRONG = ["T1", ["x"], {"x": 1}, 1.5, True, -70, 10**12, None]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a pack, the inner ones after the outer ones."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in places(one, (*path, key)))]


def spoiled(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    tables: Any = printed()
    at = tables
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    whole: dict[str, Any] = tables
    return whole


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("frame", "first_col"), "T1", "first_row and first_col must be whole numbers"),
        (("frame", "first_row"), 10**9, "first_row and first_col must be whole numbers"),
        (("tiles", 0, "spots", 0, "side"), ["x"], r"side \['x'\] is no direction"),
        (("id",), 5, "L1: id"),
        (("options",), 5, "L1: options must be a table"),
        (("expansion",), ["x"], r"L1: \[expansion\] must name lists of words"),
        (("expansion",), {"shark": 5}, r"L1: \[expansion\] must name lists of words"),
        (("courses",), 5, "L8: courses must be tables"),
        (("courses", 0, "buoys"), 5, "course 'golden_a': buoys must be a list of tables"),
        (("courses", 0, "buoys", 1), {"n": 2, "arrow": "cw"}, "course 'golden_a': buoy 2 has no key 'at'"),
        (("courses", 0, "buoys", 1, "at"), [1], r"course 'golden_a': buoy 2 at must be two whole numbers"),
        (("courses", 0, "buoys", 1, "n"), ["x"], "course 'golden_a': a buoy's n must be a whole number"),
        (("courses", 0, "buoys", 1, "n"), 7, "numbers n = 1, 2 and 3"),
        (("courses", 0, "start_buoy"), [10**9, 0], "farther away than 60"),
        (("courses", 0, "start_side"), "up", "start_side must be one of E, NE"),
    ],
)
@pytest.mark.rule("SB-LAKE-05")
def test_a_value_of_the_wrong_type_is_named_with_its_place(
    path: tuple[Any, ...], value: Any, words: str
) -> None:
    with pytest.raises(SetupError, match=words):
        read_pack(spoiled(path, value))


@given(st.sampled_from([path for path in places(printed()) if path]), st.sampled_from(WRONG))
@pytest.mark.rule("SB-LAKE-05")
def test_no_wrong_value_anywhere_is_more_than_a_named_fault(path: tuple[Any, ...], value: Any) -> None:
    said = ""
    try:
        read_pack(spoiled(path, value))
    except SetupError as fault:
        said = str(fault)
    assert not said or said.startswith("speedboats: lake pack ")

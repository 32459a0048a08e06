"""How long a file and a function may be."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.source import ROOMS, files, function_sizes, place, tree_of

LONGEST_FILE = 400
LONGEST_FUNCTION = 60
SHORT_FUNCTION = 30


def too_many_long(sizes: list[int]) -> bool:
    """Whether fewer than nine in ten functions are short."""
    return sum(size > SHORT_FUNCTION for size in sizes) * 10 > len(sizes)


def test_no_file_is_too_long() -> None:
    suffixes = frozenset({".py", ".js", ".css", ".html"})
    lengths = ((path, len(path.read_text("utf-8").splitlines())) for path in files(*ROOMS, suffixes=suffixes))
    found = [
        f"{place(path, length)}: more than {LONGEST_FILE} lines"
        for path, length in lengths
        if length > LONGEST_FILE
    ]
    assert not found, "\n".join(found)


def test_no_function_is_too_long() -> None:
    found = [
        f"{place(path, function.line)}: {function.text} has {size} lines, more than {LONGEST_FUNCTION}"
        for path in files(*ROOMS)
        for function, size in function_sizes(tree_of(path))
        if size > LONGEST_FUNCTION
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("room", ROOMS)
def test_nine_in_ten_functions_of_a_room_are_short(room: str) -> None:
    sizes = {
        f"{place(path, function.line)}: {function.text} has {size} lines": size
        for path in files(room)
        for function, size in function_sizes(tree_of(path))
    }
    long = [where for where, size in sizes.items() if size > SHORT_FUNCTION]
    assert not too_many_long(list(sizes.values())), "\n".join(long)


@pytest.mark.parametrize(
    ("sizes", "verdict"),
    [
        ([], False),
        ([31], True),
        ([30] * 9 + [31], False),
        ([30] * 8 + [31], True),
        ([1] * 17 + [40, 40], True),
    ],
)
def test_one_long_function_needs_nine_short_ones(sizes: list[int], verdict: bool) -> None:  # noqa: FBT001 - a table
    assert too_many_long(sizes) is verdict


def test_inner_functions_and_methods_are_measured_too() -> None:
    source = "class Box:\n    async def open(self):\n        def lid():\n            pass\n        lid()\n"
    found = [(function.text, function.line, size) for function, size in function_sizes(ast.parse(source))]
    assert found == [("open", 2, 4), ("lid", 3, 2)]

"""Nothing in this program depends on the time of day: not its order, not its waits, not its files."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOMS, files, place, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMES = {
    *("time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "asctime", "mktime"),
    *("st_mtime", "st_ctime", "st_mtime_ns", "st_ctime_ns", "getmtime", "getctime"),
    *("utcnow", "today", "fromtimestamp", "CLOCK_REALTIME"),
}
MODULES = {"datetime", "calendar"}


def dated(tree: ast.AST) -> Iterator[int]:
    """The lines that ask for the time of day or for a file's age."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr="time" | "time_ns"):
                yield node.lineno
            case ast.Attribute(attr=name) if name in TIMES - {"time", "time_ns"}:
                yield node.lineno
            case ast.ImportFrom(module="time", names=names) if TIMES & {alias.name for alias in names}:
                yield node.lineno
            case ast.Import(names=names) if MODULES & {alias.name for alias in names}:
                yield node.lineno
            case ast.ImportFrom(module=str(module)) if module in MODULES:
                yield node.lineno


@pytest.mark.report("H01", "H03", "H04", "H06")
def test_no_room_asks_what_time_of_day_it_is() -> None:
    """H01, H03, H04, H06: a clock that is wrong, jumps or goes back can change nothing: nobody looks at it.

    Entries are ordered by their number, waits and playing time come from a steady clock, and no file's age counts.
    """
    found = [place(path, line) for path in files(*ROOMS) for line in dated(tree_of(path))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "import time\nstamp = time.time()",
        "from time import time",
        "from datetime import UTC",
        "import datetime",
        "age = path.stat().st_mtime",
    ],
)
def test_a_look_at_the_clock_on_the_wall_is_found(source: str) -> None:
    assert list(dated(ast.parse(source)))


def test_a_steady_clock_is_none() -> None:
    assert not list(
        dated(ast.parse("from time import monotonic_ns\nimport time\ntime.sleep(1)\nself.time = 3"))
    )

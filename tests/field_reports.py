"""Writes docs/field-reports.md: every row of tests/field_reports.toml with the tests that show it (`make docs`)."""

from __future__ import annotations

import ast
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.architecture.source import ROOT, files, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROWS = Path(__file__).with_suffix(".toml")
GUIDE = ROOT / "docs" / "field-reports.md"
INTRODUCTION = """# What breaks in real life

<!-- Written by `make docs` from tests/field_reports.toml and the tests; change those, not this. -->

Before this program was written, public bug reports and questions about programs like it were read: music boxes that
play by card, door locks, controllers of printers, score keepers of board games. Each row says what such a program
must do so that it does not happen here, and which tests fail when it does. `python -m pytest -k NAME` runs one.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its id, what the program must do, the tests that show it, or why it cannot apply."""

    id: str
    must: str
    tests: tuple[str, ...]
    why: str

    @property
    def settled(self) -> bool:
        """Whether there is a test for it, or a reason that there is none."""
        return bool(self.tests or self.why)


def shown() -> Mapping[str, list[str]]:
    """The tests that carry a row's id, by row, as file::function."""
    found: dict[str, list[str]] = {}
    for path in files("tests"):
        for function in functions(tree_of(path)):
            for row in cited(function):
                found.setdefault(row, []).append(f"{path.relative_to(ROOT)}::{function.name}")
    return found


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All tests of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def cited(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The rows that a test's `report` marker names, also those of single cases."""
    for decorator in function.decorator_list:
        for node in ast.walk(decorator):
            match node:
                case ast.Call(func=ast.Attribute(attr="report"), args=args):
                    yield from (
                        a.value for a in args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                    )


def rows(marked: Mapping[str, list[str]]) -> list[Row]:
    """Every row, in order, with the tests that carry its id."""
    tables = tomllib.loads(ROWS.read_text(encoding="utf-8"))
    return [
        Row(
            row,
            table["must"],
            tuple(dict.fromkeys([*marked.get(row, []), *table.get("tests", [])])),
            table.get("why", ""),
        )
        for row, table in tables.items()
        if row != "areas"
    ]


def areas() -> Mapping[str, str]:
    """The areas by their letter."""
    found: Mapping[str, str] = tomllib.loads(ROWS.read_text(encoding="utf-8"))["areas"]
    return found


def guide(every: Sequence[Row]) -> str:
    """The whole document."""
    lines = [INTRODUCTION]
    for letter, area in areas().items():
        lines += [f"## {letter}. {area}", "", "| row | the program must | shown by |", "| --- | --- | --- |"]
        for row in (one for one in every if one.id.startswith(letter)):
            tests = "<br>".join(f"`{test}`" for test in row.tests)
            reason = f"cannot apply: {row.why}" if row.why else ""
            proof = "<br>".join(filter(None, (tests, reason))) or "not shown yet"
            lines.append(f"| {row.id} | {row.must} | {proof} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    text = guide(rows(shown()))
    if not GUIDE.exists() or GUIDE.read_text(encoding="utf-8") != text:
        GUIDE.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{GUIDE.name} is new\n")

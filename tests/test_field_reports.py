"""Every row of the field reports has a test or a reason, and docs/field-reports.md says which."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.architecture.source import ROOT, tree_of
from tests.field_reports import Row, areas, cited, functions, guide, rows, shown


@cache
def marked() -> dict[str, list[str]]:
    """The tests that carry a row's id; reading all of them takes a while, so it is done once."""
    return dict(shown())


@cache
def known() -> tuple[Row, ...]:
    """All rows."""
    return tuple(rows(marked()))


def test_every_row_has_a_test_or_a_reason() -> None:
    missing = [row.id for row in known() if not row.settled]
    assert not missing, f"no test shows {', '.join(missing)}"


def test_every_row_that_a_test_names_exists() -> None:
    assert set(marked()) <= {row.id for row in known()}


def test_every_test_that_is_named_exists() -> None:
    named = {test for row in known() for test in row.tests}
    for file in {test.partition("::")[0] for test in named}:
        there = {f"{file}::{function.name}" for function in functions(tree_of(ROOT / file))}
        assert {test for test in named if test.startswith(f"{file}::")} <= there


def test_a_row_with_a_reason_has_one_sentence() -> None:
    assert [row.id for row in known() if row.why and "\n" in row.why] == []


def test_every_area_has_rows_and_every_row_an_area() -> None:
    assert {row.id[0] for row in known()} == set(areas())


def test_the_document_has_every_row_and_names_no_test_that_is_gone() -> None:
    """It may lack the newest tests: `make docs` adds them."""
    text = (ROOT / "docs" / "field-reports.md").read_text(encoding="utf-8")
    told = [line for line in text.splitlines() if re.match(r"\| [A-L]\d\d \|", line)]
    assert [line.split(" | ")[0].strip("| ") for line in told] == [row.id for row in known()]
    by_id = {row.id: row for row in known()}
    for line in told:
        row = by_id[line[2:5]]
        assert f"| {row.must} |" in line, f"{row.id}: make docs"
        gone = set(re.findall(r"`(tests/[^`]+)`", line)) - set(row.tests)
        assert not gone, f"{row.id}: {gone} are gone: make docs"


def test_what_is_written_has_a_row_for_each() -> None:
    written = guide(known())
    assert all(f"\n| {row.id} | {row.must} |" in written for row in known())


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("@pytest.mark.report('A07', 'B01')\ndef test_it(): ...", ["A07", "B01"]),
        (
            "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.report('C02'))])\ndef test_it(x): ...",
            ["C02"],
        ),
        ("@pytest.mark.rule('WR-MOVE-01')\ndef test_it(): ...", []),
        ("def test_it(): ...", []),
    ],
)
def test_the_rows_of_a_test_are_found_in_its_markers(source: str, found: list[str]) -> None:
    (function,) = functions(ast.parse(source))
    assert list(cited(function)) == found

"""The bench's table: what is measured, beside what it may be."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.bench.__main__ import measure, modules
from tests.bench.figure import Figure, as_figures, number, table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (7, "7"),
        (7.0, "7"),
        (0.12345, "0.123"),
        (12.345, "12.3"),
        (2013, "2,013"),
        (2013.6, "2,014"),
    ],
)
def test_a_number_shows_the_digits_that_say_something(value: float, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize(
    ("value", "bar", "verdict"), [(40, 40, "ok"), (40.5, 40, "MISS"), (3, None, ""), (0, 0, "ok")]
)
def test_a_figure_may_reach_its_bar_but_not_pass_it(value: float, bar: float | None, verdict: str) -> None:
    assert Figure("poll", value, "transfers", bar).verdict == verdict


def test_plain_numbers_become_figures_without_a_bar() -> None:
    assert as_figures({"empty poll": 35}) == [Figure("empty poll", 35)]


def test_the_table_has_one_aligned_line_for_each_figure() -> None:
    shown = table(
        [Figure("empty poll", 35, "transfers", 40), Figure("start", 1.5, "s", 1.0), Figure("rows", 12)]
    )
    assert shown.splitlines() == [
        "figure      value  unit       bar",
        "empty poll     35  transfers  <= 40  ok",
        "start         1.5  s          <= 1   MISS",
        "rows           12",
    ]


def test_only_modules_that_measure_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = tmp_path / "some_bench"
    bench.mkdir()
    (bench / "panels.py").write_text("def figures():\n    return {'digit': 30}\n")
    (bench / "readers.py").write_text(
        "from tests.bench.figure import Figure\n\ndef figures():\n    return [Figure('poll', 35, 'transfers', 40)]\n"
    )
    (bench / "helper.py").write_text("")
    (bench / "test_bench.py").write_text("raise AssertionError\n")
    (bench / "__main__.py").write_text("raise AssertionError\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        found = measure("some_bench", modules(bench))
    finally:
        for name in [name for name in sys.modules if name.startswith("some_bench")]:
            del sys.modules[name]
    assert found == [Figure("panels: digit", 30), Figure("readers: poll", 35, "transfers", 40)]

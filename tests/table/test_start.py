"""Starting pitboard: `play` without what only a command line needs, the other commands as they are."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from table import cli, launch, start
from table.cli import app

if TYPE_CHECKING:
    from pathlib import Path

LOADED = """
import sys
from table.start import main
from table.web import bench
bench.run = lambda *_, **__: print(*sys.modules)
main()
"""


@pytest.mark.real_time
def test_a_bench_that_runs_holds_neither_the_command_line_nor_a_database(tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", LOADED, "play", "--simulate"],
        env={"PITBOARD_HOME": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )
    loaded = set(done.stdout.split())
    assert "table.launch" in loaded
    assert not loaded & {"typer", "table.cli", "sqlite3", "difflib", "webbrowser", "starlette.applications"}


def test_every_other_command_goes_to_the_command_line_proper(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["pitboard", "games"])
    monkeypatch.setattr(cli, "main", lambda: asked.append(sys.argv[1:]))
    start.main()
    assert asked == [["games"]]


def test_where_the_c_library_has_no_such_switch_memory_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    start.give_memory_back()


def test_a_table_that_says_nothing_gets_the_starter_wiring_in_english() -> None:
    asked = launch.command.make_context("play", []).params
    assert asked == {
        "wiring": "starter", "lang": "en", "names": "", "port": 8765, "browser": True, "options": (),
        "simulate": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "many"), "Invalid value for '--port': 'many' is not a valid integer."),
        (("--lang", "xx"), "Invalid value for '--lang': 'xx' is not one of 'en', 'es'."),
        (("--brows",), "No such option '--brows'"),
        (("more",), "Got unexpected extra argument (more)"),
    ],
)
def test_arguments_that_there_are_not_are_told_and_end_with_2(arguments: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, ("play", *arguments))
    assert done.exit_code == 2
    assert f"Error: {said}" in done.stderr


def test_the_help_of_play_names_every_argument_however_it_is_asked_for() -> None:
    done = CliRunner().invoke(app, ("play", "--help"))
    assert done.exit_code == 0
    assert done.stdout.startswith("Usage: pitboard play [OPTIONS]")
    for name in ("--wiring", "--lang", "--names", "--port", "--no-browser", "--option", "--simulate"):
        assert name in done.stdout

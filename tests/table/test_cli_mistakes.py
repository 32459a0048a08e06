"""What is asked for wrongly, or cannot be had, is told in one line on standard error and ends with 2."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from table.cli import app

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

MAIN = "from table.start import main; main()"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*args: str) -> Result:
    return CliRunner().invoke(app, args, terminal_width=80, env={"COLUMNS": "80"})


def mistake(*args: str) -> str:
    """The one line that a command says before it leaves with 2."""
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize("command", ["demo", "teach", "enrol"])
def test_an_unknown_game_is_named_with_those_there_are(command: str) -> None:
    assert mistake(command, "nope").startswith("pitboard: no game 'nope'; the games are: ")


@pytest.mark.parametrize("port", ["-5", "0", "65536", "99999"])
def test_a_port_that_is_none_is_told_before_anything_starts(port: str) -> None:
    assert mistake("play", "--port", port) == f"pitboard: --port {port}: a port is 1 to 65535"


def test_a_tag_book_that_cannot_be_opened_is_told_in_a_line(home: Path) -> None:
    (home / "tags.db").mkdir(parents=True)
    assert "tags.db" in mistake("enrol", "wacky_races", "--simulate")


@pytest.mark.parametrize(
    "command", [("play",), ("games",), ("enrol", "wacky_races", "--simulate"), ("doctor", "--simulate")]
)
def test_a_home_of_a_user_there_is_not_is_told_in_a_line(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOARD_HOME", "~nosuchuser/x")
    assert mistake(*command) == (
        "pitboard: ~nosuchuser/x: there is no such user; set PITBOARD_HOME to a folder written in full"
    )


def ended(*args: str, redirected: str) -> tuple[int, bytes]:
    """Run a command in a shell's redirection; return how it ended and what it said on standard error."""
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        ["/bin/sh", "-c", f'exec "$0" "$@" {redirected}', sys.executable, "-c", MAIN, *args],
        input=b'{"layout": true}\n',
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.real_time
@pytest.mark.parametrize("redirected", ["<&-", ">&-", "<&- >&-"])
def test_an_engine_with_a_closed_end_leaves_without_a_word(redirected: str) -> None:
    assert ended("engine", redirected=redirected) == (0, b"")


@pytest.mark.real_time
@pytest.mark.parametrize("command", ["engine", "games"])
def test_a_full_device_is_told_in_a_line(command: str) -> None:
    assert ended(command, redirected="> /dev/full") == (
        2,
        b"pitboard: [Errno 28] No space left on device\n",
    )


@pytest.mark.real_time
def test_rules_whose_reader_has_gone_end_without_a_word() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", MAIN, "rules", "wacky_races"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


NO_READER = "pitboard: this wiring has no reader; write [reader.console] and what it is joined to below"


@pytest.mark.parametrize("command", [("demo", "wacky_races"), ("enrol", "wacky_races", "--simulate")])
def test_a_wiring_without_a_reader_is_told_in_a_line(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "empty.toml").touch()
    assert mistake(*command, "--wiring", str(tmp_path / "empty.toml")).endswith(NO_READER)


def test_a_demo_without_keys_names_those_that_are_missing(tmp_path: Path) -> None:
    (tmp_path / "left.toml").write_text("[reader.left]\n[keys]\nnext = 5\n", encoding="utf-8")
    said = mistake("demo", "wacky_races", "--wiring", str(tmp_path / "left.toml"))
    assert said.startswith("pitboard: this wiring has no key previous, confirm, back for left; write [keys]")


def test_a_demo_with_cards_that_are_not_known_names_the_pack_and_the_remedy() -> None:
    said = mistake("demo", "wacky_races", "--pack", "published", "--seats", "2", "--books-only")
    assert said.startswith("pitboard: the pack 'published' does not know what is printed on every card")
    assert said.endswith("try --pack practice, or teach it from your own with `pitboard teach wacky_races`")


def test_a_demo_whose_hands_come_to_a_halt_says_at_which_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.hands.Hands._presses", lambda *_: [])
    said = mistake("demo", "wackee_six")
    assert said.startswith("pitboard: the simulated hands came to a halt: nobody heard the answer to ")


def test_a_game_without_a_level_has_no_books_only() -> None:
    said = mistake("demo", "wackee_six", "--books-only")
    assert said == "pitboard: Wackee Six has no books only; leave out --books-only"


@pytest.mark.parametrize("panel", ["", "[panel.console]\n"])
def test_a_demo_uses_the_first_reader_whatever_its_name(panel: str, tmp_path: Path) -> None:
    keys = "[keys]\nprevious = 5\nnext = 6\nconfirm = 13\nback = 19\n"
    (tmp_path / "left.toml").write_text(f"[reader.left]\n{panel}{keys}", encoding="utf-8")
    done = run("demo", "wackee_six", "--wiring", str(tmp_path / "left.toml"))
    assert (done.exit_code, "state    over" in done.stdout) == (0, True)

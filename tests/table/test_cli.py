"""The command line: helpful on 80 columns, one line and exit code 2 for a mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from table.cli import app
from table.games import Games
from table.packs import pack_names
from tests.table.conversation import TINY, Talk, kinds

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

GAME = Games().names()[0]
RULES = Games().rules(GAME)


def run(*args: str, stdin: bytes | None = None, shelf: Games | None = None) -> Result:
    return CliRunner().invoke(app, args, input=stdin, obj=shelf, terminal_width=80, env={"COLUMNS": "80"})


@pytest.fixture(autouse=True)
def _no_packs_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path / "home"))


def test_without_a_command_the_help_lists_the_commands() -> None:
    shown = run().output
    assert all(f"\n  {command} " in shown for command in ("games", "rules", "engine", "replay"))


@pytest.mark.parametrize("command", [(), ("games",), ("rules",), ("engine",), ("replay",)])
def test_every_command_has_help_that_fits_on_80_columns(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")
    assert done.exit_code == 0
    assert max(map(len, done.output.splitlines())) <= 80


def test_the_version_is_said() -> None:
    done = run("--version")
    assert done.exit_code == 0
    assert done.output.startswith("pitboard")


def listed(shelf: Games | None = None) -> dict[str, str]:
    """What `pitboard games` says of each game."""
    lines = (run("games", shelf=shelf) if shelf else run("games")).output.splitlines()
    return {name: said.strip() for name, _, said in (line.partition(" ") for line in lines)}


def test_games_are_listed_with_seats_and_packs() -> None:
    least, most = Games().rulebook(GAME).seats
    said = listed()
    assert list(said) == Games().names()
    assert said[GAME] == f"{least} to {most} seats  packs: {', '.join(pack_names(GAME))}"


def test_a_game_without_packs_says_so() -> None:
    assert listed(TINY)["lantern_walk"] == "2 to 4 seats  packs: none"


def test_a_rule_is_said_by_its_id() -> None:
    rule, text = next(iter(RULES.items()))
    done = run("rules", rule)
    assert done.exit_code == 0
    assert " ".join(done.output.split()).startswith(f"{rule} {text.en}")


def test_a_rule_is_said_in_spanish() -> None:
    rule, text = next(iter(RULES.items()))
    assert text.es in " ".join(run("rules", rule, "--lang", "es").output.split())


def test_all_rules_of_a_game_are_said_on_80_columns() -> None:
    lines = run("rules", GAME).output.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(RULES)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("rules", "XX-NOPE-01"), "pitboard: no rule or game 'XX-NOPE-01'"),
        (("rules", GAME, "--lang", "tlh"), "tlh"),
        (("rules",), "GAME|ID"),
        (("replay", "no_such_file"), "pitboard: no_such_file: No such file or directory"),
        (("replay", "."), "pitboard: .: Is a directory"),
        (("fly",), "fly"),
    ],
)
def test_a_mistake_is_told_in_a_line_and_ends_with_2(args: tuple[str, ...], words: str) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert words in done.stderr
    assert "Traceback" not in done.output
    assert done.stdout == ""


def test_a_recording_is_replayed(tmp_path: Path) -> None:
    talk = Talk()
    talk.new()
    path = tmp_path / "match.json"
    path.write_text(json.dumps(talk.saved()), encoding="utf-8")
    done = run("replay", str(path), shelf=TINY)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "game     lantern_walk"
    assert len(done.stdout.splitlines()[-1].split()[-1]) == 64


def test_a_recording_that_does_not_fit_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text('{"header": {"game": "chess", "seats": []}, "record": []}', encoding="utf-8")
    done = run("replay", str(path))
    assert done.exit_code == 2
    assert done.stderr.startswith("pitboard: no game 'chess'; the games are: ")


def test_the_engine_speaks_on_standard_input_and_output() -> None:
    asked = {"new": {"game": "lantern_walk", "seats": [{"name": "Ana"}, {"name": "Bea"}]}}
    done = run("engine", stdin=json.dumps(asked).encode() + b"\n{}\n", shelf=TINY)
    assert done.exit_code == 0
    assert kinds([json.loads(line) for line in done.stdout.splitlines()]) == [
        *("ask", "ask", "ready"),
        *("error", "ready"),
    ]


MAIN = "from table.start import main; main()"


@pytest.mark.real_time
def test_the_entry_point_starts_the_engine_in_a_process_of_its_own() -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", MAIN, "engine"],
        input=b'{"layout": true}\n{"quit": true}\n{"layout": true}\n',
        capture_output=True,
        check=True,
    )
    assert kinds([json.loads(line) for line in done.stdout.splitlines()]) == ["error", "ready"]
    assert done.stderr == b""


@pytest.mark.real_time
def test_an_engine_whose_reader_has_gone_ends_without_a_word() -> None:
    with subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", MAIN, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, said = process.communicate(b'{"layout": true}\n' * 10)
    assert (process.returncode, said) == (0, b"")

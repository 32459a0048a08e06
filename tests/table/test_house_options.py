"""Options on the command line: which games they are for, and what is said of those that fit nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from engine.rulebook import SetupError
from table.cli import app
from table.games import Games
from table.house_options import read_options
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from pathlib import Path

    from table.evening import Evening

GAMES = Games(extra={"lantern_walk": LanternWalk})
BOTH = ["lantern_walk", "wacky_races"]


@pytest.mark.parametrize(
    ("pairs", "options"),
    [
        ([], {}),
        (["rounds=2"], {"lantern_walk": {"rounds": 2}}),
        (["board=unknown"], {"lantern_walk": {"board": "unknown"}}),
        (["wacky_races.level=books"], {"wacky_races": {"level": "books"}}),
        (
            ["level=books", "wacky_races.champ_races=3", "champ_points=[9,6,5,3,2,1]"],
            {"wacky_races": {"level": "books", "champ_races": 3, "champ_points": [9, 6, 5, 3, 2, 1]}},
        ),
        (["rounds=2", "rounds=5"], {"lantern_walk": {"rounds": 5}}),
    ],
)
def test_options_go_to_the_games_that_have_them(pairs: list[str], options: dict[str, Any]) -> None:
    assert read_options(pairs, GAMES, BOTH) == options


def test_an_option_that_several_games_have_goes_to_those_that_take_its_value() -> None:
    among = ["downforce", "speedboats", "wacky_races"]
    assert read_options(["level=books"], GAMES, among) == {game: {"level": "books"} for game in among}
    assert set(read_options(["level=board"], GAMES, among)) == {"downforce", "speedboats"}


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("rounds", "--option rounds: write KEY=VALUE, or GAME.KEY=VALUE"),
        ("round=2", "--option round=2: no option 'round' of any game (did you mean 'rounds'?); there is "),
        ("lantern_walk.level=1", "no option 'level' of lantern_walk; there is board, rounds"),
        (
            "lantern.rounds=2",
            "no game 'lantern' (did you mean 'lantern_walk'?); there is lantern_walk, wacky_races",
        ),
        ("rounds=many", "lantern_walk: option rounds: 'many' does not fit; write a whole number"),
    ],
)
def test_what_fits_nowhere_is_said_with_what_there_is(pair: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        read_options([pair], GAMES, BOTH)
    assert said in str(refused.value)
    assert str(refused.value).startswith(f"--option {pair}: ")


def test_a_table_plays_by_the_house_rules_it_was_begun_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[Evening] = []
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    monkeypatch.setattr("table.web.bench.run", lambda _, evening, **_more: begun.append(evening))
    args = (
        "play",
        "--simulate",
        "--names",
        "Ana, Bea",
        "--option",
        "champ_races=4",
        "--option",
        "level=books",
    )
    assert CliRunner().invoke(app, args).exit_code == 0
    (evening,) = begun
    assert evening.house.names == ("Ana", "Bea")
    assert evening.house.options["wacky_races"] == {"champ_races": 4, "level": "books"}
    header = evening.header("wacky_races", "practice", ["Ana", "Bea"])
    assert (header.options["champ_races"], header.options["level"]) == (4, "books")


def test_a_house_rule_that_there_is_not_is_told_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    done = CliRunner().invoke(app, ("play", "--option", "speedboats.race=2"))
    assert done.exit_code == 2
    assert done.stderr.startswith("pitboard: --option speedboats.race=2: no option 'race' of speedboats")

"""Games are found by their folders, and imported only when one is used."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from engine.record import Header, SeatInfo
from engine.rulebook import SetupError
from table.games import Games, Rule, UnknownGame, did_you_mean
from tests.engine.tiny import LanternWalk
from tests.table.conversation import TINY

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

SEATS = (SeatInfo("Ana"), SeatInfo("Bea"))
GOOD = "from tests.engine.tiny import LanternWalk\nRULEBOOK = LanternWalk\n"
RULES = '[XX-PACE-01]\nen = "Walk."\nes = "Camina."\n\n[XX-HAND-01]\nen = "Shuffle."\nkind = "hand"\nhouse = true\n'


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """A package of games in a folder of its own."""
    root = tmp_path / "shelf_of_games"
    root.mkdir()
    (root / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield root
    for name in [name for name in sys.modules if name.startswith("shelf_of_games")]:
        del sys.modules[name]


def add(shelf: Path, name: str, code: str, rules: str | None = RULES) -> None:
    folder = shelf / name
    folder.mkdir()
    (folder / "__init__.py").write_text(code, encoding="utf-8")
    if rules is not None:
        (folder / "rules.toml").write_text(rules, encoding="utf-8")


def test_a_folder_with_rules_is_a_game(shelf: Path) -> None:
    add(shelf, "walk", GOOD)
    add(shelf, "abacus", GOOD)
    add(shelf, "helpers", "", rules=None)
    (shelf / "notes").mkdir()
    (shelf / "notes" / "rules.toml").touch()
    assert Games("shelf_of_games").names() == ["abacus", "walk"]


def test_no_game_is_imported_for_the_list_of_names(shelf: Path) -> None:
    add(shelf, "broken", "raise AssertionError('imported')")
    assert Games("shelf_of_games").names() == ["broken"]


def test_the_games_that_come_along_are_listed_without_importing_any() -> None:
    code = (
        "import sys; from table.games import Games; names = Games().names();"
        "print(bool(names), [n for n in names if f'engine.{n}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["True", "[]"]


@pytest.mark.parametrize("name", Games().names())
def test_every_game_that_comes_along_can_be_loaded(name: str) -> None:
    games = Games()
    assert games.rulebook(name).game == name
    assert all(rule.en and rule.es for rule in games.rules(name).values())


def test_a_rulebook_is_imported_when_it_is_used(shelf: Path) -> None:
    add(shelf, "walk", GOOD)
    assert Games("shelf_of_games").rulebook("walk") is LanternWalk


def test_a_game_can_be_handed_in() -> None:
    assert "lantern_walk" in TINY.names()
    assert TINY.rulebook("lantern_walk") is LanternWalk
    assert "lantern_walk" not in Games().names()


def test_an_unknown_game_names_the_known_ones_and_the_nearest(shelf: Path) -> None:
    add(shelf, "walk", GOOD)
    add(shelf, "abacus", GOOD)
    with pytest.raises(UnknownGame) as error:
        Games("shelf_of_games").rulebook("wallk")
    assert str(error.value) == "no game 'wallk' (did you mean 'walk'?); the games are: abacus, walk"


@pytest.mark.parametrize("name", ["", "os", "../walk", "walk.extra", "__init__"])
def test_only_a_listed_name_is_ever_imported(shelf: Path, name: str) -> None:
    add(shelf, "walk", GOOD)
    with pytest.raises(UnknownGame, match="the games are: walk"):
        Games("shelf_of_games").rulebook(name)


@pytest.mark.parametrize("code", ["", "RULEBOOK = 3", "RULEBOOK = dict"])
def test_a_package_without_a_rulebook_is_named(shelf: Path, code: str) -> None:
    add(shelf, "walk", code)
    with pytest.raises(UnknownGame, match=r"shelf_of_games/walk: its __init__\.py must export RULEBOOK"):
        Games("shelf_of_games").rulebook("walk")


def test_a_rulebook_is_bound_to_its_header() -> None:
    header = Header("lantern_walk", SEATS)
    assert TINY.make(header).header is header


def test_a_header_that_cannot_be_played_says_why() -> None:
    with pytest.raises(SetupError, match="1 seats; the game is for 2 to 4"):
        TINY.make(Header("lantern_walk", SEATS[:1]))


def test_rules_are_read_with_their_sentences_and_kind(shelf: Path) -> None:
    add(shelf, "walk", GOOD)
    assert Games("shelf_of_games").rules("walk") == {
        "XX-PACE-01": Rule("Walk.", "Camina."),
        "XX-HAND-01": Rule("Shuffle.", kind="hand", house=True),
    }


def test_a_game_handed_in_has_no_rules_to_read() -> None:
    assert TINY.rules("lantern_walk") == {}


def test_a_rules_file_that_holds_something_else_is_named(shelf: Path) -> None:
    add(shelf, "walk", GOOD, '[XX-PACE-01]\nes = "Camina."\n')
    add(shelf, "abacus", GOOD, "[XX-PACE-01\n")
    for name in ("walk", "abacus"):
        with pytest.raises(SetupError, match=rf"shelf_of_games/{name}/rules\.toml: "):
            Games("shelf_of_games").rules(name)


def test_a_rule_without_words_in_a_language_is_said_in_english() -> None:
    rule = Rule("Walk.", "Camina.")
    assert [rule.say(language) for language in ("en", "es", "fr")] == ["Walk.", "Camina.", "Walk."]


@pytest.mark.parametrize(
    ("word", "hint"), [("practise", " (did you mean 'practice'?)"), ("xyz", ""), ("", "")]
)
def test_a_hint_is_given_only_when_something_is_near(word: str, hint: str) -> None:
    assert did_you_mean(word, ["practice", "printed"]) == hint

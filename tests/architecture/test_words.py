"""What must not be said where: games outside the engine, this machine's paths, package hosts, a package that bites."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT, files, place, texts, tree_of, words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Words that only one game uses. Each folder of the engine adds its own name.
GAMES = {"wacky", "wackee", "downforce", "speedboat", "dastardly", "muttley", "penelope", "top_race"}

# The brackets keep this file from saying what it looks for.
UNWANTED_TEXTS = {
    "a path of one machine": re.compile(
        r"(?<![\w.])/(?:[w]ork|[h]ome/(?!pi\b)\w+|[r]oot|[U]sers|[t]mp)/[\w.]"
    ),
    "a package host": re.compile(
        r"py[p]i\.org|python[h]osted|npm[j]s\.|pi[w]heels\.org|deb\.[d]ebian|find-[l]inks|index-[u]rl"
    ),
}

REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[0-9][A-Za-z0-9.]*)")


def same(name: str) -> str:
    """A package's name as the packaging rules compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned() -> list[str]:
    """The lines of constraints.txt that pin something."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def required() -> set[str]:
    """The names of all packages that pyproject.toml asks for, with every extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    return {same(re.split(r"[^A-Za-z0-9._-]", line)[0]) for line in lines}


def game_words() -> set[str]:
    """Every word that names a game."""
    return GAMES | {path.parent.name for path in (ROOT / "engine").glob("*/rules.toml")}


def games_named(tree: ast.AST, games: set[str]) -> Iterator[tuple[int, str]]:
    """Where a file's names and strings (docstrings apart) name a game."""
    for word in words(tree):
        yield from ((word.line, game) for game in sorted(games) if game in word.text.lower())


def unwanted(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text file that say what no file may say."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        yield from ((number, what) for what, pattern in UNWANTED_TEXTS.items() if pattern.search(line))


@pytest.mark.parametrize("room", ["devices", "table", "firmware"])
def test_no_game_is_named_outside_the_engine(room: str) -> None:
    found = [
        f"{place(path, line)}: names {game}; a new game must change nothing here"
        for path in files(room)
        for line, game in games_named(tree_of(path), game_words())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from engine.downforce import rules", 1),
        ("\nbook = 'wacky_races'", 2),
        ("def play_wacky(): ...", 1),
        ("class Dastardly: ...", 1),
        ("book = f'{folder}/speedboats.toml'", 1),
        ("state.muttley", 1),
        ("call(penelope=1)", 1),
    ],
)
def test_a_game_named_in_code_is_found(source: str, line: int) -> None:
    assert line in [where for where, _ in games_named(ast.parse(source), GAMES)]


def test_a_docstring_may_name_a_game_as_an_example() -> None:
    source = '"""Plays Downforce, for one."""\ndef play():\n    """As in Wacky Races."""  # or Speedboats\n'
    assert list(games_named(ast.parse(source), GAMES)) == []


def test_no_file_names_a_path_of_one_machine_or_a_package_host() -> None:
    found = [f"{place(path, line)}: {what}" for path in texts() for line, what in unwanted(path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "see /w~ork/main",
        "/r~oot/.ssh",
        "cd /h~ome/ana/box",
        "/t~mp/x",
        "pip install --extra-index-~url somewhere",
        "https://py~pi.org/simple",
        "https://files.python~hosted.org",
    ],
)
def test_an_unwanted_text_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "notes.md"
    path.write_text(f"fine\n{line.replace('~', '')}\n", encoding="utf-8")
    assert [number for number, _ in unwanted(path)] == [2]


@pytest.mark.parametrize(
    "line", ["/home/pi/pitboard", "/opt/pitboard/bin", "/var/lib/pitboard", "a network/root pair"]
)
def test_a_path_of_every_box_is_let_through(tmp_path: Path, line: str) -> None:
    path = tmp_path / "notes.md"
    path.write_text(line, encoding="utf-8")
    assert list(unwanted(path)) == []


def test_nothing_asks_for_rpi_gpio() -> None:
    names = required() | {same(line.split("==")[0]) for line in pinned()}
    assert "rpi-gpio" not in names
    assert "rpi-gpio" not in {same(found.name) for found in metadata.distributions()}


def test_nothing_that_asks_for_rpi_gpio_is_required() -> None:
    askers = {
        same(found.name)
        for found in metadata.distributions()
        if any(same(line).startswith("rpi-gpio") for line in found.requires or [])
    }
    assert required().isdisjoint(askers | {"mfrc522", "mfrc522-python", "pi-rc522"})


def test_every_pin_is_a_name_and_an_exact_version() -> None:
    assert [line for line in pinned() if not REQUIREMENT.fullmatch(line)] == []


def test_the_pins_are_sorted_and_none_stands_twice() -> None:
    names = [same(line.split("==")[0]) for line in pinned()]
    assert names == sorted(set(names))


def test_everything_required_is_pinned() -> None:
    assert required() - {same(line.split("==")[0]) for line in pinned()} == set()

"""docs/writing-a-game.md shows the sixth game as it is: each of its blocks stands in a file, word for word."""

from __future__ import annotations

import re

import pytest

from tests.architecture.source import ROOT
from tests.sixth_game.cases import FOLDER
from tests.sixth_game.shelf import GAME

PAGE = (ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(python|toml)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SOURCES = {
    path: path.read_text(encoding="utf-8")
    for path in sorted(FOLDER.rglob("*"))
    if path.suffix in {".py", ".toml"}
}


@pytest.mark.parametrize(("language", "block"), BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_a_block_of_the_page_stands_in_a_file_of_the_game(language: str, block: str) -> None:
    suffix = {"python": ".py", "toml": ".toml"}[language]
    assert any(path.suffix == suffix and f"\n{block}" in text for path, text in SOURCES.items()), block


def test_every_fence_of_the_page_belongs_to_a_block_that_is_compared() -> None:
    assert len(BLOCKS) > 10
    assert len(re.findall(r"^\s*(?:```|~~~)", PAGE, re.MULTILINE)) == 2 * len(BLOCKS)


def test_every_file_of_the_game_is_named_on_the_page() -> None:
    files = [path.name for path in (FOLDER / GAME).iterdir() if path.is_file()]
    assert [name for name in files if name not in PAGE] == []
    assert len(files) > 5

"""The sixth game on the shelf beside the others, and its words where the table looks for words."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from table.games import Games
from table.texts import Texts, Words
from tests.sixth_game.cases import FOLDER
from tests.sixth_game.snail_dash import RULEBOOK

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME = "snail_dash"
SHELF = Games(extra={GAME: RULEBOOK})
RULES: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / GAME / "rules.toml").read_text(encoding="utf-8"))


class SnailTexts(Texts):
    """The words of one language, with those of the sixth game."""

    def words(self, game: str = "") -> Words:
        return words(self.language) if game == GAME else super().words(game)

    def rule(self, rule: str) -> Mapping[str, Any] | None:
        return RULES.get(rule) or super().rule(rule)


def words(language: str) -> Words:
    """The sixth game's own words."""
    source = FOLDER / "words" / language / f"{GAME}.toml"
    return Words(tomllib.loads(source.read_text(encoding="utf-8")), source.name)

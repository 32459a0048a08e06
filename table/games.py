"""Which games there are: every sub-package of `engine` with a `rules.toml` that exports `RULEBOOK`.

Nothing of a game is imported before it is used, so a box with many games starts as fast as one with a single game.
"""

from __future__ import annotations

import pkgutil
import tomllib
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine.rulebook import Rulebook, SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.record import Header


class UnknownGame(SetupError):
    """There is no such game. The message lists those there are."""


class Rule(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule of a game in one plain sentence for each language.

    `kind` is "hand" for what the players keep themselves and "later" for what is not built; `house` marks the
    table's own ruling where the published rules leave the point open.
    """

    en: str
    es: str = ""
    fr: str = ""
    kind: str = ""
    house: bool = False

    def say(self, language: str) -> str:
        """The sentence in *language*, in English where it has none."""
        return {"es": self.es, "fr": self.fr}.get(language) or self.en


class Games:
    """The games of one package, and *extra* ones that are handed in (tests bring their own)."""

    def __init__(
        self,
        package: str = "engine",
        extra: Mapping[str, type[Rulebook[Any]]] = MappingProxyType({}),
    ) -> None:
        self._package = package
        self._extra = dict(extra)

    def names(self) -> list[str]:
        """All games in alphabetical order; none of them is imported for it."""
        root = import_module(self._package)
        folders = [module.name for module in pkgutil.iter_modules(root.__path__) if module.ispkg]
        written = [name for name in folders if (files(self._package) / name / "rules.toml").is_file()]
        return sorted({*written, *self._extra})

    def rulebook(self, name: str) -> type[Rulebook[Any]]:
        """Import a game and return its rulebook.

        Raises:
            UnknownGame: there is none of that name, or its package exports no rulebook.

        """
        if name in self._extra:
            return self._extra[name]
        self._must_know(name)
        found = getattr(import_module(f"{self._package}.{name}"), "RULEBOOK", None)
        if not (isinstance(found, type) and issubclass(found, Rulebook)):
            raise UnknownGame(
                f"{self._package}/{name}: its __init__.py must export RULEBOOK, a Rulebook class"
            )
        return found

    def make(self, header: Header) -> Rulebook[Any]:
        """Bind a game's rulebook to one match.

        Raises:
            UnknownGame: there is no such game.
            SetupError: its options, pack or number of seats cannot be played.

        """
        return self.rulebook(header.game)(header)

    def rules(self, name: str) -> dict[str, Rule]:
        """All rules of a game by id, in the order in which they are written.

        Raises:
            UnknownGame: there is no such game.
            SetupError: its rules.toml says something else than rules.

        """
        self._must_know(name)
        source = files(self._package) / name / "rules.toml"
        if not source.is_file():
            return {}
        try:
            return msgspec.convert(tomllib.loads(source.read_text(encoding="utf-8")), dict[str, Rule])
        except ValueError as error:
            raise SetupError(f"{self._package}/{name}/rules.toml: {error}") from error

    def _must_know(self, name: str) -> None:
        known = self.names()
        if name not in known:
            listed = ", ".join(known) or "none"
            raise UnknownGame(f"no game {name!r}{did_you_mean(name, known)}; the games are: {listed}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest of *known*, to be put behind a word that is not among them; "" when none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only where something is wrong

    near = get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""

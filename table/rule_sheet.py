"""Find rules by game, section or id, and lay them out for a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from engine.rulebook import SetupError
from table.games import did_you_mean

if TYPE_CHECKING:
    from table.games import Games, Rule

NOTES: Final = {
    "en": {"hand": "kept by the players", "later": "not built yet", "house": "house rule"},
    "es": {"hand": "la llevan los jugadores", "later": "aún no está hecha", "house": "regla de la casa"},
}


class UnknownRule(SetupError):
    """No game has a rule of that name. The message says what can be asked for."""


def matching(games: Games, asked: str) -> dict[str, Rule]:
    """The rules of a game, of a section ("WR-MOVE"), or the one with this id; capitals do not matter.

    Raises:
        UnknownRule: nothing is called that.

    """
    names = games.names()
    if asked.lower() in names:
        return games.rules(asked.lower())
    wanted = asked.upper().rstrip("-")
    everything = {rule: text for name in names for rule, text in games.rules(name).items()}
    found = {
        rule: text for rule, text in everything.items() if rule == wanted or rule.startswith(f"{wanted}-")
    }
    if not found:
        sections = {rule.rpartition("-")[0] for rule in everything}
        hint = did_you_mean(asked.lower(), names) or did_you_mean(wanted, sorted({*sections, *everything}))
        raise UnknownRule(
            f"no rule or game {asked!r}{hint}; ask for one of {', '.join(names)}, for a section or for a rule's id"
        )
    return found


def sheet(rules: dict[str, Rule], language: str, width: int = 80) -> list[str]:
    """The rules as lines no longer than *width*: ids on the left, sentences beside them."""
    indent = max((len(rule) for rule in rules), default=0) + 2
    said: list[str] = []
    for rule, text in rules.items():
        notes = NOTES.get(language, NOTES["en"])
        marks = [notes[mark] for mark in (text.kind, "house" if text.house else "") if mark in notes]
        sentence = text.say(language) + (f" ({', '.join(marks)})" if marks else "")
        said += wrap(
            sentence,
            max(width, indent + 20),
            initial_indent=rule.ljust(indent),
            subsequent_indent=" " * indent,
            break_on_hyphens=False,
        )
    return said

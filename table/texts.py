"""Every word people read: the engine's keys and arguments become sentences of one language.

Words live in `config/languages/<language>/common.toml` and `<game>.toml`. The tables of such a file are there for its
readers; to the program all their keys are one list, the game's before the common ones. Only `[labels]`, the words for
the answers of a choice, are a list of their own. A text is a template, or a
long and a short one for small screens::

    trap_laid = { long = "Trap on {place}. Dastardly goes back to {to}.", short = "Trap on {place}" }
    draw      = "Draw {count:cards}"

`{place}` shows an argument by its name in `[names]`, or as it is when it has none; lists are joined with commas and
"and". After a colon stands how: `{who:seat}` the name of who sits there, `{count:cards}` the number with the word of
`[plurals]`. A name with `#` stands for every number: `"T#" = "tile #"`.
"""

from __future__ import annotations

import logging
import re
import tomllib
from functools import cache, cached_property
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.ask import Value

LANGUAGES: Final = ("en", "es")
NOT_TEXTS: Final = frozenset({"names", "plurals", "labels"})
NUMBERED: Final = re.compile(r"\d+")
RULE_ID: Final = re.compile(r"^\[\"?([A-Z0-9]+)-", re.MULTILINE)
BEFORE_I: Final = re.compile(r"h?[ií](?!e)", re.IGNORECASE)

log = logging.getLogger(__name__)

Parts: TypeAlias = tuple[tuple[str, str, str], ...]
"""A template taken apart: literal text, the field after it ("" for none), and how to show that field."""


class MissingText(LookupError):
    """A key, field or rule has no words. The message names the language, the game and what is missing."""


class Text(NamedTuple):
    """What one key says, at length and on a small screen."""

    long: str
    short: str


class Manner(NamedTuple):
    """How something is said: in which game's words, with which people's names by seat, and whether shortly."""

    game: str
    seats: Sequence[str]
    short: bool


def fields(template: str) -> frozenset[str]:
    """Name the arguments a template wants."""
    return frozenset(field for _, field, _ in take_apart(template) if field)


def take_apart(template: str) -> Parts:
    """Split a template into literal text and fields; a colon parts a field from how it is shown."""
    return tuple((text, field or "", how or "") for text, field, how, _ in Formatter().parse(template))


class Words:
    """The words of one file: texts, labels, names and plurals, each found by key.

    Raises:
        ValueError: one key stands in two tables of the file.

    """

    def __init__(self, tables: Mapping[str, Mapping[str, Any]], source: str) -> None:
        self.names: Mapping[str, Text] = {key: text(value) for key, value in tables.get("names", {}).items()}
        self.labels: Mapping[str, Text] = {
            key: text(value) for key, value in tables.get("labels", {}).items()
        }
        self.plurals: Mapping[str, Mapping[str, str]] = tables.get("plurals", {})
        self.texts: dict[str, Text] = {}
        for table, entries in tables.items():
            for key, value in entries.items() if table not in NOT_TEXTS else ():
                if key in self.texts:
                    raise ValueError(f"{source}: [{table}] {key} stands there twice; name one of them anew")
                self.texts[key] = text(value)

    def name(self, ident: str) -> Text | None:
        """Name one id, or the number in it by the rule for all numbers."""
        if (found := self.names.get(ident)) is not None:
            return found
        number = NUMBERED.search(ident)
        if number is None or (pattern := self.names.get(NUMBERED.sub("#", ident, count=1))) is None:
            return None
        plain = str(int(number[0]))
        return Text(*(form.replace("#", plain) for form in pattern))


def text(value: str | Mapping[str, str]) -> Text:
    """Read one entry of a language file; without a short form the long one serves."""
    if isinstance(value, str):
        return Text(value, value)
    return Text(value["long"], value.get("short", value["long"]))


def load(language: str, game: str) -> Words:
    """Read one language file; a game without one has no words of its own.

    Raises:
        MissingText: there is no such language.

    """
    folder = files("config") / "languages" / language
    if not folder.is_dir():
        raise MissingText(f"no language {language!r}; there is {', '.join(LANGUAGES)}")
    source = folder / f"{game or 'common'}.toml"
    tables = tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return Words(tables, f"{language}/{source.name}")


@cache
def games_by_prefix() -> Mapping[str, str]:
    """Find which game's rule ids begin with which letters, by the first id of every `rules.toml`."""
    found: dict[str, str] = {}
    for folder in files("engine").iterdir():
        source = folder / "rules.toml"
        if source.is_file() and (first := RULE_ID.search(source.read_text(encoding="utf-8"))):
            found[first[1]] = folder.name
    return found


class Texts:
    """The words of one language. `strict` raises what is missing; at the table the key itself is shown instead.

    Files are read when they are first needed, once for each `Texts`.
    """

    def __init__(self, language: str = "en", *, strict: bool = False) -> None:
        self.language = language
        self.strict = strict
        self._words: dict[str, Words] = {}
        self._parts: dict[str, Parts] = {}
        self._rules: dict[str, Mapping[str, Mapping[str, Any]]] = {}
        self._taught: dict[str, Mapping[str, str]] = {}
        self._missed: set[str] = set()

    # --- sentences ----------------------------------------------------------------------------------------------

    def say(
        self,
        key: str,
        args: Mapping[str, Value] | None = None,
        game: str = "",
        *,
        short: bool = False,
        seats: Sequence[str] = (),
    ) -> str:
        """Put a text key and its arguments into words; `seats` are the names of the people by seat.

        Raises:
            MissingText: strict, and the key or one of its fields is missing.

        """
        return self._said("text for", key, args or {}, Manner(game, seats, short))

    def label(
        self,
        key: str,
        args: Mapping[str, Value] | None = None,
        game: str = "",
        *,
        short: bool = False,
        seats: Sequence[str] = (),
    ) -> str:
        """Name one answer of a choice: an option's key with its arguments.

        Raises:
            MissingText: strict, and the key or one of its fields is missing.

        """
        return self._said("label", key, args or {}, Manner(game, seats, short))

    def _said(
        self, what: Literal["text for", "label"], key: str, args: Mapping[str, Value], manner: Manner
    ) -> str:
        """Find a key in the game's words, else in the common ones, and put its arguments in."""
        for words in self._both(manner.game):
            found = (words.labels if what == "label" else words.texts).get(key)
            if found is not None:
                return self._fill(found.short if manner.short else found.long, args, manner)
        return self._miss(f"{self.language}, {manner.game or 'common'}: no {what} {key!r}", key)

    def has(self, key: str, game: str = "") -> bool:
        """Whether there are words for a key."""
        return any(key in words.texts for words in self._both(game))

    def name(self, ident: Value, game: str = "", *, short: bool = False) -> str:
        """Name a component, place or kind; what has no name is shown as it is."""
        if isinstance(ident, bool):
            ident = "yes" if ident else "no"
        if ident is None:
            ident = "none"
        for words in self._both(game):
            if (found := words.name(str(ident))) is not None:
                return found.short if short else found.long
        return self._taught.get(game, {}).get(str(ident), str(ident))

    def learn(self, game: str, names: Mapping[str, str]) -> None:
        """Take over the names that a pack brings along (taught cards); the language's own names come first."""
        self._taught[game] = dict(names)

    def join(self, items: Sequence[str]) -> str:
        """Make one phrase of several: "A, B and C"."""
        if len(items) < 2:
            return items[0] if items else self.name(None)
        return f"{', '.join(items[:-1])} {self._and_before(items[-1])} {items[-1]}"

    def _and_before(self, word: str) -> str:
        """Spanish says "e" instead of "y" before the sound of i."""
        if self.language == "es" and BEFORE_I.match(word):
            return "e"
        return self._and

    def _fill(self, template: str, args: Mapping[str, Value], manner: Manner) -> str:
        parts = self._parts.get(template)
        if parts is None:
            parts = self._parts[template] = take_apart(template)
        said: list[str] = []
        for literal, field, how in parts:
            said.append(literal)
            if field in args:
                said.append(self._show(args[field], how, manner))
            elif field:
                said.append(self._miss(f"{self.language}: {template!r} is not told {field!r}", "?"))
        sentence = "".join(said)
        begins_with_field = bool(parts) and not parts[0][0]
        return sentence[:1].upper() + sentence[1:] if begins_with_field else sentence

    def _show(self, value: Value, how: str, manner: Manner) -> str:
        if isinstance(value, list | tuple):
            return self.join([self._show(item, how, manner) for item in value])
        if how == "seat":
            return self._person(value, manner.seats)
        if how:
            return self._count(value, how, manner.game)
        return self.name(value, manner.game, short=manner.short)

    def _person(self, seat: Value, seats: Sequence[str]) -> str:
        if isinstance(seat, str) and seat.isdecimal():  # the answer of a choice, which is always text
            seat = int(seat)
        if isinstance(seat, int) and not isinstance(seat, bool):
            return seats[seat] if seat < len(seats) else self.say("seat_number", {"number": seat + 1})
        return self.name(seat)

    def _count(self, number: Value, noun: str, game: str) -> str:
        for words in self._both(game):
            if (forms := words.plurals.get(noun)) is not None:
                return forms["one" if number == 1 else "other"].replace("#", str(number))
        return self._miss(f"{self.language}, {game or 'common'}: no plural {noun!r}", str(number))

    # --- why ----------------------------------------------------------------------------------------------------

    def why(self, rule: str) -> str:
        """Say a rule in one sentence; in English, and marked so, where this language has none.

        Raises:
            MissingText: strict, and no rulebook has this rule.

        """
        entry = self.rule(rule)
        if entry is None:
            return self._miss(f"no rules.toml has {rule}", rule)
        if (sentence := entry.get(self.language)) is not None:
            return str(sentence)
        return self.say("in_english", {"text": entry["en"]})

    def is_house(self, rule: str) -> bool:
        """Whether a rule is the table's own ruling, because the published rules leave the point open."""
        entry = self.rule(rule)
        return entry is not None and bool(entry.get("house", False))

    def rule(self, rule: str) -> Mapping[str, Any] | None:
        """Return a rule's entry in its game's `rules.toml`, or None."""
        game = games_by_prefix().get(rule.partition("-")[0], "")
        if game and game not in self._rules:
            source = files("engine") / game / "rules.toml"
            self._rules[game] = tomllib.loads(source.read_text(encoding="utf-8"))
        return self._rules[game].get(rule) if game else None

    # --- where words come from ----------------------------------------------------------------------------------

    def words(self, game: str = "") -> Words:
        """Return the words of one game, or the common ones."""
        if game not in self._words:
            self._words[game] = load(self.language, game)
        return self._words[game]

    def _both(self, game: str) -> Iterator[Words]:
        if game:
            yield self.words(game)
        yield self.words()

    @cached_property
    def _and(self) -> str:
        return self.say("and_word")

    def _miss(self, what: str, shown: str) -> str:
        if self.strict:
            raise MissingText(what)
        if what not in self._missed:
            self._missed.add(what)
            log.warning("%s", what)
        return shown

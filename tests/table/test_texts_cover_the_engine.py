"""Whatever a rulebook asks, tells or refuses has words in every language, with the fields it is given."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from table.texts import LANGUAGES, Texts, Words, fields, load
from table.web.pages import WORDS as BENCH
from tests.table.spoken import Spoken, by_game, games, in_tree, literals, wrappers

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = games()
TWO_LINES, THREE_LINES = 42, 63
"""How much of a small panel a game's sentence may take, and how much the table's own."""


def texts_for(game: str, language: str) -> Iterator[Words]:
    yield load(language, game)
    yield load(language, "")


def matching(said: Spoken, words: Words) -> list[str]:
    among = words.labels if said.label else words.texts
    return [key for key in among if re.fullmatch(said.pattern, key)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_everything_a_rulebook_says_has_words(game: str, language: str) -> None:
    missing = [
        f"{said.where}: {said.pattern}"
        for said in by_game(game)
        if not any(matching(said, words) for words in texts_for(game, language))
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_a_text_wants_only_what_it_is_told(game: str, language: str) -> None:
    wrong = [
        f"{said.where}: {key} is not told {', '.join(sorted(wanted))}"
        for said in by_game(game)
        if said.args is not None and "+" not in said.pattern
        for words in texts_for(game, language)
        for key in matching(said, words)
        if (wanted := (fields(words.texts[key].long) | fields(words.texts[key].short)) - said.args)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_game_is_left_over(game: str) -> None:
    said = by_game(game)
    words = load("en", game)
    the_tables = load("en", "").texts  # what a game says in other words than the table would
    left = [
        key
        for key in words.texts.keys() - literals(game) - the_tables.keys()
        if key.removeprefix("note_").removeprefix("for_") not in literals(game)
        and not any(re.fullmatch(one.pattern, key) for one in said)
    ]
    assert not left, f"engine/{game} never says {', '.join(left)}"


@pytest.mark.parametrize("game", ["", *GAMES])
def test_the_languages_have_the_same_texts_names_and_plurals(game: str) -> None:
    english, *others = (load(language, game) for language in LANGUAGES)
    for other in others:
        assert other.texts.keys() == english.texts.keys()
        assert other.labels.keys() == english.labels.keys()
        assert other.names.keys() == english.names.keys()
        assert other.plurals.keys() == english.plurals.keys()


@pytest.mark.parametrize("game", ["", *GAMES])
def test_a_text_has_the_same_fields_in_every_language(game: str) -> None:
    english, *others = (load(language, game) for language in LANGUAGES)
    for other in others:
        wrong = [
            key for key, text in other.texts.items() if fields(text.long) != fields(english.texts[key].long)
        ]
        assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_a_short_form_is_shorter_and_tells_nothing_the_long_one_does_not(game: str, language: str) -> None:
    for key, (long, short) in load(language, game).texts.items():
        assert fields(short) <= fields(long), key
        assert len(short) <= len(long), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_a_text_fits_a_small_panel(game: str, language: str) -> None:
    """The words of the bench are exempt: its page and the terminal show them, never a panel."""
    width = TWO_LINES if game else THREE_LINES
    wide = [
        f"{len(bare)}: {key}: {text.short}"
        for key, text in load(language, game).texts.items()
        if not key.startswith(BENCH) and len(bare := re.sub(r"\{[^}]*\}", "12345678", text.short)) > width
    ]
    assert not wide, "\n".join(wide)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_short_name_has_at_most_twelve_letters(game: str, language: str) -> None:
    wide = [text.short for text in load(language, game).names.values() if len(text.short) > 12]
    assert not wide


def test_every_rule_sentence_exists_in_every_language() -> None:
    texts = {language: Texts(language, strict=True) for language in LANGUAGES}
    texts["en"].rule("WR-TRACK-01")
    for rule, entry in texts["en"]._rules["wacky_races"].items():
        for language in LANGUAGES:
            assert 0 < len(texts[language].why(rule)) <= 160, rule
            assert language in entry, rule


# --- finding what is said -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("tell('won', rules=('X-1',), moves=(), car=car)", Spoken(":1", "won", frozenset({"car"}))),
        ("ask.tell('won', rules=R, **more)", Spoken(":1", "won", None)),
        ("choose(seat, 'who', among, rules=R)", Spoken(":1", "who", frozenset())),
        ("scan(seat, 'card', legal, read, args={'move': 1})", Spoken(":1", "card", frozenset({"move"}))),
        ("confirm(seat, 'done', args=args)", Spoken(":1", "done", None)),
        ("raise IllegalAnswer('full', 'X-1', place=p)", Spoken(":1", "full", frozenset({"place"}))),
        ("number(seat, f'card_{n}', 0, 3)", Spoken(":1", "card_[a-z0-9_]+", frozenset())),
        ("Option('D', key='kind')", Spoken(":1", "kind", None, label=True)),
    ],
)
def test_a_key_is_found_in_the_source_with_its_arguments(source: str, expected: Spoken) -> None:
    assert list(in_tree(ast.parse(source))) == [expected]


def test_both_branches_of_an_if_are_keys() -> None:
    found = in_tree(ast.parse("tell('a' if x else 'b', rules=R)"))
    assert [said.pattern for said in found] == ["a", "b"]


def test_an_options_label_is_a_key() -> None:
    found = in_tree(ast.parse("choose(seat, 'who', among, labels='car')"))
    assert [said.pattern for said in found] == ["who", "car"]


def test_a_function_that_hands_a_key_on_counts_as_saying_it() -> None:
    tree = ast.parse("def drawn(race, key): ...\ndrawn(race, 'turn_up')\ndrawn(race, key='draw')")
    local = wrappers(tree)
    assert local == {"drawn": 1}
    assert [said.pattern for said in in_tree(tree, "", local)] == ["turn_up", "draw"]

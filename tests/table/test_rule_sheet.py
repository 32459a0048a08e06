"""Rules are found by game, section and id, and fit on a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.games import Games, Rule
from table.rule_sheet import UnknownRule, matching, sheet

GAMES = Games()
NAMES = GAMES.names()
WALK = {
    "XX-PACE-01": Rule("All choose a pace in secret.", "Todos eligen un paso en secreto."),
    "XX-HAND-01": Rule("Shuffle.", "Se baraja.", kind="hand", house=True),
    "XX-BAG-01": Rule("Draw."),
}


class Shelf(Games):
    """Games whose rules are handed in."""

    def names(self) -> list[str]:
        return ["abacus", "walk"]

    def rules(self, name: str) -> dict[str, Rule]:
        return WALK if name == "walk" else {"AB-BAG-01": Rule("Count.")}


SHELF = Shelf()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("walk", list(WALK)),
        ("WALK", list(WALK)),
        ("abacus", ["AB-BAG-01"]),
        ("XX", list(WALK)),
        ("XX-HAND", ["XX-HAND-01"]),
        ("xx-hand-", ["XX-HAND-01"]),
        ("xx-bag-01", ["XX-BAG-01"]),
    ],
)
def test_rules_are_found_by_game_section_or_id(asked: str, found: list[str]) -> None:
    assert list(matching(SHELF, asked)) == found


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("XX-BAG-02", "did you mean 'XX-BAG-01'?"),
        ("wallk", "did you mean 'walk'?"),
        ("XX-HAN", "did you mean 'XX-HAND'?"),
        ("XX-PACE-0", "did you mean 'XX-PACE-01'?"),
        ("", "ask for one of abacus, walk"),
        ("chess", "ask for one of abacus, walk"),
    ],
)
def test_an_unknown_name_hints_at_the_nearest(asked: str, hint: str) -> None:
    with pytest.raises(UnknownRule) as error:
        matching(SHELF, asked)
    assert f"no rule or game {asked!r}" in str(error.value)
    assert hint in str(error.value)


def test_ids_stand_left_and_sentences_beside_them() -> None:
    assert sheet(WALK, "en", 40) == [
        "XX-PACE-01  All choose a pace in secret.",
        "XX-HAND-01  Shuffle. (kept by the",
        "            players, house rule)",
        "XX-BAG-01   Draw.",
    ]


def test_sentences_and_notes_come_in_the_language_asked_for() -> None:
    assert sheet(WALK, "es", 80) == [
        "XX-PACE-01  Todos eligen un paso en secreto.",
        "XX-HAND-01  Se baraja. (la llevan los jugadores, regla de la casa)",
        "XX-BAG-01   Draw.",
    ]


def test_no_rules_make_no_lines() -> None:
    assert sheet({}, "en") == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_every_game_fits_on_80_columns(name: str, language: str) -> None:
    lines = sheet(GAMES.rules(name), language)
    assert len(lines) >= len(GAMES.rules(name)) > 0
    assert max(map(len, lines)) <= 80


@given(
    st.lists(st.text(st.characters(categories=("L", "Nd")), min_size=1, max_size=12), min_size=1),
    st.integers(40, 120),
)
def test_no_line_is_too_long_and_no_word_gets_lost(words: list[str], width: int) -> None:
    lines = sheet({"XX-BAG-01": Rule(" ".join(words))}, "en", width)
    assert all(len(line) <= width for line in lines)
    assert " ".join(lines).split() == ["XX-BAG-01", *words]

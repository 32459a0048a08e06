"""Standings and results in words: the place, whose it is, and what each of them has."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.rulebook import Standing
from table.desk import Desk
from table.idle import waiting
from table.lots import lots
from table.standings import line_of, lines
from table.station import Station
from table.texts import LANGUAGES, Texts
from tests.engine.cases import CASES
from tests.engine.conformance import random_answer
from tests.table.saved import name_of
from tests.table.spoken import games
from tests.table.table_kit import asking, done, station

if TYPE_CHECKING:
    from engine.match import Match
    from table.texts import Words
    from tests.engine.conformance import Case

FOR_PROGRAMS = {"by_race", "places", "sum"}
"""Notes that no panel shows: lists, and the tiny game's own."""


def played(case: Case, most: int = 3000) -> Match[object]:
    """A match of random answers, to its end or nearly so."""
    match, rng = case.match(), Random(3)
    for _ in range(most):
        if match.over:
            break
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))
    return match


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (Standing("car", 2, 0, {"points": 43}), "2. Ana (car): 43 points"),
        (Standing("car", 1, 1, {"points": 1, "left": "left"}), "1. Bea (car): 1 point, has left"),
        (Standing("car", 0, None, {"sum": 8}), "car"),
        (Standing("", 1, 0, {"points": 0}), "1. Ana: 0 points"),
    ],
)
def test_a_line_says_the_place_whose_it_is_and_what_has_words(row: Standing, said: str) -> None:
    assert line_of(station(asking(done())), row) == said


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_everything_noted_beside_a_place_is_said_in_every_language(case: Case) -> None:
    match = played(case)
    rows = (*match.rulebook.standings(match.state), *(match.result.standings if match.result else ()))
    noted = {key for row in rows for key in row.notes}
    for language in LANGUAGES:
        texts = Texts(language, strict=True)
        silent = {key for key in noted if not texts.has(f"note_{key}", name_of(case))}
        assert silent <= FOR_PROGRAMS
        at = Station(Desk(match, lots(1)), texts, tuple(range(len(match.seats))))
        assert len(lines(at)) == len(match.rulebook.standings(match.state))


def ids(match: Match[Any], words: Words) -> set[str]:
    """Everything that has an id but is never called by it: pieces, components, places, kinds."""
    layout = match.rulebook.layout(match.state)
    found = {*layout.pieces, *layout.pieces.values(), *layout.counts, *(spot.mark for spot in layout.course)}
    found |= {row.who for row in match.rulebook.standings(match.state)}
    found |= {part for one in match.rulebook.components() for part in (one.id, one.kind)}
    return {one for one in found if re.search("[-_]", one) and getattr(words.name(one), "short", "") != one}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "case", [case for case in CASES if name_of(case) in games()], ids=lambda case: case.name
)
def test_neither_the_standings_nor_an_idle_panel_say_an_id(case: Case, language: str) -> None:
    match, rng, texts = case.match(), Random(3), Texts(language, strict=True)
    at = Station(Desk(match, lots(1)), texts, tuple(range(len(match.seats))))
    for number in range(240):
        if match.over:
            break
        if number < 40 or number % 10 == 0:
            said = {
                word for line in (*lines(at), *waiting(at, 0).words()) for word in re.findall(r"[\w-]+", line)
            }
            assert not said & ids(match, texts.words(name_of(case)))
            assert not [word for word in said if "_" in word]
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))

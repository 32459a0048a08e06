"""Standings and results in words: the place, whose it is, and what each of them has."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.rulebook import Standing
from table.desk import Desk
from table.lots import lots
from table.standings import line_of, lines
from table.station import Station
from table.texts import LANGUAGES, Texts
from tests.engine.cases import CASES
from tests.engine.conformance import random_answer
from tests.table.saved import name_of
from tests.table.table_kit import asking, done, station

if TYPE_CHECKING:
    from engine.match import Match
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

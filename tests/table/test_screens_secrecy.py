"""A shared panel gives no secret away: exchange what others must not know, and every screen stays the same.

A picture is made from its screen alone, so equal screens are equal to the dot.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CHANCE
from engine.match import Match
from table.desk import Desk
from table.draw import draw
from table.lots import lots
from table.pages import ListPage
from table.screens import check_lines, standings, why_lines
from table.station import Station
from table.texts import Texts
from tests.engine.cases import CASES
from tests.engine.conformance import random_answer
from tests.table.table_kit import SECOND, press

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.record import Answer
    from table.screen import Screen
    from tests.engine.conformance import Case

PLAYED = [
    case for case in CASES if case.name in ("tiny, known board, 3 seats", "Wacky Races, all virtual, 3 seats")
]
TEXTS = Texts("en")


def shown(desk: Desk) -> Iterator[Screen | tuple[str, ...]]:
    """Every screen a shared panel can show without anybody's gate being opened, and every line of its lists."""
    at = Station(desk, TEXTS, tuple(range(len(desk.names))))
    for _ in desk.waiting(at.seats):
        for page in range(4):
            at.play.news_page = page
            yield at.screen()
        for key in ("next", "previous", "next"):
            question = at.play.question(at)
            if question is not None and at.play.hidden(at, question):
                yield press(at, key)
        press(at, "back")
    yield press(at, "menu")
    for lines in (why_lines(at), standings(at), check_lines(at)):
        yield tuple(ListPage("", lines).lines)


def opened(desk: Desk) -> list[Screen]:
    """What the open gates show."""
    screens = []
    for question in desk.match.open:
        if question.secret and isinstance(question.seat, int):
            at = Station(desk, TEXTS, (question.seat,))
            screens += [at.screen(), press(at, "next")]
    return screens


def other_world(case: Case, match: Match[Any], rng: Random) -> Match[Any] | None:
    """The same match with other secrets, at the same questions; None where those secrets bring other questions."""
    other: Match[Any] = Match(case.rulebook(case.header), case.header)
    given = len(match.record) - len(match.given)
    for entry in match.record[:given]:
        other.apply(entry)
    case.exchange(other.state, None, rng.randrange)
    other.restart_turn()
    for entry in match.record[given:]:
        answer: Answer = entry  # type: ignore[assignment]
        other.answer(answer.seat, random_answer(other.question(answer.seat), rng.randrange))
    other.tells = match.tells
    same = [(q.seat, q.key) for q in other.open] == [(q.seat, q.key) for q in match.open]
    return other if same else None


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.name)
def test_a_shared_panel_shows_the_same_whatever_the_secrets_are(case: Case) -> None:
    compared = differing = 0
    for seed in range(4):
        rng = Random(seed)
        match = case.match()
        while not match.over and compared < 8 * (seed + 1):
            if rng.random() < 0.5 and all(q.resumes and q.seat != CHANCE for q in match.open):
                other = other_world(case, match, rng)
                if other is not None:
                    one, two = (Desk(world, lots(1)) for world in (match, other))
                    two.news = one.news
                    assert list(shown(one)) == list(shown(two))
                    compared += 1
                    differing += opened(one) != opened(two)
            question = match.open[rng.randrange(len(match.open))]
            match.answer(question.seat, random_answer(question, rng.randrange))
    assert compared >= 20
    assert differing >= 5, "the secrets were never different, so nothing was shown"


def test_an_opened_gate_really_shows_the_secret() -> None:
    case = PLAYED[0]
    match = case.match()
    desk = Desk(match, lots(1))
    at = Station(desk, TEXTS, (0, 1, 2), now=SECOND)
    closed = at.screen()
    assert draw(press(at, "confirm")).tobytes() != draw(closed).tobytes()

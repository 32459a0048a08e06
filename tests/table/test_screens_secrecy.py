"""A shared panel gives no secret away: exchange what others must not know, and every screen stays the same.

A picture is made from its screen alone, so equal screens are equal to the dot.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.match import Match
from table import correcting, lesson_pages, standings
from table.desk import Desk
from table.draw import draw
from table.lots import lots
from table.pages import ListPage, whose
from table.screens import check_lines, option_text, why_lines
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

OFTEN = {
    "tiny, known board, 3 seats": 0.5,
    "Wacky Races, all virtual, 3 seats": 0.5,
    "downforce, 3 seats, test track": 0.1,
    "downforce, 4 seats, secret powers, claims by asking": 0.1,
}
"""How often a question of a case is looked at: often enough, and spread over whole matches."""
PLAYED = [case for case in CASES if case.name in OFTEN]
TEXTS = Texts("en")


def shown(desk: Desk) -> Iterator[Screen | tuple[str, ...]]:
    """Every screen that a panel for all or for nobody can show without a gate being opened, and all lines of its lists."""
    for seats in (tuple(range(len(desk.names))), ()):
        at = Station(desk, TEXTS, seats)
        for _ in desk.waiting(at.seats):
            for page in range(4):
                at.play.news_page = page
                yield at.screen()
            for key in ("next", "previous", "previous"):
                yield press(at, key)
            press(at, "back", "back")
        yield press(at, "menu")
        for lines in (why_lines(at), standings.lines(at), check_lines(at)):
            yield tuple(ListPage("", lines).lines)
        for one in correcting.offered(at):
            yield (
                correcting.name_of(at, one),
                str(one.now),
                *(option_text(at, option) for option in one.options),
            )
        yield tuple(lesson.component for lesson in lesson_pages.offered(at))


def opened(desk: Desk) -> list[Screen]:
    """What the open gates show."""
    screens = []
    for question in desk.match.open:
        if question.secret and (seat := whose(question)) is not None:
            at = Station(desk, TEXTS, (seat,))
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
            if rng.random() < OFTEN[case.name] and all(q.resumes for q in match.open):
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

"""Presses whose moment counts: whose they were on a shared console, and how sure the clock is that stamped them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from devices.ports import Edge
from engine.ask import TABLE, Stamp, choose
from engine.ask import press as timed
from table.asking import ChoicePage
from tests.table.box_kit import Table
from tests.table.table_kit import RULES, SECOND, Group, asking, done, given, press, station

if TYPE_CHECKING:
    from table.desk import Desk
    from table.station import Key


def rivals(people: int = 3, *, low: int = 0, anybody: bool = False) -> Desk:
    """Everybody may buzz, the first one counts."""
    buzz = {
        seat: partial(timed, seat, "buzz", low, rules=RULES, early=("XX-EARLY",), anybody=anybody)
        for seat in range(people)
    }
    return asking(Group(buzz, first=True), done(TABLE), people=people)


def test_a_shared_console_asks_whose_press_it_was_and_keeps_its_moment() -> None:
    desk = rivals()
    at = station(desk)
    at.press("confirm", 5 * SECOND, at=4 * SECOND)
    assert given(desk) == []
    assert at.screen().title == "Who pressed?"
    assert at.screen().head == "Ana, Bea and Cai"
    assert at.screen().choices == ("Ana", "Bea", "Cai")
    press(at, "next", "confirm", now=9 * SECOND)
    assert given(desk) == [(1, Stamp(4 * SECOND))]
    assert not at.pages


def test_back_forgets_a_press_that_nobody_meant() -> None:
    desk = rivals()
    at = station(desk)
    press(at, "confirm", "back", now=SECOND)
    assert (given(desk), at.pages) == ([], [])
    press(at, "confirm", "confirm", now=3 * SECOND)
    assert given(desk) == [(0, Stamp(3 * SECOND))]


def test_who_has_a_key_of_his_own_is_not_asked() -> None:
    desk = rivals()
    press(station(desk, 1), "confirm", now=SECOND)
    assert given(desk) == [(1, Stamp(SECOND))]


def test_nobody_is_asked_where_it_means_the_same_whoever_pressed() -> None:
    desk = rivals(anybody=True)
    press(station(desk), "confirm", now=SECOND)
    assert given(desk) == [(0, Stamp(SECOND))]


def test_a_press_before_its_time_is_refused_without_asking_whose_it_was() -> None:
    desk = rivals(low=2 * SECOND)
    at = station(desk)
    press(at, "confirm", now=SECOND)
    assert (given(desk), at.pages, at.refused_by) == ([], [], ("XX-EARLY",))


def test_a_pilot_is_not_among_those_who_may_have_pressed() -> None:
    buzz = {seat: partial(timed, seat, "buzz", rules=RULES) for seat in (0, 1)}
    desk = asking(Group(buzz, first=True), done(TABLE), people=2, pilots=1)
    at = station(desk)
    press(at, "confirm", now=SECOND)
    assert isinstance(at.page, ChoicePage)
    assert at.screen().choices == ("Ana", "Bea")


@pytest.mark.rule("W6-CALL-21")
def test_a_hubs_press_is_answered_with_its_clock_and_how_wrong_that_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Table(asking(timed(0, "buzz", rules=RULES), done())) as table:
        edges = [Edge("confirm", pressed=True, at=table.now, clock="front", within=1_700)]
        monkeypatch.setattr(table.rig.keys, "poll", lambda: edges)
        moment = table.now
        table.box.step()
        assert given(table.desk) == [Stamp(moment, "front", 1_700)]


# --- buttons beside a buzzer ------------------------------------------------------------------------------------------


def beside(people: int = 2) -> Desk:
    """Everybody may buzz, and the console has two buttons."""
    makes = {seat: partial(timed, seat, "buzz", rules=RULES) for seat in range(people)}
    buttons = partial(choose, TABLE, "colour", {"pause": "pause", "rules": "rules"}, rules=RULES)
    return asking(Group({**makes, TABLE: buttons}, first=True), done(TABLE), people=people)


@pytest.mark.parametrize(("key", "button"), [("next", "pause"), ("previous", "rules")])
def test_an_arrow_turns_from_a_buzzer_to_the_buttons_beside_it(key: Key, button: str) -> None:
    at = station(beside())
    assert "more" in at.screen().foot
    screen = press(at, key)
    assert screen.cursor is not None
    assert screen.choices[screen.cursor] == button
    press(at, "confirm")
    assert given(at.desk) == [(TABLE, button)]


def test_back_returns_from_the_buttons_to_the_buzzer() -> None:
    at = station(beside(), 0)
    press(at, "next", "back", "back", "confirm", now=SECOND)
    assert given(at.desk) == [(0, Stamp(SECOND))]


def test_an_arrow_does_nothing_where_there_is_nothing_to_choose() -> None:
    at = station(rivals())
    before = at.screen()
    assert press(at, "next") == before
    assert "more" not in before.foot

"""Presses whose moment counts: whose they were on a shared console, and how sure the clock is that stamped them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from devices.ports import Edge
from engine.ask import CLOCK, TABLE, Stamp, choose, until
from engine.ask import press as timed
from table.asking import ChoicePage
from table.box import Post
from table.buzzing import WHOSE_US
from table.desk import Desk
from tests.engine.conformance import lots
from tests.engine.wackee_six.kit import Play, header
from tests.table.box_kit import Table
from tests.table.table_kit import RULES, SECOND, Group, asking, done, given, press, station

if TYPE_CHECKING:
    from table.station import Key, Station


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
    press(at, "next", "next", "confirm", now=9 * SECOND)
    assert given(desk) == [(1, Stamp(4 * SECOND))]
    assert not at.pages


def test_back_forgets_a_press_that_nobody_meant() -> None:
    desk = rivals()
    at = station(desk)
    press(at, "confirm", "back", now=SECOND)
    assert (given(desk), at.pages) == ([], [])
    press(at, "confirm", "next", "confirm", now=3 * SECOND)
    assert given(desk) == [(0, Stamp(3 * SECOND))]


def test_a_key_that_is_hit_twice_names_nobody() -> None:
    desk = rivals()
    at = station(desk)
    press(at, "confirm", now=SECOND)
    assert at.screen().cursor is None
    at.press("confirm", SECOND + 70_000)
    assert (given(desk), at.notice) == ([], "Choose one")
    press(at, "previous", "confirm", now=3 * SECOND)
    assert given(desk) == [(2, Stamp(SECOND))]


def test_it_is_asked_no_longer_whose_a_press_was_when_nobody_may_buzz_any_more() -> None:
    desk = rivals()
    at = station(desk, 0, 1)
    press(at, "confirm", now=SECOND)
    desk.answer(2, 2 * SECOND, 2 * SECOND)
    assert at.screen().title != "Who pressed?"
    press(at, "confirm", now=3 * SECOND)
    assert given(desk) == [(2, Stamp(2 * SECOND)), True]


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


# --- a press and the clock --------------------------------------------------------------------------------------------


def moments(at: Station) -> list[int]:
    """The moments of presses for which the clock waits."""
    return [page.moment for page in at.unsaid()]


def before(limit: int, people: int) -> Group:
    """So many people may buzz until the time is up."""
    buzz = {seat: partial(timed, seat, "buzz", rules=RULES) for seat in range(people)}
    return Group({**buzz, CLOCK: partial(until, "limit", limit, rules=RULES)}, first=True)


def limited(limit: int, people: int = 2) -> Desk:
    """Everybody may buzz until the time is up."""
    return asking(before(limit, people), done(TABLE), people=people)


@pytest.mark.rule("W6-CALL-07", "W6-STUCK-05")
def test_a_limit_that_passes_while_it_is_asked_whose_press_it_was_comes_too_late() -> None:
    desk = limited(6 * SECOND)
    at = station(desk)
    press(at, "confirm", now=5 * SECOND)
    assert not desk.tick(8 * SECOND, moments(at))
    press(at, "next", "confirm", now=9 * SECOND)
    assert given(desk) == [(0, Stamp(5 * SECOND))]


def test_the_clock_does_not_wait_for_ever_to_be_told_whose_a_press_was() -> None:
    desk = limited(6 * SECOND)
    at = station(desk)
    press(at, "confirm", now=5 * SECOND)
    at.tick(5 * SECOND + WHOSE_US - 1)
    assert moments(at) == [5 * SECOND]
    at.tick(5 * SECOND + WHOSE_US)
    assert desk.tick(at.now, moments(at))
    assert given(desk) == [(CLOCK, 5 * SECOND + WHOSE_US)]


def test_whose_a_press_was_may_be_said_after_the_wait() -> None:
    at = station(rivals())
    press(at, "confirm", now=5 * SECOND)
    press(at, "next", "confirm", now=20 * SECOND)
    assert given(at.desk) == [(0, Stamp(5 * SECOND))]


def test_after_the_wait_the_confirm_key_is_a_press_again() -> None:
    at = station(rivals())
    press(at, "confirm", now=5 * SECOND)
    press(at, "confirm", "next", "confirm", now=20 * SECOND)
    assert given(at.desk) == [(0, Stamp(20 * SECOND))]


@pytest.mark.parametrize(("moment", "waits"), [(4 * SECOND, True), (5 * SECOND, False)])
def test_the_clock_waits_no_longer_once_a_later_press_was_told(moment: int, *, waits: bool) -> None:
    buzz = {seat: partial(timed, seat, "buzz", rules=RULES) for seat in range(3)}
    desk = asking(Group(buzz), done(TABLE), people=3)
    at = station(desk, 0, 1)
    press(at, "confirm", now=5 * SECOND)
    desk.answer(2, moment, 6 * SECOND)
    assert bool(at.unsaid()) == waits


@pytest.mark.rule("W6-CALL-07", "W6-CALL-13")
def test_a_call_at_another_station_is_announced_while_it_is_asked_whose_a_press_was() -> None:
    play = Play(header(4, countdown_s=0)).go(0)
    desk = Desk(play.match, lots(1))
    console, other = station(desk, 0, 1, 2), station(desk, 3)
    press(console, "confirm", now=3 * SECOND)
    press(other, "confirm", now=4 * SECOND)
    console.tick(5 * SECOND)
    assert desk.tick(5 * SECOND, moments(console))
    assert play.last("stop_called")["seat"] == 3


def test_every_other_panel_says_that_the_clock_waits_to_be_told_whose_a_press_was() -> None:
    desk = limited(60 * SECOND, people=3)
    with Table(desk) as table:
        console, other = (Post(station(desk, 0, 1), "console"), Post(station(desk, 2), "other"))
        table.box.posts = [console, other]
        table.press("confirm")
        table.run(100)
        assert console.station.screen().choices == ("Ana", "Bea")
        assert other.station.screen().body == ("Who pressed? Ana and Bea",)
        table.press("back")
        table.run(100)
        assert not other.station.troubles


def test_a_limit_that_was_due_before_the_press_still_counts() -> None:
    desk = limited(6 * SECOND)
    at = station(desk)
    press(at, "confirm", now=7 * SECOND)
    assert desk.tick(8 * SECOND, moments(at))
    assert given(desk) == [(CLOCK, 7 * SECOND)]


def test_the_clock_goes_on_when_nobody_meant_the_press() -> None:
    desk = limited(6 * SECOND)
    at = station(desk)
    press(at, "confirm", "back", now=5 * SECOND)
    assert desk.tick(8 * SECOND, moments(at))
    assert given(desk) == [(CLOCK, 8 * SECOND)]


def test_what_the_clock_is_asked_after_the_press_waits_for_it() -> None:
    desk = asking(done(TABLE), Group({CLOCK: partial(until, "stamp", 0, rules=RULES)}, first=True))
    desk.answer(TABLE, True, 3 * SECOND)
    assert not desk.tick(4 * SECOND, [2 * SECOND])
    assert desk.tick(5 * SECOND, [])


def test_on_the_wires_a_press_before_the_limit_counts_whoever_s_it_was() -> None:
    with Table(limited(2 * SECOND)) as table:
        table.press("confirm")
        pressed = table.now
        table.run(3000)
        assert given(table.desk) == []
        table.press("next", "next", "confirm")
        ((seat, stamp),) = given(table.desk)
        assert seat == 1
        assert stamp.at < pressed < 2 * SECOND


def test_a_press_that_waits_for_the_disk_is_heard_before_the_clock() -> None:
    desk = asking(done(TABLE), before(2 * SECOND, 1), done(TABLE), people=1)
    with Table(desk, keeps_up=False) as table:
        table.press("confirm")
        assert table.box.saving
        table.press("confirm")
        table.run(3000)
        assert given(desk) == [True]
        table.box.saved(accepted=True)
        table.run(100)
        assert given(desk)[1][0] == 0


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

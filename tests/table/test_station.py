"""Stations: keys and taps in, answers and signals out, whatever the question and whatever lies on top of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import (
    CLOCK,
    chance,
    choose,
    number,
    until,
)
from engine.ask import (
    press as timed,
)
from table.menu import MenuPage
from table.pages import RESULT_US, PausePage
from table.station import NOTICE_US
from tests.table.table_kit import (
    RULES,
    SECOND,
    Group,
    Say,
    asking,
    card,
    colour,
    done,
    given,
    open_menu,
    press,
    state_of,
    station,
    tiny,
)

if TYPE_CHECKING:
    from engine.ask import Ask


# --- taps -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question", [card(), chance("draw", "turn_up", {"card-D-1": 1}, rules=RULES, pile="deck")]
)
def test_a_tap_answers_a_question_for_a_component(question: Ask[Any]) -> None:
    desk = asking(question, done())
    at = station(desk)
    at.tap("card-D-1", 3)
    assert given(desk) == ["card-D-1"]
    assert at.signals == ["tick"]


def test_a_tap_chooses_by_the_short_name_of_the_component() -> None:
    desk = asking(colour(), done())
    station(desk).tap("card-D-2", 0)
    assert given(desk) == ["D"]


@pytest.mark.parametrize(
    "question", [done(), number(0, "how_many", 1, 3, rules=RULES), timed(0, "buzz", rules=RULES)]
)
def test_a_tap_is_no_answer_where_no_card_is_asked_for(question: Ask[Any]) -> None:
    desk = asking(question, done())
    at = station(desk)
    at.tap("card-D-1", 0)
    assert given(desk) == []
    assert at.signals == ["refused"]
    assert "No card is asked for now" in at.screen().words()


def test_a_tap_while_somebody_elsewhere_is_asked_is_refused() -> None:
    at = station(asking(card(0), done()), 1)
    at.tap("card-D-1", 0)
    assert at.signals == ["refused"]
    assert "Nothing is asked right now" in at.screen().words()


def test_a_tap_after_the_end_is_refused() -> None:
    desk = asking(done())
    at = station(desk)
    press(at, "confirm")
    at.tap("card-D-1", 0)
    assert at.signals[-1] == "refused"
    assert not at.left


def test_a_tap_closes_the_menu_and_answers() -> None:
    desk = asking(card(), done())
    at = station(desk)
    press(at, "menu", "next", "confirm")
    assert at.pages
    at.tap("card-D-1", 0)
    assert at.pages == []
    assert given(desk) == ["card-D-1"]


def test_a_tap_ends_a_pause_and_answers() -> None:
    desk = asking(card(), done())
    at = station(desk)
    desk.pause(0)
    at.pages = [PausePage()]
    at.tap("card-D-1", SECOND)
    assert not desk.paused
    assert given(desk) == ["card-D-1"]


def test_a_secret_question_takes_a_card_without_being_opened() -> None:
    desk = asking(card(0, secret=True), done())
    at = station(desk)
    at.tap("card-D-1", 0)
    assert given(desk) == ["card-D-1"]


# --- refusals ---------------------------------------------------------------------------------------------------


def test_a_refusal_shows_its_reason_beside_the_question_for_a_while() -> None:
    desk = asking(card(), done())
    at = station(desk)
    plain = at.screen()
    at.tap("card-F-2", SECOND)
    refused = at.screen()
    assert refused.title == plain.title
    assert refused.alarm
    assert "9 is not 1 to 3" in refused.words()
    at.tick(SECOND + NOTICE_US - 1)
    assert at.screen() == refused
    at.tick(SECOND + NOTICE_US)
    assert at.screen() == plain


def test_a_key_puts_a_refusal_away_at_once() -> None:
    at = station(asking(card(), done()))
    at.tap("card-F-2", 0)
    assert "9 is not 1 to 3" not in press(at, "next").words()


def test_an_answer_that_is_taken_puts_a_refusal_away() -> None:
    at = station(asking(card(), done()))
    at.tap("card-F-2", 0)
    at.tap("card-D-1", 0)
    assert at.notice == ""
    assert at.refused_by == ()


def test_a_refused_answer_keeps_what_was_chosen() -> None:
    desk = asking(card(0, legal=("card-F-2", "D")), done())
    at = station(desk)
    press(at, "next", "confirm")
    assert at.signals[-1] == "refused"
    at.tick(NOTICE_US)
    assert at.screen().cursor == 0


@pytest.mark.report("K03")
def test_a_refusal_changes_nothing_in_the_match() -> None:
    """K03: leave everything unchanged when an operation fails."""
    desk = asking(card(), done())
    before = state_of(desk)
    at = station(desk)
    at.tap("card-F-2", 0)
    at.undo()
    assert state_of(desk) == before
    assert [question.seat for question in desk.match.open] == [0]


# --- what changes under one's hands -----------------------------------------------------------------------------


def test_a_choice_is_forgotten_when_the_clock_brings_another_question() -> None:
    both = Group({0: partial(colour, 0), CLOCK: lambda: until("over", SECOND, rules=RULES)}, first=True)
    desk = asking(both, colour(), done())
    at = station(desk)
    assert press(at, "previous").cursor == 2
    desk.tick(SECOND)
    assert at.screen().cursor is None
    press(at, "confirm", now=SECOND)
    assert given(desk) == [(CLOCK, SECOND)]


def test_a_choice_is_never_taken_for_one_of_a_shorter_list() -> None:
    long = choose(0, "which_colour", {str(n): n for n in range(5)}, rules=RULES)
    short = choose(0, "which_colour", {"x": 1}, rules=RULES)
    desk = asking(
        Group({0: lambda: long, CLOCK: lambda: until("over", SECOND, rules=RULES)}, first=True), short, done()
    )
    at = station(desk)
    press(at, "previous")
    desk.tick(SECOND)
    press(at, "confirm", now=SECOND)
    assert at.signals[-1] == "refused"


def test_a_choice_is_forgotten_when_another_station_answers() -> None:
    desk = asking(Group({seat: partial(colour, seat) for seat in (0, 1)}, first=True), colour(0), done())
    ana, bea = station(desk, 0), station(desk, 1)
    assert press(ana, "next").cursor == 0
    press(bea, "next", "next", "confirm")
    assert given(desk) == [(1, "blue")]
    assert ana.screen().cursor is None


def test_a_choice_stays_while_others_answer_the_same_joint_question() -> None:
    desk = asking(Group({seat: partial(colour, seat) for seat in (0, 1)}), done())
    ana, bea = station(desk, 0), station(desk, 1)
    assert press(ana, "next").cursor == 0
    press(bea, "next", "confirm")
    assert ana.screen().cursor == 0


def test_sitting_down_at_another_match_forgets_everything_but_what_is_wrong() -> None:
    at = station(asking(card(), done()))
    at.alarm("reader", "too_fast")
    at.tap("card-F-2", 0)
    press(at, "menu")
    at.sit(tiny(), (0, 1))
    assert at.pages == []
    assert at.notice == ""
    assert at.troubles == {"reader": "One moment"}
    assert not at.left


# --- what is wrong ----------------------------------------------------------------------------------------------


def test_a_trouble_stays_until_it_is_over() -> None:
    at = station(asking(card(), done()))
    plain = at.screen()
    at.alarm("reader", "reader_unwell", {"reader": "console"})
    for now in range(0, 20 * SECOND, SECOND):
        at.tick(now)
        assert "No answer: console. Use the keys" in at.screen().words()
        assert at.screen().badge == "!"
    at.alarm("reader", "")
    at.play.reset(at)
    assert at.screen() == plain


def test_the_end_of_one_trouble_does_not_hide_another() -> None:
    at = station(asking(card(), done()))
    at.alarm("storage", "not_saved_full", {"file": "match-1"})
    at.alarm("reader", "reader_unwell", {"reader": "console"})
    at.alarm("reader", "")
    assert "Not saved: disk full" in at.screen().words()
    at.alarm("storage", "")
    assert at.screen().badge == ""


def test_while_something_is_wrong_the_keys_still_show_and_choose_the_options() -> None:
    desk = asking(colour(), done())
    at = station(desk)
    at.alarm("reader", "reader_unwell", {"reader": "console"})
    shown = press(at, "next")
    assert shown.choices == ("red", "blue", "D")
    assert shown.badge == "!"
    press(at, "confirm")
    assert given(desk) == ["red"]


# --- the end ----------------------------------------------------------------------------------------------------


def test_the_result_is_left_with_confirm_only() -> None:
    desk = asking(done())
    at = station(desk)
    press(at, "confirm")
    assert at.screen().head == "Result"
    press(at, "next", "previous", "back", now=RESULT_US)
    assert not at.left
    press(at, "confirm", now=RESULT_US)
    assert at.left


def test_a_key_pressed_once_too_often_does_not_put_the_result_away() -> None:
    at = station(asking(done()))
    press(at, "confirm", "confirm")
    press(at, "confirm", now=RESULT_US - 1)
    assert not at.left


def test_the_last_answer_can_be_taken_back_from_the_result() -> None:
    desk = asking(done())
    at = station(desk)
    press(at, "confirm", "menu", "confirm")
    assert not desk.match.over
    assert given(desk) == []


# --- the menu and the pause -------------------------------------------------------------------------------------


def test_the_held_back_key_opens_the_menu_and_closes_whatever_is_open() -> None:
    at = station(asking(card(), done()))
    press(at, "menu")
    assert isinstance(at.page, MenuPage)
    press(at, "confirm")
    assert at.pages
    press(at, "menu")
    assert at.pages == []


@pytest.mark.parametrize("key", ["previous", "next", "confirm", "back", "menu"])
def test_any_key_ends_a_pause_and_means_nothing_else(key: Any) -> None:
    desk = asking(done(), done())
    at = station(desk)
    open_menu(at, "Pause", now=SECOND)
    assert desk.paused
    assert (at.screen().head, at.screen().title) == ("Paused", "Anyone: press ● to go on")
    at.press(key, 5 * SECOND)
    assert not desk.paused
    assert at.pages == []
    assert given(desk) == []
    assert desk.playing_time(5 * SECOND) == SECOND


def test_a_pause_ends_at_every_station_when_somebody_goes_on_at_one() -> None:
    desk = asking(done(0), done(1))
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(ana, "Pause")
    assert desk.paused
    press(bea, "next", now=SECOND)
    assert not desk.paused
    assert ana.screen().title == "well_done"


def test_news_pages_turn_by_themselves() -> None:
    desk = asking(*(Say(f"told_{n}", {}) for n in range(5)), card())
    at = station(desk)
    seen = []
    for second in range(20):
        at.tick(second * SECOND)
        seen += [word for word in at.screen().words() if word.startswith("told")]
    assert set(seen) == {f"told_{n}" for n in range(5)}


def test_what_only_informs_never_waits_for_a_key() -> None:
    desk = asking(Say("long_story", {}), done(), Say("another", {}), done())
    at = station(desk)
    press(at, "confirm", "confirm")
    assert given(desk) == [None, True, None, True]

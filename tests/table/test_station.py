"""Stations: keys and taps in, answers and signals out, whatever the question and whatever lies on top of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import (
    CHANCE,
    CLOCK,
    TABLE,
    IllegalAnswer,
    chance,
    choose,
    number,
    scan,
    skippable,
    until,
)
from engine.ask import (
    press as timed,
)
from table.pages import MenuPage, PausePage
from table.station import NOTICE_US
from tests.table.table_kit import (
    SECOND,
    Group,
    Say,
    answer_all_paces,
    asking,
    done,
    given,
    press,
    state_of,
    station,
    step_to,
    tiny,
)

if TYPE_CHECKING:
    from engine.ask import Ask, Seat

RULES = ("XX-1",)


def card(seat: Seat = 0, legal: tuple[str, ...] = ("D", "F"), **more: Any) -> Ask[str]:
    """A question for a card, by id or short name; card-F-2 is refused with a reason."""

    def read(value: str) -> str:
        if value == "card-F-2":
            raise IllegalAnswer("out_of_range", "XX-2", low=1, high=3, given=9)
        if value not in (*legal, "card-D-1", "card-D-2", "card-F-1"):
            raise IllegalAnswer("not_an_option", "XX-1", given=value)
        return value

    return scan(seat, "play_a_card", legal, read, rules=RULES, **more)


def colour(seat: Seat = 0, **more: Any) -> Ask[str]:
    return choose(seat, "which_colour", {"red": "red", "blue": "blue", "D": "D"}, rules=RULES, **more)


# --- keys, by the kind of question ------------------------------------------------------------------------------


def test_confirm_answers_a_question_that_only_wants_to_be_confirmed() -> None:
    desk = asking(done(), done())
    at = station(desk)
    press(at, "confirm")
    assert given(desk) == [True]
    assert at.signals == ["tick", "tick"]


@pytest.mark.parametrize("key", ["previous", "next", "back"])
def test_no_other_key_answers_it_or_hides_it(key: Any) -> None:
    desk = asking(done(), done())
    at = station(desk)
    shown = at.screen()
    assert press(at, key) == shown
    assert given(desk) == []


def test_an_option_is_chosen_with_the_arrows_and_confirmed() -> None:
    desk = asking(colour(), done())
    at = station(desk)
    assert press(at, "next").cursor == 0
    assert press(at, "next").cursor == 1
    press(at, "confirm")
    assert given(desk) == ["blue"]


def test_the_arrow_back_begins_with_the_last_option() -> None:
    at = station(asking(colour(), done()))
    assert press(at, "previous").cursor == 2


@pytest.mark.parametrize(("keys", "cursor"), [(["next"] * 4, None), (["previous", "next"], None)])
def test_beyond_either_end_of_the_options_nothing_is_chosen(keys: list[Any], cursor: None) -> None:
    at = station(asking(colour(), done()))
    assert press(at, *keys).cursor is cursor


def test_the_back_key_takes_the_choice_back() -> None:
    at = station(asking(colour(), done()))
    assert press(at, "next", "back").cursor is None


def test_confirming_without_a_choice_is_refused_and_said() -> None:
    desk = asking(colour(), done())
    at = station(desk)
    assert "Choose one" in press(at, "confirm").words()
    assert given(desk) == []
    assert at.signals[-1] == "refused"


def test_a_card_question_may_be_answered_with_the_arrows() -> None:
    desk = asking(card(), done())
    at = station(desk)
    assert press(at, "next", "next").choices == ("D", "F")
    press(at, "confirm")
    assert given(desk) == ["F"]


def test_a_card_question_without_a_choice_asks_for_a_card() -> None:
    at = station(asking(card(), done()))
    assert any("Scan" in word for word in press(at, "confirm").words())


def test_confirming_an_optional_question_without_a_choice_means_no() -> None:
    desk = asking(skippable(card()), skippable(colour()), done())
    at = station(desk)
    press(at, "confirm", "confirm")
    assert given(desk) == [None, None]


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ([], 2),
        (["next"], 3),
        (["next", "next"], 4),
        (["next"] * 4, 2),
        (["previous"], 5),
        (["next", "back"], 3),
    ],
)
def test_a_number_is_set_with_the_arrows_from_what_is_shown(keys: list[Any], value: int) -> None:
    desk = asking(number(0, "how_many", 2, 5, rules=RULES), done())
    at = station(desk)
    assert any(f"◀ {value} ▶" in word for word in press(at, *keys).words())
    press(at, "confirm")
    assert given(desk) == [value]


def test_a_timed_press_is_worth_the_moment_of_its_contact() -> None:
    desk = asking(timed(0, "buzz", rules=RULES), done())
    at = station(desk)
    at.press("confirm", 5 * SECOND, at=4 * SECOND)
    assert given(desk) == [4 * SECOND]


def test_a_timed_press_from_before_the_question_is_too_early() -> None:
    desk = asking(done(), timed(0, "buzz", rules=RULES), done())
    at = station(desk)
    press(at, "confirm", now=5 * SECOND)
    at.press("confirm", 5 * SECOND + 1, at=5 * SECOND - 1)
    assert given(desk) == [True]
    assert "Too early" in at.screen().words()


@pytest.mark.parametrize("key", ["previous", "next"])
def test_arrows_do_nothing_at_a_timed_press(key: Any) -> None:
    desk = asking(timed(0, "buzz", rules=RULES), done())
    press(station(desk), key)
    assert given(desk) == []


def test_one_of_several_who_are_asked_first_answers_and_the_back_key_passes_the_console_on() -> None:
    both = {seat: partial(colour, seat) for seat in (0, 1)}
    desk = asking(Group(both, first=True), done())
    at = station(desk)
    assert at.screen().head == "Ana"
    assert press(at, "back").head == "Bea"
    assert press(at, "back").head == "Ana"
    press(at, "back", "next", "confirm")
    assert given(desk) == [(1, "red")]


def test_a_claim_is_passed_round_a_shared_console_until_somebody_makes_it_or_all_pass() -> None:
    desk = tiny(people=3)
    answer_all_paces(desk)
    step_to(desk, "puff")
    at = station(desk)
    press(at, "confirm", "confirm")
    assert desk.match.state.turn.walker == 2
    assert [(question.key, question.seat) for question in desk.match.open] == [("puff", 0), ("puff", 1)]
    assert at.screen().head == "Ana"
    assert press(at, "confirm", "confirm").head == "Bea"
    before = desk.match.state.steps[2]
    press(at, "confirm", "next", "confirm")
    assert desk.match.state.steps[2] == before - 1


def test_a_question_to_the_table_may_be_answered_at_any_station() -> None:
    desk = asking(done(TABLE), done(TABLE))
    press(station(desk, 1), "confirm")
    press(station(desk, 0), "confirm")
    assert given(desk) == [True, True]


def test_a_station_does_not_answer_for_the_seat_of_another() -> None:
    desk = asking(done(0), done(0))
    other = station(desk, 1)
    waited_for = other.awaited
    assert not waited_for
    press(other, "confirm", "next", "previous", "back")
    assert given(desk) == []


def test_a_physical_card_that_anybody_turns_up_is_awaited_everywhere() -> None:
    up = chance("draw", "turn_up", {"D": 1, "F": 1}, rules=RULES, pile="deck")
    desk = asking(up, done())
    at = station(desk, 1)
    assert desk.match.open[0].seat == CHANCE
    waited_for = at.awaited
    assert waited_for
    at.tap("D", 0)
    assert given(desk) == ["D"]


@pytest.mark.report("K18")
def test_four_quick_confirms_end_one_turn_only() -> None:
    """K18: end-turn four times in 300 ms; expect one change of turn."""
    end = [skippable(card(seat)) if turn else card(seat) for seat in (0, 1) for turn in (0, 1)]
    desk = asking(*end, done())
    at = station(desk)
    at.tap("card-D-1", 0)
    for moment in range(4):
        at.press("confirm", moment * 100_000)
    assert given(desk) == ["card-D-1", None]
    assert [question.seat for question in desk.match.open] == [1]


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
    press(at, "next", "previous", "back")
    assert not at.left
    press(at, "confirm")
    assert at.left


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
    press(at, "menu", "previous", "confirm", now=SECOND)
    assert desk.paused
    assert "Paused. ● to go on" in at.screen().words()
    at.press(key, 5 * SECOND)
    assert not desk.paused
    assert at.pages == []
    assert given(desk) == []
    assert desk.playing_time(5 * SECOND) == SECOND


def test_a_pause_ends_at_every_station_when_somebody_goes_on_at_one() -> None:
    desk = asking(done(0), done(1))
    ana, bea = station(desk, 0), station(desk, 1)
    press(ana, "menu", "previous", "confirm")
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

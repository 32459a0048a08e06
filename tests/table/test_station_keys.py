"""The keys of a station, by the kind of question that is open."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from engine.ask import (
    CHANCE,
    TABLE,
    Stamp,
    chance,
    number,
    skippable,
)
from engine.ask import (
    press as timed,
)
from tests.table.table_kit import (
    RULES,
    SECOND,
    Group,
    answer_all_paces,
    asking,
    card,
    colour,
    done,
    given,
    press,
    station,
    step_to,
    tiny,
)

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
    ("keys", "row", "value"),
    [
        ([], "no", None),
        (["next"], "red", "red"),
        (["previous"], "D", "D"),
        (["next", "previous"], "no", None),
        (["next"] * 4, "no", None),
    ],
)
def test_choosing_nothing_is_a_row_of_its_own_where_nothing_need_be_chosen(
    keys: list[Any], row: str, value: str | None
) -> None:
    """Whoever may pass sees so, and sees it chosen before confirming it."""
    desk = asking(skippable(colour()), done())
    at = station(desk)
    screen = press(at, *keys)
    assert screen.choices == ("no", "red", "blue", "D")
    assert screen.cursor is not None
    assert screen.choices[screen.cursor] == row
    press(at, "confirm")
    assert given(desk) == [value]


def test_what_must_be_chosen_has_no_row_for_nothing() -> None:
    assert station(asking(colour(), done())).screen().choices == ("red", "blue", "D")


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


def test_the_arrows_do_nothing_where_no_number_may_be_chosen() -> None:
    nothing = msgspec.structs.replace(number(0, "how_many", 0, 0, rules=RULES), high=-1)
    at = station(asking(nothing, done()))
    assert any("◀ 0 ▶" in word for word in press(at, "next", "previous").words())


def test_a_timed_press_is_worth_the_moment_of_its_contact() -> None:
    desk = asking(timed(0, "buzz", rules=RULES), done())
    at = station(desk)
    at.press("confirm", 5 * SECOND, at=4 * SECOND)
    assert given(desk) == [Stamp(4 * SECOND)]


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

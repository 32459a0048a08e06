"""The pages of a station: the gate of secret questions, the menu and the lists behind it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import IllegalAnswer, chance, choose, scan
from engine.record import Correct
from table.menu import MenuPage
from table.notice import Notice
from table.pages import ListPage, inform, welcome_back
from table.screens import LINES
from table.station import NOTICE_US
from tests.table.table_kit import (
    Group,
    Say,
    answer_all_paces,
    asking,
    done,
    given,
    open_menu,
    press,
    station,
    tiny,
)

if TYPE_CHECKING:
    from engine.ask import Ask
    from table.station import Station

HOUSE_RULE = "WR-MOVE-09"


def secret(seat: int, **more: Any) -> Ask[str]:
    return choose(seat, "which_bid", {"low": "low", "high": "high"}, rules=("XX-1",), secret=True, **more)


def words(at: Station) -> str:
    return " / ".join(at.screen().words())


def entries(at: Station) -> list[str]:
    press(at, "menu")
    page = at.page
    assert isinstance(page, MenuPage)
    found = [at.text(key) for key, _ in page.entries]
    press(at, "menu")
    return found


# --- the gate ---------------------------------------------------------------------------------------------------


def test_a_secret_question_is_hidden_until_the_one_who_is_asked_opens_it() -> None:
    at = station(asking(secret(0), done()))
    assert "Ana only: press ●" in words(at)
    assert "low" not in words(at)
    assert press(at, "confirm").choices == ("low", "high")


@pytest.mark.parametrize("key", ["previous", "next", "back"])
def test_only_confirm_opens_the_gate(key: Any) -> None:
    at = station(asking(secret(0), done()))
    hidden = at.screen()
    assert press(at, key) == hidden


def test_opening_the_gate_answers_nothing() -> None:
    desk = asking(secret(0, optional=True), done())
    press(station(desk), "confirm")
    assert given(desk) == []


def test_the_gate_closes_after_the_answer_and_the_next_seat_has_its_own() -> None:
    desk = asking(Group({seat: partial(secret, seat) for seat in (0, 1)}), done())
    at = station(desk)
    press(at, "confirm", "next", "confirm")
    assert "Bea only: press ●" in words(at)
    press(at, "confirm", "previous", "confirm")
    assert given(desk) == [[(0, "low"), (1, "high")]]


def test_the_gate_closes_when_the_same_seat_is_asked_something_else() -> None:
    at = station(asking(secret(0), secret(0), done()))
    press(at, "confirm", "next", "confirm")
    assert "Ana only: press ●" in words(at)


def test_the_back_key_closes_the_gate_and_then_hands_the_console_on() -> None:
    at = station(asking(Group({seat: partial(secret, seat) for seat in (0, 1)}), done()))
    press(at, "confirm", "next")
    press(at, "back")
    assert "Ana only: press ●" in words(at)
    press(at, "back")
    assert "Bea only: press ●" in words(at)
    press(at, "confirm", "back", "back")
    assert "Ana only: press ●" in words(at)


def test_the_gate_stays_closed_when_the_console_comes_back_to_somebody_who_had_opened_it() -> None:
    at = station(asking(Group({seat: partial(secret, seat) for seat in (0, 1)}), done()))
    press(at, "confirm")
    at.play._focus += 1
    at.screen()
    at.play._focus += 1
    assert "Ana only: press ●" in words(at)


def test_an_undo_closes_the_gate() -> None:
    desk = asking(done(), secret(0), done())
    at = station(desk)
    press(at, "confirm", "confirm")
    assert at.screen().choices
    desk.undo(0)
    desk.answer(0, True, 0)
    assert "Ana only: press ●" in words(at)


def test_a_correction_by_hand_closes_the_gate_for_the_question_is_put_anew() -> None:
    desk = tiny()
    at = station(desk)
    press(at, "confirm")
    assert at.screen().choices
    desk.amend(Correct("place", "walker-0", "step-4"), 0)
    assert "Ana only: press ●" in words(at)


def test_a_refused_answer_leaves_the_gate_open() -> None:
    def read(value: str) -> str:
        raise IllegalAnswer("not_an_option", given=value)

    at = station(asking(scan(0, "card", ("D",), read, rules=(), secret=True), done()))
    press(at, "confirm", "next", "confirm")
    assert at.signals[-1] == "refused"
    at.tick(NOTICE_US)
    assert at.screen().choices == ("D",)


@pytest.mark.parametrize("seated", [(0,), (1,)])
def test_a_station_of_ones_own_has_no_gate(seated: tuple[int, ...]) -> None:
    at = station(asking(Group({seat: partial(secret, seat) for seat in (0, 1)}), done()), *seated)
    assert at.screen().choices == ("low", "high")


def test_there_is_no_gate_where_the_others_are_pilots() -> None:
    at = station(asking(secret(0), done(), people=1, pilots=1))
    assert at.screen().choices == ("low", "high")


# --- what is drawn in secret ------------------------------------------------------------------------------------


def drawn(to: int) -> Ask[str]:
    return chance("draw", "your_card", {"D": 1, "F": 1}, rules=("XX-1",), secret=True, to=to, pile="deck")


def test_everybody_sees_that_a_card_is_drawn_but_only_its_seat_what_it_may_be() -> None:
    at = station(asking(drawn(1)))
    assert "your_card" in at.screen().words()
    hidden = press(at, "next")
    assert (hidden.head, hidden.choices) == ("Bea", ())
    assert press(at, "next", "previous") == hidden
    assert press(at, "confirm").choices == ("D", "F")
    press(at, "confirm")
    assert given(at.desk) == ["D"]


def test_whoever_is_alone_sees_at_once_what_may_be_drawn() -> None:
    assert press(station(asking(drawn(1)), 1), "next").choices == ("D", "F")


def test_nobody_sees_what_a_pilot_may_draw() -> None:
    at = station(asking(drawn(1), people=1, pilots=1))
    before = at.screen()
    assert press(at, "next", "previous") == before


# --- the menu ---------------------------------------------------------------------------------------------------


def test_the_menu_offers_undo_and_redo_only_when_there_is_something() -> None:
    desk = asking(done(), done())
    at = station(desk)
    plain = ["Why?", "Standings", "Check the table", "Pause", "I am leaving", "End the match"]
    assert entries(at) == plain
    press(at, "confirm")
    assert entries(at) == ["Undo", *plain]
    desk.undo(0)
    assert entries(at) == ["Redo", *plain]


def test_the_cursor_of_the_menu_goes_round() -> None:
    at = station(asking(done(), done()))
    assert press(at, "menu").cursor == 0
    assert press(at, "previous").cursor == 5
    assert press(at, "next", "next").cursor == 1


def test_the_back_key_leaves_the_menu() -> None:
    at = station(asking(done(), done()))
    shown = at.screen()
    assert press(at, "menu", "back") == shown


def test_an_entry_that_has_become_impossible_is_refused() -> None:
    desk = asking(done(), done(), done())
    at = station(desk)
    press(at, "confirm", "menu")
    desk.undo(0)
    press(at, "confirm")
    assert "Nothing to undo" in words(at)
    press(at, "menu")
    desk.answer(0, True, 0)
    press(at, "confirm")
    assert "Nothing to redo" in words(at)
    assert given(desk) == [True]


# --- taking back ------------------------------------------------------------------------------------------------


def test_an_undo_shows_what_hands_must_put_back_and_any_key_or_tap_goes_on() -> None:
    desk = asking(done(), done())
    at = station(desk)
    press(at, "confirm")
    open_menu(at, "Undo")
    assert given(desk) == []
    assert "Put car back to / place-0" in words(at)
    press(at, "confirm")
    assert at.pages == []
    press(at, "confirm")
    open_menu(at, "Undo")
    at.tap("card-D-1", 0)
    assert at.pages == []


def test_a_redo_shows_what_hands_must_move_once_more() -> None:
    desk = asking(done(), done())
    at = station(desk)
    press(at, "confirm")
    desk.undo(0)
    open_menu(at, "Redo")
    assert given(desk) == [True]
    assert "Car: from place-0 to / place-1" in words(at)


def test_an_undo_that_is_refused_shows_no_old_list_for_hands() -> None:
    desk = asking(done(), done())
    at = station(desk)
    press(at, "confirm", "menu")
    desk.undo(0)
    press(at, "confirm")
    assert at.pages == []
    assert at.signals[-1] == "refused"


# --- lists ------------------------------------------------------------------------------------------------------


@pytest.fixture
def long_list() -> Station:
    at = station(asking(done(), done()))
    at.pages.append(ListPage("Title", [f"line {n}" for n in range(7)]))
    return at


def test_a_list_shows_so_many_lines_and_turns_by_pages(long_list: Station) -> None:
    assert long_list.screen().body == ("line 0", "line 1", "line 2")
    assert press(long_list, "next").body == ("line 3", "line 4", "line 5")
    assert press(long_list, "next").body == ("line 6",)
    assert press(long_list, "next").body == ("line 6",)
    assert press(long_list, "previous", "previous", "previous").body == ("line 0", "line 1", "line 2")
    assert long_list.screen().scroll == (0, 7)
    assert len(long_list.screen().body) == LINES


@pytest.mark.parametrize("key", ["confirm", "back"])
def test_confirm_and_back_leave_a_list(long_list: Station, key: Any) -> None:
    assert press(long_list, key).head == "Ana"


def test_an_empty_list_is_shown_and_left() -> None:
    at = station(asking(done(), done()))
    at.pages.append(ListPage("Nothing", []))
    assert press(at, "next", "previous").body == ()
    assert press(at, "back").head == "Ana"


def test_long_sentences_are_broken_into_lines_that_all_can_be_paged_to() -> None:
    sentence = "The quick brown fox jumps over the lazy dog while everybody at the table is watching it"
    page = ListPage("Title", [sentence])
    assert len(page.lines) > LINES
    assert " ".join(page.lines) == sentence


def test_why_names_the_rules_of_the_refusal_first_then_of_the_news_then_of_the_question() -> None:
    def read(value: str) -> str:
        raise IllegalAnswer("not_an_option", "WR-MOVE-01", given=value)

    question = scan(0, "card", ("D",), read, rules=("WR-CARD-01", "WR-MOVE-01"))
    at = station(asking(Say("moved", {}, ("WR-TURN-01",)), question, done()))
    at.tap("D", 0)
    open_menu(at, "Why?")
    page = at.page
    assert isinstance(page, ListPage)
    text = " ".join(page.lines)
    found = [rule for rule in ("WR-MOVE-01", "WR-TURN-01", "WR-CARD-01") if rule in text]
    assert sorted(found, key=text.index) == ["WR-MOVE-01", "WR-TURN-01", "WR-CARD-01"]
    assert text.count("WR-MOVE-01:") == 1
    assert at.texts.why("WR-MOVE-01")[:20] in text


def test_why_marks_the_tables_own_rulings() -> None:
    at = station(asking(Say("moved", {}, (HOUSE_RULE, "WR-MOVE-01")), done()))
    open_menu(at, "Why?")
    assert isinstance(at.page, ListPage)
    text = " ".join(at.page.lines)
    assert f"{HOUSE_RULE} (House rule):" in text
    assert "WR-MOVE-01:" in text


def test_why_says_so_when_there_is_nothing_to_explain() -> None:
    at = station(asking(scan(0, "card", ("D",), str, rules=()), done()))
    open_menu(at, "Why?")
    assert "Nothing to explain yet" in words(at)


def test_the_standings_name_places_pieces_and_people() -> None:
    at = station(tiny())
    open_menu(at, "Standings")
    assert at.screen().head == "Standings"
    assert "1. Ana (walker-0)" in words(at)
    assert "1. Bea (walker-1)" in words(at)


@pytest.mark.report("K13", "K14")
def test_who_is_level_shares_a_place_and_the_next_place_is_left_out() -> None:
    """K13, K14: a tie shares the place; the same ranking everywhere."""
    desk = tiny(people=3)
    desk.amend(Correct("count", "points-2", -1), 0)
    at = station(desk)
    open_menu(at, "Standings")
    text = words(at)
    assert "1. Ana" in text
    assert "1. Bea" in text
    assert "3. Cai" in text


def test_the_check_list_names_every_piece_and_every_pile_that_is_not_empty() -> None:
    desk = tiny()
    answer_all_paces(desk)
    at = station(desk)
    open_menu(at, "Check the table")
    assert isinstance(at.page, ListPage)
    assert at.page.lines == [
        "Walker-0: step-2",
        "Walker-1: step-2",
        "Ana's hand: 1 ×",  # noqa: RUF001 - a multiplication sign
        "lantern",
        "Bea's hand: 1 ×",  # noqa: RUF001
        "lantern",
        "Bag and rest: 10 ×",  # noqa: RUF001
        "lantern",
    ]


def test_after_a_power_cut_the_whole_table_is_shown_and_any_answer_goes_on() -> None:
    at = station(asking(scan(0, "card", ("D",), str, rules=()), done()))
    welcome_back(at)
    assert at.screen().head == "We go on from here"
    assert "Car: place-0" in words(at)
    at.tap("D", 0)
    assert at.pages == []
    assert given(at.desk) == ["D"]


def test_notices_are_shown_as_a_list_in_full_sentences() -> None:
    at = station(asking(done(), done()))
    inform(at, [Notice("match_set_aside", "", {"file": "a", "kept": "b.damaged"})])
    assert at.screen().head == "Please note"
    assert "b.damaged" in words(at)
    press(at, "confirm")
    assert at.pages == []

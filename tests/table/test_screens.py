"""What the screens say: who is meant, what is asked, what happened, the course, the result."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from devices.font import TEXT, fit
from engine.ask import TABLE, chance, choose, number, scan, skippable, until
from engine.record import SeatInfo
from engine.rulebook import Result, Standing
from table.screen import Cell, Screen
from table.screens import STRIP_CELLS, paged
from table.station import Station
from table.texts import LANGUAGES, Texts
from tests.table.table_kit import SECOND, Asker, Group, Say, asking, done, press, station, tiny

if TYPE_CHECKING:
    from engine.ask import Ask


def card(**more: Any) -> Ask[str]:
    return scan(0, "card", ("D", "F"), str, rules=(), **more)


# --- who is meant -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "head"),
    [
        (done(0), "Ana"),
        (done(1), "Bea"),
        (done(TABLE), "Anyone"),
        (chance("draw", "turn_up", {"D": 1}, rules=(), pile="deck"), "Anyone"),
        (chance("draw", "turn_up", {"D": 1}, rules=(), pile="deck", to=1), "Bea"),
    ],
)
def test_the_bar_names_who_is_asked(question: Ask[Any], head: str) -> None:
    assert station(asking(question, done())).screen().head == head


def test_whoever_is_not_asked_sees_who_is_waited_for() -> None:
    desk = asking(Group({seat: partial(done, seat) for seat in (0, 2)}), done(), people=3)
    assert station(desk, 1).screen().head == "Waiting for Ana and Cai"
    assert station(asking(done(), done()), 1).screen().head == "Bea: wait for Ana"


@pytest.mark.parametrize(("seat", "badge"), [(0, ""), (2, "practice")])
def test_the_badge_gives_way_where_who_is_waited_for_has_no_room_beside_it(seat: int, badge: str) -> None:
    desk = asking(done(seat), done(), people=3, pack={"practice": True})
    desk.match.seats[2] = SeatInfo("I")
    desk.match.seats[1] = SeatInfo("O")
    assert station(desk, 1).screen().badge == badge


def test_a_station_sees_that_only_a_moment_is_waited_for() -> None:
    assert station(asking(until("bell", SECOND, rules=()), done())).screen().head == "One moment"


def test_a_practice_match_says_so_on_every_screen_of_the_match_and_the_menu() -> None:
    desk = asking(done(), number(0, "how_many", 1, 2, rules=()), pack={"practice": True})
    at = station(desk)
    assert at.screen().badge == "practice"
    assert press(at, "menu").badge == "practice"
    press(at, "menu", "confirm")
    assert at.screen().badge == "practice"
    assert press(at, "confirm").head == "Result"
    assert at.screen().badge == "practice"
    assert station(asking(done())).screen().badge == ""


# --- what is asked ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "foot"),
    [
        (done(), "● OK"),
        (card(), "▭ to reader or ◀ ▶"),
        (skippable(card()), "▭ to reader, ● done"),
        (number(0, "how_many", 1, 4, rules=()), "● OK"),
        (choose(0, "which", {"a": 1}, rules=(), secret=True), ""),
    ],
)
def test_the_foot_says_what_the_keys_do(question: Ask[Any], foot: str) -> None:
    assert station(asking(question, done())).screen().foot == foot


def test_a_number_shows_its_value_and_its_range() -> None:
    shown = station(asking(number(0, "how_many", 1, 4, rules=()), done())).screen()
    assert shown.body == ("◀ 1 ▶   1 to 4",)


def test_options_are_named_with_their_long_words_where_they_fit_and_their_short_ones_elsewhere() -> None:
    desk = asking(choose(0, "racer", {"SLA": 1, "SER": 2}, rules=()), done())
    desk.match.header = msgspec.structs.replace(desk.match.header, game="wacky_races")
    assert station(desk).screen().choices == ("The Slag Brothers", "Sgt Blast")


def test_an_option_with_a_label_is_named_by_it() -> None:
    desk = asking(choose(0, "who_starts", {"0": 0, "1": 1}, rules=(), labels="seat"), done())
    desk.match.header = msgspec.structs.replace(desk.match.header, game="wacky_races")
    assert station(desk).screen().choices == ("Ana", "Bea")


def test_a_hidden_question_tells_whom_it_is_for_and_nothing_of_itself() -> None:
    shown = station(asking(card(secret=True, args={"place": "T5"}), done())).screen()
    assert shown == Screen(head="Ana", title="Ana only: press ●", body=("The others look away",))


# --- what happened ----------------------------------------------------------------------------------------------


def test_news_and_course_share_the_screen_where_both_are_short() -> None:
    shown = station(asking(Say("moved", {}), card(), done())).screen()
    assert shown.body == ("moved",)
    assert shown.strip


def test_a_long_question_takes_turns_with_its_news_and_the_course() -> None:
    long = scan(0, "a_very_long_question_indeed_that_needs_two_lines_or_more", ("D",), str, rules=())
    at = station(asking(Say("moved", {}), Say("stayed", {}), long, done()))
    seen = []
    for second in range(0, 12, 3):
        at.tick(second * SECOND)
        seen.append((at.screen().body, bool(at.screen().strip)))
    assert seen == [(("moved",), False), (("stayed",), False), ((), True), (("moved",), False)]


def test_news_that_need_two_lines_are_never_torn_apart_by_the_course() -> None:
    told = "somebody_did_it and_two_lines_tell_it"
    at = station(asking(Say("short", {}), Say(told, {}), card(), done()))
    bodies = set()
    for second in range(0, 12, 3):
        at.tick(second * SECOND)
        bodies.add(" ".join(at.screen().body))
        assert not (at.screen().body and at.screen().strip)
    assert bodies == {"short", told, ""}


def test_every_page_of_news_keeps_what_the_keys_do() -> None:
    at = station(asking(*(Say(f"long_news_{n}_of_one_line", {}) for n in range(4)), card(), done()))
    for second in range(0, 12, 3):
        at.tick(second * SECOND)
        assert at.screen().told
        assert at.screen().foot == "▭ to reader or ◀ ▶"


@pytest.mark.parametrize(
    ("texts", "size", "pages"),
    [
        ([], 2, []),
        ([["a"], ["b"], ["c"]], 2, [("a", "b"), ("c",)]),
        ([["a"], ["b", "b"], ["c"]], 2, [("a",), ("b", "b"), ("c",)]),
        ([["a", "a", "a"], ["b"]], 2, [("a", "a"), ("a", "b")]),
        ([["a", "a"]], 1, [("a",), ("a",)]),
    ],
)
def test_texts_are_laid_out_on_pages_without_breaking_what_fits(
    texts: list[list[str]], size: int, pages: list[tuple[str, ...]]
) -> None:
    assert paged(texts, size) == pages


def test_who_waits_without_news_sees_what_the_others_are_asked_but_no_secret() -> None:
    assert station(asking(done(0), done()), 1).screen().body == ("Ana: well_done",)
    assert station(asking(card(secret=True), done()), 1).screen().body == ()


def test_a_hidden_question_says_what_for_where_its_game_has_words() -> None:
    desk = asking(choose(0, "bet", {"red": 1}, rules=(), secret=True), done())
    desk.match.header = msgspec.structs.replace(desk.match.header, game="downforce")
    assert station(desk).screen().body == ("for a secret bet", "The others look away")


def test_the_keys_of_a_list_are_those_that_act() -> None:
    at = station(asking(choose(0, "which", {"a": 1, "b": 2}, rules=()), done()))
    assert at.screen().foot == "◀ ▶ choose"
    assert press(at, "next").foot == "◀ ▶ choose, ● OK"


def test_who_waits_sees_the_news_too() -> None:
    at = station(asking(Say("moved", {}), done(0), done()), 1)
    assert at.screen().body == ("moved",)
    assert at.screen().title == ""


# --- the course -------------------------------------------------------------------------------------------------


def test_the_strip_shows_who_stands_where_also_to_those_who_wait() -> None:
    waiting = station(tiny(people=3), 7).screen().strip
    assert len(waiting) == STRIP_CELLS
    assert waiting[0].pieces == ("walker-0", "walker-1", "walker-2")


def test_the_own_piece_comes_first_and_is_marked() -> None:
    desk = asking(card(), done())
    (first, *others) = station(desk).screen().strip
    assert first == Cell("D", ("car",), own=1)
    assert all(cell.pieces == () for cell in others)


def test_the_strip_moves_along_with_the_piece_and_stops_at_the_end() -> None:
    desk = asking(*(done() for _ in range(25)), card(), done())
    marks = []
    for _ in range(25):
        desk.answer(0, True, 0)
        cells = station(desk).screen().strip
        assert len(cells) == STRIP_CELLS
        (at,) = (index for index, cell in enumerate(cells) if cell.pieces)
        marks.append(at)
    assert marks[0] == 1
    assert set(marks[4:14]) == {4}
    assert marks[-1] == STRIP_CELLS - 1


def test_a_game_without_a_course_has_no_strip() -> None:
    class Pathless(Asker):
        def layout(self, state: Any) -> Any:
            return msgspec.structs.replace(super().layout(state), course=())

    desk = asking(card(), done())
    desk.match.rulebook.__class__ = type("Pathless", (Pathless,), {"items": desk.match.rulebook.items})  # type: ignore[attr-defined]
    assert station(desk).screen().strip == ()


# --- the end ----------------------------------------------------------------------------------------------------


def finished(*rows: Standing, people: int = 3) -> Station:
    """A station at a match that has ended like this."""

    class Ended(Asker):
        def result(self, state: Any) -> Result:
            del state
            return Result(rows)

    desk = asking(done(), people=people)
    desk.match.rulebook.__class__ = type("Ending", (Ended,), {"items": ()})
    desk.answer(0, True, 0)
    return station(desk)


def test_the_result_names_the_winner_and_the_places() -> None:
    at = finished(Standing("red", 1, 1), Standing("blue", 2, 0))
    shown = at.screen()
    assert shown.head == "Result"
    assert shown.title == "Bea (red) wins!"
    assert shown.body == ("1. Bea (red)", "2. Ana (blue)")
    assert shown.foot == "● done"


@pytest.mark.report("K13")
def test_all_who_share_the_first_place_are_named() -> None:
    """K13: a tie for first shows all who are tied."""
    at = finished(Standing("red", 1, 1), Standing("blue", 1, 0), Standing("green", 3, 2))
    assert at.screen().title == "Bea (red) and Ana (blue) win!"


def test_where_nobody_has_won_nobody_is_named() -> None:
    assert finished(Standing("red", 0, 1)).screen().title == "Nobody wins"


def test_a_piece_that_nobody_plays_may_win() -> None:
    assert finished(Standing("red", 1)).screen().title == "Red wins!"


def test_every_place_of_a_long_result_is_shown_in_turn() -> None:
    rows = [Standing(f"car{n}", n + 1) for n in range(7)]
    at = finished(*rows)
    seen = []
    for _ in range(8):
        seen += [line for line in at.screen().body if line not in seen]
        press(at, "next")
    assert seen == [f"{n + 1}. car{n}" for n in range(7)]


def test_the_pages_of_a_result_turn_by_themselves_and_with_the_arrows() -> None:
    at = finished(*(Standing(f"car{n}", n + 1) for n in range(5)))
    first = at.screen()
    at.tick(3 * SECOND)
    second = at.screen()
    assert first != second
    assert press(at, "previous", now=3 * SECOND) == first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "key",
    ["menu", "why_title", "menu_standings", "menu_check", "menu_undo", "menu_redo", "resumed", "messages"],
)
def test_the_title_of_a_list_fits_into_the_bar(key: str, language: str) -> None:
    title = Texts(language).say(key)
    assert fit(title, 124, TEXT, bold=True) == title


# --- words ------------------------------------------------------------------------------------------------------


def test_the_words_of_a_screen_are_all_its_texts_from_top_to_bottom() -> None:
    shown = Screen("head", "badge", "title", ("one", ""), ("x", "y"), 0, (Cell("D"),), "foot")
    assert shown.words() == ("head", "badge", "title", "one", "x", "y", "foot")


def test_another_language_changes_every_word_of_the_table() -> None:
    desk = asking(number(0, "how_many_people", 1, 4, rules=()), done())
    english, spanish = (Station(desk, Texts(lang), (0, 1)).screen() for lang in ("en", "es"))
    assert english.title == "How many people?"
    assert spanish.title == "¿Cuántas personas?"
    assert english.body != spanish.body


def test_a_station_without_seats_shows_what_the_table_is_asked() -> None:
    desk = asking(done(TABLE), done(), people=1)
    at = Station(desk, Texts("en"), ())
    assert at.screen().head == "Anyone"

"""Setting things right by hand from the menu, by keys alone."""

from __future__ import annotations

from functools import partial
from math import isqrt
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.match import Match
from engine.record import Correct, Header
from engine.wacky_races import RULEBOOK
from table import correcting
from table.asking import MANY, ChoicePage, NumberPage, SurePage, ask_among
from table.desk import Desk
from table.lots import lots
from table.packs import options_for, read_pack
from table.station import Station
from table.texts import Texts
from tests.engine.cases import CASES
from tests.engine.conformance import random_answer
from tests.engine.tiny import LanternWalk
from tests.table.saved import name_of
from tests.table.table_kit import asking, done, open_menu, press, seats, state_of, station, step_to, tiny

if TYPE_CHECKING:
    from tests.engine.conformance import Case

CORRECT = "Correct by hand"


def race() -> Desk:
    """A race of two people with unknown hands, at its first card."""
    pack = read_pack("wacky_races", "practice")
    header = Header("wacky_races", seats(2), pack=pack, options=options_for(pack, {}), chance={"seed": 3})
    desk = Desk(Match(RULEBOOK(header), header), lots(3))
    step_to(desk, "card_1")
    return desk


def pick(at: Station, row: str) -> None:
    """Choose a row of the page on top by its words."""
    page = at.page
    assert isinstance(page, ChoicePage)
    while page.at is None or page.rows[page.at] != row:
        press(at, "next")
    press(at, "confirm")


def words(at: Station) -> str:
    return " ".join(at.screen().words())


def test_a_piece_is_set_on_another_place_after_a_yes() -> None:
    desk = tiny()
    at = station(desk)
    open_menu(at, CORRECT)
    pick(at, "walker-1")
    assert "Where does walker-1 stand?" in words(at)
    pick(at, "step-4")
    assert "Walker-1: step-4?" in words(at)
    press(at, "confirm")
    assert desk.layout().pieces["walker-1"] == "step-4"
    assert desk.match.record == [Correct("place", "walker-1", "step-4")]
    assert "Corrected: walker-1" in words(at)
    press(at, "confirm")
    assert at.pages == []


def test_the_cursor_begins_where_the_piece_stands() -> None:
    desk = tiny()
    desk.amend(Correct("place", "walker-0", "step-3"), 0)
    at = station(desk)
    open_menu(at, CORRECT)
    pick(at, "walker-0")
    assert at.screen().choices[at.screen().cursor or 0] == "step-3"


def test_a_no_changes_nothing_and_goes_back_to_the_choice() -> None:
    desk = tiny()
    before = state_of(desk)
    at = station(desk)
    open_menu(at, CORRECT)
    pick(at, "walker-1")
    pick(at, "step-4")
    assert isinstance(at.page, SurePage)
    press(at, "back")
    assert isinstance(at.page, ChoicePage)
    assert state_of(desk) == before
    assert desk.match.record == []


def test_the_back_key_leads_out_step_by_step() -> None:
    at = station(tiny())
    open_menu(at, CORRECT)
    pick(at, "walker-1")
    assert len(at.pages) == 2
    press(at, "back", "back")
    assert at.pages == []


def test_undo_takes_a_correction_back_and_says_what_to_move() -> None:
    desk = tiny()
    before = state_of(desk)
    at = station(desk)
    open_menu(at, CORRECT)
    pick(at, "walker-1")
    pick(at, "step-4")
    press(at, "confirm", "confirm")
    open_menu(at, "Undo")
    assert state_of(desk) == before
    assert "Put walker-1 back to step-0" in words(at)


def test_a_correction_that_the_rules_refuse_is_shown_with_its_reason_and_changes_nothing() -> None:
    desk = race()
    at = station(desk)
    one, two, three = (piece for piece, place in desk.layout().pieces.items() if place in ("G1", "G2", "G3"))
    desk.amend(Correct("place", one, "T2"), 0)
    desk.amend(Correct("place", two, "T2"), 0)
    before = state_of(desk)
    open_menu(at, CORRECT)
    pick(at, "A piece")
    pick(at, at.name(three))
    pick(at, at.name("T2"))
    press(at, "confirm")
    assert at.screen().alarm
    assert at.refused_by == ("WR-APP-08", "WR-INV-02")
    assert state_of(desk) == before


def test_what_the_game_never_comes_to_is_refused() -> None:
    desk = tiny()
    at = station(desk)
    assert not at.amend(Correct("place", "walker-0", "step-99"))
    assert at.notice == "The game never gets there"
    assert desk.match.record == []


def test_a_number_is_set_by_counting_from_what_it_is() -> None:
    desk = race()
    at = station(desk)
    open_menu(at, CORRECT)
    pick(at, "A number")
    pick(at, "Ana's hand")
    page = at.page
    assert isinstance(page, NumberPage)
    held = desk.layout().counts["hand.0"]["movement"]
    assert page.at == held
    press(at, "next", "confirm", "confirm")
    assert desk.layout().counts["hand.0"]["movement"] == held + 1


def test_a_number_goes_round_at_both_ends() -> None:
    at = station(asking(done()))
    chosen: list[int] = []
    at.pages.append(NumberPage("How many", (2, 4), lambda _, number: chosen.append(number)))
    press(at, "previous", "confirm", "next", "confirm")
    assert chosen == [4, 2]


@pytest.mark.parametrize(("row", "pile"), [("+ Forest", ("F",)), ("+ Desert", ("D",))])
def test_a_card_is_laid_on_a_face_up_pile(row: str, pile: tuple[str, ...]) -> None:
    desk = race()
    at = station(desk)
    before = desk.layout().piles["discard"]
    open_menu(at, CORRECT)
    pick(at, "A face-up pile")
    pick(at, "discard pile")
    pick(at, row)
    press(at, "confirm")
    assert desk.layout().piles["discard"] == (*before, *pile)


def test_where_nothing_can_be_corrected_the_menu_does_not_offer_it() -> None:
    at = station(asking(done()))
    press(at, "menu")
    assert CORRECT not in at.screen().choices


# --- many things, every game ------------------------------------------------------------------------------------


def note(chosen: list[int], at: Station, row: int) -> None:
    del at
    chosen.append(row)


@pytest.mark.parametrize("count", [1, 40, 41, 100, 587])
def test_every_one_of_many_rows_can_be_chosen_with_few_presses(count: int) -> None:
    rows = [f"row {number}" for number in range(count)]
    for wanted in {0, count // 3, count - 1}:
        at = station(asking(done()))
        chosen: list[int] = []
        ask_among(at, "Which?", rows, partial(note, chosen), count // 2)
        presses = 0
        while not chosen:
            page = at.page
            assert isinstance(page, ChoicePage)
            assert page.at is not None
            first, last = (int(part.split()[1]) for part in (page.rows[page.at].split(" - ") * 2)[:2])
            press(at, "confirm" if first <= wanted <= last else "next" if first < wanted else "previous")
            presses += 1
        assert chosen == [wanted]
        assert presses <= 2 + max(MANY, 2 * isqrt(count))


def test_of_many_rows_the_one_that_stands_is_where_the_cursor_begins() -> None:
    at = station(asking(done()))
    ask_among(at, "Which?", [f"row {number}" for number in range(100)], lambda *_: None, 57)
    assert at.screen().choices[at.screen().cursor or 0] == "row 50 - row 59"
    press(at, "confirm")
    assert at.screen().choices[at.screen().cursor or 0] == "row 57"
    press(at, "back", "back")
    assert at.pages == []


def begun(case: Case) -> Desk:
    """A match some way into it, at which something can be corrected if the game lets it."""
    match, rng = case.match(), Random(3)
    for _ in range(90):
        if match.over or (len(match.record) > 40 and match.rulebook.corrections(match.state)):
            break
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))
    return Desk(match, lots(1))


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_whatever_a_game_offers_is_asked_for_and_set_with_four_keys(case: Case) -> None:
    desk = begun(case)
    at = Station(desk, Texts("en", strict=True), tuple(range(len(desk.names))))
    for one in correcting.offered(at):
        at.pages = []
        correcting.ask_value(at, one)
        while not isinstance(at.page, SurePage):
            assert at.screen().title
            press(at, "next" if isinstance(at.page, NumberPage) and at.page.at < one.now else "confirm")
        assert correcting.name_of(at, one).casefold() in at.screen().title.casefold()
        said = len(desk.match.record)
        press(at, "confirm")
        while desk.request is not None and desk.request.awaited:
            press(at, "confirm")  # a console for all is handed round, and everybody agrees
        assert len(desk.match.record) > said or at.notice


# --- where everybody has to agree ---------------------------------------------------------------------------------


class AllAgree(LanternWalk):
    """The tiny game where nothing is set right without everybody's consent."""

    all_agree_to_correct = True


def agreeing() -> Desk:
    header = Header("lantern_walk", seats(3), chance={"seed": 1})
    return Desk(Match(AllAgree(header), header), lots(1))


def move_first_walker(at: Station) -> None:
    open_menu(at, CORRECT)
    pick(at, "walker-1")
    pick(at, "step-4")
    press(at, "confirm")


def test_everybody_else_is_asked_where_they_sit_before_something_is_set_right() -> None:
    desk = agreeing()
    ana, bea, cai = (station(desk, seat) for seat in range(3))
    move_first_walker(ana)
    assert "Must still agree: Bea and Cai" in words(ana)
    assert (bea.screen().head, "Agree to set right walker-1: step-4?" in words(bea)) == ("Bea", True)
    press(bea, "confirm")
    assert desk.layout().pieces["walker-1"] == "step-0"
    press(cai, "confirm")
    assert desk.layout().pieces["walker-1"] == "step-4"
    assert "Corrected: walker-1" in words(ana)


def test_one_refusal_leaves_everything_as_it_was() -> None:
    desk = agreeing()
    ana, bea, cai = (station(desk, seat) for seat in range(3))
    move_first_walker(ana)
    press(cai, "back")
    assert "Not agreed. Nothing is set right" in words(ana)
    press(bea, "confirm")
    assert desk.match.record == []


def test_a_console_for_all_is_handed_round() -> None:
    desk = agreeing()
    at = station(desk)
    move_first_walker(at)
    heads = []
    for _ in range(3):
        heads.append(at.screen().head)
        press(at, "confirm")
    assert heads == ["Ana", "Bea", "Cai"]
    assert desk.match.record == [Correct("place", "walker-1", "step-4")]

"""Taking back what showed something hidden: who is asked, at which station, and what ends the asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.match import Match
from engine.record import Header, SeatInfo
from table.desk import Desk
from table.lots import lots
from table.taking_back import AwaitPage, ConsentPage
from tests.engine.tiny import LanternWalk
from tests.table.table_kit import answer_all_paces, open_menu, press, seats, state_of, station, tiny

if TYPE_CHECKING:
    from table.station import Key, Station

REFUSED = "Not agreed. Nothing is taken back"


class AllAgree(LanternWalk):
    """The tiny game where everybody else has to agree."""

    undo_over_reveal = "all_agree"


def shown(people: int = 3, pilots: int = 0) -> Desk:
    """A desk where everybody must agree and the last answer, somebody's pace, has shown all paces."""
    header = Header("lantern_walk", seats(people, pilots), chance={"seed": 1})
    desk = Desk(Match(AllAgree(header), header), lots(1))
    answer_all_paces(desk)
    return desk


def words(at: Station) -> str:
    return " ".join(at.screen().words())


def was_taken_back(desk: Desk) -> bool:
    return any(question.key == "pace" for question in desk.match.open)


# --- any one of the others --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "taken"), [("confirm", True), ("back", False), ("next", False), ("menu", False)]
)
def test_one_console_asks_somebody_else_and_any_key_but_confirm_refuses(key: Key, taken: bool) -> None:  # noqa: FBT001 - a table's column
    desk = tiny()
    at = station(desk)
    answer_all_paces(desk)
    before = state_of(desk)
    open_menu(at, "Undo")
    assert isinstance(at.page, ConsentPage)
    assert "Somebody else must agree: Ana" in words(at)
    assert state_of(desk) == before
    press(at, key)
    assert (state_of(desk) != before) is taken
    assert (REFUSED in words(at)) is not taken


def test_with_a_station_each_the_others_are_asked_at_theirs_and_not_where_it_was_said() -> None:
    desk = tiny(people=3)
    answer_all_paces(desk)
    ana, bea, cai = (station(desk, seat) for seat in range(3))
    open_menu(cai, "Undo")
    assert isinstance(cai.page, AwaitPage)
    assert "Must still agree: Ana and Bea" in words(cai)
    assert isinstance(ana.page, ConsentPage)
    assert ana.awaited is True
    assert not was_taken_back(desk)
    press(bea, "confirm")
    assert was_taken_back(desk)
    assert not any(isinstance(at.page, ConsentPage | AwaitPage) for at in (ana, bea, cai))


def test_whose_answer_it_is_must_be_heard_when_somebody_else_takes_it_back() -> None:
    desk = tiny(people=2)
    answer_all_paces(desk)
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(ana, "Undo")
    assert isinstance(bea.page, ConsentPage)


# --- all of the others ------------------------------------------------------------------------------------------


def test_on_one_console_everybody_is_asked_one_after_the_other_by_name() -> None:
    desk = shown()
    at = station(desk)
    open_menu(at, "Undo")
    assert at.screen().head == "Ana"
    press(at, "confirm")
    assert at.screen().head == "Bea"
    assert "Agree to take the last answer back?" in words(at)
    assert not was_taken_back(desk)
    press(at, "confirm")
    assert was_taken_back(desk)


def test_on_several_stations_all_are_asked_at_once_and_in_any_order() -> None:
    desk = shown()
    ana, bea, cai = (station(desk, seat) for seat in range(3))
    open_menu(cai, "Undo")
    assert isinstance(ana.page, ConsentPage)
    assert isinstance(bea.page, ConsentPage)
    press(bea, "confirm")
    assert not isinstance(bea.page, ConsentPage)
    assert not was_taken_back(desk)
    assert "Must still agree: Ana" in words(cai)
    press(ana, "confirm")
    assert was_taken_back(desk)


def test_no_answer_is_awaited_where_the_others_consent_is_waited_for() -> None:
    desk = shown()
    stations = [station(desk, seat) for seat in range(3)]
    (asked,) = (question.seat for question in desk.match.open if isinstance(question.seat, int))
    open_menu(stations[asked], "Undo")
    assert [one.awaited for one in stations] == [seat != asked for seat in range(3)]
    press(stations[asked], "back")
    assert [one.awaited for one in stations] == [seat == asked for seat in range(3)]


def test_a_shared_console_and_a_station_of_ones_own_are_asked_side_by_side() -> None:
    desk = shown(4)
    console, own = station(desk, 0, 1, 2, 3), station(desk, 1)
    console.sit(desk, (0, 1, 2, 3), frozenset({1}))
    open_menu(console, "Undo")
    press(console, "confirm")
    assert console.screen().head == "Cai"
    press(console, "confirm")
    assert isinstance(console.page, AwaitPage)
    press(own, "confirm")
    assert was_taken_back(desk)


def test_one_refusal_ends_it_at_every_station_and_is_said_where_it_was_asked_for() -> None:
    desk = shown()
    ana, bea, cai = (station(desk, seat) for seat in range(3))
    open_menu(cai, "Undo")
    press(ana, "back")
    assert REFUSED in words(cai)
    assert not isinstance(bea.page, ConsentPage)
    assert not was_taken_back(desk)


def test_who_asked_may_give_up() -> None:
    desk = shown(2)
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(bea, "Undo")
    press(bea, "next", "confirm", "menu")
    assert isinstance(bea.page, AwaitPage)
    press(bea, "back")
    assert not isinstance(ana.page, ConsentPage)
    assert not was_taken_back(desk)


def test_what_is_said_meanwhile_lets_the_request_lapse() -> None:
    desk = shown(2)
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(bea, "Undo")
    question = desk.match.open[0]
    desk.answer(question.seat, None if question.optional else question.options[0].value, 0)
    assert REFUSED in words(bea)
    press(ana, "confirm")
    assert not was_taken_back(desk)


# --- who has no vote --------------------------------------------------------------------------------------------


def test_pilots_and_people_who_are_leaving_have_no_vote() -> None:
    desk = shown(3, pilots=1)
    assert desk.consent() == (0, 1)
    desk.reseat(0, SeatInfo("Ana", "weak"), 0)
    assert desk.consent() == (1,)


def test_where_nobody_else_is_there_it_is_taken_back_at_once() -> None:
    desk = shown(1, pilots=2)
    at = station(desk)
    open_menu(at, "Undo")
    assert was_taken_back(desk)


def test_who_leaves_meanwhile_blocks_nobody() -> None:
    desk = shown(2)
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(bea, "Undo")
    desk.reseat(0, SeatInfo("Ana", "weak"), 0)
    assert not isinstance(ana.page, ConsentPage)
    open_menu(bea, "Undo")
    assert was_taken_back(desk)


def test_a_request_goes_with_its_match() -> None:
    desk = shown(2)
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(bea, "Undo")
    bea.sit(tiny(), (1,))
    ana.sit(bea.desk, (0,))
    assert not isinstance(ana.page, ConsentPage)
    assert not isinstance(bea.page, AwaitPage)

"""Who leaves and who comes back, and a match that is left before its end: the menu's pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from engine.ask import CLOCK, IllegalAnswer
from engine.match import Match
from engine.record import Answer, Header, Reseat, SeatInfo
from table.desk import Desk
from table.lots import lots
from tests.engine.tiny import LanternWalk
from tests.table.table_kit import SECOND, answer_all_paces, open_menu, press, seats, station, tiny

if TYPE_CHECKING:
    from engine.record import Entry
    from engine.rulebook import Rulebook
    from table.station import Station
    from tests.engine.tiny import State

AWAY, BACK, STAY = "I am leaving", "I am back", "I stay after all"
PILOT = SeatInfo("Ana", "weak", hand_known=True)


def words(at: Station) -> str:
    return " ".join(at.screen().words())


def entries(at: Station) -> tuple[str, ...]:
    press(at, "menu")
    found = at.screen().choices
    press(at, "menu")
    return found


def desk_of(kind: type[Rulebook[State]]) -> Desk:
    header = Header("lantern_walk", seats(2), chance={"seed": 1})
    return Desk(Match(kind(header), header), lots(1))


def reseats(desk: Desk) -> list[Entry]:
    return [entry for entry in desk.match.record if isinstance(entry, Reseat)]


def play_out(desk: Desk) -> None:
    """Answer whatever people are asked until the match is over."""
    for second in range(200):
        if desk.match.over:
            return
        question = next((one for one in desk.match.open if one.seat == CLOCK), desk.match.open[0])
        if question.seat == CLOCK:
            desk.tick(second * SECOND)
        else:
            desk.answer(question.seat, question.options[0].value, second * SECOND)
    raise AssertionError("the match never ends")


# --- leaving and coming back ------------------------------------------------------------------------------------


def test_between_two_turns_a_seat_is_handed_to_a_pilot_at_once() -> None:
    desk = tiny()
    at = station(desk)
    open_menu(at, AWAY)
    press(at, "confirm")
    assert reseats(desk) == [Reseat(0, PILOT)]
    assert desk.match.seats[0] == PILOT
    assert "Ana has left" in words(at)
    press(at, "confirm")
    assert at.pages == []
    assert [question.seat for question in desk.match.open] == [1]


def test_in_the_middle_of_a_turn_it_waits_for_the_next_and_says_so() -> None:
    desk = tiny()
    desk.answer(1, "2", 0)
    at = station(desk)
    open_menu(at, AWAY)
    press(at, "confirm")
    assert reseats(desk) == []
    assert dict(desk.coming) == {0: PILOT}
    assert "Ana leaves after this turn" in words(at)
    desk.answer(0, "3", 0)
    assert reseats(desk) == [Reseat(0, PILOT)]
    assert desk.coming == {}


def test_a_change_of_seats_that_waits_is_shown_at_every_station() -> None:
    desk = tiny()
    desk.answer(1, "2", 0)
    ana, bea = station(desk, 0), station(desk, 1)
    open_menu(ana, AWAY)
    assert dict(desk.coming) == {0: PILOT}
    assert "Ana leaves after this turn" in words(bea)


def test_whoever_changed_their_mind_stays() -> None:
    desk = tiny()
    desk.answer(1, "2", 0)
    at = station(desk, 0)
    open_menu(at, AWAY)
    press(at, "confirm")
    open_menu(at, STAY)
    desk.answer(0, "3", 0)
    assert reseats(desk) == []
    assert STAY not in entries(at)


def test_who_is_back_gets_the_seat_as_it_was() -> None:
    desk = tiny()
    began = desk.match.seats[0]
    at = station(desk, 0)
    open_menu(at, AWAY)
    press(at, "confirm")
    assert BACK in entries(at)
    open_menu(at, BACK)
    assert "Ana is back after this turn" in words(at)
    desk.answer(1, "1", 0)
    assert desk.match.seats[0] == began
    assert reseats(desk) == [Reseat(0, PILOT), Reseat(0, began)]
    press(at, "confirm")
    assert AWAY in entries(at)


def test_the_pilot_plays_for_whoever_is_away() -> None:
    desk = tiny()
    open_menu(station(desk, 0), AWAY)
    play_out(desk)
    said = [entry for entry in desk.match.record if isinstance(entry, Answer) and entry.seat == 0]
    assert len(said) >= 3
    assert all(entry.auto for entry in said)


def test_with_several_people_the_menu_asks_who() -> None:
    at = station(tiny(3))
    open_menu(at, AWAY)
    assert at.screen().choices == ("Ana", "Bea", "Cai")
    press(at, "next", "confirm")
    assert at.desk.match.seats[1].pilot == "weak"


def test_undo_gives_the_seat_back() -> None:
    desk = tiny()
    at, bea = station(desk, 0), station(desk, 1)
    open_menu(at, AWAY)
    press(at, "confirm")
    open_menu(at, "Undo")
    press(bea, "confirm")  # the pilot's pace was shown, so she must agree
    assert desk.match.seats[0].pilot is None
    assert desk.coming == {}


def test_undo_does_not_hand_over_what_waits_for_the_next_turn() -> None:
    desk = tiny()
    desk.answer(1, "2", 0)
    desk.reseat(0, PILOT, 0)
    desk.undo(0)
    assert reseats(desk) == []
    assert desk.can_redo()
    assert dict(desk.coming) == {0: PILOT}


class Waits(LanternWalk):
    """A table that waits for everybody."""

    def stand_ins(self) -> tuple[str, ...]:
        return ()


class Chooses(LanternWalk):
    """A table with a choice of who plays on."""

    def stand_ins(self) -> tuple[str, ...]:
        return ("weak", "skip")


class Refuses(LanternWalk):
    """A table at which nobody may leave, or not before the walk (*when*)."""

    when = "never"

    def reseat(self, state: State, change: Reseat) -> None:
        if self.when == "never":
            raise IllegalAnswer("no_such_seat", "XX-1", seat=change.seat)
        if state.phase != "walk":
            raise IllegalAnswer("not_between_turns", "XX-1")


class Later(Refuses):
    when = "walk"


def test_a_table_that_waits_for_everybody_says_so() -> None:
    at = station(desk_of(Waits))
    open_menu(at, AWAY)
    assert "This table waits for everybody." in words(at)
    assert at.desk.coming == {}


def test_where_there_is_a_choice_the_menu_asks_who_plays_on() -> None:
    at = station(desk_of(Chooses), 0)
    open_menu(at, AWAY)
    assert at.screen().choices == ("An easy pilot", "Nobody: passed over")
    press(at, "next", "confirm")
    assert at.desk.match.seats[0].pilot == "skip"


def test_what_the_rulebook_never_takes_is_refused_and_does_not_wait() -> None:
    at = station(desk_of(Refuses), 0)
    open_menu(at, AWAY)
    assert at.screen().alarm
    assert at.refused_by == ("XX-1",)
    assert at.desk.coming == {}


def test_what_the_rulebook_takes_later_waits_until_then() -> None:
    desk = desk_of(Later)
    at = station(desk, 0)
    open_menu(at, AWAY)
    assert dict(desk.coming) == {0: PILOT}
    answer_all_paces(desk)
    assert reseats(desk) == [Reseat(0, PILOT)]


def test_a_pilot_at_the_table_from_the_start_is_nobody_to_come_back() -> None:
    at = station(tiny(1, 1))
    assert BACK not in entries(at)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_station_offers_only_its_own_seats(seat: int) -> None:
    desk = tiny()
    desk.reseat(0, PILOT, 0)
    assert (BACK in entries(station(desk, seat))) == (seat == 0)
    assert (AWAY in entries(station(desk, seat))) == (seat == 1)


# --- ending a match ---------------------------------------------------------------------------------------------


def test_a_match_is_left_after_a_yes() -> None:
    at = station(tiny())
    open_menu(at, "End the match")
    assert "End it now?" in words(at)
    assert "It is kept for later" in words(at)
    assert not at.left
    press(at, "confirm")
    assert at.left


@pytest.mark.parametrize("key", ["back", "next", "previous"])
def test_every_other_key_plays_on(key: str) -> None:
    at = station(tiny())
    open_menu(at, "End the match")
    partial(press, at)(key)  # type: ignore[arg-type]
    assert not at.left
    assert at.pages == []


def test_the_question_says_which_key_means_yes() -> None:
    at = station(tiny())
    open_menu(at, "End the match")
    assert at.screen().foot == "● yes   ↩ no"

"""What a power cut must not make the table forget besides its answers: seats about to change hands, and what can be redone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.record import Header, Reseat, SeatInfo
from table.archive import Archive
from table.evening import Evening
from table.games import Games
from table.match_file import read
from table.texts import Texts
from tests.engine.tiny import LanternWalk
from tests.table.faulty_disk import FaultyDisk
from tests.table.table_kit import FIRST, FOLDER, answer_all_paces, open_menu, press, seats, state_of, station

if TYPE_CHECKING:
    from table.desk import Desk

HEADER = Header("lantern_walk", seats(2), chance={"seed": 3})
PILOT = SeatInfo("Ana", "weak", hand_known=True)


class Table:
    """An evening that can lose its power: what was saved is opened by a new one."""

    def __init__(self) -> None:
        self.disk = FaultyDisk()
        self.evening = self._evening()
        self.evening.begin(HEADER)

    @property
    def desk(self) -> Desk:
        return self.evening.desk

    def _evening(self) -> Evening:
        return Evening(Games(extra={"lantern_walk": LanternWalk}), Archive(FOLDER, self.disk), Texts("en"))

    def lose_power(self) -> None:
        """Everything that was said is on the disk, nothing else is."""
        assert self.evening.save() is None
        data = self.disk.safe[FIRST].safe
        self.disk = FaultyDisk()
        self.disk.put(FIRST, data)
        self.evening = self._evening()
        self.evening.resume(FIRST)


@pytest.fixture
def table() -> Table:
    return Table()


# --- seats about to change hands --------------------------------------------------------------------------------


@pytest.mark.report("K05")
def test_who_said_that_they_leave_is_still_leaving_after_a_power_cut(table: Table) -> None:
    """K05: changes of who plays are events like any other; none is forgotten."""
    table.desk.answer(1, "2", 0)
    table.desk.reseat(0, PILOT, 0)
    table.lose_power()
    assert table.desk.coming == {0: PILOT}
    assert "Ana leaves after this turn" in " ".join(station(table.desk, 1).screen().words())
    table.desk.answer(0, "1", 0)
    assert table.desk.match.seats[0] == PILOT
    assert table.desk.coming == {}
    table.lose_power()
    assert table.desk.coming == {}
    assert table.desk.match.record.count(Reseat(0, PILOT)) == 1


def test_who_stays_after_all_stays_after_a_power_cut(table: Table) -> None:
    table.desk.answer(1, "2", 0)
    at = station(table.desk, 0)
    open_menu(at, "I am leaving")
    table.lose_power()
    at = station(table.desk, 0)
    changes = table.desk.changes
    open_menu(at, "I stay after all")
    assert table.desk.changes > changes
    table.lose_power()
    assert table.desk.coming == {}


def test_who_said_that_they_are_back_is_back_after_a_power_cut(table: Table) -> None:
    table.desk.reseat(0, PILOT, 0)
    assert table.desk.match.seats[0] == PILOT
    table.desk.reseat(0, HEADER.seats[0], 0)
    assert table.desk.match.seats[0] == PILOT
    table.lose_power()
    assert table.desk.coming == {0: HEADER.seats[0]}
    table.desk.answer(1, "2", 0)
    assert table.desk.match.seats[0] == HEADER.seats[0]


def test_a_change_of_seats_that_was_made_is_no_longer_to_come(table: Table) -> None:
    table.desk.answer(1, "2", 0)
    table.desk.reseat(0, PILOT, 0)
    table.evening.save()
    table.desk.answer(0, "1", 0)
    table.evening.save()
    story = read(table.disk.read(FIRST), FIRST.name)
    assert Reseat(0, PILOT) in story.record
    assert story.coming == ()
    assert table.disk.read(FIRST).count(b'"do":"coming"') == 1


# --- what can be said again -------------------------------------------------------------------------------------


@pytest.mark.report("K07", "K09")
def test_what_was_taken_back_can_be_said_again_after_a_power_cut(table: Table) -> None:
    """K07, K09: the history of undo and redo is still there after a restart."""
    answer_all_paces(table.desk)
    far, record = state_of(table.desk), list(table.desk.match.record)
    table.evening.save()
    table.desk.undo(0)
    table.desk.undo(0)
    table.lose_power()
    assert table.desk.can_redo()
    open_menu(station(table.desk), "Redo")
    table.lose_power()
    table.desk.redo(0)
    assert state_of(table.desk) == far
    assert table.desk.match.record == record
    assert not table.desk.can_redo()


def test_what_was_taken_back_is_gone_once_something_new_was_said(table: Table) -> None:
    answer_all_paces(table.desk)
    table.evening.save()
    table.desk.undo(0)
    press(station(table.desk, 1), "confirm", "next", "confirm")
    table.lose_power()
    assert not table.desk.can_redo()

"""The box with several stations, and what its panels show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from devices.readers import ReaderSettings
from devices.rig import PanelSettings, Wiring
from devices.sim.board import Board
from engine.ask import TABLE, IllegalAnswer, Stamp, choose, press, scan
from table.box import Box, Post
from table.draw import draw
from table.notice import Notice
from table.station import NOTICE_US, Station
from table.texts import Texts
from tests.table.box_kit import UIDS, Table
from tests.table.table_kit import Group, asking, done, given, tiny

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Ask

FULL = Notice("not_saved_full", "the disk is full", {"file": "match-000001.jsonl"})


def card(seat: int = 0, **more: Any) -> Ask[str]:
    def read(value: str) -> str:
        if value == "card-F-2":
            raise IllegalAnswer("on_the_pile", "XX-1")
        return value

    return scan(seat, "play_a_card", ("D", "F"), read, rules=(), **more)


@pytest.fixture
def table() -> Iterator[Table]:
    """A table where three cards are asked for, one after the other."""
    with Table(asking(card(), card(), card(), done())) as open_table:
        yield open_table


# --- several stations -------------------------------------------------------------------------------------------

TWO = Wiring(
    readers={"ana": ReaderSettings("ana", device=0), "bea": ReaderSettings("bea", device=1)},
    panels={"ana": PanelSettings(address=0x3C), "bea": PanelSettings(address=0x3D)},
    keys={"ana.confirm": 5, "ana.next": 6, "bea.confirm": 13, "bea.next": 19},
    lamps={"ana": 26, "bea": 20},
    buzzers={"ana": 12, "bea": 21},
)


class TwoStations:
    """Two stations on one box."""

    def __init__(self, board: Board, *questions: Any) -> None:
        self.board = board
        self.desk = asking(*questions)
        self.rig = board.rig()
        texts = Texts("en")
        self.ana, self.bea = (Station(self.desk, texts, (seat,)) for seat in (0, 1))
        by_uid = {uid: card for card, uid in UIDS.items()}
        self.box = Box(self.rig, [Post(self.ana, "ana"), Post(self.bea, "bea")], by_uid.get)
        self.run(300)

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 20):
            self.board.clock.spend(20_000_000)
            if self.box.step():
                self.box.saved(accepted=True)
            self.box.show()


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(TWO) as open_board:
        yield open_board


def test_every_station_has_its_own_reader_keys_lamp_buzzer_and_panel(board: Board) -> None:
    two = TwoStations(board, card(0), card(1), done(TABLE))
    assert (board.lit("ana"), board.lit("bea")) == (True, False)
    board.tap("bea", UIDS["card-D-1"])
    two.run(600)
    assert given(two.desk) == []
    board.tap("ana", UIDS["card-D-1"])
    two.run(600)
    assert given(two.desk) == ["card-D-1"]
    assert (board.lit("ana"), board.lit("bea")) == (False, True)
    board.press("bea.next")
    two.run(140)
    board.press("bea.confirm")
    two.run(140)
    assert given(two.desk) == ["card-D-1", "D"]
    assert board.oleds["ana"].picture().tobytes() == draw(two.ana.screen()).tobytes()
    assert board.oleds["bea"].picture().tobytes() == draw(two.bea.screen()).tobytes()
    two.rig.close()


@pytest.mark.parametrize(("quick", "slow"), [("ana", "bea"), ("bea", "ana")])
def test_the_first_contact_wins_also_when_both_are_seen_in_one_step(
    board: Board, quick: str, slow: str
) -> None:
    buzz = {seat: (lambda seat=seat: press(seat, "buzz", rules=())) for seat in (0, 1)}
    two = TwoStations(board, Group(buzz, first=True), done(TABLE))
    contact = board.clock.now()
    board.press(f"{quick}.confirm", 500_000)
    board.clock.spend(3_000_000)
    board.press(f"{slow}.confirm", 60_000)
    two.run(800)
    (winner,) = given(two.desk)[:1]
    assert winner == ({"ana": 0, "bea": 1}[quick], Stamp(contact))
    two.rig.close()


def test_events_of_a_device_without_a_station_go_to_the_first(board: Board) -> None:
    two = TwoStations(board, card(0), done())
    two.box.posts = two.box.posts[:1]
    board.tap("bea", UIDS["card-D-1"])
    two.run(600)
    assert given(two.desk) == ["card-D-1"]
    two.rig.close()


# --- panels -----------------------------------------------------------------------------------------------------


def test_the_panel_shows_the_stations_screen(table: Table) -> None:
    table.box.show()
    expected = draw(table.station.screen())
    oled = table.board.oleds["console"]
    assert oled.picture().tobytes() == expected.tobytes()


@pytest.mark.report("E06")
def test_a_screen_that_does_not_change_costs_no_byte_and_no_drawing(table: Table) -> None:
    """E06: a static screen for 10 s; no frame after the first."""
    table.box.show()
    post = table.box.posts[0]
    picture = post.picture()
    sent = table.board.world.i2c.octets
    for _ in range(100):
        table.step()
        table.box.show()
    assert post.picture() is picture
    assert table.board.world.i2c.octets == sent


@pytest.mark.report("E01")
def test_a_missing_panel_does_not_stop_the_match_and_is_used_when_it_appears(table: Table) -> None:
    """E01: the probe is refused for a while; the game is usable, the screen comes up within 10 s of appearing."""
    address = table.wiring.panels["console"].address
    table.board.world.i2c.unplug(address)
    table.box.show()
    table.tap("card-D-1")
    for _ in range(300):
        table.step()
        table.box.show()
    assert given(table.desk) == ["card-D-1"]
    table.board.world.i2c.plug(address)
    for _ in range(500):
        table.step()
        table.box.show()
    assert table.board.oleds["console"].picture().tobytes() == draw(table.station.screen()).tobytes()


@pytest.mark.report("E11")
def test_a_box_that_has_stopped_says_so_on_its_panel(table: Table) -> None:
    """E11: show "safe to unplug" on a clean stop."""
    table.box.show()
    before = table.board.png("console")
    table.box.farewell()
    assert table.board.png("console") != before
    assert not table.board.lit("console")


def test_a_box_without_keys_lamp_and_buzzer_still_takes_cards() -> None:
    only_reader = Wiring(readers={"console": ReaderSettings("console")})
    with Board(only_reader) as board:
        rig = board.rig()
        desk = asking(card(), done())
        box = Box(rig, [Post(Station(desk, Texts("en"), (0,)))], {UIDS["card-D-1"]: "card-D-1"}.get)
        board.place("console", UIDS["card-D-1"])
        for _ in range(40):
            board.clock.spend(20_000_000)
            box.step()
        box.show()
        box.farewell()
        assert given(desk) == ["card-D-1"]
        rig.close()


def test_a_refusal_leaves_the_panel_after_its_time(table: Table) -> None:
    table.tap("card-F-2")
    table.run(600)
    assert table.station.screen().alarm
    table.run(NOTICE_US // 1000)
    assert not table.station.screen().alarm


def test_a_choice_by_card_takes_the_short_name() -> None:
    with Table(asking(choose(0, "which", {"D": 1, "F": 2}, rules=()), done())) as table:
        table.tap("card-F-1")
        table.run(600)
        assert given(table.desk) == [2]


@pytest.mark.report("E08")
def test_a_press_wakes_a_panel_that_was_dimmed_and_counts() -> None:
    """E08: the documented rule: a waking press does what it always does."""
    with Table(tiny(people=2)) as table:
        panel = table.board.oleds["console"]
        table.box.show()
        table.board.clock.spend(400 * 1_000_000_000)
        table.box.show()
        assert panel.contrast < 0x40
        before = table.words()
        table.press("confirm")
        table.box.show()
        assert panel.contrast == 0xCF
        assert table.words() != before

"""Hubs in a rig: their parts join those on the Pi's own pins, on simulated wires and in virtual time."""

from __future__ import annotations

import sys
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from devices.gpio import NoGpio
from devices.hub_settings import HubSettings
from devices.ports import Edge, Seen, Tone
from devices.readers import ReaderSettings
from devices.rig import PanelSettings, Rig, Wiring, open_rig
from devices.sim.board import Board
from tests.devices.hubs_kit import CARD, OTHER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.ports import ReaderEvent

WIRING = Wiring(
    readers={"console": ReaderSettings("console")},
    panels={"console": PanelSettings()},
    keys={"confirm": 13},
    lamps={"console": 26},
    buzzers={"console": 12},
    hubs=(
        HubSettings("left", "AA01", {"ana": 0, "ben": 1}, {"ana.confirm": 0}, {"ana": 0}, "ana"),
        HubSettings("right", "AA02", {"eva": 0}, {"eva.confirm": 0}, {"eva": 7}),
    ),
)


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(WIRING) as open_board:
        yield open_board


def events(board: Board, rig: Rig, milliseconds: int) -> list[ReaderEvent | Edge]:
    """Poll a rig for a while."""
    told: list[ReaderEvent | Edge] = []
    end = board.clock.nanos + milliseconds * 1_000_000
    while board.clock.nanos < end:
        board.clock.advance_to(board.clock.nanos + 20_000_000)
        for reader in rig.readers:
            told += reader.poll()
        told += rig.keys.poll() if rig.keys else []
    return told


def test_readers_keys_lamps_and_buzzers_of_hubs_join_those_of_the_pi(board: Board) -> None:
    rig = board.rig()
    assert [reader.name for reader in rig.readers] == ["console", "ana", "ben", "eva"]
    assert sorted(rig.lamps) == ["ana", "console", "eva"]
    assert sorted(rig.buzzers) == ["ana", "console"]
    rig.close()


def test_cards_on_the_pi_and_on_hubs_are_seen_alike(board: Board) -> None:
    rig = board.rig()
    events(board, rig, 2_000)
    for name, uid in (("console", CARD), ("ben", OTHER), ("eva", b"\x01\x02\x03\x04")):
        board.tap(name, uid)
    seen = [event for event in events(board, rig, 500) if isinstance(event, Seen)]
    assert {(event.reader, event.uid) for event in seen} == {
        ("console", CARD),
        ("ben", OTHER),
        ("eva", b"\x01\x02\x03\x04"),
    }
    rig.close()


def test_keys_pressed_shortly_after_each_other_come_in_order_from_poll_to_poll(board: Board) -> None:
    """A hub's edge has a longer way than one of the Pi's own pins; who was first is first all the same."""
    random = Random(5)
    rig = board.rig()
    events(board, rig, 2_000)
    for phase in range(0, 60_000_000, 1_000_000):
        for key in ("eva.confirm", "confirm", "ana.confirm"):
            after = phase + random.randrange(4_000_000)
            board.clock.at(board.clock.nanos + after, partial(board.press, key, 60_000))
        told = [event for event in events(board, rig, 500) if isinstance(event, Edge)]
        times = [edge.at for edge in told]
        assert len(told) == 6
        assert times == sorted(times)
    rig.close()


def test_a_late_edge_of_a_faulty_cable_holds_up_nobody(board: Board) -> None:
    rig = board.rig()
    events(board, rig, 2_000)
    board.hubs["left"].cable.deaf = board.hubs["left"].cable.dead = True
    board.press("ana.confirm")
    board.press("confirm")
    told = [event.key for event in events(board, rig, 160) if isinstance(event, Edge)]
    assert told == ["confirm", "confirm"]
    board.hubs["left"].cable.deaf = board.hubs["left"].cable.dead = False
    told = [event.key for event in events(board, rig, 5_000) if isinstance(event, Edge)]
    assert told == ["ana.confirm", "ana.confirm"]
    rig.close()


def test_keys_on_the_pi_and_on_hubs_come_in_order(board: Board) -> None:
    rig = board.rig()
    events(board, rig, 2_000)
    for key in ("eva.confirm", "confirm", "ana.confirm"):
        board.press(key)
        board.clock.advance_to(board.clock.nanos + 4_000_000)
    edges = [event for event in events(board, rig, 300) if isinstance(event, Edge) and event.pressed]
    assert [edge.key for edge in edges] == ["eva.confirm", "confirm", "ana.confirm"]
    rig.close()


def test_lamps_and_buzzers_work_wherever_they_are(board: Board) -> None:
    rig = board.rig()
    events(board, rig, 2_000)
    for name in ("console", "ana", "eva"):
        rig.lamps[name].set(on=True)
    rig.buzzers["ana"].play((Tone(440, 500),))
    events(board, rig, 100)
    assert all(board.lit(name) for name in ("console", "ana", "eva"))
    assert board.hertz("ana") == 440
    assert board.hertz("console") == 0
    rig.close()


def test_a_rig_that_is_closed_gives_the_ports_back_and_can_be_opened_again(board: Board) -> None:
    for _ in range(3):
        rig = board.rig()
        events(board, rig, 1_000)
        assert all(sim.cable.opened for sim in board.hubs.values())
        rig.close()
        assert not any(sim.cable.opened for sim in board.hubs.values())


def test_hubs_work_without_a_gpio_chip(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise NoGpio("no GPIO chip", "no_gpio_chip", why="gone")

    monkeypatch.setattr("devices.rig.open_factory", refuse)
    rig = open_rig(WIRING, board.clock, None, board.ports)
    events(board, rig, 1_000)
    board.press("ana.confirm")
    assert [event.key for event in events(board, rig, 300) if isinstance(event, Edge)] == ["ana.confirm"] * 2
    assert [(trouble.key, str(trouble)) for trouble in rig.troubles] == [("no_gpio_chip", "no GPIO chip")]
    rig.close()


def test_a_wiring_of_hubs_alone_asks_for_no_gpio(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise NoGpio("no GPIO chip", "no_gpio_chip", why="gone")

    monkeypatch.setattr("devices.rig.open_factory", refuse)
    with Board(Wiring(hubs=WIRING.hubs)) as board:
        rig = open_rig(board.wiring, board.clock, None, board.ports)
        assert rig.troubles == []
        rig.close()


def test_a_table_without_hubs_does_not_load_pyserial(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "devices.hub_serial", raising=False)
    open_rig(Wiring(), board.clock).close()
    assert "devices.hub_serial" not in sys.modules


def test_a_muted_wiring_mutes_its_hubs() -> None:
    with Board(Wiring(hubs=WIRING.hubs, muted=True)) as board:
        rig = board.rig()
        events(board, rig, 1_000)
        rig.buzzers["ana"].play((Tone(440, 500),))
        events(board, rig, 100)
        assert board.hertz("ana") == 0
        rig.close()

"""Panels behind a TCA9548A: each shows its own picture, and a fault of one is its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from devices.rig import PanelSettings, Wiring, open_rig
from devices.sim.board import Board
from devices.sim.multiplexer import Tca9548a
from devices.sim.oled import Ssd1306
from devices.sim.world import World
from tests.devices.panel_kit import noise, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.rig import Rig

EIGHT = Wiring(panels={f"p{channel}": PanelSettings(mux=0x70, channel=channel) for channel in range(8)})
SECOND = 1_000_000_000


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(EIGHT) as made:
        yield made


@pytest.fixture
def rig(board: Board) -> Iterator[Rig]:
    made = board.rig()
    yield made
    made.close()


def shown(board: Board) -> list[str]:
    """The panels whose glass shows the picture meant for them."""
    return [name for name, chip in board.oleds.items() if same(chip.picture(), noise(int(name[1])))]


def show_all(rig: Rig) -> list[str]:
    """Show each panel its own picture; the panels that answered."""
    return [name for name, panel in rig.panels.items() if panel.show(noise(int(name[1])))]


@pytest.mark.report("E09")
def test_eight_panels_of_one_address_show_eight_pictures(board: Board, rig: Rig) -> None:
    """E09: several displays with the same address, behind a multiplexer."""
    assert show_all(rig) == shown(board) == list(board.oleds)


def test_a_picture_for_the_same_panel_selects_nothing_anew(board: Board, rig: Rig) -> None:
    panel = rig.panels["p3"]
    panel.show(noise(3))
    before = board.world.i2c.messages
    panel.show(noise(3))
    assert board.world.i2c.messages == before


def test_an_unplugged_panel_is_missed_and_the_others_go_on(board: Board, rig: Rig) -> None:
    show_all(rig)
    board.muxes[0x70].unplug(2)
    board.clock.spend(6 * SECOND)
    assert show_all(rig) == ["p0", "p1", "p3", "p4", "p5", "p6", "p7"]
    assert rig.panels["p2"].trouble is not None
    board.muxes[0x70].plug(2)
    board.clock.spend(10 * SECOND)
    assert show_all(rig) == shown(board) == list(board.oleds)


def test_a_multiplexer_that_lost_its_power_is_selected_anew(board: Board, rig: Rig) -> None:
    show_all(rig)
    board.muxes[0x70].power_on()
    rig.panels["p7"].show(noise(1))
    board.clock.spend(SECOND)
    rig.panels["p7"].show(noise(7))
    assert shown(board) == list(board.oleds)


def test_a_missing_multiplexer_is_named_with_a_remedy(board: Board, rig: Rig) -> None:
    board.world.i2c.unplug(0x70)
    assert show_all(rig) == []
    assert "the multiplexer at 0x70 on I2C bus 1 does not answer" in str(rig.panels["p0"].trouble)
    assert "A0 to A2" in str(rig.panels["p0"].trouble)


@pytest.mark.report("B09")
def test_a_channel_that_holds_the_bus_down_is_told_and_ends_by_itself(board: Board, rig: Rig) -> None:
    """B09: while it is open nobody can be heard, the multiplexer neither; nothing hangs, and all come back."""
    show_all(rig)
    board.muxes[0x70].stuck.add(4)
    board.clock.spend(6 * SECOND)
    show_all(rig)
    assert rig.panels["p5"].trouble is not None
    board.muxes[0x70].stuck.clear()
    board.clock.spend(10 * SECOND)
    assert show_all(rig) == shown(board) == list(board.oleds)


@pytest.mark.report("B09")
def test_with_its_reset_line_a_channel_that_holds_the_bus_down_is_missed_alone() -> None:
    """B09: the line closes all channels when nobody can be heard on the bus; the other panels go on."""
    with Board(replace(EIGHT, mux_reset=4)) as board:
        rig = board.rig()
        show_all(rig)
        board.muxes[0x70].stuck.add(4)
        for _ in range(12):
            board.clock.spend(SECOND)
            answered = show_all(rig)
        assert answered == ["p0", "p1", "p2", "p3", "p5", "p6", "p7"]
        board.muxes[0x70].stuck.clear()
        board.clock.spend(10 * SECOND)
        assert show_all(rig) == shown(board) == list(board.oleds)
        rig.close()


def test_the_reset_line_rests_high_and_is_given_back() -> None:
    with Board(replace(EIGHT, mux_reset=4)) as board:
        line = board.world.gpio[4]
        levels: list[int] = []
        line.watch(levels.append)
        rig = board.rig()
        show_all(rig)
        assert line.level == 1
        assert levels.count(0) == 0
        board.muxes[0x70].unplug(3)
        board.clock.spend(6 * SECOND)
        show_all(rig)
        assert levels[-2:] == [0, 1]
        rig.close()
        assert line.role is None


def test_without_a_gpio_chip_panels_work_without_their_reset_line() -> None:
    with Board(replace(EIGHT, mux_reset=4)) as board:
        board.world.gpio.missing = True
        rig = open_rig(board.wiring, board.clock)
        assert show_all(rig) == shown(board) == list(board.oleds)
        assert rig.troubles
        rig.close()


def test_panels_on_two_multiplexers_never_share_a_picture() -> None:
    places = {"p1": (0x70, 0), "p2": (0x71, 0), "p3": (0x70, 1)}
    wiring = Wiring(panels={name: PanelSettings(mux=m, channel=c) for name, (m, c) in places.items()})
    with Board(wiring) as board:
        rig = board.rig()
        assert show_all(rig) == shown(board) == list(places)
        board.world.i2c.unplug(0x71)
        board.clock.spend(SECOND)
        rig.panels["p2"].show(noise(5))
        board.clock.spend(SECOND)
        assert rig.panels["p1"].show(noise(1))
        rig.close()


def test_a_panel_beside_the_multiplexer_is_not_disturbed() -> None:
    wiring = Wiring(panels={"p1": PanelSettings(address=0x3D), "p2": PanelSettings(mux=0x70, channel=5)})
    with Board(wiring) as board:
        rig = board.rig()
        assert show_all(rig) == shown(board) == ["p1", "p2"]
        rig.close()


def test_the_simulated_multiplexer_joins_the_channels_its_register_says() -> None:
    with World() as world:
        mux, panels = Tca9548a(), [Ssd1306(), Ssd1306()]
        world.i2c.join(0x70, mux)
        for channel, panel in enumerate(panels):
            mux.attach(channel, 0x3C, panel)
        with pytest.raises(OSError, match="Remote I/O"):
            world.i2c.write(0x3C, b"\x00\xaf")
        world.i2c.write(0x70, b"\x03")
        world.i2c.write(0x3C, b"\x00\xaf")
        assert [panel.lit for panel in panels] == [True, True]
        assert world.i2c.read(0x70, 1) == b"\x03"
        mux.power_on()
        assert mux.behind(0x3C) == []


def test_an_empty_write_only_asks_whether_the_multiplexer_is_there() -> None:
    mux = Tca9548a()
    mux.receive(b"\x04")
    mux.receive(b"")
    assert mux.mask == 4

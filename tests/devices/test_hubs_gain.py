"""The gain of readers on a hub: set from the wiring, read back, given up where it does harm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from devices.hub_parts import HubReader
from devices.sim import mfrc522_registers as reg
from tests.devices.hubs_kit import CARD, LEFT, Table, ready, told

SET = replace(LEFT, gains={"one": 7, "two": 2})


def gains(table: Table) -> list[int]:
    """What the chips really have."""
    return [chip.registers[reg.RF_CFG] >> 4 & 0x07 for chip in table.sim.chips]


@pytest.mark.report("A16")
def test_each_reader_of_a_hub_gets_the_gain_of_the_wiring() -> None:
    """A16: gain is a setting of each reader."""
    table = ready(SET)
    assert gains(table) == [7, 2]
    assert table.hub.notes == []


def test_a_reader_without_a_gain_keeps_the_chips_own() -> None:
    table = ready(replace(LEFT, gains={"two": 6}))
    assert gains(table) == [4, 6]


def test_the_hub_tells_nothing_about_gains_that_nobody_set() -> None:
    table = ready()
    assert table.sim.firmware is not None
    assert not any(slot.gain_due for slot in table.sim.firmware.looks.slots)


@pytest.mark.report("A16")
def test_a_gain_that_a_chip_on_a_hub_does_not_take_is_told() -> None:
    """A16: set gain 7, read back 4: the default is used, cards are read, and a note says so."""
    table = Table(SET)
    table.sim.chips[0].faults.pinned[reg.RF_CFG] = 0x48
    table.run(2_000)
    assert table.hub.notes == ["hub left: reader one: gain 7 was not taken; the default is used"]
    table.tap(CARD)
    assert told(table.run(1_500)) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]


@pytest.mark.report("A16")
def test_a_gain_at_which_a_reader_on_a_hub_hears_nothing_is_given_up() -> None:
    """A16: the hub finds it out by itself, as the Pi does for its own readers."""
    table = ready(SET)
    table.sim.chips[0].faults.deaf_from = 7
    table.tap(CARD, 9_000)
    assert "one: Seen a1b2c3d4" in told(table.run(8_000))
    assert "reader one: gain 7 was given up" in table.hub.notes[0]
    assert gains(table)[0] == 4


def test_a_hub_that_restarts_gets_its_gains_again() -> None:
    table = ready(SET)
    table.sim.reboot("power")
    table.run(3_000)
    assert gains(table) == [7, 2]
    assert table.hub.notes == []


def test_a_reader_that_lost_its_settings_gets_its_gain_with_them() -> None:
    table = ready(SET)
    table.sim.chips[0].brown_out()
    table.run(1_000)
    assert gains(table) == [7, 2]


def test_a_hub_whose_firmware_knows_no_gain_is_told_apart() -> None:
    reader = HubReader("one", lambda: None, gain=7)
    assert reader.gain_note == "gain 7 is not confirmed; if it stays so, update the hub with pitboard flash"
    reader.gained(7, "")
    assert reader.gain_note == ""
    reader.restarted(0)
    assert reader.gain_note


@pytest.mark.parametrize("order", [b"G", b"G0", b"GF4", b"G08", b"Gxx", b"G0x"])
def test_an_order_about_gain_that_makes_no_sense_changes_nothing(order: bytes) -> None:
    table = ready()
    assert table.hub.order(order)
    table.run(500)
    assert gains(table) == [4, 4]

"""A receiver gain that somebody set: it is given up where it does harm, and only there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.readers import ReaderSettings, open_reader
from devices.sim import mfrc522_registers as reg
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.world import World
from firmware.gain import HASTY_LOOKS, PROBE_EVERY, PROBES, GainGuard
from tests.devices.readers_kit import CLASSIC, poll_for, told

if TYPE_CHECKING:
    from collections.abc import Iterator

SET = replace(ReaderSettings("box"), gain=7)


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


def wired(world: World) -> Mfrc522:
    """A chip on the wires."""
    chip = Mfrc522(world.clock)
    world.spi.attach(chip)
    return chip


@pytest.mark.report("A28", "A16")
def test_a_chip_of_another_maker_gives_up_a_gain_as_well(world: World) -> None:
    """A28, A16: the note about its version is no reason to leave its gain alone."""
    chip = Mfrc522(world.clock, version=0xB2)
    world.spi.attach(chip)
    chip.faults.deaf_from = 7
    reader = open_reader(SET, world.clock)
    chip.place(Card(CLASSIC))
    assert "Seen A" in told(world, reader, 10_000)
    assert any("gain 7 was given up" in note for note in reader.notes)


@pytest.mark.report("A16")
def test_a_gain_at_which_reads_stop_is_given_up_with_a_note(world: World) -> None:
    """A16: set gain 7, then no tags; the default is used again, and that is told."""
    chip = wired(world)
    chip.faults.deaf_from = 7
    reader = open_reader(SET, world.clock)
    assert told(world, reader, 2000) == ""
    chip.place(Card(CLASSIC))
    assert told(world, reader, 5000) == "Seen A"
    assert reader.notes[0] == (
        "gain 7 was given up, it read nothing where the default did; the default is used"
    )
    assert chip.registers[reg.RF_CFG] >> 4 == 4


@pytest.mark.report("A16")
def test_a_gain_that_reads_is_kept(world: World) -> None:
    """A16, the other case: long pauses without a card do not count against it."""
    chip = wired(world)
    reader = open_reader(SET, world.clock)
    for _ in range(3):
        poll_for(world, reader, 10_000)
        card = Card(CLASSIC)
        chip.place(card)
        assert told(world, reader, 1000) == "Seen A"
        chip.remove(card)
        poll_for(world, reader, 2000)
    assert reader.notes == []


def test_without_a_gain_nothing_is_tried(world: World) -> None:
    chip = wired(world)
    chip.faults.deaf = True
    chip.place(Card(CLASSIC))
    reader = open_reader(ReaderSettings("box"), world.clock)
    poll_for(world, reader, 5000)
    assert (reader.notes, chip.registers[reg.RF_CFG]) == ([], 0x48)


def test_a_chip_that_must_be_started_again_and_again_gets_the_default(world: World) -> None:
    chip = wired(world)
    reader = open_reader(SET, world.clock)
    for _ in range(4):
        poll_for(world, reader, 500)
        chip.brown_out()
    poll_for(world, reader, 500)
    assert "gain 7 was given up, the chip had to be started again and again" in reader.notes[0]
    assert chip.registers[reg.RF_CFG] >> 4 == 4


def test_restarts_far_apart_say_nothing_about_the_gain() -> None:
    guard = GainGuard(7, 4)
    for _ in range(10):
        guard.started()
        for _ in range(HASTY_LOOKS):
            guard.looked(tag=True)
    assert (guard.wanted, guard.note) == (7, "")


def test_two_looks_in_so_many_use_the_default_while_nothing_is_read() -> None:
    guard = GainGuard(7, 4)
    used = []
    for _ in range(3 * PROBE_EVERY):
        used.append(guard.wanted)
        guard.looked(tag=False)
    assert [place for place, gain in enumerate(used) if gain == 4] == [18, 19, 38, 39, 58, 59]


@given(st.lists(st.booleans(), max_size=200))
def test_a_gain_is_never_given_up_while_it_reads_what_the_default_reads(tags: list[bool]) -> None:
    guard = GainGuard(7, 4)
    for tag in tags:
        for _ in range(PROBE_EVERY + PROBES):  # a card rests, or none, for longer than a round of looks
            guard.looked(tag=tag)
    assert guard.note == ""

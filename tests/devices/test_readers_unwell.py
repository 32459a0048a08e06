"""Readers that are unwell on the simulated wires: what is told, and how they come back."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from devices.ports import Seen, Unwell, Well
from devices.readers import (
    LONGEST_PAUSE,
    ReaderSettings,
    TagReader,
    open_reader,
)
from devices.sim import mfrc522_registers as reg
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.world import World
from devices.together import conflicts
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG, cost_of, poll_for, short, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.ports import ReaderEvent

SETTINGS = ReaderSettings("box")
MINUTE = 60_000


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        made.spi.attach(Mfrc522(made.clock))
        yield made


@pytest.fixture
def chip(world: World) -> Mfrc522:
    made = Mfrc522(world.clock)
    world.spi.attach(made)
    return made


@pytest.fixture
def reader(world: World, chip: Mfrc522) -> TagReader:
    """Our reader, with *chip* on its wires."""
    assert not chip.field
    return open_reader(SETTINGS, world.clock)


@pytest.mark.report("A02")
def test_a_dead_reader_is_told_within_three_seconds_with_its_likely_causes(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A02: version 0x00 from the start; a plain message names place and remedy."""
    chip.unplug()
    (event,) = poll_for(world, reader, 3000)
    assert isinstance(event, Unwell)
    assert event.why == (
        "/dev/spidev0.0: no chip answers (version reads 0x00); "
        "check 3.3 V, ground, MISO and the chip select line, and that SPI is enabled"
    )


@pytest.mark.report("A02")
def test_a_missing_node_is_told_and_the_program_goes_on(world: World, reader: TagReader) -> None:
    """A02: SPI is switched off; later somebody switches it on."""
    world.spi.detach()
    (event,) = poll_for(world, reader, 1000)
    assert isinstance(event, Unwell)
    assert "enable SPI in raspi-config" in event.why
    world.spi.attach(Mfrc522(world.clock))
    assert told(world, reader, 3000) == "Well"


@pytest.mark.report("A03")
def test_a_reader_that_starts_at_the_third_try_is_ready_and_says_so(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A03: init fails twice, succeeds the third time: ready without restart, "3 tries" in the status."""
    chip.unplug()
    for _ in range(2):
        reader.poll()
        world.clock.spend(100 * MILLI)
    assert reader.status.tries == 2
    chip.plug_in()
    chip.place(Card(CLASSIC))
    assert told(world, reader, 500) == "Well, Seen A"
    assert (reader.status.well, reader.status.tries) == (True, 3)
    assert reader.notes == ["ready after 3 tries"]


@pytest.mark.report("B10")
def test_a_reader_that_needs_twenty_seconds_is_ready_without_a_restart(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """B10: a cold start; not ready until 20 s after power-up."""
    chip.unplug()
    chip.place(Card(CLASSIC))
    assert told(world, reader, 20_000) == "Unwell"
    chip.plug_in()
    assert told(world, reader, 2 * LONGEST_PAUSE // 1000) == "Well, Seen A"


def test_a_dead_reader_is_tried_for_hours_with_growing_pauses(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    chip.unplug()
    assert told(world, reader, 10 * MINUTE) == "Unwell"
    assert 250 <= reader.status.tries <= 310
    before = world.spi.transfers
    reader.poll()
    assert world.spi.transfers - before <= 1
    chip.plug_in()
    assert told(world, reader, 2500) == "Well"


@pytest.mark.report("A01")
@pytest.mark.parametrize("fault", ["unplugged", "stuck_high", "deaf"])
def test_every_poll_ends_within_its_budget(
    world: World, chip: Mfrc522, reader: TagReader, fault: str
) -> None:
    """A01: with or without a tag, with or without a reader: never longer than 250 ms, in fact 25."""
    setattr(chip.faults, fault, True)
    assert max(cost_of(world, reader.poll).micros for _ in range(50)) < 25_000


def test_a_reader_unplugged_and_plugged_in_again_loses_no_card(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    chip.place(Card(CLASSIC))
    poll_for(world, reader, 500)
    chip.unplug()
    assert told(world, reader, 30_000) == "Unwell"
    chip.plug_in()
    assert told(world, reader, 5000) == "Well"
    assert reader.presence.resting == CLASSIC


def test_a_card_lifted_while_the_reader_was_unplugged_is_gone_afterwards(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    card = Card(CLASSIC)
    chip.place(card)
    poll_for(world, reader, 500)
    chip.unplug()
    poll_for(world, reader, 3000)
    chip.remove(card)
    chip.plug_in()
    assert told(world, reader, 5000) == "Well, Gone A"


def test_a_brown_out_is_cured_without_a_word(world: World, chip: Mfrc522, reader: TagReader) -> None:
    chip.place(Card(CLASSIC))
    poll_for(world, reader, 500)
    chip.brown_out()
    assert told(world, reader, 3000) == ""
    assert reader.status.restarts == 1
    assert chip.registers[reg.T_RELOAD_L] == 30


@pytest.mark.report("B02")
def test_bad_frames_are_counted_and_hide_no_card(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """B02: any bad frame is a failed poll; the error count is kept."""
    chip.place(Card(CLASSIC))
    events = []
    for turn in range(100):
        chip.faults.pinned = {reg.ERROR: reg.PARITY_ERROR} if turn % 5 == 4 else {}
        events += poll_for(world, reader, 50)
    assert [short(event) for event in events] == ["Seen A"]
    assert reader.status.looks["Garbled"] == 20


def test_a_device_that_fails_in_the_middle_is_unwell_and_opened_again(
    world: World, reader: TagReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    poll_for(world, reader, 200)

    def fail(*_: object, **__: object) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(world.spi, "transfer", fail)
        (event,) = poll_for(world, reader, 500)
    assert isinstance(event, Unwell)
    assert "/dev/spidev0.0 failed during a transfer" in event.why
    assert [type(event) for event in poll_for(world, reader, 3000)] == [Well]


@pytest.mark.report("A27")
def test_a_restart_by_hand_leaves_the_reader_working(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A27: after a diagnostic from the menu a tag is still seen."""
    poll_for(world, reader, 200)
    reader.restart()
    chip.place(Card(CLASSIC))
    assert told(world, reader, 500) == "Seen A"


@pytest.mark.report("A28")
@pytest.mark.parametrize("version", [0x12, 0x88, 0xB2])
def test_a_clone_is_used_with_a_note(world: World, version: int) -> None:
    """A28: version 0x12, 0x88, 0xB2: usable, note in the status."""
    clone = Mfrc522(world.clock, version)
    world.spi.attach(clone)
    clone.place(Card(CLASSIC))
    reader = open_reader(SETTINGS, world.clock)
    assert told(world, reader, 500) == "Seen A"
    assert reader.notes == [f"chip version 0x{version:02X} is not NXP's own"]


@pytest.mark.report("A16")
def test_a_gain_that_does_not_hold_is_told_and_reads_go_on(world: World, chip: Mfrc522) -> None:
    """A16: set gain 7, read back 4: the default is used, with a note."""
    chip.faults.pinned[reg.RF_CFG] = 0x48
    chip.place(Card(CLASSIC))
    reader = open_reader(replace(SETTINGS, gain=7), world.clock)
    assert told(world, reader, 500) == "Seen A"
    assert reader.notes == ["gain 7 was not taken; the default is used"]


@pytest.mark.report("A34")
def test_two_readers_on_one_bus_never_show_each_others_cards(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A34: no. 1 sees tag A; no. 2 alternates error and nothing: no event from no. 2."""
    other_chip = Mfrc522(world.clock)
    world.spi.attach(other_chip, 0, 1)
    other = open_reader(ReaderSettings("other", device=1), world.clock)
    chip.place(Card(CLASSIC))
    told_by_other: list[ReaderEvent] = []
    for turn in range(100):
        other_chip.faults.pinned = {reg.COM_IRQ: 0x20, reg.ERROR: reg.PARITY_ERROR} if turn % 2 else {}
        poll_for(world, reader, 50)
        told_by_other += other.poll()
    assert told_by_other == []
    assert reader.presence.resting == CLASSIC


@pytest.mark.report("A34")
def test_readers_with_cards_of_their_own_see_their_own(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A34, the other way round: each names its own tag and itself."""
    other_chip = Mfrc522(world.clock)
    world.spi.attach(other_chip, 0, 1)
    other = open_reader(ReaderSettings("other", device=1), world.clock)
    chip.place(Card(CLASSIC))
    other_chip.place(Card(NTAG))
    events = [event for _ in range(10) for one in (reader, other) for event in poll_for(world, one, 25)]
    assert {(event.reader, event.uid) for event in events if isinstance(event, Seen)} == {
        ("box", CLASSIC),
        ("other", NTAG),
    }


@pytest.mark.report("A31")
def test_closing_a_reader_touches_no_gpio_line(world: World, reader: TagReader) -> None:
    """A31: only its own wires are freed; our driver has none but the SPI device."""
    poll_for(world, reader, 200)
    reader.close()
    assert all(pin.role is None for pin in world.gpio.pins)


def test_closing_a_reader_that_was_never_polled_does_no_harm(reader: TagReader) -> None:
    reader.close()


def test_nothing_is_opened_before_the_first_poll(world: World, reader: TagReader) -> None:
    assert not reader.status.well
    assert world.spi.transfers == 0


@pytest.mark.report("A15")
def test_readers_that_are_silent_together_are_told_to_conflict(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A15: a board that keeps driving the data line: a message that names both, instead of "no tag"."""
    chip.place(Card(CLASSIC))
    world.spi.attach(Mfrc522(world.clock), 0, 1)
    other = open_reader(ReaderSettings("other", device=1), world.clock)
    world.spi.hold_miso(0)
    told(world, reader, 300)
    told(world, other, 300)
    (conflict,) = conflicts([reader, other])
    assert str(conflict).startswith("Readers box and other conflict on SPI bus 0")
    assert conflict.readers == ("box", "other")


@pytest.mark.report("A15")
def test_one_silent_reader_among_others_is_no_conflict(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A15, the other case: the fault of one reader alone is its own."""
    world.spi.attach(Mfrc522(world.clock), 0, 1)
    other = open_reader(ReaderSettings("other", device=1), world.clock)
    chip.unplug()
    told(world, reader, 300)
    told(world, other, 300)
    assert conflicts([reader, other]) == []


@pytest.mark.report("A29")
def test_a_reader_uses_its_wires_in_the_thread_that_polls_it_only(
    world: World, reader: TagReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A29: start and polls share one thread, also when the reader was made in another one."""
    threads = set()
    send = world.spi.transfer

    def transfer(*place: Any, **how: Any) -> bytes:
        threads.add(threading.get_ident())
        return send(*place, **how)

    monkeypatch.setattr(world.spi, "transfer", transfer)
    worker = threading.Thread(target=lambda: poll_for(world, reader, 300))
    worker.start()
    worker.join()
    assert threads == {worker.ident}

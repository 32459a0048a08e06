"""Readers on the simulated wires, from the SPI bytes to Seen and Gone: our own driver, restarts, messages."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from devices.ports import Crowded, Gone, Seen
from devices.readers import (
    Mfrc522PackageReader,
    Rc522Reader,
    ReaderSettings,
    TagReader,
    open_reader,
)
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.world import World
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG, cost_of, poll_for, short, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.ports import Reader

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


def test_a_reader_is_a_reader(reader: TagReader) -> None:
    seam: Reader = reader
    assert seam.name == "box"


def test_a_card_is_seen_and_gone(world: World, chip: Mfrc522, reader: TagReader) -> None:
    card = Card(NTAG, "ntag213")
    chip.place(card)
    events = poll_for(world, reader, 500)
    assert [type(event) for event in events] == [Seen]
    assert events[0] == Seen("box", NTAG, events[0].at)
    chip.remove(card)
    assert [type(event) for event in poll_for(world, reader, 600)] == [Gone]


def test_a_card_is_seen_within_100_ms(world: World, chip: Mfrc522, reader: TagReader) -> None:
    poll_for(world, reader, 500)
    chip.place(Card(CLASSIC))
    laid = world.clock.now()
    (event,) = poll_for(world, reader, 200)
    assert event.at - laid < 110_000


@pytest.mark.report("B01")
@pytest.mark.parametrize("moment", [0, 13, 37, 49])
def test_a_late_card_is_seen_within_half_a_second(
    world: World, chip: Mfrc522, reader: TagReader, moment: int
) -> None:
    """B01: short repeated polls; a tag that comes between two of them is not lost."""
    poll_for(world, reader, 200)
    world.clock.at(world.clock.nanos + moment * MILLI, lambda: chip.place(Card(CLASSIC)))
    assert told(world, reader, 500) == "Seen A"


@pytest.mark.report("A04")
def test_polling_alone_is_enough(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A04: no interrupt line anywhere; tag present from 0.5 to 3.0 s gives one scan and one removal."""
    card = Card(CLASSIC)
    world.clock.at(500 * MILLI, lambda: chip.place(card))
    world.clock.at(3000 * MILLI, lambda: chip.remove(card))
    assert told(world, reader, 5000) == "Seen A, Gone A"


@pytest.mark.report("A05")
def test_a_new_card_is_seen_after_one_has_rested_for_hours(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A05: tag A for 4 virtual hours (polled now and then), removed, tag B shown: accepted."""
    card = Card(CLASSIC)
    chip.place(card)
    assert told(world, reader, 1000) == "Seen A"
    assert not poll_for(world, reader, 4 * 60 * MINUTE, every=10_000)
    chip.remove(card)
    chip.place(Card(NTAG))
    assert told(world, reader, 500) == "Gone A, Seen B"


@pytest.mark.report("A25")
def test_two_cards_are_crowded_until_one_is_left(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A25: one message, no action; lifting one leads to one scan of the other."""
    first, second = Card(CLASSIC), Card(NTAG)
    chip.place(first)
    chip.place(second)
    assert [type(event) for event in poll_for(world, reader, 3000)] == [Crowded]
    chip.remove(second)
    assert told(world, reader, 1000) == "Seen A"


@pytest.mark.report("A33")
def test_a_weak_card_is_one_visit_with_a_hint(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A33: three answers in ten are not heard, so that a third of the looks succeed: one scan, a hint, no removal."""
    chip.place(Card(CLASSIC))
    chip.faults.misses = 0.3
    events, notes = [], set()
    for _ in range(600):
        events += poll_for(world, reader, 50)
        notes.update(reader.notes)
    assert [short(event) for event in events] == ["Seen A"]
    assert any(re.fullmatch(r"weak signal: \d+ of the last 20 looks read the tag", note) for note in notes)


def test_a_poll_at_an_empty_reader_costs_little(world: World, reader: TagReader) -> None:
    reader.poll()
    assert cost_of(world, reader.poll).transfers <= 40


# The choice of a driver


@pytest.mark.parametrize(("driver", "kind"), [("rc522", Rc522Reader), ("mfrc522", Mfrc522PackageReader)])
def test_the_driver_is_chosen_by_its_name(world: World, driver: Any, kind: type[TagReader]) -> None:
    assert isinstance(open_reader(replace(SETTINGS, driver=driver), world.clock), kind)


def test_an_unknown_driver_is_refused_with_the_known_ones(world: World) -> None:
    unknown: Any = "pn533"
    with pytest.raises(ValueError, match="Reader box: no driver 'pn533'; there are rc522, mfrc522"):
        open_reader(replace(SETTINGS, driver=unknown), world.clock)

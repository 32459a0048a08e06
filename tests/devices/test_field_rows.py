"""Rows of the field reports that concern readers and pictures of every kind, tried on those there are."""

from __future__ import annotations

import ast
import logging
from typing import TYPE_CHECKING

import pytest

from devices import font
from devices.presence import Garbled, Look
from devices.readers import ReaderSettings, TagReader, open_reader
from devices.sim import mfrc522_registers as reg
from devices.sim.clock import VirtualClock
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.world import World
from tests.architecture.source import files, place, tree_of, words
from tests.devices.hubs_kit import OTHER, ready
from tests.devices.hubs_kit import told as told_by_hub
from tests.devices.readers_kit import NTAG, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from devices.ports import ReaderEvent

SETTINGS = ReaderSettings("box")


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


def wired(world: World) -> Mfrc522:
    """A chip on the wires."""
    chip = Mfrc522(world.clock)
    world.spi.attach(chip)
    return chip


@pytest.mark.report("B04")
def test_a_seven_byte_tag_that_rests_is_one_visit_at_a_reader_of_the_pi(world: World) -> None:
    """B04: the resting-card rule holds for every kind of reader: here on the Pi's own wires."""
    chip = wired(world)
    reader = open_reader(SETTINGS, world.clock)
    card = Card(NTAG, "ntag213")
    chip.place(card)
    assert told(world, reader, 8_000) == "Seen B"
    chip.remove(card)
    assert told(world, reader, 2000) == "Gone B"


@pytest.mark.report("B04")
def test_a_seven_byte_tag_that_rests_is_one_visit_at_a_reader_of_a_hub() -> None:
    """B04: and here at the end of a hub's cable."""
    table = ready()
    table.tap(OTHER, 20_000)
    assert told_by_hub(table.run(23_000)) == [f"one: Seen {OTHER.hex()}", f"one: Gone {OTHER.hex()}"]


@pytest.mark.report("B03")
@pytest.mark.parametrize(
    "left",
    [
        {reg.COM_IRQ: 0xFF, reg.BIT_FRAMING: 0x80, reg.COMMAND: reg.TRANSCEIVE},
        {reg.FIFO_DATA: 0xA1, reg.COM_IRQ: 0xA0, reg.ERROR: 0x08},
        {reg.COMMAND: reg.TRANSCEIVE, reg.FIFO_DATA: 0x93},
    ],
)
def test_what_an_older_command_left_in_the_chip_is_no_answer(world: World, left: dict[int, int]) -> None:
    """B03: a stale reply and a command that still runs are cleared away, and nobody needs to restart."""
    chip = wired(world)
    reader = open_reader(SETTINGS, world.clock)
    assert told(world, reader, 200) == ""
    for register, value in left.items():
        chip.write(register, value)
    assert told(world, reader, 500) == ""
    chip.place(Card(NTAG, "ntag213"))
    assert told(world, reader, 500) == "Seen B"
    assert reader.status.restarts == 0


class Noisy:
    """A driver whose looks are all unreadable."""

    notes: Sequence[str] = ()
    what = "noise"

    def start(self) -> str:
        return ""

    def look(self) -> Look:
        return Garbled("wrong checksum")

    def echo(self, data: bytes) -> bytes:
        return data

    def rest(self) -> None: ...

    def close(self) -> None: ...


@pytest.mark.report("B07")
def test_an_hour_of_read_errors_is_one_event_a_count_and_hardly_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """B07: ten errors a second for an hour: fewer than 100 log lines, and the count is kept."""
    clock = VirtualClock()
    reader = TagReader(SETTINGS, clock, Noisy())
    events: list[ReaderEvent] = []
    with caplog.at_level(logging.DEBUG):
        for _ in range(36_000):
            clock.spend(100_000_000)
            events += reader.poll()
    assert [type(event).__name__ for event in events] == ["Unwell"]
    assert reader.status.looks["Garbled"] == 36_000
    assert len(caplog.records) < 100


GONE = {"textsize", "multiline_textsize", "getsize", "getsize_multiline", "ANTIALIAS", "getdata"}
"""Calls that Pillow has taken away since version 10, or will."""


@pytest.mark.report("E12")
def test_nothing_asks_the_imaging_library_for_what_newer_versions_lack() -> None:
    """E12: text-size functions that were removed in a major version."""
    found = [
        f"{place(path, word.line)}: {word.text}"
        for path in files("devices", "table")
        for word in words(tree_of(path))
        if word.text in GONE
    ]
    assert not found, "\n".join(found)


@pytest.mark.report("E12")
def test_a_call_that_was_removed_would_be_found() -> None:
    """E12: this check can fail."""
    tree = ast.parse("wide, high = draw.textsize(text)")
    assert GONE & {word.text for word in words(tree)}


@pytest.mark.report("E12")
def test_text_is_measured_by_fonts_that_have_none_of_those() -> None:
    """E12: the installed fonts lack the removed calls, and text is drawn all the same."""
    assert not [name for name in GONE if hasattr(font.font(font.TEXT), name)]
    assert font.width("Ñandú") > 0

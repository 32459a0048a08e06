"""The unmodified package `mfrc522` on the simulated chip, and the reader that makes its limits harmless."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

import pytest

from devices.mfrc522_package import PARTIAL, look_of_number
from devices.ports import Unwell, Well
from devices.presence import Garbled, Look, Nothing, Refused, Tag
from devices.readers import ReaderSettings, TagReader, open_reader
from devices.sim import mfrc522_registers as reg
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.world import World
from tests.devices.readers_kit import CLASSIC, NTAG, cost_of, poll_for, told

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEED = 1_000_000
"""The package's own choice."""


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


@pytest.fixture
def chip(world: World) -> Mfrc522:
    made = Mfrc522(world.clock)
    world.spi.attach(made)
    return made


@pytest.fixture
def simple(world: World, chip: Mfrc522) -> Any:
    """The package's own simple reader, made by its own constructor."""
    assert chip.version
    return world.virtual_time("mfrc522").SimpleMFRC522()


@pytest.fixture
def reader(world: World, chip: Mfrc522) -> TagReader:
    """Our reader with the package as its driver."""
    assert chip.version
    return open_reader(ReaderSettings("box", "mfrc522", speed=SPEED), world.clock)


# What the package does by itself: these tests pin down the reasons for our own driver


def test_an_empty_look_of_the_package_costs_2013_transfers(world: World, simple: Any) -> None:
    assert cost_of(world, simple.read_id_no_block).transfers == 2013


def test_an_empty_look_of_the_package_takes_over_90_ms(world: World, simple: Any) -> None:
    assert 90_000 < cost_of(world, simple.read_id_no_block).micros < 95_000


@pytest.mark.report("A07")
def test_the_package_misses_every_second_look(chip: Mfrc522, simple: Any) -> None:
    """A07: it leaves the card in a state where the next request only sends it back to sleep."""
    chip.place(Card(CLASSIC))
    simple.read_id_no_block()
    looks = [simple.read_id_no_block() is not None for _ in range(6)]
    assert looks in ([True, False] * 3, [False, True] * 3)


@pytest.mark.report("A18")
def test_the_package_appends_the_check_byte(chip: Mfrc522, simple: Any) -> None:
    """A18: a four-byte tag comes out as five bytes."""
    chip.place(Card(CLASSIC))
    assert 0xA1B2C3D404 in {simple.read_id_no_block() for _ in range(3)}


@pytest.mark.report("A19")
@pytest.mark.parametrize("uid", ["04a1b2c3d4e580", "04a1b2ffffff80"])
def test_the_package_gives_two_long_tags_one_number(chip: Mfrc522, simple: Any, uid: str) -> None:
    """A19: 0x88, three bytes and a check byte; the rest of the UID is not read."""
    chip.place(Card(bytes.fromhex(uid), "ntag213"))
    assert 0x8804A1B29F in {simple.read_id_no_block() for _ in range(3)}


def test_the_package_finds_nothing_where_two_cards_lie(chip: Mfrc522, simple: Any) -> None:
    chip.place(Card(CLASSIC))
    chip.place(Card(NTAG))
    assert {simple.read_id_no_block() for _ in range(4)} == {None}


def test_the_package_takes_a_missing_reader_for_a_missing_card(chip: Mfrc522, simple: Any) -> None:
    chip.unplug()
    assert simple.read_id_no_block() is None


# What our reader makes of it


@pytest.mark.parametrize(
    ("number", "look"),
    [
        (None, Nothing()),
        (0xA1B2C3D404, Tag(CLASSIC)),
        (0x0000000000, Tag(bytes(4))),
        (0xA1B2C3D405, Garbled("wrong check byte")),
        (0x8804A1B29F, Refused(PARTIAL)),
        (0x88776655CC, Refused(PARTIAL)),
    ],
)
def test_a_number_of_the_package_is_judged(number: int | None, look: Look) -> None:
    assert look_of_number(number) == look


@pytest.mark.report("A18")
def test_the_fifth_byte_is_dropped(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A18: identity A1B2C3D4, the same as our own driver gives."""
    chip.place(Card(CLASSIC))
    assert told(world, reader, 1000) == "Seen A"
    assert reader.presence.resting == CLASSIC


@pytest.mark.report("A07")
def test_every_second_miss_is_bridged(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A07: a card rests for 20 s: one scan; it is lifted: one removal; and no hint of a weak signal."""
    card = Card(CLASSIC)
    chip.place(card)
    assert told(world, reader, 20_000) == "Seen A"
    assert reader.notes == []
    chip.remove(card)
    assert told(world, reader, 5000) == "Gone A"


@pytest.mark.report("A19")
def test_a_long_tag_is_refused_with_the_remedy(world: World, chip: Mfrc522, reader: TagReader) -> None:
    """A19: two tags that this driver cannot tell apart: refusal, not one shared identity."""
    for uid in ("04a3c610203040", "04a3c611213141"):
        card = Card(bytes.fromhex(uid), "ntag213")
        chip.place(card)
        (event,) = poll_for(world, reader, 1000)
        assert isinstance(event, Unwell)
        assert event.why == PARTIAL
        assert 'driver = "rc522"' in event.why
        chip.remove(card)
        assert told(world, reader, 2000) == "Well"


@pytest.mark.report("A20")
def test_a_short_tag_that_looks_like_a_long_one_is_refused_too(
    world: World, chip: Mfrc522, reader: TagReader
) -> None:
    """A20: this driver cannot decide; 88 77 66 55 is refused here and read by our own driver."""
    chip.place(Card(bytes.fromhex("88776655")))
    assert told(world, reader, 1000) == "Unwell"


def test_a_reader_that_is_missing_is_unwell(world: World, chip: Mfrc522, reader: TagReader) -> None:
    chip.unplug()
    (event,) = poll_for(world, reader, 1000)
    assert isinstance(event, Unwell)
    assert event.why == "/dev/spidev0.0: no chip answers (version reads 0x00)"
    chip.plug_in()
    assert [type(event) for event in poll_for(world, reader, 3000)] == [Well]


def test_a_brown_out_is_cured(world: World, chip: Mfrc522, reader: TagReader) -> None:
    chip.place(Card(CLASSIC))
    poll_for(world, reader, 1000)
    chip.brown_out()
    assert told(world, reader, 3000) == ""
    assert reader.status.restarts == 1
    assert reader.presence.resting == CLASSIC


def test_the_second_device_of_a_bus_can_be_used(world: World) -> None:
    second = Mfrc522(world.clock)
    world.spi.attach(second, 0, 1)
    second.place(Card(CLASSIC))
    reader = open_reader(ReaderSettings("two", "mfrc522", device=1, speed=SPEED), world.clock)
    assert told(world, reader, 1000) == "Seen A"


@pytest.mark.report("A31")
def test_closing_frees_nobody_elses_lines(world: World, reader: TagReader) -> None:
    """A31: a key's line stays claimed when the reader is closed; the package's own close would free it."""
    poll_for(world, reader, 200)
    gpio = importlib.import_module("RPi.GPIO")
    gpio.setup(17, gpio.IN)
    reader.close()
    assert world.gpio[17].role == "input"


@pytest.mark.report("A32")
def test_an_unusable_gpio_package_is_told_with_a_way_out(
    world: World, chip: Mfrc522, reader: TagReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A32: importing the GPIO back end raises RuntimeError: message, no exit."""
    assert chip.version
    monkeypatch.setenv("RPI_LGPIO_REVISION", "0")
    (event,) = poll_for(world, reader, 500)
    assert isinstance(event, Unwell)
    assert 'Set driver = "rc522", which needs no GPIO.' in event.why


def test_a_package_that_is_not_installed_is_told(
    world: World, reader: TagReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mfrc522", None)
    (event,) = poll_for(world, reader, 500)
    assert isinstance(event, Unwell)
    assert "needs the packages mfrc522 (without dependencies), spidev and rpi-lgpio" in event.why


def test_a_missing_node_says_where_to_enable_spi(world: World, reader: TagReader) -> None:
    world.spi.detach()
    (event,) = poll_for(world, reader, 500)
    assert isinstance(event, Unwell)
    assert "enable SPI in raspi-config" in event.why


def test_a_line_that_is_in_use_is_told(world: World, reader: TagReader) -> None:
    lgpio: Any = importlib.import_module("lgpio")
    other = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_output(other, 25, 0)
    (event,) = poll_for(world, reader, 500)
    assert isinstance(event, Unwell)
    assert "driver mfrc522 cannot start" in event.why


def test_a_device_that_fails_in_the_middle_is_unwell(
    world: World, reader: TagReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    poll_for(world, reader, 200)

    def fail(*_: object, **__: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(world.spi, "transfer", fail)
    (event,) = poll_for(world, reader, 500)
    assert isinstance(event, Unwell)
    assert "/dev/spidev0.0 failed during a transfer" in event.why


@pytest.mark.report("B02")
@pytest.mark.parametrize("fault", ["unplugged", "stuck_high", "deaf"])
def test_no_fault_of_the_chip_is_an_exception(
    world: World, chip: Mfrc522, reader: TagReader, fault: str
) -> None:
    """B02: a bad frame is a failed poll, never a crash."""
    poll_for(world, reader, 200)
    setattr(chip.faults, fault, True)
    assert told(world, reader, 1000) == ("" if fault == "deaf" else "Unwell")


@pytest.mark.report("B02")
@pytest.mark.parametrize("seed", range(3))
def test_noise_on_the_wire_is_no_exception(world: World, seed: int) -> None:
    """B02 once more: whatever the bytes become."""
    noisy = Mfrc522(world.clock, seed=seed)
    world.spi.attach(noisy)
    noisy.place(Card(CLASSIC))
    reader = open_reader(ReaderSettings("noisy", "mfrc522", speed=SPEED), world.clock)
    poll_for(world, reader, 200)
    noisy.faults.noise = 0.01
    poll_for(world, reader, 3000)
    assert sum(reader.status.looks.values()) > 20


@pytest.mark.report("A16")
def test_a_gain_that_was_set_is_read_back_from_the_package_too(world: World, chip: Mfrc522) -> None:
    """A16: per-reader gain with read-back, whichever driver runs the reader."""
    reader = open_reader(ReaderSettings("box", "mfrc522", speed=SPEED, gain=6), world.clock)
    reader.poll()
    assert chip.read(reg.RF_CFG) >> 4 == 6
    assert reader.notes == []


@pytest.mark.report("A16")
def test_a_gain_that_is_not_taken_from_the_package_is_told(world: World, chip: Mfrc522) -> None:
    """A16: set gain 7, read back 4."""
    chip.faults.pinned[reg.RF_CFG] = 0x48
    reader = open_reader(ReaderSettings("box", "mfrc522", speed=SPEED, gain=7), world.clock)
    reader.poll()
    assert reader.notes == ["gain 7 was not taken; the default is used"]
    assert chip.registers[reg.RF_CFG] >> 4 == 4

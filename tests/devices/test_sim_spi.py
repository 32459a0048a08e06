"""The simulated SPI bus, its stand-in for `spidev`, our port on it, and the world that installs it."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from devices.sim import mfrc522_registers as reg
from devices.sim.clock import VirtualClock
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.spi import LONGEST_TRANSFER, OVERHEAD_NANOS, SpiBus, make_spidev_module
from devices.sim.world import VirtualTime, World
from devices.spi import SpiError, SpiPort
from firmware.rc522 import Rc522
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION = b"\xee\x00"
"""A frame that reads VersionReg."""


class Echo:
    """A chip that answers each byte with itself and an offset, and notes its frames."""

    def __init__(self, offset: int = 0) -> None:
        self.offset = offset
        self.log = ""

    def select(self) -> None:
        self.log += "<"

    def shift(self, mosi: int) -> int:
        self.log += "."
        return mosi + self.offset & 0xFF

    def deselect(self) -> None:
        self.log += ">"


@pytest.fixture
def bus() -> SpiBus:
    return SpiBus(VirtualClock())


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        made.spi.attach(Mfrc522(made.clock))
        yield made


def test_a_frame_reaches_the_chip_between_select_and_deselect(bus: SpiBus) -> None:
    chip = Echo()
    bus.attach(chip)
    assert bus.transfer(0, 0, b"abc", 1_000_000) == b"abc"
    assert chip.log == "<...>"


def test_each_chip_select_reaches_its_own_chip(bus: SpiBus) -> None:
    bus.attach(Echo(1), 0, 0)
    bus.attach(Echo(2), 0, 1)
    assert [bus.transfer(0, device, b"\x10", 1_000_000) for device in (0, 1)] == [b"\x11", b"\x12"]


@pytest.mark.parametrize(("speed", "nanos"), [(1_000_000, 8000), (4_000_000, 2000), (10_000_000, 800)])
def test_time_is_charged_by_the_byte_and_the_transfer(bus: SpiBus, speed: int, nanos: int) -> None:
    bus.attach(Echo())
    bus.transfer(0, 0, b"abcd", speed)
    assert bus.clock.nanos == OVERHEAD_NANOS + 4 * nanos


def test_transfers_and_bytes_are_counted(bus: SpiBus) -> None:
    bus.attach(Echo())
    for data in (b"a", b"bc", b"def"):
        bus.transfer(0, 0, data, 1_000_000)
    assert (bus.transfers, bus.bytes) == (3, 6)


def test_nobody_at_the_other_end_reads_low(bus: SpiBus) -> None:
    assert bus.transfer(0, 0, b"\xff\xff", 1_000_000) == b"\x00\x00"


@pytest.mark.parametrize(("low", "answer"), [(False, b"\x00"), (True, b"\x11")])
def test_a_chip_behind_a_gpio_listens_while_its_line_is_low(bus: SpiBus, low: bool, answer: bytes) -> None:  # noqa: FBT001 - a table
    bus.attach_line(Echo(1), 0, lambda: low)
    assert bus.transfer(0, 0, b"\x10", 1_000_000, no_cs=True) == answer


def test_a_transfer_without_chip_select_passes_the_controllers_own_chips_by(bus: SpiBus) -> None:
    chip = Echo()
    bus.attach(chip)
    bus.transfer(0, 0, b"a", 1_000_000, no_cs=True)
    assert not chip.log


@pytest.mark.report("A15")
def test_a_board_that_holds_the_data_line_silences_all_others(bus: SpiBus) -> None:
    """A15, the wire's side: a deselected clone that keeps driving MISO makes a good chip read as zeros."""
    bus.attach(Echo(1))
    bus.hold_miso(0)
    assert bus.transfer(0, 0, b"\x10", 1_000_000) == b"\x00"
    bus.hold_miso(0, held=False)
    assert bus.transfer(0, 0, b"\x10", 1_000_000) == b"\x11"


# The stand-in for spidev


@pytest.fixture
def spidev(bus: SpiBus) -> ModuleType:
    bus.attach(Echo(1))
    return make_spidev_module(lambda: bus)


@pytest.mark.parametrize("call", ["xfer", "xfer2"])
def test_spidev_transfers_lists(spidev: ModuleType, call: str) -> None:
    spi = spidev.SpiDev(0, 0)
    assert getattr(spi, call)([1, 2, 255]) == [2, 3, 0]


def test_spidev_reads_and_writes(spidev: ModuleType) -> None:
    spi = spidev.SpiDev()
    spi.open(0, 0)
    spi.writebytes([1, 2])
    assert spi.readbytes(3) == [1, 1, 1]


def test_spidev_goes_at_the_speed_that_was_set(spidev: ModuleType, bus: SpiBus) -> None:
    spi = spidev.SpiDev(0, 0)
    spi.max_speed_hz = 8_000_000
    spi.xfer2([0])
    assert bus.clock.nanos == OVERHEAD_NANOS + 1000
    spi.xfer2([0], 1_000_000)
    assert bus.clock.nanos == 2 * OVERHEAD_NANOS + 9000


def test_spidev_knows_no_node_that_is_not_there(spidev: ModuleType) -> None:
    with pytest.raises(FileNotFoundError):
        spidev.SpiDev().open(1, 0)


def test_a_node_can_be_taken_away(spidev: ModuleType, bus: SpiBus) -> None:
    bus.detach()
    with pytest.raises(FileNotFoundError):
        spidev.SpiDev(0, 0)


def test_a_closed_spidev_refuses_transfers(spidev: ModuleType) -> None:
    spi = spidev.SpiDev(0, 0)
    spi.close()
    spi.close()
    with pytest.raises(OSError, match="descriptor") as caught:
        spi.xfer2([0])
    assert caught.value.errno == errno.EBADF


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ([0] * (LONGEST_TRANSFER + 1), OverflowError),
        ([256], TypeError),
        ([-1], TypeError),
        (["a"], TypeError),
    ],
)
def test_spidev_refuses_what_is_no_frame(
    spidev: ModuleType, values: list[Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        spidev.SpiDev(0, 0).xfer2(values)


def test_spidev_honours_no_cs(spidev: ModuleType) -> None:
    spi = spidev.SpiDev(0, 0)
    spi.no_cs = True
    assert spi.xfer2([1]) == [0]


# Our port


def test_the_port_transfers_bytes(world: World) -> None:
    port = SpiPort()
    assert port.xfer(VERSION)[1:] == b"\x92"
    assert world.spi.transfers == 1
    port.close()


def test_the_port_uses_its_speed(world: World) -> None:
    SpiPort(speed=1_000_000).xfer(VERSION)
    assert world.clock.nanos == OVERHEAD_NANOS + 16_000


@pytest.mark.report("A02")
def test_a_missing_node_says_where_to_enable_spi(world: World) -> None:
    """A02: SPI switched off is one of the causes; the message names the remedy."""
    world.spi.detach()
    with pytest.raises(SpiError, match=r"/dev/spidev0\.0 does not exist: enable SPI in raspi-config"):
        SpiPort()


def test_a_missing_module_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(SpiError, match="install python3-spidev"):
        SpiPort()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "add this user to the group spi"),
        (OSError(errno.EIO, "Input/output error"), "cannot be opened: .*Input/output error"),
    ],
)
def test_a_node_that_does_not_open_says_why(
    world: World, monkeypatch: pytest.MonkeyPatch, error: OSError, message: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(world.modules["spidev"].SpiDev, "open", fail)
    with pytest.raises(SpiError, match=message):
        SpiPort()


def test_a_transfer_that_fails_names_the_device(world: World) -> None:
    port = SpiPort()
    port.close()
    with pytest.raises(SpiError, match=r"/dev/spidev0\.0 failed during a transfer"):
        port.xfer(VERSION)
    assert not world.spi.transfers


# The world


def test_a_world_puts_its_modules_in_place_and_takes_them_away() -> None:
    before = {name: sys.modules.get(name) for name in ("spidev", "lgpio", "smbus2")}
    with World() as world:
        for name in before:
            assert importlib.import_module(name) is world.modules[name]
    assert {name: sys.modules.get(name) for name in before} == before


def test_there_is_one_world_at_a_time() -> None:
    with World(), pytest.raises(RuntimeError, match="uninstall it first"):
        World().install()


def test_uninstalling_twice_does_no_harm() -> None:
    world = World().install()
    world.uninstall()
    world.uninstall()
    with World():
        pass


def test_a_world_that_failed_inside_is_gone_all_the_same() -> None:
    with pytest.raises(KeyError), World():
        raise KeyError
    with World():
        pass


def test_the_environment_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RPI_LGPIO_REVISION", raising=False)
    with World():
        assert os.environ["RPI_LGPIO_REVISION"] == "902120"
    assert "RPI_LGPIO_REVISION" not in os.environ
    monkeypatch.setenv("RPI_LGPIO_REVISION", "a02082")
    with World():
        pass
    assert os.environ["RPI_LGPIO_REVISION"] == "a02082"


def test_libraries_that_hold_on_to_a_module_are_imported_anew_in_each_world() -> None:
    with World():
        first = importlib.import_module("RPi.GPIO")
    with World():
        assert importlib.import_module("RPi.GPIO") is not first
    assert "RPi.GPIO" not in sys.modules


def test_a_library_can_be_given_virtual_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("sleepy")
    module.time = module.sleep = None
    monkeypatch.setitem(sys.modules, "sleepy", module)
    assert world.virtual_time("sleepy") is module
    module.time.sleep(0.25)
    module.sleep(0.5)
    assert world.clock.nanos == 750 * MILLI


def test_virtual_time_tells_virtual_seconds() -> None:
    clock = VirtualClock()
    time = VirtualTime(clock)
    clock.spend(1500 * MILLI)
    assert (time.time(), time.monotonic(), time.perf_counter()) == (1.5, 1.5, 1.5)
    time.sleep(-1)
    assert clock.nanos == 1500 * MILLI


class Slowly(Mfrc522):
    """A chip that lets every byte be exchanged one by one."""

    def constant(self, data: bytes | bytearray) -> int | None:
        del data
        return None


@pytest.mark.parametrize("fault", ["", "deaf", "unplugged", "stuck_high", "noise", "pinned", "misses"])
@pytest.mark.parametrize("card", [b"", CLASSIC, NTAG])
def test_bytes_that_are_not_exchanged_one_by_one_are_the_same_at_the_same_time(
    fault: str, card: bytes
) -> None:
    """Frames that read one register over and over are answered as a whole; nobody can tell."""
    told = []
    for kind in (Mfrc522, Slowly):
        with World() as world:
            chip = kind(world.clock)
            world.spi.attach(chip)
            if card:
                chip.place(Card(card, "classic" if len(card) == 4 else "ntag213"))
            driver = Rc522(SpiPort().xfer)
            driver.start()
            value = {"noise": 0.01, "misses": 0.5, "pinned": {reg.ERROR: 0x08}}.get(fault, True)
            if fault:
                setattr(chip.faults, fault, value)
            looks = []
            for _ in range(20):
                world.clock.spend(7_000_001)
                answer = driver.look()
                looks.append((answer.kind, answer.uid, answer.why, world.clock.nanos, world.spi.bytes))
            told.append(looks)
    assert told[0] == told[1]

"""A simulated SPI bus: chip selects, byte times, counters, and a stand-in for the Python module `spidev`."""

from __future__ import annotations

import errno
import os
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from devices.sim.clock import VirtualClock

OVERHEAD_NANOS = 30_000
"""What one transfer costs besides its bytes on a Pi (system call, driver, chip select); assumed, not measured."""

LONGEST_TRANSFER = 4096
"""The usual size of the kernel driver's buffer (`spidev.bufsiz`)."""


class SpiChip(Protocol):
    """What sits behind a chip select."""

    def select(self) -> None:
        """The chip select line went low: a frame begins."""
        ...

    def shift(self, mosi: int) -> int:
        """Exchange one byte."""
        ...

    def deselect(self) -> None:
        """The chip select line went high: the frame is over."""
        ...


class SpiBus:
    """All SPI wires of a simulated Pi. Time moves only with what travels on them.

    Chips sit behind the controller's own chip selects (`attach`) or behind any other line (`attach_line`),
    which counts for transfers made with `no_cs`. A board that keeps driving MISO while it is not selected, as
    cheap ones do, is told of with `hold_miso` (always) or `contend` (while its chip is at work).
    """

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.transfers = 0
        self.bytes = 0
        self._chips: dict[tuple[int, int], SpiChip] = {}
        self._lines: list[tuple[int, SpiChip, Callable[[], bool]]] = []
        self._held: set[int] = set()
        self._constants: dict[int, Callable[[bytes | bytearray], int | None] | None] = {}
        self._drivers: list[tuple[int, SpiChip, Callable[[], bool]]] = []

    def attach(self, chip: SpiChip, bus: int = 0, device: int = 0) -> None:
        """Wire a chip to /dev/spidev<bus>.<device>; the node exists from now on."""
        self._chips[bus, device] = chip
        self._constants[id(chip)] = getattr(chip, "constant", None)

    def attach_line(self, chip: SpiChip, bus: int, selected: Callable[[], bool]) -> None:
        """Wire a chip whose select line is some GPIO; *selected* tells whether the line is low."""
        self._lines.append((bus, chip, selected))
        self._constants[id(chip)] = getattr(chip, "constant", None)

    def detach(self, bus: int = 0, device: int = 0) -> None:
        """Take the node away, as with SPI switched off in the Pi's settings."""
        self._chips.pop((bus, device), None)

    def has(self, bus: int, device: int) -> bool:
        """Whether /dev/spidev<bus>.<device> exists."""
        return (bus, device) in self._chips

    def hold_miso(self, bus: int, *, held: bool = True) -> None:
        """Let an unselected board pull MISO low all the time: nobody on that bus can be heard."""
        (self._held.add if held else self._held.discard)(bus)

    def contend(self, chip: SpiChip, bus: int, while_on: Callable[[], bool]) -> Callable[[], None]:
        """Let a board pull MISO low for the others of its bus, as long as *while_on* says that it is at work.

        Returns what puts another board in its place, which leaves MISO alone.
        """
        driver = (bus, chip, while_on)
        self._drivers.append(driver)
        return partial(self._drivers.remove, driver)

    def pulled(self, bus: int, chips: Sequence[SpiChip]) -> bool:
        """Whether somebody else than these chips pulls MISO low now."""
        others = [on for at, chip, on in self._drivers if at == bus and chip not in chips]
        return bus in self._held or any(on() for on in others)

    def transfer(
        self, bus: int, device: int, data: bytes | bytearray, speed: int, *, no_cs: bool = False
    ) -> bytes:
        """One frame at *speed* hertz; returns as many bytes as were sent."""
        chips = self._selected(bus, device, no_cs=no_cs)
        self.transfers += 1
        self.bytes += len(data)
        self.clock.spend(OVERHEAD_NANOS)
        byte_nanos = 8_000_000_000 // speed
        mask = 0x00 if self.pulled(bus, chips) else 0xFF
        for chip in chips:
            chip.select()
        tell = self._teller(chips, data)
        answer = bytearray()
        while len(answer) < len(data):
            if tell is not None and answer:
                answer += self._still(tell(data), len(data) - len(answer), byte_nanos, mask)
                if len(answer) == len(data):
                    break
            self.clock.spend(byte_nanos)
            miso = mask if chips else 0x00
            for chip in chips:
                miso &= chip.shift(data[len(answer)])
            answer.append(miso)
        for chip in chips:
            chip.deselect()
        return bytes(answer)

    def _teller(
        self, chips: list[SpiChip], data: bytes | bytearray
    ) -> Callable[[bytes | bytearray], int | None] | None:
        """What knows the bytes of this frame without exchanging them one by one, if there is such a thing."""
        tell = self._constants.get(id(chips[0])) if len(chips) == 1 else None
        return None if tell is None or tell(data) is None else tell

    def _still(self, value: int | None, left: int, byte_nanos: int, mask: int) -> bytes:
        """The next bytes of a frame that all read the same because nothing happens meanwhile; perhaps none."""
        if value is None:
            return b""
        count = min(left, (self.clock.still_for - 1) // byte_nanos)
        self.clock.spend(count * byte_nanos)
        return bytes([value & mask]) * count

    def _selected(self, bus: int, device: int, *, no_cs: bool) -> list[SpiChip]:
        if no_cs:
            return [chip for on, chip, selected in self._lines if on == bus and selected()]
        return [self._chips[bus, device]] if (bus, device) in self._chips else []


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class SimSpiDev:
    """The part of `spidev.SpiDev` that drivers use, with the real one's errors."""

    lookup: Callable[[], SpiBus]

    def __init__(self, bus: int | None = None, device: int | None = None) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self.bits_per_word = 8
        self.no_cs = False
        self.lsbfirst = False
        self._place: tuple[int, int] | None = None
        if bus is not None and device is not None:
            self.open(bus, device)

    def open(self, bus: int, device: int) -> None:
        """Open /dev/spidev<bus>.<device>. Raises FileNotFoundError when there is none."""
        if not self.lookup().has(bus, device):
            raise _os_error(errno.ENOENT)
        self._place = (bus, device)

    def close(self) -> None:
        """Close the node; closing twice does no harm."""
        self._place = None

    def xfer(self, values: Sequence[int], speed_hz: int = 0, *_ignored: int) -> list[int]:
        """One frame. Raises OSError when closed, OverflowError when too long, TypeError for no byte."""
        if self._place is None:
            raise _os_error(errno.EBADF)
        if len(values) > LONGEST_TRANSFER:
            raise OverflowError(f"Argument list size exceeds {LONGEST_TRANSFER} bytes.")
        try:
            data = bytes(values)
        except ValueError as error:
            raise TypeError("A byte to send is 0 to 255.") from error
        speed = speed_hz or self.max_speed_hz
        return list(self.lookup().transfer(*self._place, data, speed, no_cs=self.no_cs))

    xfer2 = xfer

    def writebytes(self, values: Sequence[int]) -> None:
        """One frame whose answer nobody wants."""
        self.xfer(values)

    def readbytes(self, count: int) -> list[int]:
        """One frame of zeros."""
        return self.xfer([0] * count)


def make_spidev_module(lookup: Callable[[], SpiBus]) -> ModuleType:
    """Make a module that stands in for `spidev`; *lookup* gives the bus of the world in force."""
    module = ModuleType("spidev")
    module.__dict__["SpiDev"] = type("SpiDev", (SimSpiDev,), {"lookup": staticmethod(lookup)})
    return module

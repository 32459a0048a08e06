"""The unmodified package `mfrc522` (PyPI) as a second, selectable driver, with its limits made harmless.

What the package does, and what is done about it here:

- its number of a card is the UID's first four bytes and their check byte: the check byte is verified and dropped;
- of a longer UID it reads the first level only, which begins with 0x88 for every tag: such a tag is refused;
- it leaves a card it has read in a state where the next request fails: every second look at a resting card
  finds nothing, which presence bridges;
- it cannot tell a missing reader from a missing card: the version and a setting are read after each look;
- closing it frees all GPIO lines of the process: only its SPI device is closed here;
- it wants RPi.GPIO, which `rpi-lgpio` provides on every Pi; the package is installed without dependencies.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from devices.presence import Garbled, Look, Mute, Nothing, Refused, Tag
from devices.spi import SpiError
from firmware.rc522 import DEFAULT_GAIN, RF_CFG

if TYPE_CHECKING:
    from collections.abc import Sequence

CASCADE_TAG = 0x88
BCM = 11
"""RPi.GPIO's name for GPIO numbers, as opposed to pins of the header."""

VERSION, RELOAD = 0x37, 0x2D
PACKAGE_RELOAD = 30
PARTIAL = 'partial uid: this driver reads 4-byte tags only; set driver = "rc522" for this tag'


def look_of_number(number: int | None) -> Look:
    """Judge the package's number of a card; None is no card."""
    if number is None:
        return Nothing()
    data = number.to_bytes(5, "big")
    if data[0] == CASCADE_TAG:
        return Refused(PARTIAL)
    if data[0] ^ data[1] ^ data[2] ^ data[3] != data[4]:
        return Garbled("wrong check byte")
    return Tag(data[:4])


def _gpio_error() -> type[Exception]:
    """What rpi-lgpio lets through when a line is in use: an exception of the module below it."""
    error: type[Exception] = getattr(sys.modules.get("lgpio"), "error", RuntimeError)
    return error


class PackageLooker:
    """The package's reader object, opened at `start`."""

    def __init__(self, bus: int, device: int, speed: int, reset_pin: int, gain: int | None = None) -> None:
        self._name = f"/dev/spidev{bus}.{device}"
        self._arguments = {
            "bus": bus,
            "device": device,
            "spd": speed,
            "pin_mode": BCM,
            "pin_rst": reset_pin,
        }
        self._gain = gain
        self._simple: Any = None
        self.notes: Sequence[str] = ()

    def start(self) -> str:
        """Open and set up, or set up again. Raises SpiError when that is impossible."""
        fresh = self._simple is None
        if fresh:
            self._simple = self._open()
        try:
            if not fresh:
                self._simple.READER.MFRC522_Init()
            fault = self._fault()
            if not fault and self._gain is not None:
                self._set_gain(self._gain)
        except OSError as error:
            raise SpiError(f"{self._name} failed during a transfer: {error}.") from error
        return fault

    def look(self) -> Look:
        """Look once. Raises SpiError."""
        try:
            look = look_of_number(self._simple.read_id_no_block())
            fault = self._fault()
        except OSError as error:
            raise SpiError(f"{self._name} failed during a transfer: {error}.") from error
        return Mute(fault) if fault else look

    @property
    def what(self) -> str:
        """Which chip answered; the package does not say."""
        return "package mfrc522"

    def echo(self, data: bytes) -> bytes:
        """There is no way to test the wires through the package: everything counts as come back."""
        return data

    def rest(self) -> None:
        """Switch the field off and close the SPI device. Raises SpiError."""
        try:
            if self._simple is not None:
                self._simple.READER.AntennaOff()
        except OSError as error:
            raise SpiError(f"{self._name} failed during a transfer: {error}.") from error
        self.close()

    def close(self) -> None:
        """Close the SPI device. GPIO lines stay as they are: they may be somebody else's."""
        if self._simple is not None:
            self._simple.READER.spi.close()
            self._simple = None

    def _open(self) -> Any:
        """Make the package's simple reader on any SPI device; its own constructor knows only the first one."""
        try:
            package = importlib.import_module("mfrc522")
            simple = package.SimpleMFRC522.__new__(package.SimpleMFRC522)
            simple.READER = package.MFRC522(**self._arguments)
        except ImportError as error:
            raise SpiError(
                f"{self._name}: driver mfrc522 needs the packages mfrc522 (without dependencies), spidev and "
                f'rpi-lgpio ({error}); or set driver = "rc522".'
            ) from error
        except FileNotFoundError as error:
            raise SpiError(
                f"{self._name} does not exist: enable SPI in raspi-config (Interface Options, SPI) and restart."
            ) from error
        except (OSError, RuntimeError, _gpio_error()) as error:
            raise SpiError(
                f'{self._name}: driver mfrc522 cannot start: {error}. Set driver = "rc522", which needs no GPIO.'
            ) from error
        return simple

    def _set_gain(self, gain: int) -> None:
        """The package leaves the receiver's gain alone; set it past its back, and go by what is read back."""
        reader, self.notes = self._simple.READER, ()
        reader.Write_MFRC522(RF_CFG, gain << 4 | 0x08)
        if reader.Read_MFRC522(RF_CFG) >> 4 & 0x07 != gain:
            reader.Write_MFRC522(RF_CFG, DEFAULT_GAIN << 4 | 0x08)
            self.notes = [f"gain {gain} was not taken; the default is used"]

    def _fault(self) -> str:
        """What is wrong with the chip, by its version and one setting; empty when all is well."""
        version = self._simple.READER.Read_MFRC522(VERSION)
        if version in {0x00, 0xFF}:
            return f"{self._name}: no chip answers (version reads 0x{version:02X})"
        if self._simple.READER.Read_MFRC522(RELOAD) != PACKAGE_RELOAD:
            return f"{self._name}: the chip lost its settings: its supply may be too weak"
        return ""

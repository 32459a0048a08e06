"""One SPI device of the Pi, /dev/spidev<bus>.<device>, as the one call that the chip drivers need."""

from __future__ import annotations

import importlib
from typing import Any

DEFAULT_SPEED = 4_000_000
"""Hertz. The MFRC522 takes 10 MHz; wires across a table take less."""


class SpiError(OSError):
    """The SPI device cannot be used; the message names it and tells the remedy."""


class SpiPort:
    """An open SPI device in mode 0. Opening it raises SpiError; so does a transfer that the kernel refuses."""

    def __init__(self, bus: int = 0, device: int = 0, speed: int = DEFAULT_SPEED) -> None:
        self.name = f"/dev/spidev{bus}.{device}"
        self._spi = self._open(bus, device)
        self._spi.max_speed_hz = speed
        self._spi.mode = 0

    def xfer(self, data: bytes | bytearray) -> bytes:
        """Send one frame; return as many bytes as were sent."""
        try:
            return bytes(self._spi.xfer2(list(data)))
        except OSError as error:
            raise SpiError(f"{self.name} failed during a transfer: {error}.") from error

    def close(self) -> None:
        """Close the device. It frees nothing but this."""
        self._spi.close()

    def _open(self, bus: int, device: int) -> Any:
        """Open the device through the module `spidev`, which exists on a Pi only and is asked for here."""
        try:
            spi = importlib.import_module("spidev").SpiDev()
            spi.open(bus, device)
        except ImportError as error:
            raise SpiError(
                f"{self.name} needs the Python module spidev: install python3-spidev or the extra [pi]."
            ) from error
        except FileNotFoundError as error:
            raise SpiError(
                f"{self.name} does not exist: enable SPI in raspi-config (Interface Options, SPI) and restart."
            ) from error
        except PermissionError as error:
            raise SpiError(f"{self.name} may not be opened: add this user to the group spi.") from error
        except OSError as error:
            raise SpiError(f"{self.name} cannot be opened: {error}.") from error
        return spi

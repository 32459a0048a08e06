"""Our own MFRC522 driver on the Pi's SPI device, with its answers put into the words of `devices.presence`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.presence import Crowd, Garbled, Look, Mute, Nothing, Tag
from devices.spi import SpiPort
from firmware import rc522
from firmware.gain import GainGuard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.rc522 import Xfer

WIRING_HINT = "check 3.3 V, ground, MISO and the chip select line, and that SPI is enabled"


def look_of(answer: rc522.Answer) -> Look:
    """Put a driver's answer into the words of presence."""
    match answer.kind:
        case rc522.CARD:
            return Tag(answer.uid)
        case rc522.COLLISION:
            return Crowd()
        case rc522.ERROR:
            return Garbled(answer.why)
        case rc522.UNWELL:
            return Mute(answer.why)
    return Nothing()


class Rc522Looker:
    """The driver together with the port it opens; `start` opens the port anew."""

    def __init__(self, bus: int, device: int, speed: int, gain: int | None = None) -> None:
        self._place = (bus, device, speed)
        self._guard = GainGuard(gain, rc522.DEFAULT_GAIN)
        self._port: SpiPort | None = None
        self._chip: rc522.Rc522 | None = None

    @property
    def notes(self) -> Sequence[str]:
        """What is unusual about the chip, and what became of its gain."""
        own = self._chip.notes if self._chip is not None else ()
        return [*own, self._guard.note] if self._guard.note else own

    @property
    def what(self) -> str:
        """Which chip answered at the last start, and its gain when one was set."""
        if self._chip is None:
            return ""
        gain = f" with gain {self._chip.gain}" if self._guard.gain != rc522.DEFAULT_GAIN else ""
        return f"chip version 0x{self._chip.version:02X}{gain}"

    def start(self) -> str:
        """Open the port, reset and set up the chip. Raises SpiError."""
        self.close()
        self._port = SpiPort(*self._place)
        self._guard.started()
        self._chip = self.made(self._port.xfer, self._guard.wanted)
        why = self._chip.start()
        return f"{self._port.name}: {why}; {WIRING_HINT}" if why else ""

    def made(self, xfer: Xfer, gain: int) -> rc522.Rc522:
        """Make the driver for the wires just opened."""
        return rc522.Rc522(xfer, gain)

    def look(self) -> Look:
        """Look once. Raises SpiError."""
        if self._chip is None:
            return Mute("the driver was not started")
        if self._guard.wanted != self._chip.gain and self._chip.gain_taken:
            self._chip.set_gain(self._guard.wanted)
        look = look_of(self._chip.look())
        self._guard.looked(tag=isinstance(look, Tag | Crowd))
        return look

    def echo(self, data: bytes) -> bytes:
        """Send bytes to the chip and fetch them again. Raises SpiError."""
        return self._chip.echo(data) if self._chip is not None else b""

    def rest(self) -> None:
        """Switch the field off and close the port; `start` begins anew. Raises SpiError."""
        if self._chip is not None:
            self._chip.field(on=False)
        self.close()

    def close(self) -> None:
        """Close the port."""
        if self._port is not None:
            self._port.close()
        self._port = self._chip = None

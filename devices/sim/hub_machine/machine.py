"""Stands in for MicroPython's module `machine` when a hub's firmware runs on a PC, wired to simulated chips.

Put this folder on MICROPYPATH and the port of a `devices.sim.hub_chips.ChipServer` into HUB_CHIPS. The chips live
in that server; every pin, frame and tone goes there. Runs under MicroPython only, which ignores annotations.
"""

import os
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PWRON_RESET, WDT_RESET = 1, 3

_wire: "Any" = socket.socket()
_wire.connect(socket.getaddrinfo("127.0.0.1", int(os.getenv("HUB_CHIPS") or 0))[0][-1])
_levels = [1] * 32
_handlers: "dict[int, tuple[Pin, Callable[[Pin], None]]]" = {}


_unsent = bytearray()


def _tell(data: bytes) -> None:
    """Send what wants no answer along with the next thing that does: a packet of its own would be held up."""
    _unsent.extend(data)


def _ask(data: bytes, size: int) -> bytes:
    _unsent.extend(data)
    _wire.write(_unsent)
    _unsent[:] = b""
    return bytes(_wire.read(size))


def _update(mask: int) -> None:
    """Take the levels of all input pins; what moved is told to its handler, as an interrupt would."""
    for number in range(32):
        level = (mask >> number) & 1
        if level != _levels[number]:
            _levels[number] = level
            if number in _handlers:
                pin, handler = _handlers[number]
                handler(pin)


class Pin:
    """A pin. What is written to it goes to the chips at once, what it reads came with their last answer."""

    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = range(5)

    def __init__(self, number: int, mode: int = 0, pull: int = 0, value: "int | None" = None) -> None:
        del mode, pull
        self.number = number
        if value is not None:
            self(value)

    def __call__(self, value: "int | None" = None) -> int:
        """Read the level, or set it."""
        if value is None:
            return _levels[self.number]
        _tell(bytes((0x4C, self.number, value)))
        return value

    def irq(self, handler: "Callable[[Pin], None]", trigger: int) -> None:
        """Call *handler* at every edge."""
        del trigger
        _handlers[self.number] = (self, handler)


class SPI:
    """The bus: a frame goes to the chip whose select pin is low."""

    def __init__(self, number: int, baudrate: int, **pins: Pin) -> None:
        del number, baudrate, pins

    def write_readinto(self, data: bytes, answer: bytearray) -> None:
        """Exchange one frame."""
        got = _ask(bytes((0x53, len(data))) + data, len(data) + 4)
        answer[:] = got[:-4]
        _update(int.from_bytes(got[-4:], "big"))


class PWM:
    """The buzzer."""

    def __init__(self, pin: Pin) -> None:
        del pin
        self._hertz = 0

    def freq(self, hertz: int) -> None:
        """Set the frequency."""
        self._hertz = hertz

    def duty_u16(self, duty: int) -> None:
        """Begin or end to sound."""
        _tell(b"B" + (self._hertz if duty else 0).to_bytes(2, "big"))


class WDT:
    """The watchdog: the server notes when it is fed."""

    def __init__(self, timeout: int) -> None:
        if timeout > 8388:
            raise ValueError("timeout too long")

    def feed(self) -> None:
        """Keep it quiet."""
        _update(int.from_bytes(_ask(b"F", 4), "big"))


class _Mem32:
    """The scratch register that a restart leaves alone; it lives in the server."""

    def __getitem__(self, address: int) -> int:
        return int.from_bytes(_ask(b"m", 4), "big")

    def __setitem__(self, address: int, value: int) -> None:
        _ask(b"M" + value.to_bytes(4, "big"), 1)


mem32 = _Mem32()


def unique_id() -> bytes:
    """The board's own number."""
    return _ask(b"U", 8)


def reset_cause() -> int:
    """Why the program starts."""
    return _ask(b"C", 1)[0]


def reset() -> None:
    """Start anew: whoever started this process does it again."""
    _ask(b"R", 1)
    sys.exit(0)


_update(int.from_bytes(_ask(b"I", 4), "big"))  # a key may be held already

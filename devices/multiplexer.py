"""Panels behind TCA9548A multiplexers: up to eight of one address on one bus, each on a channel of its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gpiozero import OutputDevice

if TYPE_CHECKING:
    from collections.abc import Callable

CHANNELS = 8
ADDRESSES = range(0x70, 0x78)
"""Where a TCA9548A may be; its pins A0 to A2 choose (datasheet, table 8-1)."""


class ResetLine:
    """The GPIO that the RESET of all multiplexers is joined to: low closes every channel (datasheet 8.3.2)."""

    def __init__(self, pin: int, factory: Any) -> None:
        self._line = OutputDevice(pin, active_high=False, pin_factory=factory)

    def pulse(self) -> None:
        """Pull it low and let it go; 6 ns would do."""
        self._line.on()
        self._line.off()

    def close(self) -> None:
        """Give the pin back; the pull-up of the board keeps the line high."""
        self._line.close()


class Junction:
    """All multiplexers of one I2C bus, of which never more than one channel is open.

    It remembers which one that is, so that a picture for the same panel costs no byte more. After a fault of any
    panel behind it nothing is taken for known: a multiplexer that lost its power has closed all its channels. A
    channel that holds the bus down would do so for ever, as nobody is heard who could close it: *reset* does it, where
    that line is joined to a pin.
    """

    def __init__(self, port: int) -> None:
        self.reset: Callable[[], None] | None = None
        self._port = port
        self._bus: Any = None
        self._open: tuple[int, int] | None = None
        self._used: set[int] = set()

    def select(self, mux: int, channel: int) -> None:
        """Open one channel, and no other of any multiplexer used so far. Raises OSError with a remedy."""
        if self._open == (mux, channel):
            return
        self._open = None
        if self._bus is None:
            self._bus = import_module("smbus2").SMBus(self._port)
        for other in sorted(self._used - {mux}):
            self._close_all_of(other)
        self._used.add(mux)
        try:
            self._bus.write_byte(mux, 1 << channel)
        except OSError as fault:
            raise OSError(
                f"the multiplexer at 0x{mux:02X} on I2C bus {self._port} does not answer ({fault}): "
                "look at its wires, and at A0 to A2 for its address"
            ) from fault
        self._open = (mux, channel)

    def forget(self) -> None:
        """Take nothing for known, with all channels closed; the next use opens the bus and selects anew."""
        bus, self._bus, self._open = self._bus, None, None
        if bus is not None:
            bus.close()
        if self.reset is not None:
            self.reset()

    def _close_all_of(self, mux: int) -> None:
        try:
            self._bus.write_byte(mux, 0)
        except OSError:
            self._used.discard(mux)  # it does not answer, so nothing behind it can


class Behind:
    """What luma calls a serial interface, for a panel on a channel: it is selected before anything is sent."""

    def __init__(self, junction: Junction, mux: int, channel: int, opened: Callable[[], Any]) -> None:
        self._junction, self._place = junction, (mux, channel)
        junction.select(*self._place)
        try:
            self._interface = opened()
        except OSError:
            junction.forget()
            raise

    def command(self, *octets: int) -> None:
        """Send command bytes. Raises OSError or luma's errors."""
        self._junction.select(*self._place)
        self._interface.command(*octets)

    def data(self, octets: bytes) -> None:
        """Send picture bytes. Raises OSError or luma's errors."""
        self._junction.select(*self._place)
        self._interface.data(octets)

    def cleanup(self) -> None:
        """Close the bus, also the multiplexer's: what failed here may have failed there."""
        self._junction.forget()
        self._interface.cleanup()

"""A simulated TCA9548A: eight buses behind one address, joined to the main one as its control register says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from devices.sim.i2c import Slave


class Tca9548a:
    """The multiplexer (`devices.sim.i2c.Slave`), with one or more slaves on each channel.

    Faults: `unplug` what hangs on a channel, `stuck` channels hold the data line down while they are open.
    """

    def __init__(self) -> None:
        self.mask = 0
        self.stuck: set[int] = set()
        self._channels: dict[int, dict[int, Slave]] = {channel: {} for channel in range(8)}
        self._unplugged: set[int] = set()

    def power_on(self) -> None:
        """Come to life with all channels closed (datasheet 8.3.2)."""
        self.mask = 0

    def reset(self, level: int) -> None:
        """Follow the RESET line: low closes all channels."""
        if not level:
            self.mask = 0

    def receive(self, data: bytes) -> None:
        """Take the control register: one bit for each channel; of several bytes the last one counts."""
        if data:
            self.mask = data[-1]

    def send(self, count: int) -> bytes:
        """Give the control register."""
        return bytes([self.mask]) * count

    def attach(self, channel: int, address: int, slave: Slave) -> None:
        """Solder a slave to a channel and give it power."""
        self._channels[channel][address] = slave
        slave.power_on()

    def unplug(self, channel: int) -> None:
        """Take away what hangs on a channel."""
        self._unplugged.add(channel)

    def plug(self, channel: int) -> None:
        """Put it back; it starts with its reset values."""
        self._unplugged.discard(channel)
        for slave in self._channels[channel].values():
            slave.power_on()

    @property
    def blocked(self) -> bool:
        """Whether an open channel holds the data line down."""
        return any(self.mask >> channel & 1 for channel in self.stuck)

    def behind(self, address: int) -> list[Slave]:
        """Whoever answers at an address through the channels that are open."""
        return [
            slaves[address]
            for channel, slaves in self._channels.items()
            if self.mask >> channel & 1 and channel not in self._unplugged and address in slaves
        ]

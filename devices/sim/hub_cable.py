"""A simulated USB cable between a hub and the host, with faults, and the ports that such cables end in."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from devices.hub_ports import PortBusy, PortError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from devices.sim.clock import VirtualClock

BYTE_NANOS = 2_000
"""One byte on a full-speed USB cable, in the long run; so many nanoseconds."""

LATENCY_NANOS = 1_000_000
"""What the bus and the host's driver take besides."""

BUFFER = 4096
"""So much waits on the host's side; a hub can send no more until somebody reads."""


class Cable:
    """Bytes in both directions on the virtual clock. Everything that is a fault is a plain attribute."""

    def __init__(self, clock: VirtualClock, port: str, seed: int = 0) -> None:
        self.port = port
        self.plugged = True
        self.busy = False
        """Another program has the port open."""

        self.dead = False
        """Bytes vanish in both directions, without any error."""

        self.deaf = False
        """The hub's side takes nothing: the host's writes do not go."""

        self.noise = 0.0
        """The chance that a byte has one bit turned over, in either direction."""

        self.loss = 0.0
        """The chance that a byte gets lost, in either direction."""

        self.eat = 0
        """So many of the next bytes to the host get lost: half a line."""

        self.queue = BUFFER
        """What the hub's side holds of the host's bytes; what comes on top is dropped without a word."""

        self.sent = [0, 0]
        """Bytes that were put on the cable: to the host, to the hub."""

        self.opened: SimPort | None = None
        self.to_hub = bytearray()
        self._clock = clock
        self._random = Random(seed)  # noqa: S311 - noise, not a secret
        self._free = 0

    def unplug(self) -> None:
        """Pull the cable: what is under way is lost."""
        self.plugged = False
        self.to_hub.clear()
        if self.opened is not None:
            self.opened.arrived.clear()
            self.opened = None

    def plug_in(self, port: str = "") -> None:
        """Put the cable in again, perhaps under another name."""
        self.plugged = True
        self.port = port or self.port

    def from_hub(self, data: bytes, nanos: int) -> int:
        """Take what the hub sends at the given time; how many bytes went."""
        port = self.opened
        if port is None:
            return 0
        room = BUFFER - len(port.arrived) - port.coming
        data = data[: max(0, room)]
        self.sent[0] += len(data)
        eaten, self.eat = min(self.eat, len(data)), max(0, self.eat - len(data))
        there = self._disturbed(data[eaten:])
        if there:
            port.coming += len(there)
            self._free = max(self._free, nanos) + len(data) * BYTE_NANOS
            self._clock.at(self._free + LATENCY_NANOS, partial(port.arrive, there))
        return len(data)

    def from_host(self, data: bytes) -> int:
        """Take what the host sends; how many bytes went."""
        if self.deaf:
            return 0
        self.sent[1] += len(data)
        there = self._disturbed(data)
        self.to_hub += there[: max(0, self.queue - len(self.to_hub))]
        return len(data)

    def _disturbed(self, data: bytes) -> bytes:
        if self.dead:
            return b""
        if not self.noise and not self.loss:
            return data
        chance = self._random.random
        kept = [byte for byte in data if chance() >= self.loss]
        return bytes(
            byte ^ (1 << self._random.randrange(8)) if chance() < self.noise else byte for byte in kept
        )


class SimPort:
    """The host's end of a cable (`devices.hub_ports.Port`)."""

    def __init__(self, cable: Cable) -> None:
        self.name = cable.port
        self.arrived = bytearray()
        self.coming = 0
        self._cable = cable

    def arrive(self, data: bytes) -> None:
        """Bytes have come through the cable."""
        self.coming -= len(data)
        if self._cable.opened is self:
            self.arrived += data

    def read(self) -> bytes:
        """Take what has come in. Raises PortError when the cable is gone."""
        self._check()
        data = bytes(self.arrived)
        self.arrived.clear()
        return data

    def write(self, data: bytes) -> int:
        """Send without waiting. Raises PortError when the cable is gone."""
        self._check()
        return self._cable.from_host(data)

    def close(self) -> None:
        """Give the port back."""
        if self._cable.opened is self:
            self._cable.opened = None

    def _check(self) -> None:
        if self._cable.opened is not self:
            raise PortError(f"{self.name} is gone: input/output error.")


class SimPorts:
    """The ports of a simulated Pi (`devices.hub_ports.Ports`)."""

    def __init__(self, cables: Sequence[Cable] = ()) -> None:
        self.cables = list(cables)

    def found(self) -> list[str]:
        """Name the ports that have a cable in."""
        return [cable.port for cable in self.cables if cable.plugged]

    def open(self, name: str) -> SimPort:
        """Open one. Raises PortBusy or PortError."""
        cable = next((cable for cable in self.cables if cable.plugged and cable.port == name), None)
        if cable is None:
            raise PortError(f"{name} cannot be opened: no such file or directory.")
        if cable.busy or cable.opened is not None:
            raise PortBusy(f"{name} is in use by another program; it is tried again every second.")
        cable.opened = SimPort(cable)
        return cable.opened

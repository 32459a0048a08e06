"""What a serial port looks like to the hubs: finding, opening for ourselves alone, and never waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class PortError(OSError):
    """A port cannot be used any more, or not yet; the message names it and, where there is one, the remedy."""


class PortBusy(PortError):
    """Another program has the port open; perhaps for a moment only."""


class Port(Protocol):
    """An open port. Both calls return at once and raise PortError when the cable is gone."""

    name: str

    def read(self) -> bytes:
        """Take what has come in."""
        ...

    def write(self, data: bytes) -> int:
        """Hand over as much as goes without waiting; how many bytes that were."""
        ...

    def close(self) -> None:
        """Give the port back. Never raises, never waits for what was not sent."""
        ...


class Ports(Protocol):
    """The ports of this machine."""

    def found(self) -> Sequence[str]:
        """Name the ports that a hub may be behind."""
        ...

    def open(self, name: str) -> Port:
        """Open one for ourselves alone. Raises PortBusy or PortError."""
        ...

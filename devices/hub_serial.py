"""The serial ports of this machine, by pyserial (`devices.hub_ports.Ports`)."""

from __future__ import annotations

import errno
import select
import termios

import serial
from serial.tools import list_ports

from devices.hub_ports import PortBusy, PortError

RASPBERRY_PI = 0x2E8A
"""The USB vendor number of the boards that a hub is made of."""


class SerialPorts:
    """The real ports, by pyserial: those of Raspberry Pi's boards, whatever the system calls them."""

    def __init__(self, vendor: int | None = RASPBERRY_PI) -> None:
        self._vendor = vendor

    def found(self) -> list[str]:
        """Name the ports that a hub may be behind."""
        return sorted(
            port.device for port in list_ports.comports() if self._vendor is None or port.vid == self._vendor
        )

    def open(self, name: str) -> SerialPort:
        """Open one for ourselves alone. Raises PortBusy or PortError."""
        try:
            return SerialPort(name)
        except termios.error as fault:
            raise PortError(f"{name} went away while it was opened: {fault}.") from fault
        except OSError as fault:  # pyserial's own errors are OSErrors as well
            if fault.errno in (errno.EBUSY, errno.EAGAIN):
                raise PortBusy(
                    f"{name} is in use by another program; it is tried again every second."
                ) from fault
            remedy = "; add this user to the group dialout" if fault.errno == errno.EACCES else ""
            raise PortError(f"{name} cannot be opened: {fault}{remedy}.") from fault


class SerialPort:
    """One open port of pyserial."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._serial = serial.Serial(name, 115_200, timeout=0, write_timeout=0, exclusive=True)

    def read(self) -> bytes:
        """Take what has come in. Raises PortError when the cable is gone."""
        try:
            return bytes(self._serial.read(4096))
        except OSError as fault:
            raise PortError(f"{self.name} is gone: {fault}.") from fault

    def write(self, data: bytes) -> int:
        """Hand over as much as goes without waiting. Raises PortError when the cable is gone."""
        try:
            # Asked first, because pyserial 3.5 with a write_timeout of 0 turns in a loop while the buffer is full.
            _, ready, _ = select.select([], [self._serial.fileno()], [], 0)
            return int(self._serial.write(data) or 0) if ready else 0
        except OSError as fault:
            raise PortError(f"{self.name} is gone: {fault}.") from fault

    def close(self) -> None:
        """Give the port back."""
        try:
            # Without this the kernel waits up to half a minute for a device that does not listen any more.
            self._serial.reset_output_buffer()
        except (OSError, termios.error):  # the latter is no OSError, and pyserial lets it through
            pass  # it is gone already
        finally:
            self._serial.close()

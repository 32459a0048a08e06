"""A simulated I2C bus: slaves by address, wire time on the virtual clock, faults, and a stand-in for smbus2.SMBus."""

from __future__ import annotations

import errno
import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from devices.sim.clock import VirtualClock
    from devices.sim.multiplexer import Tca9548a

# Eight bits and the acknowledge bit.
_BITS_PER_BYTE = 9
# The longest block of the SMBus calls (I2C_SMBUS_BLOCK_MAX in the kernel's uapi/linux/i2c.h).
_SMBUS_BLOCK_MAX = 32
_READ_FLAG = 0x0001


class Slave(Protocol):
    """A chip on the bus, fed with whole messages (without the address byte)."""

    def power_on(self) -> None:
        """Come to life with the chip's reset values."""
        ...

    def receive(self, data: bytes) -> None:
        """Take the bytes of a write message."""
        ...

    def send(self, count: int) -> bytes:
        """Give the bytes of a read message."""
        ...


class I2cBus:
    """One bus with its slaves. Every byte, the address byte included, takes nine bit times of the virtual clock.

    Faults: `unplug` and `plug` a slave, `fail_after` some bytes of a message, `missing` (no device node),
    `denied` (no right to open it), `stuck` (a slave holds the data line down).
    """

    def __init__(self, clock: VirtualClock, number: int = 1, hertz: int = 100_000) -> None:
        self.number = number
        self.hertz = hertz
        self.missing = False
        self.denied = False
        self.stuck = False
        self.messages = 0
        self.octets = 0
        self._clock = clock
        self._slaves: dict[int, Slave] = {}
        self._muxes: dict[int, Tca9548a] = {}
        self._unplugged: set[int] = set()
        self._failures: dict[int, tuple[int, int]] = {}

    def attach(self, address: int, slave: Slave) -> None:
        """Solder a slave to the bus and give it power."""
        self._slaves[address] = slave
        self._unplugged.discard(address)
        slave.power_on()

    def join(self, address: int, mux: Tca9548a) -> None:
        """Solder a multiplexer to the bus: what it lets through answers here."""
        self.attach(address, mux)
        self._muxes[address] = mux

    def unplug(self, address: int) -> None:
        """Take a slave away: its address is not acknowledged any more."""
        self._unplugged.add(address)

    def plug(self, address: int) -> None:
        """Put a slave back; it starts with its reset values, as after a loss of power."""
        self._unplugged.discard(address)
        self._slaves[address].power_on()

    def fail_after(self, address: int, octets: int, code: int = errno.EREMOTEIO) -> None:
        """Let the next message to *address* that is longer break off after so many data bytes, once."""
        self._failures[address] = (octets, code)

    def reset_counters(self) -> None:
        """Start counting messages and bytes anew."""
        self.messages = self.octets = 0

    def check_node(self) -> None:
        """Do what opening the device node does. Raises FileNotFoundError or PermissionError."""
        if self.missing:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{self.number}")
        if self.denied:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), f"/dev/i2c-{self.number}")

    def write(self, address: int, data: bytes) -> None:
        """Send one write message. Raises OSError as the kernel's driver for the Raspberry Pi does."""
        slaves = self._select(address)
        octets, code = self._failures.get(address, (len(data), 0))
        if octets < len(data):
            del self._failures[address]
            for slave in slaves:
                slave.receive(data[:octets])
            self._charge(octets + 1)
            raise OSError(code, os.strerror(code))
        for slave in slaves:
            slave.receive(data)
        self._charge(len(data))

    def read(self, address: int, count: int) -> bytes:
        """Fetch one read message. Raises OSError as `write` does."""
        data = self._select(address)[0].send(count)
        self._charge(count)
        return data

    def _select(self, address: int) -> list[Slave]:
        """Whoever acknowledges an address; two with the same one both take what is written."""
        self.check_node()
        muxes = [mux for at, mux in self._muxes.items() if at not in self._unplugged]
        if self.stuck or any(mux.blocked for mux in muxes):
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        self.messages += 1
        self._charge(1)
        slaves = [slave for mux in muxes for slave in mux.behind(address)]
        if address in self._slaves and address not in self._unplugged:
            slaves.insert(0, self._slaves[address])
        if not slaves:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return slaves

    def _charge(self, octets: int) -> None:
        self.octets += octets
        self._clock.spend(octets * _BITS_PER_BYTE * 1_000_000_000 // self.hertz)


class SimSmBus:
    """What smbus2.SMBus offers, with simulated buses behind it. `make_smbus_class` fills in where to find them."""

    lookup: Callable[[int], I2cBus | None]

    def __init__(self, bus: int | str | None = None, force: bool = False) -> None:  # noqa: FBT001, FBT002 - smbus2's signature
        self.force = force
        self._bus: I2cBus | None = None
        if bus is not None:
            self.open(bus)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def open(self, bus: int | str) -> None:
        """Open a bus by number or device node. Raises FileNotFoundError or PermissionError."""
        number = bus if isinstance(bus, int) else int(bus.rpartition("-")[2])
        found = type(self).lookup(number)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{number}")
        found.check_node()
        self._bus = found

    def close(self) -> None:
        """Let go of the bus."""
        self._bus = None

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send and fetch smbus2.i2c_msg messages, as one transaction."""
        for message in messages:
            if message.flags & _READ_FLAG:
                for index, octet in enumerate(self._wire.read(message.addr, message.len)):
                    message.buf[index] = octet
            else:
                self._wire.write(message.addr, bytes(message))

    def write_quick(self, i2c_addr: int, force: bool | None = None) -> None:  # noqa: FBT001 - smbus2's signature
        """Send the address byte alone."""
        del force
        self._wire.write(i2c_addr, b"")

    def write_byte(self, i2c_addr: int, value: int, force: bool | None = None) -> None:  # noqa: FBT001 - smbus2's signature
        """Send one byte."""
        del force
        self._wire.write(i2c_addr, bytes([value]))

    def write_byte_data(self, i2c_addr: int, register: int, value: int, force: bool | None = None) -> None:  # noqa: FBT001 - smbus2's signature
        """Send one byte to a register."""
        del force
        self._wire.write(i2c_addr, bytes([register, value]))

    def write_i2c_block_data(
        self,
        i2c_addr: int,
        register: int,
        data: Iterable[int],
        force: bool | None = None,  # noqa: FBT001 - smbus2's signature
    ) -> None:
        """Send up to 32 bytes to a register. Raises ValueError for more."""
        del force
        block = bytes(data)
        if len(block) > _SMBUS_BLOCK_MAX:
            raise ValueError(f"an SMBus block holds at most {_SMBUS_BLOCK_MAX} bytes, not {len(block)}")
        self._wire.write(i2c_addr, bytes([register]) + block)

    def read_byte(self, i2c_addr: int, force: bool | None = None) -> int:  # noqa: FBT001 - smbus2's signature
        """Fetch one byte."""
        del force
        return self._wire.read(i2c_addr, 1)[0]

    def read_byte_data(self, i2c_addr: int, register: int, force: bool | None = None) -> int:  # noqa: FBT001 - smbus2's signature
        """Fetch one byte from a register."""
        return self.read_i2c_block_data(i2c_addr, register, 1, force)[0]

    def read_i2c_block_data(
        self,
        i2c_addr: int,
        register: int,
        length: int,
        force: bool | None = None,  # noqa: FBT001 - smbus2's signature
    ) -> list[int]:
        """Fetch some bytes from a register."""
        del force
        self._wire.write(i2c_addr, bytes([register]))
        return list(self._wire.read(i2c_addr, length))

    @property
    def _wire(self) -> I2cBus:
        if self._bus is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._bus


def make_smbus_class(lookup: Callable[[int], I2cBus | None]) -> type[SimSmBus]:
    """Return a class to stand in for smbus2.SMBus; *lookup* gives the simulated bus of a number, or None."""
    return type("SMBus", (SimSmBus,), {"lookup": staticmethod(lookup)})


def make_smbus2_module(lookup: Callable[[int], I2cBus | None]) -> ModuleType:
    """Return a module to put into sys.modules as `smbus2`: the real i2c_msg, and `make_smbus_class`'s SMBus."""
    module = ModuleType("smbus2", "Simulated I2C buses.")
    vars(module).update(SMBus=make_smbus_class(lookup), i2c_msg=import_module("smbus2").i2c_msg)
    return module

"""The simulated I2C bus: what it charges, what it counts, and how it fails, seen through smbus2's interface."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import pytest

from devices.sim.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator

ADDRESS = 0x20


class Memory:
    """A slave that keeps what it is sent and answers with counting bytes."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.starts = 0

    def power_on(self) -> None:
        self.starts += 1

    def receive(self, data: bytes) -> None:
        self.got.append(data)

    def send(self, count: int) -> bytes:
        return bytes(range(7, 7 + count))


@pytest.fixture
def world() -> Iterator[World]:
    with World() as installed:
        yield installed


@pytest.fixture
def slave(world: World) -> Memory:
    memory = Memory()
    world.i2c.attach(ADDRESS, memory)
    return memory


@pytest.fixture
def smbus2(world: World) -> Any:
    del world
    import smbus2  # noqa: PLC0415 - the installed world's

    return smbus2


@pytest.fixture
def bus(smbus2: Any) -> Any:
    return smbus2.SMBus(1)


@pytest.mark.usefixtures("slave")
@pytest.mark.parametrize(("hertz", "nanos"), [(100_000, 4 * 90_000), (400_000, 4 * 22_500)])
def test_every_byte_takes_nine_bit_times(world: World, bus: Any, hertz: int, nanos: int) -> None:
    world.i2c.hertz = hertz
    bus.write_i2c_block_data(ADDRESS, 0x40, [1, 2])
    assert world.clock.nanos == nanos


def test_address_bytes_are_counted(world: World, slave: Memory, bus: Any) -> None:
    bus.write_byte(ADDRESS, 5)
    bus.write_quick(ADDRESS)
    assert (world.i2c.messages, world.i2c.octets) == (2, 3)
    assert slave.got == [b"\x05", b""]
    world.i2c.reset_counters()
    assert (world.i2c.messages, world.i2c.octets) == (0, 0)


def test_real_messages_travel_both_ways_in_one_transaction(slave: Memory, smbus2: Any, bus: Any) -> None:
    wanted = smbus2.i2c_msg.read(ADDRESS, 3)
    bus.i2c_rdwr(smbus2.i2c_msg.write(ADDRESS, [1, 2, 3]), wanted)
    assert slave.got == [b"\x01\x02\x03"]
    assert bytes(wanted) == b"\x07\x08\x09"


def test_registers_are_written_and_read(slave: Memory, bus: Any) -> None:
    bus.write_byte_data(ADDRESS, 0x10, 0x22)
    assert bus.read_byte_data(ADDRESS, 0x11) == 7
    assert bus.read_i2c_block_data(ADDRESS, 0x12, 2) == [7, 8]
    assert bus.read_byte(ADDRESS) == 7
    assert slave.got == [b"\x10\x22", b"\x11", b"\x12"]


def test_a_block_of_more_than_32_bytes_is_refused(slave: Memory, bus: Any) -> None:
    with pytest.raises(ValueError, match="at most 32 bytes, not 33"):
        bus.write_i2c_block_data(ADDRESS, 0, [0] * 33)
    assert slave.got == []


def test_nobody_at_an_address_is_remote_io(world: World, bus: Any) -> None:
    with pytest.raises(OSError, match="Remote I/O") as fault:
        bus.write_byte(0x21, 0)
    assert fault.value.errno == errno.EREMOTEIO
    assert (world.i2c.messages, world.i2c.octets) == (1, 1)


def test_a_slave_comes_back_with_its_reset_values(world: World, slave: Memory, bus: Any) -> None:
    assert slave.starts == 1
    world.i2c.unplug(ADDRESS)
    with pytest.raises(OSError, match="Remote I/O"):
        bus.write_byte(ADDRESS, 0)
    world.i2c.plug(ADDRESS)
    bus.write_byte(ADDRESS, 1)
    assert (slave.starts, slave.got) == (2, [b"\x01"])


def test_a_message_breaks_off_in_the_middle_once(world: World, slave: Memory, bus: Any) -> None:
    world.i2c.fail_after(ADDRESS, 2, errno.EIO)
    bus.write_i2c_block_data(ADDRESS, 1, [2])
    with pytest.raises(OSError, match="Input/output") as fault:
        bus.write_i2c_block_data(ADDRESS, 1, [2, 3])
    assert fault.value.errno == errno.EIO
    bus.write_i2c_block_data(ADDRESS, 1, [2, 3])
    assert slave.got == [b"\x01\x02", b"\x01\x02", b"\x01\x02\x03"]


def test_a_missing_bus_cannot_be_opened(world: World, smbus2: Any) -> None:
    world.i2c.missing = True
    with pytest.raises(FileNotFoundError) as fault:
        smbus2.SMBus("/dev/i2c-1")
    assert fault.value.filename == "/dev/i2c-1"


def test_a_bus_that_vanishes_fails_on_use(world: World, slave: Memory, bus: Any) -> None:
    world.i2c.missing = True
    with pytest.raises(FileNotFoundError):
        bus.write_byte(ADDRESS, 0)
    assert slave.got == []


def test_a_bus_of_another_number_does_not_exist(smbus2: Any) -> None:
    with pytest.raises(FileNotFoundError) as fault:
        smbus2.SMBus(7)
    assert fault.value.filename == "/dev/i2c-7"


def test_a_bus_may_be_forbidden(world: World, smbus2: Any) -> None:
    world.i2c.denied = True
    with pytest.raises(PermissionError):
        smbus2.SMBus(1)


def test_a_stuck_bus_times_out(world: World, slave: Memory, bus: Any) -> None:
    world.i2c.stuck = True
    with pytest.raises(TimeoutError):
        bus.write_byte(ADDRESS, 0)
    assert slave.got == []


def test_a_closed_bus_is_of_no_use(slave: Memory, smbus2: Any) -> None:
    with smbus2.SMBus(1) as bus:
        bus.write_byte(ADDRESS, 1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        bus.write_byte(ADDRESS, 2)
    assert slave.got == [b"\x01"]


def test_the_real_module_is_back_after_the_world() -> None:
    with World():
        import smbus2 as inside  # noqa: PLC0415 - the installed world's
    import smbus2 as outside  # noqa: PLC0415 - the real one

    assert inside is not outside
    assert inside.SMBus is not outside.SMBus
    assert inside.i2c_msg is outside.i2c_msg

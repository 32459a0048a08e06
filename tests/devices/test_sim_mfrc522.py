"""The simulated MFRC522 against its datasheet: registers, FIFO, interrupts, timer, commands."""

from __future__ import annotations

import pytest

from devices.sim import mfrc522_registers as reg
from devices.sim.mfrc522 import FIFO_SIZE, Mfrc522
from devices.sim.picc import bcc, crc_a
from tests.devices.mfrc522_kit import fresh_chip, lay, ready_chip, transceive, wake
from tests.devices.readers_kit import CLASSIC, MILLI


@pytest.fixture
def chip() -> Mfrc522:
    return fresh_chip()


@pytest.fixture
def ready() -> Mfrc522:
    return ready_chip()


# Registers and SPI


def test_registers_wake_up_with_the_datasheets_values(chip: Mfrc522) -> None:
    expected = {**dict.fromkeys(range(0x40), 0x00), **reg.RESET, reg.VERSION: 0x92}
    assert {address: chip.read(address) for address in range(0x40)} == expected


def test_a_read_frame_gives_each_byte_one_place_later(chip: Mfrc522) -> None:
    chip.select()
    answer = [chip.shift(byte) for byte in (reg.VERSION << 1 | 0x80, reg.MODE << 1 | 0x80, 0x00)]
    chip.deselect()
    assert answer[1:] == [0x92, 0x3F]


def test_a_write_frame_writes_all_its_bytes_to_one_address(chip: Mfrc522) -> None:
    chip.select()
    for byte in (reg.FIFO_DATA << 1, 1, 2, 3):
        chip.shift(byte)
    chip.deselect()
    assert bytes(chip.fifo) == b"\x01\x02\x03"


def test_a_new_frame_begins_with_a_new_address(chip: Mfrc522) -> None:
    for value in (0x11, 0x22):
        chip.select()
        chip.shift(reg.FIFO_DATA << 1)
        chip.shift(value)
        chip.deselect()
    assert bytes(chip.fifo) == b"\x11\x22"


@pytest.mark.parametrize("address", sorted(reg.READ_ONLY))
def test_read_only_registers_do_not_change(chip: Mfrc522, address: int) -> None:
    before = chip.read(address)
    chip.write(address, ~before & 0xFF)
    assert chip.read(address) == before


def test_interrupt_bits_are_set_and_cleared_by_mask(chip: Mfrc522) -> None:
    chip.write(reg.COM_IRQ, 0x7F)
    assert chip.read(reg.COM_IRQ) == 0x00
    chip.write(reg.COM_IRQ, 0x80 | 0x05)
    assert chip.read(reg.COM_IRQ) == 0x05
    chip.write(reg.COM_IRQ, 0x04)
    assert chip.read(reg.COM_IRQ) == 0x01


# FIFO


def test_the_fifo_gives_its_bytes_back_in_order(chip: Mfrc522) -> None:
    for value in range(5):
        chip.write(reg.FIFO_DATA, value)
    assert chip.read(reg.FIFO_LEVEL) == 5
    assert [chip.read(reg.FIFO_DATA) for _ in range(5)] == list(range(5))
    assert chip.read(reg.FIFO_LEVEL) == 0


def test_an_empty_fifo_reads_as_zero(chip: Mfrc522) -> None:
    assert chip.read(reg.FIFO_DATA) == 0


def test_a_full_fifo_overflows_with_an_error_until_it_is_flushed(chip: Mfrc522) -> None:
    for _ in range(FIFO_SIZE + 1):
        chip.write(reg.FIFO_DATA, 0xAA)
    assert chip.read(reg.FIFO_LEVEL) == FIFO_SIZE
    assert chip.read(reg.ERROR) == reg.OVERFLOW
    assert chip.read(reg.COM_IRQ) & reg.ERROR_IRQ
    chip.write(reg.FIFO_LEVEL, reg.FLUSH)
    assert (chip.read(reg.FIFO_LEVEL), chip.read(reg.ERROR)) == (0, 0)


@pytest.mark.parametrize(
    ("level", "alerts"), [(0, 0x01), (8, 0x01), (9, 0x00), (55, 0x00), (56, 0x02), (64, 0x02)]
)
def test_the_water_level_raises_alerts_at_both_ends(chip: Mfrc522, level: int, alerts: int) -> None:
    for _ in range(level):
        chip.write(reg.FIFO_DATA, 0)
    assert chip.read(reg.STATUS1) & 0x03 == alerts


# Timer


def run_timer(chip: Mfrc522, mode: int = 0x00) -> None:
    chip.write(reg.COM_IRQ, 0x7F)
    chip.write(reg.T_MODE, mode)
    chip.write(reg.T_PRESCALER, 0xA9)
    chip.write(reg.T_RELOAD_L, 30)
    chip.write(reg.CONTROL, reg.TIMER_START)


def test_the_timer_rings_after_reload_plus_one_ticks(chip: Mfrc522) -> None:
    run_timer(chip)
    chip.clock.spend(774_000)
    assert not chip.read(reg.COM_IRQ) & reg.TIMER_IRQ
    chip.clock.spend(2_000)
    assert chip.read(reg.COM_IRQ) & reg.TIMER_IRQ


def test_the_libraries_time_out_is_fifteen_and_a_half_milliseconds(chip: Mfrc522) -> None:
    chip.write(reg.T_MODE, 0x8D)
    chip.write(reg.T_PRESCALER, 0x3E)
    chip.write(reg.T_RELOAD_L, 30)
    chip.write(reg.COM_IRQ, 0x7F)
    chip.write(reg.CONTROL, reg.TIMER_START)
    chip.clock.spend(15_400_000)
    assert not chip.read(reg.COM_IRQ) & reg.TIMER_IRQ
    chip.clock.spend(200_000)
    assert chip.read(reg.COM_IRQ) & reg.TIMER_IRQ


def test_the_counter_counts_down(chip: Mfrc522) -> None:
    run_timer(chip)
    first = chip.read(reg.T_COUNTER_L)
    chip.clock.spend(100_000)
    assert first - chip.read(reg.T_COUNTER_L) == 4
    assert chip.read(reg.T_COUNTER_H) == 0


def test_a_stopped_timer_does_not_ring(chip: Mfrc522) -> None:
    run_timer(chip)
    chip.write(reg.CONTROL, reg.TIMER_STOP)
    chip.clock.spend(2 * MILLI)
    assert not chip.read(reg.COM_IRQ) & reg.TIMER_IRQ


def test_a_timer_may_start_over_by_itself(chip: Mfrc522) -> None:
    run_timer(chip, mode=reg.TIMER_RESTART)
    chip.clock.spend(800_000)
    chip.write(reg.COM_IRQ, 0x7F)
    chip.clock.spend(800_000)
    assert chip.read(reg.COM_IRQ) & reg.TIMER_IRQ


# Commands


@pytest.mark.parametrize(("mode", "preset"), [(0x3D, 0x6363), (0x3F, 0xFFFF), (0x3C, 0x0000), (0x3E, 0xA671)])
def test_the_crc_coprocessor_uses_the_preset_of_the_mode(chip: Mfrc522, mode: int, preset: int) -> None:
    chip.write(reg.MODE, mode)
    for byte in b"\x93\x70":
        chip.write(reg.FIFO_DATA, byte)
    chip.write(reg.COMMAND, reg.CALC_CRC)
    assert chip.read(reg.DIV_IRQ) & reg.CRC_IRQ
    crc = bytes((chip.read(reg.CRC_RESULT_L), chip.read(reg.CRC_RESULT_H)))
    assert crc == crc_a(b"\x93\x70", preset)


def test_a_soft_reset_sets_all_back_and_takes_a_moment(ready: Mfrc522) -> None:
    ready.write(reg.COMMAND, reg.SOFT_RESET)
    assert ready.read(reg.COMMAND) == 0x20 | reg.POWER_DOWN
    assert ready.read(reg.T_RELOAD_L) == 0
    ready.clock.spend(40_000)
    assert ready.read(reg.COMMAND) == 0x20


def test_a_soft_reset_takes_the_field_from_the_cards(ready: Mfrc522) -> None:
    (card,) = lay(ready, CLASSIC)
    ready.write(reg.COMMAND, reg.SOFT_RESET)
    assert card.state == "off"


def test_power_down_takes_the_field_and_gives_it_back(ready: Mfrc522) -> None:
    (card,) = lay(ready, CLASSIC)
    ready.write(reg.COMMAND, reg.POWER_DOWN)
    states = [card.state]
    ready.write(reg.COMMAND, reg.NO_COMMAND_CHANGE)
    assert [*states, card.state] == ["off", "idle"]


def test_a_transmit_ends_by_itself(ready: Mfrc522) -> None:
    ready.write(reg.COM_IRQ, 0x7F)
    ready.write(reg.FIFO_DATA, 0x50)
    ready.write(reg.COMMAND, reg.TRANSMIT)
    ready.clock.spend(MILLI)
    assert ready.read(reg.COM_IRQ) & (reg.IDLE_IRQ | reg.TX_IRQ) == reg.IDLE_IRQ | reg.TX_IRQ
    assert ready.read(reg.COMMAND) & 0x0F == reg.IDLE


@pytest.mark.parametrize("command", [reg.MEM, reg.GENERATE_RANDOM_ID])
def test_commands_without_a_use_here_end_at_once(chip: Mfrc522, command: int) -> None:
    chip.write(reg.COMMAND, command)
    assert chip.read(reg.COMMAND) & 0x0F == reg.IDLE


@pytest.mark.parametrize(("key", "opens"), [(b"\xff" * 6, True), (b"\x00" * 6, False)])
def test_authentication_opens_or_times_out(ready: Mfrc522, key: bytes, opens: bool) -> None:  # noqa: FBT001 - a table
    lay(ready, CLASSIC)
    wake(ready)
    select = b"\x93\x70" + CLASSIC + bytes((bcc(CLASSIC),))
    transceive(ready, select + crc_a(select))
    ready.write(reg.COM_IRQ, 0x7F)
    ready.write(reg.FIFO_LEVEL, reg.FLUSH)
    for byte in b"\x60\x0b" + key + CLASSIC:
        ready.write(reg.FIFO_DATA, byte)
    ready.write(reg.COMMAND, reg.MF_AUTHENT)
    ready.clock.spend(MILLI)
    assert bool(ready.read(reg.STATUS2) & reg.CRYPTO_ON) is opens
    assert bool(ready.read(reg.COM_IRQ) & reg.IDLE_IRQ) is opens
    assert bool(ready.read(reg.COM_IRQ) & reg.TIMER_IRQ) is not opens

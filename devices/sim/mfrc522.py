"""A simulated MFRC522 at register level: SPI frames in, cards in its field, faults that can be switched on."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from devices.sim import mfrc522_registers as reg
from devices.sim.mfrc522_air import ETU_NANOS, FRAME_DELAY_NANOS, Field, Heard, air_nanos
from devices.sim.mfrc522_faults import Faults
from devices.sim.mfrc522_timer import ChipTimer
from devices.sim.picc import Card, Frame, crc_a

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.sim.clock import VirtualClock

FIFO_SIZE = 64
WAKE_UP_NANOS = 37_740
"""1024 clocks of 27.12 MHz until the oscillator counts as stable after a reset (datasheet 8.6.3)."""


class Mfrc522:
    """The chip. Wire it to a bus with `SpiBus.attach`; lay cards on it with `place`.

    `changes` counts what happened to its world from outside: cards, plugs, dips of the supply.
    """

    def __init__(self, clock: VirtualClock, version: int = 0x92, seed: int = 0) -> None:
        self.clock = clock
        self.version = version
        self.faults = Faults()
        self.changes = 0
        self.registers = bytearray(0x40)
        self.fifo = bytearray()
        self._field = Field()
        self._random = Random(seed)  # noqa: S311 - noise, not a secret
        self._timer = ChipTimer(clock, self._timer_expired)
        self._address: int | None = None
        self._generation = 0  # counts what ends an exchange on the air; a late answer to an older one is lost
        self._readers: dict[int, Callable[[], int]] = {
            reg.FIFO_DATA: self._pop,
            reg.FIFO_LEVEL: lambda: len(self.fifo),
            reg.STATUS1: self._status1,
            reg.T_COUNTER_H: lambda: self._timer.counter >> 8,
            reg.T_COUNTER_L: lambda: self._timer.counter & 0xFF,
        }
        self._writers: dict[int, Callable[[int], None]] = {
            reg.COMMAND: self._write_command,
            reg.COM_IRQ: partial(self._write_irq, reg.COM_IRQ),
            reg.DIV_IRQ: partial(self._write_irq, reg.DIV_IRQ),
            reg.FIFO_DATA: self._push,
            reg.FIFO_LEVEL: self._write_fifo_level,
            reg.CONTROL: self._write_control,
            reg.BIT_FRAMING: self._write_bit_framing,
            reg.TX_CONTROL: self._write_tx_control,
        }
        self.reset()

    # The world outside

    @property
    def field(self) -> list[Card]:
        """The cards on the reader; change it with `place` and `remove`."""
        return list(self._field.cards)

    @property
    def world(self) -> tuple[object, ...] | None:
        """What the outcome of a look depends on: equal as long as nothing changed; None when chance has a hand in it.

        The receiver's registers count as well, of which a driver sets one from look to look.
        """
        if self.faults.by_chance or any(card.kind == "random" for card in self._field.cards):
            return None
        return self.changes, self.registers[reg.RF_CFG], self.registers[reg.RX_SEL], self.faults.lasting

    def place(self, card: Card) -> None:
        """Lay a card on the reader. Raises ValueError when it lies there already."""
        if card in self._field.cards:
            raise ValueError(f"The card {card.uid.hex()} lies on this reader already.")
        self.changes += 1
        self._field.cards.append(card)
        if self._field.on:
            card.power_on(self.clock.nanos)

    def remove(self, card: Card) -> None:
        """Take a card away. Raises ValueError when it does not lie there."""
        if card not in self._field.cards:
            raise ValueError(f"The card {card.uid.hex()} does not lie on this reader.")
        self.changes += 1
        self._field.cards.remove(card)
        card.power_off()

    def unplug(self) -> None:
        """Pull the reader's plug: it loses its power and does not answer any more."""
        self.brown_out()
        self.faults.unplugged = True

    def plug_in(self) -> None:
        """Put the plug back."""
        self.changes += 1
        self.faults.unplugged = False

    def brown_out(self) -> None:
        """A dip of the supply: all registers are back to their reset values, the field was off."""
        self.changes += 1
        self.reset()

    # SPI (datasheet 8.1.2)

    def select(self) -> None:
        """A frame begins with an address byte."""
        self._address = None

    def deselect(self) -> None:
        """The frame is over."""
        self._address = None

    def constant(self, data: bytes | bytearray) -> int | None:
        """What every byte but the first of a frame reads, as long as nothing happens; None when that may differ.

        That is so for a frame that reads one register over and over. Drivers wait like this, so that most bytes on a
        simulated bus need not go through `shift`.
        """
        faults, first = self.faults, data[0]
        if len(data) < 3 or not first & 0x80 or data.count(first) != len(data) - 1 or data[-1]:
            return None
        address = (first >> 1) & 0x3F
        if faults.unplugged or faults.stuck_high or faults.noise:
            return None
        if address in faults.pinned:
            return faults.pinned[address]
        return None if address in self._readers else self.registers[address]

    def shift(self, mosi: int) -> int:
        """Exchange one byte: an address, then data to write there, or the next address to read."""
        if self.faults.unplugged:
            return 0x00
        miso = self._disturbed(self._exchange(self._disturbed(mosi)))
        return 0xFF if self.faults.stuck_high else miso

    def _exchange(self, mosi: int) -> int:
        address, miso = self._address, 0x00
        if address is None:
            self._address = mosi
        elif address & 0x80:
            miso = self.read((address >> 1) & 0x3F)
            self._address = mosi | 0x80
        else:
            self.write((address >> 1) & 0x3F, mosi)
        return miso

    def _disturbed(self, byte: int) -> int:
        if self.faults.noise and self._random.random() < self.faults.noise:
            return byte ^ (1 << self._random.randrange(8))
        return byte

    # Registers

    def read(self, address: int) -> int:
        """Read a register, with what reading it does."""
        if address in self.faults.pinned:
            return self.faults.pinned[address]
        reader = self._readers.get(address)
        return self.registers[address] if reader is None else reader()

    def write(self, address: int, value: int) -> None:
        """Write a register, with what writing it does."""
        writer = self._writers.get(address)
        if writer is not None:
            writer(value)
        elif address not in reg.READ_ONLY:
            self.registers[address] = value

    def reset(self) -> None:
        """All registers as after power-up: no field, no timer, nothing in the FIFO."""
        self._generation += 1
        self._timer.stop()
        self.fifo.clear()
        self.registers[:] = bytes(0x40)
        for address, value in reg.RESET.items():
            self.registers[address] = value
        self.registers[reg.VERSION] = self.version
        self._switch_field()

    def _write_irq(self, address: int, value: int) -> None:
        """Bit 7 tells whether the marked bits are set or cleared."""
        if value & 0x80:
            self.registers[address] |= value & 0x7F
        else:
            self.registers[address] &= ~value & 0x7F

    def _write_control(self, value: int) -> None:
        if value & reg.TIMER_STOP:
            self._timer.stop()
        elif value & reg.TIMER_START:
            self._start_timer()

    def _write_tx_control(self, value: int) -> None:
        self.registers[reg.TX_CONTROL] = value
        self._switch_field()

    def _write_bit_framing(self, value: int) -> None:
        started = value & ~self.registers[reg.BIT_FRAMING] & reg.START_SEND
        self.registers[reg.BIT_FRAMING] = value
        if started and self._command == reg.TRANSCEIVE:
            self._send()

    def _status1(self) -> int:
        low = len(self.fifo) <= self.registers[reg.WATER_LEVEL]
        high = FIFO_SIZE - len(self.fifo) <= self.registers[reg.WATER_LEVEL]
        return 0x20 | self._timer.running << 3 | high << 1 | low

    def _switch_field(self) -> None:
        asleep = self.registers[reg.COMMAND] & reg.POWER_DOWN
        on = bool(self.registers[reg.TX_CONTROL] & reg.ANTENNA) and not asleep
        if on != self._field.on:
            self._field.switch(self.clock.nanos, on=on)

    # FIFO (datasheet 8.3)

    def _push(self, value: int) -> None:
        if len(self.fifo) < FIFO_SIZE:
            self.fifo.append(value)
        else:
            self._fail(reg.OVERFLOW)
        self._watch_levels()

    def _pop(self) -> int:
        value = self.fifo.pop(0) if self.fifo else 0x00
        self._watch_levels()
        return value

    def _write_fifo_level(self, value: int) -> None:
        if value & reg.FLUSH:
            self.fifo.clear()
            self.registers[reg.ERROR] &= ~reg.OVERFLOW & 0xFF
            self._watch_levels()

    def _watch_levels(self) -> None:
        status = self._status1()
        self._interrupt((reg.HIGH_IRQ if status & 0x02 else 0) | (reg.LOW_IRQ if status & 0x01 else 0))

    # Interrupts, errors, timer

    def _interrupt(self, bits: int) -> None:
        self.registers[reg.COM_IRQ] |= bits

    def _fail(self, error: int) -> None:
        self.registers[reg.ERROR] |= error
        self._interrupt(reg.ERROR_IRQ)

    def _start_timer(self) -> None:
        registers = self.registers
        prescaler = (registers[reg.T_MODE] & 0x0F) << 8 | registers[reg.T_PRESCALER]
        self._timer.start(prescaler, registers[reg.T_RELOAD_H] << 8 | registers[reg.T_RELOAD_L])

    def _timer_expired(self) -> None:
        self._interrupt(reg.TIMER_IRQ)
        if self.registers[reg.T_MODE] & reg.TIMER_RESTART:
            self._start_timer()

    @property
    def _is_deaf(self) -> bool:
        if self.registers[reg.RX_SEL] & reg.UART_SEL != reg.FROM_ANALOG:
            return True
        return self.faults.deaf or self.registers[reg.RF_CFG] >> 4 & 0x07 >= self.faults.deaf_from

    # Commands (datasheet 10)

    @property
    def _command(self) -> int:
        return self.registers[reg.COMMAND] & 0x0F

    def _write_command(self, value: int) -> None:
        if value & 0x0F == reg.NO_COMMAND_CHANGE:
            self.registers[reg.COMMAND] = (value & 0x30) | self._command
        else:
            self._generation += 1
            self.registers[reg.COMMAND] = value & 0x3F
            self._begin(self._command)
        self._switch_field()

    def _begin(self, command: int) -> None:
        match command:
            case reg.CALC_CRC:
                self._calculate_crc()
            case reg.TRANSMIT:
                self._send()
            case reg.TRANSCEIVE if self.registers[reg.BIT_FRAMING] & reg.START_SEND:
                self._send()
            case reg.MF_AUTHENT:
                self._authenticate()
            case reg.SOFT_RESET:
                self._soft_reset()
            case reg.MEM | reg.GENERATE_RANDOM_ID:
                self._finish()

    def _finish(self) -> None:
        """A command that ends by itself: back to Idle, with an interrupt."""
        self.registers[reg.COMMAND] &= 0x30
        self._interrupt(reg.IDLE_IRQ)

    def _soft_reset(self) -> None:
        self.reset()
        self.registers[reg.COMMAND] |= reg.POWER_DOWN
        self.clock.at(self.clock.nanos + WAKE_UP_NANOS, partial(self._wake_up, self._generation))

    def _wake_up(self, generation: int) -> None:
        if generation == self._generation:
            self.registers[reg.COMMAND] &= ~reg.POWER_DOWN & 0xFF
            self._switch_field()

    def _calculate_crc(self) -> None:
        crc = crc_a(self.fifo, reg.CRC_PRESETS[self.registers[reg.MODE] & 0x03])
        self.fifo.clear()
        self.registers[reg.CRC_RESULT_L], self.registers[reg.CRC_RESULT_H] = crc
        self.registers[reg.DIV_IRQ] |= reg.CRC_IRQ

    def _authenticate(self) -> None:
        """MFAuthent, as far as success and failure go: what follows it is not enciphered here."""
        request = bytes(self.fifo[:12])
        self.fifo.clear()
        if self._field.on and any(card.authenticate(request) for card in self._field.cards):
            self.registers[reg.STATUS2] |= reg.CRYPTO_ON
            self._finish()
        elif self.registers[reg.T_MODE] & reg.TIMER_AUTO:
            self._start_timer()

    # The air

    def _send(self) -> None:
        """Send what is in the FIFO; with Transceive, listen afterwards."""
        self._generation += 1
        self.registers[reg.ERROR] = 0
        self.registers[reg.COLL] |= reg.POSITION_NOT_VALID
        data = bytes(self.fifo)
        self.fifo.clear()
        last_bits = self.registers[reg.BIT_FRAMING] & 0x07
        if self.registers[reg.TX_MODE] & reg.CRC_ENABLED:
            data += crc_a(data, reg.CRC_PRESETS[self.registers[reg.MODE] & 0x03])
        frame = Frame.of(data, last_bits)
        self.clock.at(self.clock.nanos + air_nanos(frame), partial(self._sent, self._generation, frame))

    def _sent(self, generation: int, frame: Frame) -> None:
        if generation != self._generation:
            return
        self._interrupt(reg.TX_IRQ)
        if self.registers[reg.T_MODE] & reg.TIMER_AUTO:
            self._start_timer()
        heard = self._field.send(frame, self.clock.nanos)
        if self._command == reg.TRANSMIT:
            self._finish()
        elif heard is not None and not self._is_deaf and self._random.random() >= self.faults.misses:
            start = self.clock.nanos + FRAME_DELAY_NANOS
            self.clock.at(start + 5 * ETU_NANOS, partial(self._hearing, generation))
            self.clock.at(start + air_nanos(heard.frame), partial(self._received, generation, heard))

    def _hearing(self, generation: int) -> None:
        """The fifth bit of an answer stops a timer that started by itself (TModeReg, TAuto)."""
        if generation == self._generation and self.registers[reg.T_MODE] & reg.TIMER_AUTO:
            self._timer.stop()

    def _received(self, generation: int, heard: Heard) -> None:
        if generation != self._generation:
            return
        align = (self.registers[reg.BIT_FRAMING] >> 4) & 0x07
        frame = Frame(heard.frame.bits << align, heard.frame.length + align)
        if heard.collision is not None:
            frame = self._collided(frame, heard.collision + align)
        data = frame.data()
        if self.registers[reg.RX_MODE] & reg.CRC_ENABLED:
            data = self._checked(data)
        self.fifo.clear()
        for byte in data:
            self._push(byte)
        self.registers[reg.CONTROL] = (self.registers[reg.CONTROL] & 0xF8) | frame.length % 8
        self._interrupt(reg.RX_IRQ)

    def _collided(self, frame: Frame, position: int) -> Frame:
        """Note a collision at a bit counted from 0; CollReg counts the first 32 from 1, the last of them as 0."""
        self._fail(reg.COLLISION)
        keeps_values = self.registers[reg.COLL] & reg.VALUES_AFTER_COLLISION
        where = (position + 1) & 0x1F if position < 32 else reg.POSITION_NOT_VALID
        self.registers[reg.COLL] = keeps_values | where
        return frame if keeps_values else Frame(frame.bits & ((1 << position) - 1), frame.length)

    def _checked(self, data: bytes) -> bytes:
        crc = crc_a(data[:-2], reg.CRC_PRESETS[self.registers[reg.MODE] & 0x03])
        if len(data) < 3 or crc != data[-2:]:
            self._fail(reg.CRC_ERROR)
        return data[:-2]

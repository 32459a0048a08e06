"""What the tests of the simulated MFRC522 share: chips in a known state and exchanges at register level."""

from __future__ import annotations

from devices.sim import mfrc522_registers as reg
from devices.sim.clock import VirtualClock
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import WAKE_NANOS, WUPA, Card
from tests.devices.readers_kit import MILLI


def fresh_chip() -> Mfrc522:
    """A chip as it comes out of its reset."""
    return Mfrc522(VirtualClock())


def ready_chip() -> Mfrc522:
    """A chip with its field on and a time-out of 31 ticks of 25 us."""
    chip = fresh_chip()
    for address, value in (
        (reg.T_MODE, 0x80),
        (reg.T_PRESCALER, 0xA9),
        (reg.T_RELOAD_L, 30),
        (reg.TX_ASK, 0x40),
        (reg.MODE, 0x3D),
        (reg.COLL, 0x00),
        (reg.TX_CONTROL, 0x83),
    ):
        chip.write(address, value)
    return chip


def lay(chip: Mfrc522, *uids: bytes) -> list[Card]:
    """Lay cards down and let them wake up."""
    cards = [Card(uid) for uid in uids]
    for card in cards:
        chip.place(card)
    chip.clock.spend(WAKE_NANOS)
    return cards


def begin(chip: Mfrc522, data: bytes, framing: int = 0) -> None:
    """Start to transceive."""
    chip.write(reg.COMMAND, reg.IDLE)
    chip.write(reg.COM_IRQ, 0x7F)
    chip.write(reg.FIFO_LEVEL, reg.FLUSH)
    chip.write(reg.BIT_FRAMING, framing)
    for byte in data:
        chip.write(reg.FIFO_DATA, byte)
    chip.write(reg.COMMAND, reg.TRANSCEIVE)
    chip.write(reg.BIT_FRAMING, framing | reg.START_SEND)


def transceive(chip: Mfrc522, data: bytes, framing: int = 0) -> bytes:
    """Transceive, wait long enough, and return what is in the FIFO."""
    begin(chip, data, framing)
    chip.clock.spend(5 * MILLI)
    return bytes(chip.fifo)


def wake(chip: Mfrc522) -> bytes:
    """Send a wake-up and return the answer."""
    return transceive(chip, bytes((WUPA,)), 0x07)

"""Simulated ISO 14443A cards: what they answer on the air, as far as UID, SAK and ATQA go."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind = Literal["classic", "ntag213", "random"]
State = Literal["off", "idle", "ready", "active", "halt"]

REQA, WUPA, CASCADE_TAG = 0x26, 0x52, 0x88
SELECT_CODES = (0x93, 0x95, 0x97)
HLTA = b"\x50\x00"
UID_NOT_COMPLETE = 0x04
WAKE_NANOS = 5_000_000
"""How long a card may take from the field's start to its first answer (ISO 14443-3)."""


class Frame(NamedTuple):
    """Bits on the air, without parity; bit 0 of `bits` goes first."""

    bits: int
    length: int

    @classmethod
    def of(cls, data: Sequence[int], last_bits: int = 0) -> Frame:
        """A frame of bytes, of whose last one only *last_bits* count (0: all eight)."""
        length = 8 * len(data) - (8 - last_bits if last_bits and data else 0)
        return cls(int.from_bytes(bytes(data), "little") & ((1 << length) - 1), length)

    def data(self) -> bytes:
        """The bytes; a broken last one is filled up with zeros."""
        return self.bits.to_bytes((self.length + 7) // 8, "little")

    def after(self, count: int) -> Frame:
        """What is left behind the first *count* bits."""
        return Frame(self.bits >> count, self.length - count)


def crc_a(data: Sequence[int], preset: int = 0x6363) -> bytes:
    """CRC_A of ISO 14443-3, annex B: two bytes, low one first."""
    crc = preset
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed = (mixed ^ (mixed << 4)) & 0xFF
        crc = (crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)
    return bytes((crc & 0xFF, crc >> 8))


def bcc(data: Sequence[int]) -> int:
    """The check byte behind the four bytes of one cascade level."""
    check = 0
    for byte in data:
        check ^= byte
    return check


def levels_of(uid: bytes) -> list[bytes]:
    """The four bytes sent at each cascade level. Raises ValueError for a UID of another length than 4, 7, 10."""
    if len(uid) not in {4, 7, 10}:
        raise ValueError(f"A UID has 4, 7 or 10 bytes, not {len(uid)}.")
    levels = []
    rest = uid
    while len(rest) > 4:
        levels.append(bytes((CASCADE_TAG,)) + rest[:3])
        rest = rest[3:]
    return [*levels, rest]


class Card:
    """One card. `kind` is "classic" (MIFARE Classic 1K), "ntag213" or "random" (a new UID in every field).

    `halted` tells whether it woke from HALT: then any frame it does not expect sends it back there,
    otherwise to IDLE (ISO 14443-3, 6.3: the states with and without a star).
    """

    def __init__(self, uid: bytes = b"\x08\x00\x00\x00", kind: Kind = "classic", seed: int = 0) -> None:
        self.uid = uid
        self.kind = kind
        self.state: State = "off"
        self.halted = False
        self.level = 0
        self.wakes_at = 0
        self._random = Random(seed)  # noqa: S311 - a toy fob's number, not a secret
        self._levels = levels_of(uid)

    @property
    def atqa(self) -> bytes:
        """The answer to a request: anticollision bit 2, and the size of the UID in bits 6 and 7."""
        return bytes((0x04 | (len(self._levels) - 1) << 6, 0x00))

    @property
    def sak(self) -> int:
        """The answer to the last SELECT."""
        return 0x00 if self.kind == "ntag213" else 0x08

    def power_on(self, nanos: int) -> None:
        """A field reaches the card at the given time."""
        if self.state != "off":
            return
        if self.kind == "random":
            self.uid = bytes((0x08,)) + self._random.randbytes(3)
            self._levels = levels_of(self.uid)
        self.state, self.halted, self.level = "idle", False, 0
        self.wakes_at = nanos + WAKE_NANOS

    def power_off(self) -> None:
        """The field is gone, and with it all the card knew."""
        self.state = "off"

    def receive(self, frame: Frame, nanos: int) -> Frame | None:
        """Take a frame of the reader; the answer, or None for silence."""
        if self.state == "off" or nanos < self.wakes_at:
            return None
        if frame.length == 7:
            return self._request(frame.bits)
        if self.state == "ready":
            return self._select(frame)
        if self.state == "active":
            self.halted = self.halted or frame.data() == HLTA + crc_a(HLTA)
            self._leave()
        return None

    def authenticate(self, request: bytes) -> bool:
        """Whether a MIFARE authentication (code, block, key, UID) succeeds: a Classic with the factory's key."""
        own = request[0:1] in {b"\x60", b"\x61"} and request[2:] == b"\xff" * 6 + self._levels[-1]
        if self.kind == "classic" and self.state == "active" and own:
            return True
        self._leave()
        return False

    def _request(self, code: int) -> Frame | None:
        wakes = (code == WUPA and self.state in {"idle", "halt"}) or (code == REQA and self.state == "idle")
        if wakes:
            self.halted = self.state == "halt"
            self.state, self.level = "ready", 0
            return Frame.of(self.atqa)
        return self._leave()

    def _select(self, frame: Frame) -> Frame | None:
        """Anticollision and selection in READY: SEL, NVB, and as much of the level's UID as NVB tells."""
        data = frame.data()
        level = self._levels[self.level]
        if frame.length < 16 or data[0] != SELECT_CODES[self.level]:
            return self._leave()
        own = Frame.of(level + bytes((bcc(level),)))
        if data[1] == 0x70:
            complete = data[2:7] == own.data() and len(data) == 9 and crc_a(data[:7]) == data[7:]
            return self._selected() if complete else self._leave()
        known = frame.after(16)
        told = ((data[1] >> 4) - 2) * 8 + (data[1] & 0x07)
        if told != known.length or known.length >= own.length:
            return self._leave()
        if known.bits != own.bits & ((1 << known.length) - 1):
            return None  # another card is meant; this one waits for the next frame
        return own.after(known.length)

    def _selected(self) -> Frame:
        self.level += 1
        sak = UID_NOT_COMPLETE
        if self.level == len(self._levels):
            self.state, sak = "active", self.sak
        answer = bytes((sak,))
        return Frame.of(answer + crc_a(answer))

    def _leave(self) -> Frame | None:
        """A frame that does not fit: silently back to where the card waits for a request."""
        if self.state in {"ready", "active"}:
            self.state = "halt" if self.halted else "idle"
        return None

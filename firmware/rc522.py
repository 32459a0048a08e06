"""Driver for the MFRC522 reader chip; one file for CPython and MicroPython.

It needs one thing: `xfer`, which sends bytes in one SPI frame and returns as many; it may return the same buffer each
time. A look that finds no card allocates nothing. No UID is kept between two looks, so a look that fails can never
repeat an older one. Numbers: NXP's MFRC522 datasheet and ISO 14443-3.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Xfer = Callable[[bytes | bytearray], bytes | bytearray]

NO_CARD, CARD, COLLISION, ERROR, UNWELL = range(5)
"""What a look can come to. ERROR: something answered, but not readably. UNWELL: the chip does not do its work."""

FOUND = (CARD, COLLISION)
"""What shows that a card is there."""

COMMAND, COM_IRQ, ERROR_REG = 0x01, 0x04, 0x06
FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK, RF_CFG = 0x11, 0x12, 0x13, 0x14, 0x15, 0x26
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37

IDLE, TRANSCEIVE, SOFT_RESET = 0x00, 0x0C, 0x0F
WUPA, HLTA = b"\x52", b"\x50\x00"
SELECT_CODES = (0x93, 0x95, 0x97)
CASCADE_TAG, UID_NOT_COMPLETE = 0x88, 0x04
GENUINE_VERSIONS = (0x91, 0x92)
DEFAULT_GAIN = 4
"""33 dB, the chip's own choice (RFCfgReg); 7 is 48 dB."""

RELOAD = 30
SETTINGS = (
    (T_MODE, 0x80),  # the timer starts by itself behind each frame sent
    (T_PRESCALER, 0xA9),  # ticks of 25 us
    (T_RELOAD_H, 0),
    (T_RELOAD_L, RELOAD),  # 31 ticks: 0.775 ms for a card to begin its answer
    (TX_ASK, 0x40),  # 100 % modulation
    (MODE, 0x3D),  # CRC preset 0x6363
    (COLL, 0x00),  # bits behind a collision read as 0
)
NOTHING_HEARD, HEARD, COLLIDED, GARBLED, STUCK = range(5)
"""What one exchange on the air can come to. STUCK: neither an answer nor the timer ended it."""

MOST_WAITS = 48
MOST_NONSENSE, MOST_EMPTY = 40, 20_000
"""After so many looks in a row that heard nonsense, or nothing, the chip is set up anew: a receiver that went deaf
looks like a table without cards, and setting it up takes no longer than a look at a card."""


def _reads(*registers: int) -> bytes:
    """The frame that reads registers one behind the other; the answer has one byte more in front."""
    return bytes([(register << 1) | 0x80 for register in registers]) + b"\x00"


# The chip has no busy line here. Each of these frames reads the interrupts many times: the bytes on the wire are
# the waiting, so that a look needs few transfers and no clock.
_WAIT = _reads(*([COM_IRQ] * 32))
_RESULT = _reads(ERROR_REG, FIFO_LEVEL, CONTROL, COLL)
_HEALTH = _reads(
    VERSION, T_RELOAD_L, TX_CONTROL, TX_ASK, T_MODE, T_PRESCALER, T_RELOAD_H, MODE, TX_MODE, RX_MODE
)
_COMMAND = _reads(*([COMMAND] * 8))
_VERSION = _reads(VERSION)
_GAIN = _reads(RF_CFG)
_FETCH = [_reads(*([FIFO_DATA] * level)) for level in range(17)]


def crc_a(data: bytes) -> bytes:
    """CRC_A (ISO 14443-3, annex B), low byte first."""
    crc = 0x6363
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed = (mixed ^ (mixed << 4)) & 0xFF
        crc = (crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)
    return bytes((crc & 0xFF, crc >> 8))


def _puts(data: bytes) -> bytes:
    """The frame that writes bytes into the FIFO."""
    return bytes((FIFO_DATA << 1,)) + data


_WUPA, _HLTA = _puts(WUPA), _puts(HLTA + crc_a(HLTA))
_ANTICOLLISION = [_puts(bytes((code, 0x20))) for code in SELECT_CODES]


class Answer:
    """What a look came to: `kind`, and with CARD its `uid` (4, 7 or 10 bytes) and `sak`, else `why`."""

    def __init__(self, kind: int, uid: bytes = b"", sak: int = 0, why: str = "") -> None:
        self.kind = kind
        self.uid = uid
        self.sak = sak
        self.why = why


_NONE = Answer(NO_CARD)


class Rc522:
    """One MFRC522. Call `start` until it returns an empty text, then `look` as often as you like.

    `gain` is 0 to 7 as in RFCfgReg. `notes` tells what is unusual but no reason to stop. Nothing here raises
    for what the chip or the wire does; what `xfer` raises passes through.
    """

    def __init__(self, xfer: "Xfer", gain: int = DEFAULT_GAIN) -> None:
        self._xfer = xfer
        self.gain = gain
        self.gain_taken = True
        self.version = 0
        self.notes = []  # type: list[str]
        self._health = bytes(len(_HEALTH))  # what the chip reads back when it is set up
        self._heard = b""  # the answer of the last exchange
        self._pair = bytearray(2)
        self._nonsense = self._empty = 0
        self._outcome = NOTHING_HEARD

    def start(self) -> str:
        """Reset and set up the chip. Returns what is wrong, or an empty text when the chip is ready."""
        self.notes = []
        self.version = self._xfer(_VERSION)[1]
        if self.version in (0x00, 0xFF):
            return "no chip answers (version reads 0x%02X)" % self.version
        if self.version not in GENUINE_VERSIONS:
            self.notes.append("chip version 0x%02X is not NXP's own" % self.version)
        self._write(COMMAND, SOFT_RESET)
        for _ in range(MOST_WAITS):
            if not self._xfer(_COMMAND)[-1] & 0x10:
                break
        else:
            return "the chip does not come back from its reset"
        for register, value in SETTINGS:
            self._write(register, value)
        self.set_gain(self.gain)
        self.field(on=True)
        self._health = bytes(self._xfer(_HEALTH))
        self._nonsense = self._empty = 0
        return self.check()

    def field(self, *, on: bool) -> None:
        """Switch the field. Cards need up to 5 ms of it before they answer (ISO 14443-3)."""
        self._write(TX_CONTROL, 0x83 if on else 0x80)

    def check(self) -> str:
        """Look whether the chip is there and still set up. Returns what is wrong, or an empty text."""
        health = self._xfer(_HEALTH)
        if health[1] in (0x00, 0xFF):
            return "no chip answers (version reads 0x%02X)" % health[1]
        right = health[2] == RELOAD and health[3] & 0x03 == 0x03 and health[4] == 0x40
        for at in range(
            1, len(_HEALTH)
        ):  # the first byte goes in while the address goes out: it means nothing
            right = right and health[at] == self._health[at]
        return "" if right else "the chip lost its settings: its supply may be too weak"

    def look(self) -> Answer:
        """Look once for a card. Leaves a card that was read halted, so that the next look wakes it again."""
        answer = self._look()
        self._nonsense = self._nonsense + 1 if answer.kind == ERROR else 0
        self._empty = 0 if answer.kind in FOUND else self._empty + 1
        if self._nonsense == MOST_NONSENSE or self._empty == MOST_EMPTY:
            why = self.start()
            if why:
                return Answer(UNWELL, why=why)
        return answer

    def _look(self) -> Answer:
        outcome = self._exchange(_WUPA, 7)
        if outcome == NOTHING_HEARD:
            why = self.check()
            return Answer(UNWELL, why=why) if why else _NONE
        # Cards of two kinds collide in their ATQA already; the anticollision tells what is to be told.
        if outcome == COLLIDED or (outcome == HEARD and len(self._heard) == 2):
            answer = self._select()
        else:
            answer = Answer(ERROR, why="unreadable answer to the wake-up")
        if answer.kind != CARD:  # a dead wire that reads high looks like a collision, too
            why = self.check()
            if why:
                return Answer(UNWELL, why=why)
        self._exchange(_HLTA, 0)  # no answer is the right answer
        return answer

    def _select(self) -> Answer:
        """Read the UID level by level; the SAK alone tells whether there is another one."""
        uid = b""
        for level in range(len(SELECT_CODES)):
            part = self._anticollision(level)
            sak = self._selection(level, part) if part else -1
            if sak < 0:
                if self._outcome == COLLIDED:
                    return Answer(COLLISION, why="two or more cards at once")
                return Answer(ERROR, why="unreadable SAK" if part else "unreadable UID")
            if not sak & UID_NOT_COMPLETE:
                return Answer(CARD, uid + part[:4], sak)
            if part[0] != CASCADE_TAG:
                return Answer(ERROR, why="cascade tag missing")
            uid += part[1:4]
        return Answer(ERROR, why="UID longer than 10 bytes")

    def _anticollision(self, level: int) -> bytes:
        """The four bytes of the UID at one level and their check byte; none when they cannot be read."""
        self._outcome = self._exchange(_ANTICOLLISION[level], 0)
        part = self._heard
        whole = self._outcome == HEARD and len(part) == 5
        return part if whole and not part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4] else b""

    def _selection(self, level: int, part: bytes) -> int:
        """Select the card of these bytes at one level: its SAK, or -1 when that cannot be read."""
        command = bytes((SELECT_CODES[level], 0x70)) + part
        self._outcome = self._exchange(_puts(command + crc_a(command)), 0)
        sak = self._heard
        return sak[0] if self._outcome == HEARD and len(sak) == 3 and crc_a(sak[:1]) == sak[1:] else -1

    def _exchange(self, frame: bytes, last_bits: int) -> int:
        """Send what a frame puts into the FIFO and wait for an answer (`_heard`) or the chip's timer."""
        self._heard = b""
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, 0x7F)  # clear all
        self._write(FIFO_LEVEL, 0x80)  # empty the FIFO
        self._write(BIT_FRAMING, last_bits)
        self._xfer(frame)
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, 0x80 | last_bits)
        irq = 0
        for _ in range(MOST_WAITS):
            irq = self._xfer(_WAIT)[-1]
            if irq & 0x21:  # an answer, or the timer
                break
        if not irq & 0x20:
            return NOTHING_HEARD if irq & 0x01 else STUCK
        result = self._xfer(_RESULT)
        error, level, control = result[1], result[2], result[3]
        if error & 0x08:  # a collision has a place (CollPosNotValid); without one it is a disturbance
            return GARBLED if result[4] & 0x20 else COLLIDED
        if error & 0x17 or control & 0x07 or not 0 < level <= 16:
            return GARBLED
        self._heard = bytes(self._xfer(_FETCH[level]))[1:]
        return HEARD

    def set_gain(self, gain: int) -> None:
        """Set the receiver's gain, 0 to 7; a chip that does not take it gets the default."""
        self.gain = gain
        self._write(RF_CFG, (gain << 4) | 0x08)
        self.gain_taken = self._xfer(_GAIN)[1] >> 4 & 0x07 == gain
        if not self.gain_taken:
            self.notes.append("gain %d was not taken; the default is used" % gain)
            self.gain = DEFAULT_GAIN
            self._write(RF_CFG, (DEFAULT_GAIN << 4) | 0x08)

    def echo(self, data: bytes) -> bytes:
        """Send up to 63 bytes into the FIFO and fetch them again: a test of the wires. The chip is idle then."""
        self._write(COMMAND, IDLE)
        self._write(FIFO_LEVEL, 0x80)
        self._xfer(_puts(data))
        back = bytes(self._xfer(_reads(*([FIFO_DATA] * len(data)))))[1:]
        self._write(FIFO_LEVEL, 0x80)
        return back

    def _write(self, register: int, value: int) -> None:
        self._pair[0], self._pair[1] = register << 1, value
        self._xfer(self._pair)

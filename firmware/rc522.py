"""Driver for the MFRC522 reader chip; one file for CPython and MicroPython.

It needs one thing: `xfer`, which sends bytes in one SPI frame and returns as many. It keeps no UID between two
looks, so a look that fails can never repeat an older one. Numbers: NXP's MFRC522 datasheet and ISO 14443-3.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NO_CARD, CARD, COLLISION, ERROR, UNWELL = range(5)
"""What a look can come to. ERROR: something answered, but not readably. UNWELL: the chip does not do its work."""

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


def crc_a(data: bytes) -> bytes:
    """CRC_A (ISO 14443-3, annex B), low byte first."""
    crc = 0x6363
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed = (mixed ^ (mixed << 4)) & 0xFF
        crc = (crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)
    return bytes((crc & 0xFF, crc >> 8))


class Answer:
    """What a look came to: `kind`, and with CARD its `uid` (4, 7 or 10 bytes) and `sak`, else `why`."""

    def __init__(self, kind: int, uid: bytes = b"", sak: int = 0, why: str = "") -> None:
        self.kind = kind
        self.uid = uid
        self.sak = sak
        self.why = why


class Rc522:
    """One MFRC522. Call `start` until it returns an empty text, then `look` as often as you like.

    `gain` is 0 to 7 as in RFCfgReg. `notes` tells what is unusual but no reason to stop. Nothing here raises
    for what the chip or the wire does; what `xfer` raises passes through.
    """

    def __init__(self, xfer: "Callable[[bytes], bytes]", gain: int = DEFAULT_GAIN) -> None:
        self._xfer = xfer
        self.gain = gain
        self.gain_taken = True
        self.version = 0
        self.notes = []  # type: list[str]
        self._health = b""  # what the chip reads back when it is set up
        self._nonsense = self._empty = 0

    def start(self) -> str:
        """Reset and set up the chip. Returns what is wrong, or an empty text when the chip is ready."""
        self.notes = []
        self.version = self._read(_VERSION)[0]
        if self.version in (0x00, 0xFF):
            return "no chip answers (version reads 0x%02X)" % self.version
        if self.version not in GENUINE_VERSIONS:
            self.notes.append("chip version 0x%02X is not NXP's own" % self.version)
        self._write(COMMAND, SOFT_RESET)
        for _ in range(MOST_WAITS):
            if not self._read(_COMMAND)[-1] & 0x10:
                break
        else:
            return "the chip does not come back from its reset"
        for register, value in SETTINGS:
            self._write(register, value)
        self.set_gain(self.gain)
        self.field(on=True)
        self._health = self._read(_HEALTH)
        self._nonsense = self._empty = 0
        return self.check()

    def field(self, *, on: bool) -> None:
        """Switch the field. Cards need up to 5 ms of it before they answer (ISO 14443-3)."""
        self._write(TX_CONTROL, 0x83 if on else 0x80)

    def check(self) -> str:
        """Look whether the chip is there and still set up. Returns what is wrong, or an empty text."""
        health = self._read(_HEALTH)
        version, reload, antenna, ask = health[:4]
        if version in (0x00, 0xFF):
            return "no chip answers (version reads 0x%02X)" % version
        if (version, reload, antenna & 0x03, ask) != (
            self.version,
            RELOAD,
            0x03,
            0x40,
        ) or health != self._health:
            return "the chip lost its settings: its supply may be too weak"
        return ""

    def look(self) -> Answer:
        """Look once for a card. Leaves a card that was read halted, so that the next look wakes it again."""
        answer = self._look()
        self._nonsense = self._nonsense + 1 if answer.kind == ERROR else 0
        self._empty = 0 if answer.kind in (CARD, COLLISION) else self._empty + 1
        if self._nonsense == MOST_NONSENSE or self._empty == MOST_EMPTY:
            why = self.start()
            if why:
                return Answer(UNWELL, why=why)
        return answer

    def _look(self) -> Answer:
        outcome, atqa = self._exchange(WUPA, 7)
        if outcome == NOTHING_HEARD:
            why = self.check()
            return Answer(UNWELL, why=why) if why else Answer(NO_CARD)
        # Cards of two kinds collide in their ATQA already; the anticollision tells what is to be told.
        if outcome == COLLIDED or (outcome == HEARD and len(atqa) == 2):
            answer = self._select()
        else:
            answer = Answer(ERROR, why="unreadable answer to the wake-up")
        if answer.kind != CARD:  # a dead wire that reads high looks like a collision, too
            why = self.check()
            if why:
                return Answer(UNWELL, why=why)
        self._exchange(HLTA + crc_a(HLTA), 0)  # no answer is the right answer
        return answer

    def _select(self) -> Answer:
        """Read the UID level by level; the SAK alone tells whether there is another one."""
        uid = b""
        for code in SELECT_CODES:
            outcome, part, sak = self._level(code)
            if outcome == COLLIDED:
                return Answer(COLLISION, why="two or more cards at once")
            if outcome != HEARD:
                return Answer(ERROR, why="unreadable UID" if len(part) != 5 else "unreadable SAK")
            if not sak & UID_NOT_COMPLETE:
                return Answer(CARD, uid + part[:4], sak)
            if part[0] != CASCADE_TAG:
                return Answer(ERROR, why="cascade tag missing")
            uid += part[1:4]
        return Answer(ERROR, why="UID longer than 10 bytes")

    def _level(self, code: int) -> "tuple[int, bytes, int]":
        """Anticollision and selection at one level: the outcome, the five bytes of the UID's part, the SAK."""
        outcome, part = self._exchange(bytes((code, 0x20)), 0)
        if outcome != HEARD or len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
            return (COLLIDED if outcome == COLLIDED else GARBLED), b"", 0
        command = bytes((code, 0x70)) + part
        outcome, sak = self._exchange(command + crc_a(command), 0)
        if outcome != HEARD or len(sak) != 3 or crc_a(sak[:1]) != sak[1:]:
            return (COLLIDED if outcome == COLLIDED else GARBLED), part, 0
        return HEARD, part, sak[0]

    def _exchange(self, data: bytes, last_bits: int) -> "tuple[int, bytes]":
        """Send a frame and wait for its answer or the chip's timer."""
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, 0x7F)  # clear all
        self._write(FIFO_LEVEL, 0x80)  # empty the FIFO
        self._write(BIT_FRAMING, last_bits)
        self._xfer(bytes((FIFO_DATA << 1,)) + data)
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, 0x80 | last_bits)
        irq = 0
        for _ in range(MOST_WAITS):
            irq = self._xfer(_WAIT)[-1]
            if irq & 0x21:  # an answer, or the timer
                break
        if not irq & 0x20:
            return (NOTHING_HEARD if irq & 0x01 else STUCK), b""
        error, level, control, coll = self._read(_RESULT)
        if error & 0x08:  # a collision has a place (CollPosNotValid); without one it is a disturbance
            return (GARBLED if coll & 0x20 else COLLIDED), b""
        if error & 0x17 or control & 0x07 or not 0 < level <= 16:
            return GARBLED, b""
        return HEARD, self._read(_reads(*([FIFO_DATA] * level)))

    def set_gain(self, gain: int) -> None:
        """Set the receiver's gain, 0 to 7; a chip that does not take it gets the default."""
        self.gain = gain
        self._write(RF_CFG, (gain << 4) | 0x08)
        self.gain_taken = self._read(_GAIN)[0] >> 4 & 0x07 == gain
        if not self.gain_taken:
            self.notes.append("gain %d was not taken; the default is used" % gain)
            self.gain = DEFAULT_GAIN
            self._write(RF_CFG, (DEFAULT_GAIN << 4) | 0x08)

    def echo(self, data: bytes) -> bytes:
        """Send up to 63 bytes into the FIFO and fetch them again: a test of the wires. The chip is idle then."""
        self._write(COMMAND, IDLE)
        self._write(FIFO_LEVEL, 0x80)
        self._xfer(bytes((FIFO_DATA << 1,)) + data)
        back = self._read(_reads(*([FIFO_DATA] * len(data))))
        self._write(FIFO_LEVEL, 0x80)
        return back

    def _write(self, register: int, value: int) -> None:
        self._xfer(bytes((register << 1, value)))

    def _read(self, frame: bytes) -> bytes:
        return self._xfer(frame)[1:]

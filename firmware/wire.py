"""The language between hub and host: numbered, checked, acknowledged lines; one sans-IO file for both ends.

A line is `$`, kind, tag (2 hex digits), number (4), body, `*`, CRC (4), newline; all printable, so that a console
in between does no harm. Whoever does the input and output hands in bytes one by one and fetches bytes to send.
Nothing here raises for anything a wire can bring.
"""

PROTOCOL = 1
LONGEST = 128
"""Bytes of a line, from its start mark to its newline."""

LONGEST_BODY = LONGEST - 14

HELLO, WELCOME, EVENT, ACK, PING, PONG = b"?!EAPQ"
"""Kinds of lines. The host says HELLO until the hub says WELCOME; then both send EVENTs, each numbered from 1 and
acknowledged, and the host sends a PING now and then, which the hub answers."""

RESEND_US = 150_000
"""After so many microseconds without an acknowledgement everything unanswered is sent again."""

TICKS_MASK = 0x3FFFFFFF
"""Times on the wire are the hub's microseconds modulo 2^30, the largest that stay small numbers in MicroPython."""

_START, _STAR, _NEWLINE = b"$*\n"
_DIGITS = b"0123456789ABCDEF"
_HEAD = 8  # start mark, kind, tag, number
_CRC_OF_HALF = (
    0x0000,
    0x1021,
    0x2042,
    0x3063,
    0x4084,
    0x50A5,
    0x60C6,
    0x70E7,
    0x8108,
    0x9129,
    0xA14A,
    0xB16B,
    0xC18C,
    0xD1AD,
    0xE1CE,
    0xF1EF,
)


def crc16(data: "bytes | bytearray", start: int, end: int) -> int:
    """CRC-16 with polynomial 0x1021 and preset 0xFFFF over a part of some bytes."""
    crc = 0xFFFF
    for index in range(start, end):
        byte = data[index]
        crc = ((crc << 4) & 0xFFFF) ^ _CRC_OF_HALF[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _CRC_OF_HALF[(crc >> 12) ^ (byte & 0x0F)]
    return crc


def put_hex(buffer: bytearray, at: int, value: int, digits: int) -> int:
    """Write the last hex digits of a number; return the place behind them."""
    end = at + digits
    for index in range(end - 1, at - 1, -1):
        buffer[index] = _DIGITS[value & 0x0F]
        value >>= 4
    return end


def get_hex(data: "bytes | bytearray", at: int, digits: int) -> int:
    """Read hex digits (capital letters); -1 when they are none, or not that many."""
    if at + digits > len(data):
        return -1
    value = 0
    for index in range(at, at + digits):
        byte = data[index]
        if 0x30 <= byte <= 0x39:
            value = value << 4 | (byte - 0x30)
        elif 0x41 <= byte <= 0x46:
            value = value << 4 | (byte - 0x37)
        else:
            return -1
    return value


def put_bytes(buffer: bytearray, at: int, data: "bytes | bytearray") -> int:
    """Write bytes; return the place behind them."""
    for byte in data:
        buffer[at] = byte
        at += 1
    return at


def since(now: int, then: int) -> int:
    """Microseconds from one time to a later one, both perhaps modulo 2^30; 0 when it is not later."""
    span = (now - then) & TICKS_MASK
    return span if span <= TICKS_MASK >> 1 else 0


class Lines:
    """Finds whole, undamaged lines in a stream of bytes.

    A start mark always begins a new line, so a damaged one costs nothing but itself. `damaged` counts lines that
    had begun, `noise` bytes outside of lines.
    """

    def __init__(self) -> None:
        self.kind = self.tag = self.number = 0
        self.damaged = self.noise = 0
        self._begun = 0
        self._buffer = bytearray(LONGEST)
        self._length = 0

    @property
    def body(self) -> bytes:
        """The body of the line found last."""
        return bytes(self._buffer[_HEAD : self._length - 5])

    def take(self, byte: int) -> int:
        """Take one byte; return the kind of the line that it completes, or 0."""
        if byte == _START:
            self.damaged += self._begun
            self._begun = 1
            self._length = 1
            self._buffer[0] = byte
        elif not self._begun:
            self.noise += byte not in (0x0A, 0x0D)
        elif byte == _NEWLINE:
            self._begun = 0
            if self._is_whole():
                return self.kind
            self.damaged += 1
        elif 0x20 <= byte < 0x7F and self._length < LONGEST - 1:
            self._buffer[self._length] = byte
            self._length += 1
        elif byte != 0x0D:
            self._begun = 0
            self.damaged += 1
        return 0

    def _is_whole(self) -> bool:
        star = self._length - 5
        if star < _HEAD or self._buffer[star] != _STAR:
            return False
        if get_hex(self._buffer, star + 1, 4) != crc16(self._buffer, 1, star):
            return False
        self.kind = self._buffer[1]
        self.tag = get_hex(self._buffer, 2, 2)
        self.number = get_hex(self._buffer, 4, 4)
        return self.tag >= 0 and self.number >= 0


class Outbox:
    """Lines that wait for the wire, as bytes from `head` to `tail` of `data`; whoever sends some moves `head` on."""

    def __init__(self, size: int = 512) -> None:
        self.data = bytearray(size)
        self.head = self.tail = 0

    def clear(self) -> None:
        """Forget what waits."""
        self.head = self.tail = 0

    def put(self, kind: int, tag: int, number: int, body: "bytes | bytearray" = b"", size: int = -1) -> bool:
        """Add a line with the first *size* bytes of a body. False: no room now."""
        size = len(body) if size < 0 else size
        if self.head == self.tail:
            self.head = self.tail = 0
        data, at = self.data, self.tail
        if at + size + _HEAD + 6 > len(data):
            return False
        data[at] = _START
        data[at + 1] = kind
        put_hex(data, at + 2, tag, 2)
        put_hex(data, at + 4, number, 4)
        for index in range(size):
            data[at + _HEAD + index] = body[index]
        star = at + _HEAD + size
        data[star] = _STAR
        put_hex(data, star + 1, crc16(data, at + 1, star), 4)
        data[star + 5] = _NEWLINE
        self.tail = star + 6
        return True


class Link:
    """One end of a conversation. EVENTs arrive in order, each once, whatever gets lost or comes twice.

    `tag` names the conversation, 0 none; lines of another one are counted in `strays` and dropped. At most
    *window* EVENTs are unanswered at a time, at most *slots* wait.
    """

    def __init__(self, slots: int = 32, window: int = 8) -> None:
        self.lines = Lines()
        self.outbox = Outbox()
        self.tag = 0
        self.strays = self.repeats = self.resends = 0
        self._slots = [bytearray(LONGEST_BODY) for _ in range(slots)]
        self._sizes = bytearray(slots)
        self._window = window
        self._head = 0
        self.restart(0)

    def restart(self, tag: int) -> None:
        """Begin a new conversation: numbers from 1, nothing waits."""
        self.tag = tag
        self.waiting = 0
        self._first = 1  # the number of the oldest EVENT that waits
        self._sent = self._reached = 0  # how many of those that wait are under way, or were once
        self._moved = 0
        self._expected = 1
        self._ack_due = False

    def again(self) -> None:
        """Go on with the conversation on a new wire: what was unanswered is sent again at once."""
        self.outbox.clear()
        self._sent = 0
        self._ack_due = True

    def marks(self) -> "tuple[tuple[int, int], tuple[int, int]]":
        """For each direction, in and out: what was sent in vain, and where the numbers stand."""
        return (self.repeats, self._expected), (self.resends, self._first)

    def room(self) -> int:
        """How many more EVENTs `send` takes now."""
        return len(self._slots) - self.waiting

    def send(self, body: "bytes | bytearray", size: int = -1) -> bool:
        """Queue an EVENT with the first *size* bytes of a body (printable, without $ and *). False: no room."""
        size = len(body) if size < 0 else size
        if not self.tag or self.waiting == len(self._slots) or size > LONGEST_BODY:
            return False
        slot = (self._head + self.waiting) % len(self._slots)
        copy = self._slots[slot]
        for index in range(size):
            copy[index] = body[index]
        self._sizes[slot] = size
        self.waiting += 1
        return True

    def take(self, byte: int, now: int) -> int:
        """Take one byte; return the kind of the line its owner must look at now (in `lines`), or 0."""
        kind = self.lines.take(byte)
        if kind in (0, HELLO, WELCOME):
            return kind
        if not self.tag or self.lines.tag != self.tag:
            self.strays += 1
            return 0
        if kind == ACK:
            self._acknowledge(self.lines.number, now)
            return 0
        if kind == EVENT:
            self._ack_due = True
            if self.lines.number != self._expected:  # seen before, or one before it got lost
                self.repeats += 1
                return 0
            self._expected = (self._expected + 1) & 0xFFFF
        return kind

    def work(self, now: int) -> None:
        """Put into the outbox what is due: an acknowledgement, new EVENTs, and again those nobody answered."""
        outbox = self.outbox
        if not self.tag:
            return
        if self._ack_due and outbox.put(ACK, self.tag, (self._expected - 1) & 0xFFFF):
            self._ack_due = False
        if self._sent and outbox.head == outbox.tail and since(now, self._moved) >= RESEND_US:
            self._sent = 0
            self.resends += 1
        while self._sent < self.waiting and self._sent < self._window:
            slot = (self._head + self._sent) % len(self._slots)
            number = (self._first + self._sent) & 0xFFFF
            if not outbox.put(EVENT, self.tag, number, self._slots[slot], self._sizes[slot]):
                break
            if self._sent == 0:
                self._moved = now
            self._sent += 1
            self._reached = max(self._reached, self._sent)

    def _acknowledge(self, number: int, now: int) -> None:
        done = (number - self._first + 1) & 0xFFFF
        if not 0 < done <= self._reached:
            return
        self._head = (self._head + done) % len(self._slots)
        self._first = (self._first + done) & 0xFFFF
        self.waiting -= done
        self._reached -= done
        self._sent = max(0, self._sent - done)
        self._moved = now

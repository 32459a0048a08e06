"""The reader hub: readers, keys, lamps and a buzzer at the end of one USB cable. One loop, and nothing in it waits.

Runs on the board (`main.py`) and, on simulated chips, under CPython. `docs/hub.md` lists the messages.
"""

from firmware import rc522, wire
from firmware.contacts import Contacts
from firmware.looks import Looks, Run, Slot
from firmware.tunes import Tune
from firmware.wire import since

FIRMWARE = "2"

BYTES_A_STEP = 64
"""How much is read at most before keys and readers have their turn again."""

FORGET_US = 60_000_000
"""A host that was silent for so long is forgotten, and with it what it did not fetch."""

LONGEST_REASON = 60

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Board(Protocol):
        """What the hub needs of its board."""

        identity: str
        reset_cause: str
        boot: int
        """A number that differs from start to start."""

        spi_frames: list[rc522.Xfer]
        """One for each reader: exchange one SPI frame with its chip."""

        key_count: int
        lamp_count: int

        def ticks(self) -> int:
            """Microseconds, modulo 2^30."""

        def keys(self) -> int:
            """The keys that are down now, one bit each."""

        def on_edge(self, note: "Callable[[int, int, int], None]") -> None:
            """Call *note* with key, 1 for closed, and ticks whenever a contact moves."""

        def lamps(self, mask: int) -> None:
            """Switch all lamps, one bit each."""

        def sound(self, hertz: int) -> None:
            """Sound the buzzer; 0 is silence."""

        def read(self) -> int:
            """A byte from the host, or -1 when none waits."""

        def write(self, data: bytearray, head: int, tail: int) -> int:
            """Send bytes from head to tail to the host, as many as go without waiting; how many that were."""

        def feed(self) -> None:
            """Keep the watchdog quiet for some more seconds."""

        def free_memory(self) -> int:
            """Bytes."""

        def to_maintenance(self) -> None:
            """Restart without the hub's program, so that a new one can be put on the board."""


class Hub:
    """The program of a hub. Call `step` for ever."""

    def __init__(self, board: "Board") -> None:
        now = board.ticks()
        self.link = wire.Link()
        self.contacts = Contacts(board.keys(), now)
        self.looks = Looks([Slot(n, rc522.Rc522(frame)) for n, frame in enumerate(board.spi_frames)], now)
        self.tune = Tune(board.sound)
        self._board = board
        self._session = b""
        self._talks = board.boot & 0xFF
        self._heard = now
        self._state_due = False
        self._lost = 0
        self._down = 0  # the keys that are down as far as the host was told
        self._body = bytearray(wire.LONGEST_BODY)
        board.on_edge(self.contacts.note)
        board.lamps(0)
        board.sound(0)

    def step(self) -> None:
        """Do once what is due everywhere."""
        board = self._board
        board.feed()
        self._hear()
        now = board.ticks()
        if self.link.tag and since(now, self._heard) > FORGET_US:
            self._session = b""
            self.link.restart(0)
        self.contacts.work(board.keys(), now)
        self.looks.step(now)
        self._tell()
        now = board.ticks()
        self.tune.step(now)
        self.link.work(now)
        outbox = self.link.outbox
        if outbox.head < outbox.tail:
            outbox.head += board.write(outbox.data, outbox.head, outbox.tail)

    # What the host says

    def _hear(self) -> None:
        board, link = self._board, self.link
        for _ in range(BYTES_A_STEP):
            byte = board.read()
            if byte < 0:
                return
            kind = link.take(byte, board.ticks())
            if not kind:
                continue
            self._heard = board.ticks()
            if kind == wire.HELLO:
                self._greet(link.lines.body)
            elif kind == wire.PING:
                self._pong(link.lines.number)
            elif kind == wire.EVENT:
                self._obey(link.lines.body)

    def _greet(self, hello: bytes) -> None:
        """Answer a host; one that speaks another protocol, too, for only it can show that to somebody."""
        if hello[:2] == b"%02X" % wire.PROTOCOL and hello != self._session:
            self._session = hello
            self._talks = self._talks % 255 + 1
            if self._talks == self.link.lines.tag:  # lines of the one the host had may still be on their way
                self._talks = self._talks % 255 + 1
            self.link.restart(self._talks)
            self._begin()
        board = self._board
        words = (
            "%02X" % wire.PROTOCOL,
            hello[3:11].decode(),
            "%08X" % board.boot,
            board.identity,
            FIRMWARE,
            board.reset_cause,
            "%X" % len(self.looks.slots),
            "%X" % board.key_count,
            "%X" % board.lamp_count,
            "%08X" % board.ticks(),
        )
        self.link.again()
        self.link.outbox.put(wire.WELCOME, self.link.tag, 0, ",".join(words).encode())

    def _begin(self) -> None:
        now = self._board.ticks()
        self._state_due = True
        self._lost = 0
        self.contacts.forget()  # older than this conversation; the state tells what came of it
        self._down = self.contacts.closed
        for slot in self.looks.slots:
            slot.lost = 0
            slot.tell_afresh(now)

    def _pong(self, number: int) -> None:
        board = self._board
        words = (board.ticks(), board.free_memory(), self.link.lines.damaged, self.looks.revisit)
        if self.link.outbox.put(wire.PONG, self.link.tag, number, ("%08X,%X,%X,%X" % words).encode()):
            self.looks.revisit = 0

    def _obey(self, order: bytes) -> None:
        """Carry out what the host wants; what this firmware does not know it leaves alone."""
        what = order[:1]
        if what == b"B":
            self._board.lamps(max(0, wire.get_hex(order, 1, 2)))
        elif what in (b"T", b"t"):
            if what == b"T":
                self.tune.clear()
                self._board.sound(0)
            for at in range(1, len(order) - 7, 8):
                self.tune.add(max(0, wire.get_hex(order, at, 4)), max(0, wire.get_hex(order, at + 4, 4)))
        elif what == b"G":
            reader, gain = wire.get_hex(order, 1, 1), wire.get_hex(order, 2, 1)
            if 0 <= reader < len(self.looks.slots) and 0 <= gain <= 7:
                self.looks.slots[reader].set_gain(gain)
        elif what == b"X":
            self._board.to_maintenance()

    # What the host is told

    def _tell(self) -> None:
        link, contacts = self.link, self.contacts
        now = self._board.ticks()
        if not link.tag:
            return
        if self._state_due and link.room():
            self._tell_state(now)
        while link.room() and contacts.take(now):
            self._tell_key()
        for slot in self.looks.slots:
            if slot.lost:
                self._lost += slot.lost
                slot.lost, self._state_due = 0, True
            while link.room():
                run = slot.untold()
                if run is None:
                    break
                self._tell_run(slot.number, run)
            if slot.gain_due and slot.well and link.room():
                self._tell_gain(slot)

    def _tell_state(self, now: int) -> None:
        body = self._body
        body[0] = 0x56  # V
        at = wire.put_hex(body, 1, self._down, 4)
        at = wire.put_hex(body, at, now, 8)
        at = wire.put_hex(body, at, self._lost, 4)
        self._state_due = not self.link.send(body, at)

    def _tell_key(self) -> None:
        body, contacts = self._body, self.contacts
        body[0] = 0x4B  # K
        at = wire.put_hex(body, 1, contacts.key, 1)
        at = wire.put_hex(body, at, 1 if contacts.pressed else 0, 1)
        at = wire.put_hex(body, at, contacts.at, 8)
        self.link.send(body, at)
        self._down ^= 1 << contacts.key

    def _tell_run(self, reader: int, run: Run) -> None:
        body = self._body
        body[0] = 0x4C  # L
        at = wire.put_hex(body, 1, reader, 1)
        at = wire.put_hex(body, at, run.kind, 1)
        at = wire.put_hex(body, at, run.untold, 2)
        at = wire.put_hex(body, at, run.last, 8)
        if run.kind == rc522.CARD:
            for byte in run.data:
                at = wire.put_hex(body, at, byte, 2)
        else:
            at = wire.put_bytes(body, at, run.data[:LONGEST_REASON])
        if self.link.send(body, at):
            run.was_told()

    def _tell_gain(self, slot: Slot) -> None:
        words = "G%X%X%s" % (slot.number, slot.gain, slot.gain_note)
        slot.gain_due = not self.link.send(words.encode())

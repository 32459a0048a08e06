"""Two ends of the hub's language and a bad wire between them; no clock but a number."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from firmware import wire

if TYPE_CHECKING:
    from collections.abc import Callable

TAG = 0x5A
TICK = 20_000


def line(kind: int, number: int, body: bytes = b"", tag: int = TAG) -> bytes:
    """One whole line."""
    outbox = wire.Outbox()
    assert outbox.put(kind, tag, number, body)
    return bytes(outbox.data[: outbox.tail])


def found(data: bytes, lines: wire.Lines | None = None) -> list[tuple[int, int, int, bytes]]:
    """Every line found in some bytes: kind, tag, number, body."""
    lines = lines or wire.Lines()
    return [(lines.kind, lines.tag, lines.number, lines.body) for byte in data if lines.take(byte)]


def garbage(length: int, seed: int) -> bytes:
    """Bytes as a wire at another speed brings them, start marks and stars more often than by chance."""
    random = Random(seed)
    return bytes(
        random.choice(b"$*\nE0123456789ABCDEF") if random.random() < 0.5 else b
        for b in random.randbytes(length)
    )


def drained(link: wire.Link) -> bytes:
    """What a link wants to send, taken."""
    outbox = link.outbox
    data = bytes(outbox.data[outbox.head : outbox.tail])
    outbox.head = outbox.tail
    return data


@dataclass
class End:
    """One end: its link, and the bodies that arrived."""

    link: wire.Link = field(default_factory=wire.Link)
    got: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.link.restart(TAG)

    def hear(self, data: bytes, now: int) -> None:
        """Take bytes."""
        for byte in data:
            if self.link.take(byte, now) == wire.EVENT:
                self.got.append(self.link.lines.body)


@dataclass
class Wire:
    """Two ends; *spoil* is what the wire makes of the bytes of one turn."""

    spoil: Callable[[bytes], bytes] = bytes
    left: End = field(default_factory=End)
    right: End = field(default_factory=End)
    now: int = 0

    def turn(self) -> None:
        """Let both ends send and hear once."""
        self.now += TICK
        for end in (self.left, self.right):
            end.link.work(self.now)
        one, other = drained(self.left.link), drained(self.right.link)
        self.right.hear(self.spoil(one), self.now)
        self.left.hear(self.spoil(other), self.now)

    def settle(self, turns: int = 400) -> None:
        """Go on, on a good wire from now on, until nothing waits."""
        self.spoil = bytes
        for _ in range(turns):
            self.turn()
            if not self.left.link.waiting and not self.right.link.waiting:
                return
        raise AssertionError("something still waits for its acknowledgement")

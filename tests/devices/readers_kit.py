"""What the reader tests share: a world with chips on its wires, looks with counted costs, scripts for presence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from devices.presence import Crowd, Garbled, Look, Nothing, Presence, Tag
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import WAKE_NANOS, Card
from devices.sim.world import World
from firmware.rc522 import Rc522

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from devices.ports import ReaderEvent
    from devices.readers import TagReader

MILLI = 1_000_000
"""Nanoseconds in a millisecond."""

CLASSIC = bytes.fromhex("a1b2c3d4")
NTAG = bytes.fromhex("04a1b2c3d4e580")
TRIPLE = bytes.fromhex("0102030405060708090a")


class Cost(NamedTuple):
    """What something cost on the wire: SPI transfers, bytes, virtual microseconds."""

    transfers: int
    bytes: int
    micros: int


def cost_of(world: World, action: Callable[[], object]) -> Cost:
    """Do something and measure it."""
    spi, before = world.spi, (world.spi.transfers, world.spi.bytes, world.clock.nanos)
    action()
    nanos = world.clock.nanos - before[2]
    return Cost(spi.transfers - before[0], spi.bytes - before[1], nanos // 1000)


@dataclass
class Bench:
    """Our driver on one simulated chip, without Python's spidev in between."""

    world: World
    chip: Mfrc522
    driver: Rc522

    def lay(self, uid: bytes, **kind: Any) -> Card:
        """Lay a card on the reader and wait until it has woken up."""
        card = Card(uid, **kind)
        self.chip.place(card)
        self.world.clock.spend(WAKE_NANOS)
        return card


def bench(version: int = 0x92, gain: int = 4, speed: int = 4_000_000) -> Bench:
    """A driver on a chip; not started yet."""
    world = World()
    chip = Mfrc522(world.clock, version)
    world.spi.attach(chip)
    driver = Rc522(lambda data: world.spi.transfer(0, 0, data, speed), gain)
    return Bench(world, chip, driver)


def started() -> Bench:
    """A driver that is ready, with the field on for long enough."""
    made = bench()
    assert not made.driver.start()
    made.world.clock.spend(WAKE_NANOS)
    return made


def poll_for(world: World, reader: TagReader, milliseconds: int, every: int = 50) -> list[ReaderEvent]:
    """Poll a reader for a while of virtual time; the events of all polls."""
    events: list[ReaderEvent] = []
    end = world.clock.nanos + milliseconds * MILLI
    while world.clock.nanos < end:
        follows = world.clock.nanos + every * MILLI
        events += reader.poll()
        world.clock.advance_to(follows)
    return events


def told(world: World, reader: TagReader, milliseconds: int) -> str:
    """What a reader tells while it is polled for a while, in short."""
    return ", ".join(short(event) for event in poll_for(world, reader, milliseconds))


LETTERS: dict[str, Look] = {
    "-": Nothing(),
    "A": Tag(CLASSIC),
    "B": Tag(NTAG),
    "C": Tag(TRIPLE),
    "2": Crowd(),
    "?": Garbled(),
}


class Script:
    """Presence fed from a text, one letter per look: A, B and C are tags, - nothing, 2 a collision, ? garbled."""

    def __init__(self, every: int = 50) -> None:
        self.presence = Presence("box")
        self.at = 0
        self._every = every * 1000

    def feed(self, looks: Iterable[str | Look]) -> list[ReaderEvent]:
        """Feed looks, *every* milliseconds one; the events."""
        events: list[ReaderEvent] = []
        for look in looks:
            self.at += self._every
            events += self.presence.feed(LETTERS[look] if isinstance(look, str) else look, self.at)
        return events

    def told(self, looks: Iterable[str | Look]) -> str:
        """The same events in short: "Seen A", "Gone A", "Crowded", ... joined by commas."""
        return ", ".join(short(event) for event in self.feed(looks))


def short(event: ReaderEvent) -> str:
    """An event in one or two words."""
    uid = getattr(event, "uid", None)
    letter = next((f" {key}" for key, look in LETTERS.items() if uid and look == Tag(uid)), "")
    return f"{type(event).__name__}{letter}"

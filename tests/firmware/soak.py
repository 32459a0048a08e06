"""Hubs and readers under a long rain: part of `make soak`, and in `test_soak.py` as far as it takes seconds.

A million hostile bytes at both ends of a hub's cable, a hundred thousand events across a wire that loses and turns over
bytes, a hundred thousand faults of a reader's registers: nothing is raised, and nothing is told that did not happen.
"""

from __future__ import annotations

import sys
from random import Random

from devices.ports import Unwell, Well
from devices.readers import ReaderSettings, open_reader
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from devices.sim.world import World
from firmware import wire
from tests.devices.hubs_kit import CARD, ready, told
from tests.devices.readers_kit import NTAG, poll_for
from tests.devices.readers_kit import told as told_by
from tests.firmware.wire_kit import Wire, found, garbage, line

BYTES, EVENTS, FAULTS = 1_000_000, 100_000, 100_000
CHUNK = 512
"""So many bytes at once: what a hub reads within two polls of the host."""


def garbage_makes_no_message(length: int = BYTES) -> int:
    """How many damaged lines were counted; raises AssertionError when one got through."""
    lines = wire.Lines()
    assert found(garbage(length, 7), lines) == []
    assert len(found(line(wire.EVENT, 1, b"K"), lines)) == 1
    return lines.damaged


def no_event_is_lost_or_doubled(events: int = EVENTS, chance: float = 0.002) -> int:
    """How many lines were damaged on the way; raises AssertionError when an event got lost or came twice."""
    random = Random(7)

    def spoil(data: bytes) -> bytes:
        kept = (byte for byte in data if random.random() >= chance)
        return bytes(byte ^ (1 << random.randrange(8)) if random.random() < chance else byte for byte in kept)

    both, said = Wire(spoil), 0
    while said < events:
        while said < events and both.left.link.send(b"%d" % said):
            said += 1
        both.turn()
    both.settle()
    assert both.right.got == [b"%d" % number for number in range(events)]
    return both.right.link.lines.damaged


def hostile(random: Random, tag: int) -> bytes:
    """Some bytes of somebody else: noise, half lines, and whole lines with a right check sum of another conversation."""
    body = random.choice(
        (b"K0100000010", b"L010200000010A1B2C3D4", b"B3F", b"X", b"01,12345678", b"G07", b"")
    )
    kind = random.choice((*b"?!EAPQ", random.randrange(0x20, 0x7F)))
    whole = line(kind, random.randrange(1 << 16), body, (tag + random.randrange(1, 256)) & 0xFF)
    match random.randrange(4):
        case 0:
            return garbage(random.randint(1, 60), random.randrange(1 << 30))
        case 1:
            return whole[: random.randrange(len(whole))]
        case 2:
            at = random.randrange(len(whole))
            return whole[:at] + bytes([whole[at] ^ 1 << random.randrange(8)]) + whole[at + 1 :]
    return whole


def hostile_bytes_make_no_event(length: int = BYTES) -> int:
    """How many lines of others both ends turned down; raises AssertionError when an event came of them.

    At each end of a hub's cable arrive so many bytes that the other end never sent.
    """
    random, table = Random(7), ready()
    sent = 0
    while sent < length:
        rain = bytearray()
        while len(rain) < CHUNK:
            rain += hostile(random, table.hub.link.tag)
        table.cable.to_hub += rain
        if table.cable.opened is not None:
            table.cable.opened.arrived += rain
        sent += len(rain)
        heard = [event for event in table.run(20) if not isinstance(event, Unwell | Well)]
        assert heard == []
    table.run(20_000)
    table.tap(CARD)
    assert told(table.run(2_000)) == ["one: Seen a1b2c3d4", "one: Gone a1b2c3d4"]
    assert not table.sim.maintenance
    assert table.sim.lit == 0
    return table.hub.link.strays


def register_faults_make_no_event(faults: int = FAULTS) -> int:
    """How often the reader had to be started; raises AssertionError when one of the faults was taken for a card.

    Before each look at an empty reader some registers are overwritten, or read as something else until the next one.
    """
    random = Random(7)
    with World() as world:
        chip = Mfrc522(world.clock)
        world.spi.attach(chip)
        reader = open_reader(ReaderSettings("box"), world.clock)
        done = 0
        while done < faults:
            chip.faults.pinned.clear()
            for _ in range(random.randint(2, 4)):
                register, value = random.randrange(0x40), random.randrange(256)
                if random.random() < 0.5:
                    chip.faults.pinned[register] = value
                else:
                    chip.write(register, value)
                done += 1
            world.clock.spend(20_000_000)
            heard = [event for event in reader.poll() if not isinstance(event, Unwell | Well)]
            assert heard == []
        chip.faults.pinned.clear()
        poll_for(world, reader, 5_000)
        chip.place(Card(NTAG, "ntag213"))
        assert told_by(world, reader, 1_000) == "Seen B"
        return reader.status.restarts


def main() -> int:
    """Run all and say what came of it."""
    say = sys.stdout.write
    say(f"{BYTES:,} bytes of garbage: {garbage_makes_no_message():,} damaged lines, no message\n")
    say(
        f"{BYTES:,} hostile bytes at either end: {hostile_bytes_make_no_event():,} lines of others, no event\n"
    )
    damaged = no_event_is_lost_or_doubled()
    say(f"{EVENTS:,} events: {damaged:,} lines damaged, none lost, none doubled\n")
    restarts = register_faults_make_no_event()
    say(f"{FAULTS:,} faults of registers: {restarts:,} restarts of the reader, no event\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

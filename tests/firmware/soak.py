"""The hub's language under a long rain: `python -m tests.firmware.soak`. Too slow for every day.

A million bytes of garbage, then a hundred thousand events across a wire that loses and turns over bytes.
"""

from __future__ import annotations

import sys
from random import Random

from firmware import wire
from tests.firmware.wire_kit import Wire, found, garbage, line

GARBAGE, EVENTS = 1_000_000, 100_000


def garbage_makes_no_message(length: int = GARBAGE) -> int:
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


def main() -> int:
    """Run both and say what came of it."""
    sys.stdout.write(
        f"{GARBAGE:,} bytes of garbage: {garbage_makes_no_message():,} damaged lines, no message\n"
    )
    damaged = no_event_is_lost_or_doubled()
    sys.stdout.write(f"{EVENTS:,} events: {damaged:,} lines damaged, none lost, none doubled\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

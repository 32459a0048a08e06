"""What a reader hub does in virtual time: taps, revisits, bytes on its cable, how true the moment of a press is.

The firmware runs under CPython; a frame on its bus costs 110 us besides its bytes, as measured on an emulated Pico.
"""

from __future__ import annotations

from devices.hub_settings import HubSettings
from devices.ports import Edge, Seen
from devices.sim.clock import VirtualClock
from devices.sim.hub import SimHub
from devices.sim.picc import Card
from tests.bench.figure import Figure
from tests.devices.hubs_kit import Table

MOST_REVISIT_MS = 125
"""A card held for a quarter of a second must be looked at twice."""

MOST_BYTES = 600
MOST_MICROS = 5_000


def started(readers: int) -> Table:
    """A hub with so many readers, each of them in the wiring, that has settled down."""
    clock = VirtualClock()
    settings = HubSettings(
        "bench", readers={f"r{slot}": slot for slot in range(readers)}, keys={"confirm": 0}
    )
    table = Table(settings, hubs=[SimHub(clock, "BE", readers=readers, ticks=77)], clock=clock)
    table.run(8_000)
    return table


def card(number: int) -> Card:
    """A tag with a 7-byte UID."""
    return Card(bytes([4, number >> 8, number & 0xFF, 4, 5, 6, 7]), "ntag213")


def taps_a_second(readers: int, taps: int = 10) -> float:
    """Cards that take turns on every reader as fast as each of them is seen."""
    table = started(readers)
    began, seen = table.clock.now(), 0
    lying: dict[int, Card] = {}
    done = [0] * readers
    while min(done) < taps:
        for slot in range(readers):
            if slot not in lying and done[slot] < taps:
                lying[slot] = card(slot * 256 + done[slot])
                table.sim.chips[slot].place(lying[slot])
        for event in table.run(20):
            if isinstance(event, Seen):
                slot = int(event.reader[1:])
                table.sim.chips[slot].remove(lying.pop(slot))
                done[slot] += 1
                seen += 1
    return seen * 1_000_000 / (table.clock.now() - began)


def revisit_ms(readers: int, *, laid: bool = False) -> float:
    """The longest time between two looks at one reader, with a tag on each or on none."""
    table = started(readers)
    for slot in range(readers if laid else 0):
        table.sim.chips[slot].place(card(slot))
    table.run(3_000)
    pong = table.hub.pong
    return pong.revisit / 1000 if pong is not None else float("inf")


def bytes_a_tap() -> tuple[float, float]:
    """What one tap costs on the cable until it is seen, gone and forgotten: to the host, to the hub; no heartbeat."""
    table = started(1)
    before = list(table.cable.sent)
    table.run(8_000)
    idle = [after - first for after, first in zip(table.cable.sent, before, strict=True)]
    before = list(table.cable.sent)
    table.tap(bytes.fromhex("04a1b2c3d4e580"))
    table.run(8_000)
    to_host, to_hub = (
        after - first - rest for after, first, rest in zip(table.cable.sent, before, idle, strict=True)
    )
    return to_host, to_hub


def press_error_us(presses: int = 50) -> int:
    """How far the moment of a press is off at most, hub to host."""
    table = started(4)
    worst = 0
    for number in range(presses):
        at = table.press(0, after_ms=1 + number * 7 % 23)
        down = next(e for e in table.run(200) if isinstance(e, Edge) and e.pressed)
        worst = max(worst, abs(down.at - at))
    return worst


def figures() -> list[Figure]:
    """The table."""
    to_host, to_hub = bytes_a_tap()
    return [
        Figure("1 reader, cards that take turns", taps_a_second(1), "taps/s"),
        Figure("8 readers, cards that take turns", taps_a_second(8), "taps/s"),
        *(
            Figure(
                f"revisit, {count} empty reader{'s' * (count > 1)}", revisit_ms(count), "ms", MOST_REVISIT_MS
            )
            for count in (1, 4, 8)
        ),
        Figure("revisit, 8 readers with a 7-byte tag each", revisit_ms(8, laid=True), "ms"),
        Figure("a tap on the cable, to the host", to_host, "bytes", MOST_BYTES),
        Figure("a tap on the cable, to the hub", to_hub, "bytes"),
        Figure("moment of a press, worst of 50", press_error_us(), "us", MOST_MICROS),
    ]

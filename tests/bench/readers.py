"""What one look at an empty reader costs on the simulated wires: our driver against the mfrc522 package.

Times are virtual: bytes at the bus speed plus 30 us a transfer, an assumed overhead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.readers import ReaderSettings, TagReader, open_reader
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import WAKE_NANOS, Card
from devices.sim.world import World
from tests.bench.figure import Figure
from tests.devices.readers_kit import CLASSIC, NTAG, Cost, cost_of

if TYPE_CHECKING:
    from collections.abc import Callable

OURS = ReaderSettings("bench")
PACKAGE = ReaderSettings("bench", driver="mfrc522", speed=1_000_000)
MOST_TRANSFERS = 40


def ready(world: World, settings: ReaderSettings, *cards: Card) -> TagReader:
    """A reader that was started, on a chip with cards that have woken up."""
    chip = Mfrc522(world.clock)
    world.spi.attach(chip)
    for card in cards:
        chip.place(card)
    reader = open_reader(settings, world.clock)
    reader.poll()
    world.clock.spend(WAKE_NANOS)
    return reader


def poll_cost(settings: ReaderSettings, *cards: Card) -> Cost:
    """What one poll of our reader costs, all layers included."""
    with World() as world:
        return cost_of(world, ready(world, settings, *cards).poll)


def package_cost() -> Cost:
    """What one look of the unmodified package costs, without the check that our reader adds."""
    with World() as world:
        world.spi.attach(Mfrc522(world.clock))
        look: Callable[[], object] = world.virtual_time("mfrc522").SimpleMFRC522().read_id_no_block
        return cost_of(world, look)


def figures() -> list[Figure]:
    """The table: transfers and virtual time of a look."""
    ours, package = poll_cost(OURS), package_cost()
    four, seven = poll_cost(OURS, Card(CLASSIC)), poll_cost(OURS, Card(NTAG, "ntag213"))
    return [
        Figure("empty poll, ours", ours.transfers, "transfers", MOST_TRANSFERS),
        Figure("empty poll, ours", ours.micros, "virtual us"),
        Figure("empty poll, mfrc522 package", package.transfers, "transfers"),
        Figure("empty poll, mfrc522 package", package.micros, "virtual us"),
        Figure("4-byte card, ours", four.transfers, "transfers"),
        Figure("4-byte card, ours", four.micros, "virtual us"),
        Figure("7-byte card, ours", seven.transfers, "transfers"),
        Figure("7-byte card, ours", seven.micros, "virtual us"),
    ]

"""From a card to the panel, and from look to look, on the modelled buses: ours beside the package mfrc522 and plain luma.

Both play the same loop: look at the readers, show what came, rest for 20 ms. SPI at 4 MHz (the package: 1 MHz, its own)
with 30 us a transfer, I2C at 100 kHz.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from luma.core.interface.serial import i2c

from devices.ports import Seen
from devices.readers import ReaderSettings, open_reader
from devices.sim.mfrc522 import Mfrc522
from devices.sim.oled import Ssd1306
from devices.sim.picc import Card
from devices.sim.world import World
from tests.bench.figure import Figure
from tests.devices.panel_kit import attached, same, score
from tests.devices.readers_kit import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from devices.sim.oled import Oled

TAPS, PACKAGE_TAPS, REST_US = 100, 30, 20_000
MOST_TAP_MS, MOST_REVISIT_MS = 150, 125


def revisit_ms(readers: int, *, laid: bool) -> float:
    """The longest time from look to look at one of several readers on the Pi's bus, with a tag on each or on none."""
    with World() as world:
        made = []
        for device in range(readers):
            chip = Mfrc522(world.clock, seed=device)
            world.spi.attach(chip, 0, device)
            if laid:
                chip.place(Card(bytes([4, device, 1, 2, 3, 4, 5]), "ntag213"))
            made.append(open_reader(ReaderSettings(f"r{device}", device=device), world.clock))
        longest = begun = 0
        for turn in range(40):
            if turn > 20:
                longest = max(longest, world.clock.now() - begun)
            begun = world.clock.now()
            for reader in made:
                reader.poll()
            world.clock.spend(REST_US * 1000)
        return longest / 1000


def package_revisit_ms(readers: int) -> float:
    """The same with the package, on empty readers."""
    with World() as world:
        world.spi.attach(Mfrc522(world.clock))
        look = world.virtual_time("mfrc522").SimpleMFRC522().read_id_no_block
        look()
        begun = world.clock.now()
        for _ in range(readers):
            look()
        return (world.clock.now() - begun + REST_US) / 1000


def latencies(
    world: World, chip: Mfrc522, oled: Oled, turn: Callable[[int], Image], *, taps: int, pause: int
) -> list[float]:
    """From laying a card to the picture it brings, in milliseconds, at moments anywhere within a turn of the loop.

    *pause* turns go by without a card between two of them.
    """
    random, found, laid = Random(1), [], [0]

    def lay(card: Card) -> None:
        laid[0] = world.clock.now()
        chip.place(card)

    for tap in range(taps):
        card = Card(CLASSIC)
        world.clock.at(world.clock.nanos + random.randrange(1, 150_000_000), partial(lay, card))
        wanted = turn(tap)
        while not (chip.field and same(oled.picture(), wanted)):
            wanted = turn(tap)
        found.append((world.clock.now() - REST_US - laid[0]) / 1000)
        chip.remove(card)
        for _ in range(pause):
            turn(tap)
    return sorted(found)


def ours() -> list[float]:
    """Our drivers: a reader with presence, a panel that sends what differs."""
    with World() as world:
        chip = Mfrc522(world.clock)
        world.spi.attach(chip)
        reader = open_reader(ReaderSettings("bench"), world.clock)
        panel, oled = attached(world, "ssd1306")
        shown = score("0")

        def turn(tap: int) -> Image:
            nonlocal shown
            if any(isinstance(event, Seen) for event in reader.poll()):
                shown = score(str(tap + 1))
            panel.show(shown)
            world.clock.spend(REST_US * 1000)
            return score(str(tap + 1))

        turn(-1)
        return latencies(world, chip, oled, turn, taps=TAPS, pause=60)


def package() -> list[float]:
    """The package and plain luma: a number of a card, a whole frame."""
    with World() as world:
        chip, oled = Mfrc522(world.clock), Ssd1306()
        world.spi.attach(chip)
        world.i2c.attach(0x3C, oled)
        look = world.virtual_time("mfrc522").SimpleMFRC522().read_id_no_block
        device = import_module("luma.oled.device").ssd1306(i2c(port=1, address=0x3C))
        device.persist = True

        def turn(tap: int) -> Image:
            if look():
                device.display(score(str(tap + 1)))
            world.clock.spend(REST_US * 1000)
            return score(str(tap + 1))

        return latencies(world, chip, oled, turn, taps=PACKAGE_TAPS, pause=1)


def figures() -> list[Figure]:
    """The table."""
    mine, theirs = ours(), package()
    found = [
        Figure("card to panel, ours, median", mine[TAPS // 2], "virtual ms"),
        Figure("card to panel, ours, p99", mine[TAPS * 99 // 100 - 1], "virtual ms", MOST_TAP_MS),
        Figure("card to panel, mfrc522 and plain luma, median", theirs[PACKAGE_TAPS // 2], "virtual ms"),
        Figure("card to panel, mfrc522 and plain luma, worst of 30", theirs[-1], "virtual ms"),
    ]
    for readers in (1, 4, 8):
        name = f"revisit, {readers} reader{'s' * (readers > 1)} on the Pi"
        found += [
            Figure(f"{name}, empty", revisit_ms(readers, laid=False), "virtual ms", MOST_REVISIT_MS),
            Figure(f"{name}, a 7-byte tag on each", revisit_ms(readers, laid=True), "virtual ms"),
            Figure(f"{name}, mfrc522 package, empty", package_revisit_ms(readers), "virtual ms"),
        ]
    return found

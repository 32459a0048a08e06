"""What panels cost on the wire: our difference beside plain luma, in bytes with address bytes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from luma.core.interface.serial import i2c

from devices.sim.oled import Ssd1306
from devices.sim.world import World
from tests.bench.figure import Figure
from tests.devices.panel_kit import DRIVERS, attached, noise, score

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.oled_chips import Driver


def figures() -> list[Figure]:
    """Bytes for a first frame, an unchanged one, one changed digit and a wholly different picture."""
    found = [
        Figure("plain luma ssd1306, any frame", _plain("ssd1306"), "bytes"),
        Figure("plain luma sh1106, any frame", _plain("sh1106"), "bytes"),
    ]
    for driver in DRIVERS:
        found += _ours(driver)
    return found


def _ours(driver: Driver) -> list[Figure]:
    with World() as world:
        panel, _ = attached(world, driver)

        def cost(picture_of: str | int) -> int:
            before = world.i2c.octets
            panel.show(noise(picture_of) if isinstance(picture_of, int) else score(picture_of))
            return world.i2c.octets - before

        return [
            Figure(f"{driver}, first frame", cost("12"), "bytes"),
            Figure(f"{driver}, nothing changed", cost("12"), "bytes", 0),
            Figure(f"{driver}, one changed digit, the dearest of ten", _digits(cost), "bytes", 40),
            Figure(f"{driver}, everything changed", cost(1), "bytes"),
        ]


def _digits(cost: Callable[[str], int]) -> int:
    cost("10")
    return max(cost(f"1{digit}") for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0))


def _plain(driver: str) -> int:
    with World() as world:
        world.i2c.attach(0x3C, Ssd1306())
        device = getattr(import_module("luma.oled.device"), driver)(i2c(port=1, address=0x3C))
        device.persist = True
        before = world.i2c.octets
        device.display(score("12"))
        return world.i2c.octets - before

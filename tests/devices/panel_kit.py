"""What the tests of panels and keys share: pictures to show, and a way to let virtual time pass while polling."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from devices.font import write
from devices.panels import Look, OledPanel, open_panel
from devices.sim.oled import Oled, Sh1106, Ssd1306

if TYPE_CHECKING:
    from devices.keys import GpioKeys
    from devices.oled_chips import Driver
    from devices.ports import Edge
    from devices.sim.world import World

DRIVERS: tuple[Driver, ...] = ("ssd1306", "sh1106")
QUIET = Look(refresh_us=0)
MILLISECOND = 1000


def noise(seed: int, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """A picture without any order."""
    return Image.frombytes("1", size, Random(seed).randbytes(size[0] * size[1] // 8))


def score(points: str, title: str = "Mean Machine") -> Image.Image:
    """A screen as games show it: a headline and a line with a number in it."""
    picture = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(picture)
    write(draw, (0, 0), title, 18, bold=True)
    write(draw, (0, 24), f"Puntos: {points} de 23")
    write(draw, (0, 40), "● seguir  ↩ atrás")
    return picture


def attached(world: World, driver: Driver, look: Look = QUIET) -> tuple[OledPanel, Oled]:
    """A panel and its simulated chip at 0x3C."""
    chip: Oled = Ssd1306() if driver == "ssd1306" else Sh1106()
    world.i2c.attach(0x3C, chip)
    return open_panel("console", driver, clock=world.clock, look=look), chip


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are the same dot for dot."""
    return one.size == other.size and one.tobytes() == other.tobytes()


def polled(world: World, keys: GpioKeys, until: int, every: int = 5 * MILLISECOND) -> list[Edge]:
    """Let time pass up to a moment in microseconds, polling as the table's loop does; return all edges."""
    edges: list[Edge] = []
    while world.clock.now() < until:
        world.clock.spend(every * 1000)
        edges += keys.poll()
    return edges

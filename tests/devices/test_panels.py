"""Panels on simulated controllers: what they show, and how little travels for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from devices.font import write
from devices.panels import Look, open_panel
from devices.sim.oled import Sh1106, Ssd1306
from devices.sim.world import World
from tests.devices.panel_kit import DRIVERS, QUIET, attached, noise, same, score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.oled_chips import Driver
    from devices.ports import Panel

# The probe, luma's start sequence with contrast, addresses and a whole frame, display on.
FIRST_FRAME = {"ssd1306": 1072, "sh1106": 1121}


@pytest.fixture
def world() -> Iterator[World]:
    with World() as installed:
        yield installed


def cost(world: World, panel: Panel, picture: Image.Image) -> int:
    """Bytes on the wire for a picture, address bytes included."""
    before = world.i2c.octets
    assert panel.show(picture)
    return world.i2c.octets - before


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_first_picture_travels_whole_and_is_seen_dot_for_dot(world: World, driver: Driver) -> None:
    panel, chip = attached(world, driver)
    assert cost(world, panel, noise(1)) == FIRST_FRAME[driver]
    assert same(chip.picture(), noise(1))


@pytest.mark.parametrize("driver", DRIVERS)
def test_nothing_lights_before_the_whole_first_picture_is_there(world: World, driver: Driver) -> None:
    panel, chip = attached(world, driver)
    world.i2c.fail_after(0x3C, 100)
    assert not panel.show(noise(1))
    assert chip.picture().getbbox() is None


@pytest.mark.parametrize("driver", DRIVERS)
def test_making_a_panel_sends_nothing(world: World, driver: Driver) -> None:
    attached(world, driver)
    assert world.i2c.octets == 0


@pytest.mark.report("E06")
@pytest.mark.parametrize("driver", DRIVERS)
def test_an_unchanged_picture_costs_no_byte_for_ten_seconds(world: World, driver: Driver) -> None:
    """E06: static screen for 10 s, nothing written after the first frame."""
    panel, _ = attached(world, driver)
    panel.show(score("12"))
    for _ in range(100):
        world.clock.spend(100_000_000)
        assert cost(world, panel, score("12")) == 0


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(("before", "after"), [("12", "13"), ("8", "9"), ("0", "7"), ("18", "19")])
def test_one_changed_digit_costs_at_most_40_bytes(
    world: World, driver: Driver, before: str, after: str
) -> None:
    panel, chip = attached(world, driver)
    panel.show(score(before))
    assert 0 < cost(world, panel, score(after)) <= 40
    assert same(chip.picture(), score(after))


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("upside_down", [False, True])
@settings(max_examples=25)
@given(steps=st.lists(st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 90)), max_size=5))
def test_any_sequence_of_pictures_is_seen_dot_for_dot(
    driver: Driver, *, upside_down: bool, steps: list[tuple[int, int, int]]
) -> None:
    picture = noise(3)
    with World() as world:
        panel, chip = attached(world, driver, Look(upside_down=upside_down, refresh_us=0))
        panel.show(picture)
        for x, y, size in steps:
            draw = ImageDraw.Draw(picture)
            draw.rectangle((x, y, x + size, y + size // 2), fill=size % 2)
            assert cost(world, panel, picture) <= 1120
            seen = chip.picture()
            assert same(seen.transpose(Image.Transpose.ROTATE_180) if upside_down else seen, picture)


def test_a_changed_contrast_is_sent_at_once(world: World) -> None:
    panel, chip = attached(world, "ssd1306", Look(contrast=10, refresh_us=0))
    panel.show(noise(1))
    assert chip.contrast == 10
    panel.set_contrast(200)
    assert chip.contrast == 200
    assert same(chip.picture(), noise(1))


def test_contrast_set_before_the_first_picture_comes_with_it(world: World) -> None:
    panel, chip = attached(world, "sh1106")
    panel.set_contrast(33)
    assert world.i2c.octets == 0
    panel.show(noise(1))
    assert chip.contrast == 33


@pytest.mark.report("E05")
@pytest.mark.parametrize("offset", [0, 2, 4])
def test_the_border_of_an_sh1106_shows_with_the_right_column_offset(world: World, offset: int) -> None:
    """E05: the same picture on glass wired at another column, put right by the setting."""
    chip = Sh1106(first_column=offset)
    world.i2c.attach(0x3C, chip)
    border = Image.new("1", (128, 64))
    ImageDraw.Draw(border).rectangle((0, 0, 127, 63), outline=1)
    right = open_panel("console", "sh1106", clock=world.clock, column_offset=offset, look=QUIET)
    right.show(border)
    assert same(chip.picture(), border)
    wrong = open_panel("console", "sh1106", clock=world.clock, column_offset=offset ^ 1, look=QUIET)
    wrong.show(border)
    assert not same(chip.picture(), border)


def test_a_panel_of_32_lines_works(world: World) -> None:
    chip = Ssd1306(height=32)
    world.i2c.attach(0x3D, chip)
    panel = open_panel("small", clock=world.clock, address=0x3D, size=(128, 32))
    assert (panel.width, panel.height) == (128, 32)
    panel.show(noise(1, (128, 32)))
    panel.show(noise(2, (128, 32)))
    assert same(chip.picture(), noise(2, (128, 32)))


def test_two_panels_on_one_bus_keep_to_themselves(world: World) -> None:
    one, left = attached(world, "ssd1306")
    right = Sh1106()
    world.i2c.attach(0x3D, right)
    other = open_panel("seat 2", "sh1106", clock=world.clock, address=0x3D)
    one.show(noise(1))
    other.show(noise(2))
    assert same(left.picture(), noise(1))
    assert same(right.picture(), noise(2))


@pytest.mark.parametrize(
    "picture", [Image.new("L", (128, 64)), Image.new("1", (128, 32)), Image.new("1", (64, 128))]
)
def test_a_picture_of_another_kind_is_a_mistake_of_the_program(world: World, picture: Image.Image) -> None:
    panel, _ = attached(world, "ssd1306")
    with pytest.raises(ValueError, match=r'panel "console" takes pictures of mode "1" and 128x64'):
        panel.show(picture)
    assert world.i2c.octets == 0


@pytest.mark.parametrize(
    ("driver", "size", "words"),
    [
        ("ssd1331", (128, 64), 'panel "x": the driver is "ssd1306" or "sh1106", not "ssd1331"'),
        ("ssd1306", (128, 48), 'panel "x": Unsupported display mode: 128 x 48'),
    ],
)
def test_an_unknown_driver_or_size_is_refused(
    world: World, driver: Driver, size: tuple[int, int], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        open_panel("x", driver, clock=world.clock, size=size)


@pytest.mark.report("E07")
@pytest.mark.parametrize("driver", DRIVERS)
def test_a_budget_spreads_a_picture_over_calls_and_the_last_state_wins(world: World, driver: Driver) -> None:
    """E07: twenty changes in a second, no call longer than 50 ms, the last state shown."""
    panel, chip = attached(world, driver, Look(budget=400, refresh_us=0))
    while panel.pending:
        panel.show(noise(0))
    for seed in range(20):
        before = world.clock.now()
        assert panel.show(noise(seed))
        assert world.clock.now() - before < 50_000
    assert panel.pending
    for _ in range(3):
        panel.show(noise(19))
    assert not panel.pending
    assert same(chip.picture(), noise(19))


def test_with_a_budget_the_panel_lights_when_the_first_picture_is_whole(world: World) -> None:
    panel, chip = attached(world, "ssd1306", Look(budget=400, refresh_us=0))
    shown = []
    while panel.pending:
        panel.show(noise(1))
        shown.append(chip.picture().getbbox() is not None)
    assert shown == [False] * (len(shown) - 1) + [True]
    assert len(shown) == 4


def test_a_budget_smaller_than_one_patch_still_gets_on(world: World) -> None:
    panel, chip = attached(world, "ssd1306", Look(budget=1, refresh_us=0))
    for _ in range(8):
        panel.show(noise(1))
    assert same(chip.picture(), noise(1))


@pytest.mark.report("E10")
@pytest.mark.parametrize("name", ["Zoë", "Łukasz", "Ana 😀", "W" * 40, "", "Zoe\u0308"])
def test_every_name_gives_a_frame(world: World, name: str) -> None:
    """E10: accents, an emoji, a 40-letter name."""
    panel, chip = attached(world, "ssd1306")
    picture = Image.new("1", (128, 64))
    write(ImageDraw.Draw(picture), (0, 0), name)
    assert panel.show(picture)
    assert same(chip.picture(), picture)

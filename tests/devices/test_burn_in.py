"""A panel on which nothing happens is spared, and is itself again at once when something does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.burn_in import DIM_SHARE, DIM_US, PLACES, SHIFT_US, Care, Idleness
from devices.pages import moved
from devices.panels import Look
from devices.sim.world import World
from tests.devices.panel_kit import DRIVERS, attached, noise, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.oled_chips import Driver

MINUTE = 60_000_000_000
CAREFUL = Look(refresh_us=0)


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


@pytest.mark.report("E08")
@pytest.mark.parametrize("driver", DRIVERS)
def test_a_picture_that_stays_moves_by_a_dot_and_is_dimmed_and_wakes_whole(
    world: World, driver: Driver
) -> None:
    """E08: 15 minutes idle: shifted and dimmed; a new picture is bright and in its place at once."""
    panel, chip = attached(world, driver, CAREFUL)
    panel.show(noise(1))
    assert (same(chip.picture(), noise(1)), chip.contrast) == (True, 0xCF)
    seen, levels = set(), []
    for _ in range(15):
        world.clock.spend(MINUTE)
        panel.show(noise(1))
        seen |= {place for place in PLACES if same(chip.picture(), moved(noise(1), place))}
        levels.append(chip.contrast)
    assert seen == set(PLACES)
    assert levels == [0xCF] * 4 + [0xCF // DIM_SHARE] * 11
    panel.show(noise(2))
    assert (same(chip.picture(), noise(2)), chip.contrast) == (True, 0xCF)


@pytest.mark.report("E08")
def test_a_press_that_changes_nothing_wakes_the_panel_as_well(world: World) -> None:
    """E08: any input wakes."""
    panel, chip = attached(world, "ssd1306", CAREFUL)
    panel.show(noise(1))
    world.clock.spend(7 * MINUTE)
    panel.show(noise(1))
    assert chip.contrast < 0x40
    panel.wake()
    panel.show(noise(1))
    assert (same(chip.picture(), noise(1)), chip.contrast) == (True, 0xCF)


def test_a_brightness_set_while_it_is_dimmed_holds_when_it_wakes(world: World) -> None:
    panel, chip = attached(world, "ssd1306", CAREFUL)
    panel.show(noise(1))
    world.clock.spend(7 * MINUTE)
    panel.show(noise(1))
    panel.set_contrast(80)
    assert chip.contrast == 80 // DIM_SHARE
    panel.show(noise(2))
    assert chip.contrast == 80


def test_a_panel_that_comes_back_while_idle_is_dim(world: World) -> None:
    panel, chip = attached(world, "ssd1306", CAREFUL)
    panel.show(noise(1))
    world.i2c.unplug(0x3C)
    world.clock.spend(7 * MINUTE)
    panel.show(noise(1))
    world.i2c.plug(0x3C)
    world.clock.spend(MINUTE)
    assert panel.show(noise(1))
    assert chip.contrast == 0xCF // DIM_SHARE


def test_between_two_moves_nothing_travels(world: World) -> None:
    panel, _ = attached(world, "ssd1306", CAREFUL)
    panel.show(noise(1))
    world.clock.spend(MINUTE)
    panel.show(noise(1))
    before = world.i2c.octets
    for _ in range(50):
        world.clock.spend(MINUTE // 60)
        panel.show(noise(1))
    assert world.i2c.octets == before


def test_a_panel_may_be_told_to_stay_as_it_is(world: World) -> None:
    panel, chip = attached(world, "ssd1306", Look(refresh_us=0, shift_us=0, dim_us=0))
    panel.show(noise(1))
    world.clock.spend(60 * MINUTE)
    panel.show(noise(1))
    assert (same(chip.picture(), noise(1)), chip.contrast) == (True, 0xCF)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 400_000_000)), max_size=40))
def test_a_new_picture_is_never_moved_or_dim(turns: list[tuple[int, int]]) -> None:
    idleness, now, last = Idleness(), 0, b""
    for picture, later in turns:
        now += later
        care = idleness.care(bytes([picture]), now)
        if bytes([picture]) != last:
            assert care == Care()
        last = bytes([picture])


def test_a_picture_is_dimmed_later_than_it_is_moved() -> None:
    idleness = Idleness()
    idleness.care(b"a", 0)
    assert idleness.care(b"a", SHIFT_US) == Care((1, 0))
    assert idleness.care(b"a", DIM_US) == Care((1, 0), dim=True)

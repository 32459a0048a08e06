"""Panels that are missing, break off, come back, or are not what was said: the table goes on, and the panel returns."""

from __future__ import annotations

import atexit
import errno
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from devices.panels import FIRST_RETRY_US, LAST_RETRY_US, Look, answering, open_panel
from devices.sim.oled import Ssd1306
from devices.sim.world import World
from tests.devices.panel_kit import DRIVERS, attached, noise, same, score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from devices.oled_chips import Driver
    from devices.panels import OledPanel

SECOND = 1_000_000_000


@pytest.fixture
def world() -> Iterator[World]:
    with World() as installed:
        yield installed


def seconds_until_shown(world: World, panel: OledPanel, seed: int, limit: int = 60) -> float:
    """Show a picture ten times a second until the panel takes it."""
    start = world.clock.nanos
    while not panel.show(noise(seed)):
        world.clock.spend(SECOND // 10)
        assert world.clock.nanos - start < limit * SECOND
    return (world.clock.nanos - start) / SECOND


@pytest.mark.report("E01")
@pytest.mark.parametrize("driver", DRIVERS)
def test_a_panel_that_appears_late_comes_up_within_ten_seconds(world: World, driver: Driver) -> None:
    """E01: nobody there for 30 s, then present."""
    panel, chip = attached(world, driver)
    world.i2c.unplug(0x3C)
    while world.clock.nanos < 30 * SECOND:
        assert not panel.show(noise(1))
        assert panel.trouble is not None
        world.clock.spend(SECOND // 10)
    world.i2c.plug(0x3C)
    assert seconds_until_shown(world, panel, 1) < 10
    assert panel.trouble is None
    assert same(chip.picture(), noise(1))


@pytest.mark.report("E04")
def test_tries_are_few_and_grow_rarer(world: World) -> None:
    """E04: every write fails; a set number of tries, and never a long one."""
    panel, _ = attached(world, "ssd1306")
    world.i2c.unplug(0x3C)
    tries = []
    while world.clock.nanos < 60 * SECOND:
        start, messages = world.clock.nanos, world.i2c.messages
        assert not panel.show(noise(1))
        assert world.clock.nanos - start < 1_000_000
        if world.i2c.messages > messages:
            tries.append(start // 1_000_000)
        world.clock.spend(SECOND // 50)
    gaps = [round(later - earlier, -2) for earlier, later in pairwise(tries)]
    assert gaps == sorted(gaps)
    assert (gaps[0], gaps[-1]) == (FIRST_RETRY_US // 1000, LAST_RETRY_US // 1000)
    assert len(tries) <= 12


def test_after_a_return_the_tries_begin_early_again(world: World) -> None:
    panel, _ = attached(world, "ssd1306")
    for _ in range(2):
        world.i2c.unplug(0x3C)
        panel.show(noise(0))
        panel.show(noise(1))
        world.i2c.plug(0x3C)
        assert seconds_until_shown(world, panel, 1) <= 0.7


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_a_break_in_the_middle_of_data_is_survived_and_everything_redrawn(
    world: World, driver: Driver, code: int
) -> None:
    panel, chip = attached(world, driver)
    panel.show(noise(1))
    world.i2c.fail_after(0x3C, 60, code)
    assert not panel.show(noise(2))
    assert not panel.show(noise(2))
    before = world.i2c.octets
    seconds_until_shown(world, panel, 2)
    assert world.i2c.octets - before > 1024
    assert same(chip.picture(), noise(2))


def test_a_panel_replugged_between_two_pictures_is_started_anew(world: World) -> None:
    panel, chip = attached(world, "ssd1306")
    panel.show(score("12"))
    world.i2c.unplug(0x3C)
    assert not panel.show(score("13"))
    world.i2c.plug(0x3C)
    assert chip.picture().getbbox() is None
    world.clock.spend(SECOND)
    assert panel.show(score("13"))
    assert same(chip.picture(), score("13"))


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_panel_that_lost_power_unnoticed_is_whole_again_within_a_minute(
    world: World, driver: Driver
) -> None:
    panel, chip = attached(world, driver, Look(shift_us=0))
    panel.show(noise(1))
    chip.power_on()
    for _ in range(60):
        world.clock.spend(SECOND)
        assert panel.show(noise(1))
    assert same(chip.picture(), noise(1))


@pytest.mark.report("E15")
def test_a_display_switched_off_behind_our_back_is_on_again_within_a_minute(world: World) -> None:
    """E15: another program switches the panel off."""
    panel, chip = attached(world, "ssd1306", Look(shift_us=0))
    panel.show(noise(1))
    chip.receive(b"\x00\xae")
    assert chip.picture().getbbox() is None
    for _ in range(60):
        world.clock.spend(SECOND)
        panel.show(noise(1))
    assert same(chip.picture(), noise(1))


def test_the_slow_refresh_never_darkens_and_costs_little(world: World) -> None:
    panel, chip = attached(world, "ssd1306", Look())
    panel.show(noise(1))
    seen: list[bool] = []
    real = chip.receive

    def watching(data: bytes) -> None:
        real(data)
        seen.append(chip.lit)

    chip.receive = watching  # type: ignore[method-assign] # looks over the chip's shoulder
    before = world.i2c.octets
    world.clock.spend(6 * SECOND)
    panel.show(noise(1))
    assert all(seen)
    assert 0 < world.i2c.octets - before < 200


@pytest.mark.report("E02")
@pytest.mark.parametrize(
    ("present", "words"),
    [
        ([], 'panel "console": nothing answers at 0x3C on I2C bus 1; look at its four wires'),
        ([0x3D], "nothing answers at 0x3C on I2C bus 1; something does at 0x3D: set its address"),
    ],
)
def test_the_trouble_names_the_addresses_that_do_answer(world: World, present: list[int], words: str) -> None:
    """E02: only 0x3D answers."""
    for address in present:
        world.i2c.attach(address, Ssd1306())
    panel = open_panel("console", clock=world.clock)
    assert not panel.show(noise(1))
    assert words in str(panel.trouble)
    assert answering(1) == present


def test_a_missing_bus_is_told_and_waited_for(world: World) -> None:
    panel, chip = attached(world, "ssd1306")
    world.i2c.missing = True
    assert not panel.show(noise(1))
    assert panel.trouble == 'panel "console": there is no /dev/i2c-1: switch I2C on in raspi-config'
    assert answering(1) == []
    world.i2c.missing = False
    seconds_until_shown(world, panel, 1)
    assert same(chip.picture(), noise(1))


@pytest.mark.report("F07")
def test_a_missing_right_is_told_with_its_remedy(world: World) -> None:
    """F07: opening raises EACCES."""
    panel, _ = attached(world, "ssd1306")
    world.i2c.denied = True
    assert not panel.show(noise(1))
    assert panel.trouble == 'panel "console": may not open /dev/i2c-1: add this user to the group i2c'


def test_a_stuck_bus_is_no_error_for_the_caller(world: World) -> None:
    panel, _ = attached(world, "ssd1306")
    panel.show(noise(1))
    world.i2c.stuck = True
    assert not panel.show(noise(2))
    assert panel.trouble is not None


def test_setting_the_contrast_of_a_panel_that_just_left_is_survived(world: World) -> None:
    panel, chip = attached(world, "ssd1306")
    panel.show(noise(1))
    world.i2c.unplug(0x3C)
    panel.set_contrast(5)
    assert panel.pending
    world.i2c.plug(0x3C)
    seconds_until_shown(world, panel, 1)
    assert chip.contrast == 5


def test_a_dead_panel_does_not_touch_the_other(world: World) -> None:
    dead, _ = attached(world, "ssd1306")
    chip = Ssd1306()
    world.i2c.attach(0x3D, chip)
    alive = open_panel("seat 2", clock=world.clock, address=0x3D)
    world.i2c.unplug(0x3C)
    assert not dead.show(noise(1))
    assert alive.show(noise(2))
    assert same(chip.picture(), noise(2))


@pytest.mark.report("E11")
def test_the_last_picture_stays_when_the_program_ends(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """E11: the stop screen must not be wiped by the library's hook for the end of the program."""
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    panel, chip = attached(world, "ssd1306")
    panel.show(score("23"))
    panel.close()
    assert len(hooks) == 1
    hooks[0]()
    assert same(chip.picture(), score("23"))


def test_trying_for_a_day_leaves_nothing_behind(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    panel, _ = attached(world, "ssd1306")
    world.i2c.unplug(0x3C)
    for _ in range(100):
        panel.show(noise(1))
        world.clock.spend(8 * SECOND)
    assert len(hooks) == 1


@pytest.mark.report("D16")
def test_fifty_worlds_with_panels_come_and_go_in_one_process() -> None:
    """D16: simulated hardware is made and closed many times."""
    for seed in range(50):
        with World() as world:
            panel, chip = attached(world, "ssd1306")
            assert panel.show(noise(seed))
            assert same(chip.picture(), noise(seed))
            panel.close()

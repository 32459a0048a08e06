"""Lamps and the buzzer on the simulated GPIO."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from devices.lamps import GpioLamp
from devices.ports import Tone
from devices.sim.factory import open_sim_factory
from devices.sim.world import World
from devices.sound import PwmBuzzer

if TYPE_CHECKING:
    from collections.abc import Iterator

TUNE = [Tone(440, 100), Tone(0, 50), Tone(880, 200)]


@pytest.fixture
def world() -> Iterator[World]:
    with World() as installed:
        yield installed


@pytest.fixture
def factory(world: World) -> Iterator[Any]:
    opened = open_sim_factory(world.clock)
    yield opened
    opened.close()


@pytest.fixture
def buzzer(world: World, factory: Any) -> Iterator[PwmBuzzer]:
    made = PwmBuzzer(12, world.clock, factory)
    yield made
    made.close()


def heard(world: World, buzzer: PwmBuzzer, milliseconds: int, every: int = 10) -> list[float]:
    """The frequency on the pin at every so many milliseconds, 0 for silence, ticking as the loop does."""
    out: list[float] = []
    for _ in range(0, milliseconds, every):
        pwm = world.gpio[12].pwm
        out.append(pwm[0] if pwm else 0)
        world.clock.spend(every * 1_000_000)
        buzzer.tick(world.clock.now())
    return out


@pytest.mark.parametrize(("active_high", "levels"), [(True, [0, 1, 0]), (False, [1, 0, 1])])
def test_a_lamp_is_switched(world: World, factory: Any, *, active_high: bool, levels: list[int]) -> None:
    lamp = GpioLamp(21, factory, active_high=active_high)
    seen = [world.gpio[21].level]
    for on in (True, False):
        lamp.set(on)
        seen.append(world.gpio[21].level)
    assert seen == levels


def test_a_closed_lamp_is_dark_and_its_pin_free(world: World, factory: Any) -> None:
    lamp = GpioLamp(21, factory)
    lamp.set(True)
    lamp.close()
    assert (world.gpio[21].level, world.gpio[21].role) == (0, "input")
    GpioLamp(21, factory).close()


def test_a_tune_plays_by_the_clock_and_ends_in_silence(world: World, buzzer: PwmBuzzer) -> None:
    assert buzzer.due is None
    buzzer.play(TUNE)
    assert heard(world, buzzer, 450) == [440] * 10 + [0] * 5 + [880] * 20 + [0] * 10
    assert (buzzer.due, world.gpio[12].level) == (None, 0)


def test_half_of_each_period_is_high(world: World, buzzer: PwmBuzzer) -> None:
    buzzer.play([Tone(440, 100)])
    assert world.gpio[12].pwm == (440, 50)


def test_due_tells_when_the_next_tone_begins(world: World, buzzer: PwmBuzzer) -> None:
    world.clock.spend(7_000_000)
    buzzer.play(TUNE)
    assert buzzer.due == 107_000
    world.clock.spend(100_000_000)
    buzzer.tick(world.clock.now())
    assert buzzer.due == 157_000


def test_a_late_tick_skips_what_is_over(world: World, buzzer: PwmBuzzer) -> None:
    buzzer.play(TUNE)
    world.clock.spend(160_000_000)
    buzzer.tick(world.clock.now())
    assert world.gpio[12].pwm == (880, 50)
    assert buzzer.due == 350_000


def test_a_new_tune_replaces_the_one_that_plays(world: World, buzzer: PwmBuzzer) -> None:
    buzzer.play(TUNE)
    assert heard(world, buzzer, 30) == [440] * 3
    buzzer.play([Tone(200, 40)])
    assert heard(world, buzzer, 100) == [200] * 4 + [0] * 6


def test_an_empty_tune_is_silence_at_once(world: World, buzzer: PwmBuzzer) -> None:
    buzzer.play(TUNE)
    buzzer.play([])
    assert world.gpio[12].pwm is None


def test_a_muted_buzzer_is_silent_and_may_be_heard_again_in_the_middle(
    world: World, buzzer: PwmBuzzer
) -> None:
    buzzer.muted = True
    buzzer.play(TUNE)
    assert heard(world, buzzer, 200) == [0] * 20
    buzzer.muted = False
    assert not buzzer.muted
    assert heard(world, buzzer, 100) == [880] * 10
    buzzer.muted = True
    assert world.gpio[12].pwm is None


@pytest.mark.parametrize(("asked", "played"), [(5, 20), (20_000, 10_000), (-3, 0)])
def test_what_a_buzzer_cannot_do_is_brought_into_its_range(
    world: World, buzzer: PwmBuzzer, asked: int, played: float
) -> None:
    buzzer.play([Tone(asked, 100)])
    assert heard(world, buzzer, 10) == [played]


def test_playing_takes_no_thread(buzzer: PwmBuzzer) -> None:
    before = threading.active_count()
    buzzer.play(TUNE)
    assert threading.active_count() == before


def test_a_closed_buzzer_is_silent(world: World, factory: Any) -> None:
    buzzer = PwmBuzzer(12, world.clock, factory)
    buzzer.play(TUNE)
    buzzer.close()
    assert (world.gpio[12].pwm, world.gpio[12].role) == (None, "input")

"""Keys on the simulated GPIO, through real gpiozero: every physical press is one press and one release."""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from devices.keys import GpioKeys
from devices.ports import Edge
from devices.sim.factory import open_sim_factory
from devices.sim.world import World
from tests.devices.panel_kit import MILLISECOND, polled

if TYPE_CHECKING:
    from collections.abc import Iterator

PINS = {"left": 5, "right": 6, "ok": 13, "back": 19}
EIGHT_EDGES = [1100, 900, 2500, 1500, 1800, 700, 2000, 1500]


@pytest.fixture
def world() -> Iterator[World]:
    with World() as installed:
        yield installed


@pytest.fixture
def keys(world: World) -> Iterator[GpioKeys]:
    factory = open_sim_factory(world.clock)
    opened = GpioKeys(PINS, world.clock, factory)
    yield opened
    opened.close()
    factory.close()


def random_bounce(chance: Random) -> list[int]:
    return [chance.randrange(50, 2500) for _ in range(2 * chance.randrange(7))]


@pytest.mark.report("D01")
def test_a_bouncing_press_and_a_bouncing_release_are_one_each(world: World, keys: GpioKeys) -> None:
    """D01: eight edges in 12 ms, held 1.5 s, released with eight edges."""
    world.gpio[13].press(50 * MILLISECOND, 1500 * MILLISECOND, EIGHT_EDGES)
    assert polled(world, keys, 2_000_000) == [Edge("ok", True, 50_000), Edge("ok", False, 1_550_000)]


@pytest.mark.report("D02")
@pytest.mark.parametrize("deaf", [0, 1, 3, 99])
def test_five_hundred_presses_are_five_hundred_pairs(world: World, keys: GpioKeys, deaf: int) -> None:
    """D02: 500 presses of 60 to 400 ms with random bounce, also where alerts get lost."""
    chance = Random(deaf)
    at = 10_000
    moments = []
    for _ in range(500):
        length = chance.randrange(60_000, 400_000)
        world.gpio[13].press(at, length, random_bounce(chance))
        moments += [at, at + length]
        at += length + chance.randrange(80_000, 200_000)
    edges: list[Edge] = []
    while world.clock.now() < at:
        if deaf:
            world.gpio[13].deaf = chance.randrange(deaf + 1)
        edges += polled(world, keys, world.clock.now() + 10_000, 10 * MILLISECOND)
    assert [edge.pressed for edge in edges] == [True, False] * 500
    late = [edge.at - moment for edge, moment in zip(edges, moments, strict=True)]
    assert min(late) >= 0
    # Without alerts a press is first seen by a poll, at the latest when the bounce (up to 30 ms) is over.
    assert max(late) <= (0 if deaf == 0 else 40_000)


@pytest.mark.report("D05")
def test_a_hundred_spikes_are_no_press(world: World, keys: GpioKeys) -> None:
    """D05: 100 pulses of 1 to 5 ms at random times."""
    chance = Random(5)
    for _ in range(100):
        world.gpio.spike(13, chance.randrange(20_000_000), chance.randrange(1000, 5001))
    assert polled(world, keys, 21_000_000) == []


@pytest.mark.report("D05")
def test_spikes_on_the_line_of_a_held_key_change_nothing(world: World, keys: GpioKeys) -> None:
    """D05: a pulse to ground on a line that a finger holds down already."""
    world.gpio[13].press(100_000, 400_000, EIGHT_EDGES)
    for at in (100_000, 105_000, 300_000, 499_000):
        world.gpio.spike(13, at, 4_000)
    assert [edge.pressed for edge in polled(world, keys, 1_000_000)] == [True, False]


@pytest.mark.report("D09")
def test_presses_during_a_slow_action_all_arrive_in_order(world: World, keys: GpioKeys) -> None:
    """D09: the action of A takes 2 s; A is let go at +0.2 s and B pressed at +0.5 s."""
    world.gpio[5].press(100_000, 200_000, EIGHT_EDGES)
    world.gpio[6].press(600_000, 300_000, EIGHT_EDGES)
    world.gpio[5].press(1_000_000, 100_000)
    world.clock.spend(2_000_000_000)
    assert keys.poll() == [
        Edge("left", True, 100_000),
        Edge("left", False, 300_000),
        Edge("right", True, 600_000),
        Edge("right", False, 900_000),
        Edge("left", True, 1_000_000),
        Edge("left", False, 1_100_000),
    ]


@pytest.mark.report("D10")
def test_overlapping_presses_of_two_keys_both_count(world: World, keys: GpioKeys) -> None:
    """D10: A at 0, B at +80 ms; here keys are no chords, so both arrive."""
    world.gpio[5].press(100_000, 300_000)
    world.gpio[6].press(180_000, 300_000)
    assert [(edge.key, edge.pressed) for edge in polled(world, keys, 700_000)] == [
        ("left", True),
        ("right", True),
        ("left", False),
        ("right", False),
    ]


def test_edges_come_in_the_order_of_their_contacts_whoever_settles_first(
    world: World, keys: GpioKeys
) -> None:
    world.gpio[5].press(100_000, 300_000, EIGHT_EDGES)
    world.gpio[6].press(103_000, 300_000)
    edges = polled(world, keys, 300_000, MILLISECOND)
    assert edges == [Edge("left", True, 100_000), Edge("right", True, 103_000)]


def test_a_key_that_never_stops_flapping_does_not_hold_up_the_others(world: World, keys: GpioKeys) -> None:
    for at in range(0, 2_000_000, 10_000):
        world.gpio.spike(5, at, 5000)
    world.gpio[6].press(500_000, 400_000)
    edges = polled(world, keys, 700_000)
    assert edges == [Edge("right", True, 500_000)]


def test_a_press_is_told_within_a_window_and_a_poll(world: World, keys: GpioKeys) -> None:
    world.gpio[13].press(100_000, 300_000)
    assert polled(world, keys, 120_000) == []
    assert polled(world, keys, 130_000) == [Edge("ok", True, 100_000)]


def test_a_key_held_at_the_start_gives_only_its_release(world: World) -> None:
    world.gpio[13].drive(0)
    keys = GpioKeys(PINS, world.clock, open_sim_factory(world.clock))
    assert polled(world, keys, 1_000_000) == []
    world.gpio[13].release()
    assert polled(world, keys, 2_000_000) == [Edge("ok", False, 1_000_000)]


def test_keys_own_no_thread(world: World) -> None:
    before = threading.active_count()
    keys = GpioKeys(PINS, world.clock, open_sim_factory(world.clock))
    assert threading.active_count() == before
    keys.close()


def test_closed_keys_give_their_pins_back(world: World) -> None:
    factory: Any = open_sim_factory(world.clock)
    GpioKeys(PINS, world.clock, factory).close()
    keys = GpioKeys(PINS, world.clock, factory)
    world.gpio[13].press(100_000, 100_000)
    assert len(polled(world, keys, 400_000)) == 2


def test_moments_are_told_by_the_tables_clock_even_if_the_pins_have_another(world: World) -> None:
    class Later:
        def now(self) -> int:
            return world.clock.now() + 5_000_000

    factory = open_sim_factory(world.clock)
    keys = GpioKeys({"ok": 13}, Later(), factory)
    world.gpio[13].press(100_000, 300_000)
    assert polled(world, keys, 200_000) == [Edge("ok", True, 5_100_000)]

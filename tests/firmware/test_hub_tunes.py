"""The hub's buzzer: tunes by the clock."""

from __future__ import annotations

import pytest

from firmware.tunes import MOST_TONES, Tune
from firmware.wire import TICKS_MASK


def sounded(tune: Tune, heard: list[int], times: range, start: int = 0) -> list[tuple[int, int]]:
    """Step at these times; when the buzzer changed, and to what."""
    changes = []
    for now in times:
        before = len(heard)
        tune.step((start + now) & TICKS_MASK)
        changes += [(now, hertz) for hertz in heard[before:]]
    return changes


@pytest.mark.parametrize("start", [0, TICKS_MASK - 20_000])
def test_a_tune_is_played_by_the_clock_and_ends_in_silence(start: int) -> None:
    heard: list[int] = []
    tune = Tune(heard.append)
    tune.add(400, 30)
    tune.add(0, 10)
    tune.add(300, 20)
    assert sounded(tune, heard, range(0, 100_000, 1_000), start) == [
        (0, 400),
        (30_000, 0),
        (40_000, 300),
        (60_000, 0),
    ]


def test_late_steps_do_not_make_a_tune_longer() -> None:
    heard: list[int] = []
    tune = Tune(heard.append)
    for hertz in (100, 200, 300):
        tune.add(hertz, 20)
    assert sounded(tune, heard, range(0, 200_000, 15_000))[-1] == (60_000, 0)


def test_a_new_tune_takes_the_place_of_the_old() -> None:
    heard: list[int] = []
    tune = Tune(heard.append)
    tune.add(100, 1_000)
    tune.step(0)
    tune.clear()
    tune.add(200, 10)
    tune.step(5_000)
    assert heard == [100, 200]


def test_a_tune_has_an_end_however_much_is_added() -> None:
    heard: list[int] = []
    tune = Tune(heard.append)
    for _ in range(10 * MOST_TONES):
        tune.add(500, 1)
    sounded(tune, heard, range(0, 1_000_000, 1_000))
    assert len(heard) == MOST_TONES + 1

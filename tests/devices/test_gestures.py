"""Gestures by times alone: one press, one action."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.gestures import Double, Gesture, Gestures, Long, Short
from devices.ports import Edge

MS = 1000


def press(key: str, at: int, length: int) -> list[Edge]:
    return [Edge(key, True, at * MS), Edge(key, False, (at + length) * MS)]


def played(gestures: Gestures, edges: list[Edge], until: int, every: int = 5) -> list[tuple[Gesture, int]]:
    """Let time pass in small steps as the table's loop does; return each gesture with its moment in ms."""
    waiting = sorted(edges, key=lambda edge: edge.at)
    out: list[tuple[Gesture, int]] = []
    for now in range(0, until + 1, every):
        due = [edge for edge in waiting if edge.at <= now * MS]
        del waiting[: len(due)]
        out += [(gesture, now) for gesture in gestures.feed(due) + gestures.tick(now * MS)]
    return out


def test_a_short_press_fires_on_release() -> None:
    assert played(Gestures(), press("ok", 100, 300), 3000) == [(Short("ok", 100 * MS), 400)]


@pytest.mark.report("D06")
def test_a_long_press_fires_the_long_action_only() -> None:
    """D06: 1.2 s press, threshold 1.0 s."""
    assert played(Gestures(long_us=1000 * MS), press("ok", 0, 1200), 3000) == [(Long("ok", 0), 1000)]


@pytest.mark.report("D07")
def test_a_long_press_fires_at_the_threshold_while_still_held() -> None:
    """D07: hold 3 s; feedback before release."""
    assert played(Gestures(), press("ok", 100, 3000), 5000) == [(Long("ok", 100 * MS), 900)]


@pytest.mark.report("D04")
def test_nothing_repeats_after_the_long_press() -> None:
    """D04: no hold action after release, nor a second one during it."""
    assert len(played(Gestures(), press("ok", 0, 60_000), 70_000)) == 1


@pytest.mark.report("D04")
def test_a_release_before_the_threshold_wins_though_the_tick_comes_late() -> None:
    """D04: the edges' own times decide, not when they are looked at."""
    gestures = Gestures()
    assert gestures.feed(press("ok", 0, 799)) == [Short("ok", 0)]
    assert gestures.tick(2000 * MS) == []


def test_a_release_after_the_threshold_is_long_though_nobody_ticked() -> None:
    gestures = Gestures()
    assert gestures.feed(press("ok", 0, 800)) == [Long("ok", 0)]
    assert gestures.tick(2000 * MS) == []


@pytest.mark.report("D08")
def test_a_four_second_hold_fires_once_and_its_release_not_at_all() -> None:
    """D08: 4 s hold with a bouncy release (the bounce itself ends in the debounce)."""
    gestures = Gestures()
    edges = [*press("ok", 0, 4000), Edge("ok", False, 4005 * MS)]
    assert played(gestures, edges, 6000) == [(Long("ok", 0), 800)]


@pytest.mark.report("D10")
def test_overlapping_presses_both_count() -> None:
    """D10: two keys are two gestures, never a chord."""
    edges = press("left", 0, 1500) + press("right", 80, 200)
    assert played(Gestures(), edges, 3000) == [(Short("right", 80 * MS), 280), (Long("left", 0), 800)]


def test_a_release_without_a_press_is_nothing() -> None:
    assert Gestures().feed([Edge("ok", False, 5)]) == []


def test_a_second_press_without_a_release_starts_anew() -> None:
    gestures = Gestures()
    gestures.feed([Edge("ok", True, 0), Edge("ok", True, 700 * MS)])
    assert gestures.tick(1400 * MS) == []
    assert gestures.tick(1500 * MS) == [Long("ok", 700 * MS)]


DOUBLES = [
    pytest.param(press("ok", 0, 100), [(Short("ok", 0), 405)], id="single-waits-for-the-window"),
    pytest.param(press("ok", 0, 100) + press("ok", 250, 100), [(Double("ok", 0), 350)], id="double"),
    pytest.param(
        press("ok", 0, 100) + press("ok", 450, 100),
        [(Short("ok", 0), 405), (Short("ok", 450 * MS), 855)],
        id="two-singles",
    ),
    pytest.param(
        press("ok", 0, 100) + press("ok", 250, 1000),
        [(Short("ok", 0), 1050), (Long("ok", 250 * MS), 1050)],
        id="single-and-long",
    ),
    pytest.param(
        press("ok", 0, 100) + press("ok", 200, 100) + press("ok", 400, 100),
        [(Double("ok", 0), 300), (Short("ok", 400 * MS), 805)],
        id="three-are-double-and-single",
    ),
    pytest.param(
        press("left", 0, 100) + press("left", 200, 100),
        [(Short("left", 0), 100), (Short("left", 200 * MS), 300)],
        id="other-keys-do-not-wait",
    ),
]


@pytest.mark.parametrize(("edges", "wanted"), DOUBLES)
def test_double_presses_are_for_keys_that_ask(edges: list[Edge], wanted: list[tuple[Gesture, int]]) -> None:
    assert played(Gestures(doubles=frozenset({"ok"})), edges, 3000) == wanted


PRESSES = st.lists(
    st.tuples(st.sampled_from(["a", "b"]), st.integers(1, 1500), st.integers(1, 900)), max_size=12
)


@given(presses=PRESSES, every=st.integers(1, 400), double=st.booleans())
def test_every_press_has_its_part_in_exactly_one_gesture(
    presses: list[tuple[str, int, int]], every: int, *, double: bool
) -> None:
    clock = {"a": 0, "b": 0}
    edges: list[Edge] = []
    for key, length, pause in presses:
        edges += press(key, clock[key] + pause, length)
        clock[key] += pause + length
    gestures = Gestures(doubles=frozenset({"a"} if double else set()))
    fired = [gesture for gesture, _ in played(gestures, edges, max(clock.values()) + 2000, every)]
    assert sum(2 if isinstance(gesture, Double) else 1 for gesture in fired) == len(presses)
    longs = {(gesture.key, gesture.at) for gesture in fired if isinstance(gesture, Long)}
    held = {
        (down.key, down.at)
        for down, up in zip(edges[::2], edges[1::2], strict=True)
        if up.at - down.at >= 800 * MS
    }
    assert longs == held

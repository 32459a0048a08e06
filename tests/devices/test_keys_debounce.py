"""Debouncing as pure arithmetic: tables, and what holds for any flapping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.debounce import Change, Debounce

WINDOW = 25_000
Fed = tuple[bool, int]


def judged(edges: list[Fed], until: int, debounce: Debounce | None = None) -> list[Change]:
    """Feed edges and settle on the last level."""
    debounce = debounce or Debounce(WINDOW)
    changes: list[Change] = []
    level = debounce.closed
    for level, at in edges:
        changes += debounce.feed(level, at)
    return changes + debounce.settle(until, level)


CASES = [
    pytest.param([], 100_000, [], id="nothing"),
    pytest.param([(True, 1000)], 25_999, [], id="not-yet"),
    pytest.param([(True, 1000)], 26_000, [Change(True, 1000)], id="one-window-later"),
    pytest.param([(True, 0), (False, 5000)], 99_000, [], id="spike"),
    pytest.param(
        [(True, 0), (False, 900), (True, 1500)], 26_499, [], id="the-window-begins-with-the-last-edge"
    ),
    pytest.param(
        [(True, 0), (False, 900), (True, 1500)], 26_500, [Change(True, 0)], id="the-first-contact-counts"
    ),
    pytest.param(
        [(True, 0), (False, 60_000)], 85_000, [Change(True, 0), Change(False, 60_000)], id="late-look"
    ),
    pytest.param([(True, 0), (True, 900)], 25_000, [], id="a-lost-edge-between"),
    pytest.param([(True, 0), (True, 900)], 25_900, [Change(True, 0)], id="a-lost-edge-between-then-still"),
    pytest.param([(False, 500)], 99_000, [], id="an-edge-to-where-it-was"),
]


@pytest.mark.report("D05")
@pytest.mark.parametrize(("edges", "until", "wanted"), CASES)
def test_a_level_counts_when_it_was_still_for_the_window(
    edges: list[Fed], until: int, wanted: list[Change]
) -> None:
    """D05: a stable level for 20 to 30 ms before a press counts."""
    assert judged(edges, until) == wanted


def test_a_release_whose_edge_got_lost_is_seen_by_its_level() -> None:
    debounce = Debounce(WINDOW)
    assert judged([(True, 0)], 30_000, debounce) == [Change(True, 0)]
    assert debounce.settle(90_000, False) == []
    assert debounce.settle(115_000, False) == [Change(False, 90_000)]


def test_an_edge_that_is_told_after_a_look_does_no_harm() -> None:
    debounce = Debounce(WINDOW)
    debounce.settle(10_000, True)
    debounce.feed(True, 9_990)
    assert debounce.settle(35_000, True) == [Change(True, 10_000)]


def test_a_contact_that_is_closed_from_the_start_is_no_change() -> None:
    debounce = Debounce(WINDOW, closed=True)
    assert debounce.settle(99_000, True) == []
    assert judged([(False, 100_000)], 125_000, debounce) == [Change(False, 100_000)]


EDGES = st.lists(st.tuples(st.booleans(), st.integers(1, 60_000)), max_size=40)


def timed(steps: list[tuple[bool, int]]) -> list[Fed]:
    at = 0
    edges = []
    for level, pause in steps:
        at += pause
        edges.append((level, at))
    return edges


@given(EDGES)
def test_changes_alternate_and_end_on_the_true_level(steps: list[tuple[bool, int]]) -> None:
    edges = timed(steps)
    changes = judged(edges, (edges[-1][1] if edges else 0) + WINDOW)
    assert [change.closed for change in changes] == [index % 2 == 0 for index in range(len(changes))]
    assert (changes[-1].closed if changes else False) == (edges[-1][0] if edges else False)
    assert [change.at for change in changes] == sorted(change.at for change in changes)


@given(EDGES, st.integers(1, 7000))
def test_looking_more_often_changes_nothing(steps: list[tuple[bool, int]], every: int) -> None:
    edges = timed(steps)
    end = (edges[-1][1] if edges else 0) + WINDOW
    often = Debounce(WINDOW)
    changes: list[Change] = []
    level, now = False, 0
    for level_after, at in edges:
        while now + every < at:
            now += every
            changes += often.settle(now, level)
        level = level_after
        changes += often.feed(level, at)
    changes += often.settle(end, level)
    assert changes == judged(edges, end)

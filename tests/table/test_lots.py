"""Chance from a seed: the same label, the same numbers."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.lots import fresh_seed, lots
from tests.engine import conformance


@pytest.mark.parametrize(
    ("seed", "label", "drawn"),
    [(7, "0", [89, 92, 4, 54]), (7, "pilot 1 3", [86, 83, 42, 80]), (8, "0", [24, 69, 79, 40])],
)
def test_a_seed_and_a_label_give_these_numbers_on_every_machine(
    seed: int, label: str, drawn: list[int]
) -> None:
    draw = lots(seed)(label)
    assert [draw(100) for _ in range(4)] == drawn


def test_a_label_begins_anew_whenever_it_is_asked_for() -> None:
    mine = lots(3)
    assert [mine("5")(1000) for _ in range(2)] == [mine("5")(1000)] * 2


@given(st.integers(), st.text(max_size=5), st.integers(1, 10**6))
def test_the_conformance_suite_draws_as_the_table_does(seed: int, label: str, n: int) -> None:
    assert lots(seed)(label)(n) == conformance.lots(seed)(label)(n) < n


def test_each_number_comes_up_about_as_often() -> None:
    mine = lots(1)
    seen = Counter(mine(str(n))(6) for n in range(6000))
    assert all(900 < seen[face] < 1100 for face in range(6))


def test_a_fresh_seed_is_different_each_time_and_travels_through_json() -> None:
    seeds = {fresh_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**53 for seed in seeds)

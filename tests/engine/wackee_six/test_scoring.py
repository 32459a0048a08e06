"""Scores, checks, totals and winners: the rule list's examples (5.2, 5.3, 5.6)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ask import IllegalAnswer
from engine.rulebook import places
from engine.wackee_six.counting import check_numbers
from engine.wackee_six.options import Options
from engine.wackee_six.scoring import bonus_of, decide, joining_total, score
from engine.wackee_six.state import Count, Round
from engine.wackee_six.words import clock_text


@pytest.mark.rule(
    "W6-SCORE-01", "W6-SCORE-02", "W6-SCORE-03", "W6-SCORE-04", "W6-SCORE-05", "W6-SCORE-06", "W6-CALL-18",
)  # fmt: skip
@pytest.mark.parametrize(
    ("played", "left", "caller", "false_calls", "points", "expected"),
    [
        pytest.param(31, 0, 1, 0, 2, 41, id="V11"),
        pytest.param(22, 3, 0, 0, 2, 16, id="V12"),
        pytest.param(5, 8, 0, 0, 2, -11, id="V13"),
        pytest.param(0, 12, 0, 0, 2, -24, id="V14"),
        pytest.param(54, 0, 1, 0, 2, 64, id="V15"),
        pytest.param(12, 0, 1, 0, 2, 22, id="V16"),
        pytest.param(53, 1, 0, 0, 2, 51, id="V17"),
        pytest.param(20, 4, 0, 2, 2, 8, id="V18"),
        pytest.param(20, 0, 1, 1, 5, 25, id="V19"),
    ],
)
def test_a_score_is_made_of_its_parts(  # noqa: PLR0917 - a table
    played: int,
    left: int,
    caller: int,
    false_calls: int,
    points: int,
    expected: int,
) -> None:
    assert score(played, left, bonus=10 * caller, penalty=false_calls * points) == expected


@pytest.mark.rule("W6-CALL-10", "W6-SCORE-07", "W6-INV-10")
def test_v20_v23_each_of_several_callers_has_the_full_bonus_and_nobody_without_a_call() -> None:
    def round_(callers: list[int]) -> Round:
        return Round(1, "call", callers, [Count(12, 0)] * 3, [0] * 3, 0, [])

    assert [bonus_of(round_([0, 2]), side) for side in range(3)] == [10, 0, 10]
    assert [bonus_of(round_([]), side) for side in range(3)] == [0, 0, 0]


@pytest.mark.rule("W6-COUNT-06", "W6-COUNT-07", "W6-COUNT-08", "W6-COUNT-09", "W6-PLAY-24")
@pytest.mark.parametrize(
    ("played", "left", "reason"),
    [
        pytest.param(55, 0, "played_range", id="V24"),
        pytest.param(10, 13, "left_range", id="V25"),
        pytest.param(50, 5, "too_many", id="V26"),
        pytest.param(6, 5, "too_few", id="V27"),
        pytest.param(7, 5, "", id="V28"),
        pytest.param(0, 12, "", id="V32"),
        pytest.param(54, 0, "", id="V33"),
        pytest.param(-1, 12, "played_range", id="less than nothing"),
    ],
)
def test_entered_numbers_are_checked_in_order(played: int, left: int, reason: str) -> None:
    if not reason:
        check_numbers(played, left)
        return
    with pytest.raises(IllegalAnswer) as refused:
        check_numbers(played, left)
    assert refused.value.reason == reason


@pytest.mark.rule("W6-INV-06", "W6-INV-08", "W6-SCORE-06")
@given(st.integers(0, 12), st.integers(0, 54), st.booleans())
def test_scores_lie_in_their_ranges(left: int, played: int, caller: bool) -> None:  # noqa: FBT001 - drawn
    try:
        check_numbers(played, left)
    except IllegalAnswer:
        return
    found = score(played, 0 if caller else left, bonus=10 * caller, penalty=0)
    low, high = (22, 64) if caller else (-24, 51) if left else (12, 54)
    if not caller or played >= 12:
        assert low <= found <= high


@pytest.mark.rule(
    "W6-MATCH-02", "W6-MATCH-03", "W6-MATCH-04", "W6-MATCH-05", "W6-MATCH-06", "W6-MATCH-08", "W6-INV-11",
)  # fmt: skip
@pytest.mark.parametrize(
    ("target", "sums", "callers", "options", "state", "winners"),
    [
        pytest.param(100, (101, 87), [0], {}, "over", (0,), id="V59"),
        pytest.param(100, (100, 40), [1], {}, "over", (0,), id="V60"),
        pytest.param(100, (99, 51), [1], {}, "open", (), id="V61"),
        pytest.param(100, (110, 105), [1], {}, "over", (0,), id="V62"),
        pytest.param(100, (110, 105), [1], {"over_target": "caller"}, "over", (1,), id="V63"),
        pytest.param(100, (110, 105), [0, 1], {"over_target": "caller"}, "over", (0,), id="two callers"),
        pytest.param(100, (110, 110, 95), [1], {}, "extra_round", (), id="V64"),
        pytest.param(100, (110, 110, 95), [1], {"match_tie": "shared"}, "over", (0, 1), id="V65"),
        pytest.param(100, (107, 116, 139), [2], {}, "over", (2,), id="V66"),
        pytest.param(0, (-34, 544), [1], {}, "open", (), id="V67"),
        pytest.param(100, (98, 95), [], {}, "open", (), id="V68"),
    ],
)
def test_whether_the_match_is_over(  # noqa: PLR0917 - a table
    target: int, sums: Any, callers: list[int], options: Any, state: str, winners: tuple[int, ...]
) -> None:
    found = decide(dict(enumerate(sums)), callers, Options(target=target, **options))
    assert found == (state, winners)


@pytest.mark.rule("W6-MATCH-09")
def test_equal_totals_share_a_place_and_the_next_is_skipped() -> None:
    assert places(dict(enumerate((110, 110, 95, 120)))) == {3: 1, 0: 2, 1: 2, 2: 4}


@pytest.mark.rule("W6-MATCH-10")
@pytest.mark.parametrize(("setting", "total"), [("zero", 0), ("lowest", -7), ("average", 22)])
def test_v69_the_total_of_who_joins(setting: str, total: int) -> None:
    assert joining_total([40, -7, 33], setting) == total


def test_a_playing_time_is_shown_in_minutes_seconds_and_tenths() -> None:
    assert [clock_text(moment) for moment in (0, 61_200_000, 599_999_999)] == ["0:00.0", "1:01.2", "9:59.9"]

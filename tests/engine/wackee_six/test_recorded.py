"""Recorded matches for every way to end are played again and come to the same state (tests/games/wackee_six)."""

from __future__ import annotations

import pytest

from engine.wackee_six.rulebook import WackeeSix
from tests.engine import recordings

EXPECTED = recordings.expected("wackee_six")


@pytest.mark.rule("W6-INV-18", "W6-MATCH-02", "W6-MATCH-05", "W6-MATCH-06", "W6-MATCH-07", "W6-MATCH-09")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_match_comes_to_the_same_end(name: str) -> None:
    match = recordings.again(WackeeSix, name)
    assert match.result is not None
    expected = EXPECTED[name]
    rows = [[row.seat, row.place, row.notes["total"]] for row in match.result.standings]
    assert (match.result.notes["end"], rows) == (expected["end"], expected["places"])
    assert [round_.ended for round_ in match.state.history] == expected["rounds"]
    assert recordings.digest(match) == expected["digest"]


def test_every_recording_is_expected() -> None:
    assert recordings.names("wackee_six") == {*EXPECTED, "expected"}
    assert {ended for one in EXPECTED.values() for ended in one["rounds"]} == {"call", "stuck", "limit"}

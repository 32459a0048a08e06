"""Recorded matches for every way to end are played again and come to the same state (tests/games/wacky_challenge)."""

from __future__ import annotations

import pytest

from engine.wacky_challenge.rulebook import WackyChallenge
from tests.engine import recordings

EXPECTED = recordings.expected("wacky_challenge")


@pytest.mark.rule("WC-TABLE-01", "WC-INV-16", "WC-WIN-01", "WC-WIN-02", "WC-WIN-03", "WC-WIN-04")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_match_comes_to_the_same_end(name: str) -> None:
    match = recordings.again(WackyChallenge, name)
    assert match.result is not None
    expected = EXPECTED[name]
    rows = [[row.seat, row.place, *row.notes.values()] for row in match.result.standings]
    assert (match.result.notes["end"], rows) == (expected["end"], expected["places"])
    assert recordings.digest(match) == expected["digest"]


def test_every_recording_is_expected() -> None:
    assert recordings.names("wacky_challenge") == {*EXPECTED, "expected", "examples"}

"""Recorded matches for every way to end are played again and come to the same state (tests/games/speedboats)."""

from __future__ import annotations

import pytest

from engine.speedboats.rulebook import Speedboats
from tests.engine import recordings

EXPECTED = recordings.expected("speedboats")


@pytest.mark.rule("SB-INV-25", "SB-FIN-09", "SB-FIN-10", "SB-NEXT-04", "SB-TIE-01", "SB-TIE-03", "SB-ABS-03")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_match_comes_to_the_same_end(name: str) -> None:
    match = recordings.again(Speedboats, name)
    assert match.result is not None
    expected = EXPECTED[name]
    keys = ("points", "by_race", "places")
    rows = [[row.who, row.place, *(row.notes[key] for key in keys)] for row in match.result.standings]
    assert rows == expected["standings"]
    assert set(expected["told"]) <= {tell.key for tell in match.tells}
    assert recordings.digest(match) == expected["digest"]


def test_every_recording_is_expected() -> None:
    assert recordings.names("speedboats") == {*EXPECTED, "expected"}

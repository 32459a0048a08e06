"""Recorded matches for every way to end are played again and come to the same state (tests/games/wackee_six)."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from engine.wackee_six.rulebook import WackeeSix
from table.recording import read_recording, replay
from tests.architecture.source import ROOT

FOLDER = ROOT / "tests" / "games" / "wackee_six"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.rule("W6-INV-18", "W6-MATCH-02", "W6-MATCH-05", "W6-MATCH-06", "W6-MATCH-07", "W6-MATCH-09")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_match_comes_to_the_same_end(name: str) -> None:
    recording = read_recording((FOLDER / f"{name}.json").read_bytes(), name)
    match = replay(WackeeSix(recording.header), recording)
    assert match.result is not None
    expected = EXPECTED[name]
    rows = [[row.seat, row.place, row.notes["total"]] for row in match.result.standings]
    assert (match.result.notes["end"], rows) == (expected["end"], expected["places"])
    assert [round_.ended for round_ in match.state.history] == expected["rounds"]
    assert sha256(match.rulebook.encode(match.state)).hexdigest() == expected["digest"]


def test_every_recording_is_expected() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*EXPECTED, "expected"}
    assert {ended for one in EXPECTED.values() for ended in one["rounds"]} == {"call", "stuck", "limit"}

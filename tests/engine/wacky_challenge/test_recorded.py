"""Recorded matches for every way to end are played again and come to the same state (tests/games/wacky_challenge)."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from engine.wacky_challenge.rulebook import WackyChallenge
from table.recording import read_recording, replay
from tests.architecture.source import ROOT

FOLDER = ROOT / "tests" / "games" / "wacky_challenge"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.rule("WC-TABLE-01", "WC-INV-16", "WC-WIN-01", "WC-WIN-02", "WC-WIN-03", "WC-WIN-04")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_match_comes_to_the_same_end(name: str) -> None:
    recording = read_recording((FOLDER / f"{name}.json").read_bytes(), name)
    match = replay(WackyChallenge(recording.header), recording)
    assert match.result is not None
    expected = EXPECTED[name]
    rows = [[row.seat, row.place, *row.notes.values()] for row in match.result.standings]
    assert (match.result.notes["end"], rows) == (expected["end"], expected["places"])
    assert sha256(match.rulebook.encode(match.state)).hexdigest() == expected["digest"]


def test_every_recording_is_expected() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*EXPECTED, "expected", "examples"}

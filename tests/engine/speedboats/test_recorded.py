"""Recorded matches for every way to end are played again and come to the same state (tests/games/speedboats)."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from engine.speedboats.rulebook import Speedboats
from table.recording import read_recording, replay
from tests.architecture.source import ROOT

FOLDER = ROOT / "tests" / "games" / "speedboats"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.rule("SB-INV-25", "SB-FIN-09", "SB-FIN-10", "SB-NEXT-04", "SB-TIE-01", "SB-TIE-03", "SB-ABS-03")
@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_match_comes_to_the_same_end(name: str) -> None:
    recording = read_recording((FOLDER / f"{name}.json").read_bytes(), name)
    match = replay(Speedboats(recording.header), recording)
    assert match.result is not None
    expected = EXPECTED[name]
    keys = ("points", "by_race", "places")
    rows = [[row.who, row.place, *(row.notes[key] for key in keys)] for row in match.result.standings]
    assert rows == expected["standings"]
    assert set(expected["told"]) <= {tell.key for tell in match.tells}
    assert sha256(match.rulebook.encode(match.state)).hexdigest() == expected["digest"]


def test_every_recording_is_expected() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*EXPECTED, "expected"}

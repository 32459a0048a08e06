"""Thirty recorded matches give the same end again, and between them every way a race can end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.engine.downforce.recorded import FOLDER, RECORDINGS, WAYS, Recorded, digest, play_again, ways_of

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


@pytest.mark.rule("DF-INV-12", "DF-TABLE-05", "DF-TABLE-09")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_ends_as_it_did(path: Path) -> None:
    recorded = read(path)
    match = play_again(recorded)
    assert match.over
    assert digest(match) == recorded.digest
    assert ways_of(match) == recorded.ways


def test_every_way_a_race_can_end_is_among_them() -> None:
    assert len(FILES) == RECORDINGS
    assert {way for path in FILES for way in read(path).ways} == set(WAYS)

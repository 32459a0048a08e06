"""Recorded matches for every way a race or a series ends come to the same end again (tests/games/wacky_races)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.wacky_races.rulebook import WackyRaces
from table.recording import read_recording, replay
from tests.engine.wacky_races.recorded import FOLDER, WAYS, expected

if TYPE_CHECKING:
    from engine.match import Match
    from engine.wacky_races.state import RaceState

EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))

every_way = pytest.mark.parametrize("way", WAYS)


def again(way: str) -> Match[RaceState]:
    """Play a recording again."""
    recording = read_recording((FOLDER / f"{way}.json").read_bytes(), way)
    return replay(WackyRaces(recording.header), recording)


@every_way
@pytest.mark.rule("WR-END-01", "WR-END-03", "WR-END-04", "WR-CHAMP-11", "WR-INV-20")
def test_a_recorded_match_comes_to_the_same_end(way: str) -> None:
    match = again(way)
    assert match.over
    assert match.result is not None
    assert expected(match) == EXPECTED[way]


@every_way
def test_a_recorded_match_ends_the_way_it_is_called(way: str) -> None:
    assert WAYS[way][2](again(way))


@every_way
@pytest.mark.rule("WR-INV-17")
def test_every_state_of_a_recorded_match_keeps_the_invariants(way: str) -> None:
    recording = read_recording((FOLDER / f"{way}.json").read_bytes(), way)
    rulebook = WackyRaces(recording.header)
    match = replay(rulebook, recording)
    for boundary in match.boundaries:
        rulebook.check(rulebook.decode(boundary.state))
    rulebook.check(match.state)


@pytest.mark.rule("WR-MOVE-05", "WR-TRACK-07")
def test_a_jump_to_the_finish_names_the_rule_of_full_tiles() -> None:
    match = again("jump_over_full_tiles_to_the_finish")
    (jump,) = (tell for tell in match.tells if tell.key == "moves" and tell.args["place"] == "T19")
    assert "WR-MOVE-02" in jump.rules


def test_every_way_is_recorded_and_nothing_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*WAYS, "expected"}
    assert EXPECTED.keys() == WAYS.keys()

"""Recorded matches (tests/games): each is played again and comes to the same end, and no other lies beside them."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from table.recording import read_recording, replay
from tests.architecture.source import ROOT

if TYPE_CHECKING:
    from engine.match import Match
    from engine.rulebook import Rulebook


def expected(game: str) -> dict[str, Any]:
    """What the recorded matches of a game have to come to, by their names."""
    found: dict[str, Any] = json.loads((ROOT / "tests" / "games" / game / "expected.json").read_text("utf-8"))
    return found


def names(game: str) -> set[str]:
    """The names of what is recorded of a game."""
    return {path.stem for path in (ROOT / "tests" / "games" / game).glob("*.json")}


def again(rulebook: type[Rulebook[Any]], name: str) -> Match[Any]:
    """Play a recorded match again."""
    file = ROOT / "tests" / "games" / rulebook.game / f"{name}.json"
    recording = read_recording(file.read_bytes(), name)
    return replay(rulebook(recording.header), recording)


def digest(match: Match[Any]) -> str:
    """The state of a match as a number that everybody can compare."""
    return sha256(match.rulebook.encode(match.state)).hexdigest()

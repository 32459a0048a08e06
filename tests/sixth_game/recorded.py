"""Plays the recorded dash anew: `python -m tests.sixth_game.recorded`, after the rules' version was raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.match import Match
from engine.settle import settle
from table.lots import lots
from table.recording import Recording
from tests.engine.recordings import digest
from tests.sixth_game.cases import FOLDER, header
from tests.sixth_game.snail_dash import RULEBOOK

if TYPE_CHECKING:
    from tests.sixth_game.snail_dash.state import State

FILE = FOLDER / "recorded.json"
DIGEST = "fe1ee2beaea0da69ffe7ea3154abd60d5ced9bfd380f4527188c105e73849c05"
"""The SHA-256 of the state in which the recorded dash ends."""


def main() -> None:
    """Let three pilots play, and write down what they said."""
    begun = header(3, "weak")
    match: Match[State] = Match(RULEBOOK(begun), begun)
    settle(match, {seat: match.rulebook.pilot("weak") for seat in range(3)}, lots(7))
    FILE.write_bytes(msgspec.json.encode(Recording(begun, match.record)) + b"\n")
    print(digest(match))  # noqa: T201 - what DIGEST must say now


if __name__ == "__main__":
    main()

"""How the conformance suite plays Wackee Six: numbers and scans, pairs, a pace-maker, every card tracked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.record import Correct, Reseat, SeatInfo
from engine.wackee_six.rulebook import WackeeSix
from tests.engine.conformance import Case
from tests.engine.wackee_six.kit import header

if TYPE_CHECKING:
    from engine.pilots import Draw
    from engine.wackee_six.state import MatchState


def exchange_entries(state: MatchState, seat: int | None, draw: Draw) -> None:
    """Let the others have entered other counts, not confirmed, and the pace-makers have other plans."""
    for number, side in enumerate(state.sides):
        if seat not in side.seats and number < len(state.run.counts):
            count = state.run.counts[number]
            count.left = draw(13)
            count.played = 12 - count.left + draw(30)
        side.seed = 1 + draw(256) if side.pace else 0


CORRECTIONS: tuple[Any, ...] = (
    Correct("count", "played.1.0", 30),
    Correct("count", "played.1.1", 3),
    Correct("count", "left.1.1", 4),
    Correct("count", "false.1.0", 2),
    Correct("count", "deleted.1", 1),
    Correct("pile", "callers.1", [1]),
    Correct("pile", "callers", [0]),
    Correct("count", "stopped", 1),
    Correct("pile", "added", {"callers": [0], "counts": [[20, 0], [15, 3]]}),
    Correct("place", "deck-red", "box"),
    Reseat(1, SeatInfo("Empty", "away")),
    Reseat(1, SeatInfo("Fay")),
)


def case(name: str, head: Any) -> Case:
    """One way to set up the game."""
    return Case(f"Wackee Six, {name}", WackeeSix, head, exchange_entries, CORRECTIONS)


LIMIT: dict[str, Any] = {"round_limit_s": 60, "target": 60}

CASES = [
    case("3 people", header(3, **LIMIT)),
    case("one against a pace-maker, scanned", header(2, [None, "weak"], count_by="scan", **LIMIT)),
    case("2 people, rests scanned", header(2, count_by="scan_rest", **LIMIT)),
    case("7 people in pairs, by voice", header(7, pairing="random", call_by="voice", **LIMIT)),
    case("2 people, every card tracked", header(2, tracking="on", **LIMIT)),
    case(
        "2 people and a pace-maker, void and resumed",
        header(
            3,
            [None, None, "weak"],
            pace_main_s=3,
            stuck="void",
            after_false_call="resume",
            call_check="trust",
        ),
    ),
]

"""How strong the strong pilot of Wacky Races is, and how long it thinks: one among weak ones, its seat going round.

Run `python -m tests.bench.wacky_races 500` for the figures of so many races.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import TYPE_CHECKING, Any

from engine.match import Match
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wacky_races.rulebook import WackyRaces
from table.lots import lots
from table.packs import read_pack
from tests.bench.figure import Figure

if TYPE_CHECKING:
    from engine.ask import Ask, Value
    from engine.pilots import Draw, Pilot

GAME = "wacky_races"
OPTIONS = {
    "movement_deck": "virtual",
    "trap_deck": "virtual",
    "course": "dealt",
    "starting_player": "random",
    "racer_choice": "random",
}


class Timed:
    """A pilot with a stop-watch: `longest` and `spent` in seconds, over `decisions` that took thought."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.spent = 0.0
        self.longest = 0.0
        self.decisions = 0

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Let the pilot answer."""
        began = process_time()
        value = self.pilot.answer(view, question, draw)
        took = process_time() - began
        if question.key in ("card_1", "card_2", "card_3", "power_or_end"):
            self.spent += took
            self.decisions += 1
            self.longest = max(self.longest, took)
        return value


def race(seats: int, seed: int, strong: int | None) -> tuple[int | None, Timed | None]:
    """Play a race; returns the winner's seat (None: a neutral) and the strong pilot's watch."""
    info = tuple(SeatInfo(f"Pilot {seat}", "weak", hand_known=True) for seat in range(seats))
    head = Header(GAME, info, read_pack(GAME, "practice"), dict(OPTIONS))
    match = Match(WackyRaces(head), head)
    pilots: dict[int, Any] = {seat: match.rulebook.pilot("weak") for seat in range(seats)}
    watch = None
    if strong is not None:
        watch = pilots[strong] = Timed(match.rulebook.pilot("strong"))
    settle(match, pilots, lots(seed))
    assert match.result is not None
    return match.result.notes["seat"], watch


def figures(races: int = 60) -> list[Figure]:
    """How often one strong pilot among weak ones wins, against the mean of the weak ones, and its time to decide."""
    found = []
    for seats in (3, 6):
        wins, rivals, spent, decisions, longest = 0, 0, 0.0, 0, 0.0
        for seed in range(races):
            winner, watch = race(seats, seed, seed % seats)
            wins += winner == seed % seats
            rivals += winner is not None and winner != seed % seats
            if watch is not None:
                spent, decisions = spent + watch.spent, decisions + watch.decisions
                longest = max(longest, watch.longest)
        found += [
            Figure(f"{seats} seats, races won by the strong pilot", 100 * wins / races, "%"),
            Figure(f"{seats} seats, races won by each weak one", 100 * rivals / races / (seats - 1), "%"),
            Figure(f"{seats} seats, a decision", spent / decisions * 1e3, "ms", 50),
            Figure(f"{seats} seats, the longest decision", longest * 1e3, "ms"),
        ]
    return found


if __name__ == "__main__":
    for figure in figures(int(sys.argv[1]) if len(sys.argv) > 1 else 60):
        print(f"{figure.name}: {figure.value:.1f} {figure.unit}")  # noqa: T201 - it is a program

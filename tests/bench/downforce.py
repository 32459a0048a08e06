"""Downforce: listing the results of a move, checking packs, and what a strong pilot costs and is worth.

`python -m tests.bench.downforce 200` plays so many matches of one strong pilot against weak ones and prints who won.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from engine.downforce import RULEBOOK
from engine.downforce.moving import reach
from engine.downforce.pack import read_pack as check_pack
from engine.match import Match
from engine.record import Header, SeatInfo
from engine.settle import settle
from table.lots import lots
from table.packs import read_pack
from tests.bench.figure import Figure

if TYPE_CHECKING:
    from engine.downforce.track import Track

GAME = "downforce"
TRACKS = ("practice", "top_race")
POSITIONS = 4000
FASTEST = 9


def crowded(track: Track, draw: Random) -> tuple[int, set[int], int]:
    """A start, five other cars close ahead, and a number of spaces."""
    start = draw.randrange(track.end)
    ahead = range(start + 1, min(track.end, start + 16))
    taken = set(draw.sample(ahead, min(5, len(ahead))))
    return start, taken, draw.randint(1, FASTEST)


def enumerations(name: str) -> tuple[float, float, int]:
    """Mean and worst time in µs to list the results of a move, and the most results."""
    track = check_pack(read_pack(GAME, name)).track
    if track is None:
        raise ValueError(f"the pack {name} has no track")
    draw, slowest, most, total = Random(1), 0.0, 0, 0.0
    for _ in range(POSITIONS):
        start, taken, number = crowded(track, draw)
        times = []
        for _ in range(3):
            began = process_time()
            found = reach(track.plain, taken, start, number)
            times.append(process_time() - began)
        total += min(times)
        slowest, most = max(slowest, min(times)), max(most, len(found.ends))
    return total / POSITIONS * 1e6, slowest * 1e6, most


def play(seed: int, levels: tuple[str, ...], name: str = "practice") -> Match[Any]:
    """Let pilots of some strengths play a match."""
    seats = tuple(SeatInfo(f"{level} {seat}", level) for seat, level in enumerate(levels))
    header = Header(GAME, seats, read_pack(GAME, name))
    match: Match[Any] = Match(RULEBOOK(header), header)
    pilots = {seat: match.rulebook.pilot(level) for seat, level in enumerate(levels)}
    while not match.over:
        settle(match, pilots, lots(seed))
        if not match.over:
            match.answer(match.open[0].seat, True)
    return match


def duel(matches: int, seats: int, name: str = "practice") -> float:
    """Play matches of one strong pilot, at every seat in turn, against weak ones; return its share of the wins."""
    won = 0.0
    for seed in range(matches):
        levels = tuple("strong" if seat == seed % seats else "weak" for seat in range(seats))
        result = play(seed, levels, name).result
        winners = result.notes["winners"] if result else []
        won += (seed % seats in winners) / max(1, len(winners))
    return won / matches


def figures() -> list[Figure]:
    """The figures of this game that no other game has."""
    found: list[Figure] = []
    for name in TRACKS:
        mean, slowest, most = enumerations(name)
        found += [
            Figure(f"{name}, listing a move in a crowd", mean, "µs", 20),
            Figure(f"{name}, the slowest listing", slowest, "µs", 200),
            Figure(f"{name}, the most results of a move", most, "", 20),
        ]
    began = process_time()
    check_pack(read_pack(GAME, "practice"))
    found.append(Figure("reading and checking a pack", (process_time() - began) * 1e3, "ms", 100))
    began = process_time()
    play(1, ("strong", "weak", "weak"))
    found.append(Figure("a match with one strong pilot", (process_time() - began) * 1e3, "ms"))
    return found


def main() -> None:
    """Print the strong pilot's share of the wins for two, three, four and six players."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for seats in (2, 3, 4, 6):
        share = duel(matches, seats)
        sys.stdout.write(
            f"{seats} players, {matches} matches: strong wins {share:.1%}, by chance {1 / seats:.1%}\n"
        )


if __name__ == "__main__":
    main()

"""What the speedboat race costs: charting a course, the pilots' maps and decisions; 200 races, 500 matches."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.speedboats.course import build
from engine.speedboats.lake import lay
from engine.speedboats.pack import read_pack as read_lake
from engine.speedboats.search import FEWER, Chart, shortest_way
from engine.speedboats.turnmap import AT_WILL, Outlook, TurnMap
from engine.speedboats.waters import Waters
from table.games import Games
from table.lots import lots
from table.packs import read_pack
from tests.bench.engine import seconds
from tests.bench.figure import Figure

if TYPE_CHECKING:
    from engine.rulebook import Rulebook

GAME = "speedboats"
RACES, MATCHES = 200, 500
PACKS: tuple[tuple[str, dict[str, Any]], ...] = (("practice", {}), ("rulebook", {"level": "board"}))


def header(levels: list[str], pack: str = "practice", **options: Any) -> Header:
    """A match of pilots."""
    seats = tuple(SeatInfo(f"Pilot {seat}", level, hand_known=True) for seat, level in enumerate(levels))
    return Header(GAME, seats, read_pack(GAME, pack), options)


def play(rulebook: Rulebook[Any], levels: list[str], seed: int, limit: int = 20_000) -> Match[Any]:
    """Let pilots play to the end; the table gives any legal answer."""
    match: Match[Any] = Match(rulebook, rulebook.header)
    pilots = {seat: rulebook.pilot(level) for seat, level in enumerate(levels)}
    draw = Random(seed).randrange
    while not match.over and len(match.record) < limit:
        settle(match, pilots, lots(seed))
        for question in match.open[:1]:
            match.answer(question.seat, any_legal(question, draw))
    rulebook.check(match.state)
    return match


def strong_against_weak(races: int = RACES) -> Counter[str]:
    """Two boats in one race on any arrangement of the practice lake, seats exchanged every time; who was ahead."""
    ahead: Counter[str] = Counter()
    for seed in range(races):
        levels = ["weak", "strong"] if seed % 2 else ["strong", "weak"]
        options: dict[str, Any] = {
            "races": 1,
            "extra_scoring": "never",
            "last_boat": "play_on",
            "colour_seats": "free",
        }
        match = play(Games().make(header(levels, **options)), levels, seed)
        first, second = match.result.standings if match.result is not None else ()
        ahead["level" if first.place == second.place else levels[first.seat or 0]] += 1
    return ahead


def automated(matches: int = MATCHES) -> Counter[str]:
    """Three-race matches of two to six weak pilots on both lakes; how they went."""
    counts: Counter[str] = Counter()
    for seed in range(matches):
        pack, options = PACKS[seed % 2]
        levels = ["weak"] * (2 + seed % 5)
        match = play(Games().make(header(levels, pack, **options)), levels, seed)
        counts["over"] += match.over
        counts["answers"] += len(match.record)
        counts.update(tell.key for tell in match.tells)
        counts.update(f"{pack} {len(levels)}" for _ in "x" if match.over)
    return counts


def course() -> tuple[frozenset[int], Any]:
    """The practice lake with its golden course."""
    pack = read_lake(read_pack(GAME, "practice"))
    lake = lay(pack, pack.arrangement)
    drawn = pack.courses[0]
    return lake.water, build(lake.water, drawn.letter, drawn.buoys, drawn.side)


def figures() -> list[Figure]:
    """The dearest enumerations, a strong pilot's race, and how often it is ahead of a weak one."""
    made = course()
    waters = Waters(*made)
    chart, fewer = Chart(waters), Chart(waters, FEWER)
    races = 20
    ahead: Counter[str] = Counter()
    playing = seconds(lambda: ahead.update(strong_against_weak(races)))
    return [
        Figure("speedboats, a course surveyed", seconds(lambda: Waters(*made)) * 1e3, "ms", 5),
        Figure("speedboats, its shortest way", seconds(lambda: shortest_way(Chart(waters))) * 1e3, "ms", 20),
        Figure("speedboats, the weak pilot's map", seconds(lambda: TurnMap(fewer, AT_WILL)) * 1e3, "ms", 50),
        Figure("speedboats, the strong pilot's map", seconds(lambda: Outlook(chart)) * 1e3, "ms", 500),
        Figure("speedboats, a race of a strong and a weak pilot", playing / races * 1e3, "ms", 1000),
        Figure("speedboats, of 20 races the strong pilot is ahead in", ahead["strong"]),
    ]

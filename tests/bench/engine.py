"""How fast the rulebooks are: µs for an answer, ms for a whole match of weak pilots, ms to play 1,000 answers again."""

from __future__ import annotations

import math
from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import CLOCK
from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from table.games import Games
from table.lots import lots
from table.packs import options_for, read_pack
from table.recording import Recording, read_recording, replay
from tests.bench.figure import Figure
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Value

SEEDS = range(25)
SEATS = tuple(SeatInfo(name, "weak", hand_known=True) for name in ("Ana", "Bea", "Cai"))
TINY = "lantern_walk"
LONGEST = 5000
PASSES = 5
"""So many passes over all matches, the quickest of each match counts: whatever else runs only makes them slower."""


def header(game: str) -> Header:
    """A match of three weak pilots with the practice pack, everything else as it comes."""
    pack = {} if game == TINY else read_pack(game, "practice")
    return Header(game, SEATS, pack, options_for(pack, {}))


def for_the_table(question: Ask[Any], draw: Callable[[int], int]) -> Value:
    """What people and the clock say in a match that plays itself."""
    if question.seat == CLOCK:
        return question.at
    return any_legal(question, draw)


def begin(games: Games, head: Header) -> Match[Any]:
    """A match that nobody has answered anything in."""
    return Match(games.make(head), head)


def play(games: Games, game: str, seed: int) -> Match[Any]:
    """Begin a match and let it play itself."""
    match = begin(games, header(game))
    play_out(match, seed)
    return match


def play_out(match: Match[Any], seed: int) -> None:
    """Let a match play itself."""
    pilots = {seat: match.rulebook.pilot("weak") for seat in range(len(SEATS))}
    mine, draw = lots(seed), Random(seed).randrange
    for _ in range(LONGEST):
        settle(match, pilots, mine)
        if match.over:
            return
        question = match.open[0]
        match.answer(question.seat, for_the_table(question, draw))
    raise AssertionError(f"{match.header.game}, seed {seed}: no end")


def answer_again(match: Match[Any], played: Match[Any]) -> None:
    """Give every answer of a match once more to a fresh one."""
    for entry in played.record:
        match.apply(entry)


def read_again(games: Games, saved: list[bytes]) -> None:
    """Read some saved matches and play them again."""
    for text in saved:
        recording = read_recording(text, "bench")
        replay(games.make(recording.header), recording)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of some work, so that other programs on the machine do not count."""
    began = process_time()
    work()
    return process_time() - began


def quickest(games: Games, head: Header, works: list[Callable[[Match[Any]], object]]) -> float:
    """Processor time of some works, set-up apart: each on a match that has just begun, each in its quickest pass."""
    best = [math.inf] * len(works)
    for _ in range(PASSES):
        best = [
            min(b, seconds(partial(work, begin(games, head)))) for b, work in zip(best, works, strict=True)
        ]
    return sum(best)


def measure(games: Games, game: str, seeds: range = SEEDS) -> list[Figure]:
    """The three figures of one game, averaged over many matches."""
    head = header(game)
    matches = [play(games, game, seed) for seed in seeds]
    answers = sum(len(match.record) for match in matches)
    answering = quickest(games, head, [partial(answer_again, played=played) for played in matches])
    playing = quickest(games, head, [partial(play_out, seed=seed) for seed in seeds])
    saved = [msgspec.json.encode(Recording(match.header, match.record)) for match in matches]
    reading = seconds(lambda: read_again(games, saved))
    return [
        Figure(f"{game}, one answer", answering / answers * 1e6, "µs", 20),
        Figure(f"{game}, a match of weak pilots", playing / len(matches) * 1e3, "ms", 50),
        Figure(f"{game}, 1,000 saved answers read and played again", reading / answers * 1e6, "ms", 1000),
    ]


def figures() -> list[Figure]:
    """The figures of every game, the tests' tiny one first."""
    games = Games(extra={TINY: LanternWalk})
    names = sorted(games.names(), key=lambda name: (name != TINY, name))
    return [figure for name in names for figure in measure(games, name)]

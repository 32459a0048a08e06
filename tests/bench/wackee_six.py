"""What Wackee Six costs: a scanned card, the arbitration of a call, a correction far back, and 500 automated matches."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.ask import CLOCK
from engine.match import Match
from engine.pilots import any_legal
from engine.record import Correct, Header, SeatInfo
from engine.settle import settle
from engine.wackee_six.call import next_to_check
from engine.wackee_six.options import Options
from engine.wackee_six.state import Count, Press, Round
from table.games import Games
from table.lots import lots
from table.packs import read_pack
from tests.bench.engine import seconds
from tests.bench.figure import Figure

if TYPE_CHECKING:
    from typing import Any

    from engine.ask import Ask, Value

GAME = "wackee_six"
MATCHES = 500


def begun(levels: list[str | None], options: dict[str, Any], seed: int = 1) -> Match[Any]:
    """A match of people (None) and pace-makers."""
    seats = tuple(SeatInfo(f"Seat {seat}", level) for seat, level in enumerate(levels))
    head = Header(GAME, seats, read_pack(GAME, "practice"), options, {"seed": seed})
    return Match(Games().make(head), head)


def some_answer(question: Ask[Any], rng: Random) -> Value:
    """What people, pressing at any moment, and the clock say."""
    if question.seat == CLOCK:
        return question.at
    if question.timed:
        return (question.low or 0) + rng.randrange(100_000_000)
    return any_legal(question, rng.randrange)


def play(levels: list[str | None], seed: int, **options: Any) -> Match[Any]:
    """Let a match play itself; the console is left alone most of the time."""
    match, rng = begun(levels, options, seed), Random(seed)
    while not match.over:
        settle(match, {}, lots(seed))
        if match.over:
            break
        asked = match.open[rng.randrange(len(match.open))]
        if asked.key == "console" and rng.randrange(30):
            asked = match.open[0]
        match.answer(asked.seat, some_answer(asked, rng))
    return match


def scan_decks(match: Match[Any]) -> None:
    """Scan six whole decks, card by card."""
    for card in match.rulebook.components():
        match.answer("table", card.id)


def scanning() -> Match[Any]:
    """A match of six people at the scan of the centre."""
    match, rng = begun([None] * 6, {"count_by": "scan", "call_check": "trust"}), Random(1)
    while match.open[0].key != "scan_cards":
        asked = match.open[0]
        match.answer(asked.seat, some_answer(asked, rng))
    return match


def arbitrate(times: int) -> None:
    """Work out who is to be checked next among six presses."""
    presses = [Press(side, 1000 * (6 - side)) for side in range(6)]
    for _ in range(times):
        next_to_check(presses, (), (), (), Options())


def long_match() -> Match[Any]:
    """A match of six that has played a hundred rounds and stands after the last."""
    match, rng = begun([None] * 6, {"call_check": "trust", "target": 0}), Random(1)
    while match.state.phase != "after":
        asked = match.open[0]
        match.answer(asked.seat, some_answer(asked, rng))
    row = [
        Count(20, 0, "numbers", confirmed=True),
        *(Count(15, 3, "numbers", confirmed=True) for _ in range(5)),
    ]
    match.state.history += [Round(n, "call", [0], list(row), [0] * 6, 60_000_000, []) for n in range(2, 101)]
    return match


def figures() -> list[Figure]:
    """The figures of this game that the common bench does not have."""
    ready, long = scanning(), long_match()
    cards = len(ready.rulebook.components())
    spent = seconds(lambda: scan_decks(ready))
    changed = seconds(lambda: long.apply(Correct("count", "played.2.0", 30)))
    people: list[list[str | None]] = [[None] * n for n in range(2, 13)]
    kinds = [
        *people,
        [None, "weak"],
        [None, None, "weak", "fast"],
    ]
    whole = seconds(
        lambda: [play(kinds[seed % len(kinds)], seed, pairing="random") for seed in range(MATCHES)]
    )
    return [
        Figure("one scanned card of six decks", spent / cards * 1e6, "µs", 20),
        Figure("arbitration of six presses", seconds(lambda: arbitrate(2000)) / 2000 * 1e6, "µs"),
        Figure("a correction 98 rounds back, with all totals", changed * 1e3, "ms"),
        Figure(
            f"{MATCHES} matches, 2 to 12 seats and pace-makers, one each", whole / MATCHES * 1e3, "ms", 50
        ),
    ]

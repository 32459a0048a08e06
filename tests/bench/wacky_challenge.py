"""What Wacky Challenge costs: its dearest enumerations, a planner's decision, and 500 automated matches."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wacky_challenge.pack import Card
from engine.wacky_challenge.score import best_joins, best_order, best_row
from table.games import Games
from table.lots import lots
from table.packs import read_pack
from tests.bench.engine import seconds
from tests.bench.figure import Figure

if TYPE_CHECKING:
    from typing import Any

GAME = "wacky_challenge"
MATCHES = 500
HALVES = ("car", "car", "boat", "plane", "plane")


def begun(levels: list[str], seed: int) -> Match[Any]:
    """A match of pilots, starters by lot."""
    seats = tuple(SeatInfo(f"Pilot {seat}", level) for seat, level in enumerate(levels))
    head = Header(GAME, seats, read_pack(GAME, "practice"), {"starter_draw": "companion"}, {"seed": seed})
    return Match(Games().make(head), head)


def play(levels: list[str], seed: int, answers: int | None = None) -> Match[Any]:
    """Let pilots play, to the end or for so many answers of the match."""
    match = begun(levels, seed)
    pilots = {seat: match.rulebook.pilot(level) for seat, level in enumerate(levels)}
    while not match.over and (answers is None or len(match.record) < answers):
        settle(match, pilots, lots(seed))
        for question in match.open[:1]:
            match.answer(question.seat, any_legal(question, Random(seed).randrange))
    return match


def enumerate_joins(times: int) -> None:
    """Find the best joins of the dearest route anew: five cards with halves at both edges."""
    for _ in range(times):
        best_order.cache_clear()
        best_joins("BCCPP", road_water=True)


def enumerate_rows(times: int) -> None:
    """Find a best row of the dearest route."""
    cards = [Card(f"{n}", vehicle, "red", 1, 1, "both", "none") for n, vehicle in enumerate(HALVES)]  # type: ignore[arg-type]
    for _ in range(times):
        best_order.cache_clear()
        best_row(cards, road_water=True)


def decide(seats: int) -> tuple[float, int]:
    """Seconds and number of a planner's decisions in one match against steady bots."""
    levels = ["strong", *["weak"] * (seats - 1)]
    alone = seconds(lambda: play(["weak"] * seats, 1))
    return seconds(lambda: play(levels, 1)) - alone, 9


def figures() -> list[Figure]:
    """The figures of this game that the common bench does not have."""
    found = [
        Figure("best joins of five double halves", seconds(lambda: enumerate_joins(20)) / 20 * 1e6, "µs"),
        Figure("best row of five double halves", seconds(lambda: enumerate_rows(20)) / 20 * 1e6, "µs"),
    ]
    for seats in (2, 7):
        spent, decisions = decide(seats)
        found.append(Figure(f"a planner's decision, {seats} seats", spent / decisions * 1e3, "ms"))
    spent = seconds(lambda: [play(["weak"] * (2 + seed % 6), seed) for seed in range(MATCHES)])
    found.append(
        Figure(f"{MATCHES} matches of weak pilots, 2 to 7 seats, one each", spent / MATCHES * 1e3, "ms", 50)
    )
    return found

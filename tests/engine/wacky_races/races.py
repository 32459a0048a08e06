"""Whole races of the practice pack for tests: from the first question on, to a stage, or to the end."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE
from engine.match import Match
from engine.record import Header, SeatInfo
from engine.wacky_races.rulebook import WackyRaces
from tests.engine.wacky_races.scene import practice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Ask, Value
    from engine.wacky_races.state import RaceState

STAGES = ("racers", "starter", "neutrals", "deal", "special", "course", "ready", "turn")


def begin(seats: int = 3, **options: Value) -> Match[RaceState]:
    """A match at its very first question; decks virtual and the course dealt unless said otherwise."""
    given = {"movement_deck": "virtual", "trap_deck": "virtual", "course": "dealt", **options}
    header = Header(
        "wacky_races",
        tuple(SeatInfo(f"seat {seat}") for seat in range(seats)),
        pack=practice(),
        options=given,
    )
    return Match(WackyRaces(header), header)


def any_answer(question: Ask[Any], lot: Random) -> Value:
    """Any legal answer."""
    return lot.choice(question.options).value


def go_on(
    match: Match[RaceState], stage: str, answers: dict[str, list[str]] | None = None, seed: int = 0
) -> None:
    """Answer until a stage is reached: by question key what *answers* say, else by lot."""
    lot = Random(seed)
    left = {key: list(values) for key, values in (answers or {}).items()}
    while match.open and STAGES.index(match.state.stage) < STAGES.index(stage):
        question = match.open[0]
        planned = left.get(question.key)
        match.answer(question.seat, planned.pop(0) if planned else any_answer(question, lot))


def whole_races() -> Iterator[Match[RaceState]]:
    """A race of any legal answers, seen at every question; then one with other people."""
    for seats, seed in ((2, 1), (3, 2), (4, 3), (6, 4)):
        match = begin(seats)
        lot = Random(seed)
        while not match.over:
            yield match
            question = match.open[0]
            match.answer(question.seat, lot.choice(question.options).value, auto=question.seat == CHANCE)
        yield match

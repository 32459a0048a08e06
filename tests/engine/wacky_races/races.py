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
        yield from seen(begin(seats), seed)


def other_races() -> Iterator[Match[RaceState]]:
    """A championship with a special rule, one whose ties go to places, and a series by the books, seen likewise."""
    texts = ["Keep to the left", "The last one sings"]
    yield from seen(begin(3, champ_races=2, champ_texts=texts, next_start="last_placed"), 5)
    yield from seen(begin(2, champ_races=2, champ_points=[1, 0, 0, 0, 0, 0], places="winner_only"), 6)
    yield from seen(begin(3, champ_races=2, level="books", next_start="last_driver"), 7)
    yield from seen(begin(4, level="books", special_pool=["railroad_crossing"]), 8)


def seen(match: Match[RaceState], seed: int) -> Iterator[Match[RaceState]]:
    """Play a match of any legal answers and show it at every question; on an unknown course little happens."""
    lot = Random(seed)
    while not match.over:
        yield match
        question = match.open[0]
        values = [option.value for option in question.options]
        if question.key in ("landed", "neutral_event"):
            values += [None] * 9
        match.answer(question.seat, lot.choice(values), auto=question.seat == CHANCE)
    yield match

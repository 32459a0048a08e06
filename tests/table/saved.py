"""Matches played at random into a match file, with what must be back after each sync: part of the tests' kit.

Every game of the conformance suite is tried; a new game joins by its case there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from engine.record import Reseat
from table.archive import Archive
from tests.engine.cases import CASES
from tests.engine.conformance import random_answer
from tests.table.faulty_disk import FaultyDisk

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match import Match
    from engine.record import Entry
    from table.journal import Journal
    from tests.engine.conformance import Case

FOLDER = Path("/saved")
FIRST = FOLDER / "match-000001.jsonl"

GAMES = list({case.rulebook.game: case for case in reversed(CASES)}.values())
"""One case of every game, the one that comes first."""


def name_of(case: Case) -> str:
    return case.rulebook.game


@dataclass
class Point:
    """A moment at which the table heard "accepted": bytes and lines in the file, the entries that stand."""

    size: int
    lines: int
    record: list[Entry]


@dataclass
class Saved:
    """A match with its file and all its points."""

    match: Match[Any]
    data: bytes
    points: list[Point]


def step(match: Match[Any], rng: Random) -> None:
    """Say something: mostly an answer, now and then take something back or say it again."""
    luck = rng.random()
    if luck < 0.1 and len(match.record) > 3:
        match.undo(len(match.record) - rng.randint(1, 3))
    elif luck < 0.2 and match.undone:
        match.redo(len(match.record) + 1)
    elif luck < 0.22 and match.at_boundary and not match.over:
        match.apply(Reseat(0, match.seats[0]))
    elif not match.over:
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))


def play_on(match: Match[Any], journal: Journal, rng: Random, steps: int, each: Callable[[], None]) -> None:
    """Say so many things and sync after each; *each* is called when the table would hear "accepted"."""
    for _ in range(steps):
        step(match, rng)
        journal.follow(match)
        journal.sync()
        each()


def saved(case: Case, seed: int, steps: int) -> Saved:
    """Play a match, or its beginning, into a file."""
    disk, points = FaultyDisk(), list[Point]()
    match = case.match()
    journal, notice = Archive(FOLDER, disk).start(case.header)
    assert notice is None

    def point() -> None:
        points.append(Point(len(disk.read(FIRST)), journal.accepted, list(match.record)))

    point()
    play_on(match, journal, Random(seed), steps, point)
    return Saved(match, disk.read(FIRST), points)


def standing(data: bytes) -> list[list[Any]]:
    """The entries that stand after each line of an undamaged file, read in the plainest way."""
    record: list[Any] = []
    stands = []
    first, blanks, again, *others = data.decode().splitlines()
    assert (blanks.strip(), again) == ("", first)
    for line in (first, *others):
        entry = json.loads(line.split(" ", 2)[2])
        if entry["do"] == "keep":
            record = record[: entry["entries"]]
        elif entry["do"] not in ("match", "boundary", "over"):
            record = [*record, entry]
        stands.append(record)
    return stands

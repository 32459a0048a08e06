"""What saving costs: waits for the medium and bytes per human answer, and how long reading a match back takes."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from engine.ask import CHANCE, CLOCK
from table.archive import Archive
from tests.bench.figure import Figure
from tests.engine.conformance import random_answer
from tests.table.faulty_disk import FaultyDisk
from tests.table.saved import FIRST, FOLDER, GAMES

if TYPE_CHECKING:
    from engine.match import Match
    from tests.engine.conformance import Case

HUMAN_ANSWERS = 100


def automatic(match: Match[object], rng: Random) -> None:
    """Let chance and the clock answer until a person is awaited, who may be one of several or before a deadline."""
    while waiting := [q for q in match.open if q.seat in (CHANCE, CLOCK)]:
        if len(waiting) < len(match.open):
            return
        match.answer(waiting[0].seat, random_answer(waiting[0], rng.randrange), auto=True)


def scripted(case: Case) -> list[Figure]:
    """Play until people have answered a hundred times, match after match, saving as the host does."""
    disk, rng = FaultyDisk(), Random(7)
    archive = Archive(FOLDER, disk)
    human = syncs = size = 0
    while human < HUMAN_ANSWERS:
        said = human
        match, (journal, _) = case.match(), archive.start(case.header)
        opening, waited = disk.bytes_written, disk.syncs
        while not match.over and human < HUMAN_ANSWERS:
            automatic(match, rng)
            people = [q for q in match.open if q.seat not in (CHANCE, CLOCK)]
            if people:
                question = people[rng.randrange(len(people))]
                match.answer(question.seat, random_answer(question, rng.randrange))
                automatic(match, rng)
                human += 1
                journal.follow(match)
                journal.sync()
        syncs += disk.syncs - waited
        size += disk.bytes_written - opening
        journal.close()
        if human == said:
            return []  # nobody but pilots and the clock ever speaks here
    game = case.rulebook.game
    begun = perf_counter()
    archive.open(FIRST, case.rulebook).journal.close()
    return [
        Figure(f"{game}: waits for the medium per human answer", syncs / human, "", 1.0),
        Figure(f"{game}: bytes per human answer", size / human, "bytes", 4096),
        Figure(f"{game}: opening a match again", (perf_counter() - begun) * 1000, "ms", 1000),
    ]


def figures() -> list[Figure]:
    """The figures of every game."""
    return [figure for case in GAMES for figure in scripted(case)]

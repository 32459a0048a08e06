"""Pull the plug at any moment: what the table heard "accepted" for is there at the next start, and the match goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from table.archive import Archive
from table.atomic import replace_file
from table.match_file import read
from tests.table.faulty_disk import FaultyDisk, PowerCutError
from tests.table.saved import FOLDER, GAMES, name_of, step

if TYPE_CHECKING:
    from engine.record import Entry
    from tests.engine.conformance import Case

every_game = pytest.mark.parametrize("case", GAMES, ids=name_of)


@dataclass
class Heard:
    """What the people at the table know: which file, what stood when they last heard "accepted", what they tried since."""

    path: Path | None = None
    accepted: list[Entry] = field(default_factory=list)
    tried: list[Entry] = field(default_factory=list)


def evening(case: Case, disk: FaultyDisk, heard: Heard, seed: int, steps: int) -> None:
    """Begin a match, or go on with the one that is not over, until the power goes."""
    archive, rng = Archive(FOLDER, disk), Random(seed)
    if unfinished := archive.unfinished():
        opened = archive.open(unfinished[0].path, case.rulebook)
        match, journal = opened.match, opened.journal
    else:
        match, (journal, notice) = case.match(), archive.start(case.header)
        assert notice is None
    heard.path, heard.accepted, heard.tried = journal.path, list(match.record), list(match.record)
    for _ in range(steps):
        step(match, rng)
        heard.tried = list(match.record)
        journal.follow(match)
        journal.sync()
        heard.accepted = list(match.record)


def next_start(case: Case, disk: FaultyDisk, heard: Heard, rng: Random) -> FaultyDisk:
    """Switch on again: the match stands as accepted, or with what was being said when the power went."""
    disk = disk.after_power_cut(rng)
    archive = Archive(FOLDER, disk)
    archive.tidy()
    if heard.path is not None:
        opened = archive.open(heard.path, case.rulebook)
        opened.journal.close()
        assert opened.match.record in (heard.accepted, heard.tried)
    return disk


@pytest.mark.report("G01")
@every_game
def test_the_power_goes_at_every_step_of_the_disk(case: Case) -> None:
    """G01: cut after each single write, sync and name; expect the old or the new version, never an empty one."""
    whole = FaultyDisk()
    evening(case, whole, Heard(), seed=31, steps=8)
    for cut_at in range(1, whole.steps + 1):
        for luck in range(6):
            disk, heard = FaultyDisk(), Heard()
            disk.cut_at = cut_at
            with pytest.raises(PowerCutError):
                evening(case, disk, heard, seed=31, steps=8)
            next_start(case, disk, heard, Random(luck))


@pytest.mark.report("G09")
def test_a_thousand_power_cuts_lose_nothing_that_was_accepted() -> None:
    """G09: 1000 random cuts during scripted games; expect 1000 good restarts."""
    rng = Random(2024)
    disks = [FaultyDisk() for _ in GAMES]
    cuts = nights = 0
    while cuts < 1000:
        nights += 1
        game = nights % len(GAMES)
        disk, heard = disks[game], Heard()
        if len(disk.names(FOLDER)) > 1:  # reading many old matches takes long and shows nothing new
            disk = FaultyDisk()
        disk.cut_at = disk.steps + rng.randint(1, 14)
        try:
            evening(GAMES[game], disk, heard, seed=nights, steps=6)
        except PowerCutError:
            cuts += 1
        disks[game] = next_start(GAMES[game], disk, heard, rng)


@pytest.mark.report("G01")
def test_a_small_file_is_the_old_or_the_new_one_after_any_power_cut() -> None:
    """G01: the settings file had zero bytes after a power cut."""
    path = Path("/saved/tags.json")
    for cut_at in range(1, 8):
        for luck in range(20):
            disk = FaultyDisk()
            disk.put(path, b"old")
            disk.cut_at = cut_at
            try:
                replace_file(disk, path, b"new")
                done = True
            except PowerCutError:
                done = False
            found = disk.after_power_cut(Random(luck))
            assert found.read(path) in ([b"new"] if done else [b"old", b"new"])
            replace_file(found, path, b"newer")
            assert found.read(path) == b"newer"


# --- a real process, really killed -----------------------------------------------------------------------------

NURSERY = """
import os, sys
from pathlib import Path
from random import Random
from table.archive import Archive
from tests.table.saved import GAMES, play_on

def play(folder, game):
    case = next(case for case in GAMES if case.rulebook.game == game)
    archive = Archive(Path(folder))
    for seed in range(100000):
        match, (journal, _) = case.match(), archive.start(case.header)
        def accepted():
            print(journal.path.name, journal.accepted, flush=True)
        accepted()
        play_on(match, journal, Random(seed), 40, accepted)
        journal.close()

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        print(os.getpid(), flush=True)
        play(*line.split())
    _, status = os.waitpid(child, 0)
    print("killed by", os.WTERMSIG(status), flush=True)
"""
"""Imports everything once, then forks a child that plays match after match for every line it reads."""


def killed_child(nursery: subprocess.Popen[str], folder: Path, game: str, after: int) -> dict[str, int]:
    """Let a child play, kill it when it has said "accepted" so often; returns how many lines it accepted by file."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(f"{folder} {game}\n")
    nursery.stdin.flush()
    child = int(nursery.stdout.readline())
    said: list[list[str]] = []
    for line in nursery.stdout:  # to the end: also what it said before it felt the signal
        if line.startswith("killed by"):
            assert int(line.split()[-1]) == signal.SIGKILL
            return {name: int(lines) for name, lines in said}
        said.append(line.split())
        if len(said) == after:
            os.kill(child, signal.SIGKILL)
    raise AssertionError("the nursery itself has died")


@pytest.mark.real_time
@pytest.mark.report("G09")
def test_a_process_killed_at_fifty_moments_keeps_every_answer_it_called_accepted(tmp_path: Path) -> None:
    """G09: be safe to stop at any moment."""
    rng, root = Random(50), Path(__file__).parents[2]
    with subprocess.Popen(  # noqa: S603 - our own interpreter on our own text
        [sys.executable, "-c", NURSERY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as nursery:
        for kill in range(50):
            case = GAMES[kill % len(GAMES)]
            folder = tmp_path / str(kill)
            said = killed_child(nursery, folder, case.rulebook.game, rng.randint(1, 120))
            assert said
            for name, lines in said.items():
                opened = Archive(folder).open(folder / name, case.rulebook)
                opened.journal.close()
                assert read((folder / name).read_bytes(), name).lines >= lines

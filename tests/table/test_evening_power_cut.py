"""Pull the plug of a running box: whatever it called accepted is there, and the match is played to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from table.archive import Archive
from table.demo import play
from table.evening import Evening
from table.texts import Texts
from tests.table.power_child import GAMES, digest, wiring_of

ROOT = Path(__file__).parents[2]


class Heard(NamedTuple):
    """What the table last heard as accepted: the file, how many entries, and their digest."""

    file: str
    entries: int
    digest: str


def killed_box(folder: Path, game: str, after: int) -> Heard:
    """Let a box play and kill it when it has said "accepted" so often; returns the last it said."""
    heard: Heard | None = None
    times = 0
    with subprocess.Popen(  # noqa: S603 - our own interpreter on our own module
        [sys.executable, "-m", "tests.table.power_child", str(folder), game],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:  # to the end: also what it said before it felt the signal
            if line.endswith("\n"):
                name, entries, what = line.split()
                heard, before = Heard(name, int(entries), what), heard
                times += heard != before
                if times == after:
                    child.send_signal(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
    assert heard is not None
    return heard


MOMENTS = [("lantern_walk", after) for after in Random(15).sample(range(1, 50), 12)]
MOMENTS += [("wacky_races", after) for after in (3, 30, 60)]


@pytest.mark.real_time
@pytest.mark.report("G01", "K10")
@pytest.mark.parametrize(("game", "after"), MOMENTS)
def test_a_box_whose_plug_was_pulled_goes_on_with_all_it_had_accepted(
    tmp_path: Path, game: str, after: int
) -> None:
    """G01, K10: kill right after a confirmation; the confirmed action is there, and the match can be finished."""
    heard = killed_box(tmp_path, game, after)
    evening = Evening(GAMES, Archive(tmp_path), Texts("en"))
    desk = evening.resume(tmp_path / heard.file)
    assert len(desk.match.record) >= heard.entries
    assert digest(desk.match.record[: heard.entries]) == heard.digest
    if game == "lantern_walk" or after == MOMENTS[-1][1]:
        assert play(evening, wiring_of(game), seed=1).result is not None
    evening.close()

"""A second box on the same machine says that one is running and changes nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from table import launch
from table.cli import app
from table.only_one import AlreadyRunning, only_one

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.report("D14")
def test_a_second_box_is_told_which_process_the_first_one_is(tmp_path: Path) -> None:
    """D14: start twice; the second ends with a clear line, the first is undisturbed."""
    with only_one(tmp_path):
        with pytest.raises(AlreadyRunning, match=f"a box is running already \\(process {os.getpid()}\\)"):
            only_one(tmp_path).__enter__()
        with pytest.raises(AlreadyRunning, match="systemctl stop pitboard"):
            only_one(tmp_path).__enter__()


def test_when_the_first_one_has_ended_the_next_may_begin(tmp_path: Path) -> None:
    for _ in range(3):
        with only_one(tmp_path / "new"):
            pass


def test_what_a_killed_box_left_behind_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "running").write_text("99999\n")
    with only_one(tmp_path):
        assert (tmp_path / "running").read_text() == f"{os.getpid()}\n"


def test_boxes_with_folders_of_their_own_do_not_meet(tmp_path: Path) -> None:
    with only_one(tmp_path / "one"), only_one(tmp_path / "two"):
        pass


@pytest.mark.report("D14", "F02")
def test_the_command_says_so_in_a_line_and_leaves_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D14, F02: no traceback, and a code that a service manager takes for a failure."""
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path))
    monkeypatch.setattr(launch, "has_wires", lambda: True)
    monkeypatch.setattr(launch, "play_on_wires", lambda *_: pytest.fail("it must not get so far"))
    with only_one(tmp_path):
        done = CliRunner().invoke(app, ["play"])
    assert done.exit_code == 2
    assert done.stderr.startswith("pitboard: a box is running already")

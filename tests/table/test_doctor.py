"""`pitboard doctor`: plain words, the right exit code, nothing changed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from devices.checkup import Finding
from devices.gpio import NoGpio
from devices.sim.board import Board
from table import doctor
from table.cli import app
from table.doctor import Diagnosis, examine, look, storage
from table.settings import read_wiring, wirings

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

    from devices.rig import Wiring


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOARD_HOME", str(tmp_path / "home"))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without wires, whose naps take no time."""
    monkeypatch.setattr(doctor, "has_wires", lambda: False)
    monkeypatch.setattr("table.doctor.time.sleep", lambda _: None)


def run(*args: str) -> Result:
    return CliRunner().invoke(app, ["doctor", *args], terminal_width=80, env={"COLUMNS": "80"})


def test_on_simulated_wires_everything_works_and_it_leaves_with_0() -> None:
    done = run("--simulate")
    assert done.exit_code == 0
    assert done.stdout.startswith("wiring starter, on simulated wires\n")
    assert done.stdout.endswith("everything works\n")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", wirings())
def test_every_wiring_that_comes_with_pitboard_works_on_simulated_wires(name: str, tmp_path: Path) -> None:
    found = examine(name, read_wiring(name), tmp_path, simulate=True)
    assert [finding for finding in found.findings if finding.state == "fault"] == []


@pytest.mark.report("D11", "A32")
@pytest.mark.usefixtures("elsewhere")
def test_a_machine_without_wires_is_told_calmly_what_a_table_would_need() -> None:
    """D11, A32: no GPIO back-end, no SPI: one calm paragraph, a remedy for each part, exit code 1."""
    done = run()
    assert done.exit_code == 1
    words = " ".join(done.stdout.split())
    assert (
        "it cannot run this wiring: each part it lacks is a fault below. The bench needs none of them"
        in words
    )
    assert "nothing is wrong" not in words
    assert re.search(r"\b[1-9]\d* faults?$", words)
    assert "install pitboard[pi]" in words
    assert "switch I2C on in raspi-config" in words
    assert "Traceback" not in done.output
    assert done.stderr == ""


@pytest.mark.report("D12", "D14")
def test_a_pin_that_somebody_else_has_is_told_and_the_rest_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """D12, D14: GPIO that cannot be claimed, as when a box is running already."""
    wiring = replace(read_wiring("starter"), mux_reset=4)
    with Board(wiring) as board:
        tried: list[Wiring] = []

        def opened(wanted: Wiring, clock: object) -> object:
            del clock
            tried.append(wanted)
            if wanted is wiring:
                raise RuntimeError("'GPIO busy'")
            rig = board.rig()
            rig.troubles.append(NoGpio("No GPIO: as said. Already", "no_gpio_chip", why="as said"))
            return rig

        monkeypatch.setattr(doctor, "open_rig", opened)
        monkeypatch.setattr(doctor, "has_wires", lambda: True)
        monkeypatch.setattr("table.doctor.time.sleep", lambda s: board.clock.spend(round(s * 1e9)))
        found = examine("starter", wiring, tmp_path)
    assert tried[0] is wiring
    assert tried[1] == replace(wiring, keys={}, lamps={}, buzzers={}, mux_reset=None)
    assert not found.well
    assert found.findings[0].text == "keys, lamps and buzzers were left out: 'GPIO busy'"
    assert "stop it: sudo systemctl stop pitboard" in found.findings[0].remedy
    assert any(finding.part == "reader" and finding.state == "ok" for finding in found.findings)


def test_json_says_the_same_for_programs() -> None:
    done = run("--simulate", "--json")
    told = json.loads(done.stdout)
    assert (told["wiring"], told["simulated"], told["well"]) == ("starter", True, True)
    assert {"part", "name", "state", "text", "remedy"} == set(told["findings"][0])
    assert {one["part"] for one in told["findings"]} == {"reader", "panel", "key", "storage"}


def test_outputs_are_tried_when_asked_for() -> None:
    told = json.loads(run("--simulate", "--json", "--outputs").stdout)
    assert {"lamp", "buzzer"} <= {one["part"] for one in told["findings"]}


def test_a_wiring_that_there_is_not_is_a_mistake() -> None:
    done = run("--simulate", "--wiring", "nothing")
    assert done.exit_code == 2
    assert "no wiring 'nothing'" in done.stderr


@pytest.mark.report("A32", "D12")
def test_a_rig_without_gpio_is_closed_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A32, D12: what cannot be opened is a finding, and everything else is still looked at."""
    wiring = read_wiring("starter")
    with Board(wiring) as board:

        def no_factory(chip: int | None = None) -> object:
            del chip
            raise NoGpio("No GPIO: the chip is gone. Restart the Pi", "no_gpio_chip", why="gone")

        monkeypatch.setattr("devices.rig.open_factory", no_factory)
        from devices.rig import open_rig  # noqa: PLC0415 - inside the world

        rig = open_rig(wiring, board.clock)
        found = look(rig, wiring, lambda micros: board.clock.spend(micros * 1000))
    assert found[0] == Finding("gpio", "", "fault", "the chip is gone", "Restart the Pi")
    assert [one.state for one in found if one.part == "reader"] == ["ok", "ok"]


def test_a_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    (finding,) = storage(blocked / "matches")
    assert finding.state == "fault"
    assert "set PITBOARD_HOME" in finding.remedy


def test_a_folder_that_can_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    (finding,) = storage(tmp_path)
    assert finding.state in {"ok", "note"}
    assert list(tmp_path.iterdir()) == []


def test_a_card_that_is_nearly_full_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 3_000_000

    monkeypatch.setattr("table.doctor.shutil.disk_usage", lambda _: Usage)
    (finding,) = storage(tmp_path)
    assert (finding.state, "only 3 MB are free" in finding.text) == ("note", True)


def test_faults_are_counted_and_each_has_its_remedy_below() -> None:
    found = Diagnosis(
        "mine",
        simulated=False,
        wires=True,
        findings=(
            Finding("reader", "ana", "fault", "no chip answers", "check its wires"),
            Finding("reader", "bea", "ok", "answers"),
            Finding("gpio", "", "fault", "no chip"),
        ),
    )
    assert list(found.lines(60)) == [
        "wiring mine",
        "",
        "readers",
        "  FAULT ana: no chip answers",
        "        -> check its wires",
        "  ok    bea: answers",
        "",
        "GPIO",
        "  FAULT no chip",
        "",
        "2 faults",
    ]


@pytest.mark.parametrize("text", ["", "muted = true\n"])
@pytest.mark.parametrize(
    "command", [("doctor", "--simulate", "--wiring"), ("doctor", "--wiring"), ("wiring",)]
)
def test_a_wiring_that_names_nothing_is_not_well(text: str, command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    done = CliRunner().invoke(app, [*command, str(path)])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "this wiring names no part; write [reader.console]" in " ".join(done.stderr.split())

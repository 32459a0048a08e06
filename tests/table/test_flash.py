"""Putting the firmware on a board: every step in order, nothing believed before the hello, each failure with a remedy."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from devices.sim.clock import VirtualClock
from devices.sim.hub import SimHub
from devices.sim.hub_cable import Cable, SimPorts
from firmware import hub as firmware
from firmware.hub import FIRMWARE
from table.flash import MODULES, Done, Flasher, FlashError, run_mpremote
from tests.architecture.source import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PORT = "/dev/ttyACM0"


@dataclass
class Bench:
    """A board at a port, and a stand-in for mpremote that does to it what the real one would."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    fails_at: str = ""
    works: bool = True
    ran: list[list[str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.board = SimHub(self.clock, "E661A5", PORT)
        self.ports = SimPorts([self.board.cable])
        self.flasher = Flasher(self.ports, self.said.append, self.run, self.clock, self.sleep)

    def sleep(self, seconds: float) -> None:
        """Let virtual time pass."""
        self.clock.spend(round(seconds * 1_000_000_000))

    def run(self, arguments: Sequence[str]) -> Done:
        """What mpremote would do."""
        self.ran.append(list(arguments))
        if self.fails_at and self.fails_at in " ".join(arguments):
            return Done(1, "Traceback\nmpremote: could not enter raw repl\n")
        assert self.board.firmware is None, "mpremote cannot get in while the hub's program runs"
        assert self.board.cable.opened is None, "the port is in use"
        if arguments[-1] == "reset" and self.works:
            self.board.power_on()
        return Done(0, "")

    def copied(self) -> list[str]:
        """Where files went, in order."""
        return [arguments[-1] for arguments in self.ran if "cp" in arguments]


def test_a_fresh_board_gets_every_file_and_the_main_program_last() -> None:
    bench = Bench()
    bench.board.power_off()
    assert bench.flasher.flash() == "E661A5"
    assert bench.copied() == [*(f":firmware/{name}" for name in MODULES), ":main.py"]
    assert bench.ran[0][2] == "exec"
    assert bench.ran[-1] == ["connect", PORT, "reset"]
    assert 'identity = "E661A5"' in bench.said[-1]


def test_a_hub_that_runs_is_stopped_first() -> None:
    bench = Bench()
    assert bench.flasher.flash(PORT) == "E661A5"
    assert bench.board.maintenance
    assert any(f"runs firmware {FIRMWARE}; stopping it" in line for line in bench.said)


def test_progress_is_counted() -> None:
    bench = Bench()
    bench.flasher.flash()
    steps = [line for line in bench.said if "/" in line.split()[0]]
    assert steps[0].startswith("1/12 ")
    assert steps[-1] == "12/12 restart"


def test_everything_the_firmware_is_made_of_is_copied() -> None:
    assert {path.name for path in (ROOT / "firmware").glob("*.py")} == {*MODULES, "main.py"}


def test_the_old_program_goes_before_anything_is_copied() -> None:
    bench = Bench(fails_at="wire.py")
    with pytest.raises(FlashError, match=r"wire\.py: mpremote failed: mpremote: could not enter raw repl"):
        bench.flasher.flash()
    assert "main.py" in bench.ran[0][-1]
    assert ":main.py" not in bench.copied()


def test_a_board_that_does_not_say_hello_afterwards_is_no_success() -> None:
    bench = Bench(works=False)
    with pytest.raises(FlashError, match="everything was copied, but no hub answers"):
        bench.flasher.flash()


def test_a_board_that_runs_another_version_afterwards_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    monkeypatch.setattr(firmware, "FIRMWARE", "0")
    with pytest.raises(FlashError, match=f"still runs firmware 0 and not {FIRMWARE}"):
        bench.flasher.flash()


def test_without_a_board_it_says_how_to_get_micropython_on_one() -> None:
    bench = Bench()
    bench.board.unplug()
    with pytest.raises(FlashError, match="BOOTSEL"):
        bench.flasher.flash()


@pytest.mark.parametrize("port", ["/dev/ttyACM9", "/dev/null", "/etc/passwd", "COM3"])
def test_a_port_without_a_board_is_said_at_once_with_those_that_have_one(port: str) -> None:
    bench = Bench()
    before = bench.clock.nanos
    with pytest.raises(FlashError, match=f"no board is at {port}: there is {PORT}$"):
        bench.flasher.flash(port)
    assert (bench.clock.nanos, bench.said, bench.ran) == (before, [], [])


def test_a_named_port_without_any_board_is_said_with_how_to_get_one() -> None:
    bench = Bench()
    bench.board.unplug()
    with pytest.raises(FlashError, match=r"no board was found at /dev/ttyACM9, nor elsewhere: .*BOOTSEL"):
        bench.flasher.flash("/dev/ttyACM9")


def test_of_several_boards_one_must_be_named() -> None:
    bench = Bench()
    bench.ports.cables.append(Cable(bench.clock, "/dev/ttyACM1"))
    with pytest.raises(FlashError, match="/dev/ttyACM0, /dev/ttyACM1: name one"):
        bench.flasher.flash()
    assert bench.flasher.flash(PORT) == "E661A5"
    assert bench.ports.cables[1].sent == [0, 0]


def test_a_port_that_does_not_come_back_is_said() -> None:
    bench = Bench()
    real = bench.board.to_maintenance

    def vanish() -> None:
        real()
        bench.board.cable.unplug()

    bench.board.to_maintenance = vanish  # type: ignore[method-assign]
    with pytest.raises(FlashError, match="did not come back"):
        bench.flasher.flash()


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package mpremote that writes down what it was asked, in a process of its own."""
    package = tmp_path / "mpremote"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(
        "import pathlib, sys\n"
        "pathlib.Path(__file__).with_name('asked').write_text(repr(sys.argv[1:]))\n"
        "print('no such board', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "mpremote"]:
        monkeypatch.delitem(sys.modules, name)
    return package


def test_mpremote_runs_in_a_process_of_its_own(stand_in: Path) -> None:
    assert run_mpremote(["connect", PORT, "reset"]) == Done(3, "no such board\n")
    assert (stand_in / "asked").read_text() == repr(["connect", PORT, "reset"])


def test_without_mpremote_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.flash.find_spec", lambda _: None)
    with pytest.raises(FlashError, match=r"pip install 'pitboard\[flash\]'"):
        run_mpremote(["reset"])


def test_an_mpremote_that_never_ends_is_given_up(stand_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(command: list[str], **_: object) -> None:
        raise subprocess.TimeoutExpired(command, 60)

    monkeypatch.setattr("table.flash.subprocess.run", slow)
    with pytest.raises(FlashError, match="hold its first key"):
        run_mpremote(["reset"])
    assert not (stand_in / "asked").exists()

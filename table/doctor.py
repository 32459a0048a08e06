"""`pitboard doctor`: what is there, what answers, what is missing and how to mend it."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import asdict, dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from devices.checkup import Checkup, Finding
from devices.rig import open_rig
from devices.sim.board import Board
from devices.steady import SteadyClock
from table.play import has_wires

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from devices.rig import Rig, Wiring

NO_WIRES = (
    "This machine has no SPI and no GPIO, so it cannot run this wiring: each part it lacks is a fault below. The bench "
    "needs none of them: `pitboard play` opens it here, and `pitboard doctor --simulate` looks at the same parts on "
    "simulated wires."
)
LITTLE_BYTES = 50_000_000
"""A match takes some kilobytes; with less room than this a log may fill what is left."""

PLURALS = {"key": "keys", "gpio": "GPIO", "storage": "storage"}
SIGNS = {"ok": "ok   ", "note": "note ", "fault": "FAULT"}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All findings about a table."""

    wiring: str
    simulated: bool
    wires: bool
    """Whether there is anything to look at: simulated wires, or a Pi's."""

    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        """Whether everything the wiring names works."""
        return all(finding.state != "fault" for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "wiring": self.wiring,
            "simulated": self.simulated,
            "wires": self.wires,
            "well": self.well,
            "findings": [asdict(finding) for finding in self.findings],
        }

    def lines(self, width: int) -> Iterator[str]:
        """The same for people, in lines of so many letters at most."""
        yield f"wiring {self.wiring}{', on simulated wires' if self.simulated else ''}"
        if not self.wires:
            yield ""
            yield from wrap(NO_WIRES, width)
        part = ""
        for finding in self.findings:
            if finding.part != part:
                part = finding.part
                yield ""
                yield PLURALS.get(part, f"{part}s")
            yield from _told(finding, width)
        faults = sum(finding.state == "fault" for finding in self.findings)
        yield ""
        yield "everything works" if not faults else f"{faults} fault{'s' * (faults > 1)}"


def _told(finding: Finding, width: int) -> Iterator[str]:
    text = f"{finding.name}: {finding.text}" if finding.name else finding.text
    first, *rest = wrap(text, width - 8)
    yield f"  {SIGNS[finding.state]} {first}"
    yield from (f"        {line}" for line in rest)
    if finding.remedy:
        yield from (
            f"        {'->' if number == 0 else '  '} {line}"
            for number, line in enumerate(wrap(finding.remedy, width - 11))
        )


def examine(
    name: str, wiring: Wiring, folder: Path, *, simulate: bool = False, outputs: bool = False
) -> Diagnosis:
    """Look at a table's devices and at the folder where its matches are kept."""
    wires = simulate or has_wires()
    if simulate:
        with Board(wiring) as board:
            found = look(
                board.rig(), wiring, lambda micros: board.clock.spend(micros * 1000), outputs=outputs
            )
    else:
        rig, troubles = _opened(wiring)
        found = [
            *troubles,
            *look(rig, wiring, lambda micros: time.sleep(micros / 1_000_000), outputs=outputs),
        ]
    return Diagnosis(name, simulate, wires, (*found, *storage(folder)))


def look(rig: Rig, wiring: Wiring, wait: Callable[[int], None], *, outputs: bool = False) -> list[Finding]:
    """Look at an open rig, and close it."""
    try:
        return list(Checkup(rig, wiring, wait, outputs).findings())
    finally:
        rig.close()


def _opened(wiring: Wiring) -> tuple[Rig, list[Finding]]:
    """Open the rig; when a pin cannot be had, without any, so that the rest can be looked at."""
    try:
        return open_rig(wiring, SteadyClock()), []
    except Exception as fault:  # noqa: BLE001 - lgpio and gpiozero raise what they like, and it is told here
        trouble = Finding(
            "gpio",
            "",
            "fault",
            f"keys, lamps and buzzers were left out: {fault}",
            "is a box running already? stop it: sudo systemctl stop pitboard",
        )
    return open_rig(replace(wiring, keys={}, lamps={}, buzzers={}, mux_reset=None), SteadyClock()), [trouble]


def storage(folder: Path) -> Iterator[Finding]:
    """Look whether matches can be kept in a folder."""
    probe = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with probe.open("wb") as file:
            file.write(b"pitboard")
            file.flush()
            os.fsync(file.fileno())
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as fault:
        remedy = (
            "give the folder to the user who runs the box, or set PITBOARD_HOME to one that can be written"
        )
        yield Finding("storage", "", "fault", f"{folder}: {fault.strerror or fault}", remedy)
        return
    if free < LITTLE_BYTES:
        text = f"{folder}: only {free // 1_000_000} MB are free"
        yield Finding("storage", "", "note", text, "delete what the card does not need")
    else:
        yield Finding("storage", "", "ok", f"{folder} can be written, {free // 1_000_000} MB are free")

"""What a table costs while nobody plays: CPU and context switches of a loop in a process of its own, in real time.

Both loops look at two readers, a panel and four keys, on stand-ins for the kernel's drivers that answer at once. Ours has
its own drivers and rests for 20 ms; the other one has mfrc522 (whose wait never ends before 2,000 reads), plain luma
and gpiozero's Buttons, and rests as long. The kernel's own work is in neither.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tests.bench.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SECONDS, REST_S = 3.0, 0.02
MOST_CPU, MOST_SWITCHES = 5, 60

VERSION, RELOAD, ANTENNA, ASK, IRQ = 0x37, 0x2D, 0x14, 0x15, 0x04
EMPTY = {VERSION: 0x92, RELOAD: 30, ANTENNA: 0x83, ASK: 0x40, IRQ: 0x01, 0x26: 0x48}
"""What a reader without a card reads: the timer has ended the wait."""


class NoCard:
    """Stands in for spidev.SpiDev with a reader that never sees a card."""

    def __init__(self) -> None:
        self.max_speed_hz = self.mode = 0

    def open(self, bus: int, device: int) -> None:
        """There is always one."""

    def close(self) -> None:
        """Nothing to close."""

    def xfer2(self, data: Sequence[int]) -> list[int]:
        """Answer each address with what the register before it holds."""
        return [0, *(EMPTY.get((sent >> 1) & 0x3F, 0) for sent in data[:-1])]

    xfer = xfer2


def ours() -> Callable[[], object]:
    """Our drivers, as the box uses them."""
    from PIL import Image  # noqa: PLC0415 - each loop imports what it needs, in a process of its own

    from devices.readers import ReaderSettings, open_reader  # noqa: PLC0415 - as above
    from devices.rig import PanelSettings, Wiring  # noqa: PLC0415 - as above
    from devices.sim.board import Board  # noqa: PLC0415 - as above
    from devices.steady import SteadyClock  # noqa: PLC0415 - as above

    board = Board(
        Wiring(
            panels={"a": PanelSettings()}, keys=dict(zip(("a", "b", "c", "d"), (5, 6, 13, 19), strict=True))
        )
    )
    board.__enter__()
    sys.modules["spidev"] = stand_in()
    rig = board.rig()
    readers = [open_reader(ReaderSettings(f"r{device}", device=device), SteadyClock()) for device in (0, 1)]
    picture = Image.new("1", (128, 64))

    def turn() -> None:
        for reader in readers:
            reader.poll()
        if rig.keys is not None:
            rig.keys.poll()
        rig.panels["a"].show(picture)

    return turn


def packages() -> Callable[[], object]:
    """The package mfrc522, plain luma and gpiozero's Buttons, as their guides use them."""
    from importlib import import_module  # noqa: PLC0415 - as above

    from gpiozero import Button  # noqa: PLC0415 - as above
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - as above
    from PIL import Image  # noqa: PLC0415 - as above

    from devices.rig import PanelSettings, Wiring  # noqa: PLC0415 - as above
    from devices.sim.board import Board  # noqa: PLC0415 - as above

    board = Board(Wiring(panels={"a": PanelSettings()}))
    board.__enter__()
    sys.modules["spidev"] = stand_in()
    readers = [import_module("mfrc522").SimpleMFRC522() for _ in range(2)]
    factory = MockFactory()
    buttons = [Button(pin, hold_time=1, pin_factory=factory) for pin in (5, 6, 13, 19)]
    device = import_module("luma.oled.device").ssd1306(
        import_module("luma.core.interface.serial").i2c(port=1)
    )
    device.persist = True
    picture = Image.new("1", (128, 64))

    def turn() -> list[Any]:
        for reader in readers:
            reader.read_id_no_block()
        device.display(picture)
        return buttons

    return turn


def stand_in() -> ModuleType:
    """A module `spidev` with readers that see nothing."""
    module = ModuleType("spidev")
    vars(module)["SpiDev"] = NoCard
    return module


def measure(turn: Callable[[], object]) -> dict[str, float]:
    """Run a loop for some seconds: per cent of a core, and context switches a second."""
    turn()
    before, begun = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
    while time.monotonic() - begun < SECONDS:
        turn()
        time.sleep(REST_S)
    after, took = resource.getrusage(resource.RUSAGE_SELF), time.monotonic() - begun
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu": 100 * used / took, "switches": (after.ru_nvcsw - before.ru_nvcsw) / took}


def figures() -> list[Figure]:
    """Run both, each in a process of its own."""
    found = []
    for name, cpu, switches in (("ours", MOST_CPU, MOST_SWITCHES), ("packages", None, None)):
        done = subprocess.run(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", "tests.bench.idle", name], capture_output=True, check=True, text=True
        )
        values = json.loads(done.stdout.splitlines()[-1])
        found += [
            Figure(f"idle table, {name}, CPU", round(values["cpu"], 1), "% of a core", cpu),
            Figure(
                f"idle table, {name}, voluntary context switches", round(values["switches"]), "/s", switches
            ),
        ]
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure({"ours": ours, "packages": packages}[sys.argv[1]]())) + "\n")

"""A hub's firmware as it is, under a real MicroPython with a Pico's memory, on a pseudo-terminal and simulated chips."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
import tty
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest

from devices.hub_serial import SerialPort, SerialPorts
from devices.hub_settings import HubSettings
from devices.hubs import Hubs
from devices.ports import Edge, Gone, Seen
from devices.sim.hub_chips import ChipServer
from devices.sim.picc import Card
from devices.steady import SteadyClock

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from devices.ports import ReaderEvent

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
MACHINE = ROOT / "devices" / "sim" / "hub_machine"
HEAP = "180k"
READER_PINS = (17, 20, 21, 22, 26, 27, 28, 15)
KEY_PINS = range(8)
LAMP_PINS = range(8, 14)
IDENTITY = "0001020304050607"
SETTINGS = HubSettings(
    "left",
    IDENTITY,
    readers={f"r{slot}": slot for slot in range(8)},
    keys={f"k{key}": key for key in range(8)},
    lamps={"a": 0, "b": 5},
    buzzer="a",
)

needs_micropython = pytest.mark.skipif(
    not MICROPYTHON.exists(), reason="MicroPython comes as a package for x86-64 Linux only"
)


class PtyPorts:
    """A pseudo-terminal as the only serial port (`devices.hub_ports.Ports`); no list of ports names it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.plugged = True

    def found(self) -> list[str]:
        """The one port."""
        return [self.name] if self.plugged else []

    def open(self, name: str) -> SerialPort:
        """Open it with the real pyserial."""
        return SerialPorts().open(name)


class MicroHub:
    """The process, its cable, its chips, and a host that polls in real time. Use it with `with`."""

    def __init__(self) -> None:
        self.server = ChipServer(READER_PINS)
        self.hub_end, self._host_end = pty.openpty()
        for end in (self.hub_end, self._host_end):
            tty.setraw(end)
        self.ports = PtyPorts(os.ttyname(self._host_end))
        self.process: subprocess.Popen[bytes] | None = None
        self.clock = SteadyClock()
        self.hubs = Hubs([SETTINGS], self.clock, self.ports, "0000BEEF")
        self.hub = self.hubs.hubs[0]
        self.events: list[ReaderEvent | Edge] = []

    def __enter__(self) -> Self:
        self.server.__enter__()
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hubs.close()
        self.kill()
        os.close(self.hub_end)
        os.close(self._host_end)
        self.server.__exit__(kind, error, trace)

    def start(self) -> None:
        """Give the hub power."""
        environment = {"MICROPYPATH": f"{MACHINE}:{ROOT}", "HUB_CHIPS": str(self.server.port)}
        self.process = subprocess.Popen(  # noqa: S603 - the firmware itself
            [MICROPYTHON, "-X", f"heapsize={HEAP}", ROOT / "firmware" / "main.py"],
            stdin=self.hub_end,
            stdout=self.hub_end,
            env=environment,
        )

    def kill(self) -> None:
        """Take its power."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def until(self, condition: Callable[[], object], seconds: float = 15.0) -> None:
        """Poll, collecting `events`, until something is so. Fails after so many seconds."""
        end = time.monotonic() + seconds
        while not condition():
            for reader in self.hub.readers.values():
                self.events += reader.poll()
            self.events += self.hub.keys.poll()
            if time.monotonic() > end:
                pytest.fail(f"still not so after {seconds} s; told: {self.events}; {self.hubs.notes}")
            time.sleep(0.002)

    def run(self, seconds: float) -> None:
        """Poll for a while."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end, seconds + 15)

    def ready(self) -> None:
        """Wait until the hub answers and has told of all its readers."""
        self.until(lambda: self.hub.port is not None and self.hub.pong is not None)

    def lay(self, slot: int, uid: bytes) -> Card:
        """Lay a card on a reader."""
        card = Card(uid, "classic" if len(uid) == 4 else "ntag213")
        with self.server.lock:
            self.server.chips[READER_PINS[slot]].place(card)
        return card

    def lift(self, slot: int, card: Card) -> None:
        """Take it away."""
        with self.server.lock:
            self.server.chips[READER_PINS[slot]].remove(card)


def cards(events: list[ReaderEvent | Edge]) -> list[str]:
    """What was told about cards, in short."""
    return [
        f"{event.reader} {type(event).__name__} {event.uid.hex()}"
        for event in events
        if isinstance(event, Seen | Gone)
    ]


def edges(events: list[ReaderEvent | Edge]) -> list[tuple[str, bool]]:
    """What was told about keys."""
    return [(event.key, event.pressed) for event in events if isinstance(event, Edge)]

"""Puts the hub's firmware on its board with mpremote, and believes it only when the board has said hello."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from devices.hub_settings import HubSettings
from devices.hubs import Hubs
from devices.steady import SteadyClock
from firmware.hub import FIRMWARE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from devices.hub import Hub
    from devices.hub_ports import Port, Ports
    from devices.ports import Clock

MODULES = (
    "__init__.py",
    "wire.py",
    "rc522.py",
    "gain.py",
    "contacts.py",
    "looks.py",
    "tunes.py",
    "board.py",
    "hub.py",
)
"""What goes into the board's folder `firmware`. `main.py` goes beside it, last: half a program never starts."""

GREET_S, RETURN_S, HELLO_S = 4, 15, 20
"""How long to wait for the answer of a hub that runs, for its port after a restart, and for the new program."""

SLOWEST_S = 60
"""mpremote has so long for one step."""

MAKE_ROOM = """
import os
for act, name in ((os.remove, "main.py"), (os.mkdir, "firmware")):
    try:
        act(name)
    except OSError:
        pass
"""


class FlashError(RuntimeError):
    """The firmware could not be put on the board. The message names the step and a remedy."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a step of mpremote came to."""

    code: int
    output: str


def run_mpremote(arguments: Sequence[str]) -> Done:
    """Run mpremote in a process of its own. Raises FlashError when it is not installed or does not end."""
    if find_spec("mpremote") is None:
        raise FlashError("mpremote is not installed: pip install 'pitboard[flash]'")
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        ran = subprocess.run(  # noqa: S603 - arguments of our own
            command, capture_output=True, text=True, timeout=SLOWEST_S, check=False
        )
    except subprocess.TimeoutExpired as fault:
        raise FlashError(
            f"the board did not answer mpremote for {SLOWEST_S} s: pull its cable, hold its first key, "
            "put the cable in again and repeat"
        ) from fault
    return Done(ran.returncode, ran.stdout + ran.stderr)


class _OnePort:
    """One port of many (`devices.hub_ports.Ports`), so that no other board is disturbed."""

    def __init__(self, ports: Ports, name: str) -> None:
        self._ports, self._name = ports, name

    def found(self) -> list[str]:
        return [name for name in self._ports.found() if name == self._name]

    def open(self, name: str) -> Port:
        return self._ports.open(name)


@dataclass
class Flasher:
    """One flashing. *say* gets each step in words; *run*, *clock* and *sleep* are handed in by tests."""

    ports: Ports
    say: Callable[[str], object]
    run: Callable[[Sequence[str]], Done] = run_mpremote
    clock: Clock = field(default_factory=SteadyClock)
    sleep: Callable[[float], None] = time.sleep

    def flash(self, port: str = "") -> str:
        """Put the firmware on the board at *port*, or on the only one there is. Returns the hub's identity.

        Raises:
            FlashError: there is no board, or more than one, or a step failed.

        """
        port = self._choose(port)
        self.say(f"the board at {port}")
        self._stop_program(port)
        self._copy(port)
        return self._verify(port)

    def _choose(self, port: str) -> str:
        found = list(self.ports.found())
        if port and found and port not in found:
            raise FlashError(f"no board is at {port}: there is {', '.join(found)}")
        if not found:
            raise FlashError(
                f"no board was found{f' at {port}, nor elsewhere' if port else ''}: plug the Pico in with "
                "MicroPython on it (hold BOOTSEL while plugging in and copy the .uf2 file for its model onto the "
                "drive that appears)"
            )
        if port:
            return port
        if len(found) > 1:
            raise FlashError(f"there are several boards, {', '.join(found)}: name one of these ports")
        return found[0]

    def _greet(self, port: str, seconds: float) -> tuple[Hubs, Hub] | None:
        """Talk to the hub that runs there, if one does."""
        settings = [HubSettings("this one")]
        hubs = Hubs(settings, self.clock, _OnePort(self.ports, port), secrets.token_hex(4).upper())
        end = self.clock.now() + round(seconds * 1_000_000)
        while self.clock.now() < end:
            hubs.poll()
            if hubs.hubs[0].port is not None:
                return hubs, hubs.hubs[0]
            self.sleep(0.02)
        hubs.close()
        return None

    def _stop_program(self, port: str) -> None:
        """Ask a hub that runs to start without its program: its console takes no Ctrl-C, and its watchdog bites."""
        greeted = self._greet(port, GREET_S)
        if greeted is None:
            self.say("no hub's program runs on it")
            return
        hubs, hub = greeted
        self.say(
            f"hub {hub.identity} runs firmware {hub.welcome.firmware if hub.welcome else '?'}; stopping it"
        )
        hub.order(b"X")
        end = self.clock.now() + 2_000_000
        while hub.port is not None and hub.link.waiting and self.clock.now() < end:
            hubs.poll()
            self.sleep(0.02)
        hubs.close()
        self.sleep(2)
        self._wait_for(port)

    def _wait_for(self, port: str) -> None:
        end = self.clock.now() + RETURN_S * 1_000_000
        while port not in self.ports.found():
            if self.clock.now() > end:
                raise FlashError(f"{port} did not come back after the restart: pull the cable and repeat")
            self.sleep(0.2)

    def _copy(self, port: str) -> None:
        source = Path(str(files("firmware")))
        steps = [("making room", ["exec", MAKE_ROOM])]
        steps += [(name, ["fs", "cp", str(source / name), f":firmware/{name}"]) for name in MODULES]
        steps += [("main.py", ["fs", "cp", str(source / "main.py"), ":main.py"]), ("restart", ["reset"])]
        for number, (what, arguments) in enumerate(steps, 1):
            self.say(f"{number}/{len(steps)} {what}")
            done = self.run(["connect", port, *arguments])
            if done.code:
                last = (done.output.strip().splitlines() or ["it said nothing"])[-1]
                raise FlashError(
                    f"{what}: mpremote failed: {last}. If the board hangs: pull its cable, hold its first key, "
                    "put the cable in again and repeat"
                )

    def _verify(self, port: str) -> str:
        self.sleep(1)
        self._wait_for(port)
        greeted = self._greet(port, HELLO_S)
        if greeted is None:
            raise FlashError(
                f"everything was copied, but no hub answers at {port}: pull the cable, put it in again, and look at "
                "the wiring of the first key (held down, it keeps the program from starting)"
            )
        hubs, hub = greeted
        version = hub.welcome.firmware if hub.welcome else "?"
        hubs.close()
        if version != FIRMWARE:
            raise FlashError(f"the board still runs firmware {version} and not {FIRMWARE}: repeat")
        self.say(f'hub {hub.identity} runs firmware {version}; in the wiring: identity = "{hub.identity}"')
        return hub.identity

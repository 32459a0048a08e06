"""A hub's chips and contacts behind a loopback socket, for its firmware under a real MicroPython, in real time."""

from __future__ import annotations

import socket
import threading
from time import monotonic_ns
from typing import TYPE_CHECKING, Self

from devices.sim.clock import VirtualClock
from devices.sim.mfrc522 import Mfrc522

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

ALL_UP = 0xFFFFFFFF


class ChipServer:
    """The other end of `devices/sim/hub_machine/machine.py`. One program at a time, one thread; use it with `with`.

    *readers* are the pins that select the chips. The chips' clock follows real time.
    """

    def __init__(self, readers: Sequence[int], identity: bytes = bytes(range(8))) -> None:
        self.clock = VirtualClock()
        self.chips = {pin: Mfrc522(self.clock, seed=pin) for pin in readers}
        self.identity = identity
        self.reset_cause = 1
        self.scratch = 0
        self.inputs = ALL_UP
        """The levels of all pins that are inputs."""

        self.outputs: dict[int, int] = {}
        self.tones: list[int] = []
        self.frames = 0
        self.feeds = 0
        self.longest_gap = 0
        """The longest time between two feedings of the watchdog, in nanoseconds."""

        self.resets = 0
        self.faults: list[str] = []
        self.lock = threading.Lock()
        self._fed = 0
        self._start = monotonic_ns()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def port(self) -> int:
        """For HUB_CHIPS."""
        return int(self._socket.getsockname()[1])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)

    def press(self, pin: int, *, down: bool) -> None:
        """Move a contact."""
        self.inputs = self.inputs & ~(1 << pin) if down else self.inputs | 1 << pin

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # closed: the test is over
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._fed = 0
            with connection, connection.makefile("rb") as stream:
                try:
                    while command := stream.read(1):
                        with self.lock:
                            answer = self._do(command, stream.read)
                        if answer:
                            connection.sendall(answer)
                except OSError:  # the program was killed
                    continue

    def _do(self, command: bytes, read: Callable[[int], bytes]) -> bytes:
        self.clock.advance_to(monotonic_ns() - self._start)
        match command:
            case b"S":
                return self._frame(read(read(1)[0])) + self.inputs.to_bytes(4, "big")
            case b"F":
                self._feed()
                return self.inputs.to_bytes(4, "big")
            case b"L":
                pin, level = read(2)
                self.outputs[pin] = level
            case b"B":
                self.tones.append(int.from_bytes(read(2), "big"))
            case b"M":
                self.scratch = int.from_bytes(read(4), "big")
                return b"M"
            case b"R":
                self.resets += 1
                return b"R"
            case _:
                return self._tell(command)
        return b""

    def _tell(self, command: bytes) -> bytes:
        match command:
            case b"I":
                return self.inputs.to_bytes(4, "big")
            case b"U":
                return self.identity
            case b"C":
                return bytes([self.reset_cause])
            case b"m":
                return self.scratch.to_bytes(4, "big")
        self.faults.append(f"unknown command {command!r}")
        return b""

    def _feed(self) -> None:
        now = monotonic_ns()
        if self._fed:
            self.longest_gap = max(self.longest_gap, now - self._fed)
        self._fed = now
        self.feeds += 1

    def _frame(self, data: bytes) -> bytes:
        self.frames += 1
        selected = [chip for pin, chip in self.chips.items() if self.outputs.get(pin) == 0]
        if len(selected) != 1:
            self.faults.append(f"{len(selected)} chips are selected at once")
            return bytes(len(data))
        chip = selected[0]
        chip.select()
        answer = bytearray()
        for byte in data:
            self.clock.spend(2_000)
            answer.append(chip.shift(byte))
        chip.deselect()
        return bytes(answer)

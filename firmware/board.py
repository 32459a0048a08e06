"""The hub's board: a Raspberry Pi Pico with MicroPython. What is wired otherwise is changed here and nowhere else."""

import gc
import os
import select
import sys
import time

import machine
import micropython  # type: ignore[import-not-found]

from firmware.wire import TICKS_MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.rc522 import Xfer

MISO, SCK, MOSI = 16, 18, 19
READERS = (17, 20, 21, 22, 26, 27, 28, 15)
"""The chip select pin of each reader; the slots of readers that are not there do no harm."""

KEYS = (0, 1, 2, 3, 4, 5, 6, 7)
"""Each key lies between its pin and ground. At most 16."""

LAMPS = (8, 9, 10, 11, 12, 13)
"""Each LED lies between its pin and ground, with a resistor of 330 ohms. At most 8."""

BUZZER = 14
SPI_HERTZ = 4_000_000
WATCHDOG_MS = 8_000
"""The chip's watchdog counts to 8,388 ms at most."""

_WATCHDOG = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000  # noqa: SLF001
_SCRATCH = _WATCHDOG + 0x0C  # a register that a restart leaves alone
_MAINTENANCE = 0x0B0A7D


def wants_maintenance() -> bool:
    """Whether this start is meant for a new program: the host asked for it, or the first key is held down."""
    asked = machine.mem32[_SCRATCH] == _MAINTENANCE
    machine.mem32[_SCRATCH] = 0
    key = machine.Pin(KEYS[0], machine.Pin.IN, machine.Pin.PULL_UP)
    time.sleep_ms(5)  # type: ignore[attr-defined]
    return asked or not key()


class Board:
    """Pins, buses and the USB console, as `firmware/hub.py` wants them. Nothing here waits for the host."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)  # a byte 3 from the host is noise, not Ctrl-C
        self.identity = "".join("%02X" % byte for byte in machine.unique_id())
        self.reset_cause = "watchdog" if machine.reset_cause() == machine.WDT_RESET else "power"
        self.boot = int.from_bytes(os.urandom(4), "big") & TICKS_MASK
        self.key_count, self.lamp_count = len(KEYS), len(LAMPS)
        spi = machine.SPI(0, SPI_HERTZ, sck=machine.Pin(SCK), mosi=machine.Pin(MOSI), miso=machine.Pin(MISO))
        selects = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in READERS]
        answers = {}  # type: dict[int, bytearray]
        self.spi_frames = [_frame(spi, select_pin, answers) for select_pin in selects]
        self._keys = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in KEYS]
        self._lamps = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in LAMPS]
        self._buzzer = machine.PWM(machine.Pin(BUZZER))
        self._byte = bytearray(1)
        self._input, self._output = select.poll(), select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output.register(sys.stdout, select.POLLOUT)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def ticks(self) -> int:
        """Microseconds, modulo 2^30."""
        return _ticks()

    def keys(self) -> int:
        """The keys that are down now, one bit each."""
        mask = 0
        bit = 1
        for pin in self._keys:
            if not pin():
                mask |= bit
            bit <<= 1
        return mask

    def on_edge(self, note: "Callable[[int, int, int], None]") -> None:
        """Call *note* from the interrupt of every key's pin."""
        for number, pin in enumerate(self._keys):
            pin.irq(_noting(number, note), machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING)

    def lamps(self, mask: int) -> None:
        """Switch all lamps, one bit each."""
        for number, pin in enumerate(self._lamps):
            pin((mask >> number) & 1)

    def sound(self, hertz: int) -> None:
        """Sound the buzzer; 0 is silence."""
        if hertz:
            self._buzzer.freq(min(max(hertz, 20), 10_000))
        self._buzzer.duty_u16(0x8000 if hertz else 0)

    def read(self) -> int:
        """A byte from the host, or -1 when none waits. One at a time: a read of more would wait for all of them."""
        for _ in self._input.ipoll(0):  # type: ignore[attr-defined]
            return self._byte[0] if sys.stdin.buffer.readinto(self._byte) else -1  # type: ignore[union-attr]
        return -1

    def write(self, data: bytearray, head: int, tail: int) -> int:
        """Send bytes from head to tail, as many as the host takes now; how many that were."""
        sent = 0
        while head + sent < tail:
            for _ in self._output.ipoll(0):  # type: ignore[attr-defined]
                self._byte[0] = data[head + sent]
                sys.stdout.buffer.write(self._byte)
                sent += 1
                break
            else:
                break
        return sent

    def feed(self) -> None:
        """Keep the watchdog quiet for some more seconds."""
        self._watchdog.feed()

    def free_memory(self) -> int:
        """Bytes, after a collection: once a second is often enough to keep the heap in one piece."""
        gc.collect()
        return gc.mem_free()  # type: ignore[attr-defined,no-any-return]

    def to_maintenance(self) -> None:
        """Restart without the hub's program. The watchdog, which nothing else can stop, ends with the restart."""
        machine.mem32[_SCRATCH] = _MAINTENANCE
        machine.reset()


def _ticks() -> int:
    return time.ticks_us() & TICKS_MASK  # type: ignore[attr-defined,no-any-return]


def _frame(spi: "machine.SPI", select_pin: "machine.Pin", answers: "dict[int, bytearray]") -> "Xfer":
    """Exchange frames with one chip; *answers* holds a buffer for each length, used again and again."""

    def exchange(data: "bytes | bytearray") -> bytearray:
        size = len(data)
        answer = answers.get(size)
        if answer is None:
            answer = answers[size] = bytearray(size)
        select_pin(0)
        spi.write_readinto(data, answer)
        select_pin(1)
        return answer

    return exchange


def _noting(number: int, note: "Callable[[int, int, int], None]") -> "Callable[[machine.Pin], None]":
    def on_edge(pin: "machine.Pin") -> None:
        note(number, 1 - pin(), _ticks())

    return on_edge

"""How many bytes an idle hub allocates: runs under MicroPython, with the board's own file on pins that do nothing.

Prints, on its error output, the bytes of so many passes after the first second, and how many readers were looked at.
"""

import gc
import sys
import time

PASSES = 20_000


class Pin:
    """A pin that nothing is wired to."""

    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = range(5)

    def __init__(self, number: int, mode: int = 0, pull: int = 0, value: int = 1) -> None:
        del number, mode, pull
        self.level = value

    def __call__(self, value: "int | None" = None) -> int:
        """Read the level, or set it."""
        if value is not None:
            self.level = value
        return self.level

    def irq(self, handler: object, trigger: int) -> None:
        """Nothing ever moves here."""


class Spi:
    """A reader without a card: registers that keep what is written, and a timer that has always run out."""

    def __init__(self, *_: object, **__: object) -> None:
        self.registers = bytearray(64)
        self.registers[0x37] = 0x92

    def write_readinto(self, data: "bytes | bytearray", answer: bytearray) -> None:
        """Exchange one frame."""
        registers = self.registers
        if data[0] & 0x80:
            for at in range(1, len(data)):
                answer[at] = registers[data[at - 1] >> 1 & 0x3F]
        elif data[0] >> 1 != 0x09:
            registers[data[0] >> 1] = data[1]
        registers[0x01] &= 0x0F
        registers[0x04] = 0x01


class Quiet:
    """The buzzer and the watchdog."""

    def __init__(self, pin: object = None, timeout: int = 0) -> None:
        """Nothing to do."""

    def freq(self, hertz: int) -> None:
        """Nothing to do."""

    def duty_u16(self, duty: int) -> None:
        """Nothing to do."""

    def feed(self) -> None:
        """Nothing to do."""


class Machine:
    """The module `machine`."""

    Pin, SPI, PWM, WDT = Pin, Spi, Quiet, Quiet
    WDT_RESET = 3

    @staticmethod
    def unique_id() -> bytes:
        """The board's own number."""
        return bytes(8)

    @staticmethod
    def reset_cause() -> int:
        """Power."""
        return 1


def main() -> None:
    """Run a hub for a second, then count."""
    sys.modules["machine"] = Machine  # type: ignore[assignment]
    from firmware.board import Board  # noqa: PLC0415 - it wants the module above
    from firmware.hub import Hub  # noqa: PLC0415 - as above

    hub = Hub(Board())
    end = time.ticks_add(time.ticks_ms(), 1_000)  # type: ignore[attr-defined]
    while time.ticks_diff(end, time.ticks_ms()) > 0:  # type: ignore[attr-defined]
        hub.step()
    for slot in hub.looks.slots:
        slot.looked = -1
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()  # type: ignore[attr-defined]
    for _ in range(PASSES):
        hub.step()
    used = gc.mem_alloc() - before  # type: ignore[attr-defined]
    looked = sum(slot.looked >= 0 for slot in hub.looks.slots)
    sys.stderr.write(f"{used} {looked} {hub.link.tag}\n")


main()

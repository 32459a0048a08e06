"""A simulated hub: the real firmware under CPython, on simulated chips, at the end of a simulated cable."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from devices.sim.clock import VirtualClock
from devices.sim.hub_cable import Cable
from devices.sim.mfrc522 import Mfrc522
from devices.sim.still import Memory, StillRc522
from firmware.hub import Hub
from firmware.rc522 import DEFAULT_GAIN
from firmware.wire import TICKS_MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.rc522 import Xfer

FRAME_NANOS = 110_000
"""What one SPI frame costs a Pico besides its bytes: MicroPython at 125 MHz, as an emulated one took."""

BYTE_NANOS = 2_000
"""One byte at 4 MHz."""

PASS_NANOS = 2_000_000
"""How long a pass of the hub's loop takes here when nothing is to be done. A real one is shorter."""

BOOT_NANOS = 400_000_000
"""From power to the program's first line."""


class SimHub:
    """A hub with its chips; it is also what its firmware takes for its board.

    It lives on a clock of its own, as a real one does: what its bus takes does not hold up the host, and its
    ticks begin anywhere (*ticks*).
    """

    def __init__(  # noqa: PLR0913 - what hubs differ in
        self,
        clock: VirtualClock,
        identity: str,
        port: str = "/dev/ttyACM0",
        *,
        readers: int = 8,
        keys: int = 16,
        lamps: int = 8,
        ticks: int = 0,
        skipping: bool = False,
    ) -> None:
        self.identity, self.key_count, self.lamp_count = identity, keys, lamps
        self.reset_cause = "power"
        self.boot = 1000
        self.cable = Cable(clock, port)
        self.local = VirtualClock()
        self.chips = [Mfrc522(self.local, seed=number) for number in range(readers)]
        self.spi_frames: list[Xfer] = [partial(self._frame, chip) for chip in self.chips]
        self.memories = [Memory(chip) for chip in self.chips] if skipping else []
        """Where *skipping* readers keep what their last looks came to (`devices/sim/still.py`)."""

        self.frames = 0
        self.lit = 0
        self.hertz = 0
        self.heard: list[int] = []
        """What the buzzer sounded, one entry for each change."""

        self.pass_nanos = PASS_NANOS
        """How long a pass takes; where nothing happens for hours, a longer one saves a test its time."""

        self.maintenance = False
        self.firmware: Hub | None = None
        self._clock = clock
        self._ticks = ticks
        self._down = 0
        self._pulls = [0] * keys
        self._note: Callable[[int, int, int], None] | None = None
        self._power = 0
        self.power_on(0)

    # What people do to it

    def power_on(self, after: int = BOOT_NANOS) -> None:
        """Give it power; its program starts a little later, with all it knew forgotten."""
        self._power += 1
        self._clock.at(self._clock.nanos + after, partial(self._start, self._power))

    def power_off(self) -> None:
        """Take its power."""
        self._power += 1
        self.firmware = self._note = None
        self.lit = self.hertz = 0
        self.cable.to_hub.clear()
        for chip in self.chips:
            chip.brown_out()

    def reboot(self, cause: str = "watchdog", after: int = BOOT_NANOS) -> None:
        """Let it start anew while the cable stays in."""
        self.power_off()
        self.reset_cause = cause
        self.power_on(after)

    def unplug(self, *, powered: bool = False) -> None:
        """Pull its cable, and with it its power unless it has a supply of its own."""
        self.cable.unplug()
        if not powered:
            self.power_off()

    def plug_in(self, port: str = "") -> None:
        """Put the cable in again, perhaps under another name."""
        self.cable.plug_in(port)
        if self.firmware is None:
            self.reset_cause = "power"
            self.power_on()

    def press(self, key: int, at: int, for_us: int, bounce: Sequence[int] = ()) -> None:
        """Schedule a press of a key, with bounces as `devices.sim.gpio.Pin.press` takes them."""
        for start, closed in ((at, True), (at + for_us, False)):
            for flap, moment in enumerate(accumulate(bounce, initial=start)):
                self._clock.at(moment * 1000, partial(self._pull, key, 1 if closed ^ bool(flap % 2) else -1))

    def _pull(self, key: int, more: int) -> None:
        """Let one more, or one less, pull a key's line down: a pulse that ends does not open a contact."""
        self._pulls[key] += more
        if bool(self._pulls[key]) != bool(self._down >> key & 1):
            self.contact(key, closed=bool(self._pulls[key]))

    def contact(self, key: int, *, closed: bool) -> None:
        """Move a contact now."""
        self._down = self._down | 1 << key if closed else self._down & ~(1 << key)
        if self._note is not None:
            self._note(key, int(closed), self._at(self._clock.nanos))

    # What its firmware takes for its board (`firmware.hub.Board`)

    def ticks(self) -> int:
        """Microseconds, modulo 2^30."""
        return self._at(self.local.nanos)

    def keys(self) -> int:
        """The keys that are down now."""
        return self._down

    def on_edge(self, note: Callable[[int, int, int], None]) -> None:
        """Call *note* whenever a contact moves."""
        self._note = note

    def lamps(self, mask: int) -> None:
        """Switch all lamps."""
        self.lit = mask

    def sound(self, hertz: int) -> None:
        """Sound the buzzer."""
        if hertz != self.hertz:
            self.heard.append(hertz)
        self.hertz = hertz

    def read(self) -> int:
        """A byte from the host, or -1."""
        return self.cable.to_hub.pop(0) if self.cable.to_hub else -1

    def write(self, data: bytearray, head: int, tail: int) -> int:
        """Send bytes to the host, as many as go."""
        return self.cable.from_hub(bytes(data[head:tail]), self.local.nanos)

    def feed(self) -> None:
        """There is no watchdog here: a simulated loop does not hang."""

    def free_memory(self) -> int:
        """Nothing to measure here."""
        return 0

    def to_maintenance(self) -> None:
        """Restart without the program."""
        self.maintenance = True
        self.power_off()

    def _at(self, nanos: int) -> int:
        return (nanos // 1000 + self._ticks) & TICKS_MASK

    def _frame(self, chip: Mfrc522, data: bytes | bytearray) -> bytes:
        self.frames += 1
        self.local.spend(FRAME_NANOS + len(data) * BYTE_NANOS)
        value = chip.constant(data)
        if value is not None:
            return b"\x00" + bytes([value]) * (len(data) - 1)
        chip.select()
        answer = bytes(map(chip.shift, data))
        chip.deselect()
        return answer

    def _start(self, power: int) -> None:
        if power != self._power:
            return
        self.boot += 1
        self.local.advance_to(self._clock.nanos)
        self.firmware = Hub(self)
        for slot, frame, memory in zip(
            self.firmware.looks.slots, self.spi_frames, self.memories, strict=False
        ):
            slot.chip = StillRc522(frame, DEFAULT_GAIN, memory)
        self._pass(power)

    def _pass(self, power: int) -> None:
        """One pass of the firmware's loop; the next one when this one's time is over."""
        if power != self._power or self.firmware is None:
            return
        self.local.advance_to(self._clock.nanos)
        self.firmware.step()
        self._clock.at(max(self.local.nanos, self._clock.nanos + self.pass_nanos), partial(self._pass, power))

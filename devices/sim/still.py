"""Lets a simulated reader skip looks while its world stands still, so that a day of a table takes minutes.

The rule: what a look comes to depends on the chip, the cards in its field, its faults and its bus. When two looks in
a row came to the same, the first of them begun at least 5 ms after the last change of any of these, and chance has no
hand in them, the next look is not made. It comes to the same and takes as long. The first look after a change, and
one in fifty besides, goes through driver, wires and chip as always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.rc522_looker import Rc522Looker
from devices.sim.picc import WAKE_NANOS
from firmware.rc522 import Answer, Rc522

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.readers import ReaderSettings
    from devices.sim.mfrc522 import Mfrc522
    from devices.sim.spi import SpiBus
    from firmware.rc522 import Xfer

MOST_SKIPPED = 49
"""So many looks in a row are skipped at most."""


class Memory:
    """What the last looks at one chip came to. `made` and `skipped` count looks.

    *pulled* tells whether somebody else holds the chip's data line down.
    """

    def __init__(self, chip: Mfrc522, pulled: Callable[[], bool] = bool) -> None:
        self.made = self.skipped = 0
        self._chip = chip
        self._pulled = pulled
        self._world: object = None
        self._since = 0
        self._last: Answer | None = None
        self._sure = False
        self._took = 0
        self._in_a_row = 0

    def look(self, look: Callable[[], Answer]) -> Answer:
        """Look, or skip the look and give the answer of the last one."""
        world, begun = self._present(), self._chip.clock.nanos
        if world is None or world != self._world:
            self.forget()
            self._world, self._since = world, begun
        if self._last is not None and self._sure and self._in_a_row < MOST_SKIPPED:
            self.skipped += 1
            self._in_a_row += 1
            self._chip.clock.spend(self._took)
            return self._last
        self.made += 1
        self._in_a_row = 0
        answer = look()
        if self._present() != world:
            self.forget()
        elif begun - self._since >= WAKE_NANOS:
            self._sure = self._last is not None and _told(self._last) == _told(answer)
            self._last, self._took = answer, self._chip.clock.nanos - begun
        return answer

    def forget(self) -> None:
        """The next looks are made."""
        self._world = self._last = None
        self._sure = False

    def _present(self) -> object:
        world = self._chip.world
        return None if world is None else (world, self._pulled())


def _told(answer: Answer) -> tuple[int, bytes, int, str]:
    return answer.kind, answer.uid, answer.sak, answer.why


class StillRc522(Rc522):
    """Our driver, which skips looks."""

    def __init__(self, xfer: Xfer, gain: int, memory: Memory) -> None:
        super().__init__(xfer, gain)
        self._memory = memory

    def start(self) -> str:
        """Reset and set up the chip."""
        self._memory.forget()
        return super().start()

    def look(self) -> Answer:
        """Look once for a card, or know what a look would come to."""
        return self._memory.look(super().look)


class StillLooker(Rc522Looker):
    """The same for a reader of the Pi."""

    def __init__(self, settings: ReaderSettings, chip: Mfrc522, spi: SpiBus) -> None:
        super().__init__(settings.bus, settings.device, settings.speed, settings.gain)
        self.memory = Memory(chip, lambda: spi.pulled(settings.bus, [chip]))

    def made(self, xfer: Xfer, gain: int) -> Rc522:
        """Make the driver."""
        return StillRc522(xfer, gain, self.memory)

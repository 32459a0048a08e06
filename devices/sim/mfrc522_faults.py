"""What can be wrong with a simulated MFRC522, its wires and its cards."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Faults:
    """What can be wrong with a reader; each is switched on by setting it."""

    unplugged: bool = False
    """No power, no wire: MISO reads low. Set it with `Mfrc522.unplug`, which makes the chip forget as well."""

    stuck_high: bool = False
    """MISO always reads high; what is written still arrives."""

    deaf: bool = False
    """The receiver hears no card."""

    deaf_from: int = 8
    """From this gain (RFCfgReg) on the receiver hears no card: it hears its own noise."""

    misses: float = 0.0
    """The chance that an answer of the cards is not heard: a weak tag, a thick case."""

    noise: float = 0.0
    """The chance that a byte on the wire, in either direction, has one bit turned over."""

    pinned: dict[int, int] = field(default_factory=dict)
    """Registers that read as something else than what was written."""

    @property
    def by_chance(self) -> bool:
        """Whether the same look may come to something else each time."""
        return bool(self.misses or self.noise)

    @property
    def lasting(self) -> tuple[object, ...]:
        """The faults that are the same at every look."""
        return self.unplugged, self.stuck_high, self.deaf, self.deaf_from, tuple(self.pinned.items())

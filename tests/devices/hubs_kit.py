"""What the hub tests share: simulated hubs on a virtual clock, the host's side, and all that it told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.hub_settings import HubSettings
from devices.hubs import Hubs
from devices.ports import Edge, Gone, Seen, Unwell, Well
from devices.sim.clock import VirtualClock
from devices.sim.hub import SimHub
from devices.sim.hub_cable import Cable, SimPorts
from devices.sim.picc import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from devices.hub import Hub
    from devices.ports import ReaderEvent

POLL_MS = 20
CARD = bytes.fromhex("a1b2c3d4")
OTHER = bytes.fromhex("04a1b2c3d4e580")
LEFT = HubSettings(
    "left",
    "E661A5",
    readers={"one": 0, "two": 1},
    keys={"confirm": 0, "back": 1},
    lamps={"one": 0, "two": 3},
    buzzer="one",
)


class Table:
    """Hubs, cables, ports and the host's side; `run` lets time pass and collects what was told."""

    def __init__(
        self,
        *settings: HubSettings,
        hubs: Sequence[SimHub] | None = None,
        clock: VirtualClock | None = None,
        session: str = "12345678",
    ) -> None:
        self.clock = clock or VirtualClock()
        self.sims = (
            list(hubs) if hubs is not None else [SimHub(self.clock, "E661A5", readers=2, ticks=12_345)]
        )
        self.ports = SimPorts([sim.cable for sim in self.sims])
        self.hubs = Hubs(settings or (LEFT,), self.clock, self.ports, session)
        self.events: list[ReaderEvent | Edge] = []

    @property
    def sim(self) -> SimHub:
        """The only hub."""
        return self.sims[0]

    @property
    def cable(self) -> Cable:
        """Its cable."""
        return self.sims[0].cable

    @property
    def hub(self) -> Hub:
        """The host's side of the first hub."""
        return self.hubs.hubs[0]

    def run(self, milliseconds: int) -> list[ReaderEvent | Edge]:
        """Poll everything for a while, as a box does; what was told meanwhile."""
        told: list[ReaderEvent | Edge] = []
        end = self.clock.nanos + milliseconds * 1_000_000
        while self.clock.nanos < end:
            self.clock.advance_to(min(end, self.clock.nanos + POLL_MS * 1_000_000))
            for hub in self.hubs.hubs:
                for reader in hub.readers.values():
                    told += reader.poll()
                told += hub.keys.poll()
        self.events += told
        return told

    def tap(self, uid: bytes, milliseconds: int = 250, slot: int = 0) -> Card:
        """Hold a card to a reader from now on and for so long."""
        card = Card(uid, "classic" if len(uid) == 4 else "ntag213")
        chip = self.sim.chips[slot]
        chip.place(card)
        self.clock.at(self.clock.nanos + milliseconds * 1_000_000, lambda: chip.remove(card))
        return card

    def press(self, key: int, after_ms: int = 1, for_ms: int = 60) -> int:
        """Press a key a little later; the moment of its contact."""
        at = self.clock.now() + after_ms * 1000
        self.sim.press(key, at, for_ms * 1000, (900, 700, 400, 300))
        return at


def ready(*settings: HubSettings) -> Table:
    """A table whose hub answers and knows the time."""
    table = Table(*settings)
    table.run(2_000)
    assert table.hub.port is not None, table.hubs.notes
    table.events.clear()
    return table


def told(events: Sequence[ReaderEvent | Edge]) -> list[str]:
    """Events in short: "one: Seen a1b2c3d4", "confirm down", "one: Unwell"."""
    words = []
    for event in events:
        match event:
            case Edge(key, pressed):
                words.append(f"{key} {'down' if pressed else 'up'}")
            case Seen(reader, uid) | Gone(reader, uid):
                words.append(f"{reader}: {type(event).__name__} {uid.hex()}")
            case _:
                words.append(f"{event.reader}: {type(event).__name__}")
    return words


def health(events: Sequence[ReaderEvent | Edge]) -> list[str]:
    """Only what was told about readers falling ill and getting well."""
    return told([event for event in events if isinstance(event, Unwell | Well)])

"""A simulated Pi with a wiring's devices soldered on: what the bench, the demo and whole-table tests play on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self

from devices.readers import Rc522Reader, TagReader
from devices.rig import Rig, Wiring, open_rig
from devices.sim.factory import open_sim_factory
from devices.sim.hub import SimHub
from devices.sim.hub_cable import SimPorts
from devices.sim.mfrc522 import Mfrc522
from devices.sim.multiplexer import Tca9548a
from devices.sim.oled import Oled, Sh1106, Ssd1306
from devices.sim.picc import Card
from devices.sim.still import Memory, StillLooker
from devices.sim.world import World

if TYPE_CHECKING:
    from types import TracebackType

    from devices.rig import RigReader

TAP_US = 250_000
"""How long a simulated hand holds a card to a reader, in microseconds."""

PRESS_US = 60_000
"""How long a simulated finger stays on a key, in microseconds."""


BOUNCE = (900, 700, 400, 300)
"""How a simulated contact flaps, in microseconds."""


class Board:
    """The simulated chips of one wiring, and hands that tap cards and press keys.

    Use it as a context manager: inside, the real drivers find these chips and nothing else::

        with Board(wiring) as board:
            rig = board.rig()
            board.place("console", bytes.fromhex("04A1B2C3D4E580"))

    A *skipping* board answers looks from memory while nothing happens on a reader (`devices/sim/still.py`).
    """

    def __init__(self, wiring: Wiring, *, skipping: bool = False) -> None:
        self.wiring = wiring
        self.skipping = skipping
        self.memories: dict[str, Memory] = {}
        self.world = World()
        self.clock = self.world.clock
        self.chips: dict[str, Mfrc522] = {}
        self.oleds: dict[str, Oled] = {}
        self.muxes: dict[int, Tca9548a] = {}
        for name, reader in wiring.readers.items():
            self.chips[name] = Mfrc522(self.clock)
            self.world.spi.attach(self.chips[name], reader.bus, reader.device)
        for name, panel in wiring.panels.items():
            self.oleds[name] = Sh1106() if panel.driver == "sh1106" else Ssd1306()
            if panel.mux is None:
                self.world.i2c.attach(panel.address, self.oleds[name])
                continue
            if panel.mux not in self.muxes:
                self.muxes[panel.mux] = Tca9548a()
                self.world.i2c.join(panel.mux, self.muxes[panel.mux])
            self.muxes[panel.mux].attach(panel.channel, panel.address, self.oleds[name])
        if wiring.mux_reset is not None:
            for mux in self.muxes.values():
                self.world.gpio[wiring.mux_reset].watch(mux.reset)
        self.hubs: dict[str, SimHub] = {}
        for number, hub in enumerate(wiring.hubs):
            name, port = hub.identity or f"SIM{number}", f"/dev/ttyACM{number}"
            sim = SimHub(self.clock, name, port, skipping=skipping)
            self.hubs[hub.name] = sim
            self.chips |= {name: sim.chips[slot] for name, slot in hub.readers.items()}
            if skipping:
                self.memories |= {name: sim.memories[slot] for name, slot in hub.readers.items()}
        self.ports = SimPorts([sim.cable for sim in self.hubs.values()])
        self._cards: dict[str, list[Card]] = {name: [] for name in self.chips}

    def __enter__(self) -> Self:
        self.world.install()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.world.uninstall()

    def rig(self) -> Rig:
        """Open the real drivers on these wires."""
        rig = open_rig(self.wiring, self.clock, open_sim_factory(self.clock), self.ports)
        if self.skipping:
            rig.readers = [self._skipping(reader) for reader in rig.readers]
        return rig

    def _skipping(self, reader: RigReader) -> RigReader:
        if not isinstance(reader, Rc522Reader):
            return reader
        looker = StillLooker(reader.settings, self.chips[reader.name], self.world.spi)
        self.memories[reader.name] = looker.memory
        return TagReader(reader.settings, self.clock, looker)

    # --- hands ----------------------------------------------------------------------------------------------

    def place(self, reader: str, uid: bytes) -> None:
        """Lay a card on a reader."""
        self._lay(reader, uid)

    def lift(self, reader: str, uid: bytes | None = None) -> None:
        """Take a card off a reader again; without a UID all of them."""
        for card in [card for card in self._cards[reader] if uid in (None, card.uid)]:
            self._take(reader, card)

    def tap(self, reader: str, uid: bytes, for_us: int = TAP_US) -> None:
        """Hold a card to a reader and take it away again."""
        self.lift(reader)
        card = self._lay(reader, uid)
        self.clock.at(self.clock.nanos + for_us * 1000, partial(self._take, reader, card))

    def _lay(self, reader: str, uid: bytes) -> Card:
        card = Card(uid, "classic" if len(uid) == 4 else "ntag213")
        self.chips[reader].place(card)
        self._cards[reader].append(card)
        return card

    def _take(self, reader: str, card: Card) -> None:
        """Take this very card away, if it still lies there."""
        if any(card is other for other in self._cards[reader]):
            self.chips[reader].remove(card)
            self._cards[reader] = [other for other in self._cards[reader] if other is not card]

    def resting(self, reader: str) -> list[bytes]:
        """The UIDs of the cards that lie on a reader."""
        return [card.uid for card in self._cards[reader]]

    def press(self, key: str, for_us: int = PRESS_US) -> int:
        """Press a key now and let it go after a while, bouncing a little as real ones do. Returns that while."""
        for hub in self.wiring.hubs:
            if key in hub.keys:
                self.hubs[hub.name].press(hub.keys[key], self.clock.now(), for_us, bounce=BOUNCE)
                return for_us
        pin = self.world.gpio[self.wiring.keys[key]]
        pin.press(self.clock.now(), for_us, bounce=BOUNCE)
        return for_us

    # --- eyes and ears ---------------------------------------------------------------------------------------

    def png(self, panel: str) -> bytes:
        """What a panel shows, as a PNG picture."""
        return self.oleds[panel].png()

    def lit(self, lamp: str) -> bool:
        """Whether a lamp shines."""
        for hub in self.wiring.hubs:
            if lamp in hub.lamps:
                return bool(self.hubs[hub.name].lit >> hub.lamps[lamp] & 1)
        return self.world.gpio[self.wiring.lamps[lamp]].level == 1

    def hertz(self, buzzer: str) -> int:
        """What a buzzer sounds, 0 for silence."""
        for hub in self.wiring.hubs:
            if buzzer == hub.buzzer:
                return self.hubs[hub.name].hertz
        pwm = self.world.gpio[self.wiring.buzzers[buzzer]].pwm
        return round(pwm[0]) if pwm else 0

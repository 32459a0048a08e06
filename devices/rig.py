"""All devices of one table, opened from its wiring: real ones on a Pi, the same drivers on simulated wires."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from devices.gpio import NoGpio, open_factory
from devices.keys import GpioKeys
from devices.lamps import GpioLamp
from devices.multiplexer import Junction, ResetLine
from devices.panels import OledPanel, open_panel
from devices.ports import Buzzer, Keys, Lamp, Reader
from devices.readers import ReaderSettings, open_reader
from devices.sound import PwmBuzzer
from devices.together import Conflict, revisit_us, revisit_warning, tried_at_start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from devices.hub_ports import Ports
    from devices.hub_settings import HubSettings
    from devices.hubs import Hubs
    from devices.oled_chips import Driver
    from devices.ports import Clock, Edge

log = logging.getLogger(__name__)

KEYS = ("previous", "next", "confirm", "back")
"""The four keys of a station, as wirings name them."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """Where a panel is wired and which chip it has."""

    driver: Driver = "ssd1306"
    port: int = 1
    address: int = 0x3C
    column_offset: int = 2
    mux: int | None = None
    """The address of the multiplexer it hangs on, None for the bus itself."""

    channel: int = 0


@dataclass(frozen=True, slots=True)
class Wiring:
    """What is wired where. Keys are named by what they do; everything else by the station it belongs to."""

    readers: Mapping[str, ReaderSettings] = field(default_factory=dict)
    panels: Mapping[str, PanelSettings] = field(default_factory=dict)
    keys: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)
    buzzers: Mapping[str, int] = field(default_factory=dict)
    hubs: Sequence[HubSettings] = ()
    muted: bool = False
    mux_reset: int | None = None
    """The pin that the RESET of all multiplexers is joined to, None for none."""

    @property
    def key_names(self) -> tuple[str, ...]:
        """Every key, on the Pi's own pins and on hubs."""
        return (*self.keys, *(key for hub in self.hubs for key in hub.keys))

    @property
    def lamp_names(self) -> tuple[str, ...]:
        """Every lamp, on the Pi's own pins and on hubs."""
        return (*self.lamps, *(lamp for hub in self.hubs for lamp in hub.lamps))

    @property
    def buzzer_names(self) -> tuple[str, ...]:
        """Every buzzer, on the Pi's own pins and on hubs."""
        return (*self.buzzers, *(hub.buzzer for hub in self.hubs if hub.buzzer))

    @property
    def on_gpio(self) -> bool:
        """Whether anything hangs on the Pi's own pins; a wiring without hubs is taken to mean it."""
        used = self.keys or self.lamps or self.buzzers or self.mux_reset is not None
        return bool(used or not self.hubs)


class RigReader(Reader, Protocol):
    """A reader that can be closed."""

    def close(self) -> None:
        """Free its wires."""
        ...


class RigKeys(Keys, Protocol):
    """Keys that can be closed."""

    def poll(self) -> list[Edge]:
        """Take the waiting edges."""
        ...

    @property
    def down(self) -> list[str]:
        """The keys that are down at this moment."""
        ...

    def close(self) -> None:
        """Free their pins."""
        ...


class RigLamp(Lamp, Protocol):
    """A lamp that can be closed."""

    def close(self) -> None:
        """Put it out and free its pin."""
        ...


class RigBuzzer(Buzzer, Protocol):
    """A buzzer that can be muted and closed, and that may want to be called now and then."""

    muted: bool

    @property
    def due(self) -> int | None:
        """When `tick` is wanted, in microseconds of the clock."""
        ...

    def tick(self, now: int) -> None:
        """Sound what is due."""
        ...

    def close(self) -> None:
        """Fall silent and free its pin."""
        ...


ORDER_US = 50_000
"""So old an edge is at most when it comes in: 25 ms to judge the contact, 20 ms to the next poll, and a cable's way."""


class JoinedKeys:
    """Keys on several wires as one (`devices.ports.Keys`).

    An edge of one wire waits until an earlier one of another wire would have come in (`ORDER_US`), so that edges
    come in the order of their contacts from poll to poll. What a faulty wire brings later still comes when it comes.
    """

    def __init__(self, parts: Sequence[RigKeys], clock: Clock) -> None:
        self._parts = parts
        self._clock = clock
        self._waiting: list[Edge] = []

    def poll(self) -> list[Edge]:
        """Take the edges of all whose turn it is, in the order of their contacts."""
        self._waiting += [edge for part in self._parts for edge in part.poll()]
        self._waiting.sort(key=lambda edge: edge.at)
        until = self._clock.now() - ORDER_US
        ready = [edge for edge in self._waiting if edge.at <= until]
        del self._waiting[: len(ready)]
        return ready

    @property
    def down(self) -> list[str]:
        """The keys of all that are down."""
        return [key for part in self._parts for key in part.down]

    def close(self) -> None:
        """Free all pins."""
        for part in self._parts:
            part.close()


@dataclass(slots=True)
class Rig:
    """The opened devices, those on hubs and behind multiplexers among them."""

    clock: Clock
    readers: list[RigReader]
    panels: dict[str, OledPanel]
    keys: RigKeys | None = None
    lamps: dict[str, RigLamp] = field(default_factory=dict)
    buzzers: dict[str, RigBuzzer] = field(default_factory=dict)
    hubs: Hubs | None = None
    """The hubs that some of these hang on; its `notes` tell how they are."""
    troubles: list[NoGpio | Conflict] = field(default_factory=list)
    """What could not be opened at all, or does not work together, with cause and remedy; the rest works without it."""

    junctions: list[Junction] = field(default_factory=list)
    """The multiplexers, one entry for each I2C bus with panels."""

    mux_reset: ResetLine | None = None
    factory: Any | None = None
    """gpiozero's pin factory; it belongs to the rig and is closed with it."""

    def close(self) -> None:
        """Free every device, and only those."""
        for reader in self.readers:
            reader.close()
        for panel in self.panels.values():
            panel.close()
        for junction in self.junctions:
            junction.reset = None
        for part in (self.keys, self.mux_reset, *self.lamps.values(), *self.buzzers.values()):
            if part is not None:
                part.close()
        if self.hubs is not None:
            self.hubs.close()
        if self.factory is not None:
            self.factory.close()


def open_rig(wiring: Wiring, clock: Clock, factory: Any | None = None, ports: Ports | None = None) -> Rig:
    """Open what the wiring names. A missing GPIO chip costs keys, lamp and sound; it is told in `troubles`.

    Several readers are tried for some milliseconds, each alone and all together.

    The rig takes the factory over, also when it raises what gpiozero does for a pin that cannot be had. Hubs are
    looked for on *ports*, from the first poll on; without it on the serial ports of this machine.
    """
    junctions = {panel.port: Junction(panel.port) for panel in wiring.panels.values()}
    readers = [open_reader(settings, clock) for settings in wiring.readers.values()]
    panels = _open_panels(wiring, clock, junctions)
    rig = Rig(clock, [*readers], panels, junctions=list(junctions.values()))
    for conflict in tried_at_start(readers):
        rig.troubles.append(conflict)
        log.warning("%s", conflict)
    if warning := revisit_warning(revisit_us(list(wiring.readers.values()))):
        log.warning("%s", warning)
    if wiring.hubs:
        _join_hubs(rig, wiring, ports)
    if not wiring.on_gpio:
        rig.factory = factory
        return rig
    try:
        rig.factory = factory or open_factory()
    except NoGpio as fault:
        rig.troubles.append(fault)
        log.warning("%s", fault)
        return rig
    try:
        _open_pins(rig, wiring)
    except BaseException:
        rig.close()
        raise
    return rig


def _open_panels(wiring: Wiring, clock: Clock, junctions: Mapping[int, Junction]) -> dict[str, OledPanel]:
    return {
        name: open_panel(
            name,
            panel.driver,
            clock=clock,
            port=panel.port,
            address=panel.address,
            column_offset=panel.column_offset,
            through=None if panel.mux is None else (junctions[panel.port], panel.mux, panel.channel),
        )
        for name, panel in wiring.panels.items()
    }


def _open_pins(rig: Rig, wiring: Wiring) -> None:
    keys = GpioKeys(wiring.keys, rig.clock, rig.factory)
    rig.keys = JoinedKeys([keys, rig.keys], rig.clock) if rig.keys is not None else keys
    for name, pin in wiring.lamps.items():
        rig.lamps[name] = GpioLamp(pin, rig.factory)
    for name, pin in wiring.buzzers.items():
        rig.buzzers[name] = PwmBuzzer(pin, rig.clock, rig.factory, muted=wiring.muted)
    if wiring.mux_reset is not None:
        rig.mux_reset = ResetLine(wiring.mux_reset, rig.factory)
        for junction in rig.junctions:
            junction.reset = rig.mux_reset.pulse


def _join_hubs(rig: Rig, wiring: Wiring, ports: Ports | None) -> None:
    from devices.hub_serial import SerialPorts  # noqa: PLC0415 - pyserial, which a table without hubs does not need
    from devices.hubs import Hubs  # noqa: PLC0415 - as above

    session = secrets.token_hex(4).upper()
    rig.hubs = Hubs(wiring.hubs, rig.clock, ports or SerialPorts(), session, muted=wiring.muted)
    keys = [hub.keys for hub in rig.hubs.hubs]
    rig.keys = JoinedKeys(keys, rig.clock) if len(keys) > 1 else keys[0]
    for hub in rig.hubs.hubs:
        rig.readers += hub.readers.values()
        rig.lamps.update(hub.lamps)
        rig.buzzers.update(hub.buzzers)

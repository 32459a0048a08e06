"""All devices of one table, opened from its wiring: real ones on a Pi, the same drivers on simulated wires."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from devices.gpio import NoGpio, open_factory
from devices.keys import GpioKeys
from devices.lamps import GpioLamp
from devices.panels import OledPanel, open_panel
from devices.readers import ReaderSettings, TagReader, open_reader
from devices.sound import PwmBuzzer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from devices.oled_chips import Driver
    from devices.ports import Clock

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


@dataclass(frozen=True, slots=True)
class Wiring:
    """What is wired where. Keys are named by what they do; everything else by the station it belongs to."""

    readers: Mapping[str, ReaderSettings] = field(default_factory=dict)
    panels: Mapping[str, PanelSettings] = field(default_factory=dict)
    keys: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)
    buzzers: Mapping[str, int] = field(default_factory=dict)
    muted: bool = False


@dataclass(slots=True)
class Rig:
    """The opened devices. Hubs and multiplexed panels will join these same lists."""

    clock: Clock
    readers: list[TagReader]
    panels: dict[str, OledPanel]
    keys: GpioKeys | None = None
    lamps: dict[str, GpioLamp] = field(default_factory=dict)
    buzzers: dict[str, PwmBuzzer] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    """What could not be opened at all, with cause and remedy; the rest works without it."""
    factory: Any | None = None
    """gpiozero's pin factory; it belongs to the rig and is closed with it."""

    def close(self) -> None:
        """Free every device, and only those."""
        for reader in self.readers:
            reader.close()
        for panel in self.panels.values():
            panel.close()
        for part in (self.keys, *self.lamps.values(), *self.buzzers.values()):
            if part is not None:
                part.close()
        if self.factory is not None:
            self.factory.close()


def open_rig(wiring: Wiring, clock: Clock, factory: Any | None = None) -> Rig:
    """Open what the wiring names. A missing GPIO chip costs keys, lamp and sound; it is told in `troubles`.

    The rig takes the factory over, also when it raises what gpiozero does for a pin that cannot be had.
    """
    rig = Rig(
        clock,
        [open_reader(settings, clock) for settings in wiring.readers.values()],
        {
            name: open_panel(
                name,
                panel.driver,
                clock=clock,
                port=panel.port,
                address=panel.address,
                column_offset=panel.column_offset,
            )
            for name, panel in wiring.panels.items()
        },
    )
    try:
        rig.factory = factory or open_factory()
    except NoGpio as fault:
        rig.troubles.append(str(fault))
        log.warning("%s", fault)
        return rig
    try:
        _open_pins(rig, wiring)
    except BaseException:
        rig.close()
        raise
    return rig


def _open_pins(rig: Rig, wiring: Wiring) -> None:
    rig.keys = GpioKeys(wiring.keys, rig.clock, rig.factory)
    for name, pin in wiring.lamps.items():
        rig.lamps[name] = GpioLamp(pin, rig.factory)
    for name, pin in wiring.buzzers.items():
        rig.buzzers[name] = PwmBuzzer(pin, rig.clock, rig.factory, muted=wiring.muted)

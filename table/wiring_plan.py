"""What has to be joined to what: a wiring's settings as parts with their pins, on the Pi, on multiplexers, on hubs."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from table.settings_places import I2C_PINS, SPI_PINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from devices.hub_settings import HubSettings
    from devices.rig import PanelSettings, Wiring

GPIO_TO_HEADER: Mapping[int, int] = dict(
    enumerate(
        (
            27,
            28,
            3,
            5,
            7,
            29,
            31,
            26,
            24,
            21,
            19,
            23,
            32,
            33,
            8,
            10,
            36,
            11,
            12,
            35,
            38,
            40,
            15,
            16,
            18,
            22,
            37,
            13,
        )
    )
)
"""The Raspberry Pi's 40-pin header, the same since 2014."""

PI_GROUNDS, PI_3V3 = (6, 9, 14, 20, 25, 30, 34, 39), (1, 17)
PICO_GROUNDS, PICO_3V3 = (3, 8, 13, 18, 23, 28, 38), (36,)
GP_TO_PICO: Mapping[int, int] = dict(
    zip(
        (*range(23), 26, 27, 28),
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        strict=True,
    )
)
"""The pins of a Raspberry Pi Pico by GPIO (its datasheet, figure 2)."""


class _Maker(Protocol):
    """Makes a wire to a numbered pin of one kind of board."""

    def __call__(self, own: str, number: int, /) -> Wire: ...


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of a part: its own pin, what it is joined to, and the number of that pin (0 when it has none)."""

    own: str
    to: str
    pin: int
    note: str = ""

    @property
    def kind(self) -> str:
        """`power`, `ground` or `signal`: wires are coloured by it."""
        return {"3.3 V": "power", "GND": "ground"}.get(self.to, "signal")


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is wired: what it is, and its wires."""

    title: str
    wires: tuple[Wire, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A board with numbered pins, and the parts on it. *upstream* tells how it is joined to the Pi itself."""

    title: str
    pins: tuple[tuple[int, int], ...]
    """The numbers of its pins as they lie, row by row; empty when they are not numbered."""

    parts: tuple[Part, ...]
    upstream: str = ""
    notes: tuple[str, ...] = field(default=())


PI_PINS = tuple((odd, odd + 1) for odd in range(1, 41, 2))
PICO_PINS = tuple((left, 41 - left) for left in range(1, 21))


def plans(wiring: Wiring) -> list[Plan]:
    """Every board of a wiring: the Pi first, then multiplexers, then hubs."""
    boards = [
        Plan("Raspberry Pi, 40-pin header", PI_PINS, tuple(_on_pi(wiring)), notes=tuple(_pi_notes(wiring)))
    ]
    boards += _multiplexers(wiring)
    boards += [_hub(hub) for hub in wiring.hubs]
    return [board for board in boards if board.parts]


def _near(pins: tuple[int, ...], others: list[int]) -> int:
    """The pin of several that lies nearest to some others."""
    middle = sum(others) / len(others) if others else pins[0]
    return min(pins, key=lambda pin: abs(pin - middle))


def _pi(own: str, gpio: int, /, note: str = "") -> Wire:
    return Wire(own, f"GPIO {gpio}", GPIO_TO_HEADER[gpio], note)


def _powered(title: str, signals: list[Wire], power: str, *more: Wire, on_pico: bool = False) -> Part:
    """A part with supply and ground at the pins nearest to its signals."""
    numbers = [wire.pin for wire in signals if wire.pin]
    grounds, supplies = (PICO_GROUNDS, PICO_3V3) if on_pico else (PI_GROUNDS, PI_3V3)
    supply = Wire(power, "3.3 V", _near(supplies, numbers))
    ground = Wire("GND", "GND", _near(grounds, numbers))
    resets = tuple(
        Wire(wire.own, wire.to, supply.pin, wire.note) if wire.to == "3.3 V" else wire for wire in more
    )
    return Part(title, (supply, ground, *resets, *signals))


# The Pi itself


def _on_pi(wiring: Wiring) -> Iterator[Part]:
    for name, reader in wiring.readers.items():
        shared, selects = SPI_PINS.get(reader.bus, ((), ()))
        if not shared:
            continue
        note = "through its 74HC125 gate" if len(wiring.readers) > 1 else ""
        signals = [
            _pi("MISO", shared[0], note),
            _pi("MOSI", shared[1]),
            _pi("SCK", shared[2]),
            *(_pi("SDA (chip select)", gpio) for gpio in selects[reader.device : reader.device + 1]),
        ]
        reset = _pi("RST", reader.reset_pin) if reader.driver == "mfrc522" else Wire("RST", "3.3 V", 0)
        yield _powered(f"RC522 reader: {name}", signals, "3.3V", reset)
    for name, panel in wiring.panels.items():
        if panel.mux is None:
            yield _panel(name, panel)
    for port, mux in sorted({(panel.port, panel.mux) for panel in wiring.panels.values() if panel.mux}):
        signals = _i2c(port)
        yield _powered(
            f"TCA9548A multiplexer, 0x{mux:02X}",
            signals,
            "VIN",
            Wire("RST", "3.3 V", 0) if wiring.mux_reset is None else _pi("RST", wiring.mux_reset),
            *(
                Wire(f"A{bit}", "3.3 V", 0) if mux >> bit & 1 else Wire(f"A{bit}", "GND", PI_GROUNDS[0])
                for bit in range(3)
            ),
        )
    yield from _switches(wiring.keys, _pi, PI_GROUNDS)
    yield from _lamps(wiring.lamps, _pi, PI_GROUNDS)
    for name, gpio in wiring.buzzers.items():
        yield _two_legs(f"buzzer (passive): {name}", _pi("+", gpio), PI_GROUNDS)


def _pi_notes(wiring: Wiring) -> Iterator[str]:
    if len(wiring.readers) > 1:
        yield (
            "Two readers on one bus: the MISO of each goes through a gate of a 74HC125, whose enable is that "
            "reader's chip select."
        )
    unknown = [name for name, reader in wiring.readers.items() if reader.bus not in SPI_PINS]
    if unknown:
        yield f"Readers {', '.join(unknown)} are on an SPI bus whose pins depend on the Pi's model."


def _i2c(port: int) -> list[Wire]:
    names = ("SDA", "SCL")
    if port not in I2C_PINS:
        return [Wire(name, f"{name} of I2C bus {port}", 0) for name in names]
    return [_pi(name, gpio) for name, gpio in zip(names, I2C_PINS[port], strict=True)]


def _panel(name: str, panel: PanelSettings) -> Part:
    title = f"{panel.driver.upper()} panel, 0x{panel.address:02X}: {name}"
    return _powered(title, _i2c(panel.port), "VCC")


def _switches(keys: Mapping[str, int], wire: _Maker, grounds: tuple[int, ...]) -> Iterator[Part]:
    """The keys of each station as one part with one common ground."""
    stations: dict[str, list[Wire]] = {}
    for key, number in keys.items():
        station, _, what = key.rpartition(".")
        stations.setdefault(station, []).append(wire(what, number))
    for station, wires in stations.items():
        ground = Wire("other leg of each", "GND", _near(grounds, [one.pin for one in wires]))
        yield Part(f"keys: {station}" if station else "keys", (*wires, ground))


def _lamps(lamps: Mapping[str, int], wire: _Maker, grounds: tuple[int, ...]) -> Iterator[Part]:
    for name, number in lamps.items():
        yield _two_legs(f"lamp (LED): {name}", wire("+ through 330 ohms", number), grounds)


def _two_legs(title: str, plus: Wire, grounds: tuple[int, ...]) -> Part:
    return Part(title, (plus, Wire("-", "GND", _near(grounds, [plus.pin]))))


# Multiplexers


def _multiplexers(wiring: Wiring) -> Iterator[Plan]:
    behind: dict[tuple[int, int], list[tuple[str, PanelSettings]]] = {}
    for name, panel in wiring.panels.items():
        if panel.mux is not None:
            behind.setdefault((panel.port, panel.mux), []).append((name, panel))
    for (port, mux), panels in sorted(behind.items()):
        parts = tuple(
            Part(
                f"{panel.driver.upper()} panel, 0x{panel.address:02X}: {name}",
                (
                    Wire("VCC", "3.3 V", 0),
                    Wire("GND", "GND", 0),
                    Wire("SDA", f"SD{panel.channel}", 0),
                    Wire("SCL", f"SC{panel.channel}", 0),
                ),
            )
            for name, panel in panels
        )
        yield Plan(
            f"TCA9548A multiplexer at 0x{mux:02X}", (), parts, f"on I2C bus {port} of the Pi, as above"
        )


# Hubs


@cache
def hub_pins() -> Mapping[str, tuple[int, ...]]:
    """The GPIOs of a hub, read out of its firmware: MISO, MOSI, SCK, READERS, KEYS, LAMPS, BUZZER."""
    tree = ast.parse((files("firmware") / "board.py").read_text(encoding="utf-8"))
    pins: dict[str, tuple[int, ...]] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if isinstance(
                value, ast.Tuple | ast.Constant
            ):
                found = ast.literal_eval(value)
                pins[name] = found if isinstance(found, tuple) else (found,)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple() as values):
                for target, number in zip(names, ast.literal_eval(values), strict=True):
                    if isinstance(target, ast.Name):
                        pins[target.id] = (number,)
    return pins


def _pico(own: str, gp: int, /, note: str = "") -> Wire:
    return Wire(own, f"GP{gp}", GP_TO_PICO[gp], note)


def _hub(hub: HubSettings) -> Plan:
    return Plan(
        f"Hub {hub.name}: Raspberry Pi Pico",
        PICO_PINS,
        tuple(_on_hub(hub)),
        "joined to the Pi by a USB cable with data wires",
        tuple(_hub_notes(hub)),
    )


def _on_hub(hub: HubSettings) -> Iterator[Part]:
    pins = hub_pins()
    note = "through its 74HC125 gate" if len(hub.readers) > 1 else ""
    for name, slot in hub.readers.items():
        signals = [
            _pico("MISO", pins["MISO"][0], note),
            _pico("MOSI", pins["MOSI"][0]),
            _pico("SCK", pins["SCK"][0]),
            _pico("SDA (chip select)", pins["READERS"][slot]),
        ]
        yield _powered(f"RC522 reader {slot}: {name}", signals, "3.3V", Wire("RST", "3.3 V", 0), on_pico=True)
    keys = {name: pins["KEYS"][slot] for name, slot in hub.keys.items() if slot < len(pins["KEYS"])}
    yield from _switches(keys, _pico, PICO_GROUNDS)
    lamps = {name: pins["LAMPS"][slot] for name, slot in hub.lamps.items() if slot < len(pins["LAMPS"])}
    yield from _lamps(lamps, _pico, PICO_GROUNDS)
    if hub.buzzer:
        yield _two_legs(
            f"buzzer (passive): {hub.buzzer}", _pico("+ through 100 ohms", pins["BUZZER"][0]), PICO_GROUNDS
        )


def _hub_notes(hub: HubSettings) -> Iterator[str]:
    pins = hub_pins()
    if len(hub.readers) > 1:
        yield "The MISO of each reader goes through a gate of a 74HC125, whose enable is that reader's chip select."
    for kind, slots, there in (("key", hub.keys, pins["KEYS"]), ("lamp", hub.lamps, pins["LAMPS"])):
        over = [name for name, slot in slots.items() if slot >= len(there)]
        if over:
            yield (
                f"The firmware as it comes has {len(there)} {kind}s; for {', '.join(over)} change {kind.upper()}S in "
                "firmware/board.py."
            )

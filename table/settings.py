"""Reads what differs between tables: wirings as TOML into the devices' own typed settings."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from devices.readers import ReaderSettings
from devices.rig import KEYS, PanelSettings, Wiring
from table.games import did_you_mean
from table.hub_settings import HubTable, hub_fault, hub_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")


class SettingsError(ValueError):
    """A settings file cannot be used. The message names file, place and remedy."""


Pin = Annotated[int, Meta(ge=0, le=27)]
"""A GPIO of the header."""


class _Reader(msgspec.Struct, forbid_unknown_fields=True):
    """One reader's table in a wiring."""

    driver: Literal["rc522", "mfrc522"] = "rc522"
    bus: Annotated[int, Meta(ge=0, le=6)] = 0
    device: Annotated[int, Meta(ge=0, le=2)] = 0
    gain: Annotated[int, Meta(ge=0, le=7)] | None = None
    reset_pin: Pin = 25


class _Panel(msgspec.Struct, forbid_unknown_fields=True):
    """One panel's table in a wiring."""

    driver: Literal["ssd1306", "sh1106"] = "ssd1306"
    port: Annotated[int, Meta(ge=0)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    column_offset: Annotated[int, Meta(ge=0, le=4)] = 2


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A wiring file."""

    reader: dict[str, _Reader] = {}
    panel: dict[str, _Panel] = {}
    keys: dict[str, Pin] = {}
    lamp: dict[str, Pin] = {}
    buzzer: dict[str, Pin] = {}
    hub: dict[str, HubTable] = {}
    muted: bool = False


SPI_PINS: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    0: ((9, 10, 11), (8, 7)),
    1: ((19, 20, 21), (18, 17, 16)),
}
"""The pins of an SPI bus, and of its chip selects by device (Raspberry Pi's header)."""

I2C_PINS: Mapping[int, tuple[int, ...]] = {0: (0, 1), 1: (2, 3)}
"""The pins of an I2C bus."""


def wirings() -> list[str]:
    """Name the wirings that come with pitboard."""
    folder = files("config") / "wirings"
    return sorted(
        entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")
    )


def read_wiring(name: str) -> Wiring:
    """Read a wiring by its name, or from a file.

    Raises:
        SettingsError: there is no such wiring, or it cannot be read.

    """
    if name in wirings():
        text, where = (
            (files("config") / "wirings" / f"{name}.toml").read_text(encoding="utf-8"),
            f"{name}.toml",
        )
    else:
        text, where = _text_of(Path(name)), name
    return wiring_of(text, where)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as fault:
        known = wirings()
        hint = did_you_mean(str(path), known)
        raise SettingsError(
            f"no wiring {str(path)!r}{hint}: there is {', '.join(known)}, or name a file"
        ) from fault
    except UnicodeDecodeError as fault:
        raise SettingsError(f"{path}: this is not UTF-8 text; save it as UTF-8") from fault
    except OSError as fault:
        raise SettingsError(
            f"{path}: cannot be read ({fault.strerror or fault}); check its name and owner"
        ) from fault


def wiring_of(text: str, where: str) -> Wiring:
    """Read a wiring's text.

    Raises:
        SettingsError: it is no TOML, has an unknown or ill-typed setting, or uses a pin twice.

    """
    try:
        given: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SettingsError(f"{where}: {fault}; write it as TOML") from fault
    for table, kind in (("reader", _Reader), ("panel", _Panel), ("hub", HubTable)):
        given[table] = _named(given.get(table, {}), table, kind, where)
    for table in ("keys", "lamp", "buzzer"):
        _must_be_pins(given.get(table, {}), table, where)
    file = _read(given, _File, where)
    _check_addresses(file, where)
    _check_pins(file, where)
    if wrong := hub_fault(file.hub, reader=file.reader, keys=file.keys, lamp=file.lamp, buzzer=file.buzzer):
        raise SettingsError(f"{where}: {wrong}")
    return Wiring(
        readers={
            name: ReaderSettings(
                name, reader.driver, reader.bus, reader.device, gain=reader.gain, reset_pin=reader.reset_pin
            )
            for name, reader in file.reader.items()
        },
        panels={
            name: PanelSettings(panel.driver, panel.port, panel.address, panel.column_offset)
            for name, panel in file.panel.items()
        },
        keys=file.keys,
        lamps=file.lamp,
        buzzers=file.buzzer,
        hubs=hub_settings(file.hub),
        muted=file.muted,
    )


def _named(given: Any, table: str, kind: type[T], where: str) -> dict[str, T]:
    """Read the tables [reader.NAME] or [panel.NAME], each by itself, so that a fault names the right one."""
    if not isinstance(given, dict) or not all(isinstance(one, dict) for one in given.values()):
        raise SettingsError(f"{where}: [{table}]: name each one: [{table}.console]")
    return {name: _read(one, kind, f"{where}: [{table}.{name}]") for name, one in given.items()}


def _must_be_pins(given: Any, table: str, where: str) -> None:
    if not isinstance(given, dict):
        raise SettingsError(f"{where}: [{table}]: write it as a table: [{table}] and NAME = PIN below")
    for name, pin in given.items():
        if isinstance(pin, bool) or not isinstance(pin, int) or not 0 <= pin <= 27:
            raise SettingsError(f"{where}: [{table}] {name} = {pin!r}: a pin is a number, GPIO 0 to 27")


def _read(given: dict[str, Any], kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        fields = [field.name for field in msgspec.structs.fields(kind)]  # type: ignore[arg-type]
        unknown = next((name for name in given if name not in fields), None)
        if unknown is not None:
            hint = did_you_mean(unknown, fields)
            raise SettingsError(
                f"{where}: unknown {unknown!r}{hint}; there is {', '.join(fields)}"
            ) from fault
        what, _, place = str(fault).partition(" - at ")
        raise SettingsError(f"{where}: {place.strip('`$.')}: {what}") from fault


def _check_addresses(file: _File, where: str) -> None:
    """Refuse two devices at one address, naming both."""
    taken: dict[tuple[str, int, int], str] = {}
    for name, reader in file.reader.items():
        _take(taken, ("SPI", reader.bus, reader.device), f"[reader.{name}]", where)
    for name, panel in file.panel.items():
        _take(taken, ("I2C", panel.port, panel.address), f"[panel.{name}]", where)


def _take(taken: dict[tuple[str, int, int], str], spot: tuple[str, int, int], user: str, where: str) -> None:
    if spot in taken:
        bus, number, address = spot
        shown = f"0x{address:02X}" if bus == "I2C" else str(address)
        raise SettingsError(f"{where}: {user}: {taken[spot]} is at {shown} on {bus} bus {number} already")
    taken[spot] = user


def _check_pins(file: _File, where: str) -> None:
    unknown = [key for key in file.keys if key.split(".")[-1] not in KEYS]
    if unknown:
        raise SettingsError(f"{where}: [keys] {unknown[0]}: a key is one of {', '.join(KEYS)}")
    users = _pins_of_buses(file)
    for table, pins in (("keys", file.keys), ("lamp", file.lamp), ("buzzer", file.buzzer)):
        for name, pin in pins.items():
            user = f"[{table}] {name}"
            if pin in users:
                raise SettingsError(f"{where}: {user} = {pin}: {users[pin]} uses that pin already")
            users[pin] = user


def _pins_of_buses(file: _File) -> dict[int, str]:
    """Who uses which pins without naming them."""
    users: dict[int, str] = {}
    for name, reader in file.reader.items():
        shared, selects = SPI_PINS.get(reader.bus, ((), ()))
        own = selects[reader.device : reader.device + 1]
        reset = (reader.reset_pin,) if reader.driver == "mfrc522" else ()
        users |= dict.fromkeys((*shared, *own, *reset), f"[reader.{name}]")
    for name, panel in file.panel.items():
        users |= dict.fromkeys(I2C_PINS.get(panel.port, ()), f"[panel.{name}]")
    return users

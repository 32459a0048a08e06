"""Reads what differs between tables: wirings as TOML into the devices' own typed settings."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from devices.readers import ReaderSettings
from devices.rig import KEYS, PanelSettings, Wiring

Pin = int


class SettingsError(ValueError):
    """A settings file cannot be used. The message names file, place and remedy."""


class _Reader(msgspec.Struct, forbid_unknown_fields=True):
    """One reader's table in a wiring."""

    driver: Literal["rc522", "mfrc522"] = "rc522"
    bus: int = 0
    device: int = 0
    gain: int | None = None
    reset_pin: int = 25


class _Panel(msgspec.Struct, forbid_unknown_fields=True):
    """One panel's table in a wiring."""

    driver: Literal["ssd1306", "sh1106"] = "ssd1306"
    port: int = 1
    address: int = 0x3C
    column_offset: int = 2


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A wiring file."""

    reader: dict[str, _Reader] = {}
    panel: dict[str, _Panel] = {}
    keys: dict[str, Pin] = {}
    lamp: dict[str, Pin] = {}
    buzzer: dict[str, Pin] = {}
    muted: bool = False


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
        path = Path(name)
        if not path.is_file():
            raise SettingsError(f"no wiring {name!r}: there is {', '.join(wirings())}, or name a file")
        text, where = path.read_text(encoding="utf-8-sig"), str(path)
    return wiring_of(text, where)


def wiring_of(text: str, where: str) -> Wiring:
    """Read a wiring's text.

    Raises:
        SettingsError: it is no TOML, has an unknown or ill-typed setting, or uses a pin twice.

    """
    try:
        given: dict[str, Any] = tomllib.loads(text)
        file = msgspec.convert(given, _File)
    except tomllib.TOMLDecodeError as fault:
        raise SettingsError(f"{where}: {fault}") from fault
    except msgspec.ValidationError as fault:
        raise SettingsError(f"{where}: {fault}") from fault
    _check_pins(file, where)
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
        muted=file.muted,
    )


def _check_pins(file: _File, where: str) -> None:
    unknown = [key for key in file.keys if key.split(".")[-1] not in KEYS]
    if unknown:
        raise SettingsError(f"{where}: [keys] {unknown[0]}: a key is one of {', '.join(KEYS)}")
    users: dict[int, str] = {}
    for table, pins in (("keys", file.keys), ("lamp", file.lamp), ("buzzer", file.buzzer)):
        for name, pin in pins.items():
            user = f"[{table}] {name}"
            if not 0 <= pin <= 27:
                raise SettingsError(f"{where}: {user} = {pin}: the header has GPIO 0 to 27")
            if pin in users:
                raise SettingsError(f"{where}: {user} = {pin}: {users[pin]} uses that pin already")
            users[pin] = user

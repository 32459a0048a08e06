"""Reads what differs between tables: wirings as TOML into the devices' own typed settings."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from devices.readers import ReaderSettings
from devices.rig import PanelSettings
from table.games import did_you_mean
from table.hub_settings import HubTable, hub_faults, hub_settings
from table.settings_places import faults
from table.settings_tables import PanelTable, ReaderTable, WiringFile
from table.station_settings import StationTable, TableWiring, station_faults, stations_of
from table.toml_lines import line_of, twice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from devices.rig import Wiring

T = TypeVar("T")

NAMED = {"reader": ReaderTable, "panel": PanelTable, "hub": HubTable, "station": StationTable}
"""The tables of which there may be several, each with a name."""

LEADING_ZERO = re.compile(r"=\s*[+-]?0[0-9]")


class SettingsError(ValueError):
    """A settings file cannot be used. The message names file, place and remedy."""


def wirings() -> list[str]:
    """Name the wirings that come with pitboard."""
    folder = files("config") / "wirings"
    return sorted(
        entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")
    )


def read_wiring(name: str) -> TableWiring:
    """Read a wiring by its name, or from a file.

    Raises:
        SettingsError: there is no such wiring, or it cannot be read.

    """
    return wiring_of(*text_of_wiring(name))


def text_of_wiring(name: str) -> tuple[str, str]:
    """A wiring's text, and what to call it in messages. Raises SettingsError."""
    if name in wirings():
        return (files("config") / "wirings" / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml"
    return _text_of(Path(name)), name


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


def wiring_of(text: str, where: str) -> TableWiring:
    """Read a wiring's text.

    Raises:
        SettingsError: it is no TOML, has an unknown or ill-typed setting, or uses a pin twice.

    """
    try:
        return _Text(text, where).wiring()
    except RecursionError as fault:
        raise SettingsError(f"{where}: tables or lists in each other too deep to read") from fault


class _Text:
    """One wiring's text, read step by step; every fault is told with its line."""

    def __init__(self, text: str, where: str) -> None:
        self._text, self._where = text, where

    def wiring(self) -> TableWiring:
        given = self._parsed()
        for table, kind in NAMED.items():
            given[table] = self._named(given.get(table, {}), table, kind)
        for table in ("keys", "lamp", "buzzer"):
            self._must_be_pins(given.get(table, {}), table)
        file = self._read(given, WiringFile, "", ())
        for wrong, path in (*faults(file), *station_faults(file), *hub_faults(file)):
            raise self._error(wrong, path)
        return _wiring(file)

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as fault:
            raise SettingsError(f"{self._where}: {self._remedy(str(fault))}") from fault

    def _remedy(self, said: str) -> str:
        """What tomllib says, with what most likely happened."""
        if both := twice(self._text):
            name, first, second = both
            return f"{name} is there twice, on line {first} and on line {second}; keep one of them"
        found = re.search(r"at line (\d+)", said)
        line = self._text.splitlines()[int(found[1]) - 1] if found else ""
        if LEADING_ZERO.search(line):
            return f'{said}; a number that begins with 0 is a name: write it in quotes, "0123"'
        if "\r" in self._text.replace("\r\n", ""):
            return f"{said}; the line ends are those of an old Mac: save it with Unix or Windows line ends"
        return f"{said}; write it as TOML"

    def _named(self, given: Any, table: str, kind: type[T]) -> dict[str, T]:
        """Read the tables [reader.NAME] or [panel.NAME], each by itself, so that a fault names the right one."""
        if not isinstance(given, dict) or not all(isinstance(one, dict) for one in given.values()):
            raise self._error(f"[{table}]: name each one: [{table}.console]", (table,))
        return {
            name: self._read(one, kind, f"[{table}.{name}]: ", (table, name)) for name, one in given.items()
        }

    def _must_be_pins(self, given: Any, table: str) -> None:
        if not isinstance(given, dict):
            raise self._error(f"[{table}]: write it as a table: [{table}] and NAME = PIN below", (table,))
        for name, pin in given.items():
            if isinstance(pin, bool) or not isinstance(pin, int) or not 0 <= pin <= 27:
                quoted = (
                    f'; with a dot in it write it in quotes: "{name}.next"' if isinstance(pin, dict) else ""
                )
                raise self._error(
                    f"[{table}] {name} = {pin!r}: a pin is a number, GPIO 0 to 27{quoted}", (table, name)
                )

    def _read(self, given: dict[str, Any], kind: type[T], prefix: str, path: tuple[str, ...]) -> T:
        try:
            return msgspec.convert(given, kind)
        except msgspec.ValidationError as fault:
            fields = [field.name for field in msgspec.structs.fields(kind)]  # type: ignore[arg-type]
            unknown = next((name for name in given if name not in fields), None)
            if unknown is not None:
                hint = did_you_mean(unknown, fields)
                raise self._error(
                    f"{prefix or ''}unknown {unknown!r}{hint}; there is {', '.join(fields)}", (*path, unknown)
                ) from fault
            what, _, place = str(fault).partition(" - at ")
            names = [name for name in re.split(r"[.`$\[\]]", place) if name and name != "..."]
            raise self._error(f"{prefix}{'.'.join(names)}: {what}{_quotes(what)}", (*path, *names)) from fault

    def _error(self, wrong: str, path: Iterable[str]) -> SettingsError:
        line = line_of(self._text, *path)
        return SettingsError(f"{self._where}: {wrong}{f' (at line {line})' if line else ''}")


def must_have_part(wiring: Wiring) -> None:
    """Check that a wiring names anything to look at or to join.

    Raises:
        SettingsError: it names nothing.

    """
    if not any((wiring.readers, wiring.panels, wiring.keys, wiring.lamps, wiring.buzzers, wiring.hubs)):
        raise SettingsError(
            "this wiring names no part; write [reader.console] and what it is joined to below, or begin with a "
            f"wiring that comes with pitboard: {', '.join(wirings())}"
        )


def must_have_reader(wiring: Wiring) -> None:
    """Check that a wiring has a reader, its own or a hub's.

    Raises:
        SettingsError: it has none.

    """
    if not wiring.readers and not any(hub.readers for hub in wiring.hubs):
        raise SettingsError(
            "this wiring has no reader; write [reader.console] and what it is joined to below"
        )


def _quotes(what: str) -> str:
    """The remedy for the two mistakes that quotes make and mend."""
    if "Expected `str`, got `int`" in what:
        return '; write it in quotes, "..."'
    if ", got `str`" in what and ("`int`" in what or "`bool`" in what):
        return "; write it without quotes"
    return ""


def _wiring(file: WiringFile) -> TableWiring:
    return TableWiring(
        readers={
            name: ReaderSettings(
                name, reader.driver, reader.bus, reader.device, gain=reader.gain, reset_pin=reader.reset_pin
            )
            for name, reader in file.reader.items()
        },
        panels={
            name: PanelSettings(
                panel.driver, panel.port, panel.address, panel.column_offset, panel.mux, panel.channel
            )
            for name, panel in file.panel.items()
        },
        keys=file.keys,
        lamps=file.lamp,
        buzzers=file.buzzer,
        hubs=hub_settings(file.hub),
        muted=file.muted,
        mux_reset=file.mux_reset,
        stations=stations_of(file.station),
    )

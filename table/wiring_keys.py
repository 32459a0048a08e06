"""Every key of a wiring file as a table for the guide: its kind and range are read off the settings themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec
from msgspec import inspect

from table.hub_settings import HubTable
from table.settings_tables import PanelTable, ReaderTable, WiringFile
from table.station_settings import StationTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SECTIONS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "": WiringFile,
    "reader": ReaderTable,
    "panel": PanelTable,
    "hub": HubTable,
    "station": StationTable,
}
"""The tables [SECTION.NAME]; "" is the top of the file."""

MEANINGS: Final[Mapping[str, str]] = {
    "muted": "no buzzer sounds",
    "mux_reset": "GPIO that is joined to the multiplexer's RST",
    "keys": '`[keys]`: `"STATION.KEY" = GPIO`, with one station also `KEY = GPIO`; '
    "KEY is previous, next, confirm or back",
    "lamp": "`[lamp]`: `STATION = GPIO`",
    "buzzer": "`[buzzer]`: `STATION = GPIO`",
    "reader.driver": "pitboard's own driver, or the package mfrc522",
    "reader.bus": "SPI bus",
    "reader.device": "chip select on that bus",
    "reader.gain": "receiver gain, 18 to 48 dB; without it the chip's own",
    "reader.reset_pin": "GPIO joined to RST; for the driver mfrc522 alone",
    "panel.driver": "which chip the panel has",
    "panel.port": "I2C bus",
    "panel.address": "I2C address, 0x3C or 0x3D on most panels",
    "panel.column_offset": "sh1106 alone: 0 or 4 where the picture is shifted",
    "panel.mux": "address of the TCA9548A it hangs on; without it on the bus itself",
    "panel.channel": "channel of that multiplexer",
    "hub.identity": "the hub's identity; without it whichever hub is there",
    "hub.reader": "`{ STATION = number }`",
    "hub.gain": "`{ STATION = gain }`, for readers of this hub",
    "hub.keys": '`{ "STATION.KEY" = number }`',
    "hub.lamp": "`{ STATION = number }`",
    "hub.buzzer": "the station whose buzzer it is",
    "station.seats": "who sits there, counted from 1",
}

ADDRESSES: Final = frozenset({"panel.address", "panel.mux"})
"""Keys whose numbers everybody writes to the base of 16."""


def key_table() -> Iterator[str]:
    """The lines of the table, in Markdown."""
    yield "| where | key | value | without it | what for |"
    yield "| --- | --- | --- | --- | --- |"
    for section, struct in SECTIONS.items():
        info = cast("inspect.StructType", inspect.type_info(struct))
        where = f"`[{section}.NAME]`" if section else "top"
        for field in info.fields:
            if not section and field.name in SECTIONS:
                continue
            path = f"{section}.{field.name}".lstrip(".")
            number = "#04x" if path in ADDRESSES else "d"
            kind, default = _kind(field.type, number), _default(field, number)
            yield f"| {where} | `{field.name}` | {kind} | {default} | {MEANINGS[path]} |"


def _kind(kind: inspect.Type, number: str) -> str:
    """A type and its range in words; *number* is how its numbers are written."""
    match kind:
        case inspect.UnionType(types=types):
            words = " or ".join(_kind(one, number) for one in types if not isinstance(one, inspect.NoneType))
        case inspect.LiteralType(values=values):
            words = " or ".join(f'"{value}"' for value in values)
        case inspect.IntType(ge=int(low), le=int(high)):
            words = f"{low:{number}} to {high:{number}}"
        case inspect.IntType(ge=int(low)):
            words = f"{low:{number}} or more"
        case inspect.VarTupleType(item_type=item):
            words = f"list of {_kind(item, number)}"
        case inspect.DictType(value_type=value):
            words = f"table of {_kind(value, number)}"
        case inspect.BoolType():
            words = "true or false"
        case inspect.StrType():
            words = "text"
        case _:
            raise TypeError(f"no words for {kind}; write them here")
    return words


def _default(field: inspect.Field, number: str) -> str:
    match field.default:
        case bool(value):
            return str(value).lower()
        case int(value):
            return f"{value:{number}}"
        case str(text) if text:
            return f'"{text}"'
        case _:
            return "none"

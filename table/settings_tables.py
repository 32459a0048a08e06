"""A wiring file's tables as typed settings, exactly as they are written."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from table.hub_settings import HubTable
from table.station_settings import StationTable

Pin = Annotated[int, Meta(ge=0, le=27)]
"""A GPIO of the header."""


class ReaderTable(msgspec.Struct, forbid_unknown_fields=True):
    """One reader's table in a wiring."""

    driver: Literal["rc522", "mfrc522"] = "rc522"
    bus: Annotated[int, Meta(ge=0, le=6)] = 0
    device: Annotated[int, Meta(ge=0, le=2)] = 0
    gain: Annotated[int, Meta(ge=0, le=7)] | None = None
    reset_pin: Pin = 25


class PanelTable(msgspec.Struct, forbid_unknown_fields=True):
    """One panel's table in a wiring."""

    driver: Literal["ssd1306", "sh1106"] = "ssd1306"
    port: Annotated[int, Meta(ge=0)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    column_offset: Annotated[int, Meta(ge=0, le=4)] = 2
    mux: Annotated[int, Meta(ge=0x70, le=0x77)] | None = None
    channel: Annotated[int, Meta(ge=0, le=7)] = 0


class WiringFile(msgspec.Struct, forbid_unknown_fields=True):
    """A wiring file."""

    reader: dict[str, ReaderTable] = {}
    panel: dict[str, PanelTable] = {}
    keys: dict[str, Pin] = {}
    lamp: dict[str, Pin] = {}
    buzzer: dict[str, Pin] = {}
    hub: dict[str, HubTable] = {}
    station: dict[str, StationTable] = {}
    muted: bool = False
    mux_reset: Pin | None = None

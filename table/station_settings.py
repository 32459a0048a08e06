"""The tables [station.NAME] of a wiring: which players sit at which panel, keys and reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from devices.rig import Wiring
from table.games import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from table.settings_tables import WiringFile

Seats: TypeAlias = tuple[int, ...] | None
"""The seats of a station, counted from 0; None for all of them."""


class StationTable(msgspec.Struct, forbid_unknown_fields=True):
    """One station's table: its players, counted from 1, or "all"."""

    seats: tuple[Annotated[int, Meta(ge=1, le=12)], ...] | Literal["all"] = "all"


@dataclass(frozen=True, slots=True)
class TableWiring(Wiring):
    """What is wired where, and who sits where; without stations everything belongs to a single one."""

    stations: Mapping[str, Seats] = field(default_factory=dict)


def stations_of(tables: Mapping[str, StationTable]) -> dict[str, Seats]:
    """Put the tables into the program's own words."""
    return {
        name: None if table.seats == "all" else tuple(number - 1 for number in table.seats)
        for name, table in tables.items()
    }


def station_faults(file: WiringFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find stations without seats or devices, and devices without a station; with where that is written."""
    if not file.station:
        return
    used: set[str] = set()
    for user, name, where in _devices(file):
        used.add(name)
        if not name:
            yield f"{user}: say whose key it is: STATION.{user.split()[-1]}, in quotes", where
        elif name not in file.station:
            known = list(file.station)
            yield f"{user}: there is no [station.{name}]{did_you_mean(name, known)}", where
    for name, table in file.station.items():
        if table.seats != "all" and len(set(table.seats)) != max(1, len(table.seats)):
            wrong = "there are no seats" if not table.seats else "a seat is there twice"
            yield (
                f'[station.{name}] seats: {wrong}; write seats = [1, 3] or "all"',
                ("station", name, "seats"),
            )
        if name not in used:
            yield f"[station.{name}]: it has neither panel nor keys nor reader", ("station", name)


def _devices(file: WiringFile) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Everything that belongs to a station: how to call it, the station's name, and where it is written."""
    for table, named in (("reader", file.reader), ("panel", file.panel)):
        yield from ((f"[{table}.{name}]", name, (table, name)) for name in named)
    for table, pins in (("lamp", file.lamp), ("buzzer", file.buzzer)):
        yield from ((f"[{table}] {name}", name, (table, name)) for name in pins)
    yield from ((f"[keys] {key}", key.rpartition(".")[0], ("keys", key)) for key in file.keys)
    for hub_name, hub in file.hub.items():
        for kind, part, _ in hub.parts():
            name = part.rpartition(".")[0] if kind == "keys" else part
            yield f"[hub.{hub_name}] {kind} {part}", name, ("hub", hub_name)

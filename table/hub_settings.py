"""The tables [hub.NAME] of a wiring: what hangs on which hub, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from devices.hub_settings import HubSettings
from devices.rig import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from table.settings_places import Fault
    from table.settings_tables import WiringFile

ReaderSlot = Annotated[int, Meta(ge=0, le=7)]
KeySlot = Annotated[int, Meta(ge=0, le=15)]
LampSlot = Annotated[int, Meta(ge=0, le=7)]
Gain = Annotated[int, Meta(ge=0, le=7)]


class HubTable(msgspec.Struct, forbid_unknown_fields=True):
    """One hub's table: names as on the Pi's own pins, numbers as on the hub."""

    identity: str = ""
    reader: dict[str, ReaderSlot] = {}
    gain: dict[str, Gain] = {}
    keys: dict[str, KeySlot] = {}
    lamp: dict[str, LampSlot] = {}
    buzzer: str = ""

    def parts(self) -> Iterator[tuple[str, str, int]]:
        """Everything on it: kind, name, number."""
        for kind, slots in (("reader", self.reader), ("keys", self.keys), ("lamp", self.lamp)):
            yield from ((kind, name, slot) for name, slot in slots.items())
        if self.buzzer:
            yield "buzzer", self.buzzer, 0


def hub_settings(hubs: Mapping[str, HubTable]) -> tuple[HubSettings, ...]:
    """Put the tables into the devices' own words."""
    return tuple(
        HubSettings(name, hub.identity, hub.reader, hub.keys, hub.lamp, hub.buzzer, hub.gain)
        for name, hub in hubs.items()
    )


def hub_faults(file: WiringFile) -> Iterator[Fault]:
    """What is wrong with the hubs, naming both sides of it."""
    on_the_pi: Mapping[str, Mapping[str, object]] = {
        "reader": file.reader,
        "keys": file.keys,
        "lamp": file.lamp,
        "buzzer": file.buzzer,
    }
    homes = {(kind, name): f"[{kind}]" for kind, names in on_the_pi.items() for name in names}
    identities: dict[str, str] = {}
    for hub_name, hub in file.hub.items():
        where, path = f"[hub.{hub_name}]", ("hub", hub_name)
        slots: dict[tuple[str, int], str] = {}
        if hub.identity and (other := identities.setdefault(hub.identity.upper(), where)) != where:
            yield f"{where} identity: {other} has the same", (*path, "identity")
        for name in hub.gain.keys() - hub.reader.keys():
            yield f"{where} gain {name}: there is no reader {name} on this hub", (*path, "gain", name)
        for kind, name, slot in hub.parts():
            user, place = f"{where} {kind} {name}", (*path, kind, name)
            if kind == "keys" and name.split(".")[-1] not in KEYS:
                yield f"{user}: a key is one of {', '.join(KEYS)}", place
            if (kind, name) in homes:
                yield f"{user}: {homes[kind, name]} has one of that name already", place
            if (kind, slot) in slots:
                yield f"{user} = {slot}: {slots[kind, slot]} uses that number already", place
            homes[kind, name], slots[kind, slot] = where, user

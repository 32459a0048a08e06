"""The tables [hub.NAME] of a wiring: what hangs on which hub, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from devices.hub_settings import HubSettings
from devices.rig import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ReaderSlot = Annotated[int, Meta(ge=0, le=7)]
KeySlot = Annotated[int, Meta(ge=0, le=15)]
LampSlot = Annotated[int, Meta(ge=0, le=7)]


class HubTable(msgspec.Struct, forbid_unknown_fields=True):
    """One hub's table: names as on the Pi's own pins, numbers as on the hub."""

    identity: str = ""
    reader: dict[str, ReaderSlot] = {}
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
        HubSettings(name, hub.identity, hub.reader, hub.keys, hub.lamp, hub.buzzer)
        for name, hub in hubs.items()
    )


def hub_fault(hubs: Mapping[str, HubTable], **on_the_pi: Iterable[str]) -> str:
    """What is wrong with the hubs, naming both sides of it; empty when nothing is.

    *on_the_pi* has the names that hang on the Pi itself, by kind: reader, keys, lamp, buzzer.
    """
    homes = {(kind, name): f"[{kind}]" for kind, names in on_the_pi.items() for name in names}
    identities: dict[str, str] = {}
    for hub_name, hub in hubs.items():
        where = f"[hub.{hub_name}]"
        slots: dict[tuple[str, int], str] = {}
        if hub.identity and (other := identities.setdefault(hub.identity.upper(), where)) != where:
            return f"{where} identity: {other} has the same"
        for kind, name, slot in hub.parts():
            user = f"{where} {kind} {name}"
            if kind == "keys" and name.split(".")[-1] not in KEYS:
                return f"{user}: a key is one of {', '.join(KEYS)}"
            if (kind, name) in homes:
                return f"{user}: {homes[kind, name]} has one of that name already"
            if (kind, slot) in slots:
                return f"{user} = {slot}: {slots[kind, slot]} uses that number already"
            homes[kind, name], slots[kind, slot] = where, user
    return ""

"""Which pins and addresses a wiring takes, and whether two of its parts want the same one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.rig import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from table.settings_tables import PanelTable, WiringFile

SPI_PINS: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    0: ((9, 10, 11), (8, 7)),
    1: ((19, 20, 21), (18, 17, 16)),
}
"""The pins of an SPI bus (MISO, MOSI, SCK), and of its chip selects by device (Raspberry Pi's header)."""

I2C_PINS: Mapping[int, tuple[int, ...]] = {0: (0, 1), 1: (2, 3)}
"""The pins of an I2C bus (SDA, SCL)."""

BOTH = "it would show both pictures: give one of them the other address, or hang both on the multiplexer"

Fault = tuple[str, tuple[str, ...]]
"""What is wrong, and the names on the way to where it stands in the file."""


def faults(file: WiringFile) -> Iterator[Fault]:
    """Everything that two parts both want, naming both, and keys that there are not."""
    for key in file.keys:
        if key.split(".")[-1] not in KEYS:
            yield f"[keys] {key}: a key is one of {', '.join(KEYS)}", ("keys", key)
    yield from _readers(file)
    yield from _panels(file)
    yield from _pins(file)


def _readers(file: WiringFile) -> Iterator[Fault]:
    taken: dict[tuple[int, int], str] = {}
    for name, reader in file.reader.items():
        user, spot = f"[reader.{name}]", (reader.bus, reader.device)
        if spot in taken:
            what = f"{user}: {taken[spot]} is at {reader.device} on SPI bus {reader.bus} already"
            yield f"{what}; give one of them another device", ("reader", name)
        taken.setdefault(spot, user)


def _panels(file: WiringFile) -> Iterator[Fault]:
    taken: dict[tuple[int, int | None, int, int], str] = {}
    plain = {
        (panel.port, panel.address): f"[panel.{name}]"
        for name, panel in file.panel.items()
        if panel.mux is None
    }
    muxes = {(panel.port, panel.mux): f"[panel.{name}]" for name, panel in file.panel.items()}
    for name, panel in file.panel.items():
        user, where = f"[panel.{name}]", ("panel", name)
        spot, address = (panel.port, panel.mux, panel.channel, panel.address), (panel.port, panel.address)
        if panel.mux is None and panel.channel:
            yield f"{user}: a channel belongs to a multiplexer: write mux = 0x70 as well", where
        if spot in taken:
            yield f"{user}: {taken[spot]} is at {_place(panel)} already", where
        elif panel.mux is not None and address in plain:
            yield (
                f"{user}: {plain[address]} is at {_place(panel, bare=True)} without a multiplexer; {BOTH}",
                where,
            )
        if address in muxes:
            yield f"{user}: the multiplexer of {muxes[address]} is at {_place(panel)} already", where
        taken.setdefault(spot, user)


def _place(panel: PanelTable, *, bare: bool = False) -> str:
    behind = (
        ""
        if bare or panel.mux is None
        else f", channel {panel.channel} of the multiplexer at 0x{panel.mux:02X}"
    )
    return f"0x{panel.address:02X} on I2C bus {panel.port}{behind}"


def _pins(file: WiringFile) -> Iterator[Fault]:
    users = pins_of_buses(file)
    if (reset := file.mux_reset) is not None:
        if all(panel.mux is None for panel in file.panel.values()):
            yield (
                "mux_reset: no panel hangs on a multiplexer; write mux = 0x70 below [panel.NAME]",
                ("mux_reset",),
            )
        if reset in users:
            yield f"mux_reset = {reset}: {users[reset]} uses that pin already", ("mux_reset",)
        users.setdefault(reset, "mux_reset")
    for table, pins in (("keys", file.keys), ("lamp", file.lamp), ("buzzer", file.buzzer)):
        for name, pin in pins.items():
            user = f"[{table}] {name}"
            if pin in users:
                yield f"{user} = {pin}: {users[pin]} uses that pin already", (table, name)
            users.setdefault(pin, user)


def pins_of_buses(file: WiringFile) -> dict[int, str]:
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

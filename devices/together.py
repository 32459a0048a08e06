"""Several readers on one Pi: whether they disturb each other, and how long it is from look to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from devices.readers import DriverName, ReaderSettings, TagReader

DEAREST_LOOK_US: Mapping[DriverName, int] = {"rc522": 11_000, "mfrc522": 95_000}
"""What a look costs at most: a tag with a 10-byte UID for our driver, an empty field for the package mfrc522."""

TAP_US = 250_000
"""A quick hand holds a card for so long. It must be looked at twice in that time."""


def conflict_hint(readers: Iterable[TagReader]) -> str:
    """What to try when several readers of one bus are silent at once; empty when that is not so.

    Cheap boards keep driving the shared data line while they are not selected: each works alone, none together.
    """
    silent: dict[int, list[str]] = {}
    for reader in readers:
        silent.setdefault(reader.settings.bus, [])
        if not reader.status.well and "no chip answers" in reader.status.why:
            silent[reader.settings.bus].append(reader.name)
    return " ".join(
        f"Readers {' and '.join(names)} conflict on SPI bus {bus}, or none of them has power: try each alone; "
        "boards that only work alone need a 74HC125 buffer in their MISO line."
        for bus, names in silent.items()
        if len(names) > 1
    )


PAUSE_US = 20_000
"""The box rests for so long between two rounds of looks."""


def revisit_us(readers: Sequence[ReaderSettings], pause_us: int = PAUSE_US) -> int:
    """Bound the time between two looks at one reader: a pause, then a look at each, all of them the dearest."""
    return pause_us + sum(DEAREST_LOOK_US[reader.driver] for reader in readers)


def revisit_warning(bound_us: int) -> str:
    """What to say when a quick tap may be missed; empty when it cannot be."""
    if 2 * bound_us <= TAP_US:
        return ""
    return (
        f"it may be {bound_us // 1000} ms from look to look at one reader: hold cards for "
        f"{2 * bound_us // 1000} ms, or move readers to a hub"
    )

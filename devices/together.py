"""Several readers on one Pi: whether they disturb each other, and how long it is from look to look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from devices.readers import DriverName, ReaderSettings, TagReader

DEAREST_LOOK_US: Mapping[DriverName, int] = {"rc522": 11_000, "mfrc522": 95_000}
"""What a look costs at most: a tag with a 10-byte UID for our driver, an empty field for the package mfrc522."""

TAP_US = 250_000
"""A quick hand holds a card for so long. It must be looked at twice in that time."""


BUFFERS = "boards that disturb each other on the bus need a 74HC125 buffer in their MISO line, or a hub"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Readers that do not work beside each other. `key` and `said` are the same for other languages."""

    text: str
    readers: tuple[str, ...]
    key: str = "readers_conflict"

    def __str__(self) -> str:
        return self.text

    @property
    def said(self) -> Mapping[str, str]:
        """What belongs into the words of `key`."""
        return {"readers": ", ".join(self.readers)}


def tried_at_start(readers: Sequence[TagReader]) -> list[Conflict]:
    """Start each reader alone, then all of them: what is wrong that one reader alone does not show.

    It takes some milliseconds and tells nobody of cards. A reader that does not even work alone tells that itself.
    """
    if len(readers) < 2:
        return []
    alone = []
    for reader in readers:
        alone += [reader] if reader.answers() else []
        reader.rest()
    for reader in readers:  # one after the other, so that each looks at the fields of those before it
        reader.answers()
    silent = [reader.name for reader in alone if not reader.answers()]
    found = conflicts(readers)
    if silent:
        names = tuple(reader.name for reader in alone)
        found.insert(0, Conflict(f"{fell_silent(names, silent)}; {BUFFERS}.", names))
    return found


def fell_silent(names: Sequence[str], silent: Sequence[str]) -> str:
    """Say that readers work alone only."""
    return f"readers {' and '.join(names)} work alone but not together: {' and '.join(silent)} fell silent"


def conflicts(readers: Iterable[TagReader]) -> list[Conflict]:
    """The buses on which several readers are silent at once.

    Cheap boards keep driving the shared data line while they are not selected: each works alone, none together.
    """
    silent: dict[int, list[str]] = {}
    for reader in readers:
        silent.setdefault(reader.settings.bus, [])
        if not reader.status.well and "no chip answers" in reader.status.why:
            silent[reader.settings.bus].append(reader.name)
    return [
        Conflict(
            f"Readers {' and '.join(names)} conflict on SPI bus {bus}, or none of them has power: try each alone; "
            "boards that only work alone need a 74HC125 buffer in their MISO line.",
            tuple(names),
        )
        for bus, names in silent.items()
        if len(names) > 1
    ]


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

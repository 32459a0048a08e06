"""Which parts of a table hang on a hub."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class HubSettings:
    """A hub and what hangs on it: each part's name with its number on the hub.

    *identity* is what the hub says of itself; empty takes whichever hub is there. The buzzer is named after the
    station it belongs to, empty for none. *gains* (0 to 7, by the names of readers) are the receivers'; a reader
    without one keeps the chip's own.
    """

    name: str
    identity: str = ""
    readers: Mapping[str, int] = field(default_factory=dict)
    keys: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)
    buzzer: str = ""
    gains: Mapping[str, int] = field(default_factory=dict)

"""Taking back what showed something hidden: who has to agree, and who has not been heard yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(slots=True)
class Consent:
    """A request to take something back, until it is decided.

    `awaited` are the seats that are still to be heard; with *everyone* all of them must agree, else any one of them.
    One refusal ends it. `decided` is called once, with whether it was agreed to.
    """

    awaited: tuple[int, ...]
    everyone: bool
    decided: Callable[[bool], None]

    def hears(self, seat: int, *, agreed: bool) -> bool:
        """Note what a seat says; returns whether nobody else has to be heard."""
        self.awaited = tuple(one for one in self.awaited if one != seat)
        return not agreed or not self.everyone or not self.awaited

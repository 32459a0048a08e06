"""What others must agree to, taking back or setting right: who has to agree, and who has not been heard yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Value


@dataclass(slots=True)
class Consent:
    """A request to do something, until it is decided.

    `awaited` are the seats that are still to be heard; with *everyone* all of them must agree, else any one of them.
    One refusal ends it. `decided` is called once, with whether it was agreed to. `about` begins the keys of its words,
    and `args` go with them.
    """

    awaited: tuple[int, ...]
    everyone: bool
    decided: Callable[[bool], None]
    about: str = "undo"
    args: Mapping[str, Value] = field(default_factory=dict)

    def hears(self, seat: int, *, agreed: bool) -> bool:
        """Note what a seat says; returns whether nobody else has to be heard."""
        self.awaited = tuple(one for one in self.awaited if one != seat)
        return not agreed or not self.everyone or not self.awaited

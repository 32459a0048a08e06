"""The one port of the game that can run without its board: the known lake computes, the table's lake asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.speedboats.race import Race
    from engine.speedboats.state import Turn


class Board(Protocol):
    """What a script wants of the lake. Each method plays its part of the match and tells what happened."""

    def lay(self, race: Race) -> Script[None]:
        """Build the lake."""
        ...

    def build(self, race: Race) -> Script[None]:
        """Build the course of a race."""
        ...

    def put(self, race: Race, seat: int) -> Script[None]:
        """Place a boat at the start."""
        ...

    def move(self, race: Race, turn: Turn) -> Script[None]:
        """Turn the boat and move it: steps 2 and 3 of a turn, with all that follows."""
        ...

"""The board as scripts see it: either the program knows the tiles, or only the table does (section 1, 4.6).

Scripts say what happens to cars; where those stand is the board's business. There is one set of rules for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.wacky_races.pack import Step
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car, Phase
    from engine.wacky_races.steps import Effect

ROAD: Final = "road"
"""The place of everything that stands or lies on a course the program does not know."""


class Board(Protocol):
    """What scripts ask of the course and tell it."""

    def survey(self, race: Race) -> tuple[str, int]:
        """Return the mark of every position, and the position of the Swamp (or -1)."""
        ...

    def place(self, car: Car) -> str:
        """Return where a car stands."""
        ...

    def travel(self, race: Race, car: Car, spaces: int, *rules: str) -> Script[bool]:
        """Move a car that many spaces ahead (below zero: back); tell whether it has moved at all."""
        ...

    def exchange(self, race: Race, car: Car, other: Car, *rules: str) -> Script[None]:
        """Let two cars change places."""
        ...

    def arrive(self, race: Race, car: Car, *, traps: bool, tiles: bool) -> Script[None]:
        """Look at what a car has moved onto."""
        ...

    def trap_under(self, race: Race, car: Car) -> str:
        """Return the place of the trap card that a car has triggered."""
        ...

    def last(self, race: Race) -> Script[list[Car]]:
        """Return the cars in last place."""
        ...

    def nearest_behind(self, race: Race, car: Car, most: int) -> Script[list[Car]]:
        """Return the nearest cars behind, level ones all; none when they are further away than *most*."""
        ...

    def in_reach(self, race: Race, car: Car, step: Step) -> Script[list[Car]]:
        """Return the cars that a car may change places with."""
        ...

    def swap_tiles(self, effect: Effect, step: Step) -> Script[None]:
        """Exchange the tile ahead with another one."""
        ...

    def set_down(self, race: Race, car: Car) -> Script[None]:
        """Put a car where the table says."""
        ...

    def displaced(self, cars: list[Car], before: dict[str, int]) -> list[Car]:
        """Return those of *cars* that stand elsewhere than *before*."""
        ...

    def trap_places(self, race: Race) -> dict[str, int]:
        """Return the places where a trap may be laid or taken away by hand."""
        ...

    def place_of_dastardly(self, race: Race) -> str:
        """Return where Dastardly is."""
        ...

    def dastardly(self, race: Race, kind: str) -> Script[None]:
        """Send Dastardly to the next tile of a kind."""
        ...

    def next_neutral(self, race: Race, phase: Phase) -> Script[None]:
        """Move the next neutral (or all that are left) by one space."""
        ...

    def tell_revealed(self, race: Race, phase: Phase, kind: str) -> Script[None]:
        """Tell who moves by a revealed card."""
        ...

    def draw_up(self, race: Race) -> Script[None]:
        """Lay the course, once the special tile is known."""
        ...

    def set_off(self, race: Race) -> Script[None]:
        """Make sure of the course before the first turn."""
        ...

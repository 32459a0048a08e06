"""The match as scripts handle it: state, pack and options together, with the questions asked of them all the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.wackee_six.options import Options
    from engine.wackee_six.pack import Pack
    from engine.wackee_six.state import MatchState, Run, Side


@dataclass(slots=True)
class Game:
    """What a script works on; made anew for every step, so it holds nothing that must outlive one."""

    pack: Pack
    options: Options
    state: MatchState

    @property
    def run(self) -> Run:
        """The running round."""
        return self.state.run

    @property
    def tracked(self) -> bool:
        """Whether every card is scanned when it is played (W6-TRACK-01)."""
        return self.options.tracking == "on"

    def active(self) -> list[int]:
        """Return the sides that take part."""
        return [number for number, side in enumerate(self.state.sides) if not side.out]

    def people(self) -> list[int]:
        """Return the sides that take part and have cards."""
        return [n for n, side in enumerate(self.state.sides) if not side.out and not side.level]

    def pace(self) -> list[int]:
        """Return the pace-makers that take part."""
        return [n for n, side in enumerate(self.state.sides) if side.level and not side.out]

    def side(self, number: int) -> Side:
        """Return a side by its number."""
        return self.state.sides[number]

    def speaker(self, number: int) -> int:
        """Return the seat that answers for a side; in a pair the first (W6-SIDE-09)."""
        return self.state.sides[number].seats[0]

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for now."""
        sides = enumerate(self.state.sides)
        return next(number for number, side in sides if seat in side.seats and not side.out)

    def side_with(self, deck: str) -> int | None:
        """Return the side that plays with a deck, if there is one."""
        sides = enumerate(self.state.sides)
        return next((number for number, side in sides if side.deck == deck and not side.out), None)

    def playing_time(self, moment: int) -> int:
        """Return the round's playing time at a moment while play runs (W6-START-04)."""
        return self.run.spent + max(0, moment - self.run.go)

    def moment_of(self, playing_time: int) -> int:
        """Return the moment at which the round's playing time is so much, if play goes on."""
        return self.run.go + playing_time - self.run.spent

"""The match as scripts handle it: state, pack and options together, with the questions asked of them all the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.downforce.cards import COLOURS, INDEX, Card, Line, make_card
from engine.downforce.state import NOWHERE
from engine.seats import clockwise

if TYPE_CHECKING:
    from engine.downforce.board import Board
    from engine.downforce.options import Options
    from engine.downforce.pack import Pack
    from engine.downforce.state import Hand, MatchState
    from engine.downforce.track import Track

LOTS = 6


def others(track: Track | None, places: list[int], car: int) -> set[int]:
    """Return the spaces of all cars but one, with their twins at the other end of the lap (DF-MOVE-06, -13)."""
    found = set(places)
    found.discard(places[car])
    if track is not None and track.twins:
        found.update([track.twins[place] for place in found if place in track.twins])
    return found


@dataclass(slots=True)
class Game:
    """What a script works on; made anew for every turn, so it holds nothing that must outlive one."""

    pack: Pack
    options: Options
    state: MatchState
    board: Board
    track: Track | None

    # --- seats ----------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.state.hands)

    def hand(self, seat: int) -> Hand:
        """Return a player's hand."""
        return self.state.hands[seat]

    def present(self) -> list[int]:
        """Return the seats that answer: all but absent ones that are skipped (DF-TABLE-04)."""
        return [seat for seat, kind in enumerate(self.state.kinds) if kind != "absent"]

    def following(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning to the left of *seat* and ending with it (DF-TURN-04)."""
        return clockwise(range(self.seats), seat, behind=True)

    # --- cars -----------------------------------------------------------------------------------------------------

    def owner(self, car: str) -> int | None:
        """Return the seat that owns a car, or None."""
        for sale in self.state.sales:
            if sale.car == car:
                return sale.seat
        return None

    def cars_of(self, seat: int) -> list[str]:
        """Return the cars of a player in the order they were bought."""
        return [sale.car for sale in self.state.sales if sale.seat == seat]

    def paid(self, seat: int) -> int:
        """Return what a player has paid for cars (DF-AUCT-12)."""
        return sum(sale.price for sale in self.state.sales if sale.seat == seat)

    def racing(self, car: str) -> bool:
        """Whether a car is still on the track."""
        return car not in self.state.finished and car not in self.state.gone

    def running(self, seat: int) -> bool:
        """Whether a player has a car that is still racing."""
        return any(self.racing(car) for car in self.cars_of(seat))

    def power(self, seat: int | None, power: str) -> bool:
        """Whether a player plays with a power (DF-AUCT-31, DF-POW-02)."""
        return seat is not None and self.state.kept[seat] == [power]

    def taken(self, car: str) -> set[int]:
        """Return the spaces that other cars stand on, at both ends of the lap (DF-MOVE-06, -13)."""
        return others(self.track, self.state.places, INDEX[car])

    def rank(self, car: str) -> int:
        """Return a car's place now: finished ones in order, then by front; level cars share the place behind."""
        state = self.state
        if car in state.finished:
            return state.finished.index(car) + 1
        place = state.places[INDEX[car]] if car in INDEX else NOWHERE
        if self.track is None or place == NOWHERE:
            return LOTS
        fronts = self.track.fronts
        level = sum(at != NOWHERE and fronts[at] >= fronts[place] for at in state.places)
        return len(state.finished) + level

    # --- cards ----------------------------------------------------------------------------------------------------

    def card(self, ident: str) -> Card | None:
        """Return a speed card with its lines, or None where nobody has taught them."""
        card = self.pack.cards.get(ident)
        if card is None and ident in self.state.taught:
            texts = [text.split() for text in self.state.taught[ident]]
            return make_card(ident, [Line(colour, int(speed)) for colour, speed in texts])
        return card

    # --- settings that a deck may bring -----------------------------------------------------------------------------

    @property
    def bonus_turns(self) -> str:
        """Whose cards may earn Determined's bonus: "own" or "any" (DF-DET-05)."""
        return self.options.determined_turns or self.state.taught_turns or self.pack.taught.determined_turns

    @property
    def colours(self) -> list[str]:
        """The cars of this race (DF-COMP-02)."""
        return [colour for colour in COLOURS if colour not in self.state.gone]

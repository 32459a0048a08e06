"""The match as scripts handle it (`Race`): state, pack, options, and what is asked of them all the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.ask import TABLE, Move
from engine.layout import BOX
from engine.seats import clockwise
from engine.speedboats.hexes import place
from engine.speedboats.pack import LETTERS

if TYPE_CHECKING:
    from engine.ask import Seat
    from engine.speedboats.board import Board
    from engine.speedboats.course import Course
    from engine.speedboats.lake import Lake
    from engine.speedboats.options import Options
    from engine.speedboats.pack import Pack
    from engine.speedboats.state import Boat, Regatta
    from engine.speedboats.survey import Surveyor
    from engine.speedboats.waters import Waters


@dataclass(slots=True)
class Race:
    """What a script works on; made anew for every turn, so it holds nothing that must outlive one."""

    pack: Pack
    options: Options
    state: Regatta
    surveyor: Surveyor
    board: Board
    _course: Course | None = None
    _waters: Waters | None = None

    @property
    def letter(self) -> str:
        """The letter of this race's spots (SB-COURSE-01)."""
        return LETTERS[self.state.race - 1]

    @property
    def waters(self) -> Waters:
        """The lake with the course of this race."""
        course = self.state.course
        assert course is not None, "no course has been built"  # noqa: S101 - scripts build one first
        if self._waters is None or self._course is not course:
            self._course, self._waters = course, self.surveyor.waters(self.state.lake, course)
        return self._waters

    @property
    def lake(self) -> Lake:
        """The lake with its letters."""
        return self.surveyor.lake(self.state.lake, self.state.taught)

    @property
    def players(self) -> int:
        """How many players started the game (SB-SCORE-03)."""
        return len(self.state.boats)

    @property
    def extra(self) -> bool:
        """Whether extra points are given (SB-VAR-01, -02)."""
        given = self.options.extra_scoring
        return given == "always" or (given == "two_players" and self.players == 2)

    def boat(self, seat: int) -> Boat:
        """Return a seat's boat."""
        return self.state.boats[seat]

    def racing(self) -> list[int]:
        """Return the seats whose boats are racing, clockwise."""
        return [seat for seat in self.state.order if self.state.boats[seat].status == "racing"]

    def taken(self, but: int = -1) -> dict[int, int]:
        """Return who is where: seat by space, without one seat."""
        boats = self.state.boats
        return {boat.at: seat for seat, boat in enumerate(boats) if boat.afloat and seat != but}

    def spot(self, seat: int) -> str:
        """Return the name of the place where a boat is."""
        boat = self.state.boats[seat]
        return place(boat.at) if boat.afloat else BOX

    def lifted(self, seat: int) -> tuple[Move, ...]:
        """Take a boat off the lake; returns what hands must do."""
        boat = self.state.boats[seat]
        if not boat.afloat:
            return ()
        boat.afloat = False
        return (Move(self.state.colours[seat], place(boat.at), BOX),)

    def asked(self, seat: int) -> Seat:
        """Return who answers for a seat what hands must do: the seat itself, or the table where nobody sits."""
        return seat if self.state.manned[seat] == "person" else TABLE

    def left_of(self, seat: int) -> int:
        """Return the left neighbour: the next seat clockwise (SB-SETUP-10)."""
        return clockwise(self.state.order, seat, behind=True)[0]

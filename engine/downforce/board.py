"""What moves the pawns: a board the program knows, or one that only the table sees (DF-GAME-03).

The scripts of a turn call a Board and never ask which one it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from engine.ask import Move, tell
from engine.downforce.cards import INDEX
from engine.downforce.state import NOWHERE
from engine.downforce.track import home

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.downforce.driving import Drive
    from engine.downforce.game import Game
    from engine.layout import Spot

TRACK: Final = "track"
LINES: Final = 3


class Moved(NamedTuple):
    """How a move ended, where a bonus may follow: only straight spaces were entered, and the car could go on."""

    straight: bool
    can_go_on: bool


class Board(Protocol):
    """Moves cars and knows where they are."""

    def set_up(self, game: Game) -> dict[str, str]:
        """Put the cars on the grid; return the place of each."""
        ...

    def place(self, game: Game, car: str) -> str:
        """Return the name of the place where a car stands."""
        ...

    def course(self, game: Game) -> tuple[Spot, ...]:
        """Return the places of the course in order of travel."""
        ...

    def move(self, game: Game, move: Drive) -> Script[Moved]:
        """Move a car."""
        ...

    def earned(self, game: Game, car: str, moved: Moved) -> Script[bool]:
        """Find out whether a car of Determined's owner has earned its bonus."""
        ...

    def cross_lines(self, game: Game) -> Script[None]:
        """After a card: find out which betting lines were crossed."""
        ...

    def rank_cars(self, game: Game) -> Script[list[int]]:
        """Return the position of every car, in the order of COLOURS."""
        ...


def finish_place(game: Game, car: str) -> str:
    """Return the name of the place beside the track where a finished car is put (DF-FIN-01)."""
    return home(game.state.finished.index(car) + 1)


def arrive(game: Game, car: str, origin: str) -> Script[None]:
    """Take a car that crossed the finish off the track (DF-FIN-01, -04)."""
    state = game.state
    state.places[INDEX[car]] = NOWHERE
    state.finished.append(car)
    place = finish_place(game, car)
    rules = ("DF-FIN-01", "DF-FIN-04")
    yield from tell(
        "finishes", rules=rules, moves=(Move(car, origin, place),), car=car, place=len(state.finished)
    )

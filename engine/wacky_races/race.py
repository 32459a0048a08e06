"""The race as scripts handle it: state, pack and options together, with the questions asked of them all the time."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.seats import clockwise
from engine.wacky_races.lessons import learned
from engine.wacky_races.pack import SWAMP
from engine.wacky_races.state import AFTER
from engine.wacky_races.track import BARE, FINISH, FIRST_TILE, GAS_MARK, WILD

if TYPE_CHECKING:
    from engine.wacky_races.board import Board
    from engine.wacky_races.options import Options
    from engine.wacky_races.pack import Pack
    from engine.wacky_races.state import Car, RaceState


@dataclass(slots=True)
class Race:
    """What a script works on; made anew for every turn, so it holds nothing that must outlive one.

    `terrain` is the mark of every position, `narrow` the position of the Swamp (or -1). `stamps` counts how often a
    car was moved, so that a waiting arrival lapses when its car has gone on. `entered` names the tiles whose own
    effect is being resolved (WR-SPEC-04).
    """

    base: Pack
    options: Options
    state: RaceState
    board: Board
    terrain: str = ""
    narrow: int = -1
    stamps: dict[str, int] = field(default_factory=dict)
    entered: list[str] = field(default_factory=list)
    book: Pack | None = None
    taught: int = 0

    def __post_init__(self) -> None:
        self.survey()

    def survey(self) -> None:
        """Read the marks off the course (again, after tiles were exchanged)."""
        self.terrain, self.narrow = self.board.survey(self)

    def stamp(self, car: Car) -> int:
        """Return how often a car was moved; an arrival waits for as long as that stays."""
        return self.stamps.get(car.racer, 0)

    def touch(self, car: Car) -> None:
        """Note that a car was moved: an arrival that waits for it lapses."""
        self.stamps[car.racer] = self.stamp(car) + 1

    @property
    def pack(self) -> Pack:
        """The match's pack with what was taught since; looked up anew, for it may have grown during a question."""
        lessons = self.state.taught
        if not lessons:
            return self.base
        if self.book is None or len(lessons) != self.taught:
            self.book, self.taught = learned(self.base, lessons), len(lessons)
        return self.book

    @property
    def over(self) -> bool:
        """Whether the race has ended (WR-END-02)."""
        return self.state.stage in AFTER

    def end(self) -> None:
        """End the race; where only the table knows the course, it says next how the cars stand (WR-END-02, -05)."""
        if self.options.level == "books" and self.options.places != "winner_only":
            self.state.stage = "places"
        else:
            self.placed()

    def placed(self) -> None:
        """Go on when all have their places: to the points of a championship, or to the end (WR-CHAMP-04)."""
        self.state.stage = "over" if self.options.champ_races is None else "points"

    @property
    def active(self) -> int:
        """The seat that decides for the table: whose turn it is, in the neutral phase the starting player."""
        turn = self.state.turn
        return self.state.starter if turn is None else turn.seat

    @property
    def seats(self) -> range:
        """All seats of the match."""
        return range(len(self.state.racers))

    @property
    def players(self) -> list[int]:
        """The seats that drive in this race; before the cars are lined up, those that will."""
        if self.state.cars:
            return sorted([car.seat for car in self.state.cars if car.seat is not None])
        return [seat for seat, away in enumerate(self.state.away) if not away]

    def after(self, seat: int) -> int:
        """Return the next player clockwise (WR-TURN-01)."""
        players = self.players
        return next(other for other in clockwise(self.seats, seat, behind=True) if other in players)

    def car(self, racer: str) -> Car:
        """Return the car of *racer*."""
        return next(car for car in self.state.cars if car.racer == racer)

    def car_of(self, seat: int) -> Car:
        """Return the car of a player."""
        for car in self.state.cars:
            if car.seat == seat:
                return car
        raise LookupError(f"seat {seat} has no car in this race")

    def racing(self) -> list[Car]:
        """Return the cars that have not finished, in order of their grid slots (WR-END-08)."""
        return [car for car in self.state.cars if car.position < FINISH]

    def drives(self, seat: int) -> bool:
        """Whether a player's car is still racing."""
        for car in self.state.cars:
            if car.seat == seat:
                return car.position < FINISH
        return False

    def taken(self) -> list[int]:
        """Return the positions of all cars still racing, in order of their grid slots (WR-END-09)."""
        return [car.position for car in self.state.cars if car.position < FINISH]

    def special_at(self, position: int) -> str | None:
        """Return the tile there if it does something to a car that comes onto it, the Gas Station among them."""
        if position < FIRST_TILE or self.terrain[position] not in "*G":
            return None
        return self.state.course[position - FIRST_TILE]

    def last(self) -> int:
        """Return the position of last place (WR-TRACK-03)."""
        return min(self.taken())

    def in_order(self, cars: list[Car]) -> list[Car]:
        """Return *cars* foremost first; level ones as they started, nearer the front first."""
        return sorted(cars, key=lambda car: (-car.position, -car.slot))

    def decider(self, car: Car) -> int:
        """Return the seat that chooses for *car*: its player, for a neutral the starting player (WR-NEUT-23)."""
        return self.state.starter if car.seat is None else car.seat


@lru_cache(maxsize=256)
def survey(pack: Pack, wild: bool, course: tuple[str, ...]) -> tuple[str, int]:  # noqa: FBT001 - a key of the cache
    """Return the mark of every position from 00 to the last tile laid, and the position of the Swamp (or -1).

    *wild*: every card matches on the starting board (WR-TRACK-10).
    """
    grid = (WILD if wild else BARE) * 6
    tiles = pack.tiles
    marks = [tiles[tile].kind or (WILD if tiles[tile].role == "special" else GAS_MARK) for tile in course]
    narrow = next((FIRST_TILE + i for i, tile in enumerate(course) if tiles[tile].name == SWAMP), -1)
    return BARE + grid + "".join(marks), narrow

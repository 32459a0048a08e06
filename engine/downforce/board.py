"""What moves the pawns: a board the program knows, or one that only the table sees (DF-GAME-03).

The scripts of a turn call a Board and never ask which one it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from engine.ask import TABLE, Move, ask, choose, tell
from engine.downforce.cards import CUNNING, DETERMINED, INDEX
from engine.downforce.driving import Drive, drive
from engine.downforce.moving import can_step
from engine.downforce.state import NOWHERE
from engine.layout import Spot

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.downforce.game import Game
    from engine.downforce.track import Track

TRACK: Final = "track"
BOX: Final = "box"
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
    return f"finish-{game.state.finished.index(car) + 1}"


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


class KnownBoard:
    """A board from a track pack: the program lists the ends, moves the cars and sees the lines crossed."""

    def __init__(self, track: Track) -> None:
        self.track = track
        spaces = zip(track.names, track.curved, track.areas, strict=False)
        self._course = (
            *(Spot(name, "c" if curved else "", 1, area) for name, curved, area in spaces),
            *(Spot(f"finish-{place}", "finish", 1) for place in range(1, 7)),
        )

    def set_up(self, game: Game) -> dict[str, str]:
        """Put the cars on start spaces 1 to 6 (DF-SETUP-07)."""
        track = self.track
        for car, number in zip(game.state.grid, track.start, strict=True):
            game.state.places[INDEX[car]] = number
        return {car: self.place(game, car) for car in game.state.grid}

    def place(self, game: Game, car: str) -> str:
        """Return the space of a car, its finishing place, or the box."""
        if car in game.state.finished:
            return finish_place(game, car)
        number = game.state.places[INDEX[car]]
        return BOX if number == NOWHERE else self.track.names[number]

    def course(self, game: Game) -> tuple[Spot, ...]:
        """Return all spaces by front and lane, then the finishing places."""
        del game
        return self._course

    def move(self, game: Game, move: Drive) -> Script[Moved]:
        """Let the decider choose among the ends, and move the pawn (DF-MOVE-11)."""
        state, track, car = game.state, self.track, move.car
        origin = self.place(game, car)
        end, path = yield from drive(game, track, move)
        straight = not any(track.curved[number] for number in path)
        if end == track.end:
            yield from self._tell(game, move, path, ())
            yield from arrive(game, car, origin)
        elif path:
            state.places[INDEX[car]] = end
            yield from self._tell(game, move, path, (Move(car, origin, track.names[end]),))
        else:
            yield from self._tell(game, move, path, ())
        yield from self._lines(game, track.fronts[end])
        return Moved(straight, move.marked and can_step(track, game.taken(car), end))

    def _tell(self, game: Game, move: Drive, path: list[int], moves: tuple[Move, ...]) -> Script[None]:
        track = self.track
        names = [track.names[number] for number in path]
        steps, number = len(path), move.number
        if steps == number or track.end in path:
            rules = ("DF-MOVE-07", *move.rules)
            yield from tell(
                "moves",
                rules=rules,
                moves=moves,
                car=move.car,
                steps=steps,
                number=number,
                place=names[-1],
                path=names,
            )
        else:
            place = names[-1] if names else self.place(game, move.car)
            rules = ("DF-MOVE-07", "DF-MOVE-10", *move.rules)
            yield from tell(
                "blocked",
                rules=rules,
                moves=moves,
                car=move.car,
                steps=steps,
                number=number,
                place=place,
                path=names,
            )

    def _lines(self, game: Game, front: int) -> Script[None]:
        """Note the betting lines crossed for the first time (DF-BET-02, -06, -14)."""
        state, track = game.state, self.track
        while state.crossed < LINES and front > track.lines[state.crossed]:
            state.crossed += 1
            yield from tell("line_crossed", rules=("DF-BET-02", "DF-BET-03"), line=state.crossed)

    def earned(self, game: Game, car: str, moved: Moved) -> Script[bool]:
        """Only straight spaces, still racing, and a step left (DF-DET-01, -09, -11)."""
        yield from ()
        return moved.straight and moved.can_go_on and game.racing(car)

    def cross_lines(self, game: Game) -> Script[None]:
        """Nothing to ask: lines are noted while cars move."""
        del game
        yield from ()

    def rank_cars(self, game: Game) -> Script[list[int]]:
        """Return the position of every car."""
        yield from ()
        return [game.rank(car) for car in INDEX]


class TableBoard:
    """A board only the table sees: players move the pawns and say what happened (DF-BOOK-01 to -05)."""

    def set_up(self, game: Game) -> dict[str, str]:
        """All cars stand somewhere on the track."""
        return dict.fromkeys(game.colours, TRACK)

    def place(self, game: Game, car: str) -> str:
        """Return "track", a finishing place, or the box."""
        state = game.state
        if car in state.finished:
            return finish_place(game, car)
        before = state.stage in ("deal", "hands", "grid") or car in state.gone
        return BOX if before else TRACK

    def course(self, game: Game) -> tuple[Spot, ...]:
        """Nothing is known of the course."""
        del game
        return ()

    def move(self, game: Game, move: Drive) -> Script[Moved]:
        """Name car and number; the player of the card says whether it crossed the finish (DF-BOOK-02, -04, -07)."""
        state, car, seat = game.state, move.car, move.player
        state.announced[INDEX[car]] += move.number
        owner = game.owner(car)
        if owner is not None and owner != seat and game.power(owner, CUNNING):
            rules = ("DF-BOOK-07", "DF-CUN-01", "DF-CUN-02")
            yield from tell("may_move", rules=rules, seat=owner, car=car, number=move.number)
        yield from tell(
            "move_pawn", rules=("DF-BOOK-01", *move.rules), seat=seat, car=car, number=move.number
        )
        if may_have(game, car, LINES):
            finished = yield from ask(
                lambda: choose(
                    seat,
                    "moved",
                    {"moved": False, "finished": True},
                    rules=("DF-BOOK-02", "DF-FIN-01"),
                    labels="moved",
                    args={"car": car, "number": move.number},
                )
            )
            if finished:
                yield from arrive(game, car, TRACK)
        return Moved(straight=True, can_go_on=game.racing(car))

    def earned(self, game: Game, car: str, moved: Moved) -> Script[bool]:
        """Ask the owner whether only straight spaces were entered (DF-BOOK-05)."""
        owner = game.owner(car)
        if not moved.can_go_on or owner is None or not game.power(owner, DETERMINED):
            return False
        return (
            yield from ask(
                lambda: choose(
                    owner,
                    "only_straight",
                    {"yes": True, "no": False},
                    rules=("DF-BOOK-05", "DF-DET-01"),
                    labels="answer",
                    args={"car": car},
                )
            )
        )

    def cross_lines(self, game: Game) -> Script[None]:
        """Ask for the lowest line not crossed yet; after a yes for the next one too (DF-BOOK-03, -04)."""
        state = game.state
        if state.finished:
            for line in range(state.crossed + 1, LINES + 1):
                yield from tell("line_crossed", rules=("DF-BET-02", "DF-BET-03"), line=line)
            state.crossed = LINES
        while state.crossed < LINES and any(may_have(game, car, state.crossed) for car in game.colours):
            line = state.crossed + 1
            crossed = yield from ask(
                lambda line=line: choose(  # type: ignore[misc]
                    TABLE,
                    "line_crossed_now",
                    {"no": False, "yes": True},
                    rules=("DF-BOOK-03", "DF-BET-02"),
                    labels="answer",
                    args={"line": line},
                )
            )
            if not crossed:
                return
            state.crossed += 1
            yield from tell("line_crossed", rules=("DF-BET-03", "DF-BOOK-03"), line=line)

    def rank_cars(self, game: Game) -> Script[list[int]]:
        """Ask for the order of the cars that still race, the foremost first."""
        order = list(game.state.finished)
        while len(rest := [car for car in game.colours if car not in order]) > 1:
            among = {car: car for car in rest}
            car = yield from ask(
                lambda among=among: choose(  # type: ignore[misc]
                    TABLE,
                    "who_is_ahead",
                    among,
                    rules=("DF-SCORE-02",),
                    labels="car",
                    args={"place": len(order) + 1},
                )
            )
            order.append(car)
        order += [car for car in INDEX if car not in order]
        return [order.index(car) + 1 for car in INDEX]


def may_have(game: Game, car: str, bound: int) -> bool:
    """Whether a car's named spaces may have brought it over a line or (bound 3) the finish (DF-BOOK-04)."""
    bounds = game.options.books_bounds
    if not game.racing(car):
        return False
    return bounds is None or game.state.announced[INDEX[car]] >= bounds[bound]

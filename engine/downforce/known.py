"""The board of a track pack: the program lists the ends, moves the cars and sees the lines crossed (level "board")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Move, known, tell
from engine.downforce.board import LINES, Moved, arrive, finish_place
from engine.downforce.cards import INDEX
from engine.downforce.driving import drive
from engine.downforce.moving import can_step
from engine.downforce.state import NOWHERE
from engine.downforce.track import home
from engine.layout import BOX, Spot

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.downforce.driving import Drive
    from engine.downforce.game import Game
    from engine.downforce.track import Track


class KnownBoard:
    """A board from a track pack."""

    def __init__(self, track: Track) -> None:
        self.track = track
        spaces = zip(track.names, track.curved, track.areas, strict=False)
        self._course = (
            *(Spot(name, "c" if curved else "", 1, area) for name, curved, area in spaces),
            *(Spot(home(place), "finish", 1) for place in range(1, 7)),
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
        return known(moved.straight and moved.can_go_on and game.racing(car))

    def cross_lines(self, game: Game) -> Script[None]:
        """Nothing to ask: lines are noted while cars move."""
        del game
        return known(None)

    def rank_cars(self, game: Game) -> Script[list[int]]:
        """Return the position of every car."""
        yield from ()
        return [game.rank(car) for car in INDEX]

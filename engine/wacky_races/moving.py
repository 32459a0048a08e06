"""Moving cars by the next-free-space rule (3.4), and the moment a car reaches the Finish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Move, tell
from engine.wacky_races.track import FINISH, PLACES, next_free

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car


def travel(race: Race, car: Car, spaces: int, *rules: str) -> Script[bool]:
    """Move a car that many spaces ahead (below zero: back); tell whether it has moved at all."""
    return race.board.travel(race, car, spaces, *rules)


def exchange(race: Race, car: Car, other: Car, *rules: str) -> Script[None]:
    """Let two cars change places (WR-MOVE-11)."""
    return race.board.exchange(race, car, other, *rules)


def advance(race: Race, car: Car, spaces: int, *rules: str) -> Script[bool]:
    """Move a car that many spaces ahead (below zero: back); tell whether it has moved at all.

    One move after the other, full places do not count (WR-MOVE-01 to -08); the Finish stops it (WR-MOVE-10).
    """
    start = car.position
    step = 1 if spaces > 0 else -1
    jumped = False
    to_first = race.options.grid_movement == "to_first_tile"
    for _ in range(abs(spaces)):
        before = car.position
        car.position = next_free(race.taken(), race.narrow, before, step, to_first_tile=to_first)
        jumped = jumped or abs(car.position - before) > 1
        if car.position in (before, FINISH):
            break
    if car.position == start:
        yield from tell("stays", rules=(*rules, "WR-MOVE-07"), racer=car.racer, place=PLACES[start])
        return False
    race.touch(car)
    yield from tell(
        "moves",
        rules=(*rules, "WR-MOVE-02") if jumped else rules,
        moves=(Move(car.racer, PLACES[start], PLACES[car.position]),),
        racer=car.racer,
        place=PLACES[car.position],
    )
    if car.position == FINISH:
        yield from finish(race, car)
    return True


def change_places(race: Race, car: Car, other: Car, *rules: str) -> Script[None]:
    """Exchange the positions of two cars (WR-MOVE-11)."""
    here, there = car.position, other.position
    car.position, other.position = there, here
    for moved in (car, other):
        race.touch(moved)
    yield from tell(
        "change_places",
        rules=(*rules, "WR-MOVE-11"),
        moves=(Move(car.racer, PLACES[here], PLACES[there]), Move(other.racer, PLACES[there], PLACES[here])),
        racer=car.racer,
        other=other.racer,
    )


def finish(race: Race, car: Car) -> Script[None]:
    """Take a car in: the first on the Finish has won, a neutral one too (WR-END-01 to -04).

    That ends the race; with "play_on" it ends when only one player's car is still racing (WR-END-08).
    """
    state = race.state
    state.finished.append(car.racer)
    if state.phase is not None:
        state.phase.rest = [racer for racer in state.phase.rest if racer != car.racer]
    playing = sum(other.seat is not None for other in race.racing())
    if race.options.places != "play_on" or playing <= 1:
        race.end()
    if len(state.finished) == 1:
        rule = "WR-END-03" if car.seat is None else "WR-END-01"
        then = "WR-END-02" if race.over else "WR-END-08"
        yield from tell("wins", rules=(rule, then), racer=car.racer, seat=car.seat)
    else:
        number = len(state.finished)
        yield from tell("comes_in", rules=("WR-END-08",), racer=car.racer, number=number)

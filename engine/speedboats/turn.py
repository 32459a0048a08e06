"""A player's turn: dice, turning, moving, and whose turn comes then (3.8, SB-FIN-09, -10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import ask, confirm, tell
from engine.seats import clockwise
from engine.speedboats.dice import throw
from engine.speedboats.outcome import retire
from engine.speedboats.placing import place_boats
from engine.speedboats.state import Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Ask, Script
    from engine.speedboats.race import Race

CALM_ROUNDS = 20
"""After so many rounds in which no boat has moved the race is over."""


def line_up(race: Race) -> Script[None]:
    """Place the boats, then let the start player take the first turn (SB-PLACE-01, SB-TURN-01, SB-NEXT-03)."""
    yield from place_boats(race)
    state = race.state
    yield from tell(
        "go", rules=("SB-TURN-01", "SB-DICE-02", "SB-NEXT-03"), race=state.race, seat=state.starter
    )
    state.stirred = 0
    racing = race.racing()
    if not racing:
        state.stage = "points"
        return
    first = next(seat for seat in clockwise(state.order, state.starter) if seat in racing)
    state.stage, state.turn = "turn", Turn(first)


def player_turn(race: Race, turn: Turn) -> Script[None]:
    """Play a turn, or the rest of one, and pass on (SB-TURN-02, SB-MOVE-08)."""
    boat = race.boat(turn.seat)
    if race.state.manned[turn.seat] == "retire" and boat.status == "racing":
        yield from retire(race, turn.seat)
    while boat.status == "racing" and (step := STEPS.get(turn.stage)) is not None:
        yield from step(race, turn)
    if turn.stage == "moved" and race.options.board:
        yield from ask(lambda: moved_question(race, turn))
    yield from pass_on(race, turn)


def moved_question(race: Race, turn: Turn) -> Ask[bool]:
    """Wait until the boat has been moved by hand; until then its player may take the move back (SB-FIX-05)."""
    seat, who = turn.seat, race.asked(turn.seat)
    return confirm(who, "boat_moved", rules=("SB-FIX-05",), args={"who": seat}, to=seat, resumes=True)


def begin(race: Race, turn: Turn) -> Script[None]:
    """Open a turn: one own turn more (SB-TURN-04)."""
    boat = race.boat(turn.seat)
    boat.turns += 1
    rules = ("SB-TURN-01", "SB-TURN-02", "SB-TURN-04")
    yield from tell("turn", rules=rules, seat=turn.seat, turn=boat.turns, race=race.state.race)
    turn.stage = "change"


def move(race: Race, turn: Turn) -> Script[None]:
    """Sail where the board is known, else note what the table has seen (SB-MOVE-01, SB-BOOK-01)."""
    return race.board.move(race, turn)


STEPS: Mapping[str, Callable[[Race, Turn], Script[None]]] = {
    "begin": begin,
    **dict.fromkeys(("change", "reroll", "roll"), throw),
    **dict.fromkeys(("steer", "crash", "events", "when"), move),
}
"""What a turn does at each of its stages while its boat is racing (SB-TURN-02)."""


def pass_on(race: Race, turn: Turn) -> Script[None]:
    """Find the next boat that is racing, or end the race (SB-TURN-03, SB-FIN-09, -10)."""
    state = race.state
    racing = race.racing()
    if racing and min(race.boat(seat).turns for seat in racing) >= state.stirred + CALM_ROUNDS:
        yield from tell("becalmed", rules=("SB-FIN-09",), rounds=CALM_ROUNDS)
        for seat in racing:
            yield from retire(race, seat)
        racing = []
    if len(racing) == 1 and stops_for(race, racing[0]):
        boat = race.boat(racing[0])
        boat.place, boat.status = race.players, "finished"
        yield from tell("last_boat", rules=("SB-FIN-10",), seat=racing[0], place=boat.place)
        racing = []
    if not racing:
        state.turn, state.stage = None, "points"
        return
    state.turn = Turn(next(seat for seat in clockwise(state.order, turn.seat, behind=True) if seat in racing))


def stops_for(race: Race, last: int) -> bool:
    """Whether the race ends with one boat still racing: all others have a place, and no extra points (SB-FIN-10)."""
    if race.options.last_boat == "play_on" or race.extra:
        return False
    return all(boat.place for seat, boat in enumerate(race.state.boats) if seat != last)

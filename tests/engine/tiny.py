"""Lantern Walk: a tiny game that uses every word once, so that the words are proved before real rules rest on them.

Walkers go up a lane of ten steps. Each round: all choose a pace in secret (together); each in turn draws a lantern
from a bag nobody sees into (a lazily drawn hidden deck), and walks (the board known: computed; unknown: the table is
asked); any other walker may blow a lantern out to push the mover back (a claim); at the end a bell rings and the
first to press within three seconds scores (a timed buzzer). Three rounds, most points plus steps wins.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.ask import (
    CLOCK,
    TABLE,
    Ask,
    IllegalAnswer,
    Move,
    Script,
    Seat,
    ask,
    chance,
    choose,
    claim,
    confirm,
    first,
    number,
    press,
    tell,
    together,
    until,
)
from engine.layout import Layout, Spot, hand_of
from engine.pilots import AnyLegal
from engine.rulebook import BrokenInvariant, Result, Rulebook, Standing, read_options

if TYPE_CHECKING:
    from engine.pilots import Pilot
    from engine.record import Correct, Header, Reseat, Teach

LANE = 10
BAG = {"red": 6, "blue": 4, "white": 2}
BELL = 3_000_000
"""The bell's window in microseconds."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of the tiny game."""

    board: str = "known"
    rounds: int = 3


class Turn(msgspec.Struct):
    """What the running round has got to."""

    walker: int = 0
    drawn: bool = False
    walked: bool = False


class State(msgspec.Struct):
    """Everything that changes."""

    round: int
    phase: str
    steps: list[int]
    points: list[int]
    hands: list[dict[str, int]]
    paces: list[int]
    turn: Turn
    away: list[bool]
    taught: dict[str, int]


class View(msgspec.Struct, frozen=True):
    """What everybody sees, and (for one seat) its own lanterns."""

    round: int
    phase: str
    steps: tuple[int, ...]
    points: tuple[int, ...]
    lanterns: tuple[int, ...]
    hand: dict[str, int] | None


class Board(Protocol):
    """The one port of a game that can run without its board."""

    def walk(self, state: State, seat: int, pace: int) -> Script[int]:
        """Return the step on which *seat* ends up."""
        ...


class KnownBoard:
    def walk(self, state: State, seat: int, pace: int) -> Script[int]:
        yield from ()
        return min(LANE, state.steps[seat] + pace)


class TableBoard:
    def walk(self, state: State, seat: int, pace: int) -> Script[int]:
        return (
            yield from ask(
                lambda: number(
                    TABLE, "where", state.steps[seat], LANE, rules=("XX-WALK-01",), args={"pace": pace}
                )
            )
        )


class LanternWalk(Rulebook[State]):
    """The tiny game."""

    game = "lantern_walk"
    seats = (2, 4)
    state_type = State
    options_type = Options

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.options = read_options(header.options, Options, self.game)
        self.board: Board = KnownBoard() if self.options.board == "known" else TableBoard()

    def new(self) -> State:
        n = len(self.header.seats)
        return State(1, "pace", [0] * n, [0] * n, [{} for _ in range(n)], [0] * n, Turn(), [False] * n, {})

    def next_turn(self, state: State) -> Script[None] | None:
        if state.round > self.options.rounds:
            return None
        return {"pace": self.paces, "walk": self.walk, "bell": self.bell}[state.phase](state)

    # --- scripts ----

    def paces(self, state: State) -> Script[None]:
        chosen = yield from together({seat: partial(pace, seat) for seat in range(len(state.steps))})
        state.paces = [chosen[seat] for seat in range(len(state.steps))]
        yield from tell("paces", rules=("XX-PACE-01",), paces=state.paces)
        state.phase, state.turn = "walk", Turn()

    def walk(self, state: State) -> Script[None]:
        turn = state.turn
        seat = turn.walker
        if not turn.drawn and any(left(state).values()):
            lantern = yield from ask(lambda: draw(state, seat))
            state.hands[seat][lantern] = state.hands[seat].get(lantern, 0) + 1
        turn.drawn = True
        if not turn.walked:
            before = state.steps[seat]
            end = yield from self.board.walk(state, seat, state.paces[seat])
            state.steps[seat] = end
            turn.walked = True
            yield from tell("walked", rules=("XX-WALK-01",), moves=(step(seat, before, end),), seat=seat)
        others = [s for s in range(len(state.steps)) if s != seat and any(state.hands[s].values())]
        won = (yield from claim({s: partial(puff, state, s) for s in others})) if others else None
        if won is not None:
            rival, lantern = won
            state.hands[rival][lantern] -= 1
            before = state.steps[seat]
            state.steps[seat] = max(0, before - 1)
            moves = (step(seat, before, state.steps[seat]),)
            yield from tell("puffed", rules=("XX-PUFF-01",), moves=moves, seat=rival, lantern=lantern)
        if seat + 1 < len(state.steps):
            state.turn = Turn(walker=seat + 1)
        else:
            state.phase, state.turn = "bell", Turn()

    def bell(self, state: State) -> Script[None]:
        now = yield from ask(lambda: until("bell", 0, rules=("XX-BELL-01",), resumes=True))
        seats: dict[Seat, Any] = {
            s: partial(press, s, "ring", rules=("XX-BELL-01",)) for s in range(len(state.steps))
        }
        seats[CLOCK] = lambda: until("bell_over", now + BELL, rules=("XX-BELL-02",))
        seat, stamp = yield from first(seats)
        if isinstance(seat, int):
            state.points[seat] += state.taught.get("bell", 1)
            yield from tell("rang", rules=("XX-BELL-01",), seat=seat, after=stamp.at - now)
        yield from ask(lambda: confirm(TABLE, "next_round", rules=("XX-ROUND-01",)))
        state.round += 1
        state.phase = "pace"

    # --- what others see and do ----

    def view(self, state: State, seat: int | None) -> View:
        return View(
            state.round,
            state.phase,
            tuple(state.steps),
            tuple(state.points),
            tuple(sum(hand.values()) for hand in state.hands),
            None if seat is None else {k: v for k, v in sorted(state.hands[seat].items()) if v},
        )

    def layout(self, state: State) -> Layout:
        pieces = {f"walker-{s}": f"step-{at}" for s, at in enumerate(state.steps)}
        held = {hand_of(s): {"lantern": sum(hand.values())} for s, hand in enumerate(state.hands)}
        out = sum(BAG.values()) - sum(kinds["lantern"] for kinds in held.values())
        course = tuple(Spot(f"step-{n}") for n in range(LANE + 1))
        return Layout(pieces, {**held, "bag and rest": {"lantern": out}}, course=course)

    def standings(self, state: State) -> tuple[Standing, ...]:
        sums = [steps + points for steps, points in zip(state.steps, state.points, strict=True)]
        ranked = sorted(range(len(sums)), key=lambda s: (-sums[s], s))
        return tuple(
            Standing(f"walker-{s}", 1 + sum(o > sums[s] for o in sums), s, {"sum": sums[s]}) for s in ranked
        )

    def result(self, state: State) -> Result:
        return Result(self.standings(state))

    def check(self, state: State) -> None:
        for at in state.steps:
            if not 0 <= at <= LANE:
                raise BrokenInvariant(f"step {at}", "XX-INV-01")
        for kind, most in BAG.items():
            if not 0 <= sum(hand.get(kind, 0) for hand in state.hands) <= most:
                raise BrokenInvariant(f"{kind} lanterns", "XX-INV-02")

    def correct(self, state: State, change: Correct) -> None:
        what, _, seat = change.name.partition("-")
        if (change.what, what) == ("place", "walker"):
            state.steps[int(seat)] = int(change.value.removeprefix("step-"))
        elif (change.what, what) == ("count", "points"):
            state.points[int(seat)] = change.value
        else:
            super().correct(state, change)

    def teach(self, state: State, lesson: Teach) -> None:
        if lesson.component != "bell" or lesson.value not in range(1, 4):
            raise IllegalAnswer("cannot_teach", "XX-TEACH-01", low=1, high=3)
        state.taught["bell"] = lesson.value

    def reseat(self, state: State, change: Reseat) -> None:
        state.away[change.seat] = change.info.pilot is not None

    def pilot(self, level: str) -> Pilot:
        del level
        return AnyLegal()


def pace(seat: int) -> Ask[int]:
    table = {"1": 1, "2": 2, "3": 3}
    return choose(seat, "pace", table, rules=("XX-PACE-01",), secret=True, reveals=True, resumes=True)


def left(state: State) -> dict[str, int]:
    """Lanterns that are still in the bag: nobody knows in which order, because there is none."""
    return {kind: most - sum(hand.get(kind, 0) for hand in state.hands) for kind, most in BAG.items()}


def draw(state: State, seat: int) -> Ask[str]:
    return chance("draw", "lantern", left(state), rules=("XX-BAG-01",), secret=True, to=seat, resumes=True)


def puff(state: State, seat: int) -> Ask[str]:
    mine = {kind: kind for kind, held in sorted(state.hands[seat].items()) if held}
    return choose(seat, "puff", mine, rules=("XX-PUFF-01",), secret=True, resumes=True)


def step(seat: int, before: int, end: int) -> Move:
    return Move(f"walker-{seat}", f"step-{before}", f"step-{end}")

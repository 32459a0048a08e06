"""After the stop: who called, whether the call is valid, and how play goes on after a false one (3.5, 4.6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, ask, choose, confirm, first, tell, until
from engine.wackee_six.call import earliest, in_order, next_to_check
from engine.wackee_six.rounds import by_voice, count_down
from engine.wackee_six.state import Press
from engine.wackee_six.words import clock_text

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wackee_six.game import Game

YES_NO = {"yes": True, "no": False}


def who_called(game: Game) -> Script[None]:
    """Ask the console who called, where calls are made by voice (W6-CALL-05)."""
    run = game.run
    start = earliest(run.presses)
    pressed = [press.side for press in run.presses if game.side(press.side).pace and press.at == start]
    sides = {str(game.speaker(number)): number for number in (*game.people(), *pressed)}
    rules = ("W6-CALL-05",)
    side = yield from ask(
        lambda: choose(TABLE, "who_called", sides, rules=rules, labels="seat", resumes=True)
    )
    run.presses = [Press(side, earliest(run.presses))]
    game.state.phase = "check"


def valid_question(game: Game, seat: int, side: int) -> Ask[bool]:
    """Ask a seat whether a side really has no main card left (W6-CALL-14, -15)."""
    rules = ("W6-CALL-14", "W6-CALL-15")
    args = {"who": game.speaker(side)}
    return choose(seat, "call_valid", YES_NO, rules=rules, labels="answer", args=args, resumes=True)


def judges(game: Game, side: int) -> list[int]:
    """Return the seats that may confirm a call: those of the other sides, or its own where there are none."""
    others = [seat for number in game.people() if number != side for seat in game.side(number).seats]
    return others or game.side(side).seats


def check(game: Game) -> Script[None]:
    """Check the calls one by one; the first other side that answers decides (W6-CALL-09, -14, -15, -19)."""
    run = game.run
    side = next_to_check(run.presses, run.checked, run.valid, game.pace(), game.options)
    if side is None:
        yield from conclude(game)
        return
    valid = True
    if not game.side(side).pace and game.options.call_check == "table":
        seats = judges(game, side)
        _, valid = yield from first({seat: partial(valid_question, game, seat, side) for seat in seats})
    run.checked.append(side)
    if valid:
        run.valid.append(side)
    else:
        run.false_calls[side] += 1
        points = game.options.false_call_points
        rules = ("W6-CALL-14", "W6-CALL-17", "W6-CALL-18")
        yield from tell("false_call", rules=rules, seat=game.speaker(side), points=points)


def conclude(game: Game) -> Script[None]:
    """Name who was first out, or let play go on (W6-CALL-09, -10, -17, W6-SCORE-03)."""
    state, run = game.state, game.run
    if run.valid:
        run.callers = sorted(run.valid)
        seats = [game.speaker(side) for side in run.callers]
        yield from tell("called", rules=("W6-CALL-14", "W6-CALL-10", "W6-SCORE-03"), seats=seats)
        state.phase = "accept"
    else:
        run.first_presses = []
        yield from tell("goes_on", rules=("W6-CALL-17",), time=clock_text(run.spent))
        state.phase = "again"


def go_on(game: Game) -> Script[None]:
    """Count down anew after a false call: nobody is asked (W6-CALL-17)."""
    now = yield from ask(lambda: until("resume", 0, rules=("W6-CALL-17",), resumes=True))
    yield from count_down(game, max(now, game.state.now))


def paused(game: Game) -> Script[None]:
    """Wait until the console goes on; presses meanwhile count for nothing (W6-STUCK-04).

    Where a power cut came upon a call, the table may have it checked instead (W6-HIST-06).
    """
    if game.run.presses and (yield from ask(partial(kept_call, game))):
        game.state.phase = "who" if by_voice(game) else "check"
        return
    if not game.run.presses:
        yield from ask(lambda: confirm(TABLE, "go_on", rules=("W6-STUCK-04",), resumes=True))
    game.state.phase = "again"


def kept_call(game: Game) -> Ask[bool]:
    """Ask whether a call that was heard before a power cut is checked, or play goes on (W6-HIST-06)."""
    choices = {"check": True, "go_on": False}
    args = {"who": game.speaker(in_order(game.run.presses)[0].side)}
    return choose(
        TABLE, "kept_call", choices, rules=("W6-HIST-06",), labels="button", args=args, resumes=True
    )

"""Corrections: counts, callers and penalties of any round, rounds deleted or added; totals follow (W6-HIST-02 to -05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.ask import IllegalAnswer
from engine.corrections import value_as
from engine.wackee_six.call import found_false
from engine.wackee_six.counting import check_numbers, count_anew
from engine.wackee_six.rounds import interrupt
from engine.wackee_six.state import Count, Round
from engine.wackee_six.words import IN_CENTRE, MAIN

if TYPE_CHECKING:
    from engine.record import Correct
    from engine.wackee_six.game import Game

RULE = "W6-HIST-02"
DIGITS = 6
"""How many digits a round or a side can have in a name; Python reads none of thousands."""
BEFORE_SCORING = frozenset({"accept", "scan", "left", "played", "rest", "confirm"})


def correct(game: Game, change: Correct) -> None:
    """Make a correction.

    Names: "played.<round>.<side>", "left.<round>.<side>", "false.<round>.<side>" and "deleted.<round>" are counts;
    "callers.<round>", "callers" (of the running round, before it is scored) and "added" are piles. Sides count from 0.
    The count "stopped" stops play that a power cut broke off.

    Raises:
        IllegalAnswer: there is no such round, side or value, or the checks of counting do not let it pass.

    """
    what, *rest = change.name.split(".")
    numbers = [int(part) for part in rest if part.isdecimal() and len(part) <= DIGITS]
    if len(numbers) != len(rest):
        raise IllegalAnswer("cannot_correct", RULE, name=change.name)
    match change.what, what, numbers:
        case "pile", "callers", []:
            overrule(game, value_as(list[int], change, RULE))
        case "pile", "callers", [number]:
            set_callers(game, round_of(game, number), value_as(list[int], change, RULE))
        case "pile", "added", []:
            add_round(game, value_as(Added, change, RULE))
        case "count", "stopped", []:
            if not running(game):
                raise IllegalAnswer("not_now", "W6-HIST-06")
            interrupt(game)
        case "count", "deleted", [number]:
            round_of(game, number).deleted = bool(value_as(int, change, RULE))
        case "count", "played" | "left" | "false", [number, side]:
            set_number(game, what, round_of(game, number), side, value_as(int, change, RULE))
        case _:
            raise IllegalAnswer("cannot_correct", RULE, name=change.name)


def running(game: Game) -> bool:
    """Whether playing time runs, or a call is being heard."""
    return game.state.phase in ("countdown", "run", "collect", "listen")


def round_of(game: Game, number: int) -> Round:
    """Return a scored round by its number."""
    for round_ in game.state.history:
        if round_.number == number:
            return round_
    raise IllegalAnswer("no_such_round", RULE, number=number)


def count_of(round_: Round, side: int) -> Count:
    """Return what a side counted in a round."""
    count = round_.counts[side] if side < len(round_.counts) else None
    if count is None:
        raise IllegalAnswer("no_such_side", RULE, side=side)
    return count


def set_number(game: Game, what: str, round_: Round, side: int, value: int) -> None:
    """Set played, left or false calls of a side; the same checks as when counting apply (W6-HIST-02)."""
    count = count_of(round_, side)
    if what == "false":
        if not 0 <= value <= 99:
            raise IllegalAnswer("not_a_value", RULE)
        round_.false_calls[side] = value
        return
    changed = {"played": count.played, "left": count.left, what: value}
    if what == "left" and value > 0 and side in round_.callers:
        raise IllegalAnswer("caller_left", RULE, "W6-COUNT-10")
    check_numbers(changed["played"], changed["left"])
    count.played, count.left = changed["played"], changed["left"]
    if not game.side(side).pace:
        count.how = "corrected"
    check_total(game, round_)


def check_total(game: Game, round_: Round) -> None:
    """Check what all sides with cards have played together (W6-COUNT-12)."""
    counts = [
        count for side, count in enumerate(round_.counts) if count is not None and not game.side(side).pace
    ]
    total, most = sum(count.played for count in counts), IN_CENTRE * len(counts)
    if total > most:
        raise IllegalAnswer("table_total", RULE, "W6-COUNT-12", total=total, most=most)


def set_callers(game: Game, round_: Round, sides: list[int]) -> None:
    """Say who was first out in a scored round; a caller has no card left (W6-HIST-02, W6-COUNT-10).

    Whose press of that call had been found invalid pays no longer for it (W6-CALL-20); false calls of the round before
    it stay. Who is no caller any more pays nothing by itself: somebody else may only have been faster.
    """
    restored = set(sides) & found_false(round_.presses, round_.callers, game.pace(), game.options)
    for side in sides:
        count = count_of(round_, side)
        if count.left:
            check_numbers(count.played, 0)
            count.left = 0
    for side in restored:
        round_.false_calls[side] = max(0, round_.false_calls[side] - 1)
    round_.callers = sorted(set(sides))


def overrule(game: Game, sides: list[int]) -> None:
    """Overrule who called, until the round is scored; counts are asked for again (W6-CALL-20).

    Whose press was found invalid in this stop pays for it unless the table makes it a caller (W6-CALL-18).
    """
    state, run = game.state, game.run
    if state.phase not in BEFORE_SCORING:
        raise IllegalAnswer("not_now", "W6-CALL-20")
    if not set(sides) <= set(game.active()):
        raise IllegalAnswer("no_such_side", "W6-CALL-20", side=max(sides, default=0))
    for side in set(run.checked) - set(run.valid):
        run.false_calls[side] += (side in run.callers) - (side in sides)
    run.callers = sorted(set(sides))
    for number in game.people():
        count = run.counts[number]
        count.confirmed = False
        if count.how == "numbers":
            count_anew(count)
        if number not in run.callers and count.left == 0:
            count.left = MAIN
    if state.phase in ("played", "rest", "confirm"):
        state.phase = "left"


def add_round(game: Game, added: Added) -> None:
    """Add a round that was played without the box (W6-HIST-04)."""
    state = game.state
    active = game.active()
    if state.phase != "after" or len(added.counts) != len(active) or not set(added.callers) <= set(active):
        raise IllegalAnswer("not_now", "W6-HIST-04")
    counts: list[Count | None] = [None] * len(state.sides)
    for side, (played, left) in zip(active, added.counts, strict=True):
        if side in added.callers and left:
            raise IllegalAnswer("caller_left", "W6-COUNT-10", "W6-HIST-04")
        check_numbers(played, left)
        counts[side] = Count(played, left, "corrected", confirmed=True)
    round_ = Round(state.round + 1, "call", sorted(added.callers), counts, [0] * len(state.sides), 0, [])
    check_total(game, round_)
    state.history.append(round_)
    state.round += 1


class Added(msgspec.Struct, frozen=True):
    """A round added by hand: callers by side, and played and left of every side that takes part, in order."""

    callers: list[int]
    counts: list[tuple[int, int]]

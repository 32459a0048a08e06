"""Scores, totals and who has won, from the history alone. Pure (3.8, 3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.rulebook import places
from engine.wackee_six.words import BONUS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.wackee_six.options import Options
    from engine.wackee_six.state import MatchState, Round, Side

Verdict: TypeAlias = Literal["open", "extra_round", "over"]


def score(played: int, left: int, *, bonus: int, penalty: int) -> int:
    """Return the score of a round: a point a card, two against each main card left (W6-SCORE-01 to -05)."""
    return played - 2 * left + bonus - penalty


def bonus_of(round_: Round, side: int) -> int:
    """Return the bonus of the first out; simultaneous valid calls each have it (W6-SCORE-03, -07, W6-CALL-10)."""
    return BONUS if side in round_.callers else 0


def score_of(round_: Round, side: int, options: Options) -> int | None:
    """Return a side's score of a round, None where it took no part or the round was deleted."""
    count = round_.counts[side] if side < len(round_.counts) else None
    if count is None or round_.deleted:
        return None
    penalty = round_.false_calls[side] * options.false_call_points
    return score(count.played, count.left, bonus=bonus_of(round_, side), penalty=penalty)


def total_of(state: MatchState, side: int, options: Options, upto: int | None = None) -> int:
    """Return a side's total: what it began with and all its scores (W6-MATCH-01, -08, W6-HIST-02)."""
    rounds = state.history if upto is None else state.history[:upto]
    scores = [score_of(round_, side, options) or 0 for round_ in rounds]
    return base_of(state, state.sides[side], options) + sum(scores)


def base_of(state: MatchState, side: Side, options: Options) -> int:
    """Return what a side began with: its points, or the higher total of those it came from (W6-MATCH-12, -14)."""
    if not side.parents:
        return side.points
    return max(total_of(state, parent, options) for parent in side.parents)


def totals(state: MatchState, options: Options, upto: int | None = None) -> dict[int, int]:
    """Return the totals of all sides that still take part."""
    return {
        number: total_of(state, number, options, upto)
        for number, side in enumerate(state.sides)
        if not side.out
    }


def joining_total(others: Sequence[int], setting: str) -> int:
    """Return the total of who joins between rounds (W6-MATCH-10)."""
    if not others or setting == "zero":
        return 0
    return min(others) if setting == "lowest" else sum(others) // len(others)


def decide(
    sums: Mapping[int, int], callers: Sequence[int], options: Options
) -> tuple[Verdict, tuple[int, ...]]:
    """Return whether the match is open, goes into an extra round or is over, and who has won (W6-MATCH-03 to -06)."""
    there = [side for side, total in sums.items() if total >= options.target]
    if not options.target or not there:
        return "open", ()
    if options.over_target == "caller":
        calling = [side for side in there if side in callers]
        if len(calling) == 1:
            return "over", tuple(calling)
    best = [side for side, total in sums.items() if total == max(sums.values())]
    if len(best) > 1 and options.match_tie == "extra_round":
        return "extra_round", ()
    return "over", tuple(best)


def verdict(state: MatchState, options: Options) -> tuple[Verdict, tuple[int, ...]]:
    """Return how the match stands by the totals after the last scored round (W6-HIST-03, W6-MATCH-07)."""
    sums = totals(state, options)
    kept = [round_ for round_ in state.history if not round_.deleted]
    found = decide(sums, kept[-1].callers if kept else (), options) if kept else ("open", ())
    if state.ended and found[0] != "over":
        return "over", tuple(side for side, place in places(sums).items() if place == 1)
    return found

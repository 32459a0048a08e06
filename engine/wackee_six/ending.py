"""A round is scored; the match goes on, into an extra round, or is over (3.8, 3.9, 3.10)."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.ask import TABLE, ask, choose, tell
from engine.rulebook import Curve, Result, Standing, places
from engine.wackee_six.pace import pace_in
from engine.wackee_six.scoring import bonus_of, score_of, total_of, totals, verdict
from engine.wackee_six.state import Count, Press, Round
from engine.wackee_six.words import deck_piece

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wackee_six.game import Game


def score_round(game: Game) -> Script[None]:
    """Write the round into the history and tell every part of every score (W6-SCORE-01 to -08, W6-HIST-01)."""
    state, run = game.state, game.run
    for number in game.pace():
        pace = pace_in(game, number)
        until = max(run.spent, pace.call) if number in run.callers else run.spent
        played, left = pace.at(until)
        run.counts[number] = Count(played, left, "pace", confirmed=True)
    active = game.active()
    round_ = Round(
        number=state.round,
        ended=run.ended,
        callers=list(run.callers),
        counts=[
            replace(run.counts[number]) if number in active else None for number in range(len(state.sides))
        ],
        false_calls=list(run.false_calls),
        time=run.spent,
        presses=[Press(press.side, press.at, press.late) for press in run.first_presses],
    )
    state.history.append(round_)
    for number in active:
        yield from tell_score(game, round_, number)
    yield from tell_standing(game)
    state.starter = run.starter
    state.phase = "after"


def tell_score(game: Game, round_: Round, number: int) -> Script[None]:
    """Tell one side's score, part by part (W6-SCORE-04, -08)."""
    count = round_.counts[number] or Count()
    penalty = round_.false_calls[number] * game.options.false_call_points
    rules = ("W6-SCORE-01", "W6-SCORE-02", "W6-SCORE-03", "W6-SCORE-04")
    yield from tell(
        "parts",
        rules=rules,
        seat=game.speaker(number),
        played=count.played,
        minus=2 * count.left,
        bonus=bonus_of(round_, number),
        penalty=penalty,
    )
    yield from tell(
        "total",
        rules=("W6-SCORE-08", "W6-MATCH-01"),
        seat=game.speaker(number),
        score=score_of(round_, number, game.options),
        total=total_of(game.state, number, game.options),
    )


def tell_standing(game: Game) -> Script[None]:
    """Tell whether the target is reached (W6-MATCH-04 to -06)."""
    found, winners = verdict(game.state, game.options)
    if found == "extra_round":
        yield from tell("extra_round", rules=("W6-MATCH-06",))
    elif found == "over":
        seats = [seat for side in winners for seat in game.side(side).seats]
        yield from tell(
            "reached", rules=("W6-MATCH-04", "W6-MATCH-05"), seats=seats, target=game.options.target
        )


def after_question(game: Game) -> Ask[str]:
    """Ask what comes next; a correction may open or finish the match while this stands (W6-MATCH-07, W6-HIST-03)."""
    found, _ = verdict(game.state, game.options)
    choices = ["finish"] if found == "over" else ["next", "end"]
    args = {"round": game.state.round}
    return choose(
        TABLE, "after_round", choices, rules=("W6-MATCH-07",), labels="button", args=args, resumes=True
    )


def after_round(game: Game) -> Script[None]:
    """Go on with the next round, or end the match (W6-MATCH-02, -07)."""
    state = game.state
    choice = yield from ask(partial(after_question, game))
    if choice == "next":
        state.round += 1
        state.phase = "sides" if unseated(game) else "deal"
        return
    state.ended = True
    _, winners = verdict(state, game.options)
    seats = [seat for side in winners for seat in game.side(side).seats]
    yield from tell("wins", rules=("W6-MATCH-02", "W6-MATCH-05", "W6-MATCH-07"), seats=seats)
    state.phase = "over"


def unseated(game: Game) -> bool:
    """Whether somebody has joined who has no side yet (W6-MATCH-10)."""
    playing = {seat for number in game.active() for seat in game.side(number).seats}
    return any(not away and seat not in playing for seat, away in enumerate(game.state.away))


# --- standings -------------------------------------------------------------------------------------------------------


def piece_of(game: Game, number: int) -> str:
    """Return what a side is named after: its deck, or the pace-maker."""
    side = game.side(number)
    return "pace_maker" if side.pace else deck_piece(side.deck or "none")


def standings(game: Game) -> tuple[Standing, ...]:
    """Return every person by total; partners share a line's numbers, who left is listed unplaced (W6-MATCH-09, -11)."""
    state, options = game.state, game.options
    sums = totals(state, options)
    ranks = places(sums)
    _, winners = verdict(state, options)
    if state.phase == "over" and winners:
        ranks = {side: 1 if side in winners else max(2, rank) for side, rank in ranks.items()}
    rows: list[Standing] = []
    for number in sorted(sums, key=lambda side: (ranks[side], side)):
        piece, notes = piece_of(game, number), {"total": sums[number]}
        rows += [Standing(piece, ranks[number], seat, notes) for seat in game.side(number).seats]
    for number, side in enumerate(state.sides):
        if side.out and not any(number in other.parents for other in state.sides):
            total = total_of(state, number, options)
            rows.append(Standing(piece_of(game, number), 0, None, {"total": total, "left": "left"}))
    return tuple(rows)


def curves(game: Game) -> tuple[Curve, ...]:
    """Return the total of every side that takes part, before and after every round that counts (W6-STAT-02, -03)."""
    state = game.state
    steps = [0, *(number for number, round_ in enumerate(state.history, 1) if not round_.deleted)]
    return tuple(
        Curve(
            piece_of(game, number),
            tuple(game.side(number).seats),
            tuple(total_of(state, number, game.options, upto) for upto in steps),
        )
        for number in game.active()
    )


def result(game: Game) -> Result:
    """Return how the match ended, with its statistics (W6-STAT-02)."""
    found, winners = verdict(game.state, game.options)
    notes: dict[str, Any] = {"end": "target" if decided(game) else "table", "verdict": found}
    notes["winners"] = [seat for side in winners for seat in game.side(side).seats]
    return Result(standings(game), {**notes, **match_statistics(game)})


def decided(game: Game) -> bool:
    """Whether the target has ended the match, not the table."""
    best = max(totals(game.state, game.options).values(), default=0)
    return bool(game.options.target) and best >= game.options.target


# --- statistics ------------------------------------------------------------------------------------------------------


def match_statistics(game: Game) -> dict[str, Any]:
    """Return leader changes, the fastest and the closest call of the match (W6-STAT-02, -03, -04)."""
    state = game.state
    kept = [number for number, round_ in enumerate(state.history, 1) if not round_.deleted]
    leaders: list[int] = []
    for upto in kept:
        sums = totals(state, game.options, upto)
        best = [side for side, total in sums.items() if total == max(sums.values())]
        if len(best) == 1:
            leaders.append(best[0])
    calls = [round_ for round_ in state.history if round_.callers and not round_.deleted]
    gaps = [
        sorted(press.at for press in round_.presses)[1] - min(p.at for p in round_.presses)
        for round_ in calls
        if len(round_.presses) > 1
    ]
    return {
        "leader_changes": sum(one != other for one, other in pairwise(leaders)),
        "fastest_call": min((round_.time for round_ in calls), default=None),
        "closest_call": min(gaps, default=None),
    }


def side_statistics(game: Game, number: int) -> dict[str, Any]:
    """Return one side's rounds, calls, averages, best and worst round and false calls (W6-STAT-01, -03)."""
    rounds = [
        round_
        for round_ in game.state.history
        if not round_.deleted and number < len(round_.counts) and round_.counts[number] is not None
    ]
    counts = [count for round_ in rounds if (count := round_.counts[number]) is not None]
    scores = [score_of(round_, number, game.options) or 0 for round_ in rounds]
    return {
        "rounds": len(rounds),
        "calls": sum(number in round_.callers for round_ in rounds),
        "played": sum(count.played for count in counts) / len(counts) if counts else None,
        "most_played": max((count.played for count in counts), default=None),
        "left": sum(count.left for count in counts) / len(counts) if counts else None,
        "best": max(scores, default=None),
        "worst": min(scores, default=None),
        "false_calls": sum(round_.false_calls[number] for round_ in rounds),
    }

"""The end: the best row of every route, the sums, the places (3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import tell
from engine.rulebook import Result, Standing, places
from engine.wacky_challenge.score import AERODROME, Score, best_row, level, score, violet_bonus
from engine.wacky_challenge.words import character

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.wacky_challenge.game import Game


def score_of(game: Game, seat: int) -> Score:
    """Return what a seat's route is worth now; in books, what it counted (WC-SCORE-17, WC-BOOKS-06)."""
    player = game.state.players[seat]
    violet = player.colour == game.pack.bonus
    if game.state.books is None:
        cards = [game.card(card) for card in player.route]
        return score(cards, player.colour, game.options, violet=violet)
    tally = game.state.books.tallies[seat]
    bonus = violet_bonus(tally.of("starters"), game.options.violet_bonus) if violet else 0
    joins = tally.of("joins") + AERODROME * tally.of("aerodromes")
    return Score(tally.of("whole"), joins, tally.of("own"), bonus, tally.speed)


def tell_scores(game: Game) -> Script[None]:
    """Tell every part of every sum and a best row of the cards, then who won (WC-SCORE-01 to -18, WC-WIN)."""
    for seat in game.seats:
        if game.state.books is None:
            cards = [game.card(card) for card in game.state.players[seat].route]
            row, pairs = best_row(cards, road_water=game.options.half_matching == "road_water")
            yield from tell(
                "best_row",
                rules=("WC-SCORE-04", "WC-SCORE-18"),
                seat=seat,
                cards=list(row),
                joined=len(pairs),
            )
        found = score_of(game, seat)
        counted = ("WC-SCORE-05", "WC-SCORE-06", "WC-SCORE-08", "WC-SCORE-17")
        yield from tell("sum", rules=counted, seat=seat, whole=found.whole, joins=found.joins)
        given = ("WC-SCORE-13", "WC-SCORE-15", "WC-SCORE-17")
        yield from tell(
            "sum_bonus", rules=given, seat=seat, own=found.own, violet=found.violet, total=found.total
        )
    rows = totals(game)
    for seat in level(rows):
        yield from tell("speed_sum", rules=("WC-WIN-02",), seat=seat, speed=rows[seat][1])
    winners = [seat for seat, place in places(rows).items() if place == 1]
    rules = ("WC-WIN-01", *(["WC-WIN-03"] if len(winners) > 1 else []))
    yield from tell("wins", rules=rules, seats=winners, total=rows[winners[0]][0])
    game.state.stage = "over"


def totals(game: Game) -> dict[int, tuple[int, int]]:
    """Return stages and speed sum of every seat."""
    found = {seat: score_of(game, seat) for seat in game.seats}
    return {seat: (one.total, one.speed) for seat, one in found.items()}


def standings(game: Game) -> tuple[Standing, ...]:
    """Return the seats by their stages so far; nobody is placed in a match that was broken off (WC-WIN-04)."""
    rows = totals(game)
    ranks = dict.fromkeys(rows, 0) if game.state.stage == "stopped" else places(rows)
    return tuple(
        Standing(
            character(colour) if (colour := game.state.players[seat].colour) else "",
            rank,
            seat,
            {"stages": rows[seat][0], "speed": rows[seat][1]},
        )
        for seat, rank in ranks.items()
    )


def result(game: Game) -> Result:
    """Return how the match ended, with the pack's label (WC-PACK-11)."""
    ended = "stopped" if game.state.stage == "stopped" else "played"
    return Result(standings(game), {"label": game.pack.label, "end": ended})

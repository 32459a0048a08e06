"""The money: prizes, bets, prices, and who wins (3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.ask import tell
from engine.downforce.cards import INDEX
from engine.rulebook import Result, Standing, places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Script
    from engine.downforce.game import Game

UNPLACED = 7
"""Behind every finishing place."""


class Sheet(NamedTuple):
    """A player's score sheet: prizes and bets line by line, and the prices paid (DF-COMP-08)."""

    seat: int
    prizes: dict[str, int]
    bets: list[int]
    paid: int
    best: int

    @property
    def total(self) -> int:
        """The winnings; they may be negative (DF-SCORE-03, -04)."""
        return sum(self.prizes.values()) + sum(self.bets) - self.paid


def prizes(game: Game) -> Sequence[int]:
    """Return the prizes by place (DF-SCORE-01)."""
    return game.state.prizes or game.pack.taught.prizes


def bet_value(game: Game, line: int, car: str) -> int:
    """Return what a bet pays: by the sheet, or position at the bet times a factor (DF-SCORE-02)."""
    state = game.state
    place = state.finished.index(car) + 1 if car in state.finished else UNPLACED
    if place > 3:
        return 0
    if game.options.bets == "odds":
        return state.ranks[line - 1][INDEX[car]] * game.pack.taught.odds_pay[line - 1][place - 1]
    pays = state.bet_pay or game.pack.taught.bet_pay
    return pays[line - 1][place - 1]


def sheet(game: Game, seat: int) -> Sheet:
    """Add up a player's money (DF-SCORE-01 to -03)."""
    state = game.state
    money = prizes(game)
    cars = game.cars_of(seat)
    won = {car: money[state.finished.index(car)] if car in state.finished else 0 for car in cars}
    bets = [bet_value(game, line, row[seat]) for line, row in enumerate(state.bets, 1)]
    best = min((state.finished.index(car) + 1 for car in cars if car in state.finished), default=UNPLACED)
    return Sheet(seat, won, bets, game.paid(seat), best)


def ranked(game: Game) -> list[tuple[Sheet, int]]:
    """Return all sheets with their places: most money, then the better car (DF-SCORE-05, -06, -08).

    Level players none of whose cars finished share a place (DF-SCORE-07).
    """
    sheets = [sheet(game, seat) for seat in range(game.seats)]
    placed = places({one.seat: (one.total, -one.best) for one in sheets})
    return [(sheets[seat], place) for seat, place in placed.items()]


def count_money(game: Game) -> Script[None]:
    """Open the bets, say every sum, and who wins (DF-SCORE-01 to -09, DF-BET-09)."""
    state = game.state
    sheets = ranked(game)
    for line, row in enumerate(state.bets, 1):
        for seat, car in enumerate(row):
            if car:
                pay = bet_value(game, line, car)
                rules = ("DF-SCORE-02", "DF-BET-09")
                yield from tell("bet_paid", rules=rules, seat=seat, line=line, car=car, pay=pay)
    for one, _ in sheets:
        yield from tell(
            "score",
            rules=("DF-SCORE-01", "DF-SCORE-02", "DF-SCORE-03", "DF-SCORE-04", "DF-SCORE-09"),
            seat=one.seat,
            prizes=sum(one.prizes.values()),
            bets=sum(one.bets),
            bids=one.paid,
            total=one.total,
        )
    winners = [one.seat for one, place in sheets if place == 1]
    level = len({one.total for one, _ in sheets[:2]}) == 1
    if len(winners) > 1:
        yield from tell("win_together", rules=("DF-SCORE-05", "DF-SCORE-07"), seats=winners)
    else:
        key = "wins_by_car" if level else "wins"
        yield from tell(key, rules=("DF-SCORE-05", "DF-SCORE-06", "DF-SCORE-08"), seat=winners[0])
    for label in game.pack.labels:
        yield from tell("label", rules=("DF-PACK-05",), label=label)


# --- standings ----------------------------------------------------------------------------------------------------


def best_car(game: Game, seat: int) -> str:
    """Return the car a player is known by: the foremost own one; before the first purchase the seat itself."""
    cars = game.cars_of(seat)
    if not cars:
        return f"player-{seat + 1}"
    return min(cars, key=lambda car: (game.rank(car), INDEX[car]))


def standings(game: Game) -> tuple[Standing, ...]:
    """Return the players by money once it is counted; before that by their foremost cars (DF-SCORE-08)."""
    if game.state.stage == "over":
        return tuple(
            Standing(best_car(game, one.seat), place, one.seat, notes_of(one)) for one, place in ranked(game)
        )
    raced = game.state.stage in ("race", "bets", "ledger")
    cars = [best_car(game, seat) for seat in range(game.seats)]
    placed = places({seat: -game.rank(car) if raced else 0 for seat, car in enumerate(cars)})
    return tuple(
        Standing(cars[seat], place if raced else 0, seat, {"bids": game.paid(seat)})
        for seat, place in placed.items()
    )


def notes_of(one: Sheet) -> dict[str, object]:
    """Return the winnings and how they add up: prizes, bets, prices."""
    return {"total": one.total, "prizes": sum(one.prizes.values()), "bets": sum(one.bets), "paid": one.paid}


def result(game: Game) -> Result:
    """Return how the match ended (DF-SCORE-05 to -08)."""
    rows = standings(game)
    winners = [row.seat for row in rows if row.place == 1]
    sheets = [
        {"seat": one.seat, "prizes": one.prizes, "bets": one.bets, "bids": one.paid, "total": one.total}
        for one, _ in ranked(game)
    ]
    finished, labels = list(game.state.finished), list(game.pack.labels)
    return Result(rows, {"winners": winners, "finished": finished, "sheets": sheets, "labels": labels})

"""A match without card values: the table says vehicles, speeds, leftovers and boosters (3.10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.ask import TABLE, IllegalAnswer, ask, choose, number, tell, together
from engine.wacky_challenge.boosters import carry_out
from engine.wacky_challenge.choosing import tell_order
from engine.wacky_challenge.ending import tell_scores, totals
from engine.wacky_challenge.order import needs_speed, order_of
from engine.wacky_challenge.score import level
from engine.wacky_challenge.setup import new_turn
from engine.wacky_challenge.taking import move_up
from engine.wacky_challenge.words import BOOSTERS, TURNS, VEHICLES

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_challenge.game import Game
    from engine.wacky_challenge.state import Books
    from engine.wacky_challenge.words import Booster, Vehicle

MOST_JOINS: Final = 4
"""A row of five cards has four edges (WC-SCORE-11)."""

COUNTS: Final = {"whole": 45, "joins": MOST_JOINS, "aerodromes": MOST_JOINS, "own": 5, "starters": 5}
"""What a seat counts at the end, with its greatest value (WC-BOOKS-06)."""

MOST_SPEED: Final = 4995
"""Five cards of speed 999."""


def books_of(game: Game) -> Books:
    """Return what the table has said so far."""
    books = game.state.books
    assert books is not None, "only called in level books"  # noqa: S101 - the stages of books are not reached otherwise
    return books


def vehicle_question(seat: int) -> Ask[Vehicle]:
    """Ask a seat which vehicle it played (WC-BOOKS-02)."""
    rules = ("WC-BOOKS-01", "WC-BOOKS-02")
    return choose(seat, "books_vehicle", VEHICLES, rules=rules, labels="vehicle", resumes=True)


def enter_vehicles(game: Game) -> Script[None]:
    """Take down what every seat played, after the reveal (WC-BOOKS-01, -02)."""
    state = game.state
    if game.late is not None:
        yield from tell("reveals_last", rules=("WC-BOOST-10", "WC-BOOST-11"), seat=game.late)
    chosen = yield from together({seat: partial(vehicle_question, seat) for seat in game.seats})
    books = books_of(game)
    books.vehicles = [chosen[seat] for seat in game.seats]
    books.speeds = [0] * len(game.seats)
    for seat in game.seats:
        yield from tell("plays_vehicle", rules=("WC-BOOKS-02",), seat=seat, vehicle=chosen[seat])
    state.stage = "speeds"


def speed_question(seat: int, most: int, *rules: str) -> Ask[int]:
    """Ask a seat for a speed, or for the sum of its speeds (WC-BOOKS-03, -06)."""
    key = "books_speed" if most < MOST_SPEED else "books_speed_sum"
    return number(seat, key, 0, most, rules=rules, resumes=True)


def enter_speeds(game: Game) -> Script[None]:
    """Ask for the speeds that decide something, then make the order (WC-BOOKS-03)."""
    state, books = game.state, books_of(game)
    vehicles = {seat: vehicle for seat, vehicle in enumerate(books.vehicles) if vehicle is not None}
    asked = needs_speed(state.hierarchy, vehicles, state.effect)
    if asked:
        given = yield from together(
            {seat: partial(speed_question, seat, 999, "WC-BOOKS-03") for seat in asked}
        )
        for seat, speed in given.items():
            books_of(game).speeds[seat] = speed
    played = {seat: (vehicle, books_of(game).speeds[seat]) for seat, vehicle in vehicles.items()}
    state.order = order_of(state.hierarchy, played, state.effect, state.last_order)
    yield from tell_order(game)
    state.effect = None
    state.stage = "leftover"


def leftover_question() -> Ask[Vehicle]:
    """Ask for the vehicle of the card nobody took (WC-BOOKS-04)."""
    return choose(TABLE, "books_leftover", VEHICLES, rules=("WC-BOOKS-04",), labels="vehicle", resumes=True)


def enter_leftover(game: Game) -> Script[None]:
    """Shift the hierarchy for the leftover (WC-BOOKS-04)."""
    state = game.state
    vehicle = yield from ask(leftover_question)
    yield from move_up(game, vehicle)
    yield from tell("row_to_offer", rules=("WC-TURN-01",))
    state.stage = "symbol" if state.turn < TURNS else "tally"


def symbol_question(game: Game) -> Ask[Booster]:
    """Ask for the booster symbol of the lowest card (WC-BOOKS-05)."""
    args = {"seat": game.state.order[-1]}
    rules = ("WC-BOOKS-05",)
    return choose(TABLE, "books_booster", BOOSTERS, rules=rules, labels="booster", args=args, resumes=True)


def enter_booster(game: Game) -> Script[None]:
    """Carry out the booster the table names; an exchange is made by hand (WC-BOOKS-05)."""
    state = game.state
    owner = state.order[-1]
    if state.symbol is None:
        state.symbol = yield from ask(partial(symbol_question, game))
    if state.symbol == "exchange":
        yield from tell("exchange_by_hand", rules=("WC-BOOKS-05", "WC-BOOST-22", "WC-BOOST-23"), seat=owner)
    else:
        yield from carry_out(game, owner, state.symbol)
    yield from new_turn(game)


def tally_question(game: Game, seat: int) -> Ask[int]:
    """Ask a seat for the next of its counts; joins and aerodromes are at most four together (WC-BOOKS-06)."""
    tally = books_of(game).tallies[seat]
    count = list(COUNTS)[len(tally.counts)]
    most = COUNTS[count] - (tally.of("joins") if count == "aerodromes" else 0)

    def refuse(given: int) -> None:
        if count == "aerodromes" and given > most:
            raise IllegalAnswer("joins_range", "WC-BOOKS-06", "WC-SCORE-11", most=most)

    rules = ("WC-BOOKS-06", "WC-SCORE-11")
    return number(seat, f"books_{count}", 0, most, rules=rules, refuse=refuse, resumes=True)


def enter_tallies(game: Game) -> Script[None]:
    """Let every seat count its route; only the violet player counts starters (WC-BOOKS-06)."""
    for seat in game.seats:
        violet = game.state.players[seat].colour == game.pack.bonus
        counts = list(COUNTS) if violet else list(COUNTS)[:-1]
        while (known := len(books_of(game).tallies[seat].counts)) < len(counts):
            given = yield from ask(partial(tally_question, game, seat))
            books_of(game).tallies[seat].counts[counts[known]] = given
    game.state.stage = "tie"


def break_ties(game: Game) -> Script[None]:
    """Ask for speed sums where stages are level, then tell the result (WC-BOOKS-06, WC-WIN-02)."""
    asked = level(totals(game))
    makes = {seat: partial(speed_question, seat, MOST_SPEED, "WC-BOOKS-06", "WC-WIN-02") for seat in asked}
    if makes:
        given = yield from together(makes)
        for seat, speed in given.items():
            books_of(game).tallies[seat].speed = speed
    yield from tell_scores(game)

"""Score keeping only: lots, lines, finishes and the end are entered, turns and cards are not followed (DF-BOOK-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import TABLE, ask, choose, number, tell
from engine.downforce.betting import end_race
from engine.downforce.bidding import admitted
from engine.downforce.board import LINES, TRACK, arrive
from engine.downforce.cards import COLOURS, INDEX, POWERS, speed_8
from engine.downforce.game import LOTS
from engine.downforce.lots import sell
from engine.downforce.state import Lot, Sale

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.downforce.game import Game

RULE: Final = "DF-BOOK-09"
NOBODY: Final = "nobody"
LINE: Final = "line"
OVER: Final = "over"


def enter_lot(game: Game) -> Script[None]:
    """Enter the car, the power, the winner and the price of a lot (DF-BOOK-09)."""
    state = game.state
    sold, seen = {sale.car for sale in state.sales}, {sale.power for sale in state.sales}
    cars = [car for car in COLOURS if car not in sold]
    powers = [power for power in POWERS if power not in seen]
    args = {"number": len(state.sales) + 1}
    car = yield from ask(
        lambda: choose(TABLE, "enter_car", cars, rules=(RULE,), labels="car", args=args, resumes=True)
    )
    power = yield from ask(
        lambda: choose(TABLE, "enter_power", powers, rules=(RULE,), labels="power", args=args)
    )
    seats: dict[str, int | None] = {str(seat): seat for seat in admitted(game)}
    if len(admitted(game)) < LOTS - len(state.sales):
        seats[NOBODY] = None
    seat = yield from ask(
        lambda: choose(TABLE, "enter_winner", seats, rules=(RULE,), labels="winner", args={"car": car})
    )
    if seat is None:
        state.boxed += [speed_8(car), power]
        state.sales.append(Sale(car, power, None, 0))
        yield from tell("no_owner", rules=("DF-AUCT-24", RULE), car=car, power=power)
    else:
        price = yield from ask(lambda: number(TABLE, "enter_price", 0, 6, rules=(RULE,), args={"car": car}))
        yield from sell(game, Lot(car, power), seat, price, RULE)
    if len(state.sales) == LOTS:
        state.stage = "ledger"


def enter_event(game: Game) -> Script[None]:
    """Enter what happens in the race: a line crossed, a car finished, the end (DF-BOOK-09)."""
    state = game.state
    event = yield from ask(lambda: event_question(game))
    if event == LINE:
        state.crossed += 1
        yield from tell("line_crossed", rules=("DF-BET-03", RULE), line=state.crossed)
        state.stage = "bets"
    elif event == OVER:
        yield from end_race(game)
    else:
        yield from arrive(game, event, TRACK)
        if len(state.finished) == LOTS:
            yield from end_race(game)


def event_question(game: Game) -> Ask[str]:
    """Ask for the next thing that happens: a car that still races is home, a line is crossed, or it is over."""
    racing, line = filter(game.racing, INDEX), [LINE] if game.state.crossed < LINES else []
    events = [*racing, *line, OVER]
    return choose(TABLE, "enter_event", events, rules=(RULE,), labels="event", resumes=True)

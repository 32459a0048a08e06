"""After a card: betting rounds, players who are done, and who plays next (3.7, 3.8)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer, choose, tell, together
from engine.downforce.hands import unread
from engine.downforce.scoring import count_money
from engine.downforce.state import Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Script
    from engine.downforce.game import Game


def race_goes_on(game: Game) -> Script[None]:
    """Hold the next betting round, or pass the turn on (DF-BET-03, -06, -07, DF-FIN-12)."""
    state = game.state
    if state.asked < state.crossed:
        state.stage = "bets"
    else:
        yield from pass_on(game)


def betting_round(game: Game) -> Script[None]:
    """Let everybody bet on the winner at one line, in secret (DF-BET-03, -04, -08)."""
    state = game.state
    line = state.asked + 1
    seats = game.present()
    ranks = (yield from game.board.rank_cars(game)) if game.options.bets == "odds" else []
    makes: dict[int, Callable[[], Ask[str]]] = {
        seat: partial(bet_question, game, seat, line) for seat in seats
    }
    marked = (yield from together(makes)) if makes else {}
    state.bets.append([marked.get(seat, "") for seat in range(game.seats)])
    state.ranks.append(ranks)
    state.asked = line
    yield from tell("bets_in", rules=("DF-BET-04", "DF-BET-06", "DF-BET-09", "DF-BET-13"), line=line)
    if game.options.bets_shown == "after_round":
        for seat, car in marked.items():
            yield from tell("bet_shown", rules=("DF-BET-09",), seat=seat, line=line, car=car)
    if state.turn is None:
        state.stage = "ledger"
    elif state.asked == state.crossed:
        yield from pass_on(game)


def bet_question(game: Game, seat: int, line: int) -> Ask[str]:
    """Ask one player to mark a car: any of the race, finished ones too (DF-BET-04, -05, -10)."""

    def refuse(car: str) -> None:
        if car in game.state.gone:
            raise IllegalAnswer("car_not_in_the_race", "DF-AUCT-23")

    return choose(
        seat,
        "bet",
        game.colours,
        labels="car",
        refuse=refuse,
        args={"line": line},
        rules=("DF-BET-04", "DF-BET-05", "DF-BET-08", "DF-BET-10"),
        secret=True,
        reveals=True,
        resumes=game.options.bets == "sheet" and unread(game) is None,
    )


def pass_on(game: Game) -> Script[None]:
    """Put away the hands of players who are done, and find who plays next (DF-TURN-04, -05, DF-FIN-05 to -12)."""
    state, turn = game.state, running_turn(game)
    for seat in range(game.seats):
        if not state.out[seat] and not game.running(seat):
            yield from put_away(game, seat)
    following = next((seat for seat in game.following(turn.seat) if may_play(game, seat)), None)
    if following is None or not any(game.racing(car) for car in game.colours):
        yield from end_race(game)
        return
    state.turn = Turn(following)
    state.stage = "race"
    rules = ("DF-TURN-04", "DF-TURN-05", "DF-TURN-08")
    yield from tell("turn", rules=rules, seat=following, cards=game.hand(following).size)


def running_turn(game: Game) -> Turn:
    """Return the running turn, or one of the first seat where turns are not followed (DF-BOOK-09)."""
    return game.state.turn or Turn(0)


def may_play(game: Game, seat: int) -> bool:
    """Whether a player has a card and a car that still races (DF-TURN-05, DF-FIN-09)."""
    return game.hand(seat).size > 0 and game.running(seat) and game.state.kinds[seat] != "absent"


def put_away(game: Game, seat: int) -> Script[None]:
    """Put the rest of a hand away unused (DF-FIN-05, -10)."""
    state, hand = game.state, game.hand(seat)
    number = hand.size
    state.out[seat] = True
    state.away += hand.cards
    state.away_unknown += hand.unknown
    hand.cards, hand.shown, hand.unknown = [], [], 0
    yield from tell("done", rules=("DF-FIN-05", "DF-FIN-10", "DF-FIN-12"), seat=seat, number=number)


def end_race(game: Game) -> Script[None]:
    """End the race and count the money (DF-FIN-07, -08, DF-TURN-07)."""
    state = game.state
    state.turn, state.stage = None, "over"
    left = [car for car in game.colours if game.racing(car)]
    key = "race_over" if not left else "race_over_without"
    yield from tell(key, rules=("DF-FIN-07", "DF-FIN-08", "DF-TURN-07"), cars=left)
    yield from count_money(game)

"""One line of a card: skipping, wilds, one space farther, the move, and the bonus behind it (3.4, 3.5)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer, ask, ask_unless_single, choose, tell
from engine.downforce.cards import AGGRESSIVE, COLOURS, DETERMINED, STRATEGIC, UNPREDICTABLE, WILD
from engine.downforce.driving import Drive
from engine.downforce.powers import bonus

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.downforce.board import Moved
    from engine.downforce.game import Game
    from engine.downforce.state import Turn

SKIPS = 1
"""How many cars Strategic leaves out on one card (DF-STR-02)."""


def resolve(game: Game, turn: Turn, index: int) -> Script[None]:
    """Resolve one printed line (DF-CARD-01 to -05)."""
    colour, speed = turn.lines[index]
    if (colour == WILD or game.racing(colour)) and (yield from skipped(game, turn, colour, speed)):
        return
    car = colour
    rules: tuple[str, ...] = ("DF-CARD-01", "DF-CARD-02")
    if colour == WILD:
        named = yield from name_wild(game, turn, speed)
        if named is None:
            return
        car, rules = named, ("DF-WILD-01",)
    if not game.racing(car):
        yield from tell("no_move", rules=("DF-CARD-04", "DF-WILD-02"), car=car, number=speed)
        return
    if index == 0 and colour == car and game.owner(car) == turn.seat and game.power(turn.seat, AGGRESSIVE):
        more = yield from ask(lambda: plus_question(turn.seat, car, speed))
        if more > speed:
            speed, rules = more, (*rules, "DF-AGG-01", "DF-POW-01")
    may_earn = earner(game, turn, car) is not None
    drive = Drive(car, speed, turn.seat, turn.seat, rules, marked=may_earn)
    moved = yield from game.board.move(game, drive)
    if may_earn:
        yield from move_bonus(game, turn, car, moved)


def skipped(game: Game, turn: Turn, colour: str, speed: int) -> Script[bool]:
    """With Strategic, let the player ignore this car (DF-STR-01 to -04)."""
    if turn.skips >= SKIPS or not game.power(turn.seat, STRATEGIC):
        return False
    skip: bool = yield from ask(
        lambda: choose(
            turn.seat,
            "skip",
            {"move": False, "skip": True},
            rules=("DF-STR-01", "DF-STR-02", "DF-STR-03", "DF-STR-04"),
            labels="skip",
            args={"car": colour, "number": speed},
        )
    )
    if skip:
        turn.skips += 1
        yield from tell("skips", rules=("DF-STR-01", "DF-POW-01"), seat=turn.seat, car=colour)
    return skip


def wild_colours(game: Game, turn: Turn) -> list[str]:
    """Return the colours a wild may be (DF-WILD-01, -03, -06, DF-UNP-01, -02)."""
    closed = set(turn.named)
    if not game.power(turn.seat, UNPREDICTABLE):
        closed |= {line.colour for line in turn.lines}
    return [colour for colour in game.colours if colour not in closed]


def name_wild(game: Game, turn: Turn, speed: int) -> Script[str | None]:
    """Name the colour of a wild; None where no colour is left (DF-WILD-01 to -06)."""
    if not wild_colours(game, turn):
        yield from tell("wild_idle", rules=("DF-WILD-05",), number=speed)
        return None
    car = yield from ask_unless_single(partial(wild_question, game, turn, speed))
    turn.named.append(car)
    rules = (
        "DF-WILD-01",
        "DF-WILD-04",
        *(("DF-UNP-01",) if car in {line.colour for line in turn.lines} else ()),
    )
    yield from tell("wild_named", rules=rules, seat=turn.seat, car=car, number=speed)
    return car


def wild_question(game: Game, turn: Turn, speed: int) -> Ask[str]:
    """Ask for the colour of a wild (DF-WILD-01, -02)."""

    def refuse(car: str) -> None:
        if car in turn.named:
            raise IllegalAnswer("named_already", "DF-WILD-03")
        if car in game.state.gone:
            raise IllegalAnswer("car_not_in_the_race", "DF-WILD-05")
        if car in COLOURS:
            raise IllegalAnswer("on_the_card", "DF-WILD-01", "DF-WILD-06", car=car)

    free, args = wild_colours(game, turn), {"number": speed}
    rules = ("DF-WILD-01", "DF-WILD-02", "DF-WILD-03")
    return choose(turn.seat, "wild", free, rules=rules, labels="car", refuse=refuse, args=args)


def plus_question(seat: int, car: str, speed: int) -> Ask[int]:
    """With Aggressive, ask for the number of spaces before the path (DF-AGG-01, -05)."""
    among = {str(speed): speed, str(speed + 1): speed + 1}
    rules = ("DF-AGG-01", "DF-AGG-05", "DF-POW-03")
    return choose(seat, "plus", among, rules=rules, labels="spaces", args={"car": car})


def earner(game: Game, turn: Turn, car: str) -> int | None:
    """Return the seat that may earn Determined's bonus with this car now (DF-DET-01, -02, -05, -08, -12)."""
    owner = game.owner(car)
    if owner is None or not game.power(owner, DETERMINED) or bonus(game) is None:
        return None
    if owner != turn.seat and (game.bonus_turns == "own" or game.state.kinds[owner] == "absent"):
        return None
    return owner


def move_bonus(game: Game, turn: Turn, car: str, moved: Moved) -> Script[None]:
    """Offer Determined's bonus and move it at once (DF-DET-01 to -12)."""
    owner, spaces = earner(game, turn, car), bonus(game)
    if owner is None or spaces is None or not (yield from game.board.earned(game, car, moved)):
        return
    used = yield from ask(
        lambda: choose(
            owner,
            "bonus",
            {"use": True, "decline": False},
            rules=("DF-DET-01", "DF-DET-04", "DF-DET-07"),
            labels="bonus",
            args={"car": car, "number": spaces},
        )
    )
    if used:
        rules = ("DF-DET-01", "DF-DET-04", "DF-DET-06")
        yield from tell("bonus_used", rules=rules, seat=owner, car=car, number=spaces)
        yield from game.board.move(game, Drive(car, spaces, turn.seat, owner, rules))

"""Before the first lot: labels, the deal, the hands the program knows, the grid (3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, Move, ask, chance, choose, confirm, tell
from engine.downforce.cards import COLOURS
from engine.downforce.deck_pack import CARDS
from engine.downforce.hands import read_hand, unread
from engine.layout import BOX

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.downforce.game import Game


def deal(game: Game) -> Script[None]:
    """Name the labels of invented parts, then let people shuffle and deal (DF-SETUP-03 to -05, DF-PACK-05)."""
    state = game.state
    each, left = divmod(CARDS, game.seats)
    rules = ("DF-SETUP-01", "DF-SETUP-03", "DF-SETUP-04", "DF-SETUP-05", "DF-SETUP-06")
    yield from ask(
        lambda: confirm(TABLE, "deal", rules=rules, args={"each": each, "left": left}, resumes=True)
    )
    yield from labels(game)
    for hand in state.hands:
        hand.unknown = each
    state.leftover = left
    yield from tell("dealt", rules=(*rules, "DF-SETUP-09"), each=each, left=left)
    state.stage = "hands"


def labels(game: Game) -> Script[None]:
    """Say what is invented or of another game, and what is odd about the deck (DF-PACK-03, -05, -30, -31)."""
    for label in game.pack.labels:
        yield from tell("label", rules=("DF-PACK-05", "DF-PACK-30", "DF-PACK-31"), label=label)
    for code in dict.fromkeys(warning.code for warning in game.pack.warnings):
        yield from tell(f"warning_{code.lower()}", rules=("DF-PACK-03",))


def read_hands(game: Game) -> Script[None]:
    """Have the hands read that the program must know (DF-SETUP-10)."""
    seat = unread(game)
    if seat is not None:
        yield from read_hand(game, seat)
    if unread(game) is None:
        game.state.stage = "grid"


def grid(game: Game) -> Script[None]:
    """Put the cars on the start spaces at random, or as the table has drawn them (DF-SETUP-07, -08, DF-BOOK-06)."""
    state = game.state
    books = game.track is None
    if not (books and game.options.grid_source == "table"):
        while len(state.grid) < len(COLOURS):
            car = yield from ask(lambda: grid_question(game))
            state.grid.append(car)
    else:
        state.grid = [(yield from ask(lambda: grid_question(game)))]
    places = game.board.set_up(game)
    moves = tuple(Move(car, BOX, place) for car, place in places.items())
    yield from tell("grid", rules=("DF-SETUP-07", "DF-SETUP-08"), moves=moves, cars=list(state.grid))
    state.stage = "lots"


def grid_question(game: Game) -> Ask[str]:
    """Ask which car stands on the next start space (DF-SETUP-07)."""
    grid = game.state.grid
    free = [car for car in COLOURS if car not in grid]
    args = {"space": len(grid) + 1}
    rules = ("DF-SETUP-07", "DF-SETUP-08")
    if game.options.grid_source == "companion":
        return chance("draw", "grid_drawn", free, rules=rules, args=args, resumes=True)

    def refuse(car: str) -> None:
        if car in grid:
            raise IllegalAnswer("placed_already", "DF-SETUP-07", car=car)

    return choose(
        TABLE, "grid_space", free, rules=rules, labels="car", refuse=refuse, args=args, resumes=True
    )

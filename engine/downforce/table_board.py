"""The board only the table sees: players move the pawns and say what happened (DF-BOOK-01 to -05)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, ask, choose, tell
from engine.downforce.board import LINES, TRACK, Moved, arrive, finish_place
from engine.downforce.cards import CUNNING, DETERMINED, INDEX
from engine.layout import BOX

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.downforce.driving import Drive
    from engine.downforce.game import Game
    from engine.layout import Spot


class TableBoard:
    """A board that the program does not know."""

    def set_up(self, game: Game) -> dict[str, str]:
        """All cars stand somewhere on the track."""
        return dict.fromkeys(game.colours, TRACK)

    def place(self, game: Game, car: str) -> str:
        """Return "track", a finishing place, or the box."""
        state = game.state
        if car in state.finished:
            return finish_place(game, car)
        before = state.stage in ("deal", "hands", "grid") or car in state.gone
        return BOX if before else TRACK

    def course(self, game: Game) -> tuple[Spot, ...]:
        """Nothing is known of the course."""
        del game
        return ()

    def move(self, game: Game, move: Drive) -> Script[Moved]:
        """Name car and number; the player of the card says whether it crossed the finish (DF-BOOK-02, -04, -07)."""
        state, car, seat = game.state, move.car, move.player
        state.announced[INDEX[car]] += move.number
        owner = game.owner(car)
        if owner is not None and owner != seat and game.power(owner, CUNNING):
            rules = ("DF-BOOK-07", "DF-CUN-01", "DF-CUN-02")
            yield from tell("may_move", rules=rules, seat=owner, car=car, number=move.number)
        yield from tell(
            "move_pawn", rules=("DF-BOOK-01", *move.rules), seat=seat, car=car, number=move.number
        )
        if may_have(game, car, LINES) and (yield from ask(partial(moved_question, move))):
            yield from arrive(game, car, TRACK)
        return Moved(straight=True, can_go_on=game.racing(car))

    def earned(self, game: Game, car: str, moved: Moved) -> Script[bool]:
        """Ask the owner whether only straight spaces were entered (DF-BOOK-05)."""
        owner = game.owner(car)
        if not moved.can_go_on or owner is None or not game.power(owner, DETERMINED):
            return False
        return (yield from ask(partial(straight_question, owner, car)))

    def cross_lines(self, game: Game) -> Script[None]:
        """Ask for the lowest line not crossed yet; after a yes for the next one too (DF-BOOK-03, -04)."""
        state = game.state
        if state.finished:
            for line in range(state.crossed + 1, LINES + 1):
                yield from tell("line_crossed", rules=("DF-BET-02", "DF-BET-03"), line=line)
            state.crossed = LINES
        while state.crossed < LINES and any(may_have(game, car, state.crossed) for car in game.colours):
            line = state.crossed + 1
            if not (yield from ask(partial(line_question, line))):
                return
            state.crossed += 1
            yield from tell("line_crossed", rules=("DF-BET-03", "DF-BOOK-03"), line=line)

    def rank_cars(self, game: Game) -> Script[list[int]]:
        """Ask for the order of the cars that still race, the foremost first; anew where one is put back (DF-SCORE-02)."""
        home = list(game.state.finished)
        order = list(home)

        def question() -> Ask[str]:
            nonlocal home
            if home != game.state.finished:
                home = list(game.state.finished)
                order[:] = home
            rest = [car for car in game.colours if car not in order]
            return ahead_question(rest, len(order) + 1)

        while len(order) + 1 < len(game.colours):
            order.append((yield from ask(question)))
        order += [car for car in INDEX if car not in order]
        return [order.index(car) + 1 for car in INDEX]


# --- what is asked ------------------------------------------------------------------------------------------------


def moved_question(move: Drive) -> Ask[bool]:
    """Ask the player of the card whether the car has crossed the finish (DF-BOOK-02)."""
    ways, args = {"moved": False, "finished": True}, {"car": move.car, "number": move.number}
    return choose(move.player, "moved", ways, rules=("DF-BOOK-02", "DF-FIN-01"), labels="moved", args=args)


def straight_question(owner: int, car: str) -> Ask[bool]:
    """Ask a car's owner whether only straight spaces were entered (DF-BOOK-05)."""
    answers, rules = {"yes": True, "no": False}, ("DF-BOOK-05", "DF-DET-01")
    return choose(owner, "only_straight", answers, rules=rules, labels="answer", args={"car": car})


def line_question(line: int) -> Ask[bool]:
    """Ask whether a betting line was crossed (DF-BOOK-03)."""
    answers, rules = {"no": False, "yes": True}, ("DF-BOOK-03", "DF-BET-02")
    return choose(TABLE, "line_crossed_now", answers, rules=rules, labels="answer", args={"line": line})


def ahead_question(cars: list[str], place: int) -> Ask[str]:
    """Ask which car is the foremost of some (DF-SCORE-02)."""
    args = {"place": place}
    return choose(TABLE, "who_is_ahead", cars, rules=("DF-SCORE-02",), labels="car", args=args)


def may_have(game: Game, car: str, bound: int) -> bool:
    """Whether a car's named spaces may have brought it over a line or (bound 3) the finish (DF-BOOK-04)."""
    bounds = game.options.books_bounds
    if not game.racing(car):
        return False
    return bounds is None or game.state.announced[INDEX[car]] >= bounds[bound]

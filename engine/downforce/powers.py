"""After the auction: who begins, and which power each player keeps (DF-AUCT-29 to -31, DF-TURN-01, -02)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, ask, choose, tell, together
from engine.downforce.betting import running_turn
from engine.downforce.cards import DETERMINED, POWERS
from engine.downforce.setup import grid_question
from engine.downforce.state import Turn
from engine.seats import clockwise

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Ask, Script
    from engine.downforce.game import Game

CANNOT_TELL = "cannot_tell"


def find_first(game: Game) -> Script[None]:
    """Find who begins: the owner of the car on the lowest start space that has one (DF-TURN-01, -02, DF-BOOK-06)."""
    state = game.state
    while all(game.owner(car) is None for car in state.grid):
        car = yield from ask(lambda: grid_question(game))
        state.grid.append(car)
    owners = ((n, car, game.owner(car)) for n, car in enumerate(state.grid, 1))
    space, car, seat = next((n, car, owner) for n, car, owner in owners if owner is not None)
    rules = ("DF-TURN-01",) if space == 1 else ("DF-TURN-01", "DF-TURN-02")
    yield from tell("begins", rules=rules, seat=seat, car=car, space=space)
    state.turn = Turn(seat)
    state.stage = "powers"


def keep_powers(game: Game) -> Script[None]:
    """Let everybody with several powers keep one (DF-AUCT-29, -30)."""
    state = game.state
    order = clockwise(range(game.seats), running_turn(game).seat)
    for seat in range(game.seats):
        if state.kinds[seat] == "absent":
            yield from keep(game, seat, state.kept[seat][:1])
    asked = [seat for seat in order if len(state.kept[seat]) > 1]
    if game.options.power_choice == "secret" and asked:
        makes: dict[int, Callable[[], Ask[str]]] = {
            seat: partial(power_question, game, seat) for seat in asked
        }
        chosen = yield from together(makes)
        for seat, power in chosen.items():
            yield from keep(game, seat, [power])
    else:
        for seat in asked:
            power = yield from ask(partial(power_question, game, seat))
            yield from keep(game, seat, [power])
    yield from teach_bonus(game)
    state.stage = "race"


def power_question(game: Game, seat: int) -> Ask[str]:
    """Ask which of the own power cards to keep (DF-AUCT-29)."""

    def refuse(power: str) -> None:
        raise IllegalAnswer("not_your_power" if power in POWERS else "not_a_power_card", "DF-AUCT-29")

    return choose(
        seat,
        "keep_power",
        game.state.kept[seat],
        labels="power",
        refuse=refuse,
        rules=("DF-AUCT-29", "DF-AUCT-30"),
        secret=game.options.power_choice == "secret",
        resumes=True,
    )


def keep(game: Game, seat: int, kept: list[str]) -> Script[None]:
    """Put all other powers of a player into the box (DF-AUCT-29, -31)."""
    state = game.state
    rest = [power for power in state.kept[seat] if power not in kept]
    if not rest:
        return
    state.boxed += rest
    state.kept[seat] = list(kept)
    yield from tell("power_kept", rules=("DF-AUCT-29", "DF-AUCT-31"), seat=seat, power=kept[0], boxed=rest)


def bonus(game: Game) -> int | None:
    """Return the number of Determined's bonus spaces, where anybody has taught it (DF-DET-02)."""
    return game.options.determined_bonus or game.state.bonus or game.pack.taught.determined_bonus


def teach_bonus(game: Game) -> Script[None]:
    """Ask once for the number printed on Determined, when somebody keeps it and nobody has said it (DF-DET-02)."""
    state = game.state
    if bonus(game) is not None or state.bonus_asked or [DETERMINED] not in state.kept:
        return
    state.bonus = yield from ask(bonus_question)
    state.bonus_asked = True
    key = "bonus_taught" if state.bonus else "bonus_unknown"
    yield from tell(key, rules=("DF-DET-02", "DF-PACK-04"), number=state.bonus or 0)


def bonus_question() -> Ask[int | None]:
    """Ask the table for the number of bonus spaces, 1 to 6, or to be told that it cannot be read (DF-DET-02)."""
    among: dict[str, int | None] = {str(number): number for number in range(1, 7)}
    among[CANNOT_TELL] = None

    def refuse(given: str) -> None:
        raise IllegalAnswer("out_of_range", "DF-PACK-04", low=1, high=6, given=given)

    rules = ("DF-DET-02", "DF-PACK-04")
    return choose(
        TABLE, "bonus_spaces", among, rules=rules, labels="bonus_spaces", refuse=refuse, resumes=True
    )

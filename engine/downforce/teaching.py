"""Printed values read off real components during a match: cards, Determined, prizes, payouts (DF-PACK-04, -32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine.ask import IllegalAnswer
from engine.downforce.cards import DETERMINED, SPEED_8
from engine.downforce.deck_pack import Taught
from engine.downforce.lessons import lines_of

if TYPE_CHECKING:
    from engine.downforce.game import Game
    from engine.record import Teach

T = TypeVar("T")
RULE = "DF-PACK-04"


def teach(game: Game, lesson: Teach) -> None:
    """Take a lesson: a card's lines, Determined's bonus and turns, the prizes, the payouts of bets.

    Raises:
        IllegalAnswer: there is no such component, or the value is out of its range.

    """
    state, name = game.state, lesson.component
    if name in game.pack.cards and name not in SPEED_8:
        teach_card(game, name, lesson.value)
    elif name == DETERMINED:
        taught = _read({"determined_bonus": lesson.value})
        state.bonus = taught.determined_bonus
    elif name == "determined_turns":
        state.taught_turns = _read({"determined_turns": lesson.value}).determined_turns
    elif name == "prizes":
        state.prizes = list(_read({"prizes": lesson.value}).prizes)
    elif name == "bet_pay":
        state.bet_pay = [list(row) for row in _read({"bet_pay": lesson.value}).bet_pay]
    else:
        raise IllegalAnswer("cannot_teach", RULE, name=name)


def teach_card(game: Game, card: str, value: Any) -> None:
    """Take the lines of a card, "colour speed" from top to bottom, once for each card (DF-COMP-04, D3 to D7)."""
    if game.card(card) is not None:
        raise IllegalAnswer("known_already", "DF-PACK-32", card=card)
    game.state.taught[card] = [str(line) for line in lines_of(value)]


def _read(table: dict[str, Any]) -> Taught:
    try:
        return msgspec.convert(table, Taught)
    except msgspec.ValidationError:
        raise IllegalAnswer("not_a_value", RULE) from None

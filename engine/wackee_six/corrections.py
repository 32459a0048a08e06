"""Offers what a table may set right: numbers, callers and penalties of every scored round (W6-HIST-02, -04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Option
from engine.corrections import Correctable
from engine.wackee_six.correct import BEFORE_SCORING
from engine.wackee_six.words import DECK_CARDS, MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.wackee_six.game import Game
    from engine.wackee_six.state import Round

MOST_FALSE = 20


def corrections(game: Game) -> tuple[Correctable, ...]:
    """Offer the latest round first; and who called, while a round is being counted (W6-CALL-20)."""
    rounds = [one for round_ in reversed(game.state.history) for one in of_round(game, round_)]
    if game.state.phase in BEFORE_SCORING:
        sides = game.active()
        now = list(game.run.callers)
        return (
            Correctable(
                what="pile", name="callers", now=now, options=callers(game, sides), key="callers_now"
            ),
            *rounds,
        )
    return tuple(rounds)


def callers(game: Game, sides: list[int]) -> tuple[Option, ...]:
    """Offer each side as the caller, or nobody."""
    each = [Option([side], key="seat", args={"value": game.speaker(side)}) for side in sides]
    return (*each, Option([], key="nobody"))


def of_round(game: Game, round_: Round) -> Iterator[Correctable]:
    """Offer everything about one round."""
    sides = [side for side, count in enumerate(round_.counts) if count is not None]
    number = round_.number
    for side in sides:
        count = round_.counts[side]
        if count is None:
            continue
        args = {"round": number, "who": game.speaker(side)}
        for what, key, now, most in (
            ("played", "played_of", count.played, DECK_CARDS),
            ("left", "left_of", count.left, MAIN),
            ("false", "false_of", round_.false_calls[side], MOST_FALSE),
        ):
            yield Correctable(
                what="count", name=f"{what}.{number}.{side}", now=now, high=most, key=key, args=args
            )
    yield Correctable(
        what="pile",
        name=f"callers.{number}",
        now=list(round_.callers),
        options=callers(game, sides),
        key="callers_of",
        args={"round": number},
    )
    deleted = int(round_.deleted)
    yield Correctable(
        what="count",
        name=f"deleted.{number}",
        now=deleted,
        high=1,
        key="deleted_round",
        args={"round": number},
    )

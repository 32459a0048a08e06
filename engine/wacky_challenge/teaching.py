"""Printed values that the table enters: asked on first use, taught or corrected at any time (3.1)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine.ask import TABLE, IllegalAnswer, ask, choose, number, tell
from engine.lessons import Field, Lesson, check_field
from engine.wacky_challenge.state import Values
from engine.wacky_challenge.words import BOOSTERS, HALVES, WITH_HALVES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ask import Ask, Script
    from engine.record import Teach
    from engine.wacky_challenge.game import Game

FIELDS: Final = ("speed", "whole", "half", "booster")
RULES: Final = {
    "speed": ("WC-PACK-01", "WC-PACK-02", "WC-COMP-05"),
    "whole": ("WC-PACK-01", "WC-PACK-03", "WC-COMP-05"),
    "half": ("WC-PACK-01", "WC-PACK-04", "WC-COMP-07"),
    "booster": ("WC-PACK-01", "WC-PACK-05", "WC-COMP-06"),
}
RANGES: Final = {"speed": 999, "whole": 9}


def question(card: str, field: str, rule: str) -> Ask[Any]:
    """Ask the table for one printed value of a card (WC-PACK-01 to -05)."""
    rules = (*RULES[field], rule)
    args = {"card": card}
    if field == "half":
        return choose(TABLE, "teach_half", HALVES, rules=rules, labels="half", args=args)
    if field == "booster":
        return choose(TABLE, "teach_booster", BOOSTERS, rules=rules, labels="booster", args=args)
    return number(TABLE, f"teach_{field}", 0, RANGES[field], rules=rules, args=args)


def learn(game: Game, card: str, *fields: str, rule: str = "WC-PACK-08") -> Script[None]:
    """Ask for every value of a card that is needed now and that nobody has entered (WC-PACK-08)."""
    if game.pack.complete:
        return
    for field in game.lacks(card, *fields):
        value = yield from ask(partial(question, card, field, rule))
        keep(game, card, {field: value})
        yield from tell("taught_value", rules=("WC-PACK-01",), card=card, value=value)
        if field == "speed":
            yield from warn_of_twins((other, card) for other in same_speed(game, card))


def learn_all(game: Game) -> Script[None]:
    """Ask for every missing value of the cards in play, where a bot needs them (WC-BOT-06)."""
    state = game.state
    if game.pack.complete or not any(player.bot for player in state.players):
        return
    for card in [*state.offer, *(card for player in state.players for card in (*player.hand, *player.route))]:
        yield from learn(game, card, *FIELDS, rule="WC-BOT-06")


def keep(game: Game, card: str, values: dict[str, Any]) -> None:
    """Note taught values over those that are known."""
    taught = game.state.taught
    old = taught.get(card, Values())
    taught[card] = msgspec.structs.replace(old, **values)


def same_speed(game: Game, ident: str) -> list[str]:
    """Return the other race cards of the same vehicle with the same speed (WC-PACK-07)."""
    card = game.card(ident)
    others = (game.card(other) for other in game.pack.cards if other != ident)
    return [
        other.id
        for other in others
        if not other.starter
        and not card.starter
        and (other.vehicle, other.speed) == (card.vehicle, card.speed)
    ]


def warn_of_twins(pairs: Iterable[tuple[str, str]]) -> Script[None]:
    """Warn of equal speeds: perhaps somebody mistyped (WC-PACK-07)."""
    for one, other in pairs:
        yield from tell("same_speed", rules=("WC-PACK-07",), card=one, other=other)


def teach(game: Game, lesson: Teach) -> None:
    """Take values read off a card; they count from the next computation on (WC-PACK-01, -09).

    Raises:
        IllegalAnswer: no such card or value, or one out of its range.

    """
    if lesson.component.startswith("character-"):
        raise IllegalAnswer("bonus_taken", "WC-PACK-10", given=f"character-{game.pack.bonus}")
    if lesson.component not in game.pack.cards:
        raise IllegalAnswer("unknown_card", "WC-PACK-01", given=lesson.component)
    card = game.pack.cards[lesson.component]
    fields = FIELDS[:3] if card.starter else FIELDS
    if not isinstance(lesson.value, dict) or not lesson.value or not lesson.value.keys() <= set(fields):
        raise IllegalAnswer("cannot_teach", "WC-PACK-01", name=lesson.component)
    for field, value in lesson.value.items():
        check_value(card.vehicle, field, value)
    keep(game, card.id, lesson.value)


def check_value(vehicle: str, field: str, value: Any) -> None:
    """Check one value of a card (WC-PACK-02 to -05).

    Raises:
        IllegalAnswer: it is out of its range.

    """
    check_field(field_of(field), value, RULES[field])
    if field == "half" and value != "none" and vehicle not in WITH_HALVES:
        raise IllegalAnswer("no_half_here", "WC-PACK-04", "WC-COMP-07")


def open_lessons(game: Game) -> tuple[Lesson, ...]:
    """Offer the values of the cards in play that nobody has entered yet (WC-PACK-08)."""
    state = game.state
    cards = [card for player in state.players for card in (*player.hand, *player.route)]
    cards += [card for card in (*state.offer, *state.row) if card]
    found: list[Lesson] = []
    for card in cards:
        missing = game.lacks(card, *FIELDS)
        if missing:
            fields = tuple(field_of(name) for name in missing)
            found.append(Lesson(component=card, table="race", key=card, fields=fields, rules=("WC-PACK-01",)))
    return tuple(found)


def field_of(name: str) -> Field:
    """Return how one printed value is asked for (WC-PACK-02 to -05)."""
    if name == "half":
        return Field(name=name, key="lesson_half", kind="choice", options=HALVES)
    if name == "booster":
        return Field(name=name, key="lesson_booster", kind="choice", options=BOOSTERS)
    key = "lesson_speed" if name == "speed" else "lesson_whole"
    return Field(name=name, key=key, kind="number", low=0, high=RANGES[name])

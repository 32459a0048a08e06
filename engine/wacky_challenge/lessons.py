"""What a table can teach of its own cards: speed, stages, half-stage and booster, card by card (2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lessons import Lesson
from engine.wacky_challenge.pack import known
from engine.wacky_challenge.teaching import field_of
from engine.wacky_challenge.words import WITH_HALVES

if TYPE_CHECKING:
    from engine.wacky_challenge.pack import Card, Pack


def lessons(pack: Pack) -> tuple[Lesson, ...]:
    """Return a lesson for every race card and starter, in the order of the box (WC-PACK-01)."""
    return tuple(
        Lesson(
            component=card.id,
            table="cards",
            key=card.id,
            fields=tuple(map(field_of, printed_on(card))),
            rules=("WC-PACK-01",),
            taught=known(card),
        )
        for card in pack.cards.values()
    )


def printed_on(card: Card) -> tuple[str, ...]:
    """Name the values that a card shows: a starter no booster, and no speed that counts; some vehicles no half-stage."""
    half = ("half",) if card.vehicle in WITH_HALVES else ()
    return ("whole", *half) if card.starter else ("speed", "whole", *half, "booster")

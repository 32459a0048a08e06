"""A hand of cards of which the program may know all, some or none: with real cards that is for the table to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection


class Hand(msgspec.Struct):
    """The cards of a hand: those the program knows, and how many it does not know (see `SeatInfo.hand_known`)."""

    cards: list[str] = []
    unknown: int = 0

    @property
    def size(self) -> int:
        """How many cards the hand has."""
        return len(self.cards) + self.unknown

    def forget(self, kept: Collection[str] = ()) -> None:
        """Know no card any more but those of *kept*, as when somebody takes over whose cards are nobody's business."""
        self.unknown += sum(card not in kept for card in self.cards)
        self.cards = [card for card in self.cards if card in kept]

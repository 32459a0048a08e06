"""Who wins a lot: bids compared and ties taken apart step by step (DF-AUCT-04 to -11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.downforce.cards import Card


class Bid(NamedTuple):
    """What a seat has bid: the value, and what the ties look at. `card` is empty for a typed bid."""

    seat: int
    value: int
    cars: int = 0
    wild: bool = False
    total: int = 0
    card: str = ""


def bid_of(seat: int, card: Card, colour: str) -> Bid:
    """Read a bid off a card: the number beside the colour, 0 without it (DF-AUCT-04, -05, -06)."""
    return Bid(seat, card.values.get(colour, 0), card.cars, card.wild, card.total, card.id)


def highest(bids: Iterable[Bid]) -> list[Bid]:
    """Return the highest bids (DF-AUCT-07)."""
    best = list(bids)
    top = max(bid.value for bid in best)
    return [bid for bid in best if bid.value == top]


def most_cars(bids: list[Bid]) -> list[Bid]:
    """Tie, first step: the most cars on the card (DF-AUCT-08, -09)."""
    top = max(bid.cars for bid in bids)
    return [bid for bid in bids if bid.cars == top]


def without_wild(bids: list[Bid]) -> list[Bid]:
    """Tie, second step: a card without a wild, where there is one (DF-AUCT-10)."""
    return [bid for bid in bids if not bid.wild] or bids


def highest_sum(bids: list[Bid]) -> list[Bid]:
    """Tie, last step as it comes: the higher sum of all numbers on the card (DF-AUCT-11)."""
    top = max(bid.total for bid in bids)
    return [bid for bid in bids if bid.total == top]


def best(bids: Iterable[Bid]) -> list[Bid]:
    """Return the bids that are still level after the first two steps."""
    return without_wild(most_cars(highest(bids)))

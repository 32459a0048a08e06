"""The weak pilot: bids by the strength of its hand, plays the card that helps its cars most at once (section 7)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.downforce.bids import bid_of
from engine.downforce.cards import (
    AGGRESSIVE,
    COLOURS,
    CUNNING,
    DETERMINED,
    INDEX,
    SPEED_8,
    STRATEGIC,
    TRICKY,
    UNPREDICTABLE,
)
from engine.downforce.mind import Position, Row, position_of, rows_of
from engine.pilots import any_legal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Ask, Option, Value
    from engine.downforce.cards import Card
    from engine.downforce.game import Game
    from engine.downforce.track import Track
    from engine.downforce.views import SeatView
    from engine.pilots import Draw

    Decision: TypeAlias = Callable[[Track, SeatView, Ask[Any]], Value]

LIKED = (AGGRESSIVE, STRATEGIC, UNPREDICTABLE, DETERMINED, TRICKY, CUNNING)
KEEP_8 = 0.25
"""How much better a Speed-8 card must be to be played now."""


def first_option(track: Track, seen: SeatView, question: Ask[Any]) -> Value:
    """Take what is offered first."""
    del track, seen
    return question.options[0].value


class Weak:
    """Plays from its seat's view; what a card or path is worth is how many steps are left, not what comes after."""

    def __init__(self, game: Game) -> None:
        self.track: Track | None = game.track
        self.cards: Mapping[str, Card | None] = game.pack.cards
        self.rows: dict[str, tuple[Row, ...]] = {
            ident: rows_of(card) for ident, card in game.pack.cards.items() if card is not None
        }

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer to any question that may come to a player's seat."""
        seen: SeatView = view
        decide = self.decisions.get(question.key)
        unknown = len(seen.hand) < seen.public.hands[seen.seat]
        if decide is None or self.track is None or not question.options or unknown:
            return any_legal(question, draw)
        return decide(self.track, seen, question)

    @cached_property
    def decisions(self) -> Mapping[str, Decision]:
        """How each question is answered, by its key."""
        return {
            "bid": self.bid,
            "bid_again_for": self.bid,
            "bid_second_card": self.bid,
            "keep_power": lambda _, __, asked: min((str(o.value) for o in asked.options), key=LIKED.index),
            "play_card": self.card,
            "order": self.order,
            "skip": self.skip,
            "wild": self.wild,
            "plus": lambda _, __, asked: asked.options[-1].value,
            "path": self.path,
            "claim": first_option,
            "bonus": first_option,
            "bet": self.bet,
        }

    # --- auction --------------------------------------------------------------------------------------------------

    def numbers(self, hand: tuple[str, ...]) -> list[int]:
        """Add up the numbers of each colour in a hand."""
        sums = [0] * len(COLOURS)
        for ident in hand:
            card = self.cards.get(ident)
            if card is not None:
                for colour, speed in card.values.items():
                    sums[INDEX[colour]] += speed
        return sums

    def limit(self, seen: SeatView, car: str) -> int:
        """Return the most this seat pays for a car."""
        public = seen.public
        sums = self.numbers(seen.hand)
        worth = 5.5 + 0.35 * (sums[INDEX[car]] - sum(sums) / len(sums))
        worth += 0.5 if car in public.grid[:3] else -0.5
        owned = sum(sale.seat == seen.seat for sale in public.sales)
        return max(0, min(6, round(0.6 * worth) - max(0, owned - 1)))

    def bid(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Bid for the car on offer by the strength of the own hand (section 7)."""
        del track
        return self.lay(seen, question, self.limit(seen, str(question.args["car"])))

    def lay(self, seen: SeatView, question: Ask[Any], limit: int) -> Value:
        """Lay the card that bids most within the limit, of equals the one that wins ties; else the lowest."""
        car = str(question.args["car"])
        bids = [
            bid_of(seen.seat, card, car)
            for option in question.options
            if (card := self.cards.get(str(option.value))) is not None
        ]
        within = [bid for bid in bids if bid.value <= limit]
        if not within:
            return min(bids, key=lambda bid: bid.value).card
        return max(within, key=lambda bid: (bid.value, bid.cars, not bid.wild, bid.total)).card

    def liked(self, seen: SeatView) -> set[str]:
        """Return the cars this seat wants to go far: its own."""
        return {sale.car for sale in seen.public.sales if sale.seat == seen.seat}

    def position(self, track: Track, seen: SeatView) -> Position:
        """Read the position off the view."""
        return position_of(track, seen.public)

    # --- race -----------------------------------------------------------------------------------------------------

    def card(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Return the card that leaves the own cars the shortest and the others the longest way."""
        position = self.position(track, seen)
        hand = [str(option.value) for option in question.options]
        return max(hand, key=lambda card: self.worth(position, seen.seat, card))

    def worth(self, position: Position, seat: int, card: str) -> float:
        """How well the seat's cars stand after a card, in the better order where there is a choice."""
        merits = []
        for upward in (False, True) if position.powers[seat] == TRICKY else (False,):
            after = position.copy()
            after.play(seat, self.rows[card], upward=upward)
            merits.append(after.merit(seat))
        return max(merits) - (KEEP_8 if card in SPEED_8 else 0)

    def order(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Choose the order that leaves the own cars better off."""
        turn = seen.public.turn
        if turn is None:
            return question.options[0].value
        rows = [Row(INDEX.get(colour, len(COLOURS)), speed) for colour, speed in turn.lines]
        merits = {}
        for answer in ("down", "up"):
            position = self.position(track, seen)
            position.play(seen.seat, rows, upward=answer == "up")
            merits[answer] = position.merit(seen.seat)
        return max(merits, key=merits.__getitem__)

    def skip(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Leave out the first car of somebody else."""
        del track
        car = question.args["car"]
        return "skip" if car in COLOURS and car not in self.liked(seen) else "move"

    def wild(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Name the own car nearest the finish, else a finished one, else the last."""
        position = self.position(track, seen)
        free = {INDEX[str(option.value)] for option in question.options}
        return COLOURS[position.wild(seen.seat, [car for car in range(len(COLOURS)) if car not in free])]

    def path(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Own cars as far as they get (with the bonus, where it is earned), others as short as can be."""
        car = question.args["car"]
        own = car in self.liked(seen)
        ends = [option for option in question.options if str(option.value).rstrip("+") in track.numbers]

        def left(option: Option) -> float:
            name = str(option.value)
            steps = track.left[track.numbers[name.rstrip("+")]]
            return steps - (seen.public.bonus or 0) if own and name.endswith("+") else steps

        chosen = min(ends, key=left) if own else max(ends, key=left)
        return chosen.value

    def bet(self, track: Track, seen: SeatView, question: Ask[Any]) -> Value:
        """Mark the car with the shortest way left, the numbers of the own hand for it reckoned in."""
        position = self.position(track, seen)
        sums = self.numbers(seen.hand)
        finished = seen.public.finished

        def outlook(car: str) -> float:
            if car in finished:
                return -1000 + finished.index(car)
            return track.left[position.places[INDEX[car]]] - 0.4 * sums[INDEX[car]]

        return min((str(option.value) for option in question.options), key=outlook)

"""The strong pilot: deals the unseen cards many times, plays the race to its end, and takes what did best (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.downforce.cards import COLOURS, INDEX, SPEED_8
from engine.downforce.mind import ANY, HARM, Position, Row
from engine.downforce.pilots import Weak
from engine.pilots import shuffle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Ask, Value
    from engine.downforce.game import Game
    from engine.downforce.track import Track
    from engine.downforce.views import SeatView
    from engine.pilots import Draw

CARD_SAMPLES = 8
BET_SAMPLES = 24
LOT_SAMPLES = 16
SHARE = 0.5
"""How much of what a car is worth is paid for it at most."""

CANDIDATES = 6
"""How many cards, the best at first sight, are looked at closely."""


class Strong(Weak):
    """Looks ahead by fixed numbers of samples, never by time."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.regular = game.pack.regular
        taught = game.pack.taught
        self.prizes = taught.prizes
        self.pays = taught.bet_pay

    def answer(self, view: Any, question: Ask[Any], draw: Draw) -> Value:
        """Return a legal answer; bids, cards and bets by samples, the rest as the weak pilot does."""
        seen: SeatView = view
        track, names = self.track, [str(option.value) for option in question.options]
        if track is not None and names and len(seen.hand) == seen.public.hands[seen.seat]:
            match question.key:
                case "bid" | "bid_again_for":
                    limit = self.worth_paying(track, seen, str(question.args["car"]), draw)
                    return self.lay(seen, question, limit)
                case "play_card":
                    return self.best_card(track, seen, names, draw)
                case "bet":
                    return self.best_bet(track, seen, names, draw)
        return super().answer(view, question, draw)

    def liked(self, seen: SeatView) -> set[str]:
        """Return the own cars and those bet on."""
        return super().liked(seen) | set(seen.bets)

    def position(self, track: Track, seen: SeatView) -> Position:
        """Read the position off the view; cars bet on are driven like own ones."""
        position = super().position(track, seen)
        position.backer = seen.seat
        position.backed = frozenset(INDEX[car] for car in seen.bets if car)
        return position

    # --- decisions ------------------------------------------------------------------------------------------------

    def best_card(self, track: Track, seen: SeatView, hand: list[str], draw: Draw) -> str:
        """Return the card after which the sampled races paid best, less what they paid the others."""
        position = self.position(track, seen)
        first = sorted(hand, key=lambda card: -self.worth(position, seen.seat, card))[:CANDIDATES]
        if len(first) == 1:
            return first[0]
        deals = [self.deal(seen, draw) for _ in range(CARD_SAMPLES)]

        def mean(card: str) -> float:
            return sum(self.try_card(position, seen, card, hands) for hands in deals)

        return max(first, key=mean)

    def try_card(self, position: Position, seen: SeatView, card: str, hands: list[list[str]]) -> float:
        """Play a card, then the race to its end with some hands; return own winnings less the others' mean."""
        seat = seen.seat
        after = position.copy()
        after.play(seat, self.rows[card])
        rest = [[*hand] for hand in hands]
        rest[seat] = [other for other in seen.hand if other != card]
        self.race(after, rest, (seat + 1) % len(rest))
        return lead(self.money(after, seen), seat)

    def best_bet(self, track: Track, seen: SeatView, cars: list[str], draw: Draw) -> str:
        """Return the car whose bet pays most on the average of sampled races."""
        position = self.position(track, seen)
        pays = self.pays[min(seen.public.rounds, 2)]
        worth = [0.0] * ANY
        turn = seen.public.turn
        begins = (turn.seat + 1) % len(seen.public.hands) if turn is not None else 0
        for _ in range(BET_SAMPLES):
            hands = self.deal(seen, draw)
            hands[seen.seat] = list(seen.hand)
            after = position.copy()
            self.race(after, hands, begins)
            for place, car in enumerate(after.order[:3]):
                worth[car] += pays[place]
        return max(cars, key=lambda car: worth[INDEX[car]])

    def worth_paying(self, track: Track, seen: SeatView, car: str, draw: Draw) -> int:
        """Return the most to pay: by how much sampled races end better with the car than with it at a rival."""
        gain = sum(self.gain(track, seen, INDEX[car], draw) for _ in range(LOT_SAMPLES)) / LOT_SAMPLES
        return max(0, min(6, round(gain * SHARE)))

    def gain(self, track: Track, seen: SeatView, car: int, draw: Draw) -> float:
        """Play one sampled race twice, the car once at this seat and once at a rival; return the difference."""
        seats = len(seen.public.hands)
        rivals = [seat for seat in range(seats) if seat != seen.seat]
        hands = self.deal(seen, draw)
        hands[seen.seat] = list(seen.hand)
        unsold = [other for other in range(ANY) if COLOURS[other] not in {s.car for s in seen.public.sales}]
        luck = [draw(seats) for _ in unsold]
        ends: list[float] = []
        for buyer in (seen.seat, rivals[draw(len(rivals))]):
            position = self.position(track, seen)
            position.owners[car] = buyer
            for other, seat in zip(unsold, luck, strict=True):
                if other != car:
                    without = [one for one in range(seats) if one not in position.owners]
                    position.owners[other] = without[0] if without else seat
            self.race(position, [[*hand] for hand in hands], position.owners[INDEX[seen.public.grid[0]]])
            ends.append(lead(self.money(position, seen), seen.seat))
        return ends[0] - ends[1]

    # --- samples --------------------------------------------------------------------------------------------------

    def deal(self, seen: SeatView, draw: Draw) -> list[list[str]]:
        """Deal the cards nobody has shown to the other hands, each its number; shown cards stay where they are."""
        public = seen.public
        gone = {*seen.hand, *public.discard, *(card for cards in public.shown for card in cards)}
        free = [card for card in self.regular if card not in gone]
        shuffle(free, draw)
        hands: list[list[str]] = []
        for seat, size in enumerate(public.hands):
            hand = list(public.shown[seat])
            while seat != seen.seat and len(hand) < size and free:
                hand.append(free.pop())
            hands.append(hand)
        return hands

    def race(self, position: Position, hands: list[list[str]], seat: int) -> None:
        """Play a race to its end, every seat the card that looks best by its numbers."""
        idle = 0
        while idle < len(hands) and len(position.order) < ANY:
            if hands[seat] and position.runs(seat):
                idle = 0
                card = self.by_numbers(position, seat, hands[seat])
                hands[seat].remove(card)
                position.play(seat, self.rows[card])
            else:
                idle += 1
            seat = (seat + 1) % len(hands)

    def by_numbers(self, position: Position, seat: int, hand: Sequence[str]) -> str:
        """Return the card that moves the own cars most and the others least, by its numbers alone."""
        end = position.track.end
        weight = [
            0.0 if place == end else 1.0 if owner == seat else -HARM
            for owner, place in zip(position.owners, position.places, strict=True)
        ]
        weight.append(1.0)
        rows = self.rows
        return max(hand, key=lambda card: _worth(rows[card], weight) - (0.25 if card in SPEED_8 else 0))

    def money(self, position: Position, seen: SeatView) -> list[float]:
        """Return what a finished race pays each seat: prizes, and this seat's bets."""
        money = [0.0] * len(seen.public.hands)
        for at, number in enumerate(position.order):
            owner = position.owners[number]
            if owner >= 0:
                money[owner] += self.prizes[at]
        for line, car in enumerate(seen.bets):
            place = position.order.index(INDEX[car]) if car and INDEX[car] in position.order else ANY
            if place < 3:
                money[seen.seat] += self.pays[line][place]
        best = next((at for at, car in enumerate(position.order) if position.owners[car] == seen.seat), ANY)
        for line in range(len(seen.bets), len(self.pays)):
            money[seen.seat] += self.pays[line][best] if best < 3 else 0
        return money


def lead(money: Sequence[float], seat: int) -> float:
    """Return a seat's winnings less the mean of the others'."""
    return money[seat] - (sum(money) - money[seat]) / max(1, len(money) - 1)


def _worth(rows: Sequence[Row], weight: Sequence[float]) -> float:
    total = 0.0
    for car, speed in rows:
        total += weight[car] * speed
    return total

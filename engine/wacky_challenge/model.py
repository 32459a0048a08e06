"""The game in numbers, for pilots: a small copy that plays on quickly. Cards are indexes, seats are indexes (7.3).

Everything here is made from a view, so it holds nothing its seat must not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.wacky_challenge.game import with_values
from engine.wacky_challenge.order import order_of, raised, shifted
from engine.wacky_challenge.score import best_joins, code_of, violet_bonus
from engine.wacky_challenge.state import Effect
from engine.wacky_challenge.words import CHOOSES_LATE, LASTING, TURNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.wacky_challenge.options import Options
    from engine.wacky_challenge.pack import Pack
    from engine.wacky_challenge.state import Values
    from engine.wacky_challenge.views import PublicView
    from engine.wacky_challenge.words import Booster, Vehicle

HOPE: Final = {"c": 0.35, "b": 0.35, "p": 1.3}
"""What a half without a partner is worth while more cards will be taken."""

LAST_HOPE: Final = 0.6
"""How much of it is left when exactly one more card will be taken."""

TAKE_NOISE: Final = 0.1
CHOOSE_NOISE: Final = 0.6


@dataclass(slots=True)
class Deck:
    """What is printed on every card, by card id; shared by all copies of a game."""

    vehicle: dict[str, Vehicle]
    speed: dict[str, int]
    whole: dict[str, int]
    code: dict[str, str]
    colour: dict[str, str]
    booster: dict[str, Booster]
    road_water: bool
    violet: str
    bonus: str

    def stages(self, route: list[str], colour: str) -> int:
        """Return what a route is worth (WC-SCORE-17)."""
        codes = "".join(sorted([self.code[card] for card in route]))
        total = sum([self.whole[card] for card in route]) + best_joins(codes, road_water=self.road_water)
        owners = [self.colour[card] for card in route]
        if colour == self.bonus:
            total += violet_bonus(owners.count(""), self.violet)
        return total + owners.count(colour)


def deck_of(pack: Pack, options: Options, taught: dict[str, Values]) -> Deck:
    """Return the printed values with what was taught."""
    cards = {
        ident: with_values(card, taught[ident]) if ident in taught else card
        for ident, card in pack.cards.items()
    }
    return Deck(
        vehicle={ident: card.vehicle for ident, card in cards.items()},
        speed={ident: card.speed or 0 for ident, card in cards.items()},
        whole={ident: card.whole or 0 for ident, card in cards.items()},
        code={ident: code_of(card) for ident, card in cards.items()},
        colour={ident: card.colour for ident, card in cards.items()},
        booster={ident: card.booster or "none" for ident, card in cards.items()},
        road_water=options.half_matching == "road_water",
        violet=options.violet_bonus,
        bonus=pack.bonus,
    )


@dataclass(slots=True)
class Model:
    """A match in play, as far as it is open knowledge."""

    deck: Deck
    colours: tuple[str, ...]
    hierarchy: list[Vehicle]
    offer: list[str]
    hands: list[list[str]]
    routes: list[list[str]]
    turn: int
    effect: Effect | None = None
    row: list[str] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    taken: int = 0
    speed_first: bool = True

    def copy(self) -> Model:
        """Return a copy that can be played on."""
        return Model(
            self.deck,
            self.colours,
            list(self.hierarchy),
            list(self.offer),
            [list(hand) for hand in self.hands],
            [list(route) for route in self.routes],
            self.turn,
            self.effect,
            list(self.row),
            list(self.order),
            self.taken,
            self.speed_first,
        )

    # --- what a steady player thinks ----------------------------------------------------------------------------

    def worth(self, seat: int, card: str, base: int) -> float:
        """Return what a card adds to a route worth *base* (7.3)."""
        deck, route, colour = self.deck, self.routes[seat], self.colours[seat]
        gain: float = deck.stages([*route, card], colour) - base
        code = deck.code[card]
        more = TURNS - len(route) - 1
        if code and more > 0:
            old = "".join(sorted([deck.code[one] for one in route]))
            new = "".join(sorted([*old, code]))
            if best_joins(new, road_water=deck.road_water) == best_joins(old, road_water=deck.road_water):
                gain += HOPE[code.lower()] * (LAST_HOPE if more == 1 else 1.0)
        return gain

    def best_take(self, seat: int, noise: Callable[[], float]) -> str:
        """Return the offered card worth most; ties: the faster, then the id."""
        base = self.deck.stages(self.routes[seat], self.colours[seat])
        speed = self.deck.speed
        return max(
            self.offer,
            key=lambda card: (self.worth(seat, card, base) + TAKE_NOISE * noise(), speed[card], card),
        )

    def best_choice(self, seat: int, noise: Callable[[], float]) -> str:
        """Return the card to play: an early one when much is at stake, not one that hands out many stages."""
        hand = self.hands[seat]
        if len(hand) == 1:
            return hand[0]
        deck = self.deck
        base = deck.stages(self.routes[seat], self.colours[seat])
        worths = sorted([self.worth(seat, card, base) for card in self.offer], reverse=True)
        stake = worths[0] - worths[max(1, len(worths) // 2)]
        sure = self.effect is not None and self.effect.seat == seat and self.effect.kind == "transform"

        def appeal(card: str) -> float:
            early = (4 - self.hierarchy.index(deck.vehicle[card])) / 4 + deck.speed[card] / 200
            return 1.2 * stake * (1.0 if sure else early) - 0.15 * deck.whole[card] + CHOOSE_NOISE * noise()

        return max(hand, key=appeal)

    def best_late(self, seat: int) -> str:
        """Return the card that comes earliest beside those already played; ties: fewer whole stages."""

        def place(card: str) -> tuple[int, int]:
            self.row[seat] = card
            return self.made_order().index(seat), self.deck.whole[card]

        chosen = min(self.hands[seat], key=place)
        self.row[seat] = ""
        return chosen

    def best_top(self, seat: int) -> Vehicle:
        """Return the vehicle of the fastest card in hand; of an unknown hand, the one that is on top."""
        if not self.hands[seat]:
            return self.hierarchy[0]
        return self.deck.vehicle[max(self.hands[seat], key=self.deck.speed.__getitem__)]

    def best_exchange(self, seat: int) -> tuple[str, str] | None:
        """Return the route card to give and the hand card to get for it that make the best route."""
        deck, route, colour = self.deck, self.routes[seat], self.colours[seat]
        pairs = [(mine, held) for mine in route for held in self.hands[seat] if deck.vehicle[held] != "train"]
        if not pairs:
            return None
        return max(
            pairs, key=lambda pair: deck.stages([pair[1] if one == pair[0] else one for one in route], colour)
        )

    # --- playing on ---------------------------------------------------------------------------------------------

    def made_order(self) -> list[int]:
        """Return the order of the cards played (3.4)."""
        deck = self.deck
        played = {seat: (deck.vehicle[card], deck.speed[card]) for seat, card in enumerate(self.row) if card}
        last = self.order if len(self.order) == len(self.row) else ()
        return order_of(self.hierarchy, played, self.effect, last)

    def choose_rest(self, noise: Callable[[], float]) -> None:
        """Let everybody who has not chosen choose, the holder of `last_choice` last; then make the order."""
        if not self.row:
            self.row = [""] * len(self.hands)
        late = self.effect.seat if self.effect is not None and self.effect.kind in CHOOSES_LATE else -1
        for seat, card in enumerate(self.row):
            if not card and seat != late:
                self.play(seat, self.best_choice(seat, noise))
        if late >= 0 and not self.row[late]:
            self.play(late, self.best_late(late))
        self.order, self.taken, self.effect = self.made_order(), 0, None

    def play(self, seat: int, card: str) -> None:
        """Play a card of the hand."""
        if not self.row:
            self.row = [""] * len(self.hands)
        self.hands[seat].remove(card)
        self.row[seat] = card

    def take(self, card: str) -> None:
        """Let the next seat of the order take a card."""
        self.offer.remove(card)
        self.routes[self.order[self.taken]].append(card)
        self.taken += 1

    def finish_turn(self, noise: Callable[[], float]) -> None:
        """Take the rest, shift, carry out the booster, and begin the next turn."""
        while self.taken < len(self.order):
            self.take(self.best_take(self.order[self.taken], noise))
        (leftover,) = self.offer
        self.hierarchy = shifted(self.hierarchy, self.deck.vehicle[leftover])
        owner = self.order[-1]
        lowest = self.row[owner]
        self.offer += self.row
        self.row = []
        self.turn += 1
        if self.turn <= TURNS:
            self.carry_out(owner, self.deck.booster[lowest])

    def carry_out(self, owner: int, booster: Booster) -> None:
        """Carry out a booster as a steady player does (7.3)."""
        if booster in ("top_vehicle", "triple"):
            self.hierarchy = raised(self.hierarchy, self.best_top(owner))
        if booster == "exchange" and (pair := self.best_exchange(owner)) is not None:
            mine, held = pair
            route, hand = self.routes[owner], self.hands[owner]
            route[route.index(mine)], hand[hand.index(held)] = held, mine
        elif booster in LASTING and (booster != "speed_first" or self.speed_first):
            self.effect = Effect(owner, booster)

    def play_out(self, noise: Callable[[], float]) -> list[int]:
        """Play to the end; returns the stages of every seat."""
        while True:
            if not self.row or "" in self.row:
                self.choose_rest(noise)
            self.finish_turn(noise)
            if self.turn > TURNS:
                return [
                    self.deck.stages(route, colour)
                    for route, colour in zip(self.routes, self.colours, strict=True)
                ]


def model_of(view: PublicView, deck: Deck, options: Options) -> Model:
    """Return the model of what a view shows; a choice that is not turned up is not in it (WC-BOT-04)."""
    return Model(
        deck,
        view.colours,
        list(view.hierarchy),
        list(view.offer),
        [list(hand) for hand in view.hands],
        [list(route) for route in view.routes],
        view.turn,
        view.effect,
        list(view.row) if any(view.row) else [],
        list(view.order) if view.stage == "take" else list(view.last_order),
        view.taken,
        options.speed_first == "next_turn",
    )

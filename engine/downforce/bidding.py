"""Bids: laid in secret, shown together, ties settled, and the forced purchase (DF-AUCT-03 to -11, -20 to -33)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.ask import TABLE, IllegalAnswer, ask, chance, choose, confirm, number, scan, tell, together
from engine.downforce.bids import Bid, best, bid_of, highest, highest_sum, most_cars, without_wild
from engine.downforce.game import LOTS
from engine.downforce.hands import hand_card, learn, possible_cards, row_position, to_the_right
from engine.downforce.typed import known_card

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Ask, Script
    from engine.downforce.game import Game
    from engine.downforce.state import Lot

NO_CARD = "no_card"
"""The answer that no card of the hand shows the colour (DF-AUCT-22)."""


def left_over(game: Game) -> int:
    """How many cars are left, the one on offer included (DF-AUCT-19)."""
    return LOTS - len(game.state.sales)


def without_car(game: Game) -> list[int]:
    """Return the seats that have no car yet."""
    return [seat for seat in range(game.seats) if not game.cars_of(seat)]


def restricted(game: Game) -> bool:
    """Whether only players without a car may bid (DF-AUCT-18, -19)."""
    return left_over(game) == len(without_car(game))


def admitted(game: Game) -> list[int]:
    """Return the seats that may bid for the lot on offer (DF-AUCT-19, -25)."""
    return without_car(game) if restricted(game) else list(range(game.seats))


# --- laying and showing -------------------------------------------------------------------------------------------


def lay_bids(game: Game, lot: Lot) -> Script[list[Bid]]:
    """Take one bid of everybody admitted who is there (DF-AUCT-03, -26, -27, -33)."""
    present = [seat for seat in admitted(game) if seat in game.present()]
    if game.options.typed_bids:
        return (yield from typed_bids(lot, present))
    if game.options.bid_input == "shared_reader" and present:
        rules = ("DF-AUCT-03", "DF-AUCT-33")
        yield from ask(lambda: confirm(TABLE, "lay_bids", rules=rules, args={"car": lot.car}, resumes=True))
    key = "bid_again_for" if lot.again else "bid"
    cards = yield from laid(game, key, lot, dict.fromkeys(present, ""))
    return (yield from show(game, lot, cards))


def laid(game: Game, key: str, lot: Lot, before: Mapping[int, str]) -> Script[dict[int, str]]:
    """Let some seats lay a card each; one that two seats claim to hold is laid again (DF-AUCT-03, -27).

    *before* names the seats and the cards they may not lay again ("" for none).
    """
    if not before:
        return {}
    makes: dict[int, Callable[[], Ask[str]]] = {
        seat: partial(bid_question, game, key, lot, seat, card) for seat, card in before.items()
    }
    while True:
        cards = yield from together(makes)
        if len(set(cards.values())) == len(cards):
            return cards
        yield from tell("card_twice", rules=("DF-COMP-07",), car=lot.car)


def bid_question(game: Game, key: str, lot: Lot, seat: int, before: str) -> Ask[str]:
    """Ask for a card to bid with (DF-AUCT-03, -06, -19); *before*: the card of a first bid, not to be laid again."""
    bidders = admitted(game)

    def read(value: str) -> str:
        holder = next((other for other, hand in enumerate(game.state.hands) if value in hand.shown), seat)
        if holder not in bidders:
            raise IllegalAnswer("bid_closed", "DF-AUCT-19")
        card = hand_card(game, seat, value, "DF-AUCT-03")
        if card == before:
            raise IllegalAnswer("same_card", "DF-AUCT-11")
        return card

    return scan(
        seat,
        key,
        [card for card in possible_cards(game, seat) if card != before],
        read,
        args={"car": lot.car},
        rules=("DF-AUCT-03", "DF-AUCT-26", "DF-AUCT-27"),
        secret=True,
        reveals=True,
        resumes=game.options.bid_input != "shared_reader" and not before,
    )


def show(game: Game, lot: Lot, cards: Mapping[int, str]) -> Script[list[Bid]]:
    """Turn the cards over together; they go back to their hands, known to all (DF-AUCT-03, -04, -16, -28)."""
    bids: list[Bid] = []
    for seat, ident in cards.items():
        card = yield from known_card(game, seat, ident)
        bids.append(bid_of(seat, card, lot.car))
    for seat, ident in cards.items():
        yield from row_position(game, seat, ident)
    for bid in bids:
        learn(game, bid.seat, bid.card)
        to_the_right(game, bid.seat, bid.card)
        rules = ("DF-AUCT-03", "DF-AUCT-04", "DF-AUCT-05", "DF-AUCT-06", "DF-AUCT-16", "DF-AUCT-28")
        yield from tell("bid_shown", rules=rules, seat=bid.seat, bid=bid.value, card=bid.card, cars=bid.cars)
    return bids


def typed_bids(lot: Lot, seats: list[int]) -> Script[list[Bid]]:
    """Take the numbers after the cards were turned over (DF-AUCT-33)."""
    bids: list[Bid] = []
    for seat in seats:
        rules = ("DF-AUCT-04", "DF-AUCT-33")
        make = partial(number, TABLE, "bid_typed", 0, 6, rules=rules, args={"who": seat, "car": lot.car})
        bids.append(Bid(seat, (yield from ask(make))))
    return bids


# --- ties ---------------------------------------------------------------------------------------------------------


def settle_tie(game: Game, lot: Lot, bids: list[Bid]) -> Script[Bid]:
    """Return the winning bid; absent bidders win only where nobody else is admitted (DF-AUCT-07 to -11, -20)."""
    if not bids:
        return (yield from by_lot([Bid(seat, 0) for seat in admitted(game)]))
    level = highest(bids)
    if len(level) > 1 and game.options.typed_bids:
        level = yield from typed_tie(level)
    level = best(level)
    if len(level) > 1:
        level = yield from last_tie(game, lot, level)
    return level[0] if len(level) == 1 else (yield from by_lot(level))


def last_tie(game: Game, lot: Lot, level: list[Bid]) -> Script[list[Bid]]:
    """The last step: the sum, nothing, or another card of each tied player (DF-AUCT-11)."""
    choice = game.options.bid_last_tie
    if choice == "sum":
        if game.options.typed_bids:
            level = yield from typed_sums(level)
        return highest_sum(level)
    if choice == "lot":
        return level
    seats = [bid.seat for bid in level]
    if any(game.hand(seat).size < 2 for seat in seats):
        return level
    yield from tell("tie_again", rules=("DF-AUCT-11",), seats=seats, car=lot.car)
    if game.options.typed_bids:
        second = yield from typed_bids(lot, seats)
        second = yield from typed_tie(highest(second))
    else:
        before = {bid.seat: bid.card for bid in level}
        cards = yield from laid(game, "bid_second_card", lot, before)
        second = yield from show(game, lot, cards)
    winners = {bid.seat for bid in best(second)}
    return [bid for bid in level if bid.seat in winners]


def by_lot(level: list[Bid]) -> Script[Bid]:
    """Draw among level bids (DF-AUCT-11, DF-TABLE-09)."""
    among = {str(bid.seat): bid for bid in level}
    if len(among) == 1:
        return level[0]
    rules = ("DF-AUCT-11", "DF-TABLE-09")
    drawn = yield from ask(lambda: chance("draw", "tie_lot", list(among), rules=rules, reveals=True))
    yield from tell("drawn_by_lot", rules=rules, seat=int(drawn))
    return among[drawn]


def typed_tie(level: list[Bid]) -> Script[list[Bid]]:
    """Ask for what the ties need, and no more: cars on the card, then wild or not (DF-AUCT-33)."""
    if len(level) == 1:
        return level
    rules = ("DF-AUCT-08", "DF-AUCT-33")
    counted: list[Bid] = []
    for bid in level:
        make = partial(number, TABLE, "cars_typed", 1, 6, rules=rules, args={"who": bid.seat})
        counted.append(bid._replace(cars=(yield from ask(make))))
    counted = most_cars(counted)
    if len(counted) == 1:
        return counted
    marked: list[Bid] = []
    for bid in counted:
        wild = yield from ask(partial(wild_question, bid.seat))
        marked.append(bid._replace(wild=wild))
    return without_wild(marked)


def typed_sums(level: list[Bid]) -> Script[list[Bid]]:
    """Ask for the sum of all numbers on each card that is still level (DF-AUCT-11, -33)."""
    bids: list[Bid] = []
    rules = ("DF-AUCT-11", "DF-AUCT-33")
    for bid in level:
        make = partial(number, TABLE, "sum_typed", 1, 36, rules=rules, args={"who": bid.seat})
        bids.append(bid._replace(total=(yield from ask(make))))
    return bids


def wild_question(seat: int) -> Ask[bool]:
    """Ask the table whether a seat's card shows a wild (DF-AUCT-10, -33)."""
    answers, rules = {"no": False, "yes": True}, ("DF-AUCT-10", "DF-AUCT-33")
    return choose(TABLE, "wild_typed", answers, rules=rules, labels="answer", args={"who": seat})


# --- the forced purchase --------------------------------------------------------------------------------------------


def lowest_known(game: Game, seat: int, car: str) -> int | None:
    """Return the lowest value of a colour among the known cards that show it (DF-AUCT-22, -32)."""
    cards = [game.card(card) for card in game.hand(seat).cards]
    return min((card.values[car] for card in cards if card and car in card.values), default=None)


def forced_price(game: Game, lot: Lot, seat: int) -> Script[int]:
    """Find the price of a forced purchase: the lowest value of the colour in the hand (DF-AUCT-21, -22, -32)."""
    lowest = lowest_known(game, seat, lot.car)
    if game.state.kinds[seat] == "absent":
        return lowest or 0
    if game.options.typed_bids:
        rules = ("DF-AUCT-21", "DF-AUCT-33")
        args = {"who": seat, "car": lot.car}
        return (
            yield from ask(lambda: number(TABLE, "forced_typed", 0, 6, rules=rules, args=args, resumes=True))
        )
    while (ident := (yield from ask(lambda: forced_question(game, lot, seat)))) is not None:
        card = yield from known_card(game, seat, ident)
        yield from row_position(game, seat, ident)
        learn(game, seat, ident)
        to_the_right(game, seat, ident)
        if lot.car in card.values and card.values[lot.car] == lowest_known(game, seat, lot.car):
            return card.values[lot.car]
        yield from tell("not_the_lowest", rules=("DF-AUCT-21", "DF-AUCT-22"), seat=seat, car=lot.car)
    return 0


def forced_question(game: Game, lot: Lot, seat: int) -> Ask[str | None]:
    """Ask for the card with the lowest value of the colour, or to be told that none shows it (DF-AUCT-21, -32)."""
    lowest = lowest_known(game, seat, lot.car)

    def read(value: str) -> str | None:
        if value == NO_CARD:
            if lowest is not None:
                raise IllegalAnswer("card_with_colour_needed", "DF-AUCT-32", car=lot.car)
            return None
        ident = hand_card(game, seat, value, "DF-AUCT-21")
        card = game.card(ident)
        if card is not None and lot.car not in card.values:
            raise IllegalAnswer("card_with_colour_needed", "DF-AUCT-22", car=lot.car)
        if card is not None and lowest is not None and card.values[lot.car] > lowest:
            raise IllegalAnswer("lower_card_held", "DF-AUCT-21", "DF-AUCT-32", car=lot.car)
        return ident

    legal: list[str] = []
    for ident in possible_cards(game, seat):
        card = game.card(ident)
        if card is None or (lot.car in card.values and (lowest is None or card.values[lot.car] <= lowest)):
            legal.append(ident)
    more: dict[str, Any] = {"secret": True, "reveals": True, "resumes": True, "args": {"car": lot.car}}
    rules = ("DF-AUCT-21", "DF-AUCT-22")
    return scan(
        seat, "forced_bid", (*legal, *(() if lowest is not None else (NO_CARD,))), read, rules=rules, **more
    )

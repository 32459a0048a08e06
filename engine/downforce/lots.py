"""The auction: one lot after the other (3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import IllegalAnswer, Move, ask, chance, tell
from engine.downforce.bidding import admitted, forced_price, lay_bids, left_over, restricted, settle_tie
from engine.downforce.cards import COLOURS, INDEX, POWERS, SPEED_8, speed_8
from engine.downforce.game import LOTS
from engine.downforce.state import NOWHERE, Lot, Sale
from engine.layout import BOX

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.downforce.game import Game

SPEED_8_PILE = "speed8-pile"
POWER_PILE = "power-pile"


def next_lot(game: Game) -> Script[None]:
    """Turn up the next lot, or bid for the one on offer (DF-AUCT-01, -17)."""
    if game.state.lot is None:
        yield from turn_up(game)
    else:
        yield from auction(game, game.state.lot)
        if len(game.state.sales) == LOTS:
            game.state.stage = "pole"


def turn_up(game: Game) -> Script[None]:
    """Turn over the top Speed-8 card and the top power card (DF-AUCT-02, DF-SETUP-12)."""
    state = game.state
    sold = {sale.car for sale in state.sales}
    cars = [speed_8(car) for car in COLOURS if car not in sold]
    seen = {sale.power for sale in state.sales}
    powers = [power for power in POWERS if power not in seen]
    real = game.options.lot_source == "scan" and game.options.card_input == "scan"
    car = yield from ask(lambda: turned("lot_car", cars, SPEED_8_PILE if real else None))
    power = yield from ask(lambda: turned("lot_power", powers, POWER_PILE if real else None))
    state.lot = Lot(next(one for one in COLOURS if speed_8(one) == car), power)
    rules = ("DF-AUCT-01", "DF-AUCT-02", *(("DF-AUCT-19",) if restricted(game) else ()))
    number = len(state.sales) + 1
    yield from tell("lot", rules=rules, number=number, car=state.lot.car, power=power, bidders=admitted(game))


def turned(key: str, among: list[str], pile: str | None) -> Ask[str]:
    """Ask for a card that is turned over: one that was not offered yet (DF-AUCT-02)."""
    wanted = POWERS if key == "lot_power" else tuple(SPEED_8)

    def named(card: str) -> str:
        if card in wanted:
            raise IllegalAnswer("offered_already", "DF-AUCT-02", card=card)
        reason = "not_a_power_card" if key == "lot_power" else "not_a_speed_8"
        raise IllegalAnswer(reason, "DF-AUCT-02")

    rules, first = ("DF-AUCT-02",), key == "lot_car"
    return chance("draw", key, among, rules=rules, named=named, reveals=True, resumes=first, pile=pile)


def auction(game: Game, lot: Lot) -> Script[None]:
    """Sell the lot on offer: by force, by bids, or not at all (DF-AUCT-03, -07, -20, -21, -23)."""
    bidders = admitted(game)
    if left_over(game) == 1 and len(bidders) == 1:
        seat = bidders[0]
        price = yield from forced_price(game, lot, seat)
        yield from tell("forced", rules=("DF-AUCT-21", "DF-AUCT-22"), seat=seat, car=lot.car, price=price)
        yield from sell(game, lot, seat, price, "DF-AUCT-21")
        return
    bids = yield from lay_bids(game, lot)
    none = not any(bid.value for bid in bids)
    if none and not restricted(game) and game.options.no_bid != "zero_price":
        yield from nobody_bids(game, lot)
        return
    winner = yield from settle_tie(game, lot, bids)
    rules = ("DF-AUCT-20",) if none and restricted(game) else ("DF-AUCT-23",) if none else ()
    yield from sell(game, lot, winner.seat, winner.value, "DF-AUCT-07", *rules)


def nobody_bids(game: Game, lot: Lot) -> Script[None]:
    """All bids were 0: bid once more, or leave the car without an owner (DF-AUCT-23, -24)."""
    state, choice = game.state, game.options.no_bid
    if choice != "ownerless" and not lot.again:
        lot.again = True
        yield from tell("bid_again", rules=("DF-AUCT-23",), car=lot.car)
        return
    state.boxed += [speed_8(lot.car), lot.power]
    state.sales.append(Sale(lot.car, lot.power, None, 0))
    state.lot = None
    if choice == "out_of_race":
        origin = game.board.place(game, lot.car)
        state.places[INDEX[lot.car]] = NOWHERE
        state.gone.append(lot.car)
        moves = (Move(lot.car, origin, BOX),)
        yield from tell("car_withdrawn", rules=("DF-AUCT-23", "DF-AUCT-24"), moves=moves, car=lot.car)
    else:
        yield from tell("no_owner", rules=("DF-AUCT-23", "DF-AUCT-24"), car=lot.car, power=lot.power)


def sell(game: Game, lot: Lot, seat: int, price: int, *rules: str) -> Script[None]:
    """Give car, Speed-8 card and power card to the buyer and write the price down (DF-AUCT-12 to -15)."""
    state = game.state
    card = speed_8(lot.car)
    hand = state.hands[seat]
    hand.cards.append(card)
    hand.shown.append(card)
    state.kept[seat].append(lot.power)
    state.sales.append(Sale(lot.car, lot.power, seat, price))
    state.lot = None
    rules = (*rules, "DF-AUCT-12", "DF-AUCT-13", "DF-AUCT-14", "DF-AUCT-15")
    yield from tell("sold", rules=rules, seat=seat, car=lot.car, power=lot.power, price=price)

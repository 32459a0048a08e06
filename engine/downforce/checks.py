"""The invariants that one state can be checked for (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.downforce.cards import COLOURS, INDEX, POWERS, SPEED_8
from engine.downforce.state import NOWHERE
from engine.rulebook import BrokenInvariant

if TYPE_CHECKING:
    from engine.downforce.game import Game


def check(game: Game) -> None:
    """Check everything.

    Raises:
        BrokenInvariant: the state is not one of this game; the ids name what it breaks.

    """
    check_cards(game)
    check_auction(game)
    check_places(game)
    check_bets(game)


def check_cards(game: Game) -> None:
    """Every card is in one place, and none too many (DF-COMP-07)."""
    state = game.state
    named = [card for hand in state.hands for card in hand.cards] + state.discard + state.away + state.boxed
    named += [power for powers in state.kept for power in powers]
    turn = state.turn
    if turn is not None and turn.played:
        named.append(turn.played)
    if state.lot is not None:
        named += [f"S8-{state.lot.car}", state.lot.power]
    if len(set(named)) != len(named):
        twice = sorted({card for card in named if named.count(card) > 1})
        raise BrokenInvariant(f"{', '.join(twice)} in two places", "DF-COMP-07")
    if any(card not in game.pack.cards and card not in POWERS for card in named):
        raise BrokenInvariant("a card of no deck", "DF-COMP-07")
    if any(hand.unknown < 0 or set(hand.shown) - set(hand.cards) for hand in state.hands):
        raise BrokenInvariant("a hand holds less than nothing", "DF-COMP-07")
    if state.stage == "deal" or game.options.card_input == "none":
        return
    regular = sum(card not in SPEED_8 and card not in POWERS for card in named)
    unknown = sum(hand.unknown for hand in state.hands) + state.away_unknown + state.typed + state.leftover
    unknown += turn is not None and turn.typed
    if regular + unknown != len(game.pack.regular):
        raise BrokenInvariant(f"{regular + unknown} regular cards", "DF-COMP-07", "DF-COMP-03")


def check_auction(game: Game) -> None:
    """Cars enough for everybody; after the auction a car and one power each (DF-AUCT-18, -19, -29)."""
    state = game.state
    cars = [sale.car for sale in state.sales]
    if len(set(cars)) != len(cars) or len({sale.power for sale in state.sales}) != len(cars):
        raise BrokenInvariant("a car or power was sold twice", "DF-AUCT-01")
    if any(not 0 <= sale.price <= 6 for sale in state.sales):
        raise BrokenInvariant("a price out of range", "DF-AUCT-04")
    without = sum(not game.cars_of(seat) for seat in range(game.seats))
    if len(COLOURS) - len(cars) < without:
        raise BrokenInvariant(
            f"{without} players without a car, {len(COLOURS) - len(cars)} left", "DF-AUCT-18"
        )
    raced = state.stage in ("race", "bets") and game.options.card_input != "none"
    if raced and any(len(kept) != 1 for kept in state.kept):
        raise BrokenInvariant("not one power each", "DF-AUCT-29")


def check_places(game: Game) -> None:
    """One car on a space, finished cars nowhere, places without gaps (DF-MOVE-06, DF-FIN-01, -04)."""
    state = game.state
    if len(set(state.finished)) != len(state.finished) or set(state.finished) & set(state.gone):
        raise BrokenInvariant("a car finished twice", "DF-FIN-04")
    if not 0 <= state.asked <= state.crossed <= 3 or len(state.bets) != state.asked:
        raise BrokenInvariant(f"{state.crossed} lines crossed, {state.asked} asked", "DF-BET-06")
    track = game.track
    if track is None or state.stage in ("deal", "hands", "grid"):
        return
    held: set[int] = set()
    for car, index in INDEX.items():
        number = state.places[index]
        if game.racing(car) != (number != NOWHERE):
            raise BrokenInvariant(f"{car} on space {number}", "DF-MOVE-06", "DF-FIN-01")
        if number == NOWHERE:
            continue
        if not 0 <= number < track.end or number in held:
            raise BrokenInvariant(f"{car} on a taken space", "DF-MOVE-06", "DF-MOVE-13")
        held.update((number, track.twins.get(number, number)))


def check_bets(game: Game) -> None:
    """One bet for every player at every line whose round is closed (DF-BET-06, -08)."""
    for row in game.state.bets:
        if len(row) != game.seats or any(car and car not in INDEX for car in row):
            raise BrokenInvariant("a bet on no car", "DF-BET-04")

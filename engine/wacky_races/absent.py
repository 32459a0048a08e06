"""A player who leaves: a pilot goes on, or the car becomes a neutral (WR-APP-10 to -12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer, tell
from engine.hands import Hand
from engine.wacky_races.state import Turn
from engine.wacky_races.turn import pass_on

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.record import SeatInfo
    from engine.wacky_races.race import Race

NEUTRAL: Final = "neutral"
"""The pilot's name under which a seat gives up its car; nobody plays it then."""


def reseat(race: Race, seat: int, info: SeatInfo) -> None:
    """Note who sits at a seat now, and whether the hand is known; one that no longer is is forgotten.

    Raises:
        IllegalAnswer: its car cannot become a neutral.

    """
    state = race.state
    if info.pilot == NEUTRAL:
        leave(race, seat)
        return
    state.away[seat] = False
    if race.options.movement_deck == "physical":
        state.known[seat] = info.hand_known
        if not info.hand_known:
            state.hands[seat].forget()


def leave(race: Race, seat: int) -> None:
    """Note that a seat gives up its car; cards nobody has seen have to be shown first (WR-APP-11).

    Raises:
        IllegalAnswer: the table has agreed otherwise, no race is running, or nobody else would be left.

    """
    state = race.state
    if race.options.absent_seat != "neutral":
        raise IllegalAnswer("no_neutral_seat", "WR-APP-10", seat=seat)
    if state.stage not in ("turn", "neutral"):
        raise IllegalAnswer("not_between_turns", "WR-APP-11")
    if not set(race.players) - {seat}:
        raise IllegalAnswer("last_player", "WR-APP-11", seat=seat)
    state.away[seat] = True
    state.known[seat] = True


def leaving(race: Race) -> list[int]:
    """Return the seats that have left while their cars are still theirs."""
    if True not in race.state.away:
        return []
    return [seat for seat in race.players if race.state.away[seat]]


def depart(race: Race, seat: int) -> Script[None]:
    """Let a car go on as a neutral: the hand goes under the pile, the activation card passes on (WR-APP-11)."""
    state = race.state
    car, hand = race.car_of(seat), state.hands[seat]
    number = hand.size
    state.discard[:0] = hand.cards
    state.hands[seat] = Hand()
    state.known[seat] = race.options.movement_deck == "virtual"
    car.seat = None
    yield from tell(
        "seat_neutral", rules=("WR-APP-10", "WR-APP-11"), seat=seat, racer=car.racer, number=number
    )
    started = state.starter == seat
    if started:
        state.starter = race.after(seat)
        yield from tell("card_passes_on", rules=("WR-APP-11", "WR-SETUP-16"), seat=state.starter)
    if state.turn is not None and state.turn.seat == seat:
        if started:
            state.turn = Turn(state.starter)
        else:
            pass_on(race, state.turn)

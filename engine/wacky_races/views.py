"""What an audience may know: the public, and a player who also sees the own hand (WR-APP-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.wacky_races.state import PhaseStage, Stage, TurnStage
from engine.wacky_races.track import POSITIONS

if TYPE_CHECKING:
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car


class CarView(msgspec.Struct, frozen=True):
    """A car as everybody sees it; `seat` is None for a neutral. `exhausted`: slots of the powers that lie face down."""

    racer: str
    seat: int | None
    slot: int
    position: int
    missing: int
    no_first: int
    exhausted: tuple[int, ...]


class PublicView(msgspec.Struct, frozen=True):
    """What everybody at the table may know.

    `terrain` is the mark of every position from 00 on, `narrow` the position of the Swamp (or -1), `traps` the trapped
    positions, `hands` the sizes by seat, `discard` the kinds on the pile, its top last. `powers` and `paid` are those
    of the running turn, `phase` its part and `reveals` the cards turned up in a neutral phase.
    """

    stage: Stage
    round: int
    starter: int
    seat: int | None
    turn_stage: TurnStage | None
    moves: int
    powers: int
    paid: tuple[str, ...]
    three: bool
    phase: PhaseStage | None
    reveals: int
    cars: tuple[CarView, ...]
    course: tuple[str, ...]
    terrain: str
    narrow: int
    dastardly: int
    out: bool
    traps: tuple[int, ...]
    trap_deck: int
    used: tuple[str, ...]
    deck: int
    discard: tuple[str, ...]
    hands: tuple[int, ...]
    finished: tuple[str, ...]


class SeatView(msgspec.Struct, frozen=True):
    """What one player may know: the public part, and the own hand by kind as far as the program knows it."""

    public: PublicView
    seat: int
    hand: tuple[str, ...]


def public_view(race: Race) -> PublicView:
    """Return what everybody may know."""
    state = race.state
    turn = state.turn
    phase = state.phase
    kinds = race.pack.kinds
    return PublicView(
        stage=state.stage,
        round=state.round,
        starter=state.starter,
        seat=None if turn is None else turn.seat,
        turn_stage=None if turn is None else turn.stage,
        moves=0 if turn is None else turn.moves,
        powers=0 if turn is None else turn.powers,
        paid=() if turn is None else tuple(turn.paid),
        three=turn is not None and turn.three,
        phase=None if phase is None else phase.stage,
        reveals=0 if phase is None else phase.reveals,
        cars=tuple([seen(race, car) for car in state.cars]),
        course=tuple(state.course),
        terrain=race.terrain,
        narrow=race.narrow,
        dastardly=state.dastardly,
        out=state.out,
        traps=tuple(sorted([POSITIONS[place] for place in state.traps if place in POSITIONS])),
        trap_deck=state.trap_deck,
        used=tuple(state.used),
        deck=state.deck,
        discard=tuple([kinds[card] for card in state.discard]),
        hands=tuple([hand.size for hand in state.hands]),
        finished=tuple(state.finished),
    )


def seen(race: Race, car: Car) -> CarView:
    """Return a car as everybody sees it."""
    down = () if car.seat is None else tuple(race.state.exhausted[car.seat])
    return CarView(car.racer, car.seat, car.slot, car.position, car.missing, car.no_first, down)


def seat_view(race: Race, seat: int) -> SeatView:
    """Return what one player may know."""
    kinds = race.pack.kinds
    return SeatView(public_view(race), seat, tuple([kinds[card] for card in race.state.hands[seat].cards]))

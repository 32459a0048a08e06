"""The invariants that one state can be checked for (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import BrokenInvariant
from engine.wacky_races import series
from engine.wacky_races.board import ROAD
from engine.wacky_races.deck import unseen
from engine.wacky_races.pack import SLOTS
from engine.wacky_races.track import FINISH, FIRST_TILE, PLACES, POSITIONS, is_open_tile, room

if TYPE_CHECKING:
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import RaceState


def check(race: Race) -> None:
    """Check everything.

    Raises:
        BrokenInvariant: the state is not one of this game; the ids name what it breaks.

    """
    state = race.state
    if state.cars:
        check_cars(race)
        check_end(race)
    check_dastardly(state)
    check_powers(state)
    check_cards(race)
    check_traps(state)
    check_series(race)


def check_cars(race: Race) -> None:
    """Six cars, each somewhere, none too many on a place (WR-INV-01, -02, -09, -10)."""
    state = race.state
    racers = {car.racer for car in state.cars}
    if len(state.cars) != 6 or len(racers) != 6:
        raise BrokenInvariant(f"{len(racers)} different cars in {len(state.cars)}", "WR-INV-01")
    for car in state.cars:
        if not 1 <= car.position <= FINISH or (car.position == FINISH) != (car.racer in state.finished):
            raise BrokenInvariant(f"{car.racer} on {car.position}", "WR-INV-01")
        if car.missing < 0 or car.no_first < 0:
            raise BrokenInvariant(f"{car.racer} misses a negative number", "WR-INV-01")
    taken = race.taken()
    for at in set(taken) - {FINISH}:
        if taken.count(at) > room(at, race.narrow):
            raise BrokenInvariant(f"{taken.count(at)} cars on {PLACES[at]}", "WR-INV-02")
    seats = [car.seat for car in state.cars if car.seat is not None]
    idle = [hand for seat, hand in enumerate(state.hands) if seat not in seats]
    if len({*seats}) != len(seats) or not {*seats} <= {*range(len(state.hands))} or any(h.size for h in idle):
        raise BrokenInvariant("hands and players' cars differ", "WR-INV-10")
    if state.turn is not None and not 0 <= state.turn.moves <= 3:
        raise BrokenInvariant(f"{state.turn.moves} card moves in a turn", "WR-INV-09")


def check_dastardly(state: RaceState) -> None:
    """Dastardly's place, and nothing left of him when he is out (WR-INV-03, -14)."""
    at = state.dastardly
    if not (at == 0 or is_open_tile(at)):
        raise BrokenInvariant(f"Dastardly on {at}", "WR-INV-03")
    if state.out and state.trap_deck:
        raise BrokenInvariant(f"{state.trap_deck} trap cards without Dastardly", "WR-INV-14")


def check_cards(race: Race) -> None:
    """No movement card too many or too few (WR-INV-04)."""
    state = race.state
    if state.deck < 0 or any(hand.unknown < 0 for hand in state.hands):
        raise BrokenInvariant(f"{state.deck} cards in the movement deck", "WR-INV-04")
    if race.options.movement_deck == "virtual" and state.stock is not None:
        left = unseen(race)
        if min(left.values()) < 0 or sum(left.values()) != state.deck:
            raise BrokenInvariant(f"cards left {left}, deck {state.deck}", "WR-INV-04")


def check_traps(state: RaceState) -> None:
    """No trap card too many or too few, and only where one may lie (WR-INV-05, -06)."""
    if state.trap_deck < 0 or state.boxed < 0:
        raise BrokenInvariant(f"{state.trap_deck} trap cards in the deck", "WR-INV-05")
    for place, generation in state.traps.items():
        at = POSITIONS.get(place, FIRST_TILE if place.startswith(f"{ROAD}-") else 0)
        if not is_open_tile(at):
            raise BrokenInvariant(f"a trap on {place}", "WR-INV-06")
        if not 0 <= generation < len(state.pools):
            raise BrokenInvariant(f"a trap of generation {generation}", "WR-INV-05")


def check_powers(state: RaceState) -> None:
    """Four powers for every player, each ready or exhausted (WR-INV-10)."""
    for slots in state.exhausted:
        if slots != sorted({*slots} & {*SLOTS}):
            raise BrokenInvariant(f"exhausted powers {slots}", "WR-INV-10")
    if len(state.exhausted) != len(state.hands):
        raise BrokenInvariant("powers and hands differ", "WR-INV-10")


def check_end(race: Race) -> None:
    """One winner, and only when the race is over; with "play_on" one after the other (WR-INV-17, WR-END-08)."""
    state = race.state
    over = race.over
    one = len(state.finished) == over
    several = race.options.places == "play_on" and (bool(state.finished) or not over)
    if not (one or several) or len({*state.finished}) != len(state.finished):
        raise BrokenInvariant(f"{len(state.finished)} winners at stage {state.stage}", "WR-INV-17")


def check_series(race: Race) -> None:
    """No total above what so many races can bring (WR-INV-19)."""
    state, options = race.state, race.options
    scale = series.scale(race) or (0,)
    for seat in range(len(state.racers)):
        if sum([points[seat] for points in state.points]) > len(state.points) * scale[0]:
            raise BrokenInvariant(f"seat {seat} has more points than its races bring", "WR-INV-19")
    if not state.race - 1 <= len(state.points) <= state.race <= (options.champ_races or 1):
        raise BrokenInvariant(f"race {state.race} with {len(state.points)} scored", "WR-INV-19")

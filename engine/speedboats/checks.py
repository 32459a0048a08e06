"""The invariants that one state can be checked for (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import BrokenInvariant
from engine.speedboats.state import SINKS_AT

if TYPE_CHECKING:
    from engine.speedboats.race import Race
    from engine.speedboats.state import Boat


def check(race: Race) -> None:
    """Check everything.

    Raises:
        BrokenInvariant: the state is not one of this game; the ids name what it breaks.

    """
    state = race.state
    for seat, boat in enumerate(state.boats):
        check_boat(race, seat, boat)
    if race.options.board and state.course is not None:
        check_water(race)
    check_places(race)
    check_rounds(race)
    check_lake(race)
    if state.order and not 0 <= state.placed <= len(state.order):
        raise BrokenInvariant(f"{state.placed} boats placed", "SB-INV-27")


def check_boat(race: Race, seat: int, boat: Boat) -> None:
    """A boat's dice, damage and progress (I-03, I-10, I-11, I-12, I-13)."""
    if any(face not in (1, 2, 3) for face in boat.dice):
        raise BrokenInvariant(f"dice {boat.dice} of seat {seat}", "SB-INV-03")
    if boat.status == "racing" and not 0 <= boat.damage < SINKS_AT:
        raise BrokenInvariant(f"seat {seat} races with {boat.damage} counters", "SB-INV-10")
    if boat.damage < 0 or not 0 <= boat.kept <= max(0, race.state.race - 1):
        raise BrokenInvariant(f"seat {seat} kept {boat.kept} counters", "SB-INV-11")
    if not 0 <= boat.leg <= 5 or (boat.leg == 5) > (boat.place > 0):
        raise BrokenInvariant(f"seat {seat} is on leg {boat.leg}", "SB-INV-12")
    if boat.n > 0 or boat.w < 0:
        raise BrokenInvariant(f"seat {seat} has counted {boat.n} and {boat.w}", "SB-INV-13")


def check_water(race: Race) -> None:
    """Every boat on the lake stands on an open space of its own (I-01, I-02)."""
    waters = race.waters
    afloat = [boat for boat in race.state.boats if boat.afloat]
    if len({boat.at for boat in afloat}) != len(afloat):
        raise BrokenInvariant("two boats share a space", "SB-INV-01")
    for boat in afloat:
        if boat.at not in waters.open:
            raise BrokenInvariant("a boat stands on land or on a buoy", "SB-INV-02")


def check_places(race: Race) -> None:
    """Places go 1, 2, 3 ... without gaps, but for the last boat of a race that stopped (I-14, I-19)."""
    boats = race.state.boats
    given = sorted(boat.place for boat in boats if boat.place)
    stopped = [boat for boat in boats if boat.place and not boat.done]
    if given != list(range(1, len(given) + 1)) and not stopped:
        raise BrokenInvariant(f"places {given}", "SB-INV-19")
    if any(boat.place and boat.status != "finished" for boat in boats):
        raise BrokenInvariant("a boat without a finish has a place", "SB-INV-14")


def check_rounds(race: Race) -> None:
    """Own turns of racing boats differ by at most one (I-22)."""
    turns = [boat.turns for boat in race.state.boats if boat.status == "racing"]
    if turns and max(turns) - min(turns) > 1:
        raise BrokenInvariant(f"own turns {turns}", "SB-INV-22")


def check_lake(race: Race) -> None:
    """Each tile lies in at most one slot (I-28)."""
    tiles = [laid.tile for laid in race.state.lake]
    if len(set(tiles)) != len(tiles):
        raise BrokenInvariant(f"tiles {tiles}", "SB-INV-28")

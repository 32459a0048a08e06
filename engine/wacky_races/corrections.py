"""Offers what a table may set right: cars, Dastardly, both face-up piles, hands, missed turns, traps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Option
from engine.corrections import Correctable, pile
from engine.layout import BOX, DISCARD, hand_of
from engine.wacky_races.pack import UNTAUGHT
from engine.wacky_races.track import FINISH, KINDS, PLACES, is_open_tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.wacky_races.race import Race

MOST_MISSED = 9
TILES = tuple(place for at, place in enumerate(PLACES) if is_open_tile(at))
"""Where Dastardly may stand and a trap may lie (WR-INV-03, -06)."""


def corrections(race: Race) -> tuple[Correctable, ...]:
    """Offer everything that can be corrected (WR-APP-08); nothing before the cars are lined up."""
    if race.state.stage not in ("turn", "neutral"):
        return ()
    return (*pieces(race), *piles(race), *counts(race))


def pieces(race: Race) -> Iterator[Correctable]:
    """Offer the cars that are racing, and Dastardly while he is in the race."""
    places = tuple(map(Option, PLACES[1:FINISH]))
    for car in race.racing():
        yield Correctable(what="place", name=car.racer, now=PLACES[car.position], options=places)
    if not race.state.out:
        tiles = tuple(map(Option, (PLACES[0], *TILES, BOX)))
        yield Correctable(what="place", name="DD", now=PLACES[race.state.dastardly], options=tiles)


def piles(race: Race) -> Iterator[Correctable]:
    """Offer the discard pile, and the used traps where their types are known (WR-DECK-05)."""
    yield pile(DISCARD, race.state.discard, KINDS)
    types = [key for key in race.pack.traps if key != UNTAUGHT]
    if types:
        yield pile("trap-used", race.state.used, types)


def counts(race: Race) -> Iterator[Correctable]:
    """Offer hands the program does not know, missed turns, and traps."""
    state = race.state
    for seat, hand in enumerate(state.hands):
        if not state.known[seat]:
            most = hand.unknown + state.deck
            yield Correctable(what="count", name=hand_of(seat), now=hand.unknown, high=most)
    for car in race.racing():
        yield Correctable(
            what="count",
            name=f"missing-{car.racer}",
            now=car.missing,
            high=MOST_MISSED,
            key="turns_to_miss",
            args={"racer": car.racer},
        )
    for place in TILES:
        yield Correctable(
            what="count",
            name=place,
            now=int(place in state.traps),
            high=1,
            key="trap_there",
            args={"place": place},
        )

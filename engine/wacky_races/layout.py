"""Where every piece of the race belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import BOX, DECK, DISCARD, Component, Layout, Spot, hand_of
from engine.wacky_races.pack import SLOTS
from engine.wacky_races.state import AFTER
from engine.wacky_races.track import FINISH, FIRST_TILE, PLACES, room

if TYPE_CHECKING:
    from engine.wacky_races.pack import Pack, Tile
    from engine.wacky_races.race import Race

MOVEMENT = "movement"
TRAP = "trap"
POWER = "power"
POWER_PLACES = ("ready-", "spent-")
"""Where a Racer's power cards lie: face up and ready, or face down and exhausted."""


def layout(race: Race) -> Layout:
    """Return the place of every car and of Dastardly, and how many cards lie where."""
    state = race.state
    off = state.stage in ("turn", "neutral", *AFTER)
    cars = {car.racer: race.board.place(car) if off else PLACES[car.slot] for car in state.cars}
    pieces = {racer: cars.get(racer, BOX) for racer in race.pack.racers}
    pieces["DD"] = PLACES[0]
    if state.out or not state.cars:
        pieces["DD"] = BOX
    elif off:
        pieces["DD"] = race.board.place_of_dastardly(race)
    counts = {DECK: {MOVEMENT: state.deck}, DISCARD: {MOVEMENT: len(state.discard)}}
    counts |= {hand_of(seat): {MOVEMENT: hand.size} for seat, hand in enumerate(state.hands)}
    counts |= {
        "trap-deck": {TRAP: state.trap_deck},
        "trap-used": {TRAP: len(state.used)},
        BOX: {TRAP: state.boxed},
    }
    counts |= {place: {TRAP: number} for place, number in laid(race).items()}
    piles = {DISCARD: tuple(state.discard), "trap-used": tuple(state.used), **power_piles(race)}
    dealt = {place: len(cards) for place, cards in piles.items() if place.startswith(POWER_PLACES)}
    counts[BOX][POWER] = len(race.pack.powers) * len(SLOTS) - sum(dealt.values())
    counts |= {place: {POWER: number} for place, number in dealt.items()}
    return Layout(pieces, counts, piles, course(race))


def laid(race: Race) -> dict[str, int]:
    """Count the traps by place; on a course that only the table knows they have one place together."""
    places = [place.partition("-")[0] for place in race.state.traps]
    return {place: places.count(place) for place in places}


def power_piles(race: Race) -> dict[str, tuple[str, ...]]:
    """Return the power cards of every player's car, those that are ready and those that are exhausted (WR-POW-03)."""
    piles = {}
    for car in race.state.cars:
        if car.seat is not None:
            down = race.state.exhausted[car.seat]
            for place, slots in (("ready", [slot for slot in SLOTS if slot not in down]), ("spent", down)):
                piles[f"{place}-{car.racer}"] = tuple(f"power-{car.racer}-{slot}" for slot in slots)
    return piles


def course(race: Race) -> tuple[Spot, ...]:
    """Return the line of places from 00 to the Finish as far as it is laid."""
    spots = [Spot(PLACES[0], "start")]
    spots += [Spot(PLACES[slot], "", 2) for slot in range(1, FIRST_TILE)]
    for at, name in enumerate(race.state.course, FIRST_TILE):
        spots.append(
            Spot(PLACES[at], printed(race.pack.tiles[name]), 0 if at == FINISH else room(at, race.narrow))
        )
    return tuple(spots)


def printed(tile: Tile) -> str:
    """Return what is printed on a tile: its kind, the name of a special one, "gas" or "finish"."""
    return tile.kind or tile.name or tile.role or ""


def components(pack: Pack) -> tuple[Component, ...]:
    """Return everything of a pack that can carry a tag, in the order in which it lies in the box."""
    cards = [(card, kind) for card, kind in pack.kinds.items() if len(card) > 1]
    kinds = {f"racer-{key}": "racer" for key in pack.racers} | {f"tile-{key}": "tile" for key in pack.tiles}
    kinds |= {key: POWER for key in pack.names if key.startswith("power-")}
    cards += [(card, "") for card in pack.blank]
    labels = {
        f"power-{racer}-{slot}": power.label
        for racer, powers in pack.powers.items()
        for slot, power in zip(SLOTS, powers, strict=True)
    }
    named = [
        Component(key, kinds.get(key, TRAP), short, labels.get(key, "")) for key, short in pack.names.items()
    ]
    return (*(Component(card, MOVEMENT, kind) for card, kind in cards), *named)

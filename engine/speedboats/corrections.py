"""What a table may set right in a running race: boats, bows, progress, dice, damage, points, places, the start player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.ask import Option
from engine.corrections import Correctable
from engine.speedboats.correct import BEFORE_PLACING, MOST_POINTS, fixed_by, most_damage, wrecked
from engine.speedboats.dice import FACES, without
from engine.speedboats.hexes import NAMES
from engine.speedboats.state import SINKS_AT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.speedboats.race import Race
    from engine.speedboats.state import Boat


def corrections(race: Race) -> Iterator[Correctable]:
    """Offer everything but the boats' spaces (SB-FIX-03, -04)."""
    state = race.state
    if state.stage in BEFORE_PLACING:
        seats = tuple(Option(seat, key="seat", args={"who": seat}) for seat in state.order)
        yield Correctable(
            what="count", name="starter", now=state.starter, options=seats, key="starts_this_race"
        )
    if not state.race:
        return
    for seat, boat in enumerate(state.boats):
        count = partial(Correctable, what="count", args={"who": seat})
        colour = state.colours[seat]
        if state.turn is not None and not fixed_by(race, seat):
            low = SINKS_AT if boat.status == "sunk" and wrecked(race, boat) else 0
            name, high = f"damage-{colour}", most_damage(boat)
            yield count(name=name, now=boat.damage, low=low, high=high, key="damage_of")
        if state.turn is not None and boat.status == "racing":
            yield from of_racing(race, seat, boat)
        if state.turn is not None and boat.place:
            most = max(other.place for other in state.boats)
            yield count(name=f"place-{colour}", now=boat.place, low=1, high=most, key="place_of")
        yield count(name=f"score-{colour}", now=state.scores[seat], high=MOST_POINTS, key="score_of")


def of_racing(race: Race, seat: int, boat: Boat) -> Iterator[Correctable]:
    """Offer what a boat has while it races: dice, what it makes for next, and where its bow points."""
    colour = race.state.colours[seat]
    about = partial(Correctable, args={"who": seat})
    if not fixed_by(race, seat):
        fewer = [
            Option(without(boat.dice, str(face)), key="remove", args={"face": face}) for face in {*boat.dice}
        ]
        more = [Option(sorted([*boat.dice, int(face)]), key="put", args={"face": face}) for face in FACES]
        dice = tuple(fewer + more)
        yield about(what="pile", name=f"dice-{colour}", now=list(boat.dice), options=dice, key="dice_of")
    legs = (
        *([Option(0, key="to_start")] if race.options.board else []),
        *(Option(leg, key="to_buoy", args={"buoy": leg}) for leg in (1, 2, 3)),
        Option(4, key="to_finish"),
    )
    yield about(what="count", name=f"leg-{colour}", now=boat.leg, options=legs, key="leg_of")
    if boat.afloat:
        bows = tuple(Option(d, key="bow", args={"value": name}) for d, name in enumerate(NAMES))
        yield about(what="count", name=f"bow-{colour}", now=boat.bow, options=bows, key="bow_of")

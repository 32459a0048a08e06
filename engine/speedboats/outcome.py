"""What a move leads to, wherever it was worked out: rounding, finish, crash, damage, sinking (3.12 to 3.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import tell
from engine.speedboats.state import SINKS_AT

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.speedboats.race import Race

COUNTERS = 10


def cross_finish(race: Race, seat: int) -> Script[None]:
    """Give a boat the next place (SB-FIN-01 to -04)."""
    boat = race.boat(seat)
    boat.status, boat.done = "finished", boat.turns
    boat.place = 1 + sum(other.place > 0 for other in race.state.boats)
    rules = ("SB-FIN-02", "SB-FIN-03", "SB-FIN-04")
    yield from tell("finished", rules=rules, seat=seat, place=boat.place, turn=boat.turns)


def crash(race: Race, seat: int, damage: int) -> Script[None]:
    """Damage a boat that ran aground and take all its dice (SB-CRASH-03, -05)."""
    boat = race.boat(seat)
    boat.dice, boat.doubled = [], False
    rules = ("SB-CRASH-01", "SB-CRASH-03", "SB-CRASH-05")
    yield from hurt(race, seat, damage, *rules)


def hurt(race: Race, seat: int, damage: int, *rules: str) -> Script[None]:
    """Give a boat damage counters; four of them sink it (SB-SINK-01, -02)."""
    boat = race.boat(seat)
    boat.damage += damage
    boat.new = True
    shallow = "SB-EXP-13" in rules
    yield from tell(
        "low_water" if shallow else "crash", rules=rules, seat=seat, damage=damage, total=boat.damage
    )
    if not race.state.many_counters and sum(other.damage for other in race.state.boats) > COUNTERS:
        race.state.many_counters = True
        yield from tell("counters_empty", rules=("SB-COMP-08",), number=COUNTERS)
    if boat.damage >= SINKS_AT:
        yield from sink(race, seat)


def sink(race: Race, seat: int) -> Script[None]:
    """Take a sunk boat off the lake; after the finish it keeps its place (SB-SINK-01, -03, SB-FIN-06)."""
    boat = race.boat(seat)
    boat.dice = []
    if boat.status == "finished":
        after = ("SB-FIN-06", "SB-SINK-04")
        yield from tell("sunk_after_finish", rules=after, moves=race.lifted(seat), seat=seat)
    else:
        boat.status = "sunk"
        rules = ("SB-SINK-01", "SB-SINK-03", "SB-SINK-04")
        yield from tell("sunk", rules=rules, moves=race.lifted(seat), seat=seat, damage=boat.damage)


def leave(race: Race, seat: int) -> Script[None]:
    """Take a finished boat off the lake at the end of its turn (SB-FIN-08)."""
    boat = race.boat(seat)
    if boat.status == "finished" and boat.afloat and race.options.finished_boats == "remove":
        yield from tell("leaves", rules=("SB-FIN-08",), moves=race.lifted(seat), seat=seat)


def retire(race: Race, seat: int, *rules: str) -> Script[None]:
    """Take a boat out of the race without a place (SB-ABS-03)."""
    boat = race.boat(seat)
    boat.status, boat.dice = "retired", []
    yield from tell("retires", rules=("SB-ABS-03", *rules), moves=race.lifted(seat), seat=seat)

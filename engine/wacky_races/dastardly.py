"""Dick Dastardly's move: the next fitting tile, a trap when he leads alone, and his retreat (3.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Move, tell
from engine.layout import BOX
from engine.wacky_races.deck import turn_up
from engine.wacky_races.track import FIRST_TILE, GAS, LAST_TILE, PLACES, WILD

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.ask import Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import RaceState


def next_stop(terrain: str, traps: Collection[str], position: int, kind: str) -> int | None:
    """Return the nearest tile ahead that matches *kind* and bears no trap (WR-DD-06 to -11); None: out of gas.

    The Gas Station's mark is no kind and not wild for him (WR-DD-09).
    """
    for at in range(max(FIRST_TILE, position + 1), LAST_TILE + 1):
        if PLACES[at] not in traps and terrain[at] in (kind, WILD):
            return at
    return None


def retreat_to(last: int) -> int:
    """Return the tile just behind last place: never the Gas Station, 00 when none is left (WR-DD-19, -21, -22)."""
    at = last - 1
    if at == GAS:
        at -= 1
    return at if at >= FIRST_TILE else 0


def drive(race: Race) -> Script[None]:
    """Make Dastardly's move after a player's turn or a two-player neutral phase (WR-DD-01, -27)."""
    state = race.state
    if state.out:
        return
    if not state.discard and (yield from turn_up(race, "WR-DD-04")) is None:
        yield from tell("dastardly_waits", rules=("WR-DD-05",))
        return
    yield from race.board.dastardly(race, race.pack.kinds[state.discard[-1]])


def seek(race: Race, kind: str) -> Script[None]:
    """Send Dastardly to his next stop; he leads alone, or is out of gas (WR-DD-06 to -17)."""
    state = race.state
    stop = next_stop(race.terrain, state.traps, state.dastardly, kind)
    if stop is None:
        yield from run_out(race, kind)
        return
    rule = "WR-DD-08" if race.terrain[stop] == WILD else "WR-DD-07"
    yield from put(race, stop, "dastardly_moves", "WR-DD-02", "WR-DD-06", rule, kind=kind)
    if max(race.taken()) < stop:
        yield from lead_alone(race)


def put(race: Race, position: int, key: str, *rules: str, **args: str) -> Script[None]:
    """Set Dastardly down somewhere else and tell it; he takes no space and triggers nothing (WR-TRACK-11, WR-DD-15)."""
    old = race.state.dastardly
    race.state.dastardly = position
    moves = (Move("DD", PLACES[old], PLACES[position]),) if old != position else ()
    yield from tell(key, rules=rules, moves=moves, place=PLACES[position], **args)


def run_out(race: Race, kind: str) -> Script[None]:
    """Take Dastardly out of the race with what is left of the trap deck; laid traps stay (WR-DD-12 to -14)."""
    state = race.state
    place = race.board.place_of_dastardly(race)
    state.boxed += state.trap_deck
    state.out = True
    yield from tell(
        "dastardly_out",
        rules=("WR-DD-12", "WR-DD-13", "WR-DD-14"),
        moves=(Move("DD", place, BOX),),
        kind=kind,
    )


def lead_alone(race: Race) -> Script[None]:
    """Lay the top trap card unseen and go back behind the last car (WR-DD-16 to -24)."""
    state = race.state
    if state.trap_deck == 0 and race.options.trap_reshuffle == "yes" and state.used:
        yield from shuffle_used(race)
    place = PLACES[state.dastardly]
    if state.trap_deck > 0:
        state.traps[place] = len(state.pools) - 1
        rules = ("WR-DD-17", "WR-DD-18")
        yield from tell("trap_laid", rules=rules, place=place, deck=state.trap_deck)
    else:
        yield from tell("no_trap_left", rules=("WR-DD-17", "WR-DD-24"), place=place)
    last = race.last()
    to = retreat_to(last)
    rule = ("WR-DD-21",) if to == 0 else ("WR-DD-22",) if to != last - 1 else ()
    yield from put(race, to, "dastardly_retreats", "WR-DD-19", "WR-DD-20", *rule)


def shuffle_used(race: Race) -> Script[None]:
    """Make the trap deck anew from the used traps (WR-DD-25): a new generation, those still laid are of the old one."""
    state = race.state
    state.pools.append(pool(state))
    state.used.clear()
    yield from tell("traps_shuffled", rules=("WR-DD-25",), deck=state.trap_deck)


def pool(state: RaceState) -> dict[str, int]:
    """Count the used traps by type."""
    return {kind: state.used.count(kind) for kind in dict.fromkeys(state.used)}

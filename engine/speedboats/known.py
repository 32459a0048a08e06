"""The known lake: the box works out ways, crashes, rounding and finish (level board)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import pictures
from engine.ask import IllegalAnswer, Move, Option, ask_while, choose, confirm, tell
from engine.speedboats import building, laying, placing
from engine.speedboats.dice import lying
from engine.speedboats.effects import sail_over
from engine.speedboats.hexes import DOCKS, NAMES, STEPS, place
from engine.speedboats.outcome import crash, cross_finish, hurt, leave, sink
from engine.speedboats.sail import AHEAD, LEFT, RIGHT, WORDS, sail, ways
from engine.speedboats.state import SINKS_AT
from engine.speedboats.waters import FINISHED, LOST, ROUNDED, STARTED, Progress

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from engine.ask import Ask, Script, Value
    from engine.speedboats.race import Race
    from engine.speedboats.sail import Voyage, Way
    from engine.speedboats.state import Boat, Turn


class KnownBoard:
    """Computes; asks only what players decide."""

    def lay(self, race: Race) -> Script[None]:
        """Scan the tiles into their slots, or take them from the pack."""
        return laying.lay(race)

    def build(self, race: Race) -> Script[None]:
        """Build the course of a race."""
        return building.build(race)

    def put(self, race: Race, seat: int) -> Script[None]:
        """Ask for a boat's starting space and bow."""
        return placing.put(race, seat)

    def move(self, race: Race, turn: Turn) -> Script[None]:
        """Ask for the direction and sail (SB-STEER-01, SB-MOVE-01)."""
        boat = race.boat(turn.seat)
        chosen = yield from self.choose(race, turn, boat)
        if chosen is None:
            return
        total, now = boat.total, Progress(boat.leg, boat.n, boat.w)
        course = (race.waters, boat.at, chosen.d, total, race.taken(turn.seat), now)
        voyage = sail_over(*course, SINKS_AT - boat.damage) if race.waters.effects else sail(*course)
        yield from arrive(race, turn.seat, voyage, total)
        turn.stage = "moved"

    def choose(self, race: Race, turn: Turn, boat: Boat) -> Script[Way | None]:
        """Let the player choose among the legal directions; None for a boat that was sunk by hand meanwhile."""
        if race.state.manned[turn.seat] == "drift":
            order = (AHEAD, LEFT, RIGHT)
            return min(legal_ways(race, boat), key=lambda way: order.index(way.turn))
        chosen = yield from ask_while(lambda: boat.status == "racing", lambda: steer_question(race, turn))
        return legal_ways(race, boat)[0] if isinstance(chosen, bool) else chosen


def all_ways(race: Race, boat: Boat) -> tuple[Way, ...]:
    """Return a boat's three ways."""
    return ways(race.waters, boat.at, boat.bow, boat.total, fixed=boat.doubled)


def legal_ways(race: Race, boat: Boat) -> list[Way]:
    """Return the ways a boat may take; there is always one (SB-STEER-03 to -05)."""
    return [way for way in all_ways(race, boat) if way.legal]


def about(boat: Boat, way: Way, total: int, taken: Container[int]) -> dict[str, Value]:
    """Describe a way for a display: where it leads, how far it is clear, where the boat stops, what a crash costs."""
    reach = min(way.clear, total)
    while reach and boat.at + reach * STEPS[way.d] in taken:
        reach -= 1
    return {
        "turn": WORDS[way.turn],
        "dir": NAMES[way.d],
        "dock": DOCKS[way.d],
        "clear": way.clear,
        "moved": reach,
        "stop": place(boat.at + reach * STEPS[way.d]),
        "crash": max(0, total - way.clear),
    }


def steer_question(race: Race, turn: Turn) -> Ask[Way | bool]:
    """Ask for one of several legal ways; a single one is only confirmed (SB-STEER-10)."""
    several = len(legal_ways(race, race.boat(turn.seat))) > 1
    return way_question(race, turn) if several else forced_question(race, turn)


def way_question(race: Race, turn: Turn) -> Ask[Way]:
    """Ask for left, ahead or right (SB-STEER-01 to -08)."""
    boat = race.boat(turn.seat)
    total, taken = boat.total, race.taken(turn.seat)
    found = {way.turn: way for way in all_ways(race, boat)}

    def refuse(value: str) -> None:
        if value in found:
            raise wrong_way(list(found.values()), total)

    def option(value: str) -> Option:
        args = about(boat, found[value], total, taken)
        if not total:
            return Option(value, key="turn_only", args=args)
        return Option(value, key="way_crash" if args["crash"] else "way", args=args)

    return choose(
        turn.seat,
        "way" if total else "turn_boat",
        {value: way for value, way in found.items() if way.legal},
        labels=option,
        refuse=refuse,
        rules=("SB-STEER-01", "SB-STEER-03", "SB-STEER-05") if total else ("SB-STEER-08",),
        args={"total": total},
        resumes=True,
        dice=lying(boat),
        ways=pictured(found.values(), total),
    )


def pictured(found: Iterable[Way], total: int, value: Value = None) -> tuple[pictures.Way, ...]:
    """Return the three ways as a picture; *value* takes a legal one, where that is not its turn."""
    return tuple(
        pictures.Way(60 * way.d, way.clear, way.turn if value is None else value, max(0, total - way.clear))
        if way.legal
        else pictures.Way(60 * way.d, way.clear)
        for way in found
    )


def wrong_way(found: list[Way], total: int) -> IllegalAnswer:
    """Say why a way may not be taken (E07, E08)."""
    longest = max(way.clear for way in found)
    if longest >= total:
        return IllegalAnswer("clear_way_first", "SB-STEER-03", "SB-STEER-06", total=total)
    return IllegalAnswer("longest_way", "SB-STEER-04", clear=longest)


def forced_question(race: Race, turn: Turn) -> Ask[bool]:
    """Name the only legal direction and wait for a confirm (SB-STEER-10)."""
    boat = race.boat(turn.seat)
    total, found = boat.total, all_ways(race, boat)
    args = about(boat, next(way for way in found if way.legal), total, race.taken(turn.seat))
    args["total"] = total
    crashes = bool(args["crash"])
    return confirm(
        turn.seat,
        "only_way_crash" if crashes else "only_way",
        rules=("SB-STEER-04" if crashes else "SB-STEER-03", "SB-STEER-10"),
        args=args,
        resumes=True,
        dice=lying(boat),
        ways=pictured(found, total, value=True),
    )


def arrive(race: Race, seat: int, voyage: Voyage, total: int) -> Script[None]:
    """Put the boat where its move ends and tell what it meant, in the order of step 24 (SB-MOVE-01, -03 to -06)."""
    boat, colour = race.boat(seat), race.state.colours[seat]
    behind = race.taken(seat).get(voyage.behind)
    origin = boat.at
    boat.at, boat.bow, boat.doubled = voyage.stop, voyage.bow, voyage.ramp
    boat.leg, boat.n, boat.w = voyage.progress
    moves = (Move(colour, place(origin), place(voyage.stop)),) if voyage.stop != origin else ()
    direction = NAMES[voyage.bow]
    if not total:
        yield from tell("turns", rules=("SB-STEER-08", "SB-STEER-09"), seat=seat, dir=direction)
    else:
        rules: tuple[str, ...] = ("SB-MOVE-01", "SB-STEER-09")
        yield from tell("sails", rules=rules, moves=moves, seat=seat, dir=direction, moved=voyage.moved)
    if voyage.moved or any(event == ROUNDED for event, _ in voyage.events):
        race.state.stirred = boat.turns
    if behind is not None:
        rules = ("SB-MOVE-03", "SB-MOVE-04", "SB-MOVE-05", "SB-MOVE-06")
        yield from tell("stays_behind", rules=rules, seat=seat, other=behind, back=voyage.back)
    yield from tell_events(race, seat, voyage)
    yield from suffer(race, seat, voyage)
    yield from leave(race, seat)


def suffer(race: Race, seat: int, voyage: Voyage) -> Script[None]:
    """Give the boat what its move cost (SB-EXP-10, -11, -13)."""
    boat = race.boat(seat)
    if voyage.wreck:
        yield from tell("flight_ends", rules=("SB-EXP-10", "SB-EXP-11"), seat=seat)
        boat.damage, boat.new = max(boat.damage, SINKS_AT), True
        yield from sink(race, seat)
    elif voyage.crash:
        yield from crash(race, seat, voyage.damage)
    elif voyage.damage:
        yield from hurt(race, seat, voyage.damage, "SB-EXP-13")


def tell_events(race: Race, seat: int, voyage: Voyage) -> Script[None]:
    """Tell start, buoys and finish, and what expansion tiles did (SB-ROUND-04, -07, -10, SB-EXP-06)."""
    for event, leg in voyage.events:
        if event == STARTED:
            yield from tell("started", rules=("SB-ROUND-04",), seat=seat)
        elif event == ROUNDED:
            yield from tell("rounded", rules=("SB-ROUND-07",), seat=seat, buoy=leg - 1)
        elif event == LOST:
            yield from tell("lost", rules=("SB-ROUND-10",), seat=seat, buoy=leg)
        elif event == FINISHED:
            yield from cross_finish(race, seat)
        else:
            yield from tell("effect", rules=("SB-EXP-06",), seat=seat, effect=event)

"""Starting positions (3.7, 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import Ask, IllegalAnswer, Move, Option, ask, choose, tell
from engine.layout import BOX
from engine.seats import clockwise
from engine.speedboats.hexes import NAMES, named, place

if TYPE_CHECKING:
    from engine.ask import Script, Value
    from engine.speedboats.race import Race


def sequence(race: Race) -> list[int]:
    """Return who places when: the start player's right neighbour first, then counter-clockwise (SB-PLACE-01)."""
    return clockwise(race.state.order[::-1], race.state.starter, behind=True)


def place_boats(race: Race) -> Script[None]:
    """Let everybody place, the start player last, then begin the first turn (SB-PLACE-01, SB-TURN-01)."""
    state = race.state
    while state.placed < len(state.order):
        seat = sequence(race)[state.placed]
        if state.manned[seat] == "retire":
            race.boat(seat).status = "retired"
            yield from tell("retires", rules=("SB-ABS-03",), seat=seat)
        else:
            yield from race.board.put(race, seat)
            race.boat(seat).status = "racing"
        state.placed += 1


def free_places(race: Race) -> dict[str, int]:
    """Return the starting places by name that are still free (SB-PLACE-02 to -04)."""
    left = len(race.state.order) - race.state.placed
    return race.waters.starting_places(left, frozenset(race.taken()))


def put(race: Race, seat: int) -> Script[None]:
    """Ask for a starting space and for the bow (SB-PLACE-02 to -07)."""
    boat = race.boat(seat)
    name = yield from ask(lambda: space_question(race, seat))
    space = boat.at = free_places(race)[name]
    bow = yield from ask(lambda: bow_question(race, seat, space))
    boat.bow, boat.afloat = bow, True
    moves = (Move(race.state.colours[seat], BOX, place(space)),)
    rules = ("SB-PLACE-01", "SB-PLACE-02", "SB-PLACE-06")
    yield from tell("placed", rules=rules, moves=moves, seat=seat, space=name, dir=NAMES[bow])


def space_question(race: Race, seat: int) -> Ask[str]:
    """Ask where a boat begins: by the place's name or by its space (E12, E13)."""
    places = free_places(race)

    def read(value: Value) -> str:
        text = value if isinstance(value, str) else "?"
        space = places.get(text) or named(text)
        if space in places.values():
            return next(name for name, where in places.items() if where == space)
        if space in race.taken():
            raise IllegalAnswer("space_taken", "SB-PLACE-05", given=text)
        raise IllegalAnswer("not_at_the_start", "SB-PLACE-02", "SB-PLACE-03", given=text or "?")

    options = tuple(
        Option(name, key="start_space", args={"space": name, "at": place(where)})
        for name, where in places.items()
    )
    return Ask(
        seat=race.asked(seat) if race.state.manned[seat] == "drift" else seat,
        key="start_space",
        kind="choose",
        read=read,
        options=options,
        rules=("SB-PLACE-02", "SB-PLACE-03", "SB-PLACE-05"),
        args={"who": seat},
        resumes=True,
    )


def bow_question(race: Race, seat: int, space: int) -> Ask[int]:
    """Ask where the bow points: to one of the six sides (SB-PLACE-06)."""
    bows = {name: d for d, name in enumerate(NAMES)}
    who = race.asked(seat) if race.state.manned[seat] == "drift" else seat
    args = {"who": seat, "space": place(space)}
    return choose(who, "bow", bows, rules=("SB-PLACE-06",), labels="bow", args=args)

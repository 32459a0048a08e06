"""Building a course on the known lake: draw the buoys, set the arrows, tell gates and directions (3.5, 4.2)."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from engine.ask import TABLE, Move, ask, ask_unless_single, chance, choose, confirm, tell
from engine.layout import BOX
from engine.speedboats import course as courses
from engine.speedboats import expansion
from engine.speedboats.hexes import DOCKS, NAMES, place
from engine.speedboats.letters import learn_place, side_question, teach

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.speedboats.course import Course
    from engine.speedboats.lake import Mark
    from engine.speedboats.race import Race

DRAWS = tuple("".join(order) for order in permutations("0123"))
"""Every way to put the buoys on the four spots, in reading order of the spots (SB-COURSE-03)."""
ARROWS = {1: "left", -1: "right"}
START_TILE, FINISH_BUOY = "start-tile", "buoy-finish"


def buoy(n: int) -> str:
    """Return the name of a buoy as a piece."""
    return f"buoy-{n}"


def build(race: Race) -> Script[None]:
    """Build the course of this race (SB-COURSE-01 to -21)."""
    state = race.state
    if state.step == 0:
        yield from announce(race)
        state.step = 1
    for mark in race.lake.letters(race.letter):
        if not mark.space:
            yield from learn_place(race, mark)
    while state.course is None:
        if set(DRAWS) <= set(state.refused):
            yield from give_up(race)
            return
        yield from try_draw(race)
    if race.options.expansion:
        yield from expansion.place_tiles(race)
    yield from ask(lambda: confirm(TABLE, "course_ready", rules=("SB-COURSE-04", "SB-COURSE-11")))
    begin_placing(race)


def begin_placing(race: Race) -> None:
    """Go on to placing the boats."""
    race.state.stage, race.state.placed, race.state.step = "place", 0, 0


def announce(race: Race) -> Script[None]:
    """Say which race it is, and what the table has ruled before (SB-COURSE-01)."""
    rules = ("SB-COURSE-01", "SB-COURSE-02")
    yield from tell("race_begins", rules=rules, race=race.state.race, letter=race.letter)
    for ruling in race.state.rulings:
        yield from tell("ruling", rules=("SB-EXP-09",), text=ruling)


def give_up(race: Race) -> Script[None]:
    """Leave a race out whose letter makes no course at all (SB-COURSE-21)."""
    yield from tell("no_course", rules=("SB-COURSE-21",), letter=race.letter)
    for boat in race.state.boats:
        boat.status = "retired"
    race.state.stage = "points"


def try_draw(race: Race) -> Script[None]:
    """Draw the buoys, and build the course if they make one (SB-COURSE-03, -10, -21)."""
    state = race.state
    yield from draw_buoys(race)
    marks = race.lake.letters(race.letter)
    first = marks[state.draw.index("0")]
    if first.side < 0:
        d = yield from ask(lambda: side_question(first))
        teach(race, first, d=d)
    marks = race.lake.letters(race.letter)
    first = marks[state.draw.index("0")]
    spaces = [marks[state.draw.index(str(n))].space for n in range(4)]
    buoys = (spaces[0], spaces[1], spaces[2], spaces[3])
    try:
        built = sailable(race, buoys, first.side)
    except courses.NoCourse as reason:
        rules = ("SB-COURSE-10", "SB-COURSE-21", "SB-GATE-07")
        yield from tell("draw_again", rules=rules, reason=str(reason))
        state.refused.append(state.draw)
        state.draw = ""
    else:
        state.course = built
        yield from tell_course(race, built)


def sailable(race: Race, buoys: tuple[int, int, int, int], d: int) -> Course:
    """Build a course that leads to its finish and has room for every boat to start.

    Raises:
        NoCourse: it does not or has not, or there is none (E15).

    """
    built = courses.build(race.surveyor.water(race.state.lake), race.letter, buoys, d)
    if not race.surveyor.shortest(race.state.lake, built):
        raise courses.NoCourse("cannot_be_sailed")
    room = race.surveyor.waters(race.state.lake, built).starting_places(race.players, frozenset())
    if len(room) < race.players:
        raise courses.NoCourse("no_room_to_start")
    return built


def draw_buoys(race: Race) -> Script[None]:
    """Find out which buoy stands on each spot: by lot, or as the table drew them (SB-COURSE-04)."""
    state = race.state
    if race.options.buoy_draw == "engine":
        if not state.draw:
            lots = [draw for draw in DRAWS if draw not in state.refused]
            rules = ("SB-COURSE-03", "SB-COURSE-04")
            lot = f"buoys {state.race} {len(state.refused)}"
            state.draw = yield from ask(lambda: chance("draw", "buoys", lots, rules=rules, lot=lot))
        return
    marks = race.lake.letters(race.letter)
    while len(state.draw) < len(marks):
        state.draw += yield from ask_unless_single(lambda: buoy_question(race, marks))


def buoy_question(race: Race, marks: tuple[Mark, ...]) -> Ask[str]:
    """Ask which buoy the table drew for the next spot (SB-COURSE-03, -04)."""
    mark = marks[len(race.state.draw)]
    left = [n for n in "0123" if n not in race.state.draw]
    args = {"slot": mark.slot, "tile": mark.tile, "letter": mark.letter}
    return choose(TABLE, "buoy_on", left, rules=("SB-COURSE-03", "SB-COURSE-04"), labels="buoy", args=args)


def tell_course(race: Race, course: Course) -> Script[None]:
    """Tell where everything stands and how it is sailed (SB-COURSE-05 to -08, -11, -16, SB-GATE-10)."""
    marks = {mark.space: mark for mark in race.lake.letters(race.letter)}
    for n, space in enumerate(course.buoys):
        rules: tuple[str, ...] = ("SB-COURSE-03", "SB-COURSE-02")
        moves: tuple[Move, ...] = (Move(buoy(n), BOX, place(space)),)
        mark = marks[space]
        yield from tell("buoy_stands", rules=rules, moves=moves, buoy=n, slot=mark.slot, letter=mark.letter)
    moves = (
        Move(START_TILE, BOX, place(course.tile[0])),
        Move(FINISH_BUOY, BOX, place(course.finish)),
    )
    rules = ("SB-COURSE-05", "SB-COURSE-06", "SB-COURSE-07")
    yield from tell("start_tile", rules=rules, moves=moves, dir=NAMES[course.side])
    first, second, third = (ARROWS[arrow] for arrow in course.arrows)
    rules = ("SB-COURSE-11", "SB-COURSE-12", "SB-COMP-05")
    yield from tell("arrows", rules=rules, first=first, second=second, third=third)
    start, finish = ((course.side + turn) % 6 for turn in (course.front, course.approach))
    rules = ("SB-COURSE-16", "SB-COURSE-17", "SB-COURSE-18")
    yield from tell("line", rules=rules, start=DOCKS[start], finish=DOCKS[finish])
    for n, (gate, arrow) in enumerate(zip(course.gates, course.arrows, strict=True), 1):
        near = courses.cross_from(gate, arrow)
        rules = ("SB-GATE-01", "SB-GATE-10")
        yield from tell("gate", rules=rules, buoy=n, row=DOCKS[gate], near=DOCKS[near], arrow=ARROWS[arrow])
    length = race.surveyor.shortest(race.state.lake, course)
    yield from tell("shortest", rules=("SB-COURSE-21",), length=length)

"""Building a course on the known lake: draw the buoys, set the arrows, tell gates and directions (3.5, 4.2)."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from engine.ask import TABLE, Move, ask, chance, choose, confirm, number, tell
from engine.speedboats import course as courses
from engine.speedboats import expansion
from engine.speedboats.hexes import DOCKS, NAMES, place
from engine.speedboats.pack import COLUMNS, ROWS, SLOTS, TURNED, Printed
from engine.speedboats.race import BOX

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
    args: dict[str, Any] = {"race": race.state.race, "letter": race.letter}
    yield from tell("race_begins", rules=("SB-COURSE-01", "SB-COURSE-02"), **args)
    for ruling in race.state.rulings:
        yield from tell("ruling", rules=("SB-EXP-09",), text=ruling)


def give_up(race: Race) -> Script[None]:
    """Leave a race out whose letter makes no course at all."""
    yield from tell("no_course", rules=("SB-COURSE-21",), letter=race.letter)
    for boat in race.state.boats:
        boat.status = "retired"
    race.state.stage = "points"


def learn_place(race: Race, mark: Mark) -> Script[None]:
    """Ask where a letter stands on its tile, as the tile lies (SB-LAKE-08, E17)."""
    args: dict[str, Any] = {"tile": mark.tile, "letter": mark.letter, "slot": mark.slot}
    rules: tuple[str, ...] = ("SB-LAKE-08", "SB-LAKE-09")
    row = yield from ask(lambda: number(TABLE, "spot_row", 1, ROWS, rules=rules, args=args))
    column = yield from ask(lambda: number(TABLE, "spot_column", 1, COLUMNS, rules=rules, args=args))
    teach(race, mark, row=row - 1, column=column - 1)
    yield from tell("spot_learned", rules=rules, **args)


def teach(race: Race, mark: Mark, *, row: int = -1, column: int = -1, d: int = -1) -> None:
    """Keep what the table has shown of a letter, as it is printed (SB-LAKE-08)."""
    printed = next(spot for spot in race.pack.tiles[mark.tile].spots if spot.letter == mark.letter)
    key = f"{mark.tile} {mark.letter}"
    known = race.state.taught.get(key, printed)
    half_turn = race.state.lake[SLOTS.index(mark.slot)].half_turn
    if row >= 0:
        row, column = (ROWS - 1 - row, COLUMNS - 1 - column) if half_turn else (row, column)
        known = Printed(mark.letter, row, column, known.side)
    if d >= 0:
        name = TURNED[NAMES[d]] if half_turn else NAMES[d]
        known = Printed(mark.letter, known.row, known.col, name)
    race.state.taught[key] = known


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
        rules: tuple[str, ...] = ("SB-COURSE-10", "SB-COURSE-21", "SB-GATE-07")
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
            lots = {draw: 1 for draw in DRAWS if draw not in state.refused}
            rules: tuple[str, ...] = ("SB-COURSE-03", "SB-COURSE-04")
            lot = f"buoys {state.race} {len(state.refused)}"
            state.draw = yield from ask(lambda: chance("draw", "buoys", lots, rules=rules, lot=lot))
        return
    marks = race.lake.letters(race.letter)
    while len(state.draw) < len(marks):
        left = [n for n in "0123" if n not in state.draw]
        state.draw += left[0] if len(left) == 1 else (yield from ask(lambda: buoy_question(race, marks)))


def buoy_question(race: Race, marks: tuple[Mark, ...]) -> Ask[str]:
    """Ask which buoy the table drew for the next spot."""
    mark = marks[len(race.state.draw)]
    left = {n: n for n in "0123" if n not in race.state.draw}
    args = {"slot": mark.slot, "tile": mark.tile, "letter": mark.letter}
    return choose(TABLE, "buoy_on", left, rules=("SB-COURSE-03", "SB-COURSE-04"), labels="buoy", args=args)


def side_question(mark: Mark) -> Ask[int]:
    """Ask at which side of its space a letter is printed (SB-LAKE-08)."""
    sides = {name: d for d, name in enumerate(NAMES)}
    args = {"tile": mark.tile, "slot": mark.slot, "letter": mark.letter}
    return choose(TABLE, "letter_side", sides, rules=("SB-LAKE-08", "SB-COURSE-05"), labels="side", args=args)


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

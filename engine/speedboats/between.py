"""After a race: points, repair, the next start player (3.12, 3.15, 4.5)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.ask import TABLE, Move, ask, confirm, tell
from engine.layout import BOX
from engine.speedboats.building import FINISH_BUOY, START_TILE, buoy
from engine.speedboats.hexes import place
from engine.speedboats.scoring import TRACK, ranking, sheets
from engine.speedboats.state import Boat

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.speedboats.race import Race


def count_points(race: Race) -> Script[None]:
    """Tell what every seat gets, with every sum, and let the table check (SB-SCORE-01 to -06, steps 26 and 27)."""
    state = race.state
    found = sheets(race)
    for seat, sheet in sorted(enumerate(found), key=lambda row: row[1].place or 99):
        state.scores[seat] += sheet.points
        place, points, total = sheet.place, sheet.points, state.scores[seat]
        if not place:
            yield from tell("no_points", rules=("SB-SCORE-04",), seat=seat, total=total)
        elif race.extra:
            yield from tell(
                "points_extra",
                rules=("SB-SCORE-02", "SB-VAR-01", "SB-VAR-03", "SB-VAR-05", "SB-VAR-07"),
                seat=seat,
                base=sheet.for_place,
                turns=sheet.for_turns,
                sunk=sheet.for_sunk,
                place=place,
                points=points,
                total=total,
            )
        else:
            rules = ("SB-SCORE-01", "SB-SCORE-02", "SB-SCORE-03", "SB-SCORE-05")
            yield from tell("points", rules=rules, seat=seat, place=place, points=points, total=total)
        if total > TRACK:
            yield from tell("second_lap", rules=("SB-VAR-09",), seat=seat, total=total, marker=total - TRACK)
    state.sheets.append(found)
    state.stage = "repair"


def repair(race: Race) -> Script[None]:
    """Let the table look at the points, then repair the boats or end the match (SB-SINK-05, SB-CARRY, SB-NEXT)."""
    state = race.state
    right = ("SB-SCORE-05", "SB-FIX-03")
    yield from ask(
        lambda: confirm(TABLE, "points_right", rules=right, args={"race": state.race}, resumes=True)
    )
    if state.race >= race.options.races:
        state.stage = "over"
        yield from tell_end(race)
        return
    yield from clear_lake(race)
    for seat, boat in enumerate(state.boats):
        kept = kept_after(race, boat)
        rules = ("SB-CARRY-01", "SB-CARRY-02", "SB-CARRY-03", "SB-CARRY-04", "SB-SINK-05")
        if boat.damage or kept:
            yield from tell("repaired", rules=rules, seat=seat, damage=boat.damage, kept=kept)
        state.boats[seat] = Boat(damage=kept, kept=kept)
    state.starter = race.left_of(state.starter)
    state.race += 1
    state.refused = []
    then = ("SB-NEXT-01", "SB-NEXT-02", "SB-NEXT-03")
    yield from tell("next_race", rules=then, race=state.race, seat=state.starter)
    state.stage = "course"


def kept_after(race: Race, boat: Boat) -> int:
    """Return how many counters a boat keeps (SB-CARRY-01 to -04)."""
    match race.options.carry_over:
        case "new_damage":
            return boat.kept + boat.new
        case "any_counter":
            return boat.kept + 1 if boat.damage else 0
        case "one":
            return 1 if boat.damage else 0
        case "none":
            return 0


def clear_lake(race: Race) -> Script[None]:
    """Take boats, buoys and tiles off the lake (SB-NEXT-02)."""
    state, course = race.state, race.state.course
    moves: list[Move] = []
    for seat in range(race.players):
        moves += race.lifted(seat)
    if course is not None:
        moves += [Move(buoy(n), place(space), BOX) for n, space in enumerate(course.buoys)]
        moves.append(Move(START_TILE, place(course.tile[0]), BOX))
        moves.append(Move(FINISH_BUOY, place(course.finish), BOX))
        moves += [Move(extra.face.partition("/")[0], place(extra.first), BOX) for extra in state.extras]
    state.course, state.extras, state.draw = None, [], ""
    yield from tell("clear_lake", rules=("SB-NEXT-02",), moves=tuple(moves))


def tell_end(race: Race) -> Script[None]:
    """Tell the ranking, and how ties were broken (SB-NEXT-04, SB-TIE-01 to -03)."""
    ranked = ranking(race)
    scores = race.state.scores
    for (seat, rank), (other, below) in pairwise(ranked):
        if scores[seat] == scores[other]:
            yield from tell(
                "tie_shared" if rank == below else "tie_broken",
                rules=("SB-TIE-01", "SB-TIE-02", "SB-TIE-03"),
                seat=seat,
                other=other,
                total=scores[seat],
            )
    winners = [seat for seat, rank in ranked if rank == 1]
    yield from tell("wins", rules=("SB-NEXT-04",), seats=winners, total=scores[winners[0]])

"""Corrections by hand: boats, progress, dice, damage, score, place, start player; what is taught (SB-FIX-03, -04)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer
from engine.corrections import value_as
from engine.lessons import Field, Lesson, check
from engine.seats import clockwise
from engine.speedboats.expansion import FACES, check_face
from engine.speedboats.hexes import NAMES, named, place
from engine.speedboats.state import SINKS_AT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.record import Correct, Teach
    from engine.speedboats.race import Race
    from engine.speedboats.state import Boat

RULE: Final = "SB-FIX-03"
BEFORE_PLACING = ("lake", "course")
"""The stages in which another start player may be named."""
MOST_DAMAGE = 9
MOST_POINTS = 199
LAST_LEG = 4
RULING: Final = Lesson(
    component="ruling",
    table="rulings",
    key="ruling",
    fields=(Field(name="", key="lesson_ruling", kind="text", low=1, high=120),),
    rules=("SB-EXP-09",),
)
"""A ruling of the table, in its own words; there is always room for another."""


def correct(race: Race, change: Correct) -> None:
    """Make a correction.

    Raises:
        IllegalAnswer: a name, place or number that does not exist, or a space that is not free.

    """
    what, _, colour = change.name.partition("-")
    if change.name == "starter" and change.what == "count":
        set_starter(race, value_as(int, change, RULE))
        return
    seat = next(
        (seat for seat, name in enumerate(race.state.colours) if name in (change.name, colour) and name), -1
    )
    if seat < 0:
        raise IllegalAnswer("no_such_thing", RULE, name=change.name)
    if change.what == "place" and change.name == race.state.colours[seat]:
        set_boat(race, seat, value_as(str, change, RULE))
    elif change.what == "pile" and what == "dice":
        set_dice(race, seat, value_as(list[int], change, RULE))
    elif change.what == "count" and what in COUNTS:
        COUNTS[what](race, seat, value_as(int, change, RULE))
    else:
        raise IllegalAnswer("no_such_thing", RULE, name=change.name)


def set_starter(race: Race, seat: int) -> None:
    """Name another start player, before boats are placed."""
    if seat not in race.state.order or race.state.stage not in BEFORE_PLACING:
        raise IllegalAnswer("no_such_thing", RULE, name="starter")
    race.state.starter = seat


def set_boat(race: Race, seat: int, text: str) -> None:
    """Set a boat to another free space, with its bow and leg: "0,10", "0,10 W" or "0,10 W 2" (SB-FIX-04)."""
    spot, *rest = text.split() or [""]
    boat, space = race.boat(seat), named(spot)
    if not race.options.board or race.state.course is None or not boat.afloat:
        raise IllegalAnswer("boat_not_afloat", "SB-FIX-04", seat=seat)
    waters = race.waters
    if space in waters.blocked_by:
        raise IllegalAnswer("buoy_stands_there", "SB-FIX-04", place=spot)
    if space not in waters.open:
        raise IllegalAnswer("not_on_water", "SB-FIX-04", place=spot)
    if space in race.taken(seat):
        raise IllegalAnswer("space_taken", "SB-FIX-04", "SB-PLACE-05", given=spot)
    bow, leg = [*rest, "", ""][:2]
    if (bow and bow not in NAMES) or (leg and leg not in "01234") or len(rest) > 2:
        raise IllegalAnswer("not_a_value", "SB-FIX-04")
    boat.at, boat.n, boat.w = space, 0, 0
    boat.bow = NAMES.index(bow) if bow else boat.bow
    boat.leg = int(leg) if leg else boat.leg


def set_dice(race: Race, seat: int, dice: list[int]) -> None:
    """Set a pool; not while its dice are rolled, or their move is being entered."""
    if any(face not in (1, 2, 3) for face in dice):
        raise IllegalAnswer("faces_are_1_to_3", "SB-COMP-07", RULE)
    must_be_free(race, seat)
    if race.boat(seat).status != "racing":
        raise IllegalAnswer("boat_not_racing", RULE, seat=seat)
    race.boat(seat).dice = sorted(dice)


def must_be_free(race: Race, seat: int) -> None:
    """Refuse while what was decided or entered rests on a boat's dice and damage as they are."""
    if reason := fixed_by(race, seat):
        raise IllegalAnswer(reason, RULE)


def fixed_by(race: Race, seat: int) -> str:
    """Say why a boat's dice and damage must stay: dice chosen but not rolled, or a move half entered; "" if they need not."""
    turn = race.state.turn
    if turn is None or turn.seat != seat:
        return ""
    if turn.stage in ("reroll", "roll"):
        return "dice_are_rolling"
    return "move_is_entered" if turn.clear or turn.stage in ("crash", "events", "when") else ""


def set_damage(race: Race, seat: int, damage: int) -> None:
    """Set damage; it counts for this race, sinks a racing boat at 4, and lets one race again below (SB-FIX-03)."""
    boat = race.boat(seat)
    if not 0 <= damage <= (most := most_damage(boat)):
        raise IllegalAnswer("out_of_range", RULE, low=0, high=most, given=damage)
    if race.state.turn is None:
        raise IllegalAnswer("boat_not_racing", RULE, seat=seat)
    must_be_free(race, seat)
    if boat.status == "sunk" and damage < SINKS_AT:
        refloat(race, seat)
    elif boat.status == "racing" and damage >= SINKS_AT:
        race.lifted(seat)
        boat.status, boat.dice = "sunk", []
    boat.damage, boat.new = damage, damage > boat.kept


def most_damage(boat: Boat) -> int:
    """Return how much damage may be set: what a panel can count, or what a boat that ran far aground has."""
    return max(MOST_DAMAGE, boat.damage)


def refloat(race: Race, seat: int) -> None:
    """Let a sunk boat race again where it was, if that is water and free."""
    boat = race.boat(seat)
    if wrecked(race, boat):
        raise IllegalAnswer("not_on_water", RULE, "SB-EXP-10", place=place(boat.at))
    if race.options.board and boat.at in race.taken(seat):
        raise IllegalAnswer("space_taken", RULE, "SB-PLACE-05", given=race.state.colours[seat])
    boat.status, boat.afloat = "racing", race.options.board
    boat.turns = turns_by_now(race, seat)


def wrecked(race: Race, boat: Boat) -> bool:
    """Whether a boat lies on land, where a flight ended: there it cannot race again (SB-EXP-10)."""
    return race.options.board and boat.at not in race.waters.open


def turns_by_now(race: Race, seat: int) -> int:
    """Return how many own turns a boat that never missed one has had: the running round's, or one less (SB-TURN-03)."""
    turn = race.state.turn
    assert turn is not None, "nobody's turn"  # noqa: S101 - damage is set in a race only
    row = clockwise(race.state.order, race.state.starter)
    return race.boat(turn.seat).turns - (row.index(seat) > row.index(turn.seat))


def set_score(race: Race, seat: int, score: int) -> None:
    """Set a total."""
    if not 0 <= score <= MOST_POINTS:
        raise IllegalAnswer("out_of_range", RULE, low=0, high=MOST_POINTS, given=score)
    race.state.scores[seat] = score


def set_place(race: Race, seat: int, place: int) -> None:
    """Exchange a finished boat's place with the one that has it."""
    boats = race.state.boats
    mine = boats[seat].place
    other = next((boat for boat in boats if boat.place == place and place), None)
    if not mine or other is None or race.state.turn is None:
        raise IllegalAnswer("no_such_place", RULE, place=place)
    other.place, boats[seat].place = mine, place


def set_leg(race: Race, seat: int, leg: int) -> None:
    """Set what a racing boat makes for next: the start (0), a buoy (1 to 3) or the finish (4)."""
    boat, first = race.boat(seat), 0 if race.options.board else 1
    if boat.status != "racing":
        raise IllegalAnswer("boat_not_racing", "SB-FIX-04", seat=seat)
    if not first <= leg <= LAST_LEG:
        raise IllegalAnswer("out_of_range", "SB-FIX-04", low=first, high=LAST_LEG, given=leg)
    boat.leg, boat.n, boat.w = leg, 0, 0


def set_bow(race: Race, seat: int, d: int) -> None:
    """Turn a boat on the lake to one of the six directions."""
    if not race.boat(seat).afloat:
        raise IllegalAnswer("boat_not_afloat", "SB-FIX-04", seat=seat)
    if not 0 <= d < len(NAMES):
        raise IllegalAnswer("not_a_value", "SB-FIX-04")
    race.boat(seat).bow = d


COUNTS: Mapping[str, Callable[[Race, int, int], None]] = {
    "damage": set_damage,
    "score": set_score,
    "place": set_place,
    "leg": set_leg,
    "bow": set_bow,
}


def teach(race: Race, lesson: Teach) -> None:
    """Take what a face of an expansion tile does, or a ruling of the table (SB-EXP-09).

    Raises:
        IllegalAnswer: no such face or effect, or a ruling that is empty or too long.

    """
    if lesson.component == RULING.component:
        check(RULING, lesson.value)
        race.state.rulings.append(lesson.value)
    elif lesson.component in FACES and race.options.expansion:
        race.state.faces[lesson.component] = check_face(lesson.component, lesson.value)
    else:
        raise IllegalAnswer("cannot_teach", "SB-EXP-09", name=lesson.component)

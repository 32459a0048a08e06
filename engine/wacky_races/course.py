"""Laying the course: one special tile is drawn, then T1 to T19 follow, scanned or dealt (WR-SETUP-22 to -27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, ask, ask_unless_single, chance, choose, scan, tell
from engine.wacky_races.lessons import note_kind, untaught
from engine.wacky_races.track import FINISH, FIRST_TILE, GAS, KINDS, PLACES

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.wacky_races.race import Race
    from engine.wacky_races.track import Kind


def special_pool(race: Race) -> tuple[str, ...]:
    """Return the special tiles that may be drawn (WR-SETUP-24, -25)."""
    specials = tuple(name for name, tile in race.pack.tiles.items() if tile.role == "special")
    pool = race.options.special_pool
    return specials if pool is None else tuple(name for name in specials if name in pool)


def read_tile(race: Race, value: str, legal: tuple[str, ...], at: int) -> str:
    """Read the tile for a position.

    Raises:
        IllegalAnswer: unknown (WR-APP-04), shown twice, of the wrong half, or a second special tile (WR-APP-15).

    """
    name = race.pack.names.get(value, value)
    place = PLACES[at]
    if name not in race.pack.tiles:
        raise IllegalAnswer("unknown_tile", "WR-APP-04", given=value)
    if name in race.state.course:
        raise IllegalAnswer("tile_twice", "WR-APP-15", place=place, tile=name)
    if name in legal:
        return name
    if race.pack.tiles[name].role == "special":
        raise IllegalAnswer("other_special", "WR-APP-15", "WR-SETUP-24", place=place, tile=name)
    if at in (GAS, FINISH):
        raise IllegalAnswer("checkpoint_needed", "WR-SETUP-23", "WR-SETUP-27", place=place, tile=name)
    raise IllegalAnswer("wrong_half", "WR-APP-15", place=place, half=1 if at < GAS else 2)


def draw_special(race: Race) -> Script[None]:
    """Draw the special tile: the starting player shows it, or the lot decides (WR-SETUP-24, -25)."""
    rules = ("WR-SETUP-24", "WR-SETUP-25")
    pool = special_pool(race)

    def read(value: str) -> str:
        name = race.pack.names.get(value, value)
        if name not in pool:
            raise IllegalAnswer("not_in_the_pool", *rules, given=value)
        return name

    def make() -> Ask[str]:
        if race.options.course == "dealt":
            return chance("draw", "special_tile", pool, rules=rules, named=read)
        args = {"seat": race.state.starter}
        return scan(TABLE, "special_tile", pool, read, rules=rules, args=args, resumes=True)

    special = yield from ask(make)
    race.state.special = special
    yield from tell("special_drawn", rules=rules, tile=special)
    race.state.stage = "course"


def legal_tiles(race: Race, at: int) -> tuple[str, ...]:
    """Return the tiles that may lie at a position: the right half, the drawn special tile among the second nine."""
    tiles, laid = race.pack.tiles, race.state.course
    if at in (GAS, FINISH):
        role = "gas" if at == GAS else "finish"
        return tuple(name for name, tile in tiles.items() if tile.role == role)
    half = 1 if at < GAS else 2
    legal = [name for name, tile in tiles.items() if tile.half == half and name not in laid]
    if half == 2 and race.state.special not in laid:
        legal.append(race.state.special)
    return tuple(legal)


def lay_course(race: Race) -> Script[None]:
    """Lay T1 to T19 (WR-SETUP-22, -23, -26, -27)."""
    course = race.state.course
    if course and untaught(race.pack, course[-1]):
        yield from laid(race)
    while FIRST_TILE + len(course) <= FINISH:
        if race.options.course == "scanned":
            tile = yield from ask(lambda: tile_question(race))
        else:
            tile = yield from ask_unless_single(lambda: tile_lot(race))
        course.append(tile)
        yield from laid(race)
    race.state.stage = "ready"


def laid(race: Race) -> Script[None]:
    """Tell which tile was laid last; what the pack does not know of it is asked and remembered (WR-TEACH-05)."""
    course = race.state.course
    tile, place = course[-1], PLACES[FIRST_TILE + len(course) - 1]
    if untaught(race.pack, tile):
        note_kind(race.state, tile, (yield from ask(lambda: kind_question(place))))
    rules = ("WR-SETUP-22", "WR-SETUP-23", "WR-SETUP-26", "WR-SETUP-27")
    kind = race.pack.tiles[tile].kind or tile
    yield from tell("tile_laid", rules=rules, place=place, tile=tile, kind=kind)


def kind_question(place: str) -> Ask[Kind]:
    """Ask what kind the tile is that lies there (WR-COMP-10, WR-TEACH-05)."""
    rules, args = ("WR-COMP-10", "WR-TEACH-05"), {"place": place}
    return choose(TABLE, "tile_kind", KINDS, rules=rules, labels="kind", args=args, resumes=True)


def tile_question(race: Race) -> Ask[str]:
    """Ask the table to show the next tile in the line (WR-APP-15)."""
    at = FIRST_TILE + len(race.state.course)
    legal = legal_tiles(race, at)
    return scan(
        TABLE,
        "tile",
        legal,
        lambda value: read_tile(race, value, legal, at),
        rules=("WR-APP-15",),
        args={"place": PLACES[at]},
        resumes=True,
    )


def tile_lot(race: Race) -> Ask[str]:
    """Ask chance for the next tile in the line (WR-SETUP-22, -26)."""
    at = FIRST_TILE + len(race.state.course)
    legal = legal_tiles(race, at)
    return chance(
        "draw",
        "tile",
        legal,
        rules=("WR-SETUP-22", "WR-SETUP-26"),
        named=lambda value: read_tile(race, value, legal, at),
        args={"place": PLACES[at]},
        resumes=True,
    )

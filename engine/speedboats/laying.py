"""Building the lake: six tiles into their slots (3.4, steps 4 to 7 of 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import TABLE, IllegalAnswer, Move, ask, choose, confirm, scan, tell
from engine.layout import BOX
from engine.speedboats.lake import waters
from engine.speedboats.pack import SLOTS, Laid

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.speedboats.race import Race

HEAD, TAIL = "-head", "-tail"
"""The tags of a tile that has two: at row 0 and at row 11 (SB-LAKE-03)."""


def lay(race: Race) -> Script[None]:
    """Build the lake from the pack, or slot by slot as the tiles lie (SB-LAKE-01, -03, -04)."""
    state = race.state
    if not state.lake:
        rules: tuple[str, ...] = ("SB-SETUP-01", "SB-SETUP-02", "SB-SETUP-06", "SB-SETUP-09", "SB-COMP-01")
        yield from tell("join_frame", rules=rules, side=race.options.lake_side)
    if race.options.lake == "pack" and not state.lake:
        yield from take_arrangement(race)
    while len(state.lake) < len(SLOTS):
        yield from lay_tile(race)
    water = race.surveyor.water(state.lake)
    rules = ("SB-LAKE-06", "SB-LAKE-07")
    yield from tell("lake_ready", rules=rules, water=len(water), parts=waters(water))
    yield from ask(lambda: confirm(TABLE, "lake_right", rules=("SB-LAKE-04", "SB-SETUP-03")))
    state.stage = "course"


def take_arrangement(race: Race) -> Script[None]:
    """Lay the tiles as the pack arranges them (SB-LAKE-04)."""
    race.state.lake = race.pack.arrangement
    for slot, laid in zip(SLOTS, race.pack.arrangement, strict=True):
        yield from tell_tile(slot, laid)


def tell_tile(slot: str, laid: Laid) -> Script[None]:
    """Tell which tile lies in a slot (SB-LAKE-01, SB-HEX-03)."""
    moves = (Move(laid.tile, BOX, slot),)
    yield from tell(
        "tile_turned" if laid.half_turn else "tile_laid",
        rules=("SB-LAKE-01", "SB-HEX-03"),
        moves=moves,
        slot=slot,
        tile=laid.tile,
    )


def lay_tile(race: Race) -> Script[None]:
    """Scan the tile of the next slot, and find out which end points north (SB-LAKE-03)."""
    slot = SLOTS[len(race.state.lake)]
    tile, half_turn = yield from ask(lambda: tile_question(race, slot))
    if race.options.tile_up == "ask":
        half_turn = yield from ask(lambda: up_question(slot, tile))
    laid = Laid(tile, half_turn)
    race.state.lake = (*race.state.lake, laid)
    yield from tell_tile(slot, laid)


def tile_question(race: Race, slot: str) -> Ask[tuple[str, bool]]:
    """Ask which tile lies in a slot; with two tags also which end the reader sees (SB-LAKE-03, -04)."""
    lying = {laid.tile: where for where, laid in zip(SLOTS, race.state.lake, strict=False)}
    two_tags = race.options.tile_up == "two_tags"

    def read(value: str) -> tuple[str, bool]:
        name = value.removeprefix("tile-")
        tile = name.removesuffix(HEAD).removesuffix(TAIL) if two_tags else name
        if tile not in race.pack.tiles:
            raise IllegalAnswer("unknown_tile", "SB-LAKE-04", given=value)
        if tile in lying:
            raise IllegalAnswer(
                "tile_lies_elsewhere", "SB-LAKE-01", "SB-LAKE-04", tile=tile, slot=lying[tile]
            )
        return tile, name.endswith(TAIL)

    free = [tile for tile in race.pack.tiles if tile not in lying]
    legal = tuple(f"{tile}{end}" for tile in free for end in ((HEAD, TAIL) if two_tags else ("",)))
    rules: tuple[str, ...] = ("SB-LAKE-01", "SB-LAKE-04")
    resumes = bool(race.state.lake)
    return scan(TABLE, "tile", legal, read, rules=rules, args={"slot": slot}, resumes=resumes)


def up_question(slot: str, tile: str) -> Ask[bool]:
    """Ask whether a tile lies as it is drawn, or turned by half a turn (SB-LAKE-03)."""
    ways = {"up": False, "turned": True}
    args = {"slot": slot, "tile": tile}
    return choose(TABLE, "tile_up", ways, rules=("SB-LAKE-03",), labels="tile_up", args=args)

"""Where every piece belongs: tiles, buoys, boats, score markers, dice and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import BOX, Component, Layout, hand_of
from engine.speedboats.building import FINISH_BUOY, START_TILE, buoy
from engine.speedboats.dice import SUPPLY
from engine.speedboats.expansion import TILES
from engine.speedboats.hexes import place
from engine.speedboats.laying import HEAD, TAIL
from engine.speedboats.outcome import COUNTERS
from engine.speedboats.pack import SLOTS
from engine.speedboats.setup import BOAT_TAG, CLOCKWISE

if TYPE_CHECKING:
    from engine.speedboats.options import Options
    from engine.speedboats.pack import Pack
    from engine.speedboats.race import Race

PILE = "supply"
DIE, COUNTER = "die", "counter"
IN_THE_BOX = {DIE: SUPPLY, COUNTER: COUNTERS}


def layout(race: Race) -> Layout:
    """Return the place of every piece, how many dice and counters lie where, and the lake as places in the plane."""
    state, course = race.state, race.state.course
    pieces = dict.fromkeys(CLOCKWISE, BOX)
    pieces |= {state.colours[seat]: race.spot(seat) for seat in range(race.players) if state.colours[seat]}
    if race.options.board:
        pieces |= dict.fromkeys(race.pack.tiles, BOX)
        pieces |= {laid.tile: slot for slot, laid in zip(SLOTS, state.lake, strict=False)}
    pieces |= dict.fromkeys((*map(buoy, range(4)), START_TILE, FINISH_BUOY), BOX)
    if race.options.expansion:
        pieces |= dict.fromkeys(TILES, BOX)
    if course is not None:
        pieces |= {buoy(n): place(space) for n, space in enumerate(course.buoys)}
        pieces |= {START_TILE: place(course.tile[0]), FINISH_BUOY: place(course.finish)}
    pieces |= {extra.face.partition("/")[0]: place(extra.first) for extra in state.extras}
    spots = race.surveyor.spots(state.lake, course) if course is not None else ()
    counts, borrowed = loose(race)
    return Layout(pieces, counts, course=spots, borrowed=borrowed)


def loose(race: Race) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Count the dice and counters of each place, and how many of them are others than those in the box (SB-COMP-08)."""
    held = [{DIE: len(boat.dice), COUNTER: boat.damage} for boat in race.state.boats]
    left = {kind: most - sum(one[kind] for one in held) for kind, most in IN_THE_BOX.items()}
    counts = {PILE: {kind: max(0, number) for kind, number in left.items()}}
    counts |= {hand_of(seat): one for seat, one in enumerate(held)}
    return counts, {kind: -number for kind, number in left.items() if number < 0}


def components(pack: Pack, options: Options) -> tuple[Component, ...]:
    """Return what can carry a tag: lake tiles (one tag, or head and tail), boats, expansion tiles."""
    ends = (HEAD, TAIL) if options.tile_up == "two_tags" else ("",)
    tiles = [Component(f"tile-{tile}{end}", "tile", f"{tile}{end}") for tile in pack.tiles for end in ends]
    boats = [Component(f"{BOAT_TAG}{colour}", "boat", colour) for colour in CLOCKWISE]
    extras = [Component(tile, "expansion", tile) for tile in TILES] if options.expansion else []
    return (*tiles, *boats, *extras)

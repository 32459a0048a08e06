"""Letters of the lake that the pack does not know: where one stands on its tile, and at which side (SB-LAKE-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.ask import TABLE, ask, choose, number, tell
from engine.speedboats.hexes import NAMES
from engine.speedboats.pack import COLUMNS, ROWS, SLOTS, TURNED, Printed

if TYPE_CHECKING:
    from engine.ask import Ask, Script
    from engine.speedboats.lake import Mark
    from engine.speedboats.race import Race


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


def side_question(mark: Mark) -> Ask[int]:
    """Ask at which side of its space a letter is printed (SB-LAKE-08)."""
    sides = {name: d for d, name in enumerate(NAMES)}
    args = {"tile": mark.tile, "slot": mark.slot, "letter": mark.letter}
    return choose(TABLE, "letter_side", sides, rules=("SB-LAKE-08", "SB-COURSE-05"), labels="side", args=args)

"""The settings of a match, with the rule list's defaults first (3.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from engine.rulebook import SetupError, read_options
from engine.speedboats.pack import GAME

if TYPE_CHECKING:
    from engine.speedboats.pack import Pack


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may set; every value as the rule named beside it explains."""

    level: Literal["board", "books"] | None = None  # SB-SETUP-12; None: board with a complete pack
    races: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3  # SB-SETUP-11
    lake_side: Literal["dark", "light"] = "dark"  # SB-SETUP-02
    lake: Literal["scan", "pack"] = "scan"  # tiles scanned into their slots, or as the pack arranges them
    colour_seats: Literal["board", "free"] = "board"  # SB-SETUP-05
    first_start_player: Literal["roll", "engine", "choose"] = "roll"  # SB-SETUP-08
    tile_up: Literal["ask", "two_tags", "fixed"] = "ask"  # SB-LAKE-03
    buoy_draw: Literal["engine", "table"] = "engine"  # SB-COURSE-04; books never ask
    dice_source: Literal["table", "engine"] = "table"  # SB-DICE-15
    dice_entry: Literal["steps", "final"] = "steps"  # SB-DICE-16
    carry_over: Literal["new_damage", "any_counter", "one", "none"] = "new_damage"  # SB-CARRY-04
    finished_boats: Literal["remove", "stay"] = "remove"  # SB-FIN-08
    last_boat: Literal["stop", "play_on"] = "stop"  # SB-FIN-10
    extra_scoring: Literal["two_players", "always", "never"] = "two_players"  # SB-VAR-02
    extras_multiplied: bool = False  # SB-VAR-07
    steer_entry: Literal["result", "three"] = "result"  # SB-BOOK-04
    books_buoys: Literal["ask", "off"] = "ask"  # SB-BOOK-07
    absent: Literal["bot", "drift", "retire"] | None = None  # SB-ABS-01; None: bot at board, drift at books
    expansion: bool = False  # 3.18

    @property
    def board(self) -> bool:
        """Whether the lake is known."""
        return self.level == "board"


def options_of(pack: Pack, match: dict[str, Any]) -> Options:
    """Read the match's options over the pack's own, and settle what they leave to the pack.

    Raises:
        SetupError: an unknown option, a value out of its range, or options that do not go with the pack (E17).

    """
    options = read_options({**pack.options, **match}, Options, GAME)
    level = options.level or ("board" if pack.complete else "books")
    absent = options.absent or ("bot" if level == "board" else "drift")
    options = msgspec.structs.replace(options, level=level, absent=absent)
    if level == "board":
        _check_board(pack, options)
    elif absent == "bot":
        raise SetupError(
            f"{GAME}: option: absent = 'bot' needs level 'board'; choose drift or retire (SB-ABS-01)"
        )
    elif options.expansion:
        raise SetupError(f"{GAME}: option: expansion needs level 'board' (3.18)")
    return options


def _check_board(pack: Pack, options: Options) -> None:
    """Refuse a pack that a known board cannot use (SB-SETUP-02, SB-LAKE-02, -09)."""
    if pack.side not in ("own", options.lake_side):
        raise SetupError(
            f"{GAME}: lake pack {pack.id!r} shows the {pack.side} side, lake_side is {options.lake_side!r};"
            " choose another pack or side, or level 'books' (SB-SETUP-02)"
        )
    for letter in "ABC"[: options.races]:
        tiles = [tile.id for tile in pack.tiles.values() for spot in tile.spots if spot.letter == letter]
        if len(tiles) != 4:
            raise SetupError(
                f"{GAME}: lake pack {pack.id!r} has letter {letter} on {len(tiles)} tiles; a race needs four."
                " Play fewer races or level 'books' (SB-LAKE-09)"
            )
    if options.lake == "pack" and not pack.arrangement:
        raise SetupError(f"{GAME}: lake pack {pack.id!r} has no [arrangement]; scan the tiles (SB-LAKE-04)")

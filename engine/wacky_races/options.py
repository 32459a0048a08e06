"""The settings of a match, with the rule list's defaults first (3.23)."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from engine.wacky_races.pack import CARDS

Count = Annotated[int, msgspec.Meta(ge=0, le=64)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
Races = Annotated[int, msgspec.Meta(ge=1, le=12)]
Text = Annotated[str, msgspec.Meta(max_length=60)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may set; every value as the rule named beside it explains."""

    level: Literal["full", "books"] = "full"  # section 1
    movement_deck: Literal["physical", "virtual"] = "physical"  # WR-DECK-01, -02
    trap_deck: Literal["physical", "virtual"] = "physical"  # WR-DECK-03
    movement_counts: tuple[Count, Count, Count, Count] | None = None  # WR-COMP-04, in the order D F P A
    racer_choice: Literal["free", "clockwise", "random"] = "free"  # WR-SETUP-03
    starting_player: Literal["last_driver", "random", "chosen"] = "last_driver"  # WR-SETUP-15
    special_pool: tuple[str, ...] | None = None  # WR-SETUP-25, names of special tiles; None: all of them
    course: Literal["scanned", "dealt"] = "scanned"  # step 8 of 4.1
    grid_terrain: Literal["none", "wild"] = "none"  # WR-TRACK-10
    grid_movement: Literal["slots", "to_first_tile"] = "slots"  # WR-TRACK-09
    trap_reshuffle: Literal["no", "yes"] = "no"  # WR-DD-25
    neutral_tie: Literal["ask", "random", "grid_order"] = "ask"  # WR-NEUT-06
    neutral_trap_stops: Literal["yes", "no"] = "yes"  # WR-NEUT-18
    trap_chain: Literal["full", "no_traps", "nothing"] = "full"  # WR-TRAP-13
    champ_races: Races | None = None  # WR-CHAMP-02; None: one race, no championship
    champ_points: tuple[Points, Points, Points, Points, Points, Points] | None = (
        None  # WR-CHAMP-03; None: asked
    )
    champ_texts: tuple[Text, ...] = ()  # WR-CHAMP-10, special rules in words, one text for each race
    neutrals_score: Literal["hold_place", "skip"] = "hold_place"  # WR-CHAMP-05
    next_start: Literal["rotate", "last_placed", "last_driver"] = "rotate"  # WR-CHAMP-09
    absent_seat: Literal["pause", "bot", "neutral"] = "pause"  # WR-APP-10
    powers_per_turn: Literal["unlimited", 1, 2] = "unlimited"  # WR-POW-08
    swamp_neutral: Literal["like_players", "first_reveal", "free"] = "like_players"  # WR-SWAMP-09
    places: Literal["by_position", "winner_only", "play_on"] = "by_position"  # WR-END-05

    def __post_init__(self) -> None:
        """Check what one value alone does not tell (WR-COMP-04, WR-SETUP-25, WR-CHAMP-02, -03, -10).

        Raises:
            ValueError: two values do not go together, or a list has the wrong sum or nothing in it.

        """
        counts, points, races = self.movement_counts, self.champ_points, self.champ_races
        if counts is not None and sum(counts) != CARDS:
            raise ValueError(
                f"movement_counts sum to {sum(counts)}; enter four numbers that sum to {CARDS} (WR-COMP-04)"
            )
        if self.special_pool == ():
            raise ValueError("special_pool is empty; name at least one special tile (WR-SETUP-25)")
        if points is not None and any(after > before for before, after in pairwise(points)):
            raise ValueError(
                f"champ_points {list(points)} rise; no place may bring more than the one before it (WR-CHAMP-03)"
            )
        if len(self.champ_texts) > (races or 0):
            raise ValueError(f"{len(self.champ_texts)} champ_texts for {races or 0} races (WR-CHAMP-10)")

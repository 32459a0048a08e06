"""The settings of a match, with the rule list's defaults first (section 9)."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may set; every value as the rule named beside it explains."""

    level: Literal["full", "books"] = "full"  # WC-BOOKS-01
    hierarchy_start: Literal["standard", "random"] = "standard"  # WC-SETUP-09
    starter_draw: Literal["table", "companion"] = "table"  # WC-SETUP-12
    choice_means: Literal["seat_reader", "shared_reader", "after_reveal"] = "seat_reader"  # WC-CHOOSE-05
    speed_first: Literal["next_turn", "no_effect"] = "next_turn"  # WC-BOOST-19
    half_matching: Literal["same_vehicle", "road_water"] = "same_vehicle"  # WC-SCORE-09
    violet_bonus: Literal["at_least_two", "exactly_two", "off"] = "at_least_two"  # WC-SCORE-16
    undo_over_reveal: Literal["all_agree", "never", "free"] = "all_agree"  # WC-TABLE-03
    absent: Literal["bot", "pause", "stop"] = "bot"  # WC-TABLE-05
    bot: Literal["steady", "planner", "random"] = "steady"  # WC-BOT-05, what a weak pilot plays like

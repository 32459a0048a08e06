"""The settings of a match, with the rule list's defaults first (section 9)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Seconds = Annotated[float, msgspec.Meta(ge=1, le=120)]
Points = Annotated[int, msgspec.Meta(ge=-50, le=50)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may set; every value as the rule named beside it explains."""

    pairing: Literal["table", "random", "balanced"] = "table"  # W6-SIDE-07
    averages: tuple[
        float, ...
    ] = ()  # W6-SIDE-07: average of played cards by seat, as the table's history has it
    countdown_s: Annotated[int, msgspec.Meta(ge=0, le=10)] = 3  # W6-START-03
    call_by: Literal["buzzer", "voice"] = "buzzer"  # W6-CALL-05
    tie_window_ms: Annotated[int, msgspec.Meta(ge=0, le=100)] = 15  # W6-CALL-08
    call_check: Literal["table", "trust"] = "table"  # W6-CALL-15
    false_call_points: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2  # W6-CALL-18
    after_false_call: Literal["next_press", "resume"] = "next_press"  # W6-CALL-19
    stuck: Literal["score", "void"] = "score"  # W6-STUCK-03
    round_limit_s: Annotated[int, msgspec.Meta(ge=0, le=1800)] = 0  # W6-STUCK-05
    count_by: Literal["numbers", "scan", "scan_rest"] = "numbers"  # W6-COUNT-05
    cross_check: Literal["off", "on"] = "off"  # W6-COUNT-21
    target: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 100  # W6-MATCH-03
    over_target: Literal["highest", "caller"] = "highest"  # W6-MATCH-05
    match_tie: Literal["extra_round", "shared"] = "extra_round"  # W6-MATCH-06
    late_joiner: Literal["zero", "lowest", "average"] = "zero"  # W6-MATCH-10
    start_points: tuple[Points, ...] = ()  # W6-MATCH-12, by seat; a pair has those of its first seat
    tracking: Literal["off", "on"] = "off"  # W6-TRACK-01
    pace_main_s: Seconds = 12  # W6-PACE-04
    pace_deck_s: Seconds = 8
    pace_jitter: Annotated[float, msgspec.Meta(ge=0, le=0.9)] = 0.5

    def __post_init__(self) -> None:
        """Check what may be 0 or else has a least value (W6-MATCH-03, W6-STUCK-05); raises ValueError."""
        if 0 < self.target < 10:
            raise ValueError(f"target = {self.target}; 10 to 1000, or 0 for an open end (W6-MATCH-03)")
        if 0 < self.round_limit_s < 60:
            raise ValueError(f"round_limit_s = {self.round_limit_s}; 60 to 1800, or 0 for none (W6-STUCK-05)")

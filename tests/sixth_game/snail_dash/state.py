"""Everything of Snail Dash that moves. What is printed is in the pack, what was agreed in the header."""

from __future__ import annotations

from typing import Literal

import msgspec

Stage = Literal["snails", "backing", "race", "over"]


class State(msgspec.Struct):
    """By seat: the snail driven, the one backed (secret), the space stood on. `card` is turned up, not yet used."""

    stage: Stage
    snails: list[str]
    backed: list[str]
    at: list[int]
    discard: list[str]
    seat: int = 0
    card: str = ""

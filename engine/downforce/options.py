"""The settings of a match, the rule list's defaults first (3.14), and the one of the odds sheet."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Steps = Annotated[int, msgspec.Meta(ge=1, le=200)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may set; every value as the rule named beside it explains."""

    level: Literal["board", "books"] | None = None  # DF-GAME-03; None: board where the pack has a track
    card_input: Literal["scan", "type", "none"] = "scan"  # DF-SETUP-13
    grid_source: Literal["companion", "table"] = "companion"  # DF-SETUP-08
    hand_tracking: Literal["bots", "all"] = "bots"  # DF-SETUP-10
    lot_source: Literal["scan", "companion"] = "scan"  # DF-SETUP-12
    bid_input: Literal["own_reader", "shared_reader", "passed", "typed"] = "own_reader"  # DF-AUCT-33
    bid_last_tie: Literal["sum", "lot", "rebid"] = "sum"  # DF-AUCT-11
    no_bid: Literal["rebid_ownerless", "ownerless", "out_of_race", "zero_price"] = (
        "rebid_ownerless"  # DF-AUCT-23
    )
    power_choice: Literal["open", "secret"] = "open"  # DF-AUCT-30
    cunning_claim: Literal["button", "ask"] = "button"  # DF-CUN-04
    determined_bonus: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = (
        None  # DF-DET-02; None: as the deck says
    )
    determined_turns: Literal["own", "any"] | None = None  # DF-DET-05; None: as the deck says
    bets: Literal["sheet", "odds"] = "sheet"  # DF-SCORE-02, or position at the bet times a factor
    bets_shown: Literal["end", "after_round"] = "end"  # DF-BET-09
    books_bounds: tuple[Steps, Steps, Steps, Steps] | None = None  # DF-BOOK-04
    undo_after_reveal: Literal["all_agree", "never"] = "all_agree"  # DF-TABLE-02
    absent_seat: Literal["ask", "skip", "bot"] = "ask"  # DF-TABLE-04

    @property
    def typed_bids(self) -> bool:
        """Whether bids are entered as numbers after the reveal."""
        return self.bid_input == "typed" or self.card_input != "scan"

    def __post_init__(self) -> None:
        """Check that bounds rise (DF-BOOK-04); raises ValueError where they do not."""
        bounds = self.books_bounds
        if bounds is not None and list(bounds) != sorted(set(bounds)):
            raise ValueError(f"books_bounds {list(bounds)} do not rise (DF-BOOK-04)")

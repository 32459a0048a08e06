"""The fixed numbers and words of the game."""

from __future__ import annotations

from typing import Final

GAME: Final = "wackee_six"

DECKS: Final = 6
NUMBERS: Final = 13
SUITS: Final = 4
WILDS: Final = 2
DECK_CARDS: Final = NUMBERS * SUITS + WILDS
MAIN: Final = 12
HAND_DECK: Final = DECK_CARDS - MAIN
"""The cards that a side turns over while it plays (W6-DEAL-06)."""

MOST_PEOPLE: Final = 12
MOST_SIDES: Final = 6
MOST_PACE: Final = 3
IN_CENTRE: Final = NUMBERS * SUITS
"""The most cards a deck can bring to the centre: every pile begins with a real 1 (W6-COUNT-12)."""

WILD: Final = "wild"
BONUS: Final = 10

SECOND: Final = 1_000_000
"""Times are microseconds of playing time."""

COLLECT: Final = 120_000
"""How long after the first press others may still come in from slower wires (W6-CALL-11)."""

NEXT_PRESS: Final = 1_000_000
"""How long after the earliest press of a stop another one may stand in for a false call (W6-CALL-19)."""

STUCK: Final = 10 * SECOND
"""Within which time all sides must say that they are stuck (W6-STUCK-01)."""

WARNING: Final = 15 * SECOND
"""How long before the limit of a round there is a warning (W6-STUCK-05)."""

AIR: Final = 600_000
"""How long after a call a tap still counts as in the air (W6-TRACK-12)."""

ONE_TAP: Final = SECOND
"""Within which time the same tag again is the same tap (W6-TRACK-11)."""

COUNTED: Final = "counted"
"""Where the cards lie that are scanned already while cards are counted."""


def deck_piece(back: str) -> str:
    """Return the id of a whole deck."""
    return f"deck-{back}"


def clock_text(moment: int) -> str:
    """Return a playing time as minutes, seconds and tenths: "1:01.2"."""
    tenths = moment // 100_000
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"

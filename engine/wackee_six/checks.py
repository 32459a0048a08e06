"""The invariants that one state can be checked for (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulebook import BrokenInvariant
from engine.wackee_six.words import DECK_CARDS, IN_CENTRE, MAIN, MOST_SIDES, NUMBERS

if TYPE_CHECKING:
    from engine.wackee_six.game import Game
    from engine.wackee_six.state import Round


def check(game: Game) -> None:
    """Check everything.

    Raises:
        BrokenInvariant: the state is not one of this game; the ids name what it breaks.

    """
    check_sides(game)
    for round_ in game.state.history:
        check_round(game, round_)
    check_track(game)
    if game.run.spent < 0:
        raise BrokenInvariant(f"{game.run.spent} microseconds of playing time", "W6-INV-02")


def check_sides(game: Game) -> None:
    """Every person plays on one side, every side with its own deck, and there are not too many (W6-INV-14)."""
    sides = [game.side(number) for number in game.active()]
    seats = [seat for side in sides for seat in side.seats]
    decks = [side.deck for side in sides if side.deck]
    if len(set(seats)) != len(seats) or len(sides) > MOST_SIDES:
        raise BrokenInvariant(f"{len(sides)} sides with seats {seats}", "W6-INV-14")
    if any(not 1 <= len(side.seats) <= 2 for side in sides):
        raise BrokenInvariant("a side of none or of three", "W6-INV-14")
    if len(set(decks)) != len(decks) or not set(decks) <= set(game.pack.backs):
        raise BrokenInvariant(f"decks {decks}", "W6-INV-14")


def check_round(game: Game, round_: Round) -> None:
    """Counts that can be, callers with nothing left, not too many cards in the centre (W6-INV-05 to -07)."""
    total = decks = 0
    for side, count in enumerate(round_.counts):
        if count is None:
            continue
        if not 0 <= count.left <= MAIN or not MAIN - count.left <= count.played <= DECK_CARDS - count.left:
            raise BrokenInvariant(
                f"round {round_.number}: {count.played} played, {count.left} left", "W6-INV-06"
            )
        if side in round_.callers and count.left:
            raise BrokenInvariant(f"round {round_.number}: a caller with {count.left} left", "W6-INV-05")
        if not game.side(side).pace:
            total, decks = total + count.played, decks + 1
    if total > IN_CENTRE * decks:
        raise BrokenInvariant(f"round {round_.number}: {total} cards in the centre", "W6-INV-07")


def check_track(game: Game) -> None:
    """The followed centre holds no more than there is (W6-INV-15)."""
    track, decks = game.run.track, len(game.people())
    piles = [len(tops) for tops in track.tops.values()]
    wrong = any(not 1 <= top < NUMBERS for tops in track.tops.values() for top in tops)
    if wrong or any(number > 4 * decks for number in piles) or track.wilds > 2 * decks:
        raise BrokenInvariant(f"piles {track.tops}, {track.wilds} wilds", "W6-INV-15")

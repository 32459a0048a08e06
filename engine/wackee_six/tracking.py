"""The centre followed card by card: piles, wilds, cards that fit nowhere. Pure but for its tells (3.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import tell
from engine.wackee_six.words import NUMBERS, ONE_TAP

if TYPE_CHECKING:
    from engine.ask import Script
    from engine.wackee_six.game import Game
    from engine.wackee_six.pack import Card
    from engine.wackee_six.state import Track


def lay(track: Track, card: Card) -> bool:
    """Lay a card in the centre; False where it fits nowhere (W6-TRACK-03 to -08).

    Piles of one suit with the same top are not told apart. Where no pile fits directly, the fewest wilds not placed
    yet that make one fit are taken to lie there.
    """
    if card.wild:
        track.wilds += 1
        return True
    tops = track.tops.setdefault(card.suit, [])
    if card.number == 1:
        tops.append(1)
    else:
        for wilds in range(track.wilds + 1):
            below = card.number - 1 - wilds
            if below >= 1 and below in tops:
                break
        else:
            return False
        track.wilds -= wilds
        tops.remove(below)
        if card.number == NUMBERS:
            track.complete += 1
        else:
            tops.append(card.number)
    tops.sort()
    return True


def tapped(game: Game, seat: int, card: Card, moment: int, *, late: bool) -> Script[None]:
    """Take a tap at a moment: count it, or say what is wrong with it; play never stops for it (W6-TRACK-08 to -12)."""
    track = game.run.track
    last = track.played.get(card.id)
    if last is not None:
        if moment - last > ONE_TAP:
            yield from tell("played_before", rules=("W6-TRACK-11",), card=card.id)
        return
    side = game.side_with(card.back)
    if side is None:
        yield from tell("not_in_play", rules=("W6-COUNT-15",), card=card.id)
        return
    if side != game.side_of(seat):
        yield from tell(
            "others_card", rules=("W6-TRACK-10", "W6-COUNT-14"), card=card.id, seat=game.speaker(side)
        )
    if late:
        if card.id not in track.late:
            track.late.append(card.id)
            yield from tell("too_late", rules=("W6-TRACK-12", "W6-CALL-04"), card=card.id)
    elif lay(track, card):
        track.played[card.id] = moment
        if card.id in track.disputed:
            track.disputed.remove(card.id)
    elif card.id not in track.disputed:
        track.disputed.append(card.id)
        yield from tell("no_place", rules=("W6-TRACK-08", "W6-TRACK-09"), card=card.id, seat=seat)


def dispute_hint(game: Game) -> Script[None]:
    """Say which of the last two cards was tapped first: a hint without force (W6-TIE-06)."""
    taps = sorted(game.run.track.played.items(), key=lambda pair: pair[1])[-2:]
    if len(taps) == 2:
        (one, early), (other, later) = taps
        yield from tell(
            "tapped_first", rules=("W6-TIE-06",), card=one, other=other, ms=(later - early) // 1000
        )


def tracked_count(game: Game, side: int) -> int:
    """Return how many cards of a side were counted (W6-TRACK-14)."""
    deck = game.side(side).deck
    return sum(game.pack.cards[card].back == deck for card in game.run.track.played)

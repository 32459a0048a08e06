"""Who sits at a seat: a person, a pilot, or nobody for a while (DF-TABLE-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.ask import IllegalAnswer

if TYPE_CHECKING:
    from engine.downforce.game import Game
    from engine.downforce.state import SeatKind
    from engine.record import Reseat, SeatInfo

SKIP: Final = "skip"
"""The "pilot" of a seat whose player is away and is passed over."""


def kind_of_seat(info: SeatInfo) -> SeatKind:
    """Return who sits there."""
    if info.pilot is None:
        return "person"
    return "absent" if info.pilot == SKIP else "bot"


def knows_hand(info: SeatInfo) -> bool:
    """Whether the cards of this seat are scanned (DF-SETUP-10)."""
    return info.hand_known or kind_of_seat(info) == "bot"


def reseat(game: Game, change: Reseat, *, books: bool, has_deck: bool) -> None:
    """Take over a seat's new occupant.

    Raises:
        IllegalAnswer: the table wants absent seats handled the other way, or a pilot cannot play here.

    """
    state, options, seat = game.state, game.options, change.seat
    kind = kind_of_seat(change.info)
    if kind == "bot" and (books or options.typed_bids or not has_deck):
        raise IllegalAnswer("bots_need_a_track", "DF-BOT-05", "DF-BOT-03")
    if kind != "person" and options.absent_seat not in ("ask", kind.replace("absent", "skip")):
        raise IllegalAnswer("not_at_this_table", "DF-TABLE-04")
    state.kinds[seat] = kind
    if options.card_input != "scan":
        return
    hand = state.hands[seat]
    if kind == "absent":
        return
    known = options.hand_tracking == "all" or knows_hand(change.info)
    if state.known[seat] and not known:
        hand.forget(kept=hand.shown)
    state.known[seat] = known

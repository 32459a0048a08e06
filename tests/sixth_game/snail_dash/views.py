"""What an audience may know: everything but the snails that others have backed (SN-BACK-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.layout import BOX, DECK, DISCARD, Layout, Spot

if TYPE_CHECKING:
    from tests.sixth_game.snail_dash.dash import Dash


class View(msgspec.Struct, frozen=True):
    """The race as a seat sees it; `backed` is its own secret, "" for everybody else. `steps` is the card's worth."""

    snails: tuple[str, ...]
    at: tuple[int, ...]
    seat: int
    steps: int | None
    own: str
    backed: str


def view(dash: Dash, seat: int | None) -> View:
    """Return what *seat* may know, or everybody (None)."""
    state = dash.state
    steps = dash.pack.cards[state.card].steps if state.card else None
    own, backed = ("", "") if seat is None else (state.snails[seat], state.backed[seat])
    return View(tuple(state.snails), tuple(state.at), state.seat, steps, own, backed)


def layout(dash: Dash) -> Layout:
    """Return where every snail stands, and how many cards lie where."""
    state, course = dash.state, dash.pack.course
    pieces = dict.fromkeys(dash.pack.snails, BOX)
    pieces |= {snail: course[at] for snail, at in zip(state.snails, state.at, strict=True) if snail}
    counts = {DECK: {"card": sum(dash.left().values())}, DISCARD: {"card": len(state.discard)}}
    piles = {DISCARD: tuple(state.discard)}
    return Layout(pieces, counts, piles, tuple(Spot(place) for place in course))

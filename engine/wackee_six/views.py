"""What an audience may know. Nothing is hidden but entries others have not confirmed, and a pace-maker's plans (7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.wackee_six.ending import match_statistics, side_statistics
from engine.wackee_six.scoring import total_of, verdict
from engine.wackee_six.state import Phase

if TYPE_CHECKING:
    from engine.wackee_six.game import Game


class SideView(msgspec.Struct, frozen=True):
    """A side as everybody sees it; played and left are those of a pace-maker so far, or of confirmed counts."""

    seats: tuple[int, ...]
    pace: bool
    deck: str
    out: bool
    total: int
    false_calls: int
    statistics: dict[str, Any]


class PublicView(msgspec.Struct, frozen=True):
    """What everybody at the table may know."""

    phase: Phase
    round: int
    spent: int
    sides: tuple[SideView, ...]
    callers: tuple[int, ...]
    stuck: tuple[int, ...]
    scanned: int
    verdict: str
    statistics: dict[str, Any]


class SeatView(msgspec.Struct, frozen=True):
    """What one player may know: the public part, and the own side with what it has entered."""

    public: PublicView
    seat: int
    side: int
    played: int
    left: int


def public_view(game: Game) -> PublicView:
    """Return what everybody may know; open piles are never shown (W6-TRACK-15)."""
    state, run = game.state, game.run
    return PublicView(
        phase=state.phase,
        round=state.round,
        spent=run.spent,
        sides=tuple([side_view(game, number) for number in range(len(state.sides))]),
        callers=tuple(run.callers),
        stuck=tuple(run.stuck),
        scanned=len(run.scanned),
        verdict=verdict(state, game.options)[0],
        statistics=match_statistics(game),
    )


def side_view(game: Game, number: int) -> SideView:
    """Return a side as everybody sees it."""
    side = game.side(number)
    calls = game.run.false_calls
    return SideView(
        seats=tuple(side.seats),
        pace=side.pace,
        deck=side.deck,
        out=side.out,
        total=total_of(game.state, number, game.options),
        false_calls=calls[number] if number < len(calls) else 0,
        statistics=side_statistics(game, number),
    )


def seat_view(game: Game, seat: int) -> SeatView:
    """Return what one player may know."""
    side = next((number for number in game.active() if seat in game.side(number).seats), -1)
    counts = game.run.counts
    own = counts[side] if 0 <= side < len(counts) else None
    return SeatView(public_view(game), seat, side, own.played if own else 0, own.left if own else 0)

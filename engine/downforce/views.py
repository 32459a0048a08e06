"""What an audience may know: the public, and a player who also sees the own hand and bets (DF-BOT-01, DF-TABLE-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.downforce.state import Lot, Sale, SeatKind, Stage

if TYPE_CHECKING:
    from engine.downforce.cards import Line
    from engine.downforce.game import Game


class TurnView(msgspec.Struct, frozen=True):
    """The running turn: all of it is public, since the card lies face up."""

    seat: int
    card: str
    lines: tuple[tuple[str, int], ...]
    upward: bool
    done: int
    skips: int
    named: tuple[str, ...]


class PublicView(msgspec.Struct, frozen=True):
    """What everybody at the table may know.

    `places` are space ids by colour (or "track", "finish-1", "box"), `hands` the sizes by seat, `shown` the cards of
    each hand that everybody has seen, `rounds` how many betting rounds are closed, `bets` those that are open to
    all, by line and seat.
    """

    stage: Stage
    kinds: tuple[SeatKind, ...]
    grid: tuple[str, ...]
    sales: tuple[Sale, ...]
    lot: Lot | None
    kept: tuple[tuple[str, ...], ...]
    hands: tuple[int, ...]
    shown: tuple[tuple[str, ...], ...]
    places: dict[str, str]
    finished: tuple[str, ...]
    gone: tuple[str, ...]
    out: tuple[bool, ...]
    crossed: int
    rounds: int
    turn: TurnView | None
    discard: tuple[str, ...]
    bonus: int | None
    bets: tuple[tuple[str, ...], ...]


class SeatView(msgspec.Struct, frozen=True):
    """What one player may know: the public part, the own hand as far as the program knows it, the own bets by line."""

    public: PublicView
    seat: int
    hand: tuple[str, ...]
    bets: tuple[str, ...]


def public_view(game: Game, bonus: int | None) -> PublicView:
    """Return what everybody may know."""
    state = game.state
    turn = state.turn
    open_bets = state.stage == "over" or game.options.bets_shown == "after_round"
    return PublicView(
        stage=state.stage,
        kinds=tuple(state.kinds),
        grid=tuple(state.grid),
        sales=tuple(state.sales),
        lot=state.lot,
        kept=_kept(game),
        hands=tuple([hand.size for hand in state.hands]),
        shown=tuple([tuple(hand.shown) for hand in state.hands]),
        places={car: game.board.place(game, car) for car in state.grid},
        finished=tuple(state.finished),
        gone=tuple(state.gone),
        out=tuple(state.out),
        crossed=state.crossed,
        rounds=state.asked,
        turn=None
        if turn is None
        else TurnView(
            turn.seat, turn.card, _lines(turn.lines), turn.upward, turn.done, turn.skips, tuple(turn.named)
        ),
        discard=tuple(state.discard),
        bonus=bonus,
        bets=tuple([tuple(row) for row in state.bets]) if open_bets else (),
    )


def _kept(game: Game) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(powers) for powers in game.state.kept])


def _lines(lines: list[Line]) -> tuple[tuple[str, int], ...]:
    return tuple([(line.colour, line.speed) for line in lines])


def seat_view(game: Game, seat: int, bonus: int | None) -> SeatView:
    """Return what one player may know."""
    state = game.state
    bets = tuple([row[seat] for row in state.bets])
    return SeatView(public_view(game, bonus), seat, tuple(state.hands[seat].cards), bets)

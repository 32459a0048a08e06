"""Questions that are drawn: their dice, the ways a piece may go, and what is kept of the seat that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from table.around import board
from table.screen import Compass, Meter

if TYPE_CHECKING:
    from engine.ask import Ask, Value
    from table.screen import Screen
    from table.station import Station

ARROWS: Final = "◀ ▶"
"""The keys that choose; their words have no room beside a question."""


def with_picture(
    station: Station, shown: Screen, asked: Ask[Any], cursor: int | None = None, page: int = 0
) -> Screen:
    """Draw what a question is about in place of a screen's list or course, if there is anything to be drawn.

    Answers that lead somewhere are shown on the board.
    Dice and ways take turns until something is chosen; then the ways are seen, or the dice as they are with it.
    """
    option = None if cursor is None else asked.options[cursor]
    if any(one.route for one in asked.options):
        return msgspec.structs.replace(shown, board=board(station, asked, option))
    keys = {"foot": "" if option else station.text("key_confirm") if asked.kind == "confirm" else ARROWS}
    if asked.ways and (option is not None or asked.dice is None or page % 2):
        middle = "" if asked.dice is None else str(asked.dice.total)
        taken: Value = option.value if option is not None else asked.kind == "confirm" or None
        return _in_place(station, shown, asked, compass=Compass(asked.ways, taken, middle), **keys)
    dice = asked.dice if option is None else option.dice
    return shown if dice is None else _in_place(station, shown, asked, dice=dice, **keys)


def with_dice(station: Station, shown: Screen, asked: Ask[Any]) -> Screen:
    """Draw the dice of a question that somebody else is asked, with the first line of what was told."""
    return _in_place(station, shown, asked, dice=asked.dice, body=shown.body[:1], foot="")


def meters(station: Station, asked: Ask[Any]) -> tuple[Meter, ...]:
    """Return what is kept of the seat that a question is about."""
    seat = asked.seat if isinstance(asked.seat, int) else asked.to
    if seat is None:
        return ()
    match = station.desk.match
    kept = match.rulebook.gauges(match.state, seat)
    return tuple(Meter(station.name(gauge.name), gauge.now, gauge.most) for gauge in kept)


def _in_place(station: Station, shown: Screen, asked: Ask[Any], **drawn: Any) -> Screen:
    plain: dict[str, Any] = {"body": (), "strip": (), "board": None}
    return msgspec.structs.replace(shown, **plain | drawn, meters=meters(station, asked))

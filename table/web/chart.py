"""The chart of totals: how everybody's points have grown over the rounds or races of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from table.station import Station
    from table.web.looks import Looks


class Line(msgspec.Struct, frozen=True):
    """One line: whose it is, what it looks like, and the totals before and after every round or race."""

    name: str
    look: int
    totals: tuple[int, ...]


def chart(station: Station, looks: Looks) -> tuple[Line, ...]:
    """Return the lines, who leads first; none before the first round or race is over."""
    match = station.desk.match
    curves = match.rulebook.curves(match.state)
    pieces = station.desk.layout().pieces
    lines = [
        Line(
            " + ".join(station.desk.names[seat] for seat in curve.seats),
            looks.piece(curve.who) if curve.who in pieces else place,
            curve.totals,
        )
        for place, curve in enumerate(curves)
        if len(curve.totals) > 1
    ]
    return tuple(sorted(lines, key=lambda line: -line.totals[-1]))

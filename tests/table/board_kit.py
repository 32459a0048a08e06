"""What the tests of boards share: a game of one question whose pieces stand where a test puts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.layout import Layout, Spot
from engine.rulebook import Standing
from table.station import Station
from table.texts import Texts
from tests.table.table_kit import Asker, asking, done

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ask import Ask

ROW = 0.866


def lake(columns: int, rows: int) -> tuple[Spot, ...]:
    """Hexagons in rows; in the middle lies a buoy."""
    middle = (columns // 2, rows // 2)
    return tuple(
        Spot(
            f"{column},{row}",
            "buoy_1" if (column, row) == middle else "water",
            1,
            x=column + row % 2 / 2,
            y=round(row * ROW, 3),
        )
        for row in range(rows)
        for column in range(columns)
    )


def track(columns: int, *, beside: int = 2) -> tuple[Spot, ...]:
    """Three lanes, every fifth space of the first two columns long; then places beside the track."""
    spots: list[Spot] = []
    for column in range(1, columns + 1):
        for lane in range(3):
            if lane == 0 and column % 5 == 0:
                continue
            last = column + (lane == 0 and column % 5 == 4 and column < columns)
            spots.append(
                Spot(f"{column}{'abc'[lane]}", "c" if last > column else "", 1, (column, last, lane, 3))
            )
    return (*spots, *(Spot(f"finish-{n}", "finish", 1) for n in range(1, beside + 1)))


def at_board(
    course: tuple[Spot, ...],
    pieces: Mapping[str, str],
    *,
    question: Ask[Any] | None = None,
    seat: int = 0,
    counts: Mapping[str, Mapping[str, int]] | None = None,
) -> Station:
    """A station of one seat at a match on that course; the seats play the first two pieces in their order."""

    class Boarded(Asker):
        def layout(self, state: Any) -> Layout:
            del state
            return Layout(dict(pieces), counts or {}, course=course)

        def standings(self, state: Any) -> tuple[Standing, ...]:
            del state
            return tuple(Standing(piece, 0, number) for number, piece in enumerate(list(pieces)[:2]))

    desk = asking(question or done(), done())
    items = desk.match.rulebook.items  # type: ignore[attr-defined]
    desk.match.rulebook.__class__ = type("Boarding", (Boarded,), {"items": items})
    return Station(desk, Texts("en"), (seat,))

"""Points, ties and the final ranking (3.15)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from engine.pictures import Gauge
from engine.rulebook import Curve, Result, Standing, places
from engine.speedboats.state import SINKS_AT, Sheet

if TYPE_CHECKING:
    from engine.speedboats.race import Race

BUOYS = 3
FOR_SUNK = 5
NO_PLACE = 99
TRACK = 30
"""The printed score track ends there (SB-SCORE-06)."""


def sheets(race: Race) -> list[Sheet]:
    """Work out what every seat gets for the race that is over (SB-SCORE-01 to -04, SB-VAR-01 to -08)."""
    boats, k, n = race.state.boats, race.state.race, race.players
    found = [Sheet(boat.place, k * (n - boat.place) if boat.place else 0) for boat in boats]
    if race.extra:
        times = k if race.options.extras_multiplied else 1
        last = max((boat.done for boat in boats if boat.done), default=0)
        wrecks = sum(boat.status == "sunk" for boat in boats)
        for sheet, boat in zip(found, boats, strict=True):
            if boat.done:
                sheet.for_turns = times * (last_turn(race, last) - boat.done)
                sheet.for_sunk = times * FOR_SUNK * wrecks
    return found


def last_turn(race: Race, last: int) -> int:
    """Return the own turn in which the last finisher finished (SB-VAR-03, -04); the highest place finished last."""
    finishers = [boat for boat in race.state.boats if boat.done]
    return max(finishers, key=lambda boat: boat.place).done if finishers else last


def by_race(race: Race, seat: int) -> list[int]:
    """Return a seat's places by race."""
    return [sheet[seat].place for sheet in race.state.sheets]


def merit(race: Race, seat: int) -> tuple[int, ...]:
    """Return what decides the ranking: points, then the place in the last race, then in the one before (SB-TIE-01, -02).

    A place is better than none.
    """
    return (race.state.scores[seat], *(-(place or NO_PLACE) for place in reversed(by_race(race, seat))))


def ranking(race: Race) -> list[tuple[int, int]]:
    """Return (seat, rank), best first; who cannot be told apart shares a rank (SB-NEXT-04, SB-TIE-03)."""
    return list(places({seat: merit(race, seat) for seat in range(race.players)}).items())


def standings(race: Race) -> tuple[Standing, ...]:
    """Return how the match stands: total, points by race, places by race, damage."""
    state = race.state
    rows: list[Standing] = []
    for seat, rank in ranking(race):
        notes = {
            "points": state.scores[seat],
            "by_race": [sheet[seat].points for sheet in state.sheets],
            "places": by_race(race, seat),
            "damage": state.boats[seat].damage,
        }
        rows.append(Standing(state.colours[seat], rank, seat, notes))
    return tuple(rows)


def curves(race: Race) -> tuple[Curve, ...]:
    """Return everybody's points before and after every race; a total set by hand lifts the whole line."""
    state = race.state
    found: list[Curve] = []
    for seat, colour in enumerate(state.colours):
        points = [sheet[seat].points for sheet in state.sheets]
        totals = accumulate(points, initial=state.scores[seat] - sum(points))
        found.append(Curve(colour, (seat,), tuple(totals)))
    return tuple(found)


def gauges(race: Race, seat: int) -> tuple[Gauge, ...]:
    """Return what is kept of a boat in this race: its damage, and the buoys it has rounded."""
    if not race.state.race:
        return ()
    boat = race.boat(seat)
    damage = Gauge("damage", min(boat.damage, SINKS_AT), SINKS_AT)
    if not race.options.board and race.options.books_buoys == "off":
        return (damage,)
    return (damage, Gauge("buoys", min(max(0, boat.leg - 1), BUOYS), BUOYS))


def result(race: Race) -> Result:
    """Return how the match ended; the pack's label unless it was taught (SB-LAKE-10), and the table's rulings."""
    notes: dict[str, object] = {"races": len(race.state.sheets), "level": race.options.level or ""}
    if race.options.board and race.pack.status != "taught":
        notes["label"] = race.pack.label
    if race.state.rulings:
        notes["rulings"] = list(race.state.rulings)
    return Result(standings(race), notes)

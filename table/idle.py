"""What a station shows while somebody else is asked: who, what just happened, and how the match stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ask import CLOCK
from table import screens, standings
from table.around import board
from table.draw import fits_in_the_bar, lines_of
from table.pictures import with_dice
from table.screen import Screen

if TYPE_CHECKING:
    from engine.ask import Seat
    from table.station import Station


def waiting(station: Station, page: int) -> Screen:
    """Somebody else is asked. Where no course is in sight, the standings follow the news.

    Dice that everybody may see take turns with the course. Who is awaited counts more than the badge, which is on every
    other screen.
    """
    course, around = screens.strip(station, None), board(station, None)
    told = screens.news(station)
    texts = [*told] or [lines_of(line) for line in asked_openly(station)]
    if not (course or around):
        texts += [lines_of(line) for line in standings.lines(station)]
    pages = screens.paged(texts, 2)
    awaited, badge = head(station), screens.badge(station)
    shown = Screen(
        head=awaited,
        badge=badge if fits_in_the_bar(awaited, badge) else "",
        body=pages[page % len(pages)] if pages else (),
        strip=course,
        board=around,
        told=bool(told),
    )
    rolled = next((asked for asked in station.desk.match.open if asked.dice and not asked.secret), None)
    return shown if rolled is None or page % 2 else with_dice(station, shown, rolled)


def head(station: Station) -> str:
    """Say who is awaited, at a panel of one person also who waits if there is room; the clock only needs a moment."""
    awaited: list[Seat] = [
        asked.to if asked.secret and asked.to is not None else asked.seat
        for asked in station.desk.match.open
        if asked.seat != CLOCK
    ]
    if not awaited:
        return station.text("one_moment")
    names = station.desk.names
    people = [names[seat] for seat in station.desk.people(station.seats) if seat < len(names)]
    if len(people) == 1:
        own = station.text("waits_for", {"name": people[0], "names": awaited})
        if fits_in_the_bar(own, ""):
            return own
    return station.text("waiting_for", {"names": awaited})


def asked_openly(station: Station) -> list[str]:
    """Say what the people are asked who are waited for, where everybody may know."""
    return [
        station.text(
            "is_asked", {"name": station.desk.names[asked.seat], "asked": screens.ask_text(station, asked)}
        )
        for asked in station.desk.match.open
        if isinstance(asked.seat, int) and not asked.secret
    ]

"""How a match stands or ended, in words: places, people and what each of them has.

What a rulebook notes beside a place is said with the words of its key: `note_points = "{value:points}"`. A note without
words is for programs and is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table import screens
from table.draw import lines_of, lines_of_title
from table.screen import Screen

if TYPE_CHECKING:
    from engine.rulebook import Standing
    from table.station import Station


def result(station: Station, page: int) -> Screen:
    """The end: who won, then the places, some lines to a page; on one page where all of it fits."""
    title = winner(station)
    outcome = station.desk.match.result
    rows = [lines_of(line_of(station, row)) for row in (outcome.standings if outcome else ())]
    room = screens.LINES - lines_of_title(title)
    if sum(map(len, rows)) <= room:
        pages = [(title, tuple(line for row in rows for line in row))]
    else:
        pages = [(title, ()), *(("", lines) for lines in screens.paged(rows, screens.LINES))]
    title, body = pages[page % len(pages)]
    return Screen(
        head=station.text("result"),
        badge=screens.badge(station),
        title=title,
        body=body,
        foot=station.text("key_turn_done" if len(pages) > 1 else "key_done"),
    )


def winner(station: Station) -> str:
    """Name who won: people with their pieces, or people alone where that is too long for a title."""
    outcome = station.desk.match.result
    best = [row for row in (outcome.standings if outcome else ()) if row.place == 1]
    if not best:
        return station.text("no_winner")
    key = "winner" if len(best) == 1 else "winners"
    names = [person(station, row.who, row.seat) for row in best]
    title = station.text(key, {"name": names[0], "names": names})
    if lines_of_title(title) < screens.LINES:
        return title
    people = [
        name if row.seat is None else station.desk.names[row.seat]
        for name, row in zip(names, best, strict=True)
    ]
    return station.text(key, {"name": people[0], "names": people})


def lines(station: Station) -> list[str]:
    """The standings, one line each."""
    return [line_of(station, row) for row in station.desk.match.rulebook.standings(station.desk.match.state)]


def line_of(station: Station, row: Standing) -> str:
    """Say a place, whose it is, and what they have."""
    name = person(station, row.who, row.seat)
    said = ", ".join(notes(station, row))
    return f"{f'{row.place}. ' if row.place else ''}{name}{f': {said}' if said else ''}"


def notes(station: Station, row: Standing) -> list[str]:
    """Say what is noted beside a place, in the order in which the rulebook notes it."""
    texts, game = station.texts, station.desk.game
    return [
        station.text(f"note_{key}", {"value": value})
        for key, value in row.notes.items()
        if texts.has(f"note_{key}", game)
    ]


def person(station: Station, piece: str, seat: int | None) -> str:
    """Name a piece with the person who plays it, or a person who plays none yet."""
    if seat is None:
        return station.name(piece)
    who = station.desk.names[seat]
    return f"{who} ({station.name(piece)})" if piece else who

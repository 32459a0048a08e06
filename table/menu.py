"""The menu behind a long press on the back key: what a station can do besides answering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table import correcting, leaving, lesson_pages, screens, standings
from table.pages import ListPage, pause
from table.taking_back import ask_to_take_back, say_again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from table.screen import Screen
    from table.station import Key, Station


class MenuPage:
    """Undo, why, standings, check, and whatever else makes sense now."""

    def __init__(self, station: Station) -> None:
        self.at = 0
        self.entries = [*looking_back(station), *changing(station), *going(station)]

    def press(self, key: Key, station: Station) -> None:
        """Choose an entry, do it, or leave."""
        if key == "back":
            station.pages.pop()
        elif key == "confirm":
            station.pages.pop()
            self.entries[self.at][1](station)
        else:
            self.at = (self.at + (1 if key == "next" else -1)) % len(self.entries)

    def screen(self, station: Station) -> Screen:
        """Return the menu with its cursor."""
        return screens.menu(station, [station.text(key) for key, _ in self.entries], self.at)


def looking_back(station: Station) -> Iterator[tuple[str, Callable[[Station], None]]]:
    """Offer to take back, to say again, and to read."""
    if station.desk.can_undo():
        yield "menu_undo", ask_to_take_back
    if station.desk.can_redo():
        yield "menu_redo", say_again
    yield "menu_why", lambda s: s.pages.append(ListPage(s.text("why_title"), screens.why_lines(s)))
    yield (
        "menu_standings",
        lambda s: s.pages.append(ListPage(s.text("menu_standings"), standings.lines(s))),
    )
    yield "menu_check", lambda s: s.pages.append(ListPage(s.text("menu_check"), screens.check_lines(s)))


def changing(station: Station) -> Iterator[tuple[str, Callable[[Station], None]]]:
    """Offer to set something right and to teach, where there is something."""
    if correcting.offered(station):
        yield "menu_correct", correcting.ask_what
    if lesson_pages.offered(station):
        yield "menu_teach", lesson_pages.ask_which


def going(station: Station) -> Iterator[tuple[str, Callable[[Station], None]]]:
    """Offer a pause, to leave and to come back, and to end the match; the lobby cannot be left."""
    yield "menu_pause", pause
    desk, seats = station.desk, station.seats
    if not desk.names or desk.match.over:
        return
    if desk.present(seats):
        yield "menu_away", leaving.who_leaves
    if desk.absent(seats):
        yield "menu_back_at_table", leaving.who_is_back
    if desk.coming_to(seats):
        yield "menu_stay", leaving.who_stays
    yield "menu_leave", leaving.ask_whether_to_end

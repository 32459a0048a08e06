"""Small pages of the menu that ask something: one of several, a number, yes or no.

They stay on the stack while what follows from them lies above, so that the back key leads step by step back. Pages that
open by themselves are headed with what they are; nobody has opened the menu then.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Final

from table import screens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from table.screen import Screen
    from table.station import Key, Station

MANY: Final = 40
"""How many rows are gone through one by one; more are asked for in two steps."""


class ChoicePage:
    """One of some rows; *chosen* is called with the number of the row. *at* is the row marked at first, None: none."""

    def __init__(
        self,
        title: str,
        rows: Sequence[str],
        chosen: Callable[[Station, int], None],
        at: int | None = 0,
        *,
        head: str = "",
    ) -> None:
        self.title = title
        self.head = head
        self.rows = tuple(rows)
        self.chosen = chosen
        self.at = at

    def press(self, key: Key, station: Station) -> None:
        """Move, choose, or leave."""
        if key == "back":
            station.pages.pop()
        elif key != "confirm":
            before = -1 if self.at is None and key == "next" else self.at or 0
            self.at = (before + (1 if key == "next" else -1)) % len(self.rows)
        elif self.at is None:
            station.refuse("choose_one")
        else:
            self.chosen(station, self.at)

    def screen(self, station: Station) -> Screen:
        """Return the rows with the cursor."""
        return screens.menu(station, self.rows, self.at, self.title, self.head)


def ask_among(
    station: Station, title: str, rows: Sequence[str], chosen: Callable[[Station, int], None], at: int = 0
) -> None:
    """Ask for one of some rows. Of many, first which stretch of them: so that no row is far for two arrow keys."""
    if len(rows) <= MANY:
        station.pages.append(ChoicePage(title, rows, chosen, at))
        return
    size = isqrt(len(rows) - 1) + 1
    firsts = range(0, len(rows), size)
    stretches = [f"{rows[first]} - {rows[min(first + size, len(rows)) - 1]}" for first in firsts]

    def within(station: Station, number: int) -> None:
        first = firsts[number]
        inside = at - first if first <= at < first + size else 0
        page = ChoicePage(
            title, rows[first : first + size], lambda there, row: chosen(there, first + row), inside
        )
        station.pages.append(page)

    station.pages.append(ChoicePage(title, stretches, within, at // size))


class NumberPage:
    """A number of some bounds; *chosen* is called with it."""

    def __init__(
        self,
        title: str,
        bounds: tuple[int, int],
        chosen: Callable[[Station, int], None],
        at: int | None = None,
        *,
        head: str = "",
    ) -> None:
        self.title = title
        self.head = head
        self.low, self.high = bounds
        self.chosen = chosen
        self.at = self.low if at is None else at

    def press(self, key: Key, station: Station) -> None:
        """Count up or down, choose, or leave."""
        if key == "back":
            station.pages.pop()
        elif key == "confirm":
            self.chosen(station, self.at)
        else:
            span = self.high - self.low + 1
            self.at = self.low + (self.at + (1 if key == "next" else -1) - self.low) % span

    def screen(self, station: Station) -> Screen:
        """Return the number, large enough to see."""
        return screens.setting(station, self.title, self.at, (self.low, self.high), self.head)


class SurePage:
    """Yes or no; *agreed* is called on yes, every other key is a no."""

    def __init__(
        self, title: str, agreed: Callable[[Station], None], line: str = "", *, head: str = ""
    ) -> None:
        self.title = title
        self.head = head
        self.agreed = agreed
        self.line = line

    def press(self, key: Key, station: Station) -> None:
        """Confirm agrees; every other key goes back to where the question came from."""
        if key == "confirm":
            station.pages = []
            self.agreed(station)
        else:
            station.pages.pop()

    def screen(self, station: Station) -> Screen:
        """Return the question."""
        return screens.sure(station, self.title, self.line, self.head)

"""Writing with four keys: first the row of signs, then the sign in it; deleting and being done are rows of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table import screens

if TYPE_CHECKING:
    from collections.abc import Callable

    from table.screen import Screen
    from table.station import Key, Station

SPACE: Final = " "
DELETE: Final = "←"
DONE: Final = "✓"
ROWS: Final = (
    SPACE,
    "abcdefghi",
    "jklmnñopq",
    "rstuvwxyz",
    "áéíóúü",
    "0123456789",
    ".,:;?!¿¡-()",
    DELETE,
    DONE,
)
"""Signs of one kind stand together. A row of one sign is taken at once."""
LETTERS: Final = 1
"""The row to begin in."""
WORDS: Final = {SPACE: "type_space", DELETE: "type_delete", DONE: "type_done"}
CARET: Final = "_"
ENDS: Final = (". ", "? ", "! ")
"""After these a sentence begins, with a capital."""


class TextPage:
    """A text of *low* to *high* letters; *chosen* is called with it.

    `row` is the row of signs, `sign` the place in it; None while the row is still looked for.
    """

    def __init__(self, title: str, low: int, high: int, chosen: Callable[[Station, str], None]) -> None:
        self.title = title
        self.low = low
        self.high = high
        self.chosen = chosen
        self.text = ""
        self.row = LETTERS
        self.sign: int | None = None

    def press(self, key: Key, station: Station) -> None:
        """Look for a row, then for a sign; back leads from the sign to the rows, and from these away."""
        if key == "confirm":
            self._take(station)
        elif key != "back":
            self._move(1 if key == "next" else -1)
        elif self.sign is not None:
            self.sign = None
        else:
            station.pages.pop()

    def _move(self, step: int) -> None:
        if self.sign is None:
            self.row = (self.row + step) % len(ROWS)
        else:
            self.sign = (self.sign + step) % len(ROWS[self.row])

    def _take(self, station: Station) -> None:
        signs = self._signs(ROWS[self.row])
        if signs == DONE:
            self._finish(station)
        elif signs == DELETE:
            self.text = self.text[:-1]
        elif self.sign is None and len(signs) > 1:
            self.sign = 0
        else:
            self._write(signs[self.sign or 0], station)
            self.sign = None

    def _write(self, sign: str, station: Station) -> None:
        if len(self.text) == self.high:
            self._refuse(station)
        else:
            self.text += sign

    def _finish(self, station: Station) -> None:
        text = self.text.strip()
        if len(text) < self.low:
            self._refuse(station)
        else:
            self.chosen(station, text)

    def _refuse(self, station: Station) -> None:
        station.refuse("text_length", args={"low": self.low, "high": self.high})

    def _signs(self, row: str) -> str:
        """Return a row's signs as they would be written now: a sentence begins with a capital."""
        return row.upper() if not self.text or self.text.endswith(ENDS) else row

    def screen(self, station: Station) -> Screen:
        """Return the end of the text, and the rows or the signs of one."""
        text = self.text + CARET
        if self.sign is not None:
            return screens.writing(self.title, text, self._signs(ROWS[self.row]), self.sign, across=True)
        rows = [station.text(WORDS[row]) if row in WORDS else SPACE.join(self._signs(row)) for row in ROWS]
        return screens.writing(self.title, text, rows, self.row)

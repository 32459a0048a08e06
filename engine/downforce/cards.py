"""Cards and what is printed on them: colours, lines, powers (DF-COMP-02, -04 to -06)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GAME: Final = "downforce"
COLOURS: Final = ("black", "blue", "green", "orange", "red", "yellow")
INDEX: Final[Mapping[str, int]] = {colour: index for index, colour in enumerate(COLOURS)}
WILD: Final = "wild"
MOST_LINES: Final = 6
MOST_SPEED: Final = 6

AGGRESSIVE: Final = "P-AGG"
CUNNING: Final = "P-CUN"
DETERMINED: Final = "P-DET"
STRATEGIC: Final = "P-STR"
TRICKY: Final = "P-TRI"
UNPREDICTABLE: Final = "P-UNP"
POWERS: Final = (AGGRESSIVE, CUNNING, DETERMINED, STRATEGIC, TRICKY, UNPREDICTABLE)


class Line(NamedTuple):
    """One line of a card: a colour or "wild", and a speed."""

    colour: str
    speed: int

    def __str__(self) -> str:
        return f"{self.colour} {self.speed}"


class Card(NamedTuple):
    """A speed card. `values` holds the speed beside each colour, `cars` counts the cars on it, wilds included."""

    id: str
    lines: tuple[Line, ...]
    values: Mapping[str, int]
    cars: int
    wild: bool
    total: int


def line_name(line: Line) -> str:
    """Name a line for its words: "line-orange-6"."""
    return f"line-{line.colour}-{line.speed}"


def make_card(ident: str, lines: Iterable[Line]) -> Card:
    """Make a card of its lines (DF-AUCT-04, -05, -09)."""
    rows = tuple(lines)
    return Card(
        ident,
        rows,
        {line.colour: line.speed for line in rows if line.colour != WILD},
        len(rows),
        any(line.colour == WILD for line in rows),
        sum(line.speed for line in rows),
    )


def speed_8(colour: str) -> str:
    """Return the id of a colour's Speed-8 card."""
    return f"S8-{colour}"


SPEED_8: Final[Mapping[str, Card]] = {
    speed_8(colour): make_card(speed_8(colour), (Line(colour, 8),)) for colour in COLOURS
}
"""The six Speed-8 cards: one line, the own colour, 8 (DF-COMP-05)."""


def read_lines(texts: Iterable[object], *, order_checked: bool = False) -> tuple[tuple[Line, ...], list[str]]:
    """Read the lines of a card, "colour speed" from top to bottom, with the codes of its faults D3 to D7."""
    lines: list[Line] = []
    faults: list[str] = []
    for text in texts:
        colour, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if (colour != WILD and colour not in INDEX) or not number.isdecimal():
            faults.append("D4")
            continue
        if not 1 <= int(number) <= MOST_SPEED:
            faults.append("D5")
            continue
        lines.append(Line(colour, int(number)))
    if not 1 <= len(lines) + len(faults) <= MOST_LINES:
        faults.append("D3")
    printed = [line.colour for line in lines if line.colour != WILD]
    if len(set(printed)) != len(printed):
        faults.append("D6")
    speeds = [line.speed for line in lines]
    if speeds != sorted(speeds, reverse=True) and not order_checked:
        faults.append("D7")
    return tuple(lines), faults

"""How components look on a screen: a letter and a number for a colour, the same for equals, never a colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.match import Match
    from table.texts import Texts

PLAIN = -1
"""The look of what has no colour of its own."""

KINDS_OF_LOOK = 12
"""How many colours the page has for what has none of its own."""

COLOURS = ("black", "blue", "green", "orange", "red", "yellow", "white", "purple", "brown", "pink")
"""What is called by a colour has that colour; its look follows after the others."""

SAME_COLOUR = {"violet": "purple"}
"""Colours that look alike here."""

LABEL = 6
"""A piece with a longer id is labelled with its name."""

LETTERS = 4
"""A longer short name gives way to the initials of the name."""


class Looks:
    """The looks of one match's components and pieces.

    Equals are components of a kind with the same short name; the looks of a kind count from 0 in the order of the
    pack. A place of the course looks like the component whose short name is printed on it.
    """

    def __init__(self, match: Match[Any], texts: Texts) -> None:
        self.match = match
        listed = match.rulebook.components()
        self.components = {component.id: component for component in listed}
        self.order = {component.id: place for place, component in enumerate(listed)}
        self._texts = texts
        self._shorts: dict[str, list[str]] = {}
        for component in listed:
            shorts = self._shorts.setdefault(component.kind, [])
            if component.short not in shorts:
                shorts.append(component.short)
        self._pieces = sorted(match.rulebook.layout(match.state).pieces)
        equals = [component.short for component in listed]
        self._marks = {
            short: look % KINDS_OF_LOOK
            for shorts in self._shorts.values()
            if any(equals.count(short) > 1 for short in shorts)
            for look, short in enumerate(shorts)
        }

    def of(self, component: str) -> tuple[str, int]:
        """Return a component's letter and look."""
        known = self.components[component]
        if known.short in self._pieces:
            return self.label(known.short), self.piece(known.short)
        letter = known.short if 0 < len(known.short) <= LETTERS else initials(self.name(component))
        coloured = colour_of(known.called or component)
        return letter, self._marks.get(known.short, PLAIN) if coloured is None else coloured

    def label(self, piece: str) -> str:
        """Return what is written on a piece: its id, or its name where that is too long or is the word for a colour."""
        if len(piece) <= LABEL and colour_of(piece) is None:
            return piece
        return self._texts.name(piece, self.match.header.game, short=True)

    def piece(self, piece: str) -> int:
        """Return a piece's look."""
        coloured = colour_of(piece)
        if coloured is not None:
            return coloured
        return self._pieces.index(piece) % KINDS_OF_LOOK

    def mark(self, mark: str) -> int:
        """Return the look of a place with that print."""
        return self._marks.get(mark, PLAIN)

    def name(self, component: str) -> str:
        """Name a component by what it does, by itself, or by the name it shares with its equals."""
        name = self._texts.name(
            self.components[component].called or component, self.match.header.game, short=True
        )
        return self.shared_name(component) if name == component else name

    def shared_name(self, component: str) -> str:
        """Name a component by the name it shares with its equals."""
        return self._texts.name(self.components[component].short, self.match.header.game, short=True)


def colour_of(ident: str) -> int | None:
    """Return the look of the first colour word of an id such as "boat-red", None if there is none."""
    words = (SAME_COLOUR.get(word, word) for word in ident.replace("_", "-").split("-"))
    return next((KINDS_OF_LOOK + COLOURS.index(word) for word in words if word in COLOURS), None)


def initials(name: str) -> str:
    """Return the first letters and the numbers of a name, as many as a card has room for."""
    words = name.replace("-", " ").split()
    return "".join(word if word.isdecimal() else word[0].upper() for word in words)[:LETTERS]

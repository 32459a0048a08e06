"""What a browser may know of cards and places: an allow-list. Of cards that lie face down there is a number only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.layout import hand_of
from table import screens
from table.hands import takes
from table.props import BOX

if TYPE_CHECKING:
    from engine.ask import Ask
    from table.web.bench import Bench
    from table.web.console import Console
    from table.web.looks import Looks
    from table.web.sight import Sight


class Card(msgspec.Struct, frozen=True):
    """One open card or tile. `letter` and `look` (a number for a colour) are those of its equals.

    `answers`: it may answer what is asked now.
    """

    id: str
    name: str
    letter: str
    look: int
    kind: str
    answers: bool


class Place(msgspec.Struct, frozen=True):
    """A place with cards. `face` is "hand", "up", "down" or "box"; `answers`: its top is asked for now.

    Of a pile that lies face up there are the cards that may answer, or else its top.
    """

    id: str
    name: str
    face: str
    seat: int | None
    count: int
    cards: tuple[Card, ...]
    answers: bool


class PlaceTeller:
    """Tells where the cards of a match lie, and which of them somebody would now hold to a reader."""

    def __init__(self, bench: Bench, looks: Looks) -> None:
        self.bench = bench
        self.looks = looks
        self.layout = bench.evening.desk.layout()
        asked = [console.question() for console in bench.consoles]
        self.piles_asked = frozenset(one.pile for one in asked if one is not None and one.pile)
        self._shown = [console.in_sight() for console in bench.consoles]

    def places(self) -> tuple[Place, ...]:
        """Tell of every place that is no part of the course, the box last."""
        sight = self.bench.sight
        if sight is None:
            return ()
        course = {spot.place for spot in self.layout.course}
        known = [place for place in self.layout.counts if place not in course and place != BOX]
        return tuple(self._place(place, sight) for place in (*known, BOX))

    def resting(self, console: Console) -> tuple[Card | None, ...]:
        """Tell what lies on a station's reader; None is a card that nobody may see yet."""
        sight = self.bench.sight
        if sight is None:
            return ()
        return tuple(
            None if sight.closed(ident) else self._card(ident, answers=False)
            for ident in self.bench.resting(console)
            if ident in sight.props.components
        )

    def _place(self, place: str, sight: Sight) -> Place:
        station = self.bench.consoles[0].station
        here, seat = sight.props.places.get(place, []), sight.seat_of(place)
        face = "box" if place == BOX else "up" if place in self.layout.piles else "hand"
        if sight.face_down(place):
            face = "down"
        questions, test = self._questions(seat), self._taken_up if face == "up" else self._answers
        cards = [
            self._card(ident, answers=any(test(ident, place, asked) for asked in questions))
            for ident in here
            if not sight.closed(ident)
        ]
        if face in ("hand", "box"):
            cards.sort(key=lambda card: self.looks.order[card.id])
        elif face == "up":
            cards = [card for card in cards if card.answers] or cards[-1:]
        asked = place in self.piles_asked and bool(here)
        name = screens.place_name(station, place) if seat is not None else station.name(place, short=False)
        return Place(place, name, face, seat, len(here), tuple(cards), asked)

    def _card(self, component: str, *, answers: bool) -> Card:
        letter, look = self.looks.of(component)
        kind = self.looks.components[component].kind
        return Card(component, self.looks.name(component), letter, look, kind, answers)

    # --- what would be held to a reader -------------------------------------------------------------------------

    def _questions(self, seat: int | None) -> list[Ask[Any]]:
        """Return the questions that a card of a seat's hand, or of the table, may answer: some panel must show them."""
        readers = self.bench.readers()
        if seat is not None and readers:
            readers = [self.bench.taker(lambda _: False, seat)]
        taken = [console.station.for_a_card() for console in readers]
        return [
            one
            for one in taken
            if one is not None and one.pile is None and any(one is shown for shown in self._shown)
        ]

    def _answers(self, component: str, place: str, question: Ask[Any]) -> bool:
        """Whether a card out of a hand or of the box is one of the answers."""
        if question.kind not in ("scan", "choose", "draw", "roll"):
            return False
        own = hand_of(question.seat) if isinstance(question.seat, int) else BOX
        if place not in (BOX, own):
            return False
        short = self.looks.components[component].short
        return any(option.value in (component, short) for option in question.options)

    def _taken_up(self, component: str, place: str, question: Ask[Any]) -> bool:
        """Whether a card of an open pile may answer; one of a kind that is held in hands has been played."""
        del place
        if question.kind not in ("scan", "choose") or not isinstance(question.seat, int):
            return False
        if any(option.value == component for option in question.options):
            return True
        kind, counts = self.looks.components[component].kind, self.layout.counts
        held = any(
            kind in counts.get(hand_of(seat), {}) for seat in range(len(self.bench.evening.desk.names))
        )
        return not held and takes(question, component)

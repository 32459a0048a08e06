"""What a browser may know of cards and places: an allow-list. Of cards that lie face down there is a number only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.layout import BOX, hand_of
from table import screens
from table.station import takes

if TYPE_CHECKING:
    from engine.ask import Ask
    from table.web.bench import Bench
    from table.web.console import Console
    from table.web.looks import Looks
    from table.web.sight import Sight


class Card(msgspec.Struct, frozen=True):
    """One open card or tile. `letter` and `look` (a number for a colour) are those of its equals.

    `answers`: it may answer what is asked now. `count`: of the box, how many equals lie there. `tagged`: it can be held
    to a reader.
    """

    id: str
    name: str
    letter: str
    look: int
    kind: str
    answers: bool
    count: int = 1
    tagged: bool = True


class Loose(msgspec.Struct, frozen=True):
    """So many things of a kind without tags, such as dice."""

    name: str
    count: int


class Place(msgspec.Struct, frozen=True):
    """A place with cards. `face` is "hand", "open", "up", "down" or "box"; `answers`: its top is asked for now.

    Of a pile that lies face up ("up") there are the cards that may answer, or else its top; of an open place there are
    all. `loose` is what else is counted there.
    """

    id: str
    name: str
    face: str
    seat: int | None
    count: int
    cards: tuple[Card, ...]
    answers: bool
    loose: tuple[Loose, ...] = ()


class PlaceTeller:
    """Tells where the cards of a match lie, and which of them somebody would now hold to a reader."""

    def __init__(self, bench: Bench, looks: Looks) -> None:
        self.bench = bench
        self.looks = looks
        self.layout = bench.evening.desk.layout()
        self._shown = [shown for console in bench.consoles if (shown := console.in_sight()) is not None]
        self.piles_asked = frozenset(shown.pile for shown in self._shown if shown.pile)

    def places(self) -> tuple[Place, ...]:
        """Tell of every place that is no part of the course, the box last."""
        sight = self.bench.sight
        if sight is None:
            return ()
        course = {spot.place for spot in self.layout.course}
        apart = set(self.layout.pieces.values()) if not course else sight.told_apart()
        known = dict.fromkeys((*self.layout.counts, *sorted(apart)))
        off_course = [place for place in known if place not in course and place != BOX]
        return tuple(self._place(place, sight) for place in (*off_course, BOX))

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
        face = self._face(place, sight)
        questions = self._questions(seat)
        test = {"up": self._taken_up, "open": self._taken_from}.get(face, self._answers)
        cards = [
            self._card(
                ident,
                answers=any(test(ident, place, asked) for asked in questions)
                and (seat is None or self._reader_of(seat).gives(ident, seat)),
            )
            for ident in here
            if not sight.closed(ident)
        ]
        if face == "up":
            cards = [card for card in cards if card.answers] or cards[-1:]
        else:
            cards.sort(key=lambda card: self.looks.order[card.id])
        cards = self._grouped(cards) if face == "box" else cards + self._untagged(place)
        asked = bool(here) and (
            place in self.piles_asked or (face == "down" and self._any_of(place, questions))
        )
        name = screens.place_name(station, place) if seat is not None else station.name(place, short=False)
        return Place(place, name, face, seat, len(here), tuple(cards), asked, self._loose(place))

    def _face(self, place: str, sight: Sight) -> str:
        if place == BOX:
            return "box"
        if place in self.layout.piles:
            return "up"
        if sight.face_down(place) and (place in self.layout.counts or sight.seat_of(place) is not None):
            return "down"
        return "hand" if sight.seat_of(place) is not None else "open"

    def _grouped(self, cards: list[Card]) -> list[Card]:
        """Put equals together that may answer alike; what they are called together is their short name."""
        groups: dict[tuple[str, str, bool], list[Card]] = {}
        for card in cards:
            short = self.looks.components[card.id].short or card.id
            groups.setdefault((card.kind, short, card.answers), []).append(card)
        return [
            msgspec.structs.replace(first, count=1 + len(others), name=self.looks.shared_name(first.id))
            if others
            else first
            for first, *others in groups.values()
        ]

    def _untagged(self, place: str) -> list[Card]:
        """Tell which pieces without a tag lie in a place off the course."""
        if self.layout.course:
            return []
        name, looks = self.bench.consoles[0].station.name, self.looks
        pieces = [one for one, where in self.layout.pieces.items() if where == place]
        return [
            Card(one, name(one), looks.label(one), looks.piece(one), "piece", answers=False, tagged=False)
            for one in pieces
            if one not in looks.components
        ]

    def _loose(self, place: str) -> tuple[Loose, ...]:
        station = self.bench.consoles[0].station
        tagged = {component.kind for component in self.looks.components.values()}
        counts = self.layout.counts.get(place, {})
        return tuple(
            Loose(station.name(kind), count) for kind, count in counts.items() if count and kind not in tagged
        )

    def _card(self, component: str, *, answers: bool) -> Card:
        letter, look = self.looks.of(component)
        kind = self.looks.components[component].kind
        return Card(component, self.looks.name(component), letter, look, kind, answers)

    # --- what would be held to a reader -------------------------------------------------------------------------

    def _questions(self, seat: int | None) -> list[Ask[Any]]:
        """Return the questions that a card of a seat's hand, or of the table, may answer: some panel must show them."""
        readers = self.bench.readers()
        if seat is not None and readers:
            readers = [self._reader_of(seat)]
        taken = [one for console in readers for one in console.station.for_cards() if one.pile is None]
        return [one for one in taken if any(one is shown for shown in self._shown)]

    def _reader_of(self, seat: int) -> Console:
        """Return the station at whose reader a card of a hand would be held."""
        return self.bench.taker(lambda _: False, seat)

    def _answers(self, component: str, place: str, question: Ask[Any]) -> bool:
        """Whether a card out of a hand or of the box is one of the answers."""
        if question.kind not in ("scan", "choose", "draw", "roll"):
            return False
        own = hand_of(question.seat) if isinstance(question.seat, int) else BOX
        if place not in (BOX, own):
            return False
        short = self.looks.components[component].short
        return any(option.value in (component, short) for option in question.options)

    def _any_of(self, place: str, questions: list[Ask[Any]]) -> bool:
        """Whether every card of the kinds in a face-down pile is an answer: its top is one, whichever it may be.

        Whoever holds such cards in the hand answers with one of those.
        """
        kinds = {kind for kind, count in self.layout.counts.get(place, {}).items() if count}
        cards = [one for one in self.looks.components.values() if one.kind in kinds]
        return bool(cards) and any(
            question.kind == "scan"
            and not (isinstance(question.seat, int) and kinds & self._held(question.seat))
            and {one.short for one in cards} <= {option.value for option in question.options}
            for question in questions
        )

    def _held(self, seat: int) -> set[str]:
        """Return the kinds of cards in a hand."""
        return {kind for kind, count in self.layout.counts.get(hand_of(seat), {}).items() if count}

    def _taken_from(self, component: str, place: str, question: Ask[Any]) -> bool:
        """Whether an open card, known by its id, is one of the answers."""
        del place
        return question.kind in ("scan", "choose") and any(o.value == component for o in question.options)

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

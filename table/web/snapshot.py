"""What a browser may know of the bench, as plain values: panel, questions, places with their cards, course, tells.

An allow-list: of cards that lie face down there is a number and nothing else, whoever asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.layout import hand_of
from table import screens
from table.hands import takes
from table.props import BOX
from table.web.board import BoardTeller, Stand
from table.web.looks import Looks

if TYPE_CHECKING:
    from engine.ask import Ask, Tell
    from engine.layout import Layout
    from table.screen import Screen
    from table.web.bench import Bench

CHOSEN = "▸"
"""Stands before the option that the cursor marks."""

TELLS_KEPT = 200
"""How many of the last tells are sent."""


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


class Piece(msgspec.Struct, frozen=True):
    """A piece on the course, and the seat that plays it."""

    id: str
    name: str
    look: int
    seat: int | None


class Field(msgspec.Struct, frozen=True):
    """One place of the course; `covered` is how much lies face down there."""

    id: str
    name: str
    mark: str
    mark_name: str
    look: int
    room: int
    pieces: tuple[Piece, ...]
    covered: int
    answers: bool


class Asked(msgspec.Struct, frozen=True):
    """One open question; the one the panel shows comes first. `options`: the panel lists answers to it."""

    seat: int | None
    who: str
    text: str
    kind: str
    pile: str | None
    optional: bool
    hidden: bool
    options: bool


class Seat(msgspec.Struct, frozen=True):
    """Who sits where and drives what; `asked`: a question waits for this seat."""

    name: str
    pilot: bool
    piece: Piece | None
    asked: bool


class Told(msgspec.Struct, frozen=True):
    """What happened, and the ids of the rules that made it so."""

    text: str
    rules: tuple[str, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """Everything the page shows. `course` is a course that is a line, `board` one that is not.

    `aside`: the panel shows a menu or a list instead of the question. `dealing`: simulated hands answer.
    """

    version: int
    lobby: bool
    over: bool
    game: str
    seats: tuple[Seat, ...]
    panel: int
    head: str
    title: str
    words: tuple[str, ...]
    aside: bool
    dealing: bool
    lamp: bool
    hertz: int
    sounds: tuple[tuple[int, int], ...]
    asked: tuple[Asked, ...]
    places: tuple[Place, ...]
    course: tuple[Field, ...]
    board: Stand | None
    resting: tuple[Card | None, ...]
    told: tuple[Told, ...]
    rules: dict[str, str]
    troubles: tuple[str, ...]
    notice: str
    notice_rules: tuple[str, ...]
    auto: bool
    keys: tuple[str, ...]
    reader: bool


class Teller:
    """Makes snapshots of one bench. Tells are put into words once."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._told: list[tuple[Tell, Told]] = []
        self._looks: Looks | None = None
        self.boards = BoardTeller()

    def snapshot(self) -> Snapshot:
        """Tell how everything is now."""
        bench, station = self.bench, self.bench.station
        desk, layout = station.desk, station.desk.layout()
        question, screen = bench.question(), bench.post.screen
        told, board = self._tells(), self.boards.stand(station, layout, self.looks, question)
        oled = bench.board.oleds.get(bench.name)
        mentioned = [rule for one in told for rule in one.rules] + list(station.refused_by)
        return Snapshot(
            version=bench.version,
            lobby=bench.evening.in_lobby,
            over=desk.match.over,
            game="" if bench.evening.in_lobby else station.texts.name(desk.game),
            seats=self._seats(layout),
            panel=oled.revision if oled else 0,
            head=screen.head if screen else "",
            title=screen.title if screen else "",
            words=spoken(screen) if screen else (),
            aside=bool(station.pages),
            dealing=question is not None and bench.deals(question),
            lamp=bench.lit,
            hertz=bench.hertz,
            sounds=tuple(bench.sounds),
            asked=self._asked(question),
            places=self._places(layout, question),
            course=() if board else self._course(layout, question),
            board=board,
            resting=self._resting(question),
            told=told,
            rules={rule: station.texts.why(rule) for rule in dict.fromkeys(mentioned)},
            troubles=tuple(station.troubles.values()),
            notice=station.notice,
            notice_rules=station.refused_by if station.notice else (),
            auto=bench.auto,
            keys=tuple(name.rpartition(".")[2] for name in bench.board.wiring.keys),
            reader=bench.has_reader,
        )

    # --- cards and places ---------------------------------------------------------------------------------------

    @property
    def looks(self) -> Looks:
        """How the components of the match at the table look."""
        match = self.bench.station.desk.match
        if self._looks is None or self._looks.match is not match:
            self._looks = Looks(match, self.bench.station.texts)
        return self._looks

    def _card(
        self, component: str, question: Ask[Any] | None, *, at_hand: bool = True, in_pile: bool = False
    ) -> Card:
        known = self.looks.components[component]
        letter, look = self.looks.of(component)
        answers = at_hand and question is not None and self._answers(component, known.short, question)
        answers = answers or (in_pile and question is not None and self._taken_up(component, question))
        return Card(component, self.looks.name(component), letter, look, known.kind, answers)

    def _answers(self, component: str, short: str, question: Ask[Any]) -> bool:
        """Whether a card of a hand or of the box may answer; a secret question says so only when it is opened."""
        station = self.bench.station
        if question.pile is not None or question.kind not in ("scan", "choose", "draw", "roll"):
            return False
        if station.play.hidden(station, question):
            return False
        return any(option.value in (component, short) for option in question.options)

    def _taken_up(self, component: str, question: Ask[Any]) -> bool:
        """Whether a card of an open pile may answer; one of a kind that is held in hands has been played."""
        station = self.bench.station
        if question.pile is not None or question.kind not in ("scan", "choose"):
            return False
        if not isinstance(question.seat, int) or station.play.hidden(station, question):
            return False
        if any(option.value == component for option in question.options):
            return True
        kind, counts = self.looks.components[component].kind, station.desk.layout().counts
        held = any(kind in counts.get(hand_of(seat), {}) for seat in range(len(station.desk.names)))
        return not held and takes(question, component)

    def _places(self, layout: Layout, question: Ask[Any] | None) -> tuple[Place, ...]:
        props = self.bench.props
        if props is None:
            return ()
        course = {spot.place for spot in layout.course}
        known = [place for place in layout.counts if place not in course and place != BOX]
        return tuple(self._place(place, layout, question) for place in (*known, BOX))

    def _place(self, place: str, layout: Layout, question: Ask[Any] | None) -> Place:
        bench, station = self.bench, self.bench.station
        here = bench.props.places.get(place, []) if bench.props else []
        seat = next((seat for seat in range(len(station.desk.names)) if place == hand_of(seat)), None)
        face = "box" if place == BOX else "up" if place in layout.piles else "hand"
        if bench.face_down(place):
            face = "down"
        shown = [ident for ident in here if not bench.closed(ident)]
        at_hand = face == "box" or (question is not None and seat is not None and question.seat == seat)
        up = face == "up"
        cards = [self._card(ident, question, at_hand=at_hand and not up, in_pile=up) for ident in shown]
        if face in ("hand", "box"):
            cards.sort(key=lambda card: self.looks.order[card.id])
        elif up:
            cards = [card for card in cards if card.answers] or cards[-1:]
        asked = question is not None and question.pile == place and bool(here)
        name = screens.place_name(station, place) if seat is not None else station.name(place, short=False)
        return Place(place, name, face, seat, len(here), tuple(cards), asked)

    def _resting(self, question: Ask[Any] | None) -> tuple[Card | None, ...]:
        bench = self.bench
        if bench.props is None:
            return ()
        return tuple(
            None if bench.closed(ident) else self._card(ident, question, at_hand=False)
            for ident in bench.resting()
            if ident in bench.props.components
        )

    # --- course -------------------------------------------------------------------------------------------------

    def _piece(self, piece: str) -> Piece:
        station = self.bench.station
        rows = station.desk.match.rulebook.standings(station.desk.match.state)
        seat = next((row.seat for row in rows if row.who == piece), None)
        return Piece(piece, station.name(piece), self.looks.piece(piece), seat)

    def _course(self, layout: Layout, question: Ask[Any] | None) -> tuple[Field, ...]:
        station = self.bench.station
        fields: list[Field] = []
        for spot in layout.course:
            here = sorted(piece for piece, place in layout.pieces.items() if place == spot.place)
            covered = sum(layout.counts.get(spot.place, {}).values())
            asked = question is not None and question.pile == spot.place and covered > 0
            name = station.name(spot.place, short=False)
            mark = station.name(spot.mark) if spot.mark else ""
            pieces = tuple(self._piece(piece) for piece in here)
            look = self.looks.mark(spot.mark)
            fields.append(Field(spot.place, name, spot.mark, mark, look, spot.room, pieces, covered, asked))
        return tuple(fields)

    # --- people -------------------------------------------------------------------------------------------------

    def _seats(self, layout: Layout) -> tuple[Seat, ...]:
        desk = self.bench.station.desk
        asked = {question.seat for question in desk.match.open}
        seats: list[Seat] = []
        for seat, info in enumerate(desk.match.seats):
            piece = desk.piece_of(seat)
            shown = self._piece(piece) if piece is not None and piece in layout.pieces else None
            seats.append(Seat(info.name, info.pilot is not None, shown, seat in asked))
        return tuple(seats)

    def _asked(self, first: Ask[Any] | None) -> tuple[Asked, ...]:
        station = self.bench.station
        waiting = station.desk.waiting(station.seats)
        questions = sorted(waiting, key=lambda question: question is not first)
        return tuple(
            Asked(
                question.seat if isinstance(question.seat, int) else None,
                screens.who(station, question),
                station.text(question.key, question.args, short=False),
                question.kind,
                question.pile,
                question.optional,
                station.play.hidden(station, question),
                bool(question.options),
            )
            for question in questions
        )

    # --- tells --------------------------------------------------------------------------------------------------

    def _tells(self) -> tuple[Told, ...]:
        """Put the new tells into words and forget those that were taken back."""
        station, tells = self.bench.station, self.bench.station.desk.match.tells
        keep = 0
        while keep < min(len(self._told), len(tells)) and self._told[keep][0] is tells[keep]:
            keep += 1
        del self._told[keep:]
        for tell in tells[keep:]:
            text = station.text(tell.key, tell.args, short=False)
            self._told.append((tell, Told(text, tell.rules)))
        return tuple(told for _, told in self._told[-TELLS_KEPT:])


def spoken(screen: Screen) -> tuple[str, ...]:
    """Every text of a screen for those who cannot see it; a mark stands before what is chosen."""
    if screen.cursor is None or not screen.choices:
        return screen.words()
    marked = [f"{CHOSEN} {text}" if at == screen.cursor else text for at, text in enumerate(screen.choices)]
    return msgspec.structs.replace(screen, choices=tuple(marked)).words()

"""What a browser may know of the bench, as plain values: panel, questions, places with their cards, course, tells.

An allow-list: of cards that lie face down there is a number and nothing else, whoever asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from table import screens
from table.web.board import BoardTeller, Stand
from table.web.chart import Line, chart
from table.web.looks import Looks
from table.web.places import Card, Place, PlaceTeller

if TYPE_CHECKING:
    from engine.ask import Ask, Tell
    from engine.layout import Layout
    from table.screen import Screen
    from table.station import Station
    from table.web.bench import Bench
    from table.web.console import Console

CHOSEN = "▸"
"""Stands before the option that the cursor marks."""

TELLS_KEPT = 200
"""How many of the last tells are sent."""


class Piece(msgspec.Struct, frozen=True):
    """A piece on the course with what is written on it, and the seat that plays it."""

    id: str
    name: str
    label: str
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


class Side(msgspec.Struct, frozen=True):
    """One station: what its panel shows, who sits there, and what else it has.

    `sits`: the people by seat, those it is meant for in the lobby; None: everybody. `awaited`: somebody here is asked.
    `aside`: the panel shows a menu or a list instead of the question. `marked`: the keys have chosen an answer, which can
    be confirmed. `dealing`: simulated hands answer.
    """

    name: str
    sits: tuple[str, ...] | None
    seats: tuple[int, ...]
    awaited: bool
    panel: int | None
    head: str
    title: str
    words: tuple[str, ...]
    aside: bool
    marked: bool
    dealing: bool
    lamp: bool
    asked: tuple[Asked, ...]
    keys: tuple[str, ...]
    reader: bool
    resting: tuple[Card | None, ...]
    troubles: tuple[str, ...]
    notice: str
    notice_rules: tuple[str, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """Everything the page shows. `course` is a course that is a line, `board` one that is not.

    `sounds`: the last tones, each with its number, frequency in hertz, and station.
    """

    version: int
    lobby: bool
    over: bool
    game: str
    seats: tuple[Seat, ...]
    stations: tuple[Side, ...]
    sounds: tuple[tuple[int, int, str], ...]
    places: tuple[Place, ...]
    course: tuple[Field, ...]
    board: Stand | None
    chart: tuple[Line, ...]
    told: tuple[Told, ...]
    rules: dict[str, str]
    auto: bool


class Teller:
    """Makes snapshots of one bench. Tells are put into words once."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._told: list[tuple[Tell, Told]] = []
        self._looks: Looks | None = None
        self.boards = BoardTeller()

    @property
    def station(self) -> Station:
        """The first station, whose words are those of the whole table."""
        return self.bench.consoles[0].station

    def snapshot(self) -> Snapshot:
        """Tell how everything is now."""
        bench, station = self.bench, self.station
        desk, layout = station.desk, station.desk.layout()
        cards = PlaceTeller(bench, self.looks)
        told, board = self._tells(), self.boards.stand(station, layout, self.looks, cards.piles_asked)
        mentioned = [rule for one in told for rule in one.rules]
        mentioned += [rule for console in bench.consoles for rule in console.station.refused_by]
        return Snapshot(
            version=bench.version,
            lobby=bench.evening.in_lobby,
            over=desk.match.over,
            game="" if bench.evening.in_lobby else station.texts.name(desk.game),
            seats=self._seats(layout),
            stations=tuple(self._side(console, cards) for console in bench.consoles),
            sounds=tuple(bench.sounds),
            places=cards.places(),
            course=() if board else self._course(layout, cards.piles_asked),
            board=board,
            chart=chart(station, self.looks),
            told=told,
            rules={rule: station.texts.why(rule) for rule in dict.fromkeys(mentioned)},
            auto=bench.auto,
        )

    # --- stations -----------------------------------------------------------------------------------------------

    def _side(self, console: Console, cards: PlaceTeller) -> Side:
        station, screen, question = console.station, console.post.screen, console.question()
        return Side(
            name=console.name,
            sits=self._sits(console),
            seats=station.seats,
            awaited=station.awaited,
            panel=console.revision if console.has_panel else None,
            head=screen.head if screen else "",
            title=screen.title or " ".join(screen.body) if screen else "",
            words=spoken(screen) if screen else (),
            aside=console.aside,
            marked=station.play.cursor is not None,
            dealing=question is not None and not console.aside and self.bench.deals(question),
            lamp=console.lit,
            asked=_asked(station, question),
            keys=tuple(console.keys),
            reader=console.has_reader,
            resting=cards.resting(console),
            troubles=tuple(station.troubles.values()),
            notice=station.notice,
            notice_rules=station.refused_by if station.notice else (),
        )

    def _sits(self, console: Console) -> tuple[str, ...] | None:
        """Name who sits at a station; None when it serves the whole table."""
        evening, wanted, names = self.bench.evening, console.post.wanted, console.station.desk.names
        if wanted is None:
            return None
        if not evening.in_lobby:
            return tuple(names[seat] for seat in console.station.seats)
        return tuple(evening.name_of(seat) for seat in wanted)

    @property
    def looks(self) -> Looks:
        """How the components of the match at the table look."""
        match = self.station.desk.match
        if self._looks is None or self._looks.match is not match:
            self._looks = Looks(match, self.station.texts)
        return self._looks

    # --- course -------------------------------------------------------------------------------------------------

    def _piece(self, piece: str) -> Piece:
        station = self.station
        rows = station.desk.match.rulebook.standings(station.desk.match.state)
        seat = next((row.seat for row in rows if row.who == piece), None)
        return Piece(piece, station.name(piece), self.looks.label(piece), self.looks.piece(piece), seat)

    def _course(self, layout: Layout, piles_asked: frozenset[str]) -> tuple[Field, ...]:
        station = self.station
        fields: list[Field] = []
        for spot in layout.course:
            here = sorted(piece for piece, place in layout.pieces.items() if place == spot.place)
            covered = sum(layout.counts.get(spot.place, {}).values())
            asked = spot.place in piles_asked and covered > 0
            name = station.name(spot.place, short=False)
            mark = station.name(spot.mark) if spot.mark else ""
            pieces = tuple(self._piece(piece) for piece in here)
            look = self.looks.mark(spot.mark)
            fields.append(Field(spot.place, name, spot.mark, mark, look, spot.room, pieces, covered, asked))
        return tuple(fields)

    # --- people -------------------------------------------------------------------------------------------------

    def _seats(self, layout: Layout) -> tuple[Seat, ...]:
        desk = self.station.desk
        asked = {question.seat for question in desk.match.open}
        seats: list[Seat] = []
        for seat, info in enumerate(desk.match.seats):
            piece = desk.piece_of(seat)
            shown = self._piece(piece) if piece is not None and piece in layout.pieces else None
            seats.append(Seat(info.name, info.pilot is not None, shown, seat in asked))
        return tuple(seats)

    # --- tells --------------------------------------------------------------------------------------------------

    def _tells(self) -> tuple[Told, ...]:
        """Put the new tells into words and forget those that were taken back."""
        station, tells = self.station, self.station.desk.match.tells
        keep = 0
        while keep < min(len(self._told), len(tells)) and self._told[keep][0] is tells[keep]:
            keep += 1
        del self._told[keep:]
        for tell in tells[keep:]:
            text = station.text(tell.key, tell.args, short=False)
            self._told.append((tell, Told(text, tell.rules)))
        return tuple(told for _, told in self._told[-TELLS_KEPT:])


def _asked(station: Station, first: Ask[Any] | None) -> tuple[Asked, ...]:
    """List the questions that are put at a station, the one that its panel shows first."""
    questions = sorted(station.waiting(), key=lambda question: question is not first)
    return tuple(
        Asked(
            question.seat if isinstance(question.seat, int) else question.to,
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


def spoken(screen: Screen) -> tuple[str, ...]:
    """Every text of a screen for those who cannot see it; a mark stands before what is chosen."""
    if screen.cursor is None or not screen.choices:
        return screen.words()
    marked = [f"{CHOSEN} {text}" if at == screen.cursor else text for at, text in enumerate(screen.choices)]
    return msgspec.structs.replace(screen, choices=tuple(marked)).words()

"""The pages of a station: the match itself, lists to read, and a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from table import screens, standings
from table.buzzing import buzz
from table.draw import lines_of
from table.idle import waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ask import Ask, Value
    from table.notice import Notice
    from table.screen import Screen
    from table.station import Key, Station

NEWS_US = 2_500_000
"""How long one page of news stands, in microseconds."""

RESULT_US = 700_000
"""How long a result stands at least, in microseconds: a key pressed once too often does not put it away."""


class PlayPage:
    """The open question with what just happened; answers are given here.

    `cursor` marks an option (None: none yet), `number` the value of a number question. A secret question on a shared
    station stays hidden until the asked seat opens it (`opened`). All three belong to one question only and go when
    another takes its place, whoever or whatever brought that about.
    """

    def __init__(self) -> None:
        self.cursor: int | None = None
        self.number: int | None = None
        self.opened: int | None = None
        self.news_page = 0
        self._turned = 0
        self._focus = 0
        self._about: Ask[Any] | None = None

    def reset(self, station: Station) -> None:
        """Begin anew: nothing chosen, nothing open, the first who is asked, news from the start."""
        self._forget()
        self.news_page, self._turned, self._focus = 0, station.now, 0

    def _forget(self) -> None:
        self.cursor = self.number = self.opened = None

    def question(self, station: Station) -> Ask[Any] | None:
        """Return the question that this station's keys and reader answer now."""
        waiting = station.waiting()
        question = waiting[self._focus % len(waiting)] if waiting else None
        if question is not self._about:
            self._about = question
            self._forget()
        return question

    def hidden(self, station: Station, question: Ask[Any]) -> bool:
        """Whether the question must not be shown yet, because others than its seat are at this station.

        Of a card that is drawn in secret everybody may know that it is; only what it may be is hidden.
        """
        if not question.secret or self.opened == whose(question):
            return False
        alone = station.desk.people(station.seats) == (whose(question),)
        return not alone and (isinstance(question.seat, int) or self.cursor is not None)

    def tick(self, station: Station) -> None:
        """Turn the page of the news when its time is over."""
        if station.now - self._turned >= NEWS_US:
            self._turned = station.now
            self.news_page += 1

    def press(self, key: Key, station: Station) -> None:
        """Choose, confirm, or hand the station to the next one asked."""
        question = self.question(station)
        if station.desk.match.over and key == "confirm":
            station.left = station.pressed - station.desk.opened >= RESULT_US
        elif question is None:
            self._turn_news(key, station)
        elif key == "back":
            self._back()
        elif self.hidden(station, question):
            if key == "confirm":
                self.opened = whose(question)
        elif key == "confirm":
            self._confirm(station, question)
        elif not question.secret or whose(question) in station.desk.people(station.seats):
            self._choose(1 if key == "next" else -1, question, station)

    def _turn_news(self, key: Key, station: Station) -> None:
        self.news_page += -1 if key == "previous" else 1
        self._turned = station.now

    def _back(self) -> None:
        if self.cursor is not None or self.opened is not None:
            self.cursor = self.opened = None
        else:
            self._focus += 1

    def _choose(self, step: int, question: Ask[Any], station: Station) -> None:
        if question.low is not None and question.high is not None:
            span = max(1, question.high - question.low + 1)
            at = self.number if self.number is not None else screens.begins_at(question)
            self.number = question.low + (at + step - question.low) % span
        elif question.options and question.kind != "confirm":
            count = len(question.options)
            at = self.cursor if self.cursor is not None else (-1 if step > 0 else count)
            moved = at + step
            self.cursor = moved if 0 <= moved < count else None
        else:
            self._turn_to_choice(step, station)

    def _turn_to_choice(self, step: int, station: Station) -> None:
        """Where a question has nothing to choose from, go over to another one here that has (such as a console's)."""
        waiting = station.waiting()
        place = next((place for place, other in enumerate(waiting) if other.kind == "choose"), None)
        if place is not None:
            self._focus = place
            if (question := self.question(station)) is not None:
                self._choose(step, question, station)

    def _confirm(self, station: Station, question: Ask[Any]) -> None:
        value: Value
        if question.timed:
            buzz(station, question)
            return
        if question.low is not None:
            value = self.number if self.number is not None else screens.begins_at(question)
        elif question.kind == "confirm":
            value = True
        elif self.cursor is not None:
            value = question.options[self.cursor].value
        elif question.optional:
            value = None
        else:
            station.refuse("scan_or_choose" if question.kind != "choose" else "choose_one")
            return
        station.say(question.seat, value)

    def screen(self, station: Station) -> Screen:
        """Return the screen of the open question, of waiting, or of the result."""
        question = self.question(station)
        if station.desk.match.over:
            return standings.result(station, self.news_page)
        if question is None:
            return waiting(station, self.news_page)
        if self.hidden(station, question):
            return screens.hidden(station, question)
        if question.kind == "number":
            return screens.number(station, question, self.number)
        if self.cursor is not None or question.kind == "choose":
            return screens.choice(station, question, self.cursor, self.news_page)
        return screens.question(station, question, self.news_page)


def whose(question: Ask[Any]) -> int | None:
    """Return the seat a question is for, if it is for one."""
    return question.seat if isinstance(question.seat, int) else question.to


class ListPage:
    """Some lines to read, three at a time."""

    def __init__(self, title: str, lines: list[str]) -> None:
        self.title = title
        self.lines = [line for text in lines for line in lines_of(text)]
        self.first = 0

    def press(self, key: Key, station: Station) -> None:
        """Turn the page; back and confirm leave."""
        if key in ("back", "confirm"):
            station.pages.pop()
            return
        last = max(0, (len(self.lines) - 1) // screens.LINES * screens.LINES)
        step = screens.LINES if key == "next" else -screens.LINES
        self.first = min(max(0, self.first + step), last)

    def screen(self, station: Station) -> Screen:
        """Return the lines in sight."""
        del station
        return screens.listing(self.title, self.lines, self.first)


class PausePage:
    """Playing time stands still until a key is pressed."""

    def press(self, key: Key, station: Station) -> None:
        """Go on; the key means nothing else."""
        del key
        station.pages = []

    def screen(self, station: Station) -> Screen:
        """Say that it is paused."""
        return screens.pause(station)


def pause(station: Station) -> None:
    """Let playing time stand still."""
    station.desk.pause(station.now)
    station.pages.append(PausePage())


def inform(station: Station, notices: Sequence[Notice]) -> None:
    """Show what storage or the lobby has to say."""
    lines = [station.text(notice.key, notice.args, short=False) for notice in notices]
    station.pages.append(ListPage(station.text("messages"), lines))


def welcome_back(station: Station) -> None:
    """After a power cut: the whole table as it should be, to check by eye."""
    title = station.text("resumed")
    station.pages.append(ListPage(title, screens.check_lines(station)))

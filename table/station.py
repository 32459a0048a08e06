"""A station: one panel, four keys and a reader for some seats. Keys and taps in, screens and answers out.

A station shows a stack of pages. At the bottom lies the match; the menu and its lists come on top and go away with
the back key. Nothing here knows a wire: the host brings key presses and the ids of tapped components.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec

from engine.ask import Ask, IllegalAnswer, Seat, Stamp, Value
from engine.rulebook import BrokenInvariant
from table import lesson_pages, screens
from table.buzzing import PressPage
from table.menu import MenuPage
from table.pages import ListPage, PausePage, PlayPage, whose
from table.taking_back import AwaitPage, ConsentPage, page_of_request

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.layout import Component
    from engine.record import Correct, SeatInfo, Teach
    from table.consent import Consent
    from table.desk import Desk
    from table.screen import Screen
    from table.texts import Texts

Key: TypeAlias = Literal["previous", "next", "confirm", "back", "menu"]
"""What a key press means: the four keys, and the back key held."""

Signal: TypeAlias = Literal["tick", "accepted", "refused"]
"""What lamp and buzzer say: heard, taken, not taken."""

CARD_KINDS = ("scan", "draw", "roll")
"""Questions that a component on the reader answers by its very id."""

OWN_CLOCK: tuple[str, int] = ("", 0)
"""Whose moment a press has and how wrong it can be (microseconds), where the box stamped it itself."""

NOTICE_US = 4_000_000
"""How long a refusal stays on the panel, in microseconds."""


class Page(Protocol):
    """One page of the stack."""

    def press(self, key: Key, station: Station) -> None:
        """Act on a key."""
        ...

    def screen(self, station: Station) -> Screen:
        """Return what it shows now."""
        ...


class Station:
    """One panel with its keys and reader, for the seats that use it.

    `elsewhere` are seats that have a station of fewer seats, where their secrets are shown. `signals` waits for the
    host, which plays them on lamp and buzzer. `now` is the time of the last event, `pressed` the moment of the last key
    press, `stamped_by` the clock that told it. `troubles` are what is wrong, by their sources. `requested` is what others
    were asked to agree to from here. `left` becomes true when somebody puts the result away.
    """

    def __init__(self, desk: Desk, texts: Texts, seats: tuple[int, ...], now: int = 0) -> None:
        self.texts = texts
        self.now = self.pressed = now
        self.stamped_by = OWN_CLOCK
        self.signals: list[Signal] = []
        self.troubles: dict[str, str] = {}
        self.sit(desk, seats)

    def sit(self, desk: Desk, seats: tuple[int, ...], elsewhere: frozenset[int] = frozenset()) -> None:
        """Turn to another match."""
        self.desk = desk
        self.seats = seats
        self.elsewhere = elsewhere
        self.play = PlayPage()
        self.pages: list[Page] = []
        self.left = False
        self.requested: Consent | None = None
        self.notice: str = ""
        self.refused_by: tuple[str, ...] = ()
        self._notice_until = 0
        self._components: Mapping[str, Component] = {c.id: c for c in desk.match.rulebook.components()}

    @property
    def page(self) -> Page:
        """The page on top: a request to take back, or the last one opened.

        That of a pause goes when any station goes on, and one that asks whose a press was when nobody asks for it.
        """
        if (asked := page_of_request(self)) is not None:
            return asked
        top = self.pages[-1] if self.pages else self.play
        over = isinstance(top, PausePage) and not self.desk.paused
        if over or (isinstance(top, PressPage) and not top.asks(self)):
            self.pages.pop()
        return self.pages[-1] if self.pages else self.play

    # --- what comes in ------------------------------------------------------------------------------------------

    def press(self, key: Key, now: int, at: int | None = None, by: tuple[str, int] = OWN_CLOCK) -> None:
        """A key was pressed (or, for "menu", the back key held).

        *at*: the moment of its contact, if that is known, *by* which clock, and how wrong it can be.
        """
        page = self.page
        self.now, self.pressed, self.stamped_by = now, now if at is None else at, by
        self.signals.append("tick")
        self.notice = ""
        self.desk.go_on(now)
        if key == "menu" and not isinstance(page, PausePage | ConsentPage | AwaitPage):
            self.pages = [] if self.pages else [MenuPage(self)]
        else:
            page.press(key, self)

    def tap(self, component: str, now: int) -> None:
        """A known component was held to the reader."""
        self.now = now
        self.desk.go_on(now)
        self.pages = []
        question = self.for_a_card(component)
        if question is None:
            self.refuse("nobody_asks")
        elif question.kind in CARD_KINDS:
            if not self.say(question.seat, component):
                self._offer_to_teach(component)
        elif question.kind == "choose":
            known = self._components.get(component)
            self.say(question.seat, known.short if known else component)
        else:
            self.refuse("not_a_card_question")

    def for_cards(self) -> list[Ask[Any]]:
        """Return what a card may answer here: the question that is shown, else the secrets that are shown elsewhere."""
        shown = self.play.question(self)
        if shown is not None and shown.kind in CARD_KINDS:
            return [shown]
        waiting = self.desk.waiting(self.seats)
        secrets = [
            one for one in waiting if one.secret and one.kind in CARD_KINDS and whose(one) in self.seats
        ]
        return secrets or ([] if shown is None else [shown])

    def for_a_card(self, component: str) -> Ask[Any] | None:
        """Return the question a component answers here; of several the first that would take it, else the first."""
        questions = self.for_cards()
        return next((one for one in questions if takes(one, component)), next(iter(questions), None))

    def _offer_to_teach(self, component: str) -> None:
        """Ask what is printed on a component that was refused, if that is what is not known."""
        lesson = lesson_pages.lesson_about(self, component)
        if lesson is not None:
            self.notice = ""
            lesson_pages.ask_next(self, lesson, {})

    def tick(self, now: int) -> None:
        """Let time pass: notices go, news pages turn."""
        self.now = now
        if self.notice and now >= self._notice_until:
            self.notice = ""
        self.play.tick(self)

    # --- what goes out ------------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        """Return what the panel shows now."""
        shown = self.page.screen(self)
        if self.notice:
            return screens.with_notice(shown, self.notice)
        trouble = next(iter(self.troubles.values()), "")
        return screens.with_trouble(shown, trouble) if trouble else shown

    @property
    def awaited(self) -> bool:
        """Whether somebody at this station is asked, or has to agree to something; not while others have to agree."""
        page = self.page
        return isinstance(page, ConsentPage) or (not isinstance(page, AwaitPage) and bool(self.waiting()))

    def speaks_for(self, seat: int) -> bool:
        """Whether this is where a seat is asked for what concerns it alone."""
        return seat in self.seats and seat not in self.elsewhere

    def waiting(self) -> list[Ask[Any]]:
        """Return the open questions that are put here: those of its seats, and those for the whole table."""
        return [question for question in self.desk.waiting(self.seats) if self._may_show(question)]

    def _may_show(self, question: Ask[Any]) -> bool:
        """Whether a question is no secret of a seat that has a place of its own for it."""
        seat = whose(question)
        if not question.secret or seat is None:
            return True
        return self.speaks_for(seat)

    def alarm(self, source: str, key: str, args: Mapping[str, Value] | None = None) -> None:
        """Show what is wrong with a *source* until it is over (an empty key)."""
        self.troubles.pop(source, None)
        if key:
            self.troubles[source] = self.text(key, args)

    def unsaid(self) -> list[PressPage]:
        """Return the pages that ask whose a press was, for which the clock waits."""
        return [page for page in self.pages if isinstance(page, PressPage) and page.awaited(self)]

    def stamp(self) -> Value:
        """Return the playing time of the last press, as the answer to a timed question."""
        moment, (clock, within) = self.desk.playing_time(self.pressed), self.stamped_by
        return msgspec.to_builtins(Stamp(moment, clock, within)) if clock else moment

    def say(self, seat: Seat, value: Value) -> bool:
        """Bring an answer to the desk; a refusal is shown with its reason. Returns whether it was taken."""
        try:
            self.desk.answer(seat, value, self.now)
        except IllegalAnswer as refusal:
            self.refuse(refusal.reason, refusal.rules, refusal.args_for_text)
            return False
        self.signals.append("tick")
        self.notice = ""
        self.refused_by = ()
        self.play.reset(self)
        return True

    def amend(self, entry: Correct | Teach) -> bool:
        """Bring a correction or a lesson to the desk; a refusal is shown with its reason. Returns whether it was taken."""
        try:
            self.desk.amend(entry, self.now)
        except IllegalAnswer as refusal:
            self.refuse(refusal.reason, refusal.rules, refusal.args_for_text)
            return False
        except BrokenInvariant as broken:
            self.refuse("breaks_rules", broken.rules)
            return False
        self.notice = ""
        self.refused_by = ()
        self.play.reset(self)
        return True

    def reseat(self, seat: int, info: SeatInfo) -> None:
        """Let a seat change hands between two turns; a refusal is shown with its reason."""
        self.pages = []
        try:
            self.desk.reseat(seat, info, self.now)
        except IllegalAnswer as refusal:
            self.refuse(refusal.reason, refusal.rules, refusal.args_for_text)
            return
        self.play.reset(self)
        change = "leave" if info.pilot else "be_back"
        key = (
            f"seat_will_{change}" if seat in self.desk.coming else "seat_left" if info.pilot else "seat_back"
        )
        title = self.text("menu_away" if info.pilot else "menu_back_at_table")
        self.pages.append(ListPage(title, [self.text(key, {"name": info.name})]))

    def refuse(
        self, reason: str, rules: tuple[str, ...] = (), args: Mapping[str, Value] | None = None
    ) -> None:
        """Show why something was not taken."""
        self.signals.append("refused")
        self.refused_by = rules
        self.notice = self.text(reason, args or {})
        self._notice_until = self.now + NOTICE_US

    def undo(self) -> bool:
        """Take back the last answer. Returns whether there was one."""
        try:
            self.desk.undo(self.now)
        except ValueError:
            self.refuse("nothing_to_undo")
            return False
        self.play.reset(self)
        return True

    def redo(self) -> bool:
        """Say again what was taken back last. Returns whether there was something."""
        try:
            self.desk.redo(self.now)
        except ValueError:
            self.refuse("nothing_to_redo")
            return False
        self.play.reset(self)
        return True

    # --- words --------------------------------------------------------------------------------------------------

    def text(self, key: str, args: Mapping[str, Value] | None = None, *, short: bool = True) -> str:
        """Say a key in the station's language."""
        return self.texts.say(key, args or {}, self.desk.game, short=short, seats=self.desk.names)

    def label(self, key: str, args: Mapping[str, Value], *, short: bool = True) -> str:
        """Name one answer of a choice in the station's language."""
        return self.texts.label(key, args, self.desk.game, short=short, seats=self.desk.names)

    def name(self, ident: Value, *, short: bool = True) -> str:
        """Name a thing in the station's language."""
        return self.texts.name(ident, self.desk.game, short=short)


def takes(question: Ask[Any], value: Value) -> bool:
    """Whether a question would take an answer; asking it that changes nothing."""
    try:
        question.read(value)
    except IllegalAnswer:
        return False
    return True

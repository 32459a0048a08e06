"""Presses whose moment counts: told at once, or after asking whose they were where several people share the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.ask import IllegalAnswer, stamp_of
from engine.record import Answer
from table import screens
from table.asking import ChoicePage

if TYPE_CHECKING:
    from engine.ask import Ask
    from engine.record import Entry
    from table.station import Key, Station

WHOSE_US: Final = 10_000_000
"""How long the clock waits for somebody to say whose press it was, in microseconds of playing time.

A table needs a few seconds to look up and tell. Longer must not be: limits, pace-makers and calls of everybody else
stand still meanwhile, also when the press was a mistake that nobody noticed.
"""


def may_have_pressed(station: Station, question: Ask[Any]) -> list[Ask[Any]]:
    """Return the timed questions that one press here may answer: one for each person who is asked the same."""
    if question.anybody:
        return [question]
    return [one for one in station.waiting() if one.timed and one.key == question.key]


def buzz(station: Station, question: Ask[Any]) -> None:
    """Answer with the moment of the press; where several people share the key, ask afterwards whose it was."""
    rivals = may_have_pressed(station, question)
    in_time = station.desk.playing_time(station.pressed) >= (question.low or 0)
    if station.pressed < station.desk.opened_at(question):
        station.refuse("too_early")
    elif len(rivals) < 2 or not in_time:
        station.say(question.seat, station.stamp())
    else:
        station.pages.append(PressPage(station, rivals))


class PressPage(ChoicePage):
    """Whose press it was. No row is marked at first: a key that is hit twice must not name somebody.

    The clock waits for the answer: `moment` is the playing time of the contact.
    """

    def __init__(self, station: Station, rivals: list[Ask[Any]]) -> None:
        names, stamp = [screens.who(station, one) for one in rivals], station.stamp()

        def chosen(station: Station, at: int) -> None:
            station.pages = []
            station.say(rivals[at].seat, stamp)

        super().__init__(station.text("who_pressed"), names, chosen, None, head=station.texts.join(names))
        self.rivals = rivals
        self.moment = station.desk.playing_time(station.pressed)
        self._heard = len(station.desk.match.record)

    def press(self, key: Key, station: Station) -> None:
        """Choose whose it was. When the wait is over and nobody is marked, the confirm key is a press of its own."""
        if key == "confirm" and self.at is None and self._waited_out(station):
            station.pages.pop()
            station.play.press(key, station)
        else:
            super().press(key, station)

    def awaited(self, station: Station) -> bool:
        """Whether the clock waits for the answer: not for long, and not when a later press has been told meanwhile."""
        told = station.desk.match.record[self._heard :]
        return not self._waited_out(station) and not any(self._comes_before(entry) for entry in told)

    def asks(self, station: Station) -> bool:
        """Whether any of the questions that the press may answer is still open."""
        waiting = [(one.seat, one.key) for one in station.waiting()]
        return any((one.seat, one.key) in waiting for one in self.rivals)

    def _waited_out(self, station: Station) -> bool:
        return station.desk.playing_time(station.now) - self.moment >= WHOSE_US

    def _comes_before(self, entry: Entry) -> bool:
        """Whether an entry is somebody's press, not earlier than this one."""
        if not isinstance(entry, Answer) or not isinstance(entry.seat, int):
            return False
        try:
            return stamp_of(entry.value, ()).at >= self.moment
        except IllegalAnswer:
            return False

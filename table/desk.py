"""The desk: one match at one table. Takes what people say and lets everybody who is not a person answer.

The desk knows no device, no screen and no disk. Stations bring it answers; the host lets the journal follow its match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.ask import CHANCE, CLOCK, TABLE, Ask, IllegalAnswer, Seat, Tell, Value
from engine.layout import Difference, difference, reordered
from engine.record import Answer, Correct, Entry, Reseat, SeatInfo, Teach
from engine.rulebook import BrokenInvariant
from engine.settle import settle
from table.consent import Consent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.layout import Layout
    from engine.match import Match
    from engine.pilots import Lots, Pilot


class Mark(NamedTuple):
    """How much there was before something was said: entries and tells."""

    entries: int
    tells: int


class Desk:
    """Drives one match for the people at one table.

    `news` are the tells since a person last spoke (at a match that goes on: since the turn in which one last did),
    `opened` the time (microseconds) the open questions were put, `changes` counts how often anything was said or
    taken back. `coming` are the seats that change hands before the next turn, with who sits there then. `request` is
    what others are asked to agree to.
    """

    def __init__(self, match: Match[Any], lots: Lots, *, now: int = 0, coming: Sequence[Reseat] = ()) -> None:
        self.match = match
        self.opened = now
        self._timed_since: dict[tuple[Seat, str], int] = {}
        self.changes = 0
        self.coming: dict[int, SeatInfo] = {change.seat: change.info for change in coming}
        self.request: Consent | None = None
        self._changed_hands: list[Tell] = []
        self._lots = lots
        self._pilots: dict[int, Pilot] = {}
        self._time_base = now - played(match)
        self._paused_at: int | None = None
        known = _told_before(match)
        self._settle(now)
        self.news: list[Tell] = match.tells[known:]
        self._before = self.layout()

    # --- who is who ---------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's name, as its folder is called."""
        return self.match.header.game

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names by seat."""
        return tuple(info.name for info in self.match.seats)

    def people(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of these seats that people sit at."""
        return tuple(seat for seat in seats if seat not in self._pilots)

    def present(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of these seats whose people are here and stay."""
        return tuple(seat for seat in self.people(seats) if seat not in self.coming)

    def absent(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of these seats whose people have left."""
        began = self.match.header.seats
        gone = (seat for seat in seats if seat not in self.people(seats) and seat not in self.coming)
        return tuple(seat for seat in gone if began[seat].pilot is None)

    def coming_to(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of these seats that are about to change hands."""
        return tuple(seat for seat in seats if seat in self.coming)

    def piece_of(self, seat: int) -> str | None:
        """Return the piece a seat plays, once it has one."""
        standing = next(
            (row for row in self.match.rulebook.standings(self.match.state) if row.seat == seat), None
        )
        return standing.who or None if standing else None

    def layout(self) -> Layout:
        """Where every physical piece belongs now."""
        return self.match.rulebook.layout(self.match.state)

    @property
    def hands(self) -> Difference:
        """What hands must do on the table for what has come about since a person last spoke or took something back."""
        return difference(self._before, self.layout())

    def reordered(self) -> dict[str, int]:
        """Return by how many steps places of the course have gone on (below zero: back) in that time."""
        return reordered(self._before, self.layout())

    def waiting(self, seats: tuple[int, ...]) -> list[Ask[Any]]:
        """Return the open questions that somebody at a station with these seats may answer, own ones first."""
        people = self.people(seats)
        mine = [q for q in self.match.open if q.seat in people]
        return mine + [q for q in self.match.open if q.seat in (TABLE, CHANCE)]

    # --- time ---------------------------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether playing time stands still."""
        return self._paused_at is not None

    def playing_time(self, now: int) -> int:
        """Microseconds played so far; pauses do not count."""
        return (self._paused_at if self._paused_at is not None else now) - self._time_base

    def pause(self, now: int) -> None:
        """Stop playing time."""
        if self._paused_at is None:
            self._paused_at = now

    def go_on(self, now: int) -> None:
        """Let playing time run again."""
        if self._paused_at is not None:
            self._time_base += now - self._paused_at
            self._paused_at = None

    def _stand_at(self, moment: int, now: int) -> None:
        """Let playing time be *moment*; a pause goes on."""
        self._time_base = (self._paused_at if self._paused_at is not None else now) - moment

    def tick(self, now: int, unsaid: Iterable[int] = ()) -> bool:
        """Let the clock answer what is due; True when it did.

        *unsaid* are the playing times of presses that nobody has brought here yet. The clock says nothing later than
        the first of them, so that a press counts by its moment and not by how long it takes to say whose it was.
        """
        due = next((q for q in self.match.open if q.seat == CLOCK), None)
        if due is None or self.paused:
            return False
        moment = min((self.playing_time(now), *unsaid))
        if moment < max(due.at or 0, self.playing_time(self.opened)):
            return False
        mark = self._mark()
        self.match.answer(CLOCK, moment, auto=True)
        self._settle(now)
        self.news += self._told_since(mark)
        return True

    # --- what people say ----------------------------------------------------------------------------------------

    def answer(self, seat: Seat, value: Value, now: int) -> None:
        """Take a person's answer.

        Raises:
            IllegalAnswer: it is refused; nothing has changed.

        """
        self._say(Answer(seat, value), now)

    def amend(self, entry: Correct | Teach | Reseat, now: int) -> None:
        """Take a correction by hand, a lesson, or a change of who sits where.

        Raises:
            IllegalAnswer: it names nothing there is.
            BrokenInvariant: the rules never come to such a state.

        """
        self._say(entry, now)

    def reseat(self, seat: int, info: SeatInfo, now: int) -> None:
        """Let a seat change hands: at once between two turns, else as soon as the next turn begins.

        Raises:
            IllegalAnswer: the rulebook lets it never be so.

        """
        change = Reseat(seat, info)
        rulebook, match = self.match.rulebook, self.match
        try:
            rulebook.reseat(rulebook.decode(rulebook.encode(match.state)), change)
        except IllegalAnswer as refusal:
            if refusal.reason != "not_between_turns":
                raise
        self.drop_request()
        self.coming[seat] = info
        mark, old = self._mark(), self.layout()
        self._settle(now)
        self.news += self._told_since(mark)
        self._before = old

    def stay(self, seat: int) -> None:
        """Forget that a seat was to change hands."""
        if self.coming.pop(seat, None) is not None:
            self.changes += 1

    def changes_of_seats(self) -> list[Reseat]:
        """Return what is to be said as soon as the next turn begins."""
        return [Reseat(seat, info) for seat, info in self.coming.items()]

    def withdraw(self, seat: Seat, now: int) -> None:
        """Take back an answer to a joint question."""
        self.match.withdraw(seat)
        self.drop_request()
        self._settle(now)

    def _say(self, entry: Entry, now: int) -> None:
        mark, old = self._mark(), self.layout()
        self.match.apply(entry)
        self.drop_request()
        if isinstance(entry, Answer):
            self._timed_since = {
                asked: since for asked, since in self._timed_since.items() if asked[0] != entry.seat
            }
        self._settle(now)
        self.news = self._told_since(mark)
        self._before = old

    def _told_since(self, mark: Mark) -> list[Tell]:
        """Return what was told since, and whose seats have changed hands."""
        changed, self._changed_hands = self._changed_hands, []
        return [*changed, *self.match.tells[mark.tells :]]

    def _mark(self) -> Mark:
        match = self.match
        return Mark(len(match.record), len(match.tells))

    def _settle(self, now: int, *, on: bool = True) -> None:
        """Let pilots and virtual chance answer, and (as the match goes *on*) seats change hands between turns."""
        self._pilots = self._seat_pilots(self.match.seats)
        if on:
            settle(self.match, self._pilots, self._lots, virtual=False, between=self._change_hands)
        else:
            settle(self.match, self._pilots, self._lots, virtual=False)
        self.opened = now
        known = self._timed_since
        timed: list[tuple[Seat, str]] = [
            (question.seat, question.key) for question in self.match.open if question.timed
        ]
        self._timed_since = {asked: known.get(asked, now) for asked in timed}
        self.changes += 1

    def opened_at(self, question: Ask[Any]) -> int:
        """Return the moment from which a press counts: a timed question stays open while others answer or time passes.

        So of two contacts a few milliseconds apart the second is not too early because the first was heard before it.
        """
        return self._timed_since.get((question.seat, question.key), self.opened)

    def _change_hands(self) -> None:
        """Let those seats change hands that may now; what the rulebook does not take yet waits for a later turn."""
        if not self.coming or not self.match.at_boundary:
            return
        for seat, info in list(self.coming.items()):
            try:
                self.match.apply(Reseat(seat, info))
            except (IllegalAnswer, BrokenInvariant):
                continue
            del self.coming[seat]
            self._pilots.pop(seat, None)
            if info.pilot is not None:
                self._pilots[seat] = self.match.rulebook.pilot(info.pilot)
            key = "seat_back" if info.pilot is None else "seat_left"
            self._changed_hands.append(Tell(key, {"name": info.name}, ()))

    def _seat_pilots(self, seats: list[SeatInfo]) -> dict[int, Pilot]:
        return {
            seat: self._pilots.get(seat) or self.match.rulebook.pilot(info.pilot)
            for seat, info in enumerate(seats)
            if info.pilot is not None
        }

    # --- taking back --------------------------------------------------------------------------------------------

    def can_undo(self) -> bool:
        """Whether a person has said anything that can be taken back."""
        return self.match.undo_point() is not None

    def consent(self, by: int | None = None) -> tuple[int, ...]:
        """Which people are to be heard before *by* (or whose answer it is) takes back the last answer."""
        keep = self.match.undo_point()
        return () if keep is None else self.present(self.match.consent_for(keep, by))

    def request_undo(self, seats: tuple[int, ...], decided: Callable[[bool], None]) -> Consent | None:
        """Somebody at a station with these seats wants to take back; return what waits for others' consent.

        *decided* is called with whether it is agreed to: at once where nobody else must agree, and with False as soon
        as anything else is said.
        """
        everyone = self.match.rulebook.undo_over_reveal == "all_agree"
        return self._request(Consent(self.consent(self._alone(seats)), everyone=everyone, decided=decided))

    def request_correction(
        self, seats: tuple[int, ...], decided: Callable[[bool], None], args: Mapping[str, Value]
    ) -> Consent | None:
        """Somebody at a station with these seats wants to set something right, which *args* name in words.

        Where the rulebook wants everybody's consent, all are heard but who is alone at the station.
        """
        everybody = tuple(range(len(self.names))) if self.match.rulebook.all_agree_to_correct else ()
        awaited = tuple(seat for seat in self.present(everybody) if seat != self._alone(seats))
        return self._request(Consent(awaited, everyone=True, decided=decided, about="correct", args=args))

    def _alone(self, seats: tuple[int, ...]) -> int | None:
        """Return the seat of the one person at a station with these seats; None where there are several, or none."""
        people = self.people(seats)
        return people[0] if len(people) == 1 else None

    def _request(self, consent: Consent) -> Consent | None:
        self.drop_request()
        if not consent.awaited:
            consent.decided(True)
            return None
        self.request = consent
        return consent

    def hear(self, seat: int, *, agreed: bool) -> None:
        """Take what a seat says to the request."""
        if self.request is not None and self.request.hears(seat, agreed=agreed):
            self._decide(agreed=agreed)

    def drop_request(self) -> None:
        """Let the request be refused, if there is one."""
        self._decide(agreed=False)

    def _decide(self, *, agreed: bool) -> None:
        request, self.request = self.request, None
        if request is not None:
            request.decided(agreed)

    def undo(self, now: int) -> None:
        """Take back the last thing a person said; `hands` then says what to move back on the table.

        Playing time goes back as well, to the last moment that still stands: whoever gets a question with a time
        limit again has the whole of it again.

        Raises:
            ValueError: nobody has said anything.

        """
        keep = self.match.undo_point()
        if keep is None:
            raise ValueError("there is nothing to take back")
        self.drop_request()
        old = self.layout()
        self.match.undo(keep)
        self._stand_at(min(self.playing_time(now), played(self.match)), now)
        self._after_travel(old, self._mark(), now)

    def can_redo(self) -> bool:
        """Whether something was taken back and nothing new said since."""
        return bool(self.match.undone)

    def redo(self, now: int) -> None:
        """Say again what was taken back last, with what followed by itself.

        Raises:
            ValueError: nothing was taken back.

        """
        undone = self.match.undone
        if not undone:
            raise ValueError("there is nothing to say again")
        self.drop_request()
        steps = 1
        while steps < len(undone) and isinstance(auto := undone[steps], Answer) and auto.auto:
            steps += 1
        old, mark = self.layout(), self._mark()
        self.match.redo(mark.entries + steps)
        self._stand_at(max(self.playing_time(now), played(self.match)), now)
        self._after_travel(old, mark, now)

    def _after_travel(self, old: Layout, mark: Mark, now: int) -> None:
        self._settle(now, on=False)
        self.news = self.match.tells[mark.tells :]
        self._before = old


def played(match: Match[Any]) -> int:
    """Playing time of a match so far, in microseconds: the last moment at which its clock answered."""
    moments = (
        entry.value for entry in reversed(match.record) if isinstance(entry, Answer) and entry.seat == CLOCK
    )
    return next(moments, 0)


def _told_before(match: Match[Any]) -> int:
    """How many tells are no news any more: those before the turn in which a person last spoke."""
    spoken = match.undo_point()
    if spoken is None:
        return 0
    return next((turn.tells for turn in reversed(match.boundaries) if turn.entries <= spoken), 0)

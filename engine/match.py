"""A match: one rulebook, one list of answers, and whatever question is open.

The record of answers is everything: save file, undo history, recording and protocol transcript. State, tells and the
open question follow from it. `Match` checks an answer before the script sees it; a refused answer changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from engine.ask import AGAIN, CHANCE, Ask, First, IllegalAnswer, Seat, Tell, Together, Value
from engine.record import Answer, Correct, Entry, Header, Reseat, SeatInfo, Teach, Withdraw

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Script
    from engine.rulebook import Result, Rulebook

S = TypeVar("S")
E = TypeVar("E", Reseat, Correct, Teach)


class Boundary(msgspec.Struct, frozen=True, gc=False):
    """Where a turn began: entries and tells before it, and the state as bytes."""

    entries: int
    tells: int
    state: bytes


class Match(Generic[S]):
    """Drives one rulebook from question to question.

    `state` is the live state (read it, never change it), `record` the entries so far, `tells` everything told.
    """

    def __init__(self, rulebook: Rulebook[S], header: Header) -> None:
        self.rulebook = rulebook
        self.header = header
        self.record: list[Entry] = []
        self.tells: list[Tell] = []
        self.undone: list[Entry] = []
        self.boundaries: list[Boundary] = []
        self.seats: list[SeatInfo] = list(header.seats)
        self.state = rulebook.new()
        self._revealing: list[bool] = []
        self._draws = 0
        self._script: Script[None] | None = None
        self._step: Ask[Any] | Together | First | None = None
        self._given: dict[Seat, tuple[Value, Any]] = {}
        self._next_turn()

    # --- what can be seen ---------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._step is None

    @property
    def result(self) -> Result | None:
        """The result, once the match is over."""
        return self.rulebook.result(self.state) if self.over else None

    @property
    def open(self) -> tuple[Ask[Any], ...]:
        """The questions that wait for an answer."""
        if self._step is None:
            return ()
        if isinstance(self._step, Ask):
            return (self._step,)
        return tuple(question for seat, question in self._step.asks.items() if seat not in self._given)

    @property
    def group(self) -> str:
        """How the open questions belong together: "one", "all" (together) or "first"."""
        if isinstance(self._step, Together):
            return "all"
        return "first" if isinstance(self._step, First) else "one"

    @property
    def given(self) -> frozenset[Seat]:
        """The seats that have answered (or passed) the open joint question and may still change their mind."""
        return frozenset(self._given)

    @property
    def draws(self) -> int:
        """How often chance has answered so far."""
        return self._draws

    def question(self, seat: Seat) -> Ask[Any]:
        """Return the question *seat* may answer now.

        Raises:
            IllegalAnswer: nobody asked this seat; the arguments name who is awaited.

        """
        step = self._step
        if isinstance(step, Ask):
            if step.seat == seat:
                return step
        elif step is not None and seat in step.asks:
            return step.asks[seat]
        awaited = [question.seat for question in self.open]
        raise self._refusal("not_asked", awaited=awaited)

    # --- what can be said ---------------------------------------------------------------------------------------

    def answer(self, seat: Seat, value: Value, *, auto: bool = False) -> None:
        """Take an answer. `auto` marks one that no person gave.

        Raises:
            IllegalAnswer: it is not asked for or not allowed; nothing has changed.

        """
        self.apply(Answer(seat, value, auto))

    def withdraw(self, seat: Seat) -> None:
        """Take back an answer to a joint question that still waits for others."""
        self.apply(Withdraw(seat))

    def apply(self, entry: Entry) -> None:
        """Take any entry, as if it were said now; what had been undone can no longer be redone."""
        self._apply(entry)
        self.undone.clear()

    def _apply(self, entry: Entry) -> None:
        match entry:
            case Answer():
                self._answer(entry)
            case Withdraw():
                self._withdraw(entry)
            case Reseat():
                self._reseat(entry)
            case Correct():
                self._change(entry, self.rulebook.correct)
            case Teach():
                self._change(entry, self.rulebook.teach)

    def _note(self, entry: Entry, *, reveals: bool = False) -> None:
        self.record.append(entry)
        self._revealing.append(reveals)
        if type(entry) is Answer and entry.seat == CHANCE:
            self._draws += 1

    def _answer(self, entry: Answer) -> None:
        question = self.question(entry.seat)
        result = question.read(entry.value)
        self._note(entry, reveals=question.reveals)
        step = self._step
        if step is question:
            self._advance(result)
        elif isinstance(step, Together):
            self._given[entry.seat] = (entry.value, result)
            if len(self._given) == len(step.asks):
                self._advance({seat: self._given[seat][1] for seat in step.asks})
        elif isinstance(step, First):
            if not step.may_pass or result is not None:
                self._advance((entry.seat, result))
                return
            self._given[entry.seat] = (None, None)
            if len(self._given) == len(step.asks):
                self._advance(None)

    def _withdraw(self, entry: Withdraw) -> None:
        if entry.seat not in self._given:
            raise self._refusal("nothing_to_withdraw", seat=entry.seat)
        self._note(entry)
        del self._given[entry.seat]

    def _reseat(self, entry: Reseat) -> None:
        if not self.at_boundary:
            raise self._refusal("not_between_turns")
        if not 0 <= entry.seat < len(self.seats):
            raise self._refusal("no_such_seat", seat=entry.seat)
        self._change(entry, self.rulebook.reseat, anew=True)
        self.seats[entry.seat] = entry.info

    @property
    def at_boundary(self) -> bool:
        """Whether nobody has answered anything in the running turn yet."""
        said = self.record[self.boundaries[-1].entries :]
        return not any(isinstance(entry, Answer | Withdraw) for entry in said)

    def _change(self, entry: E, change: Callable[[S, E], None], *, anew: bool = False) -> None:
        """Try *change* on a copy, check the invariants, then make it and put the open question anew."""
        if self.over:
            raise self._refusal("match_over")
        trial = self.rulebook.decode(self.rulebook.encode(self.state))
        change(trial, entry)
        self.rulebook.check(trial)
        try:
            self.rulebook.decode(self.rulebook.encode(trial))
        except (msgspec.ValidationError, TypeError, OverflowError) as error:
            raise self._refusal("wrong_kind_of_value") from error
        self._must_leave_what_is_awaited(trial)
        change(self.state, entry)
        self._note(entry)
        if anew:
            self._next_turn()
        elif self._script is not None:
            given, turns = self._given_to(), len(self.boundaries)
            self._advance(AGAIN)
            if len(self.boundaries) == turns:
                self._give_again(given)

    def _must_leave_what_is_awaited(self, trial: S) -> None:
        """Refuse a change that empties a pile off which a card is just being turned up."""
        for pile in {question.pile for question in self.open if question.pile is not None}:
            before, after = (
                sum(self.rulebook.layout(state).counts.get(pile, {}).values())
                for state in (self.state, trial)
            )
            if after <= 0 < before:
                raise self._refusal("card_is_awaited", place=pile)

    def _refusal(self, reason: str, **args: Value) -> IllegalAnswer:
        return IllegalAnswer(reason, *self.rulebook.conduct.get(reason, ()), **args)

    def _given_to(self) -> dict[Seat, tuple[str, Value]]:
        """Return what was answered to the open joint question so far, with the key of the question by seat."""
        return {seat: (self.question(seat).key, value) for seat, (value, _) in self._given.items()}

    def _give_again(self, given: dict[Seat, tuple[str, Value]]) -> None:
        """Keep what had been answered to the same question as far as it is still legal; it may be all that is asked."""
        for seat, (key, value) in given.items():
            try:
                question = self.question(seat)
                if question.key == key:
                    self._given[seat] = (value, question.read(value))
            except IllegalAnswer:
                continue
        step = self._step
        if isinstance(step, Together) and len(self._given) == len(step.asks):
            self._advance({seat: self._given[seat][1] for seat in step.asks})

    # --- taking back --------------------------------------------------------------------------------------------

    def undo_point(self) -> int | None:
        """How many entries stay if the last thing a person said is taken back; None when there is no such thing.

        A match that went on from a stored turn beginning cannot go back behind it, and one whose rulebook forbids it
        not behind an answer that showed something hidden.
        """
        for index in range(len(self.record) - 1, self.boundaries[0].entries - 1, -1):
            if self._revealing[index] and self.rulebook.undo_over_reveal == "never":
                return None
            entry = self.record[index]
            if not (isinstance(entry, Answer) and entry.auto):
                return index
        return None

    def consent_for(self, keep: int, by: int | None = None) -> tuple[int, ...]:
        """Which seats are to be heard before all but *keep* entries are taken back.

        Empty unless something hidden was shown since; then every person's seat but that of who takes back: *by*, or
        without it the seat whose answer it is. Whether one or all of them must agree says the rulebook's
        `undo_over_reveal`.
        """
        if not any(self._revealing[keep:]):
            return ()
        taken = self.record[keep]
        own = taken.seat if by is None and isinstance(taken, Answer) else by
        return tuple(seat for seat, info in enumerate(self.seats) if info.pilot is None and seat != own)

    def undo(self, keep: int) -> None:
        """Keep the first *keep* entries and take the others back; they can be redone until something new is said.

        Raises:
            ValueError: there are fewer entries than that, or the match went on from a later turn beginning.

        """
        if not self.boundaries[0].entries <= keep <= len(self.record):
            raise ValueError(f"cannot keep {keep} of {len(self.record)} entries")
        taken = self.record[keep:] + self.undone
        self._all_or_nothing(lambda: self._rewind(keep))
        self.undone = taken

    def redo(self, upto: int) -> None:
        """Say again what was undone, until *upto* entries stand.

        Raises:
            ValueError: not that many entries were undone.

        """
        steps = upto - len(self.record)
        if not 0 <= steps <= len(self.undone):
            raise ValueError(
                f"cannot redo up to {upto}: {len(self.record)} stand, {len(self.undone)} were undone"
            )
        self._all_or_nothing(lambda: self._say_undone(steps))

    def _all_or_nothing(self, travel: Callable[[], None]) -> None:
        """Travel through the record, or, where an entry is not taken any more, stand as before.

        Raises:
            ValueError: an entry that was taken once is refused now.

        """
        record, revealing, tells = list(self.record), list(self._revealing), list(self.tells)
        boundaries, undone = list(self.boundaries), list(self.undone)
        try:
            travel()
        except IllegalAnswer as refusal:
            self.record, self._revealing, self.tells = record, revealing, tells
            self.boundaries, self.undone = boundaries, undone
            self._rewind(len(record))
            raise ValueError(f"the record cannot be played like this: {refusal}") from refusal

    def _say_undone(self, steps: int) -> None:
        for _ in range(steps):
            self._apply(self.undone.pop(0))

    def _rewind(self, keep: int) -> None:
        """Go back to the last turn that began at or before *keep* entries and replay from there."""
        while self.boundaries[-1].entries > keep:
            self.boundaries.pop()
        start = self.boundaries.pop()
        replay = self.record[start.entries : keep]
        del self.record[start.entries :], self._revealing[start.entries :], self.tells[start.tells :]
        self.seats = list(self.header.seats)
        self._draws = sum(map(_is_draw, self.record))
        for entry in self.record:
            if isinstance(entry, Reseat):
                self.seats[entry.seat] = entry.info
        self.state = self.rulebook.decode(start.state)
        self._next_turn()
        for entry in replay:
            self._apply(entry)

    def resume(self, boundary: Boundary, record: list[Entry]) -> None:
        """Stand at a stored turn beginning (after a rules update): *record* holds the entries before it."""
        self.record = record[: boundary.entries]
        self._revealing = [False] * len(self.record)
        self.boundaries = [boundary]
        self._rewind(boundary.entries)

    def restart_turn(self) -> None:
        """Drop the running script and let a fresh one come to the open question from the state alone, for tests.

        Raises:
            ValueError: the open question is not one a fresh script resumes at.

        """
        if not all(question.resumes for question in self.open):
            raise ValueError(f"{[question.key for question in self.open]} is in the middle of something")
        given, told = self._given_to(), len(self.tells)
        boundaries = list(self.boundaries)
        self._next_turn()
        self.boundaries = boundaries
        self._give_again(given)
        del self.tells[told:]

    # --- the script ---------------------------------------------------------------------------------------------

    def _next_turn(self) -> None:
        self._script = self.rulebook.next_turn(self.state)
        self._mark_boundary()
        self._advance(None)

    def _mark_boundary(self) -> None:
        state = self.rulebook.encode(self.state)
        self.boundaries.append(Boundary(len(self.record), len(self.tells), state))

    def _advance(self, reply: Any) -> None:
        """Send *reply* into the script and run on to the next question, through as many turns as it takes."""
        self._given = {}
        script, told = self._script, self.tells.append
        while script is not None:
            try:
                step = script.send(reply)
                while isinstance(step, Tell):
                    told(step)
                    step = next(script)
            except StopIteration:
                script = self._script = self.rulebook.next_turn(self.state)
                self._mark_boundary()
                reply = None
            else:
                self._step = step
                return
        self._step = None


def _is_draw(entry: Entry) -> bool:
    return isinstance(entry, Answer) and entry.seat == CHANCE

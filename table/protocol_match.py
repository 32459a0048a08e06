"""A match that answers for itself wherever it can: what stands behind the engine protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, IllegalAnswer
from engine.record import Answer, Correct, Reseat, Teach
from engine.rulebook import BrokenInvariant, SetupError
from engine.settle import settle
from table.lots import fresh_seed, lots
from table.protocol_words import Malformed
from table.recording import MISREAD

if TYPE_CHECKING:
    from engine.ask import Ask
    from engine.match import Match
    from engine.pilots import Lots, Pilot
    from engine.record import Entry


class SelfPlaying:
    """A match whose pilots answer by themselves, and chance too where it is virtual.

    `told` counts the tells that have gone out.
    """

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.told = 0
        chance = match.header.chance
        seed = None if chance is None else chance.get("seed")
        self._virtual = chance is not None
        self._lots: Lots = lots(fresh_seed() if seed is None else seed)
        self._pilots: dict[tuple[int, str], Pilot] = {}

    def pilots(self) -> dict[int, Pilot]:
        """Who plays the seats that no person plays now."""
        found: dict[int, Pilot] = {}
        for seat, info in enumerate(self.match.seats):
            if info.pilot is not None:
                if (seat, info.pilot) not in self._pilots:
                    self._pilots[seat, info.pilot] = self.match.rulebook.pilot(info.pilot)
                found[seat] = self._pilots[seat, info.pilot]
        return found

    def settle(self) -> None:
        """Let pilots and virtual chance answer; what they had said before it was undone, they say again.

        Raises:
            Malformed: the game does not take what its own pilot says.

        """
        match, pilots = self.match, self.pilots()
        while match.undone and self._is_ours(match.undone[0], pilots):
            match.redo(len(match.record) + 1)
        try:
            if self._virtual:
                settle(match, pilots, self._lots)
            else:
                self._let_pilots_answer(pilots)
        except IllegalAnswer as error:
            raise Malformed(
                f"a fault in this game: it does not take its own pilot's answer: {error}"
            ) from error

    def _let_pilots_answer(self, pilots: dict[int, Pilot]) -> None:
        match = self.match
        while (asked := self._for_a_pilot(pilots)) is not None:
            seat, question = asked
            draw = self._lots(f"pilot {seat} {len(match.record)}")
            value = pilots[seat].answer(match.rulebook.view(match.state, seat), question, draw)
            match.answer(seat, value, auto=True)

    def _for_a_pilot(self, pilots: dict[int, Pilot]) -> tuple[int, Ask[Any]] | None:
        """Return the next question to a pilot; where the first counts, pilots let everybody else speak first."""
        waiting = self.match.open
        mine = [
            (asked.seat, asked) for asked in waiting if isinstance(asked.seat, int) and asked.seat in pilots
        ]
        if not mine or (self.match.group == "first" and len(mine) < len(waiting)):
            return None
        return mine[0]

    def _is_ours(self, entry: Entry, pilots: dict[int, Pilot]) -> bool:
        if not (isinstance(entry, Answer) and entry.auto):
            return False
        return entry.seat in pilots or (self._virtual and entry.seat == CHANCE)

    def apply(self, entry: Entry) -> None:
        """Take an entry from outside; one that is refused has changed nothing.

        Raises:
            IllegalAnswer: it is against the rules.
            BrokenInvariant: the rules never come to such a state.
            SetupError: the game has no such pilot.
            Malformed: the rulebook cannot make sense of it.

        """
        if isinstance(entry, (Correct, Teach, Reseat)):
            self._try(entry)
        if isinstance(entry, Reseat):
            self._between_turns(entry)
        else:
            self.match.apply(entry)
        self.settle()

    def _try(self, entry: Correct | Teach | Reseat) -> None:
        """Make a change on a copy first, so that nothing gets into the state that could not be read back."""
        rulebook = self.match.rulebook
        trial = rulebook.decode(rulebook.encode(self.match.state))
        try:
            match entry:
                case Correct():
                    rulebook.correct(trial, entry)
                case Teach():
                    rulebook.teach(trial, entry)
                case Reseat() if 0 <= entry.seat < len(self.match.seats):
                    rulebook.reseat(trial, entry)
                    if entry.info.pilot is not None:
                        rulebook.pilot(entry.info.pilot)  # a game may not have this one
            rulebook.check(rulebook.decode(rulebook.encode(trial)))
        except (IllegalAnswer, BrokenInvariant, SetupError):
            raise
        except MISREAD as error:
            raise Malformed(f"the game makes no sense of this change: {error!r}") from error

    def _between_turns(self, entry: Reseat) -> None:
        """Change who sits where; what only pilots and chance have said in this turn is said anew."""
        match = self.match
        start, stood, told = match.boundaries[-1].entries, len(match.record), self.told
        if start < stood and all(isinstance(said, Answer) and said.auto for said in match.record[start:]):
            match.undo(start)
            self.told = len(match.tells)
        try:
            match.apply(entry)
        except IllegalAnswer:
            match.redo(stood)
            self.told = told
            raise

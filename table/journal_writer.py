"""Lets an event loop write a journal: one worker at a time waits for the medium, in order, and never blocks the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import msgspec

from table.journal import NotSaved
from table.notice import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.match import Match
    from engine.record import Reseat
    from table.journal import Journal
    from table.match_file import Line


class Commit(msgspec.Struct, frozen=True):
    """`accepted`: everything written before is on the medium. `news` is set once when saving fails or works again."""

    accepted: bool
    news: Notice | None = None


class JournalWriter:
    """Owns one journal. A tap gets light and tick at once; the table hears "accepted" when `commit` says so.

    `trouble` says why nothing is being saved, as long as that is so.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.trouble: Notice | None = None
        self._turn = anyio.Lock()

    def write(self, *lines: Line) -> None:
        """Add lines. Nothing slow happens."""
        self.journal.append(*lines)

    def follow(self, match: Match[Any], coming: Sequence[Reseat] = ()) -> int:
        """Add whatever has changed in *match* and in what is *coming*. Nothing slow happens."""
        return self.journal.follow(match, coming)

    async def commit(self) -> Commit:
        """Wait until everything written so far is on the medium, or the disk has refused it.

        Of several that wait, one does the work for all: the others find their lines safe already.
        """
        mine = self.journal.written
        async with self._turn:
            if self.journal.accepted >= mine:
                return Commit(accepted=True)
            try:
                await anyio.to_thread.run_sync(self.journal.sync)
            except NotSaved as error:
                return Commit(accepted=False, news=self._failed(error.notice))
            return Commit(accepted=True, news=self._works())

    async def close(self) -> Commit:
        """Commit what is left and give the file free."""
        last = await self.commit()
        self.journal.close()
        return last

    def _failed(self, why: Notice) -> Notice | None:
        """Say why nothing is saved, once for every reason."""
        known, self.trouble = self.trouble, why
        return why if known is None or known.key != why.key else None

    def _works(self) -> Notice | None:
        """Say that saving works again, if it did not."""
        if self.trouble is None:
            return None
        self.trouble = None
        name = self.journal.path.name
        return Notice("saving_again", f"{name}: saving works again; nothing is missing.", {"file": name})

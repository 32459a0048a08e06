"""The host loop: one event loop that steps the box, saves what was said, shows the panels and feeds the watchdog.

Nothing slow runs in it: the journal waits for the medium in a worker thread, and so do the panels of a real table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread

from table.journal_writer import JournalWriter
from table.notice import Notice
from table.pages import inform, welcome_back
from table.seating import seat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from anyio.abc import TaskGroup

    from engine.rulebook import Rulebook
    from table.box import Box
    from table.evening import Evening
    from table.journal import Journal
    from table.notify import Notifier

STEP_S: Final = 0.02
"""Seconds between two looks at the wires."""

AGAIN_US: Final = 5_000_000
"""Microseconds after which the disk is asked once more to take what it has refused."""

PATIENCE_US: Final = 30_000_000
"""Microseconds after which a worker that serves the panels or the disk is given up, and the watchdog not fed."""


class Host:
    """Runs one box for an evening.

    `before` is called at the start of every turn of the loop and `after` at its end: a simulated table moves its
    clock and its hands there. `panels_block`: the panels' wires are real and slow, so they are served by a worker.
    `sleep` waits between two turns. `about` says what a table should know of a match that it sits down to.
    """

    def __init__(  # noqa: PLR0913 - what a loop drives, and where a simulated table joins in
        self,
        box: Box,
        evening: Evening,
        notifier: Notifier,
        *,
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
        panels_block: bool = True,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
        about: Callable[[Rulebook[Any]], Sequence[Notice]] = lambda _: (),
    ) -> None:
        self.box = box
        self.evening = evening
        self.notifier = notifier
        self.before = before
        self.after = after
        self.panels_block = panels_block
        self.sleep = sleep
        self.about = about
        self.stopping = False
        self._writer: JournalWriter | None = None
        self._showing = False
        self._showing_since = self._saving_since = 0

    async def run(self) -> None:
        """Run until `stop` is called; then bring everything to the disk."""
        missing = self.box.rig.troubles
        self.evening.notices += [Notice(fault.key, str(fault), fault.said) for fault in missing]
        self._sit()
        self.notifier.ready()
        async with anyio.create_task_group() as group:
            while not self.stopping:
                self.turn(group)
                await self.sleep(STEP_S)
        self.notifier.stopping()
        self.evening.close()
        self.box.farewell()
        self.box.rig.close()

    def stop(self) -> None:
        """End the loop after this turn."""
        self.stopping = True

    def turn(self, group: TaskGroup) -> None:
        """Look at everything once."""
        self.before()
        changed = self.box.step()
        now = self.box.rig.clock.now()
        if self.evening.advance(now, leave=any(post.station.left for post in self.box.posts)):
            self._sit()
            changed = True
        writer = self._follow() if changed else self._overdue(now)
        if writer is not None:
            self.box.saving = True
            self._saving_since = now
            group.start_soon(self._commit, writer)
        self._show(group, now)
        if not self._hangs(now):
            self.notifier.feed(now)
        self.after()

    def _sit(self) -> None:
        """Let every station turn to the evening's desk."""
        seat(self.box.posts, self.evening.desk)
        self.evening.notices += self.about(self.evening.desk.match.rulebook)
        for post in self.box.posts:
            if self.evening.resumed:
                welcome_back(post.station)
            if self.evening.notices:
                inform(post.station, self.evening.notices)
        self.evening.resumed = False
        self.evening.notices.clear()
        self._writer = None

    def _follow(self) -> JournalWriter | None:
        """Hand what was said to the journal's writer; None when there is nothing to save."""
        journal: Journal | None = self.evening.journal
        if journal is None:
            return None
        writer = self._writer_of(journal)
        desk = self.evening.desk
        return writer if writer.follow(desk.match, desk.changes_of_seats()) else None

    def _overdue(self, now: int) -> JournalWriter | None:
        """Return the journal's writer when something is still not on the medium and it is time to try again."""
        journal = self.evening.journal
        if self.box.saving or journal is None or now - self._saving_since < AGAIN_US:
            return None
        if journal.accepted >= journal.written:
            return None
        return self._writer_of(journal)

    def _writer_of(self, journal: Journal) -> JournalWriter:
        if self._writer is None or self._writer.journal is not journal:
            self._writer = JournalWriter(journal)
        return self._writer

    async def _commit(self, writer: JournalWriter) -> None:
        commit = await writer.commit()
        self.box.saved(accepted=commit.accepted, trouble=writer.trouble)

    def _hangs(self, now: int) -> bool:
        """Whether a worker has not come back for so long that only a restart can help."""
        showing = self._showing and now - self._showing_since > PATIENCE_US
        return showing or (self.box.saving and now - self._saving_since > PATIENCE_US)

    def _show(self, group: TaskGroup, now: int) -> None:
        if not self.panels_block:
            self.box.show()
        elif not self._showing:
            self._showing, self._showing_since = True, now
            group.start_soon(self._show_elsewhere)

    async def _show_elsewhere(self) -> None:
        pictures = self.box.pictures()
        try:
            await anyio.to_thread.run_sync(self.box.bring, pictures)
        finally:
            self._showing = False

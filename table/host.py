"""The host loop: one event loop that steps the box, saves what was said, shows the panels and feeds the watchdog.

Nothing slow runs in it: the journal waits for the medium in a worker thread, and so do the panels of a real table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import anyio
import anyio.to_thread

from table.journal_writer import JournalWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio.abc import TaskGroup

    from table.box import Box
    from table.evening import Evening
    from table.journal import Journal
    from table.notify import Notifier

STEP_S: Final = 0.02
"""Seconds between two looks at the wires."""


class Host:
    """Runs one box for an evening.

    `before` is called at the start of every turn of the loop and `after` at its end: a simulated table moves its
    clock and its hands there. `panels_block`: the panels' wires are real and slow, so they are served by a worker.
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
    ) -> None:
        self.box = box
        self.evening = evening
        self.notifier = notifier
        self.before = before
        self.after = after
        self.panels_block = panels_block
        self.stopping = False
        self._writer: JournalWriter | None = None
        self._showing = False

    async def run(self) -> None:
        """Run until `stop` is called; then bring everything to the disk."""
        self._sit()
        self.notifier.ready()
        async with anyio.create_task_group() as group:
            while not self.stopping:
                self.turn(group)
                await anyio.sleep(STEP_S)
        self.notifier.stopping()
        self.evening.close()
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
        if changed and self._follow():
            self.box.saving = True
            group.start_soon(self._commit)
        self._show(group)
        self.notifier.feed(now)
        self.after()

    def _sit(self) -> None:
        """Let every station turn to the evening's desk."""
        desk = self.evening.desk
        for post in self.box.posts:
            post.station.sit(desk, tuple(range(len(desk.names))))
            for notice in self.evening.notices:
                post.station.alarm(notice.key, notice.args)
        self.evening.notices.clear()
        self._writer = None

    def _follow(self) -> bool:
        """Hand what was said to the journal; False when there is nothing to save."""
        journal: Journal | None = self.evening.journal
        if journal is None:
            return False
        if self._writer is None or self._writer.journal is not journal:
            self._writer = JournalWriter(journal)
        return self._writer.follow(self.evening.desk.match) > 0

    async def _commit(self) -> None:
        if self._writer is None:
            return
        commit = await self._writer.commit()
        trouble = self._writer.trouble
        self.box.saved(accepted=commit.accepted, trouble=trouble.key if trouble else "")

    def _show(self, group: TaskGroup) -> None:
        if not self.panels_block:
            self.box.show()
        elif not self._showing:
            self._showing = True
            group.start_soon(self._show_elsewhere)

    async def _show_elsewhere(self) -> None:
        pictures = self.box.pictures()
        try:
            await anyio.to_thread.run_sync(self.box.bring, pictures)
        finally:
            self._showing = False

"""Telling a press from a bounce or a spike: one pure state machine per contact. No pins and no clock here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """The contact really closed or opened; `at` is the first edge of the flapping that led to it."""

    closed: bool
    at: int


class Debounce:
    """Feed it the edges of a contact in order; it says once what the contact settled on.

    A level counts when nothing moved for a whole *window* (microseconds). Edges may be missing: what `settle` is
    told about the present level sets it right. Shorter pulses leave no trace.
    """

    def __init__(self, window: int = 25_000, *, closed: bool = False) -> None:
        self.closed = closed
        self.unsettled_since: int | None = None
        self._window = window
        self._level = closed
        self._moved = 0

    def feed(self, closed: bool, at: int) -> list[Change]:  # noqa: FBT001 - a level
        """Take an edge. An edge to the level it already had means that another one got lost between."""
        at = max(at, self._moved)
        changes = self._look(at)
        if self.unsettled_since is None and closed != self.closed:
            self.unsettled_since = at
        self._level = closed
        self._moved = at
        return changes

    def settle(self, now: int, closed: bool) -> list[Change]:  # noqa: FBT001 - a level
        """Take the level of this moment and say what has settled by now."""
        if closed != self._level:
            return self.feed(closed, now)
        return self._look(now)

    def _look(self, now: int) -> list[Change]:
        since = self.unsettled_since
        if since is None or now - self._moved < self._window:
            return []
        self.unsettled_since = None
        if self._level == self.closed:
            return []
        self.closed = self._level
        return [Change(self.closed, since)]

"""The real clock of a table: steady microseconds since the program started."""

from __future__ import annotations

from time import monotonic_ns


class SteadyClock:
    """A clock that neither jumps nor goes back (`devices.ports.Clock`)."""

    def __init__(self) -> None:
        self._start = monotonic_ns()

    def now(self) -> int:
        """Microseconds since the clock was made."""
        return (monotonic_ns() - self._start) // 1000

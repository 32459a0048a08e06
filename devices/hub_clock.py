"""From a hub's microseconds to ours, by bounds that every exchange draws."""

from __future__ import annotations

from firmware.wire import TICKS_MASK

DRIFT_PPM = 100
"""How much two crystals may run apart; so much the bounds widen with time."""

WAY_THERE_US = 1_500
"""How long a question usually takes to the hub at best. The way back is longer, for there an answer waits until we
poll; so the truth lies near the lower bound."""

_HALF = (TICKS_MASK + 1) // 2


class HubClock:
    """Maps the ticks of one hub's start to the host's clock.

    A hub stamps a message after we asked for it and before we had it. So each exchange bounds the difference of
    the two clocks from both sides; the tightest bounds of the past, widened by drift, hold until better ones come.
    """

    def __init__(self) -> None:
        self._bounds: tuple[int, int] | None = None
        self._at = 0
        self._ticks = 0

    @property
    def uncertainty(self) -> int | None:
        """How wrong a time can be, in microseconds; None before the first exchange."""
        return None if self._bounds is None else (self._bounds[1] - self._bounds[0] + 1) // 2

    @property
    def reach(self) -> int:
        """Within how many microseconds `host_time` is right, whichever bound the truth lies at; 0 where it cannot know."""
        return 0 if self._bounds is None else self._bounds[1] - self._bounds[0]

    def exchanged(self, asked: int, ticks: int, heard: int) -> None:
        """Note an exchange: when we asked, the hub's ticks in the answer, when we had it."""
        self._ticks = ticks = self._whole(ticks)
        low, high = asked - ticks, heard - ticks
        if self._bounds is not None:
            drift = 1 + (heard - self._at) * DRIFT_PPM // 1_000_000
            low, high = max(low, self._bounds[0] - drift), min(high, self._bounds[1] + drift)
            if low > high:  # the hub's clock is not what it was: believe the newest alone
                low, high = asked - ticks, heard - ticks
        self._bounds, self._at = (low, high), heard

    def host_time(self, ticks: int, heard: int) -> int:
        """The moment that a hub stamped with *ticks*, in a message that came in at *heard*; never later than that."""
        if self._bounds is None:
            return heard
        low, high = self._bounds
        return min(heard, self._whole(ticks) + min((low + high) // 2, low + WAY_THERE_US))

    def _whole(self, ticks: int) -> int:
        """Ticks without their modulus: those nearest to the last known ones."""
        return self._ticks + (ticks - self._ticks + _HALF) % (2 * _HALF) - _HALF

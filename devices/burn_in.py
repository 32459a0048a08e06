"""How a panel is spared while nothing happens: its picture moves by a dot now and then, later it is dimmed. Pure."""

from __future__ import annotations

from dataclasses import dataclass

SHIFT_US, DIM_US = 60_000_000, 300_000_000
"""A picture that stays moves this often; one that stayed this long is dimmed. Microseconds."""

PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where a picture lies in turn, in dots right and down: the outermost line at one edge is cut off for that time."""

DIM_SHARE = 8
"""A dimmed panel has this part of its brightness; what it shows can still be read."""


@dataclass(frozen=True, slots=True)
class Care:
    """How a picture is to be shown now."""

    place: tuple[int, int] = (0, 0)
    dim: bool = False


class Idleness:
    """Tells how to show a picture by how long it has stayed the same. A new picture, or `wake`, ends all of it.

    A press that wakes a panel counts like any other: nothing was hidden from whoever pressed.
    """

    def __init__(self, shift_us: int = SHIFT_US, dim_us: int = DIM_US) -> None:
        self._shift_us, self._dim_us = shift_us, dim_us
        self._picture = b""
        self._since: int | None = None

    def wake(self) -> None:
        """Somebody did something; show it as if it were new."""
        self._since = None

    def care(self, picture: bytes, now: int) -> Care:
        """How to show this picture at this moment."""
        since = self._since  # another thread may wake it meanwhile
        if since is None or picture != self._picture:
            self._picture, self._since = picture, now
            return Care()
        stayed = now - since
        turn = stayed // self._shift_us % len(PLACES) if self._shift_us else 0
        return Care(PLACES[turn], dim=bool(self._dim_us) and stayed >= self._dim_us)

"""When is a tag there, and when is it gone? One pure state machine for the looks of every kind of reader.

A reader looks some ten or twenty times a second. `Presence.feed` takes what each look came to, with its time,
and gives the events of `devices.ports`. It asks no clock and touches no wire.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from devices.ports import Crowded, Gone, ReaderEvent, Seen, Unwell, Well

WINDOW = 400_000
"""Microseconds without a sighting after which a tag that reads well is gone."""

LONGEST_WINDOW = 4_000_000
"""The same for a tag that hardly reads at all."""

MEAN_GAPS, NEW_SHARE = 14, 0.6
"""A tag that reads badly is gone when it was missed for so many of its mean gaps between two sightings; of one
that is new nobody knows, so it is taken to answer this share of the looks at best."""

STEADY_HITS, STEADY_SHARE = 4, 0.9
"""A tag reads well when it was seen at least so often, in at least this share of the looks."""

WEAK_LOOKS, WEAK_SHARE = 8, 0.5
"""A tag is called weak when after so many looks fewer than this share of them sighted it."""

MISSES = 8
"""A tag is never gone before so many looks have missed it."""

LOOKS_KEPT = 20
NONSENSE_LOOKS, NONSENSE_SPAN = 10, 1_000_000
"""So many unreadable answers without a break, over so many microseconds, are a fault and not bad luck."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No tag answered."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag answered with its whole UID, checked."""

    uid: bytes


@dataclass(frozen=True, slots=True)
class Crowd:
    """Several tags answered at once."""


@dataclass(frozen=True, slots=True)
class Garbled:
    """Something answered, but not readably."""

    why: str = "unreadable answers"


@dataclass(frozen=True, slots=True)
class Refused:
    """A tag is there that this reader must not report, for the reason given."""

    why: str


@dataclass(frozen=True, slots=True)
class Mute:
    """The reader itself does not answer."""

    why: str


Look = Nothing | Tag | Crowd | Garbled | Refused | Mute


@dataclass(slots=True)
class _Visit:
    """What is known about one tag since it was first sighted."""

    uid: bytes
    last: int
    streak: int = 0
    """Sightings since another tag was last sighted."""

    misses: int = 0
    """Looks since the last sighting."""

    share: float = 1.0
    """The part of its looks that sighted it, up to its last sighting."""

    steady: bool = False
    looks: deque[bool] = field(default_factory=lambda: deque(maxlen=LOOKS_KEPT))

    def sight(self, at: int) -> None:
        """Note a sighting."""
        self.excuse(at)
        self.streak += 1
        self.looks.append(True)
        hits = sum(self.looks)
        self.share = hits / len(self.looks)
        self.steady = hits >= STEADY_HITS and self.share >= STEADY_SHARE

    def miss(self) -> None:
        """Note a look that did not show this tag."""
        self.misses += 1
        self.looks.append(False)

    def excuse(self, at: int) -> None:
        """Begin the window anew: it could not have been seen."""
        self.last = at
        self.misses = 0

    def stale(self, at: int) -> bool:
        """Whether its last sighting is a whole window ago."""
        return at - self.last >= (WINDOW if self.steady else 2 * WINDOW)

    def lost(self, at: int) -> bool:
        """Whether it is gone.

        Misses count as well as time: a host that did not look for a while must not take one missed look for a
        removal, and a tag that reads badly is missed many times in a row while it lies there.
        """
        if self.steady:
            return self.misses >= MISSES and self.stale(at)
        share = self.share if len(self.looks) == LOOKS_KEPT else min(self.share, NEW_SHARE)
        patience = MEAN_GAPS / share
        longest = at - self.last >= LONGEST_WINDOW and self.misses >= MISSES
        return longest or (self.misses >= patience and self.stale(at))


class Presence:
    """Turns the looks of one reader into events.

    - Two equal looks make a Seen. Further sightings of the same tag say nothing, for hours.
    - A tag is Gone when it was not sighted for a whole window (0.4 s; longer for one that reads badly). The
      window restarts with each sighting.
    - Another tag, sighted twice, takes the place of the one before at once: Gone and Seen.
    - Several tags at once, or two that take turns, make one Crowded. Nothing is Seen or Gone from then on
      until for a whole window only one tag, or none, was sighted.
    - A look at which the reader itself failed says nothing about tags: they stay, and windows begin anew.

    Times are microseconds and never go back.
    """

    def __init__(self, reader: str) -> None:
        self._reader = reader
        self._resting: bytes | None = None
        self._latest: bytes | None = None
        self._visits: dict[bytes, _Visit] = {}
        self._looks: deque[bool] = deque(maxlen=LOOKS_KEPT)
        self._crowded = False
        self._collisions = 0  # looks at several tags at once, as long as none is a window away from the next
        self._returns: list[int] = []  # when a tag came back though another one was sighted in between
        self._contested = 0  # the last sign of more than one tag
        self._unwell = False
        self._mutes = 0  # without a break
        self._garbled = 0  # without a break
        self._garbled_since = 0
        self._refused: list[int] = []

    @property
    def resting(self) -> bytes | None:
        """The UID of the tag that was reported as seen and not yet as gone."""
        return self._resting

    @property
    def hits(self) -> tuple[int, int]:
        """How many of the last looks (20 at most) read a tag: for a placement test."""
        return sum(self._looks), len(self._looks)

    @property
    def weak(self) -> bool:
        """Whether the resting tag reads badly: place it better, or raise the reader's gain."""
        visit = self._visits.get(self._resting) if self._resting is not None else None
        return visit is not None and len(visit.looks) >= WEAK_LOOKS and visit.share < WEAK_SHARE

    def feed(self, look: Look, at: int) -> list[ReaderEvent]:
        """Take the outcome of one look at the given time; return what changed."""
        if isinstance(look, Mute):
            return self._mute(look, at)
        events = self._judge(look, at)
        self._looks.append(isinstance(look, Tag))
        self._note(look, at)
        return events + self._settle(look.uid if isinstance(look, Tag) else None, at)

    # The reader itself

    def _mute(self, look: Mute, at: int) -> list[ReaderEvent]:
        self._mutes += 1
        for visit in self._visits.values():  # nobody can tell what happens meanwhile
            visit.excuse(at)
        self._contested = at
        return self._set_unwell(look.why, at) if self._mutes >= 2 else []

    def _judge(self, look: Look, at: int) -> list[ReaderEvent]:
        """Tell of unreadable answers that do not end, and of tags that are refused; and when that is over."""
        self._mutes = 0
        match look:
            case Garbled(why):
                self._garbled_since = self._garbled_since if self._garbled else at
                self._garbled += 1
                nonsense = self._garbled >= NONSENSE_LOOKS and at - self._garbled_since >= NONSENSE_SPAN
                return self._set_unwell(why, at) if nonsense else []
            case Refused(why):
                self._refused = [*self._refused[-1:], at]
                return self._set_unwell(why, at) if len(self._refused) == 2 else []
        self._garbled = 0
        if self._refused and at - self._refused[-1] < 2 * WINDOW:
            return []
        self._refused.clear()
        if not self._unwell:
            return []
        self._unwell = False
        return [Well(self._reader, at)]

    def _set_unwell(self, why: str, at: int) -> list[ReaderEvent]:
        if self._unwell:
            return []
        self._unwell = True
        return [Unwell(self._reader, why, at)]

    # Tags

    def _note(self, look: Look, at: int) -> None:
        for uid in [uid for uid, visit in self._visits.items() if uid != self._resting and visit.stale(at)]:
            del self._visits[uid]
        match look:
            case Tag(uid):
                self._sight(uid, at)
            case Crowd():
                self._collisions += 1
                self._contested = at
                for visit in self._visits.values():  # one of those that collide may be this tag
                    visit.excuse(at)
            case _:
                for visit in self._visits.values():
                    visit.miss()

    def _sight(self, uid: bytes, at: int) -> None:
        visit = self._visits.get(uid)
        if self._latest != uid:
            if visit is not None:
                visit.streak = 0
                self._returns.append(at)
            if visit is not None or self._crowded:
                self._contested = at
        if visit is None:
            visit = self._visits[uid] = _Visit(uid, at)
        visit.sight(at)
        self._latest = uid

    def _settle(self, sighted: bytes | None, at: int) -> list[ReaderEvent]:
        """Draw the conclusions of what was noted."""
        self._returns = [when for when in self._returns if at - when < 2 * WINDOW]
        if at - self._contested >= WINDOW:
            self._collisions, self._crowded = 0, False
            self._returns.clear()
        crowd = self._collisions >= 2 or len(self._returns) >= 2
        if crowd and not self._crowded:
            self._crowded = True
            return [Crowded(self._reader, at)]
        # One return alone may be a second tag or a quick hand: wait until it is clear.
        return [] if self._crowded or self._returns else self._come_and_go(sighted, at)

    def _come_and_go(self, sighted: bytes | None, at: int) -> list[ReaderEvent]:
        events: list[ReaderEvent] = []
        comes = sighted is not None and sighted != self._resting and self._visits[sighted].streak >= 2
        if self._resting is not None:
            resting = self._visits[self._resting]
            if comes or resting.lost(at):
                events.append(Gone(self._reader, resting.uid, at))
                self._resting = None
                if not comes:
                    del self._visits[resting.uid]
        if comes and sighted is not None:
            self._resting = sighted
            events.append(Seen(self._reader, sighted, at))
        return events

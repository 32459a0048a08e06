"""Up to 16 switches: raw edges noted as they happen, judged later, each change told once and in order of contact.

The same rule as on the Pi (`devices/debounce.py`), written for interrupts: `note` allocates nothing.
"""

from firmware.wire import since

WINDOW_US = 25_000
"""A level counts when nothing moved for so long."""

PATIENCE_US = 100_000
"""A change waits at most so long for an earlier contact of another key that is still flapping."""

_RAW = 64
_WAITING = 32


class Contacts:
    """Give it edges (`note`) and, at every pass, the levels (`work`); take what came of it (`take`).

    After `take` returned True, `key`, `pressed` and `at` tell one change; `at` is its first edge.
    """

    def __init__(self, closed: int, now: int) -> None:
        self.closed = closed
        """The keys that are down, one bit each, as judged."""

        self.key = self.at = 0
        self.pressed = False
        self._level = closed
        self._flapping = 0
        self._since = [now] * 16
        self._moved = [now] * 16
        self._raw_what = bytearray(_RAW)
        self._raw_at = [0] * _RAW
        self._in = self._out = 0
        self._what = bytearray(_WAITING)
        self._when = [0] * _WAITING
        self._waiting = 0

    def note(self, key: int, closed: int, at: int) -> None:
        """Note an edge; called by interrupts. When too many wait, `work` finds the level out by itself."""
        after = (self._in + 1) % _RAW
        if after != self._out:
            self._raw_what[self._in] = key << 1 | closed
            self._raw_at[self._in] = at
            self._in = after

    def work(self, levels: int, now: int) -> None:
        """Judge the noted edges and the present levels, one bit for each key that is down."""
        while self._out != self._in:
            what, at = self._raw_what[self._out], self._raw_at[self._out]
            self._out = (self._out + 1) % _RAW
            self._move(what >> 1, what & 1, at)
        moved = levels ^ self._level
        key = 0
        while moved:
            if moved & 1:
                self._move(key, (levels >> key) & 1, now)
            moved >>= 1
            key += 1
        if self._flapping:
            for key in range(16):
                if (self._flapping >> key) & 1:
                    self._settle(key, now)

    def take(self, now: int) -> bool:
        """Fetch the earliest change that waits, unless an earlier contact is still undecided."""
        if not self._waiting:
            return False
        first = 0
        for index in range(1, self._waiting):
            if since(now, self._when[index]) > since(now, self._when[first]):
                first = index
        age = since(now, self._when[first])
        if self._flapping and age < PATIENCE_US:
            for key in range(16):
                if (self._flapping >> key) & 1 and since(now, self._since[key]) > age:
                    return False
        what = self._what[first]
        self.key, self.pressed, self.at = what >> 1, bool(what & 1), self._when[first]
        self._waiting -= 1
        for index in range(first, self._waiting):
            self._what[index] = self._what[index + 1]
            self._when[index] = self._when[index + 1]
        return True

    def forget(self) -> None:
        """Drop the changes that wait; `closed` knows of them."""
        self._waiting = 0

    def _move(self, key: int, level: int, at: int) -> None:
        """One edge. What had been still for a whole window before it is settled first."""
        bit = 1 << key
        if self._flapping & bit:
            self._settle(key, at)
        if not self._flapping & bit and bool(level) != bool(self.closed & bit):
            self._flapping |= bit
            self._since[key] = at
        self._moved[key] = at
        self._level = self._level | bit if level else self._level & ~bit

    def _settle(self, key: int, now: int) -> None:
        if since(now, self._moved[key]) < WINDOW_US:
            return
        bit = 1 << key
        level = self._level & bit
        if level != self.closed & bit:
            if self._waiting == _WAITING:
                return  # nobody takes them: stay undecided rather than lose one
            self.closed ^= bit
            self._what[self._waiting] = key << 1 | (1 if level else 0)
            self._when[self._waiting] = self._since[key]
            self._waiting += 1
        self._flapping &= ~bit

"""The hub's readers in turn: one field on at a time, and only news is told. What a tag's coming means, the host judges.

Equal looks make a run. A run is told when it begins, at its second look, at a few moments while it is young, and
when it ends; for hours of the same there is no message at all.
"""

from firmware import rc522
from firmware.gain import GainGuard
from firmware.wire import TICKS_MASK, since

FIELD_US = 5_000
"""A card may need so long in a field before it answers (ISO 14443-3, 5.2)."""

ROUND_US = 40_000
"""No reader is looked at more often than that."""

TOLD_AT_US = (200_000, 420_000, 620_000, 820_000, 1_300_000, 2_000_000, 3_000_000, 4_200_000)
"""Ages at which a run is told again: all that `devices/presence.py` can wait for lies before the last."""

FIRST_PAUSE_US, LONGEST_PAUSE_US = 50_000, 2_000_000
"""Between two attempts to start a reader that does not answer."""

MOST_COUNTED = 255
_REFUSED = "gain %d was not taken; the default is used"


class Run:
    """Looks of one reader that came to the same: `kind` (as in `rc522`), `data` (a UID or a reason), their times."""

    def __init__(self) -> None:
        self.kind = -1
        self.data = b""
        self.first = self.last = 0
        self.untold = 0  # looks since the last message about it
        self.told = 0  # messages about it
        self.marks = 0  # moments of TOLD_AT_US that have passed

    def begin(self, kind: int, data: bytes, now: int) -> None:
        """Start with a first look that shows something new."""
        self.kind, self.data = kind, data
        self.first = self.last = now
        self.untold, self.told, self.marks = 1, 0, 0

    def is_due(self) -> bool:
        """Whether there is something to tell now."""
        if not self.untold:
            return False
        if self.told < 2:
            return True
        return self.marks < len(TOLD_AT_US) and since(self.last, self.first) >= TOLD_AT_US[self.marks]

    def was_told(self) -> None:
        """Note that the host knows of all looks so far."""
        self.untold = 0
        self.told = min(self.told + 1, MOST_COUNTED)
        age = since(self.last, self.first)
        while self.marks < len(TOLD_AT_US) and age >= TOLD_AT_US[self.marks]:
            self.marks += 1


class Slot:
    """One reader: its chip, the run of looks going on, and the one before while its end is not told."""

    def __init__(self, number: int, chip: rc522.Rc522) -> None:
        self.number = number
        self.chip = chip
        self.run = Run()
        self.before = Run()
        self.lost = 0
        """Runs that nobody was told of, because the link had no room."""

        self.well = False
        self.looked = -1
        """When it was looked at last; -1 for never."""

        self.gain_due = False
        """Whether the host must be told of the gain in use."""

        self._guard = GainGuard(None, rc522.DEFAULT_GAIN)
        self._gain_asked = False

        self._why = b"not started yet"
        self._pause = FIRST_PAUSE_US
        self._tried = 0
        self._tries = 0

    @property
    def gain(self) -> int:
        """The gain in use, looks with another one for a trial apart."""
        return self._guard.gain if self.chip.gain_taken else rc522.DEFAULT_GAIN

    @property
    def gain_note(self) -> str:
        """Why it is not the one that was set; empty when it is."""
        return self._guard.note or ("" if self.chip.gain_taken else _REFUSED % self._guard.gain)

    def set_gain(self, gain: int) -> None:
        """Use a gain, 0 to 7, from the next look on, and tell what came of it."""
        self._guard = GainGuard(gain, rc522.DEFAULT_GAIN)
        self.chip.gain_taken = self._gain_asked = True

    def open(self, now: int) -> bool:
        """Get the chip ready and its field on. False: it does not answer; that is noted as a look."""
        if self.well:
            self.chip.field(on=True)
            return True
        if self._tries and since(now, self._tried) < self._pause:
            self.note(rc522.UNWELL, self._why, now)
            return False
        self._pause = min(LONGEST_PAUSE_US, 2 * self._pause) if self._tries else FIRST_PAUSE_US
        self._tries, self._tried = self._tries + 1, now
        used = self.gain
        self._guard.started()
        self.chip.gain = self._guard.wanted
        why = self.chip.start()
        self.well, self._why = not why, why.encode()
        self.gain_due = self.gain_due or self.gain != used
        if why:
            self.note(rc522.UNWELL, self._why, now)
        return self.well

    def look(self, now: int) -> None:
        """Look once, the field being on."""
        chip, guard, used = self.chip, self._guard, self.gain
        if guard.wanted != chip.gain and chip.gain_taken:
            chip.set_gain(guard.wanted)
        answer = chip.look()
        guard.looked(tag=answer.kind in rc522.FOUND)
        if self._gain_asked or self.gain != used:
            self._gain_asked, self.gain_due = False, True
        if answer.kind == rc522.UNWELL:
            self.well, self._why, self._tries = False, answer.why.encode(), 0
        self.note(answer.kind, answer.uid or (answer.why.encode() if answer.why else b""), now)

    def note(self, kind: int, data: bytes, now: int) -> None:
        """Add a look to its run, or begin a new one."""
        run = self.run
        if run.kind == kind and run.data == data:
            run.last = now
            run.untold = min(run.untold + 1, MOST_COUNTED)
            return
        if self.before.untold:
            self.lost += 1
        self.run, self.before = self.before, run
        self.run.begin(kind, data, now)

    def untold(self) -> "Run | None":
        """The run to tell of next, or None: first how the one before ended."""
        if self.before.untold:
            return self.before
        return self.run if self.run.is_due() else None

    def tell_afresh(self, now: int) -> None:
        """Tell a new host of the run going on, as if it had just begun."""
        self.before.untold = 0
        if self.run.kind >= 0:
            self.run.first, self.run.told, self.run.marks = now, 0, 0
            self.run.untold = max(1, self.run.untold)


class Looks:
    """All readers of a hub. `step` looks at one of them at most and never waits."""

    def __init__(self, slots: "list[Slot]", now: int) -> None:
        self.slots = slots
        self.revisit = 0
        """The longest time between two looks at one reader, in microseconds; whoever reads it may set it to 0."""

        self._turn = 0
        self._opened = now
        self._is_open = False

    def step(self, now: int) -> bool:
        """Do the next thing that is due. Returns whether a look was made."""
        if not self.slots:
            return False
        slot = self.slots[self._turn]
        if self._is_open:
            if since(now, self._opened) < FIELD_US:
                return False
            slot.look(now)
            self._revisited(slot, now)
            if len(self.slots) > 1:
                slot.chip.field(on=False)
                self._is_open = False
                self._turn = (self._turn + 1) % len(self.slots)
            else:  # nobody is disturbed by a field that stays on
                self._is_open = slot.well
                self._opened = (now + ROUND_US - FIELD_US) & TICKS_MASK
            return True
        return self._open(slot, now)

    def _open(self, slot: Slot, now: int) -> bool:
        if slot.looked >= 0 and since(now, slot.looked) < ROUND_US - FIELD_US:
            return False
        if slot.open(now):
            self._opened, self._is_open = now, True
            return False
        self._revisited(slot, now)
        self._turn = (self._turn + 1) % len(self.slots)
        return True

    def _revisited(self, slot: Slot, now: int) -> None:
        if slot.looked >= 0:
            self.revisit = max(self.revisit, since(now, slot.looked))
        slot.looked = now

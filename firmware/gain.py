"""Whether a receiver gain that somebody set does more harm than good. Pure; for readers of the Pi and of a hub."""

PROBE_EVERY, PROBES = 20, 2
"""Of so many looks the last two are made with the chip's own gain while the set one reads nothing. Two, because a
tag that heard the look before but was not heard answers only every second one (ISO 14443-3, state READY)."""

ENOUGH = 2
"""When so many pairs of such looks read a tag that no look in between did, the set gain is given up."""

HASTY_LOOKS, HASTY_STARTS = 100, 3
"""A start after fewer looks than that is hasty; so many in a row, and the set gain is given up."""


class GainGuard:
    """Judges a set gain by what it reads. `wanted` is the gain for the next look.

    Nobody can tell a receiver that hears nothing from a table without cards, so now and then a look is made with
    the chip's own gain: when only those read a tag, the set gain is at fault. It is also when the chip has to be
    started over and over, for a high gain takes more current.
    """

    def __init__(self, gain: "int | None", default: int) -> None:
        self.gain = default if gain is None else gain
        """The gain set, or the default once it was given up."""

        self.note = ""
        """What happened, when the set gain was given up."""

        self._default = default
        self._quiet = 0
        self._only_default = set()  # type: set[int]
        self._looks = HASTY_LOOKS
        self._hasty = 0

    @property
    def wanted(self) -> int:
        """The gain for the next look."""
        return self._default if self._probing else self.gain

    @property
    def _probing(self) -> bool:
        return self.gain != self._default and self._quiet % PROBE_EVERY >= PROBE_EVERY - PROBES

    def started(self) -> None:
        """Note that the chip had to be started."""
        self._hasty = self._hasty + 1 if self._looks < HASTY_LOOKS else 0
        self._looks = 0
        if self._hasty >= HASTY_STARTS:
            self._give_up("the chip had to be started again and again")

    def looked(self, *, tag: bool) -> None:
        """Note what a look with the wanted gain came to."""
        self._looks += 1
        if not self._probing and tag:
            self._quiet = 0
            self._only_default.clear()
            return
        if tag:
            self._only_default.add(self._quiet // PROBE_EVERY)
        self._quiet += 1
        if len(self._only_default) >= ENOUGH:
            self._give_up("it read nothing where the default did")

    def _give_up(self, why: str) -> None:
        if self.gain != self._default:
            self.note = "gain %d was given up, %s; the default is used" % (self.gain, why)
            self.gain = self._default

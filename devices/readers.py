"""Tag readers wired to the Pi: the choice of a driver, restarts of a reader that is unwell, presence on top."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from devices.presence import Look, Mute, Presence, Refused
from devices.rc522_looker import Rc522Looker
from devices.spi import DEFAULT_SPEED, SpiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from devices.ports import Clock, ReaderEvent

FIRST_PAUSE, LONGEST_PAUSE = 50_000, 2_000_000
"""Microseconds between two attempts to start a reader that is unwell; the pause doubles each time."""

DriverName = Literal["rc522", "mfrc522"]
DRIVERS: tuple[DriverName, ...] = ("rc522", "mfrc522")


class Looker(Protocol):
    """A driver as `TagReader` wants it. Both calls may raise SpiError."""

    @property
    def notes(self) -> Sequence[str]:
        """What is unusual, but no reason to stop."""
        ...

    def start(self) -> str:
        """Open what is needed, reset and set up. Returns what is wrong, or an empty text."""
        ...

    def look(self) -> Look:
        """Look once. Mute means: start me again."""
        ...

    @property
    def what(self) -> str:
        """Which chip answered at the last start."""
        ...

    def echo(self, data: bytes) -> bytes:
        """Send up to 63 bytes to the chip and fetch them again; `start` is needed after it."""
        ...

    def rest(self) -> None:
        """Switch the field off and free the wires; `start` begins anew."""
        ...

    def close(self) -> None:
        """Free what was opened, and nothing else."""
        ...


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """Where a reader is wired and which driver runs it.

    `gain` is 0 to 7, None for the chip's own; `reset_pin` (a GPIO number) is the mfrc522 package's.
    """

    name: str
    driver: DriverName = "rc522"
    bus: int = 0
    device: int = 0
    speed: int = DEFAULT_SPEED
    gain: int | None = None
    reset_pin: int = 25


@dataclass(slots=True)
class ReaderStatus:
    """What there is to tell about a reader. `tries` counts the starts it took to get it running last time."""

    well: bool = False
    why: str = "not started yet"
    tries: int = 0
    restarts: int = 0
    looks: Counter[str] = field(default_factory=Counter)
    """How often each outcome came, by its name: Nothing, Tag, Crowd, Garbled, Refused, Mute."""


class TagReader:
    """A reader (`devices.ports.Reader`) made of a driver and presence.

    A driver that falls mute is started again, chip reset included, for as long as it takes; the pauses between
    grow up to two seconds, and a poll within a pause costs nothing. All polls belong into one thread.
    """

    def __init__(self, settings: ReaderSettings, clock: Clock, looker: Looker) -> None:
        self.name = settings.name
        self.settings = settings
        self.presence = Presence(settings.name)
        self.status = ReaderStatus()
        self._clock = clock
        self._looker = looker
        self._pause = FIRST_PAUSE
        self._next_try = 0

    @property
    def notes(self) -> list[str]:
        """What the owner should know: an unusual chip, a start that took several tries, a weak tag."""
        notes = list(self._looker.notes)
        if self.status.well and self.status.tries > 1:
            notes.append(f"ready after {self.status.tries} tries")
        if self.presence.weak:
            hits, looks = self.presence.hits
            notes.append(f"weak signal: {hits} of the last {looks} looks read the tag")
        return notes

    def poll(self) -> Sequence[ReaderEvent]:
        """Look once and tell what changed since the last look."""
        look = self._look()
        self.status.looks[type(look).__name__] += 1
        if isinstance(look, Refused):
            self.status.why = look.why
        return self.presence.feed(look, self._clock.now())

    def answers(self) -> bool:
        """Start the driver if need be and look once, without telling of cards: whether there is an answer."""
        return not isinstance(self._look(), Mute)

    def restart(self) -> None:
        """Start the driver anew at the next poll, for instance after a diagnostic."""
        self._fall_ill("restarted by hand")

    @property
    def what(self) -> str:
        """Which chip answered at the last start, for people."""
        return self._looker.what

    def damaged(self, blocks: Iterable[bytes]) -> int:
        """Send blocks of up to 63 bytes to the chip and fetch them again: how many came back otherwise.

        A test of the wires for a reader that is well; the next poll starts it anew.
        """
        wrong = 0
        for block in blocks:
            try:
                wrong += self._looker.echo(block) != block
            except SpiError:
                wrong += 1
        self.restart()
        return wrong

    def rest(self) -> None:
        """Switch the field off and let go of the wires until the next poll, which starts the reader anew."""
        try:
            self._looker.rest()
        except SpiError as error:
            self._fall_ill(str(error))
            return
        self._fall_ill("at rest")

    def close(self) -> None:
        """Free the wires."""
        self._looker.close()

    def _look(self) -> Look:
        if not self.status.well and not self._try_start():
            return Mute(self.status.why)
        try:
            look = self._looker.look()
        except SpiError as error:
            look = Mute(str(error))
        if isinstance(look, Mute):
            self.status.restarts += 1
            self._fall_ill(look.why)
        return look

    def _fall_ill(self, why: str) -> None:
        self.status.well, self.status.why, self.status.tries = False, why, 0
        self._pause, self._next_try = FIRST_PAUSE, self._clock.now()

    def _try_start(self) -> bool:
        if self._clock.now() < self._next_try:
            return False
        self.status.tries += 1
        try:
            why = self._looker.start()
        except SpiError as error:
            why = str(error)
        self.status.well, self.status.why = not why, why
        self._next_try = self._clock.now() + self._pause
        self._pause = min(LONGEST_PAUSE, 2 * self._pause)
        return self.status.well


class Rc522Reader(TagReader):
    """A reader run by our own driver (`firmware/rc522.py`); the default."""

    def __init__(self, settings: ReaderSettings, clock: Clock) -> None:
        super().__init__(
            settings, clock, Rc522Looker(settings.bus, settings.device, settings.speed, settings.gain)
        )


class Mfrc522PackageReader(TagReader):
    """A reader run by the unmodified package `mfrc522` from PyPI.

    Its limits: tags with 4-byte UIDs only (others are refused, not misread), a look without a card costs some
    2,000 transfers, and two cards at once look like none. See `devices/mfrc522_package.py`.
    """

    def __init__(self, settings: ReaderSettings, clock: Clock) -> None:
        from devices.mfrc522_package import PackageLooker  # noqa: PLC0415 - an optional driver

        looker = PackageLooker(
            settings.bus, settings.device, settings.speed, settings.reset_pin, settings.gain
        )
        super().__init__(settings, clock, looker)


def open_reader(settings: ReaderSettings, clock: Clock) -> TagReader:
    """Make the reader that the settings describe; nothing is opened before its first poll.

    Raises ValueError for an unknown driver. A PN532 or a reader behind a hub gets its driver name here.
    """
    match settings.driver:
        case "rc522":
            return Rc522Reader(settings, clock)
        case "mfrc522":
            return Mfrc522PackageReader(settings, clock)
    raise ValueError(
        f"Reader {settings.name}: no driver {settings.driver!r}; there are {', '.join(DRIVERS)}."
    )

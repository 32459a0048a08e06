"""Plays a tune on the hub's buzzer by the clock: no waiting, a tune that still plays is replaced."""

from firmware.wire import since

MOST_TONES = 64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Tune:
    """Tones of so many hertz (0 is silence) and milliseconds. *sound* sets the buzzer's frequency."""

    def __init__(self, sound: "Callable[[int], None]") -> None:
        self._sound = sound
        self._hertz = [0] * MOST_TONES
        self._micros = [0] * MOST_TONES
        self._count = self._next = 0
        self._began = self._lasts = 0

    def clear(self) -> None:
        """Forget the tune; what sounds goes on until the next step."""
        self._count = self._next = 0
        self._lasts = 0

    def add(self, hertz: int, milliseconds: int) -> None:
        """Add a tone at the end; more than `MOST_TONES` are left out."""
        if self._count < MOST_TONES:
            self._hertz[self._count] = hertz
            self._micros[self._count] = 1000 * milliseconds
            self._count += 1

    def step(self, now: int) -> None:
        """Sound what is due. A late step shortens nothing and is made up for by the tones that follow."""
        if self._lasts and since(now, self._began) < self._lasts:
            return
        if self._next < self._count:
            self._began = (self._began + self._lasts) if self._lasts else now
            self._lasts = max(1, self._micros[self._next])
            self._sound(self._hertz[self._next])
            self._next += 1
        elif self._count:
            self.clear()
            self._sound(0)

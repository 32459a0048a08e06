"""A buzzer on a GPIO pin that plays tunes by the clock: no thread, no waiting, only `tick` now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpiozero import PWMOutputDevice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from devices.ports import Clock, Tone

# What lgpio's software PWM can do, and a passive buzzer too.
_LOWEST_HZ = 20
_HIGHEST_HZ = 10_000


class PwmBuzzer:
    """A passive buzzer (`devices.ports.Buzzer`). Between tunes the pin rests low and no PWM runs.

    Call `tick` at least as often as tones change; `due` tells when, in microseconds of the clock. A late tick
    shortens what is over and never lengthens a tune. *muted* may be changed at any time.
    """

    def __init__(self, pin: int, clock: Clock, factory: Any, *, muted: bool = False) -> None:
        self.due: int | None = None
        self._clock = clock
        self._muted = muted
        self._tones: list[tuple[int, Tone]] = []
        self._sounding: int | None = None
        self._device = PWMOutputDevice(pin, pin_factory=factory)
        self._sound(0)

    @property
    def muted(self) -> bool:
        """Whether tunes pass in silence."""
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        self.tick(self._clock.now())

    def play(self, tune: Sequence[Tone]) -> None:
        """Start a tune; one that still plays is replaced."""
        end = self._clock.now()
        self._tones = []
        for tone in tune:
            end += tone.milliseconds * 1000
            self._tones.append((end, tone))
        self.tick(self._clock.now())

    def tick(self, now: int) -> None:
        """Sound what the tune says for this moment."""
        while self._tones and self._tones[0][0] <= now:
            self._tones.pop(0)
        self.due = self._tones[0][0] if self._tones else None
        self._sound(self._tones[0][1].hertz if self._tones and not self._muted else 0)

    def close(self) -> None:
        """Fall silent and give the pin back."""
        self._sound(0)
        self._device.close()

    def _sound(self, hertz: int) -> None:
        if hertz == self._sounding:
            return
        self._sounding = hertz
        if hertz <= 0:
            # In this order: PWM that simply ends may leave the line up and the buzzer's coil under current.
            self._device.value = 0
            self._device.frequency = None
            self._device.value = 0
            return
        self._device.frequency = min(max(hertz, _LOWEST_HZ), _HIGHEST_HZ)
        self._device.value = 0.5

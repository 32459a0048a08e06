"""A lamp on a GPIO pin, by gpiozero."""

from __future__ import annotations

from typing import Any

from gpiozero import LED


class GpioLamp:
    """An LED between a pin and ground (`devices.ports.Lamp`); *active_high* False for one between 3V3 and the pin."""

    def __init__(self, pin: int, factory: Any, *, active_high: bool = True) -> None:
        self._led = LED(pin, active_high=active_high, pin_factory=factory)

    def set(self, on: bool) -> None:  # noqa: FBT001 - a lamp has no second argument
        """Switch it."""
        if on:
            self._led.on()
        else:
            self._led.off()

    def close(self) -> None:
        """Put the lamp out and give the pin back; a second time changes nothing."""
        if not self._led.closed:
            self._led.off()
        self._led.close()

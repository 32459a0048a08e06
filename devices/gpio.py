"""Opening the Pi's GPIO through gpiozero, with one clear error for everything that can be missing."""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from typing import Any


class NoGpio(OSError):
    """There is no usable GPIO here; the text names the cause and a remedy.

    `key` and `said` are the same for who has words in other languages: "no_gpio_module" with the `module`, or
    "no_gpio_chip" with `why`, in the system's own words.
    """

    def __init__(self, text: str, key: str, **said: str) -> None:
        super().__init__(text)
        self.key = key
        self.said = said


def open_factory(chip: int | None = None) -> Any:
    """Open the GPIO chip and return gpiozero's LGPIOFactory for it.

    Keys, lamps and buzzers share one factory. Without *chip*, gpiozero picks the one with the header's pins.
    Raises NoGpio.
    """
    # lgpio makes a helper file when it is imported, in the working directory unless told otherwise; a service
    # may not write there.
    given = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    os.environ.setdefault("LG_WD", given or tempfile.gettempdir())
    try:
        return import_module("gpiozero.pins.lgpio").LGPIOFactory(chip)
    except ImportError as fault:
        module = fault.name or "lgpio"
        raise NoGpio(
            f"No GPIO: the Python module {module} is not installed. "
            "On a Raspberry Pi install pitboard[pi], or python3-lgpio from the system's packages.",
            "no_gpio_module",
            module=module,
        ) from fault
    except Exception as fault:  # lgpio.error and gpiozero's family share no base class
        raise NoGpio(
            f"No GPIO: {fault}. Is this a Raspberry Pi, may this user open /dev/gpiochip*, "
            "and is no other program using it?",
            "no_gpio_chip",
            why=str(fault),
        ) from fault

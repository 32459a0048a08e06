"""Opening the Pi's GPIO through gpiozero, with one clear error for everything that can be missing."""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from typing import Any


class NoGpio(OSError):
    """There is no usable GPIO here; the text names the cause and a remedy."""


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
        raise NoGpio(
            f"No GPIO: the Python module {fault.name or 'lgpio'} is not installed. "
            "On a Raspberry Pi install pitboard[pi], or python3-lgpio from the system's packages."
        ) from fault
    except Exception as fault:  # lgpio.error and gpiozero's family share no base class
        raise NoGpio(
            f"No GPIO: {fault}. Is this a Raspberry Pi, may this user open /dev/gpiochip*, "
            "and is no other program using it?"
        ) from fault

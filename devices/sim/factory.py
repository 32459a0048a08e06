"""gpiozero's real lgpio factory on the simulated GPIO chip of the installed world."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from devices.sim.clock import VirtualClock

# A Zero 2 W, in the form of the Raspberry Pi's revision codes.
_REVISION = 0x902120


def open_sim_factory(clock: VirtualClock) -> Any:
    """Return an LGPIOFactory that takes the time from *clock* and shares no pins with any other factory.

    The world must be installed. Raises the stand-in's lgpio.error when its chip is missing.
    """
    factory = import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=0)
    factory._get_revision = lambda: _REVISION  # noqa: SLF001 - the hook gpiozero gives to each kind of factory
    factory.ticks = lambda: clock.nanos / 1_000_000_000
    # gpiozero keeps these two for all local factories of the process; two simulated boards must not meet there.
    factory.pins = {}
    factory._reservations = defaultdict(list)  # noqa: SLF001 - see above
    return factory

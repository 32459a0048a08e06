"""A simulated Pi: one virtual clock, its buses, and the modules that stand in for the real wires' ones."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, Self

from devices.sim.clock import VirtualClock
from devices.sim.gpio import GpioChip
from devices.sim.i2c import I2cBus, make_smbus2_module
from devices.sim.lgpio import make_lgpio_module
from devices.sim.spi import SpiBus, make_spidev_module

if TYPE_CHECKING:
    from types import ModuleType, TracebackType

_installed: list[World] = []


class VirtualTime:
    """Stands in for the module `time` inside one library, so that its naps move the virtual clock."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    def sleep(self, seconds: float) -> None:
        """Sleep in virtual time."""
        self._clock.spend(max(0, round(seconds * 1_000_000_000)))

    def time(self) -> float:
        """Virtual seconds since the start."""
        return self._clock.nanos / 1_000_000_000

    monotonic = time
    perf_counter = time


class World:
    """Everything a Pi's libraries touch, simulated.

    A bus makes the module that stands in for the real one; `modules` holds them by name. `fresh` names libraries
    that hold on to such a module from import time; they are imported anew inside the world and forgotten with
    it. `environment` is set while the world is installed.

        with World() as world:
            world.spi.attach(Mfrc522(world.clock))
            ...  # drivers now find the simulated chip
    """

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.spi = SpiBus(self.clock)
        self.i2c = I2cBus(self.clock)
        self.gpio = GpioChip(self.clock)
        self.modules: dict[str, ModuleType] = {
            "spidev": make_spidev_module(lambda: self.spi),
            "smbus2": make_smbus2_module({self.i2c.number: self.i2c}.get),
            "lgpio": make_lgpio_module(lambda: self.gpio),
        }
        self.fresh: set[str] = {"RPi", "mfrc522", "gpiozero.pins.lgpio"}
        # rpi-lgpio asks which Pi it runs on when it is imported; this is a Zero 2 W.
        self.environment: dict[str, str] = {"RPI_LGPIO_REVISION": "902120"}
        self._outside: dict[str, ModuleType] = {}
        self._outside_environment: dict[str, str | None] = {}

    def install(self) -> Self:
        """Put the stand-ins in place. Raises RuntimeError while another world is installed."""
        if _installed:
            raise RuntimeError("A simulated world is installed already: uninstall it first.")
        _installed.append(self)
        self._outside = self._forget()
        sys.modules.update(self.modules)
        self._outside_environment = {name: os.environ.get(name) for name in self.environment}
        os.environ.update(self.environment)
        return self

    def uninstall(self) -> None:
        """Put back what was there before. Does nothing when this world is not installed."""
        if self not in _installed:
            return
        _installed.remove(self)
        self._forget()
        sys.modules.update(self._outside)
        for name, value in self._outside_environment.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    def virtual_time(self, name: str) -> ModuleType:
        """Import a library inside the world and let its `time` and `sleep` mean virtual time."""
        module = importlib.import_module(name)
        time = VirtualTime(self.clock)
        for known, virtual in (("time", time), ("sleep", time.sleep)):
            if hasattr(module, known):
                setattr(module, known, virtual)
        return module

    def __enter__(self) -> Self:
        return self.install()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.uninstall()

    def _forget(self) -> dict[str, ModuleType]:
        """Take the replaced modules, and those built upon them, out of the interpreter; return them."""
        roots = self.fresh | self.modules.keys()
        names = [
            name for name in sys.modules if any(name == root or name.startswith(f"{root}.") for root in roots)
        ]
        return {name: sys.modules.pop(name) for name in names}

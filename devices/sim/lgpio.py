"""A stand-in for the module `lgpio` on a simulated GPIO chip, complete enough for gpiozero and rpi-lgpio.

Alerts arrive in the thread that moves the virtual clock; there is no notification thread.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from devices.sim.gpio import BOTH, FALLING, RISING, GpioChip, Pin

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CONSTANTS = {
    "RISING_EDGE": RISING,
    "FALLING_EDGE": FALLING,
    "BOTH_EDGES": BOTH,
    "SET_ACTIVE_LOW": 0x04,
    "SET_OPEN_DRAIN": 0x08,
    "SET_OPEN_SOURCE": 0x10,
    "SET_PULL_UP": 0x20,
    "SET_PULL_DOWN": 0x40,
    "SET_PULL_NONE": 0x80,
    "LOW": 0,
    "HIGH": 1,
    "TIMEOUT": 2,
    "TX_PWM": 0,
    "GROUP_ALL": 0xFFFF_FFFF_FFFF_FFFF,
}
TEXTS = {
    "BAD_HANDLE": (-5, "bad handle"),
    "BAD_GPIO_NUMBER": (-73, "bad GPIO number"),
    "CANNOT_OPEN_CHIP": (-78, "can not open gpiochip"),
    "GPIO_BUSY": (-79, "GPIO busy"),
    "GPIO_NOT_ALLOCATED": (-80, "GPIO not allocated"),
    "BAD_PWM_FREQ": (-102, "bad PWM frequency"),
    "BAD_PWM_DUTY": (-103, "bad PWM dutycycle"),
    "GPIO_NOT_AN_OUTPUT": (-104, "GPIO not set as an output"),
}
_ROLE_BITS = {"input": 1 << 8, "output": 1 << 9 | 1 << 1, "alert": 1 << 10}
_USED_BY_KERNEL = 1


class LgpioError(Exception):
    """What the module calls `error`: every failed call raises it with the text of its code."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value


def _fail(name: str) -> LgpioError:
    return LgpioError(TEXTS[name][1])


class Callback:
    """A registered listener for the alerts of one line."""

    def __init__(self, handle: int, pin: Pin, func: Callable[[int, int, int, int], None] | None) -> None:
        self._handle = handle
        self._pin = pin
        self._func = func
        self._count = 0
        pin.listeners.append(self._hear)

    def cancel(self) -> None:
        """Stop listening."""
        if self._hear in self._pin.listeners:
            self._pin.listeners.remove(self._hear)

    def tally(self) -> int:
        """How many alerts arrived."""
        return self._count

    def reset_tally(self) -> None:
        """Count from 0 again."""
        self._count = 0

    def _hear(self, level: int, nanos: int) -> None:
        self._count += 1
        if self._func is not None:
            self._func(self._handle, self._pin.number, level, nanos)


class Lgpio:
    """The functions of the module. *lookup* gives the chip of the running world, or None.

    Handles count up, so that two users of one chip are told apart and a line has one owner, as on the real chip.
    """

    def __init__(self, lookup: Callable[[], GpioChip | None]) -> None:
        self._lookup = lookup
        self._open: dict[int, GpioChip] = {}
        self._last = 0

    def gpiochip_open(self, gpiochip: int) -> int:
        """Open a chip; only number 0 exists."""
        chip = self._lookup()
        if chip is None or chip.missing or gpiochip != 0:
            raise _fail("CANNOT_OPEN_CHIP")
        self._last += 1
        self._open[self._last] = chip
        return self._last

    def gpiochip_close(self, handle: int) -> int:
        """Close a chip and give back all its lines."""
        chip = self._chip(handle)
        for pin in chip.pins:
            if pin.owner == handle:
                pin.free()
        del self._open[handle]
        return 0

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        """Status, number of lines, name, label."""
        return [0, len(self._chip(handle).pins), "gpiochip0", "pinctrl-sim"]

    def gpio_get_line_info(self, handle: int, gpio: int) -> list[Any]:
        """Status, line, flags, name, user."""
        pin = self._pin(handle, gpio)
        return [0, gpio, self.gpio_get_mode(handle, gpio), f"GPIO{gpio}", "lg" if pin.role else ""]

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        """The mode bits: kernel flags in the low byte, this process's use from bit 8, edges from bit 17."""
        pin = self._pin(handle, gpio)
        if pin.role is None:
            return 0
        mine = _ROLE_BITS[pin.role] if pin.owner == handle else _ROLE_BITS[pin.role] & 0xFF
        return _USED_BY_KERNEL | pin.flags | mine | pin.edges << 17

    def gpio_claim_input(self, handle: int, gpio: int, lFlags: int = 0) -> int:  # noqa: N803 - lgpio's name
        """Claim a line as input."""
        self._claimable(handle, gpio).claim(handle, "input", lFlags)
        return 0

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, lFlags: int = 0) -> int:  # noqa: N803 - lgpio's name
        """Claim a line as output with a first level."""
        pin = self._claimable(handle, gpio)
        pin.claim(handle, "output", lFlags)
        pin.write(int(bool(level)))
        return 0

    def gpio_claim_alert(
        self,
        handle: int,
        gpio: int,
        eFlags: int,  # noqa: N803 - lgpio's name
        lFlags: int = 0,  # noqa: N803 - lgpio's name
        notify_handle: int | None = None,
    ) -> int:
        """Claim a line as a source of alerts."""
        del notify_handle
        self._claimable(handle, gpio).claim(handle, "alert", lFlags, eFlags)
        return 0

    def gpio_free(self, handle: int, gpio: int) -> int:
        """Give a line back."""
        self._owned(handle, gpio).free()
        return 0

    def gpio_read(self, handle: int, gpio: int) -> int:
        """The level of a line; one that nobody has claimed becomes an input."""
        pin = self._claimable(handle, gpio)
        if pin.role is None:
            pin.claim(handle, "input")
        return pin.level

    def gpio_write(self, handle: int, gpio: int, level: int) -> int:
        """Set an output."""
        self._output(handle, gpio).write(int(bool(level)))
        return 0

    def group_claim_input(self, handle: int, gpio: Sequence[int], lFlags: int = 0) -> int:  # noqa: N803 - lgpio's name
        """Claim several lines as inputs."""
        for line in gpio:
            self.gpio_claim_input(handle, line, lFlags)
        return 0

    def group_claim_output(
        self,
        handle: int,
        gpio: Sequence[int],
        levels: Sequence[int] = (),
        lFlags: int = 0,  # noqa: N803 - lgpio's name
    ) -> int:
        """Claim several lines as outputs; levels that are not given are 0."""
        for line, level in zip(gpio, [*levels, *[0] * len(gpio)], strict=False):
            self.gpio_claim_output(handle, line, level, lFlags)
        return 0

    def gpio_set_debounce_micros(self, handle: int, gpio: int, debounce_micros: int) -> int:
        """Report an edge only when the line was still for so long afterwards."""
        self._owned(handle, gpio).debounce = debounce_micros
        return 0

    def callback(
        self,
        handle: int,
        gpio: int,
        edge: int = RISING,
        func: Callable[[int, int, int, int], None] | None = None,
    ) -> Callback:
        """Call *func* with chip, line, level and nanoseconds at every alert; which edges alert was claimed before."""
        del edge
        return Callback(handle, self._pin(handle, gpio), func)

    def tx_pwm(  # noqa: PLR0913, PLR0917 - lgpio's signature
        self,
        handle: int,
        gpio: int,
        pwm_frequency: float,
        pwm_duty_cycle: float,
        pulse_offset: int = 0,
        pulse_cycles: int = 0,
    ) -> int:
        """Start PWM on an output (0.1 to 10,000 Hz, 0 to 100 %); frequency 0 ends it."""
        del pulse_offset, pulse_cycles
        pin = self._output(handle, gpio)
        if pwm_frequency != 0 and not 0.1 <= pwm_frequency <= 10_000:
            raise _fail("BAD_PWM_FREQ")
        if not 0 <= pwm_duty_cycle <= 100:
            raise _fail("BAD_PWM_DUTY")
        pin.pwm = (pwm_frequency, pwm_duty_cycle) if pwm_frequency else None
        return 0

    def tx_busy(self, handle: int, gpio: int, kind: int) -> int:
        """Whether PWM runs on a line."""
        del kind
        return int(self._pin(handle, gpio).pwm is not None)

    def error_text(self, errnum: int) -> str:
        """The text of an error code."""
        return next((text for code, text in TEXTS.values() if code == errnum), "unknown error")

    def _chip(self, handle: int) -> GpioChip:
        if handle not in self._open:
            raise _fail("BAD_HANDLE")
        return self._open[handle]

    def _pin(self, handle: int, gpio: int) -> Pin:
        chip = self._chip(handle)
        if not 0 <= gpio < len(chip.pins):
            raise _fail("BAD_GPIO_NUMBER")
        return chip[gpio]

    def _claimable(self, handle: int, gpio: int) -> Pin:
        pin = self._pin(handle, gpio)
        if pin.role is not None and pin.owner != handle:
            raise _fail("GPIO_BUSY")
        return pin

    def _owned(self, handle: int, gpio: int) -> Pin:
        pin = self._pin(handle, gpio)
        if pin.role is None or pin.owner != handle:
            raise _fail("GPIO_NOT_ALLOCATED")
        return pin

    def _output(self, handle: int, gpio: int) -> Pin:
        pin = self._owned(handle, gpio)
        if pin.role != "output":
            raise _fail("GPIO_NOT_AN_OUTPUT")
        return pin


def make_lgpio_module(lookup: Callable[[], GpioChip | None]) -> ModuleType:
    """Return a module to put into sys.modules as `lgpio`."""
    module = ModuleType("lgpio", "A simulated GPIO chip.")
    functions = Lgpio(lookup)
    for name in dir(functions):
        if not name.startswith("_"):
            setattr(module, name, getattr(functions, name))
    for name, value in CONSTANTS.items():
        setattr(module, name, value)
    for name, (code, _) in TEXTS.items():
        setattr(module, name, code)
    vars(module).update(error=LgpioError, OKAY=0, exceptions=True)
    return module

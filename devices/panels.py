"""OLED panels over I2C by luma.oled, with a difference of our own so that only changed bytes travel."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from luma.core.error import DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c

from devices.burn_in import DIM_SHARE, DIM_US, SHIFT_US, Idleness
from devices.multiplexer import Behind
from devices.oled_chips import Chip, Driver, make_chip
from devices.pages import moved, pack, patches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from PIL.Image import Image

    from devices.multiplexer import Junction
    from devices.ports import Clock

ADDRESSES = (0x3C, 0x3D)
KINDS: Mapping[int, Driver] = {0x03: "ssd1306", 0x06: "ssd1306", 0x08: "sh1106"}
"""What the low bits of the status byte usually are; no datasheet promises it, so it is a hint only."""

FIRST_RETRY_US = 500_000
LAST_RETRY_US = 8_000_000
REFRESH_US = 5_000_000

_DISPLAY_OFF = 0xAE
_DISPLAY_ON = 0xAF
_NOP = 0xE3
_SET_CONTRAST = 0x81


class Wire:
    """What luma calls a serial interface, opened when first needed and anew after a fault.

    *opened* gives a luma interface; for a panel behind a multiplexer it is one that first selects the channel.
    """

    def __init__(self, opened: Callable[[], Any]) -> None:
        self._opened = opened
        self._interface: Any = None

    def command(self, *octets: int) -> None:
        """Send command bytes. Raises OSError or luma's errors."""
        self._open().command(*octets)

    def data(self, octets: bytes) -> None:
        """Send picture bytes. Raises OSError or luma's errors."""
        self._open().data(octets)

    def cleanup(self) -> None:
        """Close the bus; the next use opens it again."""
        interface, self._interface = self._interface, None
        if interface is not None:
            interface.cleanup()

    def _open(self) -> Any:
        if self._interface is None:
            self._interface = self._opened()
        return self._interface


@dataclass(frozen=True, slots=True)
class Look:
    """How a panel shows its pictures. *contrast* is its brightness, 0 to 255.

    *budget*: about so many bytes in one `show`, the rest in the next ones; None sends all at once. A byte takes
    0.09 ms at 100 kHz, a full picture 93 ms. *refresh_us*: so often a `show` also renews the settings and one
    page, which heals a panel that lost power or was switched off unnoticed; 0 is never. *shift_us* and *dim_us*:
    after so long without change the picture is moved by a dot, again and again, and dimmed; 0 is never.
    """

    contrast: int = 0xCF
    upside_down: bool = False
    budget: int | None = None
    refresh_us: int = REFRESH_US
    shift_us: int = SHIFT_US
    dim_us: int = DIM_US


class OledPanel:
    """A 1-bit panel that may come and go (`devices.ports.Panel`).

    `show` never raises for what a wire does. It says False while the panel does not answer, tries again after
    0.5 s, then half as often each time up to every 8 s, and starts the panel anew when it is back. So call it
    also when nothing changed: that costs no byte. `trouble` tells what is wrong, None when all is well.
    """

    def __init__(self, name: str, chip: Chip, wire: Wire, clock: Clock, look: Look) -> None:
        self.name = name
        self.width: int = chip.device.width
        self.height: int = chip.device.height
        self.trouble: str | None = None
        self._chip = chip
        self._wire = wire
        self._clock = clock
        self._look = look
        self._contrast = look.contrast
        self._idleness = Idleness(look.shift_us, look.dim_us)
        self._dim = False
        # What the panel's memory holds; None while that is not known.
        self._memory: bytearray | None = None
        self._lit = False
        self._unsent = False
        self._retry_at = 0
        self._retry_after = FIRST_RETRY_US
        self._refresh_at = 0
        self._refresh_page = 0

    def show(self, picture: Image) -> bool:
        """Show a picture of mode "1" and the panel's size. Raises ValueError for any other."""
        if (picture.mode, picture.size) != ("1", (self.width, self.height)):
            raise ValueError(
                f'panel "{self.name}" takes pictures of mode "1" and {self.width}x{self.height}, '
                f'not "{picture.mode}" and {picture.width}x{picture.height}'
            )
        now = self._clock.now()
        care = self._idleness.care(picture.tobytes(), now)
        dim_before, self._dim = self._dim, care.dim
        if self._memory is None and now < self._retry_at:
            return False
        if self._memory is not None and dim_before != care.dim:
            self._attempt(self._send_contrast)
        shown = moved(picture, care.place)
        return self._attempt(lambda: self._update(pack(self._chip.device.preprocess(shown))))

    def wake(self) -> None:
        """Show what is shown as if it were new, bright and in its place: somebody is there."""
        self._idleness.wake()

    @property
    def pending(self) -> bool:
        """Whether the last picture has not wholly arrived: the budget was too small, or the panel is away."""
        return self._unsent or self._memory is None

    def set_contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; a panel that is away gets it when it is back."""
        self._contrast = level
        if self._memory is not None:
            self._attempt(self._send_contrast)

    def close(self) -> None:
        """Let go of the bus. The last picture stays on the glass."""
        self._wire.cleanup()
        self._memory = None

    def _send_contrast(self) -> None:
        self._wire.command(_SET_CONTRAST, self._contrast // DIM_SHARE if self._dim else self._contrast)

    def _attempt(self, action: Callable[[], None]) -> bool:
        try:
            action()
        except (OSError, LumaError) as fault:
            self._lose(fault)
            return False
        self.trouble = None
        self._retry_after = FIRST_RETRY_US
        return True

    def _lose(self, fault: Exception) -> None:
        self._memory = None
        self.trouble = f'panel "{self.name}": {fault}'
        self._wire.cleanup()
        self._retry_at = self._clock.now() + self._retry_after
        self._retry_after = min(2 * self._retry_after, LAST_RETRY_US)

    def _update(self, wanted: bytes) -> None:
        if self._memory is None:
            self._begin(wanted)
        elif self._look.refresh_us and self._clock.now() >= self._refresh_at:
            self._refresh(wanted)
        self._send(wanted)
        if not self._lit and not self._unsent:
            self._wire.command(_DISPLAY_ON)
            self._lit = True

    def _begin(self, wanted: bytes) -> None:
        for command in self._chip.start:
            self._wire.command(*command)
        self._send_contrast()
        self._lit = False
        self._memory = bytearray(_unlike(wanted))
        self._refresh_at = self._clock.now() + self._look.refresh_us

    def _refresh(self, wanted: bytes) -> None:
        """Renew the settings, without the display-off they begin with, and have one page sent again."""
        self._refresh_at = self._clock.now() + self._look.refresh_us
        for command in self._chip.start:
            self._wire.command(*(command[1:] if command[0] == _DISPLAY_OFF else command))
        self._send_contrast()
        self._lit = False
        stripe = slice(self._refresh_page * self.width, (self._refresh_page + 1) * self.width)
        self._refresh_page = (self._refresh_page + 1) % (self.height // 8)
        if self._memory is not None:
            self._memory[stripe] = _unlike(wanted[stripe])

    def _send(self, wanted: bytes) -> None:
        """Send what differs, as much as the budget allows, and keep account of it."""
        memory = self._memory or bytearray()
        budget = self._look.budget
        chip = self._chip
        spent = 0
        for patch in patches(memory, wanted, self.width, chip.overhead, tall=chip.tall and budget is None):
            spent += patch.size + chip.overhead
            if budget is not None and spent > max(budget, patch.size + chip.overhead):
                self._unsent = True
                return
            self._wire.command(*chip.address(patch))
            self._wire.data(patch.cut(wanted, self.width))
            patch.paste(memory, wanted, self.width)
        self._unsent = False


def open_panel(  # noqa: PLR0913 - the settings of a panel, one each
    name: str,
    driver: Driver = "ssd1306",
    *,
    clock: Clock,
    port: int = 1,
    address: int = ADDRESSES[0],
    size: tuple[int, int] = (128, 64),
    column_offset: int = 2,
    look: Look | None = None,
    through: tuple[Junction, int, int] | None = None,
) -> OledPanel:
    """Make a panel; nothing is sent before the first picture, and a panel that is missing is no error.

    *through*: the bus's multiplexers, the address of the one it hangs on, and the channel.

    *column_offset* is for the sh1106: a picture that is shifted, with junk at one edge, needs 0 or 4 instead of
    2, or the other driver. Raises ValueError for a driver or size that luma does not know.
    """
    look = look or Look()
    try:
        chip = make_chip(driver, size, upside_down=look.upside_down, column_offset=column_offset)
    except ValueError as fault:
        raise ValueError(f'panel "{name}": {fault}') from fault

    def opened() -> Any:
        return _open_i2c(port, address)

    wire = Wire(opened if through is None else lambda: Behind(*through, opened))
    return OledPanel(name, chip, wire, clock, look)


def answering(port: int, addresses: Iterable[int] = ADDRESSES) -> list[int]:
    """Return those addresses of a bus at which something answers. An empty list also when there is no bus."""
    try:
        bus = import_module("smbus2").SMBus(port)
    except OSError:
        return []
    found = []
    for address in addresses:
        try:
            bus.write_i2c_block_data(address, 0, [_NOP])
        except OSError:
            continue
        found.append(address)
    bus.close()
    return found


def kind_at(port: int, address: int) -> Driver | None:
    """Guess which controller answers by its status byte; None when nothing answers or it is none we know."""
    try:
        bus = import_module("smbus2").SMBus(port)
    except OSError:
        return None
    try:
        return KINDS.get(bus.read_byte(address) & 0x0F)
    except OSError:
        return None
    finally:
        bus.close()


def _open_i2c(port: int, address: int) -> Any:
    """Open luma's interface and ask who is there. Raises OSError with a cause and a remedy."""
    try:
        interface = i2c(port=port, address=address)
    except DevicePermissionError as fault:
        raise OSError(f"may not open /dev/i2c-{port}: add this user to the group i2c") from fault
    except LumaError as fault:
        raise OSError(f"there is no /dev/i2c-{port}: switch I2C on in raspi-config") from fault
    try:
        interface.command(_NOP)
    except LumaError as fault:
        interface.cleanup()
        others = ", ".join(f"0x{other:02X}" for other in answering(port) if other != address)
        hint = f"something does at {others}: set its address" if others else "look at its four wires"
        raise OSError(f"nothing answers at 0x{address:02X} on I2C bus {port}; {hint}") from fault
    return interface


def _unlike(octets: bytes) -> bytes:
    """Return bytes that all differ from the given ones, so that everything travels."""
    return bytes(octet ^ 0xFF for octet in octets)

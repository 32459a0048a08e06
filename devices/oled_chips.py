"""What the OLED controllers differ in: luma's start sequence and the way to address picture memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from luma.core.error import Error as LumaError
from luma.oled.device import sh1106, ssd1306

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.pages import Patch

Driver = Literal["ssd1306", "sh1106"]
Command = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """One controller: luma's device for it, the commands that start it, and how data finds its place.

    *overhead* is what one patch costs on the wire besides its data, in bytes: two address bytes, two control
    bytes, the command. *tall* patches may span pages.
    """

    device: Any
    start: tuple[Command, ...]
    overhead: int
    tall: bool
    address: Callable[[Patch], Command]


class _Notes:
    """A luma serial interface that only writes down the commands: this is how luma's start sequences are had."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def command(self, *octets: int) -> None:
        """Write a command down."""
        self.commands.append(octets)

    def cleanup(self) -> None:
        """Close nothing."""


class _Silent:
    """Keeps luma's constructors from clearing and lighting the panel: the first picture does both at once."""

    persist: bool

    def clear(self) -> None:
        """Send nothing."""

    def show(self) -> None:
        """Send nothing."""


class _Ssd1306(_Silent, ssd1306):  # type: ignore[misc] # luma has no types
    """luma's ssd1306, made without a wire."""


class _Sh1106(_Silent, sh1106):  # type: ignore[misc] # luma has no types
    """luma's sh1106, made without a wire."""


def make_chip(driver: Driver, size: tuple[int, int], *, upside_down: bool, column_offset: int) -> Chip:
    """Return the chip of a panel. Raises ValueError for a driver or a size that luma does not know."""
    notes = _Notes()
    width, height = size
    try:
        maker = {"ssd1306": _Ssd1306, "sh1106": _Sh1106}[driver]
        device = maker(notes, width=width, height=height, rotate=2 if upside_down else 0)
    except KeyError:
        raise ValueError(f'the driver is "ssd1306" or "sh1106", not "{driver}"') from None
    except LumaError as fault:
        raise ValueError(str(fault)) from fault
    # luma registers a hook for the end of the program that would blank the panel; the last picture shall stay.
    device.persist = True
    start = tuple(notes.commands)
    if driver == "ssd1306":
        return Chip(device, start, overhead=10, tall=True, address=_window)
    return Chip(device, start, overhead=7, tall=False, address=_column_of_page(column_offset))


def _window(patch: Patch) -> Command:
    """SSD1306, horizontal addressing: a window of columns and pages, filled line by line (datasheet 10.1.3)."""
    return (0x21, patch.start, patch.stop - 1, 0x22, patch.page, patch.page + patch.pages - 1)


def _column_of_page(offset: int) -> Callable[[Patch], Command]:
    """SH1106: page and column; the glass begins some columns into the memory."""

    def address(patch: Patch) -> Command:
        column = patch.start + offset
        return (0xB0 | patch.page, column & 0x0F, 0x10 | column >> 4)

    return address

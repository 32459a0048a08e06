"""Simulated OLED controllers, SSD1306 and SH1106: picture memory fed by I2C bytes, and the picture a viewer sees."""

from __future__ import annotations

import io
from random import Random

from PIL import Image, ImageChops, ImageDraw

_ALL_DATA = 0x40
_ONE_ONLY = 0x80
_STATUS_OFF = 0x40
# A cold bluish white on the nearly black glass of a switched-off OLED.
_LIT = (214, 236, 255)
_GLASS = (6, 8, 14)
# Between lit dots a part of their light is seen.
_GLOW = 0.5


class Oled:
    """What both controllers share: commands, memory, the way from memory to the glass.

    The glass is wired as on the common modules: with segment remap (A1) and descending scan (C8) the picture
    stands upright for the viewer; every other setting mirrors it.
    """

    # How many bytes follow a command byte.
    arguments: dict[int, int]
    status_id: int

    def __init__(self, width: int = 128, height: int = 64, columns: int = 128, first_column: int = 0) -> None:
        self.width = width
        self.height = height
        self.columns = columns
        self.first_column = first_column
        self.revision = 0
        self.power_on()

    def power_on(self) -> None:
        """Take the reset values of the datasheet; the memory holds noise, as after real power-up."""
        noise = Random(self.columns)  # noqa: S311 - any noise will do, the same every time
        self.memory = [bytearray(noise.randbytes(self.columns)) for _ in range(8)]
        self.lit = False
        self.pump = False
        self.all_on = False
        self.inverted = False
        self.contrast = 0x7F
        self.remapped = False
        self.descending = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = 64
        self.page = 0
        self.column = 0
        self._pending: list[int] = []
        self.revision += 1

    def receive(self, data: bytes) -> None:
        """Take one write message: control bytes with commands or picture data (datasheet 8.1.5, I2C write)."""
        index = 0
        while index < len(data):
            control = data[index]
            end = index + 2 if control & _ONE_ONLY else len(data)
            chunk = data[index + 1 : end]
            if control & _ALL_DATA:
                self._store(chunk)
            else:
                for octet in chunk:
                    self._take(octet)
            index = end
        self.revision += 1

    def send(self, count: int) -> bytes:
        """Give the status byte: bit 6 is set while the display is off, the low bits tell the controller."""
        return bytes([self.status_id | (0 if self.lit else _STATUS_OFF)]) * count

    def picture(self) -> Image.Image:
        """Return what a viewer sees, as a mode "1" picture of the glass."""
        size = (self.width, self.height)
        if not (self.lit and self.pump):
            return Image.new("1", size)
        if self.all_on:
            return Image.new("1", size, 1)
        stripe = slice(self.first_column, self.first_column + self.width)
        rows = [page[stripe] for page in self.memory]
        upright = bytes(rows[page][x] for x in range(self.width) for page in range(7, -1, -1))
        seen = Image.frombytes("1", (64, self.width), upright).transpose(Image.Transpose.ROTATE_90)
        seen = _rolled(seen, (self.start_line + self.offset) % 64).crop((0, 0, self.width, self.multiplex))
        if not self.descending:
            seen = seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if not self.remapped:
            seen = seen.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        seen = seen.crop((0, 0, *size))
        return seen.point(lambda dot: not dot) if self.inverted else seen

    def png(self, scale: int = 4) -> bytes:
        """Return the picture as a PNG with the look of the real thing: single dots, brightness by contrast."""
        level = 0.35 + 0.65 * self.contrast / 255
        lit = [round(dark + (light - dark) * level) for dark, light in zip(_GLASS, _LIT, strict=True)]
        gap = [round(dark + (light - dark) * _GLOW) for dark, light in zip(_GLASS, lit, strict=True)]
        size = (self.width * scale, self.height * scale)
        dots = self.picture().resize(size, Image.Resampling.NEAREST)
        grid = Image.new("1", size)
        draw = ImageDraw.Draw(grid)
        for x in range(scale - 1, size[0], scale):
            draw.line((x, 0, x, size[1]), fill=255)
        for y in range(scale - 1, size[1], scale):
            draw.line((0, y, size[0], y), fill=255)
        between = dots
        for step in ((-1, 0), (0, -1), (-1, -1)):  # the neighbours to the right and below
            between = ImageChops.logical_and(between, ImageChops.offset(dots, *step))
        border = 2 * scale
        page = Image.new("P", (size[0] + 2 * border, size[1] + 2 * border))
        page.putpalette([*_GLASS, *lit, *gap])
        page.paste(1, (border, border), dots)
        page.paste(2, (border, border), ImageChops.logical_and(between, grid))
        out = io.BytesIO()
        page.save(out, "PNG", bits=2)
        return out.getvalue()

    def _take(self, octet: int) -> None:
        self._pending.append(octet)
        command, *values = self._pending
        if len(values) < self.arguments.get(command, 0):
            return
        self._pending = []
        self._obey(command, values)

    def _obey(self, command: int, values: list[int]) -> None:
        match command:
            case 0x81:
                self.contrast = values[0]
            case 0xA0 | 0xA1:
                self.remapped = command == 0xA1
            case 0xA4 | 0xA5:
                self.all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xA8:
                self.multiplex = (values[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.lit = command == 0xAF
            case 0xD3:
                self.offset = values[0] & 0x3F
            case _:
                self._obey_ranges(command, values)

    def _obey_ranges(self, command: int, values: list[int]) -> None:
        match command & 0xF0:
            case 0x00:
                self.column = (self.column & 0xF0) | (command & 0x0F)
            case 0x10:
                self.column = (self.column & 0x0F) | ((command & 0x0F) << 4)
            case 0x40 | 0x50 | 0x60 | 0x70:
                self.start_line = command & 0x3F
            case 0xB0:
                self.page = command & 0x07
            case 0xC0:
                self.descending = bool(command & 0x08)
            case _:
                self._obey_own(command, values)

    def _obey_own(self, command: int, values: list[int]) -> None:
        """Obey what only this controller knows; unknown commands do nothing, as on the chip."""
        raise NotImplementedError

    def _store(self, data: bytes) -> None:
        """Write picture bytes at the address pointer."""
        raise NotImplementedError


class Ssd1306(Oled):
    """Solomon Systech SSD1306: 128 columns, horizontal, vertical and page addressing (datasheet 10.1.3)."""

    arguments = {  # noqa: RUF012 - a table of the datasheet, never changed
        **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((0x21, 0x22, 0xA3), 2),
        **dict.fromkeys((0x29, 0x2A), 5),
        **dict.fromkeys((0x26, 0x27), 6),
    }
    status_id = 0x03

    def power_on(self) -> None:
        """Take the reset values; the charge pump is off, so nothing lights before it is told to."""
        self.mode = 2
        self.window = (0, 127)
        self.pages = (0, 7)
        super().power_on()

    def _obey_own(self, command: int, values: list[int]) -> None:
        match command:
            case 0x20:
                self.mode = values[0] & 3
            case 0x21:
                self.window = (values[0] & 0x7F, values[1] & 0x7F)
                self.column = self.window[0]
            case 0x22:
                self.pages = (values[0] & 7, values[1] & 7)
                self.page = self.pages[0]
            case 0x8D:
                self.pump = bool(values[0] & 0x04)

    def _store(self, data: bytes) -> None:
        for octet in data:
            self.memory[self.page][self.column & 0x7F] = octet
            self._step()

    def _step(self) -> None:
        if self.mode == 2:
            self.column = (self.column + 1) & 0x7F
        elif self.mode == 1:
            self.page = _next(self.page, self.pages)
            if self.page == self.pages[0]:
                self.column = _next(self.column, self.window)
        else:
            self.column = _next(self.column, self.window)
            if self.column == self.window[0]:
                self.page = _next(self.page, self.pages)


class Sh1106(Oled):
    """Sino Wealth SH1106: 132 columns, page addressing only; the usual glass starts at its column 2."""

    arguments = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
    status_id = 0x08

    def __init__(self, width: int = 128, height: int = 64, first_column: int = 2) -> None:
        super().__init__(width, height, columns=132, first_column=first_column)

    def power_on(self) -> None:
        """Take the reset values; the built-in converter is on from the start."""
        super().power_on()
        self.pump = True

    def _obey_own(self, command: int, values: list[int]) -> None:
        if command == 0xAD:
            self.pump = bool(values[0] & 0x01)

    def _store(self, data: bytes) -> None:
        # The column counter stops at the end of the page (datasheet, "Column address circuit").
        room = max(0, self.columns - self.column)
        kept = data[:room]
        self.memory[self.page][self.column : self.column + len(kept)] = kept
        self.column = min(self.column + len(data), self.columns)


def _next(value: int, limits: tuple[int, int]) -> int:
    return limits[0] if value == limits[1] else (value + 1) & 0x7F


def _rolled(picture: Image.Image, lines: int) -> Image.Image:
    """Return the picture moved up by some lines; what leaves at the top comes back at the bottom."""
    if lines == 0:
        return picture
    rolled = Image.new("1", picture.size)
    rolled.paste(picture, (0, -lines))
    rolled.paste(picture, (0, picture.height - lines))
    return rolled

"""The simulated OLED controllers: plain luma's frames come out dot for dot, and every setting shows."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageOps

from devices.sim.oled import Oled, Sh1106, Ssd1306
from devices.sim.world import World
from tests.devices.panel_kit import noise, same

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = [pytest.param(Ssd1306, ssd1306, id="ssd1306"), pytest.param(Sh1106, sh1106, id="sh1106")]
UPRIGHT = bytes([0xA1, 0xC8])
LIGHT = bytes([0x8D, 0x14, 0xAF])


def lit(chip: Oled, picture: Image.Image, *commands: int) -> Oled:
    """A chip that was started by hand, upright, and filled with a picture page by page."""
    chip.receive(b"\x00" + UPRIGHT + LIGHT)
    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    for page in range(8):
        at = chip.first_column
        chip.receive(bytes([0x00, 0xB0 | page, at & 15, 0x10 | at >> 4]))
        chip.receive(b"\x40" + columns[7 - page :: 8])
    chip.receive(b"\x00" + bytes(commands))
    return chip


@pytest.mark.parametrize(("kind", "driver"), KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_frame_of_plain_luma_comes_out_dot_for_dot(kind: type[Oled], driver: Any, seed: int) -> None:
    chip = kind()
    with World() as world:
        world.i2c.attach(0x3C, chip)
        device = driver(i2c(port=1, address=0x3C))
        device.persist = True
        assert same(chip.picture(), Image.new("1", (128, 64)))
        device.display(noise(seed))
    assert same(chip.picture(), noise(seed))


@pytest.mark.parametrize(
    ("kind", "driver", "octets", "messages"), [(Ssd1306, ssd1306, 1034, 2), (Sh1106, sh1106, 1080, 16)]
)
def test_plain_luma_sends_whole_frames(kind: type[Oled], driver: Any, octets: int, messages: int) -> None:
    with World() as world:
        world.i2c.attach(0x3C, kind())
        device = driver(i2c(port=1, address=0x3C))
        device.persist = True
        for _ in range(2):
            world.i2c.reset_counters()
            device.display(noise(0))
            assert (world.i2c.octets, world.i2c.messages) == (octets, messages)


def test_luma_drives_a_panel_of_32_lines() -> None:
    chip = Ssd1306(height=32)
    with World() as world:
        world.i2c.attach(0x3C, chip)
        device = ssd1306(i2c(port=1, address=0x3C), height=32)
        device.persist = True
        device.display(noise(5, (128, 32)))
    assert same(chip.picture(), noise(5, (128, 32)))


def shifted(picture: Image.Image, lines: int) -> Image.Image:
    top = picture.crop((0, lines, 128, 64))
    rolled = Image.new("1", (128, 64))
    rolled.paste(top, (0, 0))
    rolled.paste(picture.crop((0, 0, 128, lines)), (0, 64 - lines))
    return rolled


SETTINGS: list[Any] = [
    pytest.param((0xA6,), lambda p: p, id="normal"),
    pytest.param((0xA7,), lambda p: p.point(lambda dot: not dot), id="inverted"),
    pytest.param((0xA5,), lambda p: Image.new("1", p.size, 1), id="all-on"),
    pytest.param((0xA5, 0xA4), lambda p: p, id="all-on-ended"),
    pytest.param((0xAE,), lambda p: Image.new("1", p.size), id="off"),
    pytest.param((0xAE, 0xAF), lambda p: p, id="on-again"),
    pytest.param((0xA0,), ImageOps.mirror, id="no-remap"),
    pytest.param((0xC0,), ImageOps.flip, id="ascending-scan"),
    pytest.param((0x40 | 5,), lambda p: shifted(p, 5), id="start-line"),
    pytest.param((0xD3, 9), lambda p: shifted(p, 9), id="display-offset"),
    pytest.param((0x40,), lambda p: p, id="start-line-0"),
    pytest.param((0xE3,), lambda p: p, id="nop"),
    pytest.param((0xD5, 0xF0, 0xD9, 0x22, 0xDA, 0x12, 0xDB, 0x20), lambda p: p, id="analogue-settings"),
]


@pytest.mark.parametrize("kind", [Ssd1306, Sh1106])
@pytest.mark.parametrize(("commands", "seen"), SETTINGS)
def test_each_setting_shows_on_the_glass(
    kind: type[Oled], commands: tuple[int, ...], seen: Callable[[Image.Image], Image.Image]
) -> None:
    assert same(lit(kind(), noise(1), *commands).picture(), seen(noise(1)))


def test_the_multiplex_ratio_limits_the_lines_that_light() -> None:
    seen = lit(Ssd1306(), Image.new("1", (128, 64), 1), 0xA8, 31).picture()
    assert seen.getbbox() == (0, 0, 128, 32)


def test_an_ssd1306_stays_dark_without_its_charge_pump() -> None:
    chip = lit(Ssd1306(), noise(1), 0x8D, 0x10)
    assert chip.picture().getbbox() is None


def test_an_sh1106_has_its_converter_on_until_told_otherwise() -> None:
    chip = lit(Sh1106(), noise(1))
    assert same(chip.picture(), noise(1))
    chip.receive(bytes([0x00, 0xAD, 0x8A]))
    assert chip.picture().getbbox() is None


@pytest.mark.parametrize("kind", [Ssd1306, Sh1106])
def test_after_power_up_the_memory_holds_noise_and_nothing_lights(kind: type[Oled]) -> None:
    chip = lit(kind(), noise(1), 0xA7)
    chip.power_on()
    assert chip.picture().getbbox() is None
    chip.receive(b"\x00" + UPRIGHT + LIGHT)
    assert not same(chip.picture(), noise(1))
    assert chip.picture().getbbox() is not None


def test_horizontal_addressing_fills_a_window_and_starts_again() -> None:
    chip = Ssd1306()
    chip.receive(bytes([0x00, 0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3]))
    chip.receive(bytes([0x40, 1, 2, 3, 4, 5, 6, 7]))
    assert (bytes(chip.memory[2][10:13]), bytes(chip.memory[3][10:13])) == (b"\x07\x02\x03", b"\x04\x05\x06")


def test_vertical_addressing_goes_down_first() -> None:
    chip = Ssd1306()
    chip.receive(bytes([0x00, 0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3]))
    chip.receive(bytes([0x40, 1, 2, 3, 4, 5]))
    assert (bytes(chip.memory[2][10:12]), bytes(chip.memory[3][10:12])) == (b"\x05\x03", b"\x02\x04")


def test_page_addressing_stays_on_its_page() -> None:
    chip = Ssd1306()
    before = bytes(chip.memory[4])
    chip.receive(bytes([0x00, 0x20, 0x02, 0xB3, 0x0F, 0x17]))
    chip.receive(bytes([0x40, 1, 2]))
    assert (chip.memory[3][127], chip.memory[3][0]) == (1, 2)
    assert bytes(chip.memory[4]) == before


def test_the_sh1106_drops_what_goes_beyond_the_page() -> None:
    chip = Sh1106()
    before = bytes(chip.memory[4])
    chip.receive(bytes([0x00, 0xB3, 0x02, 0x18]))
    chip.receive(bytes([0x40, 1, 2, 3, 4]))
    chip.receive(bytes([0x40, 5]))
    assert bytes(chip.memory[3][130:]) == b"\x01\x02"
    assert len(chip.memory[3]) == 132
    assert bytes(chip.memory[4]) == before


def test_a_command_may_be_spread_over_messages_and_single_control_bytes() -> None:
    chip = Ssd1306()
    chip.receive(bytes([0x80, 0x81, 0x80, 0x12]))
    assert chip.contrast == 0x12
    chip.receive(bytes([0x00, 0x81]))
    chip.receive(bytes([0x00, 0x34]))
    assert chip.contrast == 0x34


def test_commands_and_data_may_share_a_message() -> None:
    chip = Ssd1306()
    chip.receive(bytes([0x80, 0xB2, 0x80, 0x05, 0x80, 0x10, 0xC0, 0x77, 0x40, 0x78, 0x79]))
    assert bytes(chip.memory[2][5:8]) == b"\x77\x78\x79"


@pytest.mark.parametrize(("kind", "low"), [(Ssd1306, 0x03), (Sh1106, 0x08)])
def test_the_status_byte_tells_controller_and_whether_the_display_is_off(kind: type[Oled], low: int) -> None:
    chip = kind()
    assert chip.send(2) == bytes([0x40 | low] * 2)
    chip.receive(b"\x00\xaf")
    assert chip.send(1) == bytes([low])


def test_the_png_is_the_picture_enlarged_with_a_border() -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((10, 20), 1)
    shown = Image.open(io.BytesIO(lit(Ssd1306(), picture).png(scale=4))).convert("RGB")
    assert shown.size == (128 * 4 + 16, 64 * 4 + 16)
    glass = shown.getpixel((0, 0))
    differing = [(x, y) for x in range(528) for y in range(272) if shown.getpixel((x, y)) != glass]
    assert (min(differing), max(differing)) == ((48, 88), (51, 91))


def test_the_png_is_brighter_with_more_contrast() -> None:
    white = Image.new("1", (128, 64), 1)

    def brightness(contrast: int) -> Any:
        page = Image.open(io.BytesIO(lit(Ssd1306(), white, 0x81, contrast).png())).convert("L")
        return page.getpixel((8, 8))

    assert brightness(0) < brightness(0x7F) < brightness(0xFF)


def test_the_revision_grows_with_every_message() -> None:
    chip = Ssd1306()
    before = chip.revision
    chip.receive(b"\x40\x01")
    assert chip.revision > before

"""`pitboard wiring` and docs/wiring.md: every wire where it belongs, on the Pi, behind multiplexers and on hubs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.pi import PiBoardInfo
from typer.testing import CliRunner

from table.cli import app
from table.settings import read_wiring, wiring_of, wirings
from table.settings_places import I2C_PINS, SPI_PINS
from table.wiring_docs import DOCS, pages, write
from table.wiring_plan import (
    GP_TO_PICO,
    GPIO_TO_HEADER,
    PI_3V3,
    PI_GROUNDS,
    PICO_3V3,
    PICO_GROUNDS,
    hub_pins,
    plans,
)
from table.wiring_svg import WIDTH, colours, svg
from table.wiring_text import lines, markdown

if TYPE_CHECKING:
    from pathlib import Path

    from table.wiring_plan import Part, Plan

SVG = "{http://www.w3.org/2000/svg}"
ON_A_HUB = """
[hub.left]
reader = { ana = 0, bea = 7 }
keys = { "ana.next" = 3 }
lamp = { ana = 5 }
buzzer = "ana"
"""


def part(plan: Plan, title: str) -> Part:
    """The one part of a board whose title begins like that."""
    (found,) = [part for part in plan.parts if part.title.startswith(title)]
    return found


def ends(of: Part) -> dict[str, tuple[str, int]]:
    """Where each pin of a part goes."""
    return {wire.own: (wire.to, wire.pin) for wire in of.wires}


def header() -> dict[int, str]:
    """What gpiozero knows about the header: the name of every pin."""
    info = PiBoardInfo.from_revision(0x902120)
    return {pin.number: pin.name for pin in info.headers["J8"].pins.values()}


def test_every_gpio_is_at_the_pin_that_gpiozero_knows() -> None:
    names = header()
    assert {gpio: names[pin] for gpio, pin in GPIO_TO_HEADER.items()} == {
        gpio: f"GPIO{gpio}" for gpio in range(28)
    }
    assert {names[pin] for pin in PI_GROUNDS} == {"GND"}
    assert {names[pin] for pin in PI_3V3} == {"3V3"}


def test_every_pin_of_a_pico_is_the_one_of_the_hub_guide() -> None:
    guide = (DOCS / "hub.md").read_text(encoding="utf-8")
    shared = re.findall(r"\| (?:SCK|MOSI|MISO) \| GP(\d+).*? \| (\d+) \|", guide)
    selects = re.findall(r"\| GPIO \| (.*) \|\n\| pin of the board \| (.*) \|", guide)
    gps, pins = (cells.split(" | ") for cells in selects[0])
    assert len(shared) == 3
    for gp, pin in [*shared, *((gp[2:], pin) for gp, pin in zip(gps, pins, strict=True))]:
        assert GP_TO_PICO[int(gp)] == int(pin)


def test_a_pico_has_forty_pins_each_for_one_thing() -> None:
    named = [*GP_TO_PICO.values(), *PICO_GROUNDS, *PICO_3V3]
    assert len(set(named)) == len(named)
    assert set(range(1, 41)) - set(named) == {30, 33, 35, 37, 39, 40}


def test_the_hubs_pins_are_read_out_of_its_firmware() -> None:
    pins = hub_pins()
    assert (pins["MISO"], pins["SCK"], pins["MOSI"], pins["BUZZER"]) == ((16,), (18,), (19,), (14,))
    assert (len(pins["READERS"]), len(pins["KEYS"]), len(pins["LAMPS"])) == (8, 8, 6)


def test_the_starter_kit_is_wired_as_its_settings_say() -> None:
    (pi,) = plans(read_wiring("starter"))
    assert ends(part(pi, "RC522 reader: console")) == {
        "3.3V": ("3.3 V", 17),
        "GND": ("GND", 20),
        "RST": ("3.3 V", 17),
        "MISO": ("GPIO 9", 21),
        "MOSI": ("GPIO 10", 19),
        "SCK": ("GPIO 11", 23),
        "SDA (chip select)": ("GPIO 8", 24),
    }
    assert ends(part(pi, "SSD1306 panel, 0x3C: console"))["SDA"] == ("GPIO 2", 3)
    assert ends(part(pi, "keys"))["confirm"] == ("GPIO 13", 33)
    assert ends(part(pi, "lamp"))["+ through 330 ohms"] == ("GPIO 26", 37)
    assert ends(part(pi, "buzzer"))["+"] == ("GPIO 12", 32)


def test_readers_that_share_a_bus_go_through_buffers_and_a_single_one_does_not() -> None:
    def miso(text: str) -> list[str]:
        (pi,) = plans(wiring_of(text, "mine.toml"))
        return [wire.note for each in pi.parts for wire in each.wires if wire.own == "MISO"]

    assert miso("[reader.a]") == [""]
    assert miso("[reader.a]\n[reader.b]\ndevice = 1") == ["through its 74HC125 gate"] * 2


def test_the_package_driver_needs_its_reset_pin() -> None:
    (pi,) = plans(wiring_of("[reader.a]\ndriver = 'mfrc522'\nreset_pin = 22", "mine.toml"))
    assert ends(part(pi, "RC522"))["RST"] == ("GPIO 22", 15)


def test_the_reset_line_of_a_multiplexer_goes_to_its_pin() -> None:
    wiring = "[panel.ana]\nmux = 0x70\nchannel = 5\n"
    pi = plans(wiring_of(wiring, "mine.toml"))[0]
    assert ends(part(pi, "TCA9548A multiplexer"))["RST"][0] == "3.3 V"
    pi = plans(wiring_of(f"mux_reset = 4\n{wiring}", "mine.toml"))[0]
    assert ends(part(pi, "TCA9548A multiplexer"))["RST"] == ("GPIO 4", 7)


def test_panels_behind_a_multiplexer_are_wired_to_it_and_its_address_is_set() -> None:
    text = "[panel.a]\nmux = 0x72\nchannel = 5\n[panel.b]\nmux = 0x72\nchannel = 6"
    pi, mux = plans(wiring_of(text, "mine.toml"))
    board = ends(part(pi, "TCA9548A multiplexer, 0x72"))
    assert [board[f"A{bit}"][0] for bit in range(3)] == ["GND", "3.3 V", "GND"]
    assert ends(part(mux, "SSD1306 panel, 0x3C: a"))["SDA"] == ("SD5", 0)
    assert ends(part(mux, "SSD1306 panel, 0x3C: b"))["SCL"] == ("SC6", 0)


def test_a_hub_is_a_board_of_its_own() -> None:
    (hub,) = plans(wiring_of(ON_A_HUB, "mine.toml"))
    assert "USB cable" in hub.upstream
    assert ends(part(hub, "RC522 reader 7: bea"))["SDA (chip select)"] == ("GP15", 20)
    assert ends(part(hub, "keys: ana"))["next"] == ("GP3", 5)
    assert ends(part(hub, "lamp"))["+ through 330 ohms"] == ("GP13", 17)
    assert ends(part(hub, "buzzer"))["+ through 100 ohms"] == ("GP14", 19)


def test_a_number_beyond_the_firmwares_lists_is_told_what_to_change() -> None:
    (hub,) = plans(wiring_of(ON_A_HUB.replace('"ana.next" = 3', '"ana.next" = 12'), "mine.toml"))
    assert any("for ana.next change KEYS in firmware/board.py" in note for note in hub.notes)


@pytest.mark.parametrize("name", wirings())
def test_no_pin_has_two_signals_but_those_of_a_bus(name: str) -> None:
    shared = {f"GPIO {gpio}" for bus, _ in SPI_PINS.values() for gpio in bus}
    shared |= {f"GPIO {gpio}" for bus in I2C_PINS.values() for gpio in bus} | {"GP16", "GP18", "GP19"}
    for plan in plans(read_wiring(name)):
        wires = [wire for each in plan.parts for wire in each.wires if wire.kind == "signal"]
        own = [wire.to for wire in wires if wire.to not in shared]
        assert len(own) == len(set(own))


@pytest.mark.parametrize("name", wirings())
def test_a_picture_has_a_line_for_every_wire_with_a_pin_and_names_every_part(name: str) -> None:
    drawn = plans(read_wiring(name))
    picture = ET.fromstring(svg(drawn, name))  # noqa: S314 - we drew it ourselves
    wanted = sum(bool(wire.pin) for plan in drawn for each in plan.parts for wire in each.wires)
    assert len(picture.findall(f"{SVG}path")) == wanted
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert {each.title for plan in drawn for each in plan.parts} <= set(texts)


@pytest.mark.parametrize("name", wirings())
def test_nothing_of_a_picture_lies_outside_of_it_or_on_another_part(name: str) -> None:
    picture = ET.fromstring(svg(plans(read_wiring(name)), name))  # noqa: S314 - as above
    height = int(picture.attrib["height"])
    boxes = [
        tuple(int(box.attrib[side]) for side in ("x", "y", "width", "height"))
        for box in picture.findall(f"{SVG}rect")
        if box.attrib.get("fill") == "#f6f8fa"
    ]
    assert all(x + wide <= WIDTH and y + high <= height for x, y, wide, high in boxes)
    for number, (x, y, wide, high) in enumerate(boxes):
        for left, top, width, tall in boxes[number + 1 :]:
            assert x + wide <= left or left + width <= x or y + high <= top or top + tall <= y


def test_supply_is_red_ground_is_black_and_signals_of_a_part_differ() -> None:
    (pi,) = plans(read_wiring("starter"))
    painted = list(colours(part(pi, "RC522")))
    assert {colour for wire, colour in painted if wire.kind == "power"} == {"#c8102e"}
    assert {colour for wire, colour in painted if wire.kind == "ground"} == {"#222222"}
    signals = [colour for wire, colour in painted if wire.kind == "signal"]
    assert len(set(signals)) == len(signals) == 4


def test_a_name_that_would_break_the_picture_does_not() -> None:
    text = svg(plans(wiring_of('[lamp]\n"<a & b>" = 5', "mine.toml")), 'a "title"')
    assert "lamp (LED): <a & b>" in [one.text for one in ET.fromstring(text).iter(f"{SVG}text")]  # noqa: S314


def test_the_guide_is_what_the_wirings_say() -> None:
    for name, text in pages():
        assert (DOCS / name).read_text(encoding="utf-8") == text, f"docs/{name} is old: make docs"


def test_writing_the_guide_changes_only_what_is_old(tmp_path: Path) -> None:
    assert len(write(tmp_path)) == len(wirings()) + 1
    assert write(tmp_path) == []
    (tmp_path / "wiring.md").write_text("old")
    assert [path.name for path in write(tmp_path)] == ["wiring.md"]


def test_markdown_and_terminal_have_a_line_for_every_wire() -> None:
    drawn = plans(read_wiring("starter"))
    wires = [wire for plan in drawn for each in plan.parts for wire in each.wires]
    rows = [line for line in markdown(drawn) if line.startswith("| ") and "---" not in line]
    assert len(rows) == len(wires) + 1
    told = list(lines(drawn))
    assert sum(line.startswith("    ") for line in told) == len(wires)
    assert "    confirm            pin 33  GPIO 13" in told


def test_the_command_prints_pins_and_draws_pictures(tmp_path: Path) -> None:
    printed = CliRunner().invoke(app, ["wiring"])
    assert (printed.exit_code, "RC522 reader: console" in printed.stdout) == (0, True)
    target = tmp_path / "mine.svg"
    drawn = CliRunner().invoke(app, ["wiring", "starter", "--svg", str(target)])
    assert (drawn.exit_code, target.read_text(encoding="utf-8")[:4]) == (0, "<svg")


def test_the_command_knows_the_wirings_and_says_so() -> None:
    done = CliRunner().invoke(app, ["wiring", "stater"])
    assert done.exit_code == 2
    assert "did you mean 'starter'" in done.stderr

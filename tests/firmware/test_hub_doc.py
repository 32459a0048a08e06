"""What the guide to building a hub says is what the firmware does."""

from __future__ import annotations

import ast
import re
import tomllib
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from firmware import wire
from table.flash import MODULES
from table.settings import wiring_of
from tests.architecture.source import ROOT, tree_of

if TYPE_CHECKING:
    from collections.abc import Sequence

GUIDE = (ROOT / "docs" / "hub.md").read_text("utf-8")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def constants() -> dict[str, object]:
    """The pins that board.py names; it runs on a board only, so it is read and not imported."""
    found: dict[str, object] = {}
    for node in tree_of(ROOT / "firmware" / "board.py").body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple() | ast.Constant()):
                found[name] = ast.literal_eval(node.value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                found |= {
                    name.id: ast.literal_eval(value)
                    for name, value in zip(names, values, strict=True)
                    if isinstance(name, ast.Name)
                }
    return found


def row(start: str) -> list[int]:
    """The GPIO numbers of a row of the guide's tables; a range is written out."""
    line = next(line for line in GUIDE.splitlines() if line.startswith(f"| {start}"))
    if (both := re.search(r"GP(\d+) to GP(\d+)", line)) is not None:
        return list(range(int(both[1]), int(both[2]) + 1))
    return [int(number) for number in re.findall(r"GP(\d+)", line)]


@pytest.mark.parametrize(
    ("start", "name"),
    [
        ("GPIO", "READERS"),
        ("keys 0", "KEYS"),
        ("lamps 0", "LAMPS"),
        ("buzzer | GP", "BUZZER"),
        ("SCK", "SCK"),
        ("MOSI", "MOSI"),
        ("MISO", "MISO"),
    ],
)
def test_the_guide_has_the_pins_of_the_firmware(start: str, name: str) -> None:
    pins = constants()[name]
    wanted: Sequence[object] = pins if isinstance(pins, tuple) else (pins,)
    assert row(start) == list(wanted)


def test_no_pin_has_two_users() -> None:
    pins = constants()
    used = [pins[name] for name in ("MISO", "SCK", "MOSI", "BUZZER")]
    for name in ("READERS", "KEYS", "LAMPS"):
        group = pins[name]
        assert isinstance(group, tuple)
        used += group
    assert len(used) == len(set(used)) == 26


def test_the_guides_wiring_can_be_read() -> None:
    text = GUIDE[GUIDE.index("        [hub.left]") :].partition("\n\n")[0]
    wiring = wiring_of(dedent(text), "hub.md")
    assert tomllib.loads(dedent(text))["hub"]["left"]["identity"] == wiring.hubs[0].identity
    assert wiring.hubs[0].readers == {"ana": 0, "ben": 1}


def test_the_guide_counts_the_files() -> None:
    assert f"copies {NUMBERS[len(MODULES) + 1]} files" in GUIDE


def test_the_guide_names_every_kind_of_line() -> None:
    for kind in (wire.HELLO, wire.WELCOME, wire.EVENT, wire.ACK, wire.PING, wire.PONG):
        assert f"`{chr(kind)}`" in GUIDE
    assert f"At most {wire.LONGEST} bytes" in GUIDE

"""Writes `docs/wiring.md` and the pictures beside it from the wirings that come with pitboard: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table.settings import read_wiring, text_of_wiring, wirings
from table.wiring_keys import key_table
from table.wiring_plan import plans
from table.wiring_svg import svg
from table.wiring_text import SAFETY, markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parents[1] / "docs"
FIRST = "starter"

INTRODUCTION = f"""# Wiring

<!-- Written by `make docs` from config/wirings and the settings in table; change those, not this. -->

{SAFETY}

`pitboard wiring NAME` prints these tables, also for a wiring of your own (name its file); `--svg FILE` draws the
picture. `pitboard doctor` then tries every part. Pins of the Pi are counted from the corner with the square solder
pad; GPIO numbers are BCM numbers. Switch on SPI and I2C in `raspi-config`.

**Two or more readers on one bus.** Many cheap RC522 boards keep driving MISO while they are not selected: each works
alone, and none of them together. Put one gate of a 74HC125 into the MISO line of each reader: the reader's MISO to
the gate's input, the gate's output to the bus, the gate's enable (active low) to that reader's chip select; feed it
with 3.3 V.

**More than two panels.** A panel has one of two addresses, so a third one needs a TCA9548A multiplexer: up to eight
panels of one address, each on a channel of its own. A panel that fails is missed alone. A shorted channel is not: once
open, it holds the whole bus down, and nobody is heard who could close it. Join the multiplexer's RST to a free GPIO
instead of 3.3 V and write `mux_reset = 4` (its number) at the top of the wiring: then that panel, too, is missed alone.

**Lengths.** SPI at 4 MHz travels over 20 cm of loose wire, I2C at 100 kHz over about a metre. For readers further
away build a [hub](hub.md).
"""

KEYS = """## A wiring file of your own

Copy one of config/wirings and give it to `pitboard play`, `enrol` and `doctor` as `--wiring FILE`. It is TOML; NAME is
the station a part belongs to, for a hub any name. A key that is not in this table is refused, with its line.
"""


def pages() -> Iterator[tuple[str, str]]:
    """Every file of the guide: its name below docs/, and its text."""
    names = sorted(wirings(), key=lambda name: (name != FIRST, name))
    text = [INTRODUCTION]
    for name in names:
        drawn = plans(read_wiring(name))
        picture = f"wiring-{name.replace('_', '-')}.svg"
        yield picture, svg(drawn, f"Wiring: {name.replace('_', ' ')}")
        text.append(f"## {name}\n\n{_first_words(name)}\n\n![every wire of {name}]({picture})\n")
        text.append("\n".join(markdown(drawn)))
    text.append("\n" + "\n".join((KEYS, *key_table())))
    yield "wiring.md", "\n".join(text).rstrip() + "\n"


def _first_words(name: str) -> str:
    """The comment on top of a wiring file says what it is for."""
    words: list[str] = []
    for line in text_of_wiring(name)[0].splitlines():
        if not line.startswith("#"):
            break
        words.append(line.lstrip("# "))
    return " ".join(words)


def write(folder: Path = DOCS) -> list[Path]:
    """Write the guide into a folder; the files that changed."""
    changed = []
    for name, text in pages():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


if __name__ == "__main__":
    for path in write():
        sys.stdout.write(f"{path.name} is new\n")

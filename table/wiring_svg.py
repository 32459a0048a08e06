"""Draws a wiring plan as an SVG picture: each board's pins on the left, its parts on the right, one line a wire."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table.wiring_plan import Part, Plan, Wire

WIDTH, MARGIN = 1040, 24
PITCH, MOST_PITCH = 26, 44
"""From row to row of a board's pins; further apart where there are many parts."""

PIN_X, PIN_STEP, PIN_R = 190, 30, 9
PART_X, PART_W, ROW, HEAD, GAP = 640, 376, 20, 26, 14
RED, BLACK = "#c8102e", "#222222"
COLOURS = (
    *("#1f6fd1", "#e07b00", "#1a8f3c", "#7a3fb5", "#0a8f94", "#a0522d", "#d4369a", "#8a8d00"),
    *("#3b5998", "#c44d34", "#4d7a00", "#5b5b9e"),
)
"""The colours of jumper wires, as they come in a ribbon; signals take them in turn."""

STYLE = (
    "text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:13px;fill:#1b1f24}"
    ".t{font-weight:bold}.h{font-size:18px;font-weight:bold}.s{font-size:12px;fill:#57606a}"
    ".n{font-size:9px;text-anchor:middle}.r{text-anchor:end}"
)


def svg(plans: list[Plan], title: str) -> str:
    """Draw all boards, one below the other."""
    pieces: list[str] = []
    y = MARGIN + 20
    pieces.append(_text(MARGIN, y, title, "h"))
    y += 18
    for plan in plans:
        drawn, height = (_board if plan.pins else _list)(plan, y)
        pieces += drawn
        y += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" viewBox="0 0 {WIDTH} {y}" '
        f'role="img" aria-label="{escape(title, quote=True)}">\n<style>{STYLE}</style>\n'
        f'<rect width="{WIDTH}" height="{y}" fill="#ffffff"/>\n' + "\n".join(pieces) + "\n</svg>\n"
    )


def colours(part: Part) -> Iterator[tuple[Wire, str]]:
    """Each wire of a part with its colour: red for 3.3 V, black for ground, others in turn."""
    turn = iter(COLOURS * 3)
    for wire in part.wires:
        yield wire, {"power": RED, "ground": BLACK}.get(wire.kind) or next(turn)


def _heading(plan: Plan, y: int) -> tuple[list[str], int]:
    """A board's title, how it is joined, and its notes; the line below them."""
    pieces = [_text(MARGIN, y + 26, plan.title, "t")]
    y += 30
    for line in (plan.upstream, *plan.notes):
        if line:
            pieces.append(_text(MARGIN, y + 14, line, "s"))
            y += 18
    return pieces, y + 12


def _board(plan: Plan, top: int) -> tuple[list[str], int]:
    pieces, y = _heading(plan, top)
    parts = sorted(plan.parts, key=lambda part: _middle(plan, part))
    heights = [HEAD + ROW * len(part.wires) + 8 for part in parts]
    needed = sum(heights) + GAP * (len(parts) - 1)
    rows = len(plan.pins)
    pitch = min(MOST_PITCH, max(PITCH, needed // (rows + 1)))
    tall = max(needed, pitch * (rows + 1))
    pins = _Pins(plan, y + (tall - pitch * rows) // 2 + pitch // 2, pitch)
    wires: list[str] = []
    boxes: list[str] = []
    at = y + (tall - needed) // 2
    for number, (part, height) in enumerate(zip(parts, heights, strict=True)):
        boxes += _box(part, PART_X, at)
        bend = 100 + 140 * number // max(1, len(parts) - 1)
        wires += [
            pins.line(wire.pin, at + HEAD + ROW * row + ROW // 2, colour, bend)
            for row, (wire, colour) in enumerate(colours(part))
            if wire.pin
        ]
        at += height + GAP
    used = {wire.pin: colour for part in parts for wire, colour in colours(part)}
    pieces += [pins.board(), *wires, *pins.drawn(used), *boxes]
    return pieces, y + tall + MARGIN - top


def _middle(plan: Plan, part: Part) -> float:
    """The row of a board around which a part's wires come out: in this order few of them cross."""
    rows = {pin: row for row, pair in enumerate(plan.pins) for pin in pair}
    mine = [rows[wire.pin] for wire in part.wires if wire.pin and wire.kind == "signal"]
    return sum(mine) / len(mine) if mine else 0


class _Pins:
    """A board's two columns of pins. A wire of the left column passes between two rows of the right one."""

    def __init__(self, plan: Plan, first: int, pitch: int) -> None:
        self._plan, self._first, self._pitch = plan, first, pitch
        self._places = {
            pin: (PIN_X + PIN_STEP * column, first + pitch * row)
            for row, pair in enumerate(plan.pins)
            for column, pin in enumerate(pair)
        }

    def board(self) -> str:
        """The board below its pins."""
        top, height = self._first - self._pitch, self._pitch * len(self._plan.pins) + self._pitch // 2
        return (
            f'<rect x="{PIN_X - 22}" y="{top}" width="{PIN_STEP + 44}" height="{height}" rx="6" '
            'fill="#e9eef2" stroke="#8c959f"/>'
        )

    def line(self, pin: int, end_y: int, colour: str, bend: int) -> str:
        """A wire from a pin to a height beside the parts."""
        x, y = self._places[pin]
        out = PIN_X + PIN_STEP + PIN_R + 14
        start = f"M{x} {y}"
        if x == PIN_X:
            y += self._pitch // 2
            start += f" L{x + 12} {y}"
        curve = f"C{out + bend} {y} {out + bend} {end_y} {PART_X - 70} {end_y} L{PART_X} {end_y}"
        return f'<path d="{start} L{out} {y} {curve}" fill="none" stroke="{colour}" stroke-width="2.2"/>'

    def drawn(self, used: dict[int, str]) -> Iterator[str]:
        """The numbered pins; those in use carry their wire's colour."""
        for pin, (x, y) in self._places.items():
            colour = used.get(pin)
            shape = f'<circle cx="{x}" cy="{y}" r="{PIN_R}"'
            if pin == 1:
                shape = f'<rect x="{x - PIN_R}" y="{y - PIN_R}" width="{2 * PIN_R}" height="{2 * PIN_R}"'
            fill = "#ffffff" if colour else "#d0d7de"
            yield f'{shape} fill="{fill}" stroke="{colour or "#8c959f"}" stroke-width="{2 if colour else 1}"/>'
            yield f'<text x="{x}" y="{y + 3}" class="n">{pin}</text>'


def _box(part: Part, x: int, y: int) -> list[str]:
    height = HEAD + ROW * len(part.wires) + 8
    pieces = [
        f'<rect x="{x}" y="{y}" width="{PART_W}" height="{height}" rx="6" fill="#f6f8fa" stroke="#8c959f"/>',
        _text(x + 14, y + 18, part.title, "t"),
    ]
    for row, (wire, colour) in enumerate(colours(part)):
        middle = y + HEAD + ROW * row + ROW // 2
        pieces.append(f'<circle cx="{x}" cy="{middle}" r="4" fill="{colour}"/>')
        pieces.append(_text(x + 14, middle + 4, wire.own))
        where = f"pin {wire.pin}, {wire.to}" if wire.pin else wire.to
        pieces.append(
            _text(x + PART_W - 12, middle + 4, f"{wire.note + ': ' if wire.note else ''}{where}", "s r")
        )
    return pieces


def _list(plan: Plan, top: int) -> tuple[list[str], int]:
    """A board whose pins have names and no numbers: its parts side by side."""
    pieces, y = _heading(plan, top)
    step, bottom = WIDTH // 2 - MARGIN // 2, y
    for number, part in enumerate(plan.parts):
        x = MARGIN + (number % 2) * step
        height = HEAD + ROW * len(part.wires) + 8
        at = y + (number // 2) * (height + GAP)
        pieces += _box(part, x, at)
        bottom = max(bottom, at + height)
    return pieces, bottom + MARGIN - top


def _text(x: int, y: int, text: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}"{name}>{escape(text, quote=False)}</text>'

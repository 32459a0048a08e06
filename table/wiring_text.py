"""A wiring plan in words: pin by pin for the terminal, and as Markdown tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table.wiring_plan import Plan, Wire

SAFETY = "Wire with the power off. All parts run on 3.3 V; 5 V on a signal pin destroys the Pi."


def lines(plans: list[Plan]) -> Iterator[str]:
    """The plan for a terminal."""
    yield SAFETY
    for plan in plans:
        yield ""
        yield f"{plan.title}{', ' + plan.upstream if plan.upstream else ''}"
        yield from (f"  {note}" for note in plan.notes)
        for part in plan.parts:
            yield ""
            yield f"  {part.title}"
            width = max(len(wire.own) for wire in part.wires)
            yield from (f"    {wire.own:{width}}  {_end(wire)}" for wire in part.wires)


def _end(wire: Wire) -> str:
    pin = f"pin {wire.pin:2}  " if wire.pin else ""
    return f"{pin}{wire.to}{', ' + wire.note if wire.note else ''}"


def markdown(plans: list[Plan]) -> Iterator[str]:
    """The plan as Markdown: one table for each board."""
    for plan in plans:
        yield f"**{plan.title}**{', ' + plan.upstream if plan.upstream else ''}"
        yield ""
        for note in plan.notes:
            yield note
            yield ""
        yield "| part | its pin | goes to | pin |"
        yield "| --- | --- | --- | --- |"
        for part in plan.parts:
            title = part.title
            for wire in part.wires:
                to = f"{wire.to}, {wire.note}" if wire.note else wire.to
                yield f"| {title} | {wire.own} | {to} | {wire.pin or ''} |".replace("|  |", "| |")
                title = ""
        yield ""

"""The commands about wires: doctor, wiring and flash."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path
from typing import Annotated

import typer

from table.archive import home
from table.cli_words import fail, plainly
from table.settings import must_have_part, read_wiring

WiringName = Annotated[str, typer.Option(help="A wiring that comes with pitboard, or a file.")]


def doctor(
    *,
    wiring: WiringName = "starter",
    simulate: Annotated[bool, typer.Option("--simulate", help="Look at simulated wires.")] = False,
    outputs: Annotated[
        bool, typer.Option("--outputs", help="Light every lamp and sound every buzzer, too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one JSON object.")] = False,
) -> None:
    """Say what is there, what answers, what is missing and how to mend it. Leaves with 1 when something is wrong."""
    from table.doctor import examine  # noqa: PLC0415 - only this command needs the drivers

    logging.getLogger("devices").addHandler(
        logging.NullHandler()
    )  # what they have to say is among the findings
    with plainly():
        plan = read_wiring(wiring)
        must_have_part(plan)
        found = examine(wiring, plan, home(), simulate=simulate, outputs=outputs)
        if as_json:
            typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
        else:
            for line in found.lines(min(shutil.get_terminal_size().columns, 100)):
                typer.echo(line)
    if not found.well:
        raise typer.Exit(1)


def wiring(
    name: Annotated[
        str, typer.Argument(help="A wiring that comes with pitboard, or a file; a wrong name lists them.")
    ] = "starter",
    *,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it as an SVG picture instead.")
    ] = None,
) -> None:
    """Say pin by pin what is joined to what, or draw it."""
    from table.wiring_plan import plans  # noqa: PLC0415 - only this command needs them
    from table.wiring_svg import svg as picture  # noqa: PLC0415 - as above
    from table.wiring_text import lines  # noqa: PLC0415 - as above

    with plainly():
        plan = read_wiring(name)
        must_have_part(plan)
        drawn = plans(plan)
        if svg is None:
            for line in lines(drawn):
                typer.echo(line)
            return
        svg.write_text(picture(drawn, f"Wiring: {Path(name).stem}"), encoding="utf-8")
        typer.echo(f"drawn into {svg}; a browser shows it")


def flash(
    port: Annotated[str, typer.Argument(help="The board's port; without it the only one there is.")] = "",
) -> None:
    """Put the reader hub's firmware on its board: a Raspberry Pi Pico with MicroPython."""
    from devices.hub_serial import SerialPorts  # noqa: PLC0415 - only this command needs pyserial
    from table.flash import Flasher, FlashError  # noqa: PLC0415 - as above

    try:
        Flasher(SerialPorts(), typer.echo).flash(port)
    except FlashError as error:
        fail(str(error), error)


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(doctor)
    app.command()(wiring)
    app.command()(flash)

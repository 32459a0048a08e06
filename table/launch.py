"""`pitboard play`: reads its arguments, prepares the evening and runs the box.

The arguments are read by plain click, which the web page's server brings along, not by typer as those of the other
commands: see `table.start`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from table.archive import Archive, home
from table.cli_words import Language, fail, plainly
from table.evening import Evening, House
from table.house_options import read_options
from table.only_one import only_one
from table.play import has_wires, play_on_wires
from table.settings import read_wiring
from table.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table.games import Games

LAST_PORT = 65535


@click.command("play")
@click.option(
    "--wiring", default="starter", show_default=True, help="A wiring that comes with pitboard, or a file."
)
@click.option(
    "--lang",
    type=click.Choice([language.value for language in Language]),
    default="en",
    show_default=True,
    help="The language of the panels.",
)
@click.option("--names", default="", help="Who sits where, with commas: Ana,Bea,Cai.")
@click.option("--port", default=8765, show_default=True, help="The bench's port on this machine.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the bench in a browser.")
@click.option(
    "--option",
    "options",
    multiple=True,
    help="A house rule, KEY=VALUE or GAME.KEY=VALUE; may be said several times.",
)
@click.option("--simulate", is_flag=True, help="Use simulated wires although there are real ones.")
@click.pass_obj
def command(games: Games, /, port: int, **asked: Any) -> None:
    """Run the box. Without hardware it opens the bench: the whole box on simulated wires, in a browser."""
    if not 1 <= port <= LAST_PORT:
        fail(f"--port {port}: a port is 1 to {LAST_PORT}")
    with plainly(), only_one(folder := home()):
        seats = tuple(name.strip() for name in asked["names"].split(",") if name.strip())
        archive = Archive(folder / "matches")
        house = House(names=seats, options=read_options(asked["options"], games, games.names()))
        evening = Evening(games, archive, Texts(asked["lang"]), house)
        evening.notices += archive.tidy()
        wiring = read_wiring(asked["wiring"])
        if has_wires() and not asked["simulate"]:
            from table.tagbook import TagBook  # noqa: PLC0415 - the bench needs no database

            play_on_wires(wiring, evening, TagBook(folder / "tags.db"))
        else:
            from table.web.bench import run  # noqa: PLC0415 - the web page is for tables without wires

            run(wiring, evening, port=port, open_browser=asked["browser"])


def play(arguments: Sequence[str], games: Games) -> None:
    """Run the box as the arguments say, until it is told to stop."""
    command.main(arguments, "pitboard play", obj=games)

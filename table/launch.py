"""`pitboard play`: reads its arguments, prepares the evening and runs the box.

The arguments are read by argparse, not by typer as those of the other commands: see `table.start`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from table.cli_words import Language, fail, plainly
from table.evening import Evening, House
from table.house_options import read_options
from table.library import Library, home
from table.only_one import only_one
from table.play import has_wires, play_on_wires
from table.settings import read_wiring
from table.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table.games import Games

LAST_PORT = 65535


def reader() -> argparse.ArgumentParser:
    """Return what reads the arguments of `play`."""
    parser = argparse.ArgumentParser(
        prog="pitboard play",
        description="Run the box. Without hardware it opens the bench: the whole box on simulated wires, in a browser.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--wiring", default="starter", help="a wiring that comes with pitboard, or a file (%(default)s)"
    )
    parser.add_argument(
        "--lang", default="en", choices=[*Language], help="the language of the panels (%(default)s)"
    )
    parser.add_argument("--names", default="", help="who sits where, with commas: Ana,Bea,Cai")
    parser.add_argument(
        "--port", type=int, default=8765, help="the bench's port on this machine (%(default)s)"
    )
    parser.add_argument(
        "--browser", action=argparse.BooleanOptionalAction, default=True, help="open the bench in a browser"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE",
        help="a house rule, KEY=VALUE or GAME.KEY=VALUE; may be said several times",
    )  # fmt: skip
    parser.add_argument(
        "--simulate", action="store_true", help="use simulated wires although there are real ones"
    )
    return parser


def play(arguments: Sequence[str], games: Games) -> None:
    """Run the box as the arguments say, until it is told to stop."""
    asked = reader().parse_args(arguments)
    if not 1 <= asked.port <= LAST_PORT:
        fail(f"--port {asked.port}: a port is 1 to {LAST_PORT}")
    with plainly(), only_one(folder := home()):
        seats = tuple(name.strip() for name in asked.names.split(",") if name.strip())
        library = Library(folder / "matches")
        house = House(names=seats, options=read_options(asked.option, games, games.names()))
        evening = Evening(games, library, Texts(asked.lang), house)
        evening.notices += library.tidy()
        wiring = read_wiring(asked.wiring)
        if has_wires() and not asked.simulate:
            from table.tagbook import TagBook  # noqa: PLC0415 - the bench needs no database

            play_on_wires(wiring, evening, TagBook(folder / "tags.db"))
        else:
            from table.web.bench import run  # noqa: PLC0415 - the web page is for tables without wires

            run(wiring, evening, port=asked.port, open_browser=asked.browser)

"""The command line. One short function for each command; the work is done in other modules of this room."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated, TextIO, cast

import typer

from table import cli_play, cli_teach, cli_wires
from table.cli_words import Language, plainly, say_no_more
from table.games import Games
from table.packs import pack_names
from table.playback import play_again, report
from table.protocol import Protocol, serve
from table.rule_sheet import matching, sheet

app = typer.Typer(
    help="The small box in the middle of a game table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:  # noqa: FBT001 - typer hands the flag over like this
    if asked:
        try:
            typer.echo(f"pitboard {installed('pitboard')}")
        except PackageNotFoundError:
            typer.echo("pitboard, run from its source without being installed")
        raise typer.Exit


@app.callback()
def pitboard(
    ctx: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and leave.")
    ] = False,
) -> None:
    """The small box in the middle of a game table: reads the cards, knows the rulebook, plays whoever is missing."""
    del version
    ctx.obj = ctx.obj or Games()


@app.command()
def games(ctx: typer.Context) -> None:
    """List the games, how many can sit down to each, and the packs there are."""
    shelf: Games = ctx.obj
    names = shelf.names()
    width = max(map(len, names), default=0)
    with plainly():
        for name in names:
            least, most = shelf.rulebook(name).seats
            packs = ", ".join(pack_names(name)) or "none"
            typer.echo(f"{name:{width}}  {least} to {most} seats  packs: {packs}")


@app.command()
def rules(
    ctx: typer.Context,
    asked: Annotated[
        str, typer.Argument(metavar="GAME|ID", help="A game, a section (XX-MOVE) or a rule's id.")
    ],
    lang: Annotated[Language, typer.Option(help="The language of the sentences.")] = Language.EN,
) -> None:
    """Say what a rule, or every rule of a game, means."""
    with plainly():
        width = min(shutil.get_terminal_size().columns, 100)
        for line in sheet(matching(ctx.obj, asked), lang, width):
            typer.echo(line)


@app.command()
def engine(ctx: typer.Context) -> None:
    """Speak the engine protocol: requests as JSON lines on standard input, replies on standard output."""
    source, sink = cast("TextIO | None", sys.stdin), cast("TextIO | None", sys.stdout)
    if source is None or sink is None:  # closed before the start: nobody asks, or nobody can be answered
        return
    with plainly():
        if not serve(Protocol(ctx.obj), source.buffer, sink.buffer):
            say_no_more()


@app.command()
def replay(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A match file, or a recording the engine protocol saved.")],
    lang: Annotated[Language, typer.Option(help="The language of the names.")] = Language.EN,
) -> None:
    """Play a stored match again; say how it stands and a digest of its state. The file is only read."""
    with plainly():
        played = play_again(file, ctx.obj)
        for notice in played.notices:
            typer.echo(f"pitboard: {notice}", err=True)
        for line in report(played, lang):
            typer.echo(line)


cli_play.add_to(app)
cli_wires.add_to(app)
cli_teach.add_to(app)


def main() -> None:
    """Start here."""
    app(prog_name="pitboard")


if __name__ == "__main__":
    main()

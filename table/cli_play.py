"""The commands that run the box: play (see `table.launch`), demo and enrol."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.options import known_options
from engine.record import Header, SeatInfo
from engine.rulebook import SetupError
from table.archive import Archive, home
from table.cli_words import Language, fail, plainly
from table.evening import Evening
from table.house_options import read_options
from table.packs import options_for, pack_names, read_pack
from table.settings import read_wiring
from table.texts import Texts

if TYPE_CHECKING:
    from devices.sim.board import Board
    from table.games import Games
    from table.hands import Stuck
    from table.station import Station

WiringName = Annotated[str, typer.Option(help="A wiring that comes with pitboard, or a file.")]
PackName = Annotated[
    str, typer.Option("--pack", "--track", "--lake", help="Which pack; without it the first there is.")
]
Lang = Annotated[Language, typer.Option(help="The language of the panels.")]
Options = Annotated[
    list[str] | None,
    typer.Option(help="A house rule, KEY=VALUE or GAME.KEY=VALUE; may be said several times."),
]
Simulate = Annotated[
    bool, typer.Option("--simulate", help="Use simulated wires although there are real ones.")
]


def play(ctx: typer.Context) -> None:
    """Run the box. Without hardware it opens the bench: the whole box on simulated wires, in a browser."""
    from table import launch  # noqa: PLC0415 - only this command needs it

    launch.play(ctx.args, ctx.obj)


def demo(  # noqa: PLR0913 - what there is to show
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; `pitboard games` lists them.")],
    *,
    seats: Annotated[int, typer.Option(help="How many players.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed plays the same match.")] = 1,
    pack: PackName = "",
    option: Options = None,
    races: Annotated[int | None, typer.Option(help="How many races, where a match may have several.")] = None,
    books_only: Annotated[
        bool, typer.Option("--books-only", help="Let the box keep the books only.")
    ] = False,
    record: Annotated[Path | None, typer.Option(help="Write the match to this file.")] = None,
    wiring: WiringName = "starter",
    lang: Lang = Language.EN,
) -> None:
    """Let pilots play a whole match on simulated wires: they tap, deal and press, the panel is drawn here."""
    from table import demo as demonstration  # noqa: PLC0415 - only this command needs them
    from table.hands import Stuck  # noqa: PLC0415
    from table.playback import Played, report  # noqa: PLC0415

    with plainly(), tempfile.TemporaryDirectory() as folder:
        version = ctx.obj.rulebook(game).version  # an unknown game is named before its packs are looked for
        chosen = pack or next(iter(pack_names(game)), "")
        printed = read_pack(game, chosen)
        people = tuple(SeatInfo(f"Player {seat + 1}", hand_known=True) for seat in range(seats))
        header = Header(
            game,
            people,
            pack=printed,
            options=options_for(
                printed, _settings(ctx.obj, game, option or [], races, books_only=books_only)
            ),
            chance={"seed": seed},
            version=version,
        )
        evening = Evening(ctx.obj, Archive(Path(folder)), Texts(lang))
        evening.begin(header)
        watch = _draw if sys.stdout.isatty() else None
        try:
            played = demonstration.play(evening, read_wiring(wiring), seed, watch)
        except Stuck as stuck:
            fail(_why(stuck, evening, chosen), stuck)
        if record is not None and evening.journal is not None:
            shutil.copyfile(evening.journal.path, record)
        evening.close()
        for line in report(Played(evening.desk.match), lang):
            typer.echo(line)
        typer.echo(
            f"hands    {played.taps} taps, {played.presses} presses, {played.seconds:.0f} s of playing time",
            err=True,
        )


def _why(stuck: Stuck, evening: Evening, pack: str) -> str:
    """Say why the simulated hands came to a halt, and what to do about it."""
    match = evening.desk.match
    if not match.rulebook.open_lessons(match.state):
        return f"the simulated hands came to a halt: {stuck}"
    return (
        f"the pack {pack!r} does not know what is printed on every card, and simulated cards cannot be read: "
        f"try --pack practice, or teach it from your own with `pitboard teach {match.rulebook.game}`"
    )


def _settings(
    games: Games, game: str, pairs: list[str], races: int | None, *, books_only: bool
) -> dict[str, Any]:
    """Read the settings of a game off the command line."""
    rulebook = games.rulebook(game)
    settings = read_options(pairs, games, [game]).get(game, {})
    known = known_options(rulebook.options_type) if rulebook.options_type else ()
    level = rulebook.switches.get("level", "level")
    if books_only and level not in known:
        raise SetupError(f"{Texts(Language.EN).name(game)} has no books only; leave out --books-only")
    if races is not None:
        settings[rulebook.switches.get("races", "races")] = races
    if books_only:
        settings[level] = "books"
    return settings


def _draw(board: Board, station: Station) -> None:
    """Draw the panel over the last one, as large as the terminal allows."""
    from table.terminal import drawn, over_the_last  # noqa: PLC0415 - only where somebody watches

    picture = next(iter(board.oleds.values())).picture()
    sys.stdout.write(over_the_last(drawn(picture, station.screen().words(), shutil.get_terminal_size())))
    sys.stdout.flush()


def enrol(  # noqa: PLR0913 - what a table may choose
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; `pitboard games` lists them.")],
    *,
    pack: PackName = "",
    wiring: WiringName = "starter",
    lang: Lang = Language.EN,
    simulate: Simulate = False,
) -> None:
    """Give every card and tile of a pack its tag: lay them on the reader one after the other."""
    from table import enrolling  # noqa: PLC0415 - only this command needs them
    from table.play import has_wires  # noqa: PLC0415
    from table.tagbook import TagBook  # noqa: PLC0415

    with plainly():
        least = ctx.obj.rulebook(game).seats[0]  # an unknown game is named before its packs are looked for
        chosen = pack or next(iter(pack_names(game)), "")
        printed = read_pack(game, chosen)
        texts = Texts(lang)
        nobody = tuple(SeatInfo(texts.say("seat_number", {"number": n + 1})) for n in range(least))
        rulebook = ctx.obj.make(Header(game, nobody, pack=printed, options=options_for(printed, {})))
        folder = home()
        folder.mkdir(parents=True, exist_ok=True)
        book = TagBook(folder / "tags.db")
        if has_wires() and not simulate:
            enrolling.enrol_on_wires(read_wiring(wiring), book, rulebook, texts, typer.echo)
        elif simulate:
            enrolling.enrol_on_simulated_wires(read_wiring(wiring), book, rulebook, texts, typer.echo)
        else:
            fail("there is no reader on this machine; --simulate lays simulated tags on a simulated one")


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command(
        add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_extra_args": True}
    )(play)
    app.command()(demo)
    app.command()(enrol)

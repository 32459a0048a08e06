"""The command that teaches a pack: asks for printed values in the terminal and writes them down after each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.ask import IllegalAnswer
from engine.record import Header, SeatInfo
from engine.rulebook import SetupError
from table.archive import home
from table.atomic import replace_file
from table.cli_words import Language, fail, plainly
from table.disk import RealDisk
from table.packs import NAME, SUFFIX, options_for, pack_names, read_pack
from table.teaching import Teaching
from table.texts import Texts
from table.toml_text import toml_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.lessons import Field, Lesson
    from table.games import Games


def teach(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; `pitboard games` lists them.")],
    *,
    pack: Annotated[
        str, typer.Option(help="Which pack to begin with; without it one with something to teach.")
    ] = "",
    name: Annotated[
        str, typer.Option(help="The name of your pack; it is gone on with if it is there.")
    ] = "own",
    lang: Annotated[Language, typer.Option(help="The language of the questions.")] = Language.EN,
) -> None:
    """Enter what is printed on the cards and tiles of your own copy, and write it into a pack of your own."""
    with plainly():
        if not NAME.fullmatch(name):
            fail(f"{name!r} is no name for a pack: up to 60 letters, digits, - and _ only")
        ctx.obj.rulebook(game)  # an unknown game is named before its packs are looked for
        texts = Texts(lang)
        start = name if name in pack_names(game) else pack or _to_begin_with(ctx.obj, game)
        if not start:
            typer.echo(texts.say("teach_none"))
            return
        tables = {**read_pack(game, start), "name": name}
        tables.pop("uses", None)
        teaching = Teaching(lambda grown: _lessons(ctx.obj, game, grown), tables)
        if teaching.lesson is None:
            _tell_complete(ctx.obj, game, start, texts)
            return
        _go_through(teaching, texts, game, home() / "packs" / game / f"{name}{SUFFIX}")


def _to_begin_with(games: Games, game: str) -> str:
    """The last pack with something to teach, else the last whose game has lessons at all; "" where none has any."""
    return next(reversed(_unfinished(games, game)), "") or next(
        (one for one in reversed(pack_names(game)) if _lessons(games, game, read_pack(game, one))), ""
    )


def _unfinished(games: Games, game: str) -> list[str]:
    """The packs of a game in which something is not taught."""
    return [
        one
        for one in pack_names(game)
        if any(not lesson.taught for lesson in _lessons(games, game, read_pack(game, one)))
    ]


def _tell_complete(games: Games, game: str, pack: str, texts: Texts) -> None:
    typer.echo(texts.say("teach_complete", {"pack": pack}))
    if others := _unfinished(games, game):
        typer.echo(texts.say("teach_others", {"packs": ", ".join(others)}))


def _go_through(teaching: Teaching, texts: Texts, game: str, path: Path) -> None:
    """Ask for everything until there is nothing left or somebody has had enough, and write it down after each."""
    typer.echo(texts.say("teach_keys"))
    while (lesson := teaching.lesson) is not None and _ask(teaching, lesson, texts, game):
        if teaching.changes:
            _write(path, teaching.pack)
    if teaching.left:
        typer.echo(texts.say("teach_left", {"count": teaching.left}))
    typer.echo(
        texts.say("teach_written", {"file": str(path)}) if teaching.changes else texts.say("teach_nothing")
    )


def _ask(teaching: Teaching, lesson: Lesson, texts: Texts, game: str) -> bool:
    """Ask for one value; False when somebody has had enough."""
    field = teaching.field
    if field is None:
        return False
    prompt = f"{texts.name(lesson.component, game)}: {question(field, texts, game)}"
    try:
        typed = typer.prompt(prompt, prompt_suffix="? ")
    except typer.Abort:  # Ctrl-C, or the pipe is at its end
        typed = "."
    if not sys.stdin.isatty():  # nobody sees what a pipe types, nor the end of its line
        typer.echo()
    try:
        match typed.strip():
            case "." | "":
                return False
            case "-":
                teaching.skip()
            case "<":
                teaching.back()
            case text:
                teaching.give(text)
    except IllegalAnswer as refused:
        typer.echo(f"  {texts.say(refused.reason, refused.args_for_text, game)}")
    except SetupError as wrong:
        typer.echo(f"  {wrong}")
    return True


def question(field: Field, texts: Texts, game: str) -> str:
    """Put a field's question into words, with its range."""
    among = ", ".join(f"{option} = {texts.name(option, game)}" for option in field.options)
    shown: dict[str, Any] = {"low": field.low, "high": field.high, "count": field.count, "among": among}
    hint = texts.say(f"teach_{field.kind}", shown, game)
    return f"{texts.say(field.key, {}, game).strip('¿?')} ({hint})"


def _lessons(games: Games, game: str, pack: Mapping[str, Any]) -> tuple[Lesson, ...]:
    least = games.rulebook(game).seats[0]
    nobody = tuple(SeatInfo(str(seat)) for seat in range(least))
    return games.make(Header(game, nobody, pack=dict(pack), options=options_for(pack, {}))).lessons()


def _write(path: Path, tables: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(RealDisk(), path, toml_text(tables).encode())


def add_to(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(teach)

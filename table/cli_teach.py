"""The command that teaches a pack: asks for printed values in the terminal and writes them down after each."""

from __future__ import annotations

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
    pack: Annotated[str, typer.Option(help="Which pack to begin with; without it the last there is.")] = "",
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
        known = pack_names(game)
        start = name if name in known else pack or next(iter(reversed(known)), "")
        path = home() / "packs" / game / f"{name}{SUFFIX}"
        tables = {**read_pack(game, start), "name": name}
        tables.pop("uses", None)
        teaching = Teaching(lambda grown: _lessons(ctx.obj, game, grown), tables)
        typer.echo(texts.say("teach_keys"))
        while (lesson := teaching.lesson) is not None and _ask(teaching, lesson, texts, game):
            if teaching.changes:
                _write(path, teaching.pack)
        for table, number in teaching.left.items():
            typer.echo(texts.say("teach_left", {"count": number, "table": table}))
        typer.echo(
            texts.say("teach_written", {"file": str(path)})
            if teaching.changes
            else texts.say("teach_nothing")
        )


def _ask(teaching: Teaching, lesson: Lesson, texts: Texts, game: str) -> bool:
    """Ask for one value; False when somebody has had enough."""
    field = teaching.field
    if field is None:
        return False
    typed = typer.prompt(
        f"{texts.name(lesson.component, game)}: {question(field, texts, game)}", prompt_suffix="? "
    )
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

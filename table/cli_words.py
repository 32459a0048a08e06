"""What all commands share: the languages, and how a person's mistake is told."""

from __future__ import annotations

from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn

import typer

from engine.rulebook import SetupError
from table.disk import InUse
from table.match_file import UnreadableMatch
from table.recording import NotReplayed
from table.settings import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Language(StrEnum):
    """The languages there are words in."""

    EN = "en"
    ES = "es"


@contextmanager
def plainly() -> Iterator[None]:
    """Tell a person's mistake in one line and leave with 2; anything else is ours and keeps its traceback."""
    try:
        yield
    except (SetupError, SettingsError, NotReplayed, UnreadableMatch, InUse) as error:
        fail(str(error), error)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), error)


def fail(message: str, cause: Exception | None = None) -> NoReturn:
    """Say what is wrong and leave with 2."""
    typer.echo(f"pitboard: {message}", err=True)
    raise typer.Exit(2) from cause

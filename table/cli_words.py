"""What all commands share: the languages, and how a person's mistake is told."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn

from engine.rulebook import SetupError
from table.disk import InUse
from table.match_file import UnreadableMatch
from table.notice import Told
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
    """Tell a person's mistake in one line and leave with 2; anything else is ours and keeps its traceback.

    Where nobody reads any more what is said, there is nobody to tell: it ends without a word.
    """
    try:
        yield
    except (SetupError, SettingsError, NotReplayed, UnreadableMatch, InUse, Told) as error:
        fail(str(error), error)
    except BrokenPipeError as error:
        say_no_more()
        raise SystemExit from error
    except OSError as error:
        if error.errno == errno.ENOSPC:
            say_no_more()
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), error)


def say_no_more() -> None:
    """Let what is still buffered for standard output go nowhere, so that it does not fail once more at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def fail(message: str, cause: Exception | None = None) -> NoReturn:
    """Say what is wrong and leave with 2."""
    sys.stderr.write(f"pitboard: {message}\n")
    raise SystemExit(2) from cause

"""The folder of matches: begin one, find those that are not over, open one as it stood."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.atomic import damaged_name
from table.disk import InUse, RealDisk
from table.journal import Journal, NotSaved
from table.match_file import NoOpening, Opening, UnreadableMatch, read
from table.notice import Notice
from table.replay import rebuild

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.match import Match
    from engine.record import Header, Reseat
    from engine.rulebook import Rulebook
    from table.disk import Disk, File
    from table.match_file import Over, Story

    MakeRulebook = Callable[[Header], Rulebook[Any]]

_NAME = re.compile(r"match-(\d{6,})\.jsonl")
_TAKEN = re.compile(r"match-(\d{6,})\.jsonl(?:\..*)?")


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """Where everything is kept: $PITBOARD_HOME, systemd's state directory, or the user's data folder.

    Raises:
        FileNotFoundError: it begins with the ~ of somebody who is not known here.

    """
    if chosen := environment.get("PITBOARD_HOME"):
        return _expanded(chosen)
    if state := environment.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])  # systemd names several with colons between
    if data := environment.get("XDG_DATA_HOME"):
        return Path(data) / "pitboard"
    return _expanded("~/.local/share/pitboard")


def _expanded(folder: str) -> Path:
    try:
        return Path(folder).expanduser()
    except RuntimeError as error:
        why = "there is no such user; set PITBOARD_HOME to a folder written in full"
        raise FileNotFoundError(errno.ENOENT, why, folder) from error


@dataclass(frozen=True, slots=True)
class Summary:
    """A match file at a glance. `trouble` is set, and `header` None, when it cannot be read."""

    path: Path
    number: int
    header: Header | None = None
    begun: str = ""
    answers: int = 0
    over: Over | None = None
    trouble: Notice | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A match as it stood, the journal to go on with, what the table should be told, and which seats are to change hands."""

    match: Match[Any]
    journal: Journal
    notices: tuple[Notice, ...]
    coming: tuple[Reseat, ...] = ()


class Archive:
    """The matches in one folder. Files carry numbers, for the clock of a box without network may be wrong."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder
        self._disk: Disk = RealDisk() if disk is None else disk

    def start(self, header: Header, begun: str = "") -> tuple[Journal, Notice | None]:
        """Begin a match's file. The notice is set when the disk refuses: the match then goes on in memory."""
        taken = [int(name[1]) for name in map(_TAKEN.fullmatch, self._names()) if name]
        number = max(taken, default=0)
        while True:
            number += 1
            path = self.folder / f"match-{number:06}.jsonl"
            journal = Journal.begin(self._disk, path, Opening(number, header, begun=begun))
            try:
                journal.sync()
            except NotSaved as error:
                if isinstance(error.__cause__, (FileExistsError, InUse)):
                    continue  # another program began a match at the same moment
                return journal, error.notice
            return journal, None

    def summaries(self) -> list[Summary]:
        """All matches, the latest first. Reads only."""
        numbered = [(int(name[1]), name[0]) for name in map(_NAME.fullmatch, self._names()) if name]
        return [self._summary(number, self.folder / name) for number, name in sorted(numbered, reverse=True)]

    def unfinished(self) -> list[Summary]:
        """The matches that can be gone on with, the latest first. Reads only."""
        return [one for one in self.summaries() if one.trouble is None and one.over is None]

    def tidy(self) -> list[Notice]:
        """Set aside the files in which nothing can be read; to be called once at start. Nothing is ever deleted."""
        notices = []
        for one in self.summaries():
            if one.trouble is not None and one.trouble.key == "match_unreadable":
                with suppress(InUse):  # another program is about to write its first line
                    notices.append(self._set_aside(one.path, one.trouble))
        return notices

    def open(self, path: Path, make: MakeRulebook) -> Opened:
        """Open a match and lock its file.

        Raises:
            InUse: another program has it open.
            UnreadableMatch: nothing in it can be used, or a newer pitboard wrote it; the file is untouched.
            SetupError: the rulebook does not take the header.
            OSError: the file cannot be read.

        """
        file, refused = self._lock(path)
        try:
            data = self._disk.read(path)
            story = read(data, path.name)
            match, notices = rebuild(story, make(story.header), path.name)
        except BaseException:
            if file is not None:
                file.close()
            raise
        journal = Journal.go_on(self._disk, path, file, story, data if story.beyond else b"")
        try:
            journal.sync()
        except NotSaved as error:
            refused = error.notice
        journal.follow(match, story.coming)
        said = _about_tail(story, path.name, journal.kept_aside)
        return Opened(match, journal, (*said, *notices, *((refused,) if refused else ())), story.coming)

    # --- helpers ------------------------------------------------------------------------------------------------

    def _names(self) -> list[str]:
        return self._disk.names(self.folder)

    def _lock(self, path: Path) -> tuple[File | None, Notice | None]:
        """Open the file for writing; on a disk that can only be read, say so and go on without."""
        try:
            return self._disk.append(path), None
        except (InUse, FileNotFoundError):
            raise
        except OSError as error:
            return None, NotSaved(path, error).notice

    def _summary(self, number: int, path: Path) -> Summary:
        try:
            story = read(self._disk.read(path), path.name)
        except NoOpening as error:
            return Summary(path, number, trouble=Notice("match_unreadable", str(error), {"file": path.name}))
        except (UnreadableMatch, OSError) as error:
            return Summary(path, number, trouble=Notice("match_closed", str(error), {"file": path.name}))
        return Summary(path, number, story.header, story.opening.begun, len(story.record), story.over)

    def _set_aside(self, path: Path, trouble: Notice) -> Notice:
        """Give an unreadable file another name; on a disk that refuses it stays, and *trouble* is what can be said."""
        try:
            self._disk.append(path).close()  # finds out whether another program has it
            kept = damaged_name(self._disk, path)
            self._disk.rename(path, kept)
            self._disk.sync_folder(self.folder)
        except InUse:
            raise
        except OSError:
            return trouble
        text = (
            f"{path.name}: its first line was not whole, so no answer of it can be read. It is kept as {kept.name}; "
            "the other matches are not touched."
        )
        return Notice("match_set_aside", text, {"file": path.name, "kept": kept.name})


def _about_tail(story: Story, name: str, kept: Path | None) -> tuple[Notice, ...]:
    """What to say about the end of a file that was not whole."""
    answers = len(story.record)
    args = {"file": name, "bytes": story.tail, "answers": answers}
    if story.beyond:
        where = (
            f"The damaged file is kept as {kept.name}."
            if kept
            else "The file is left as it is until the disk takes a copy."
        )
        text = f"{name}: damaged after answer {answers}. {answers} answers are back, what came later is lost. {where}"
        return (Notice("match_damaged", text, args),)
    if story.tail:
        text = (
            f"{name}: the last {story.tail} bytes were not whole (the power went while they were written). "
            f"{answers} answers are back; look whether the last one is among them."
        )
        return (Notice("match_torn", text, args),)
    return ()

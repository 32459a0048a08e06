"""The journal of one match: an append-only file whose lines are safe once `sync` returns.

The synchronous core; `table.journal_writer` lets an event loop use it. When the disk refuses, lines wait in memory
and every later `sync` tries again from the last byte known to be safe, so that a half written group never stays.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import msgspec

from table import crc_lines
from table.atomic import keep_aside
from table.match_file import Coming, Keep, Line, Mark, Opening, Over, encode
from table.notice import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.match import Match
    from engine.record import Entry, Reseat
    from table.disk import Disk, File
    from table.match_file import Story

REASONS = {
    errno.ENOSPC: ("not_saved_full", "the disk is full", "free some space on it"),
    errno.EDQUOT: ("not_saved_full", "the disk quota is used up", "free some space on it"),
    errno.EROFS: ("not_saved_read_only", "the disk is read-only", "check the card and restart the box"),
    errno.EACCES: ("not_saved_refused", "writing is not permitted", "give pitboard's user the folder"),
    errno.EBUSY: ("not_saved_in_use", "another program has this match open", "close the other pitboard"),
}
OTHERWISE = ("not_saved_failed", "the disk does not take it", "check the card")


class NotSaved(Exception):
    """The disk refused. The lines wait in memory; nothing of them may be called accepted."""

    def __init__(self, path: Path, error: OSError) -> None:
        key, reason, remedy = REASONS.get(error.errno or 0, OTHERWISE)
        said = "" if error.errno in REASONS else f" ({error.strerror or error})"
        text = f"{path}: not saved, {reason}{said}. The match goes on in memory; {remedy}. Saving is tried again."
        super().__init__(text)
        self.notice = Notice(key, text, {"file": path.name})


class Journal:
    """Writes one match file. Make one with `begin` or `go_on`.

    `accepted` counts the lines that are safe, `syncs` the waits for the medium that told so.
    """

    def __init__(self, disk: Disk, path: Path) -> None:
        self.path = path
        self.accepted = 0
        self.syncs = 0
        self.over: Over | None = None
        self._disk = disk
        self._file: File | None = None
        self._exists = False  # so that a retry never makes a second file
        self._named = False  # whether the folder entry is on the medium
        self._doubtful = False  # whether bytes behind _size may be in the file
        self._failed = False  # whether the file has to be opened anew
        self._ended = True  # whether the last safe line has its line end
        self._aside = b""  # the whole damaged file, to be kept before it is cut
        self._size = 0
        self._waiting: list[bytes] = []
        self._seed = 0
        self._lines = 0
        self._record: list[Entry] = []
        self._coming: tuple[Reseat, ...] = ()
        self._mark: tuple[int, int] = (-1, 0)
        self.kept_aside: Path | None = None

    @classmethod
    def begin(cls, disk: Disk, path: Path, opening: Opening) -> Journal:
        """Begin a new file with its first line; nothing is written before `sync`."""
        journal = cls(disk, path)
        journal.append(opening)
        return journal

    @classmethod
    def go_on(cls, disk: Disk, path: Path, file: File | None, story: Story, damaged: bytes = b"") -> Journal:
        """Go on with an existing, locked file. What cannot be used of it is cut off before anything is written.

        *damaged* is the file's content when a copy of it has to be kept before that. Without *file* the disk could
        not open it, which is tried again with each `sync`.
        """
        journal = cls(disk, path)
        journal._file = file
        journal._exists = journal._named = True
        journal._size, journal._seed, journal._lines = story.size, story.seed, story.lines
        journal._record, journal.over = list(story.record), story.over
        journal._coming = story.coming
        journal._doubtful, journal._aside = story.tail > 0 or file is None, damaged
        journal.accepted = story.lines
        if story.marks:
            journal._mark = (story.marks[-1].entries, story.marks[-1].version)
        journal._ended = story.ended
        return journal

    # --- in memory ----------------------------------------------------------------------------------------------

    def append(self, *lines: Line) -> None:
        """Add lines; they are safe after the next `sync` that returns."""
        for line in lines:
            if self._lines == 0:
                text = crc_lines.opening(encode(line))
                self._seed = crc_lines.seed_of(text)
            else:
                text = crc_lines.line(self._lines, encode(line), self._seed)
            self._lines += 1
            self._waiting.append(text)

    def follow(self, match: Match[Any], coming: Sequence[Reseat] = ()) -> int:
        """Add whatever has changed since the last time in *match*, and which seats are *coming* to change hands.

        Returns how many lines that took.
        """
        lines: list[Line] = []
        stand = _common(self._record, match.record)
        fresh = match.record[stand:]
        if stand < len(self._record):
            lines.append(Keep(stand))
            del self._record[stand:]
            if self._mark[0] > stand:
                self._mark = (-1, 0)
        lines += fresh
        self._record += fresh
        last, version = match.boundaries[-1], match.rulebook.version
        if (last.entries, version) != self._mark:
            lines.append(Mark(last.entries, version, last.state))
            self._mark = (last.entries, version)
        if match.over and (self.over is None or lines):
            self.over = Over(msgspec.to_builtins(match.result))
            lines.append(self.over)
        elif lines:
            self.over = None
        if tuple(coming) != tuple(change for change in self._coming if change not in fresh):
            lines.append(Coming(tuple(coming)))
        self._coming = tuple(coming)
        self.append(*lines)
        return len(lines)

    def give_up(self) -> None:
        """Note that nobody wants to go on with this match."""
        self.over = Over()
        self.append(self.over)

    @property
    def written(self) -> int:
        """How many lines were added so far, safe or not."""
        return self._lines

    # --- on the disk --------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Write what waits and return when it is on the medium. One write and one wait, however many lines.

        Raises:
            NotSaved: the disk refused; everything still waits.

        """
        count = len(self._waiting)  # lines that come while this waits belong to the next time
        if not count and not self._doubtful:
            return
        data = b"".join(self._waiting[:count])
        if data and not self._ended:
            data = b"\n" + data
        try:
            self._put(data)
        except OSError as error:
            self._failed = True
            raise NotSaved(self.path, error) from error
        self._ended = self._ended or bool(data)
        self._size += len(data)
        self.syncs += 1
        self.accepted += count
        del self._waiting[:count]

    def _put(self, data: bytes) -> None:
        """Append *data* behind what is known to be safe and wait for the medium."""
        file = self._ready()
        if self._aside:
            self.kept_aside = keep_aside(self._disk, self.path, self._aside)
            self._aside = b""
        if self._doubtful:
            file.cut(self._size)
        self._doubtful = True
        file.write(data)
        file.sync()
        if not self._named:
            self._disk.sync_folder(self.path.parent)
            self._named = True
        self._doubtful = False

    def _ready(self) -> File:
        """Return the open file.

        A failed wait may have dropped what was written before it, and a card may have come back as another device:
        after a failure the file is opened anew, cut back, and all that is not safe is written again.
        """
        if self._failed:
            self.close()
            self._failed = False
        if self._file is None:
            opening = self._disk.append if self._exists else self._disk.create
            self._file = opening(self.path)
            self._exists = True
        return self._file

    def close(self) -> None:
        """Give the file free. What still waits is lost, so `sync` first."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _common(written: list[Entry], record: list[Entry]) -> int:
    """How many entries both lists begin with."""
    if written == record[: len(written)]:
        return len(written)
    return next(
        (index for index, (old, new) in enumerate(zip(written, record, strict=False)) if old != new),
        len(record),
    )

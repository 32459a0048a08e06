"""Open the one SQLite database (tag book, players, history): every change is on the medium when it returns.

A damaged file is set aside under another name, never overwritten; the caller fills the new one from its last copy.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from table.atomic import damaged_name
from table.disk import RealDisk
from table.notice import Notice, Told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_CANNOT_WRITE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_REASONS = {
    sqlite3.SQLITE_FULL: ("book_full", "the disk is full; free some space on it"),
    sqlite3.SQLITE_READONLY: (
        "book_read_only",
        "it cannot be written; check the card and the folder's owner",
    ),
    sqlite3.SQLITE_BUSY: ("book_busy", "another program keeps it busy; close the other pitboard"),
}
_OTHERWISE = "book_failed"


class DatabaseUnreadable(Told):
    """A look-up failed while the program ran. `notice` says what to do; the next start sets the damaged file aside."""

    def __init__(self, path: Path, error: sqlite3.Error) -> None:
        super().__init__(f"{path}: cannot be read ({error}); restart pitboard, it goes on with the last copy")
        self.notice = Notice("book_unreadable", str(self), {"file": path.name})


class DatabaseRefused(Told):
    """A change was not taken: nothing of it is stored. `notice` says why and what to do."""

    def __init__(self, path: Path, error: sqlite3.Error) -> None:
        key, reason = _REASONS.get(_code(error), (_OTHERWISE, f"{error}; check the card"))
        super().__init__(f"{path}: not stored, {reason}")
        self.notice = Notice(key, str(self), {"file": path.name})


def _code(error: sqlite3.Error) -> int:
    """The primary result code of an error; 0 when SQLite gave none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def open_database(path: Path) -> tuple[sqlite3.Connection, Notice | None]:
    """Open or make the database and check it page by page.

    The notice is set when a damaged file was set aside, or when it can only be read.

    Raises:
        DatabaseRefused: it can neither be opened nor made.

    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        notice = _set_aside(path, "it is empty") if path.exists() and path.stat().st_size == 0 else None
        try:
            return _checked(path), notice
        except sqlite3.DatabaseError as error:
            if _code(error) not in _DAMAGED:
                raise
            notice = _set_aside(path, str(error))
        return _checked(path), notice
    except sqlite3.Error as error:
        if _code(error) in _CANNOT_WRITE and path.exists():
            return _read_only(path)
        raise DatabaseRefused(path, error) from error
    except OSError as error:
        raise DatabaseRefused(path, sqlite3.OperationalError(str(error))) from error


@contextmanager
def change(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Make several changes as one: all of them are on the medium afterwards, or none.

    Raises:
        DatabaseRefused: the disk did not take them.

    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise DatabaseRefused(path, error) from error
    finally:
        if connection.in_transaction:  # on a full disk SQLite has rolled back by itself
            connection.execute("ROLLBACK")


def _checked(path: Path) -> sqlite3.Connection:
    """Connect and let SQLite look at every page."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _look_at_every_page(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _look_at_every_page(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        damage = sqlite3.DatabaseError(verdict)
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage


def _set_aside(path: Path, why: str) -> Notice:
    """Rename a damaged database together with its write-ahead log."""
    disk = RealDisk()
    kept = damaged_name(disk, path)
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            disk.rename(part, kept.with_name(kept.name + suffix))
    disk.sync_folder(path.parent)
    text = f"{path.name} is damaged ({why}). It is kept as {kept.name} and a new one is begun."
    return Notice("database_damaged", text, {"file": path.name, "kept": kept.name})


def _read_only(path: Path) -> tuple[sqlite3.Connection, Notice]:
    """Open a database on a disk that takes no writes at all."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise DatabaseRefused(path, error) from error
    text = (
        f"{path}: the disk can only be read, so nothing new is stored and the last changes may be missing. "
        "Check the card and restart the box."
    )
    return connection, Notice("database_read_only", text, {"file": path.name})

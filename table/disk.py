"""The few things storage does with a disk, behind a small door, so that tests can cut the power at every one of them."""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path


class InUse(OSError):
    """Another program is writing this file."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            errno.EBUSY,
            "another program has this match open; close the other pitboard first",
            str(path),
        )


class File(Protocol):
    """A file open for appending and locked: no second program gets it before `close`."""

    def write(self, data: bytes) -> None:
        """Append *data*. After an OSError any part of it may be there. Nothing is safe before `sync`."""
        ...

    def sync(self) -> None:
        """Return once everything written is on the medium."""
        ...

    def cut(self, size: int) -> None:
        """Drop everything after the first *size* bytes. OSError if the file is shorter than that."""
        ...

    def close(self) -> None:
        """Give the file free. Closing twice is allowed."""
        ...


class Disk(Protocol):
    """A file system. Everything raises OSError, as the real one does."""

    def names(self, folder: Path) -> list[str]:
        """The names in a folder, sorted; none when there is no such folder."""
        ...

    def read(self, path: Path) -> bytes:
        """Everything a file holds."""
        ...

    def create(self, path: Path) -> File:
        """Make a new file, with its folder if need be. FileExistsError if it exists."""
        ...

    def append(self, path: Path) -> File:
        """Open an existing file. Raises `InUse` when another program has it."""
        ...

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name in its folder; a file that has the new name already is replaced."""
        ...

    def remove(self, path: Path) -> None:
        """Remove a file."""
        ...

    def sync_folder(self, folder: Path) -> None:
        """Return once the names in a folder are on the medium."""
        ...


class RealFile:
    """`File` on a file descriptor."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._descriptor = descriptor
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise InUse(path) from error

    def write(self, data: bytes) -> None:
        """Append *data*; a full disk takes a part and then refuses."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def sync(self) -> None:
        """Wait for the medium."""
        os.fsync(self._descriptor)

    def cut(self, size: int) -> None:
        """Shorten the file, never lengthen it: that would add zeros."""
        there = os.fstat(self._descriptor).st_size
        if there < size:
            raise OSError(errno.EIO, f"the file has {there} bytes although {size} were saved")
        os.ftruncate(self._descriptor, size)

    def close(self) -> None:
        """Close the descriptor and with it the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class RealDisk:
    """`Disk` on the operating system."""

    def names(self, folder: Path) -> list[str]:
        """List a folder."""
        with suppress(FileNotFoundError):
            return sorted(entry.name for entry in folder.iterdir())
        return []

    def read(self, path: Path) -> bytes:
        """Read a whole file."""
        return path.read_bytes()

    def create(self, path: Path) -> File:
        """Make a new file."""
        self._make_folder(path.parent)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        return RealFile(path, os.open(path, flags, 0o644))

    def _make_folder(self, folder: Path) -> None:
        """Make a folder and those above it, each with its name on the medium."""
        if not folder.is_dir():
            self._make_folder(folder.parent)
            folder.mkdir(exist_ok=True)
            self.sync_folder(folder.parent)

    def append(self, path: Path) -> File:
        """Open a file at its end."""
        return RealFile(path, os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC))

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file."""
        old.replace(new)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink()

    def sync_folder(self, folder: Path) -> None:
        """Sync a folder's entries."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

"""One running box on a machine: a second one says so and leaves the first undisturbed."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "running"


class AlreadyRunning(OSError):
    """Another box runs with this folder. The message names its process and what to do."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Be the only box that works with a folder, until the block ends or the process dies.

    Raises:
        AlreadyRunning: there is one already.

    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            who = os.read(descriptor, 20).decode("ascii", "replace").strip() or "?"
            raise AlreadyRunning(
                f"a box is running already (process {who}); close it first: Ctrl-C where it was started, or "
                "sudo systemctl stop pitboard"
            ) from fault
        os.truncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)

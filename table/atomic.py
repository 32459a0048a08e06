"""Replace a small file so that after a power cut the old or the new version is there, never half of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from table.disk import Disk


def replace_file(disk: Disk, path: Path, data: bytes) -> None:
    """Write *data* beside *path*, wait for the medium, then let it take the name.

    Raises:
        OSError: the disk refused; what was there before is untouched.

    """
    aside = path.with_name(path.name + ".new")
    if aside.name in disk.names(path.parent):
        disk.remove(aside)  # what an earlier power cut left
    file = disk.create(aside)
    try:
        file.write(data)
        file.sync()
    finally:
        file.close()
    disk.rename(aside, path)
    disk.sync_folder(path.parent)


def keep_aside(disk: Disk, path: Path, data: bytes) -> Path:
    """Keep a copy of a damaged file beside it as `name.damaged-N`, on the medium when this returns."""
    kept = damaged_name(disk, path)
    replace_file(disk, kept, data)
    return kept


def damaged_name(disk: Disk, path: Path) -> Path:
    """Return the first free `name.damaged-N` beside a file."""
    names = disk.names(path.parent)
    number = 1
    while f"{path.name}.damaged-{number}" in names:
        number += 1
    return path.with_name(f"{path.name}.damaged-{number}")

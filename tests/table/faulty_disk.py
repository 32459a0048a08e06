"""A disk in memory that can refuse, fill up, or lose power at its n-th step: part of the tests' kit.

What programs see and what is on the medium differ until `sync` and `sync_folder`; a power cut leaves something between.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from table.disk import InUse

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

HOW_LOST = ("gone", "kept", "part", "zeros", "hole")
"""What may become of bytes that were written and not synced."""


class PowerCutError(Exception):
    """The power went in the middle of a step."""


@dataclass(eq=False)
class Node:
    """A file without its name: what programs see, what is on the medium, and whether somebody has it open."""

    seen: bytearray = field(default_factory=bytearray)
    safe: bytes = b""
    locked: bool = False


class FaultyFile:
    def __init__(self, disk: FaultyDisk, node: Node) -> None:
        self._disk, self._node, self._open = disk, node, True
        node.locked = True

    def write(self, data: bytes) -> None:
        assert self._open
        self._disk.bytes_written += len(data)
        half = len(data) // 2
        if self._disk.fault or self._disk.steps + 1 == self._disk.cut_at:
            self._node.seen += data[:half]
        self._disk.step()
        self._node.seen += data

    def sync(self) -> None:
        assert self._open
        self._disk.step()
        self._node.safe = bytes(self._node.seen)
        self._disk.syncs += 1

    def cut(self, size: int) -> None:
        assert self._open
        assert len(self._node.seen) >= size
        self._disk.step()
        del self._node.seen[size:]

    def close(self) -> None:
        if self._open:
            self._node.locked = self._open = False


class FaultyDisk:
    """`table.disk.Disk` with faults. `fault`: the error number of every changing step; `cut_at`: the step that kills."""

    def __init__(self) -> None:
        self.fault: int = 0
        self.cut_at = 0
        self.steps = 0
        self.syncs = 0
        self.bytes_written = 0
        self.seen: dict[Path, Node] = {}
        self.safe: dict[Path, Node] = {}

    def step(self) -> None:
        """Count a step that changes something, and let it go wrong."""
        self.steps += 1
        if self.steps == self.cut_at:
            raise PowerCutError
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))

    def names(self, folder: Path) -> list[str]:
        return sorted(path.name for path in self.seen if path.parent == folder)

    def read(self, path: Path) -> bytes:
        return bytes(self._node(path).seen)

    def create(self, path: Path) -> FaultyFile:
        self.step()
        if path in self.seen:
            raise FileExistsError(17, "File exists", str(path))
        self.seen[path] = Node()
        return FaultyFile(self, self.seen[path])

    def append(self, path: Path) -> FaultyFile:
        self.step()
        if self._node(path).locked:
            raise InUse(path)
        return FaultyFile(self, self.seen[path])

    def rename(self, old: Path, new: Path) -> None:
        self.step()
        self.seen[new] = self.seen.pop(old)

    def remove(self, path: Path) -> None:
        self.step()
        del self.seen[path]

    def sync_folder(self, folder: Path) -> None:
        self.step()
        for path in [path for path in self.safe if path.parent == folder]:
            del self.safe[path]
        self.safe |= {path: node for path, node in self.seen.items() if path.parent == folder}
        self.syncs += 1

    def put(self, path: Path, data: bytes) -> None:
        """Lay a file there, whole and safe."""
        self.seen[path] = self.safe[path] = Node(bytearray(data), data)

    def after_power_cut(self, rng: Random) -> FaultyDisk:
        """The disk as the next start finds it."""
        found = FaultyDisk()
        names = self.seen if rng.random() < 0.5 else self.safe
        for path, node in names.items():
            found.put(path, _left(node, rng))
        return found

    def _node(self, path: Path) -> Node:
        if path not in self.seen:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return self.seen[path]


def _left(node: Node, rng: Random) -> bytes:
    """What a power cut leaves of a file: all that is safe and any part of the rest, or of what was being cut off."""
    safe, seen = node.safe, bytes(node.seen)
    if not seen.startswith(safe):
        return rng.choice([safe, seen])
    fresh = seen[len(safe) :]
    match rng.choice(HOW_LOST):
        case "gone":
            return safe
        case "kept":
            return seen
        case "part":
            return safe + fresh[: rng.randint(0, len(fresh))]
        case "zeros":
            return safe + bytes(len(fresh))
        case _:
            start = rng.randint(0, len(fresh))
            return safe + fresh[:start] + bytes(len(fresh[start : start + 64])) + fresh[start + 64 :]

"""Numbered text lines with a check sum each, and reading them back out of a file that anything may have happened to.

A line is `<crc32 as 8 hex digits> <number> <payload>`. The check sum covers number and payload; for every line but
the first it starts from the first line's sum, so a block that strayed in from another file does not fit. The numbers
count from 0 without a gap: a line that comes twice is known by its number, and what stands between two whole lines
with neighbouring numbers cannot have been a line.

Without its first line a file is nothing, so that one is written twice, further apart than a block of a file system is
long: no block that is lost takes both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from zlib import crc32

BLOCK: Final = 4096
"""The size of a file system's block, which is lost or zeroed as a whole, in bytes."""

_SHAPE = re.compile(rb"([0-9a-f]{8}) ((?:0|[1-9][0-9]{0,9}) )(.*)", re.DOTALL)


def line(number: int, payload: bytes, seed: int) -> bytes:
    """One line with its end. *seed* is the first line's check sum; 0 for that line itself."""
    body = b"%d %s" % (number, payload)
    return b"%08x %s\n" % (crc32(body, seed), body)


def opening(payload: bytes) -> bytes:
    """The first line, blanks, and the first line again."""
    first = line(0, payload, 0)
    return first + b" " * BLOCK + b"\n" + first


def seed_of(first: bytes) -> int:
    """The check sum of a first line, where the sums of all others start."""
    return int(first[:8], 16)


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds.

    `payloads` are the whole lines in order; `size` is where the last of them ends, `ended` whether its line end is
    there too. `tail` counts the bytes after that; `beyond` the whole lines among them, which cannot be used because
    one before them is missing.
    """

    payloads: list[bytes]
    seed: int | None
    size: int
    ended: bool
    tail: int
    beyond: int


def find(data: bytes) -> Found:
    """Read lines from the beginning as far as none is missing. Never raises: damage ends the list."""
    payloads: list[bytes] = []
    seed: int | None = None
    size, start, beyond = 0, 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        whole = _whole(data[start:end], seed)
        if whole is not None:
            number, payload = whole
            if number == len(payloads):
                payloads.append(payload)
                seed = seed_of(data[start:end]) if seed is None else seed
                size = min(end + 1, len(data))
                beyond = 0
            elif number > len(payloads):
                beyond += 1
        start = end + 1
    return Found(payloads, seed, size, data[size - 1 : size] == b"\n", len(data) - size, beyond)


def _whole(text: bytes, seed: int | None) -> tuple[int, bytes] | None:
    """Number and payload of a line whose check sum is right. Without a seed only the first line can be."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        return None
    number = int(shape[2])
    if (number == 0) != (seed is None) or crc32(text[9:], seed or 0) != int(shape[1], 16):
        return None
    return number, shape[3]

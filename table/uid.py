"""The number of a tag as identity: one spelling for what different readers report, and what it tells about itself."""

from __future__ import annotations

from functools import reduce
from operator import xor

LENGTHS = (4, 7, 10)
"""Bytes in a UID of single, double and triple size (ISO/IEC 14443-3, 6.5.4)."""

RANDOM = 0x08
"""First byte of a four-byte UID that the tag makes up anew each time (ISO/IEC 14443-3, 6.5.4)."""


def normalise(uid: bytes) -> bytes | None:
    """Return a UID of 4, 7 or 10 bytes, or None when it cannot be a whole one.

    Some readers hand on the check byte behind a four-byte UID (the XOR of the four); it is dropped.
    """
    if len(uid) == 5 and reduce(xor, uid) == 0:
        return uid[:4]
    return uid if len(uid) in LENGTHS else None


def made_up(uid: bytes) -> bool:
    """Whether the tag may show another number next time."""
    return len(uid) == 4 and uid[0] == RANDOM


def spell(uid: bytes) -> str:
    """A UID for people: `04 A1 B2 C3`."""
    return uid.hex(" ").upper()


def unspell(text: str) -> bytes:
    """Read a UID that a person or file wrote, with or without spaces, colons or dashes.

    Raises:
        ValueError: it is not made of pairs of hexadecimal digits.

    """
    return bytes.fromhex(text.replace(":", " ").replace("-", " "))


def digits_apart(one: bytes, other: bytes) -> int:
    """In how many hexadecimal digits two UIDs differ; those of different length differ in all."""
    if len(one) != len(other):
        return 2 * max(len(one), len(other))
    return sum(left != right for left, right in zip(one.hex(), other.hex(), strict=True))

"""What a hub says, as typed values: the bodies of the lines of `firmware/wire.py`. `docs/hub.md` has the list."""

from __future__ import annotations

from dataclasses import dataclass

from devices.presence import Crowd, Garbled, Look, Mute, Nothing, Tag
from firmware import rc522, wire


@dataclass(frozen=True, slots=True)
class Welcome:
    """A hub's answer to our hello."""

    protocol: int
    session: str
    boot: str
    identity: str
    firmware: str
    reset_cause: str
    readers: int
    keys: int
    lamps: int
    ticks: int


@dataclass(frozen=True, slots=True)
class KeyMoved:
    """A key went down or up."""

    key: int
    pressed: bool
    ticks: int


@dataclass(frozen=True, slots=True)
class Looked:
    """So many looks of a reader came to the same; the last at *ticks*."""

    reader: int
    look: Look
    count: int
    ticks: int


@dataclass(frozen=True, slots=True)
class State:
    """Which keys are down as far as told, and how many runs of looks could not be told for want of room."""

    keys: int
    ticks: int
    lost: int


@dataclass(frozen=True, slots=True)
class Gained:
    """The gain that a reader uses, as its chip reads back, and why it is not the one that was set."""

    reader: int
    gain: int
    why: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The hub's answer to a ping: its clock, memory, damaged lines, and its longest time between looks."""

    ticks: int
    free: int
    damaged: int
    revisit: int


News = KeyMoved | Looked | State | Gained


def hello(session: str, afresh: int = 0) -> bytes:
    """What we say first, until somebody answers; another number asks for a new conversation."""
    return f"{wire.PROTOCOL:02X},{session}{f',{afresh:04X}' if afresh else ''}".encode()


def protocol_of(body: bytes) -> int | None:
    """The protocol that a welcome speaks; all versions say it in the same place."""
    return wire.get_hex(body, 0, 2) if wire.get_hex(body, 0, 2) >= 0 else None


def welcome_of(body: bytes) -> Welcome | None:
    """Read a welcome of our protocol; None for one that makes no sense."""
    words = body.decode("ascii", "replace").split(",")
    if len(words) < 10:
        return None
    protocol, session, boot, identity, firmware, cause, *counts = words[:10]
    numbers = [_number(word) for word in (protocol, *counts)]
    if None in numbers:
        return None
    whole = [number or 0 for number in numbers]
    return Welcome(whole[0], session, boot, identity.upper(), firmware, cause, *whole[1:])


def pong_of(body: bytes) -> Pong | None:
    """Read a pong; None for one that makes no sense."""
    numbers = [_number(word) for word in body.decode("ascii", "replace").split(",")]
    whole = [number for number in numbers if number is not None]
    return Pong(*whole[:4]) if len(whole) == len(numbers) and len(whole) >= 4 else None


def news_of(body: bytes) -> News | None:
    """Read an event; None for one that this version does not know."""
    match body[:1]:
        case b"K" if len(body) == 11:
            key, pressed, ticks = (wire.get_hex(body, at, size) for at, size in ((1, 1), (2, 1), (3, 8)))
            return KeyMoved(key, pressed == 1, ticks) if min(key, pressed, ticks) >= 0 else None
        case b"V" if len(body) == 17:
            keys, ticks, lost = (wire.get_hex(body, at, size) for at, size in ((1, 4), (5, 8), (13, 4)))
            return State(keys, ticks, lost) if min(keys, ticks, lost) >= 0 else None
        case b"L" if len(body) >= 13:
            return _looked(body)
        case b"G" if len(body) >= 3:
            reader, gain = (wire.get_hex(body, at, 1) for at in (1, 2))
            return (
                Gained(reader, gain, body[3:].decode("ascii", "replace")) if min(reader, gain) >= 0 else None
            )
    return None


def _looked(body: bytes) -> Looked | None:
    places = ((1, 1), (2, 1), (3, 2), (5, 8))
    reader, kind, count, ticks = (wire.get_hex(body, at, size) for at, size in places)
    look = _look(kind, body[13:].decode("ascii", "replace"))
    return Looked(reader, look, count, ticks) if look and min(reader, count, ticks) >= 0 else None


def _look(kind: int, rest: str) -> Look | None:
    match kind:
        case rc522.NO_CARD:
            return Nothing()
        case rc522.CARD:
            uid = _bytes(rest)
            return Tag(uid) if len(uid) in (4, 7, 10) else None
        case rc522.COLLISION:
            return Crowd()
        case rc522.ERROR:
            return Garbled(rest)
        case rc522.UNWELL:
            return Mute(rest)
    return None


def _number(word: str) -> int | None:
    number = wire.get_hex(word.encode("ascii", "replace"), 0, len(word)) if 0 < len(word) <= 8 else -1
    return number if number >= 0 else None


def _bytes(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""

"""The words of the engine protocol: what a line may ask for, and what a reply looks like. Bytes in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from engine.ask import Kind, Option, Seat, Value
from engine.pictures import Dice, Way
from engine.record import Correct, Reseat, SeatInfo, Teach, Withdraw
from table.plain import NotPlain, must_be_plain

if TYPE_CHECKING:
    from engine.ask import Ask, IllegalAnswer

LIMIT: Final = 1024 * 1024
"""The longest line in bytes."""

PILOTS: Final = ("weak", "strong")

B = TypeVar("B", bound=msgspec.Struct)


class Malformed(ValueError):
    """A line that asks for nothing this protocol knows, or not in the way it must. The message says what is wrong."""


class Chance(msgspec.Struct, frozen=True):
    """Virtual dice and decks; without a seed a fresh one is made."""

    seed: int | None = None


class New(msgspec.Struct, frozen=True):
    """Begin a match. `pack` is a name, a whole pack, or left out."""

    game: str
    seats: list[dict[str, Any]]
    pack: str | dict[str, Any] | None = None
    options: dict[str, Any] = {}
    chance: Chance | None = None


class Answered(msgspec.Struct, frozen=True):
    """A seat's answer to its open question."""

    seat: Seat
    value: Value


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open question as it travels: what every question has always, the rest where it applies."""

    seat: Seat
    key: str
    kind: Kind
    options: tuple[Option, ...]
    optional: bool
    secret: bool
    reveals: bool
    group: str
    rules: tuple[str, ...]
    args: Mapping[str, Value] = {}
    low: int | None = None
    high: int | None = None
    at: int | None = None
    to: int | None = None
    pile: str | None = None
    timed: bool = False
    dice: Dice | None = None
    ways: tuple[Way, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """An answer against the rules: why, by which rules, and what the reason's text wants to know."""

    reason: str
    rules: tuple[str, ...]
    args: Mapping[str, Value]


def question(ask: Ask[Any], group: str) -> Question:
    """Make what travels of a question."""
    return Question(
        ask.seat,
        ask.key,
        ask.kind,
        ask.options,
        ask.optional,
        ask.secret,
        ask.reveals,
        group,
        ask.rules,
        args=ask.args,
        low=ask.low,
        high=ask.high,
        at=ask.at,
        to=ask.to,
        pile=ask.pile,
        timed=ask.timed,
        dice=ask.dice,
        ways=ask.ways,
    )


def refusal(error: IllegalAnswer) -> Refused:
    """Make what travels of a refusal."""
    return Refused(error.reason, error.rules, error.args_for_text)


def parse(line: bytes) -> tuple[str, Any]:
    """Take a line apart into the name of the request and what stands behind it.

    Raises:
        Malformed: it is too long, no JSON, or not an object with exactly one key.

    """
    if len(line.rstrip(b"\r\n")) > LIMIT:
        raise Malformed(f"the line is longer than {LIMIT} bytes")
    try:
        whole = msgspec.json.decode(line.decode("utf-8-sig"))
        must_be_plain(whole)
    except UnicodeDecodeError as error:
        raise Malformed("the line is not UTF-8") from error
    except RecursionError as error:
        raise Malformed("the line is nested too deeply") from error
    except NotPlain as error:
        raise Malformed(str(error)) from error
    except msgspec.DecodeError as error:
        raise Malformed(f"the line is not JSON: {error}") from error
    if not isinstance(whole, dict):
        raise Malformed('a request is an object with one key, like {"view": 0}')
    if len(whole) != 1:
        raise Malformed(f"a request has one key; this line has {len(whole)}: {', '.join(whole) or 'none'}")
    ((name, body),) = whole.items()
    return name, body


def read_new(body: Any) -> tuple[New, tuple[SeatInfo, ...]]:
    """Read what stands behind "new", with its seats."""
    new = read(New, body, "new")
    if isinstance(body.get("chance"), dict):
        read(Chance, body["chance"], "new.chance")
    return new, tuple(_seat(info, f"new.seats[{n}]") for n, info in enumerate(new.seats))


def read_answer(body: Any) -> Answered:
    """Read what stands behind "answer"; null is an answer, but it must be said."""
    return read(Answered, body, "answer")


def read_change(name: str, body: Any) -> Withdraw | Correct | Teach | Reseat:
    """Read what stands behind "withdraw", "correct", "teach" or "reseat"."""
    if name == "withdraw":
        return read(Withdraw, body, name)
    if name == "correct":
        return read(Correct, body, name)
    if name == "teach":
        return read(Teach, body, name)
    change = read(Reseat, body, name)
    return Reseat(change.seat, _seat(body["info"], "reseat.info"))


def read_count(name: str, body: Any) -> int:
    """Read a number of entries."""
    if isinstance(body, bool) or not isinstance(body, int):
        raise Malformed(f"{name}: expected a whole number of entries, got {_short(body)}")
    return body


def read_seat(name: str, body: Any, seats: int) -> int | None:
    """Read a seat that looks; null looks from outside."""
    if body is None:
        return None
    seat = read_count(name, body) if isinstance(body, int) else None
    if seat is None or not 0 <= seat < seats:
        raise Malformed(f"{name}: expected null or a seat from 0 to {seats - 1}, got {_short(body)}")
    return seat


def read_true(name: str, body: Any) -> None:
    """Read the `true` behind a request that needs nothing else."""
    if body is not True:
        raise Malformed(f'{name}: write {{"{name}": true}}')


def read(kind: type[B], body: Any, where: str) -> B:
    """Read an object with known keys.

    Raises:
        Malformed: a key is unknown or missing, or holds something of another type.

    """
    if not isinstance(body, dict):
        raise Malformed(f"{where}: expected an object, got {_short(body)}")
    known = kind.__struct_fields__
    for key in body:
        if key not in known:
            raise Malformed(f"{where}: unknown key {_short(key)}; it takes {', '.join(known)}")
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"{where}: {error}") from error


def _seat(body: Any, where: str) -> SeatInfo:
    info = read(SeatInfo, body, where)
    if info.pilot is not None and info.pilot not in PILOTS:
        raise Malformed(f"{where}: no pilot {_short(info.pilot)}; there is {', '.join(PILOTS)}")
    if info.pilot is not None and "hand_known" not in body:
        return SeatInfo(info.name, info.pilot, hand_known=True)  # a pilot plays only what it has seen
    return info


def _short(value: Any) -> str:
    """A value as JSON for a message, cut where it gets long."""
    shown = msgspec.json.encode(value).decode()
    return shown if len(shown) <= 40 else f"{shown[:40]}..."

"""What the lines of a match file mean: the opening, the record with what was taken back, turn boundaries, the end.

The file is append-only. Taking back adds a `keep` line; saying it again adds the entries again. So what was taken back
last is still there and can be said again after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from engine.record import Answer, Correct, Entry, Header, Reseat, Teach, Withdraw
from table import crc_lines

FORMAT = 1
"""Raised when an older pitboard could no longer read the file."""


class Opening(msgspec.Struct, frozen=True, tag="match", tag_field="do", omit_defaults=True):
    """The first line. `number` is the match's own in its folder, `begun` a date in words if the clock was right."""

    number: int
    header: Header
    format: int = FORMAT
    begun: str = ""


class Mark(msgspec.Struct, frozen=True, tag="boundary", tag_field="do"):
    """A turn begins after so many entries, with this state, as this version of the rulebook keeps it."""

    entries: int
    version: int
    state: bytes


class Keep(msgspec.Struct, frozen=True, tag="keep", tag_field="do"):
    """The first so many entries stand, the others are taken back."""

    entries: int


class Coming(msgspec.Struct, frozen=True, tag="coming", tag_field="do"):
    """These seats, and no others, change hands before the next turn. The record has each change once it is made."""

    seats: tuple[Reseat, ...]


class Over(msgspec.Struct, frozen=True, tag="over", tag_field="do", omit_defaults=True):
    """The match has ended with this result, or (no result) was given up. An entry or keep after it goes on again."""

    result: Any = None


Line: TypeAlias = Opening | Answer | Withdraw | Correct | Teach | Reseat | Mark | Keep | Coming | Over

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class UnreadableMatch(ValueError):
    """A match file that cannot be gone on with. The message names it and says what to do; the file is untouched."""


class NoOpening(UnreadableMatch):
    """The first line is damaged or was never whole: nothing in the file can be used."""


class _Format(msgspec.Struct):
    format: int = FORMAT


def encode(line: Line) -> bytes:
    """Return a line's payload: JSON without a line end."""
    return _ENCODER.encode(line)


@dataclass(slots=True)
class Story:
    """A match as its file tells it.

    `record` are the entries that stand, `undone` those that were taken back and can be said again, `marks` the
    boundaries among them in order, `coming` the changes of seats that were said for the next turn; `lines` were read, `size` is
    where the last of them ends, `ended` whether its line end is there; `seed` belongs to the check sums. `tail` and
    `beyond` count the bytes and whole lines behind it that cannot be used.
    """

    opening: Opening
    seed: int
    lines: int
    size: int
    ended: bool
    tail: int
    beyond: int
    record: list[Entry] = field(default_factory=list)
    undone: list[Entry] = field(default_factory=list)
    coming: tuple[Reseat, ...] = ()
    marks: list[Mark] = field(default_factory=list)
    over: Over | None = None

    @property
    def header(self) -> Header:
        """What the match was begun with."""
        return self.opening.header

    def take(self, line: Line) -> None:
        """Let the next line happen.

        Raises:
            ValueError: it does not fit what came before.

        """
        match line:
            case Opening():
                raise ValueError("a second opening")
            case Keep(entries) | Mark(entries=entries) if entries > len(self.record):
                raise ValueError(f"{entries} entries where there are {len(self.record)}")
            case Keep(entries):
                self.undone = self.record[entries:] + self.undone
                del self.record[entries:]
                self._drop_marks(entries + 1)
                self.over = None
            case Mark():
                self._drop_marks(line.entries)
                self.marks.append(line)
            case Coming():
                self.coming = line.seats
            case Over():
                self.over = line
            case _:
                self.record.append(line)
                self.undone = self.undone[1:] if self.undone[:1] == [line] else []
                self.coming = tuple(change for change in self.coming if change != line)
                self.over = None

    def _drop_marks(self, entries: int) -> None:
        """Forget the boundaries at so many entries or more."""
        while self.marks and self.marks[-1].entries >= entries:
            self.marks.pop()


def read(data: bytes, name: str) -> Story:
    """Read a match file, however damaged; *name* is for messages.

    Raises:
        NoOpening: not even the first line can be used.
        UnreadableMatch: a newer pitboard wrote it.

    """
    found = crc_lines.find(data)
    if not found.payloads or found.seed is None:
        raise NoOpening(f"{name}: the first line is damaged, so no answer of this match can be read")
    opening = _opening(found.payloads[0], name)
    story = Story(opening, found.seed, len(found.payloads), found.size, found.ended, found.tail, found.beyond)
    for number, payload in enumerate(found.payloads[1:], 1):
        try:
            story.take(_DECODER.decode(payload))
        except (msgspec.MsgspecError, ValueError) as error:
            raise UnreadableMatch(
                f"{name}: line {number} is whole but means nothing here ({error}); "
                "a newer pitboard may have written it: update pitboard, then open the match again"
            ) from error
    return story


def _opening(payload: bytes, name: str) -> Opening:
    try:
        form = msgspec.json.decode(payload, type=_Format).format
        line = _DECODER.decode(payload) if form == FORMAT else None
    except msgspec.MsgspecError as error:
        raise UnreadableMatch(f"{name}: this is not a match file ({error})") from error
    if line is None:
        raise UnreadableMatch(
            f"{name}: the file has format {form} and this pitboard reads format {FORMAT}: "
            "update pitboard, then open the match again"
        )
    if not isinstance(line, Opening):
        raise UnreadableMatch(f"{name}: this is not a match file (it begins with another line)")
    return line

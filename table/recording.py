"""A match as one value: its header and its record. What the engine protocol saves and loads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import IllegalAnswer
from engine.match import Match
from engine.record import Entry, Header

if TYPE_CHECKING:
    from engine.rulebook import Rulebook


class Recording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a match is made of: state, tells and open questions follow from it."""

    header: Header
    record: list[Entry]


class NotReplayed(ValueError):
    """A recording does not fit the rulebook. The message names the entry and why it is not taken."""


MISREAD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a rulebook may come to when a pack, an option or a change by hand holds something it does not expect."""


def replay(rulebook: Rulebook[Any], recording: Recording) -> Match[Any]:
    """Play a recording from its first entry to its last.

    Raises:
        NotReplayed: another version of the rules made it, or an entry is not taken.

    """
    made, now = recording.header.version, rulebook.version
    if made != now:
        raise NotReplayed(f"made with version {made} of the rules of {rulebook.game}; this is version {now}")
    match: Match[Any] = Match(rulebook, recording.header)
    for number, entry in enumerate(recording.record, 1):
        try:
            match.apply(entry)
        except (IllegalAnswer, *MISREAD) as error:
            raise NotReplayed(f"entry {number} of {len(recording.record)} is not taken: {error}") from error
    return match


def read_recording(text: bytes, where: str) -> Recording:
    """Read a recording from JSON: the bare value, or the protocol's reply `{"save": ...}` around it.

    Raises:
        NotReplayed: it is neither.

    """
    try:
        whole = msgspec.json.decode(text)
        inner = whole["save"] if isinstance(whole, dict) and "save" in whole else whole
        return msgspec.convert(inner, Recording)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotReplayed(f"{where}: this is no recording of a match ({error})") from error

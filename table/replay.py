"""Bring a match back from its story: answer by answer, or from the last turn boundary after the rules have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.ask import IllegalAnswer
from engine.match import Boundary, Match
from table.match_file import UnreadableMatch
from table.notice import Notice

if TYPE_CHECKING:
    from engine.rulebook import Rulebook
    from table.match_file import Mark, Story


class Disagrees(Exception):
    """The rulebook no longer comes to what the record says."""


def rebuild(story: Story, rulebook: Rulebook[Any], name: str) -> tuple[Match[Any], list[Notice]]:
    """Return the match as it stood, and what to say about it. *name* is the file's.

    Answers after the last boundary are dropped when this version of the rulebook cannot take them.

    Raises:
        UnreadableMatch: this version can neither replay the record nor read a state of it.

    """
    if _one_version(story, rulebook.version):
        try:
            return _replay(story, rulebook), []
        except Disagrees as error:
            why = str(error)
    else:
        why = f"the rules of {rulebook.game} are now version {rulebook.version}"
        known = _since_update(story, rulebook.version)
        if known is not None:
            try:
                return _go_on(story, rulebook, known, len(story.record)), []
            except Disagrees as error:
                why = str(error)
    return _from_last_boundary(story, rulebook, name, why)


def _one_version(story: Story, version: int) -> bool:
    return story.header.version == version and all(mark.version == version for mark in story.marks)


def _since_update(story: Story, version: int) -> Mark | None:
    """Return the boundary since which everything was played with *version*."""
    first = None
    for mark in reversed(story.marks):
        if mark.version != version:
            break
        first = mark
    return first


def _replay(story: Story, rulebook: Rulebook[Any]) -> Match[Any]:
    """Say everything again from the beginning."""
    match: Match[Any] = Match(rulebook, story.header)
    _say_again(match, story, 0, len(story.record))
    match.undone = list(story.undone)
    return match


def _go_on(story: Story, rulebook: Rulebook[Any], mark: Mark, upto: int) -> Match[Any]:
    """Stand at a boundary and say what came after it again."""
    match: Match[Any] = Match(rulebook, story.header)
    try:
        match.resume(Boundary(mark.entries, 0, mark.state), story.record)
        _must_have_seats(match)
    except (IllegalAnswer, ValueError, LookupError, msgspec.MsgspecError) as error:
        raise Disagrees(f"the state after answer {mark.entries} cannot be read ({error})") from error
    _say_again(match, story, mark.entries, upto)
    return match


def _must_have_seats(match: Match[Any]) -> None:
    """Check that every piece of a stored state belongs to a seat there is. Raises ValueError."""
    for row in match.rulebook.standings(match.state):
        if row.seat is not None and not 0 <= row.seat < len(match.seats):
            raise ValueError(f"{row.who} belongs to seat {row.seat + 1} of {len(match.seats)}")


def _say_again(match: Match[Any], story: Story, start: int, upto: int) -> None:
    for number, entry in enumerate(story.record[start:upto], start + 1):
        try:
            match.apply(entry)
        except (IllegalAnswer, ValueError) as error:
            raise Disagrees(f"answer {number} is not taken any more ({error})") from error
    states = {boundary.entries: boundary.state for boundary in match.boundaries}
    for mark in story.marks:
        if mark.entries in states and states[mark.entries] != mark.state:
            raise Disagrees(f"after answer {mark.entries} the rules come to another position than they did")


def _from_last_boundary(
    story: Story, rulebook: Rulebook[Any], name: str, why: str
) -> tuple[Match[Any], list[Notice]]:
    fault = ""
    for mark in reversed(story.marks):
        try:
            match = _go_on(story, rulebook, mark, mark.entries)
        except Disagrees as error:
            fault = f"; {error}"
            continue
        dropped = len(story.record) - mark.entries
        text = f"{name}: {why}. The match goes on from the beginning of a turn; {dropped} answers since are open again."
        return match, [Notice("from_boundary", text, {"file": name, "dropped": dropped})]
    raise UnreadableMatch(
        f"{name}: {why}{fault}, and no turn of this match can be gone on from. The file is untouched: "
        "open it with the pitboard that wrote it."
    )

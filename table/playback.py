"""Play a stored match again and report how it stands: a match file, or a recording the engine protocol saved."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from table.match_file import read
from table.recording import read_recording, replay
from table.replay import rebuild
from table.texts import Texts

if TYPE_CHECKING:
    from pathlib import Path

    from engine.match import Match
    from engine.rulebook import Standing
    from table.games import Games


class Played(NamedTuple):
    """A match as it stands after its last entry, and what there is to say about its file."""

    match: Match[Any]
    notices: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the state's bytes, in hex: two runs that agree on it agree on everything."""
        return sha256(self.match.rulebook.encode(self.match.state)).hexdigest()


def play_again(path: Path, games: Games) -> Played:
    """Read a file and play it again; the file is only read.

    Raises:
        OSError: the file cannot be read.
        UnreadableMatch: it is a match file that cannot be gone on with.
        NotReplayed: it is a recording that cannot be played, or neither.
        SetupError: its game is unknown, or does not take its header.

    """
    data = path.read_bytes()
    if data.lstrip()[:1] == b"{":
        recording = read_recording(data, path.name)
        return Played(replay(games.make(recording.header), recording))
    story = read(data, path.name)
    match, notices = rebuild(story, games.make(story.header), path.name)
    torn = (f"{path.name}: the last {story.tail} bytes are damaged and were left out",) if story.tail else ()
    return Played(match, (*torn, *(notice.text for notice in notices)))


def report(played: Played, language: str = "en") -> list[str]:
    """What happened, how it ended or who is awaited, and the digest, as lines for a terminal."""
    match, header = played.match, played.match.header
    pack = f", pack {header.pack['name']}" if "name" in header.pack else ""
    seats = ", ".join(info.name + (f" ({info.pilot})" if info.pilot else "") for info in match.seats)
    waiting = ", ".join(f"{question.key} of {question.seat}" for question in match.open)
    texts = Texts(language)
    standings = match.rulebook.standings(match.state)
    return [
        f"game     {header.game}{pack}",
        f"seats    {seats}",
        f"entries  {len(match.record)}",
        f"state    {'over' if match.over else f'waiting for {waiting}'}",
        *(_line(standing, match, texts) for standing in standings),
        f"digest   {played.digest}",
    ]


def _line(standing: Standing, match: Match[Any], texts: Texts) -> str:
    place = f"{standing.place}." if standing.place else "-"
    who = texts.name(standing.who, match.header.game)
    name = "" if standing.seat is None else f"  {match.seats[standing.seat].name}"
    return f"{place:>7}  {who}{name}"

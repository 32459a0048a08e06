"""An evening at the box: the lobby, then matches, one after the other. Opens, saves and resumes them.

Knows where things are kept and what is on the shelf; who taps and presses reaches it only through its station's desk.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.match import Match
from engine.record import Header, SeatInfo
from engine.rulebook import SetupError
from table.desk import Desk
from table.disk import InUse
from table.journal import NotSaved
from table.lobby import Lobby, LobbyState
from table.lots import fresh_seed, lots
from table.match_file import UnreadableMatch
from table.notice import Notice
from table.packs import PackError, options_for, pack_names, read_pack

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from engine.record import Reseat
    from table.archive import Archive, Summary
    from table.games import Games
    from table.journal import Journal
    from table.texts import Texts

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class House:
    """What this table prefers: its names by seat, options of its own by game, and the pilots' strength."""

    names: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    pilot: str = "weak"


class Evening:
    """The lobby and the matches of one table. `desk` is what its stations sit at now.

    `journal` is the running match's file (None in the lobby), `notices` what the table should be told, `resumed`
    whether the match at the desk was begun before and the table has to be compared with it.
    """

    def __init__(
        self, games: Games, archive: Archive | None, texts: Texts, house: House | None = None
    ) -> None:
        self.games = games
        self.archive = archive
        self.texts = texts
        self.house = house or House()
        self.journal: Journal | None = None
        self.notices: list[Notice] = []
        self.resumed = False
        self.desk = self._lobby(0)

    @property
    def in_lobby(self) -> bool:
        """Whether nothing is being played."""
        return isinstance(self.desk.match.rulebook, Lobby)

    def name_of(self, seat: int) -> str:
        """What whoever sits there is called in matches that begin here."""
        if seat < len(self.house.names):
            return self.house.names[seat]
        return self.texts.say("seat_number", {"number": seat + 1})

    def advance(self, now: int, *, leave: bool = False) -> bool:
        """Go from the finished lobby into its match, or (on *leave*) back to the lobby. True when the desk changed."""
        if self.in_lobby and self.desk.match.over:
            self.desk = self._open(self.desk.match.state, now)
            return True
        if leave and not self.in_lobby:
            self.close()
            self.desk = self._lobby(now)
            return True
        return False

    def begin(self, header: Header, now: int = 0) -> Desk:
        """Begin a match.

        Raises:
            SetupError: game, pack, options or seats do not fit.

        """
        desk = self._desk(Match(self.games.make(header), header), now)
        self.close()
        if self.archive is not None:
            self.journal, trouble = self.archive.start(header)
            self.notices += [trouble] if trouble else []
        self.desk = desk
        return desk

    def resume(self, path: Path, now: int = 0) -> Desk:
        """Go on with a stored match.

        Raises:
            InUse, UnreadableMatch, SetupError, OSError: see `Archive.open`.

        """
        if self.archive is None:
            raise SetupError("nothing is stored here")
        opened = self.archive.open(path, self.games.make)
        try:
            desk = self._desk(opened.match, now, opened.coming)
            if not opened.match.over and (note := opened.match.rulebook.interrupted(opened.match.state)):
                desk.amend(note, now)
        except BaseException:
            opened.journal.close()
            raise
        self.close()
        self.journal = opened.journal
        self.notices += opened.notices
        self.resumed = True
        self.desk = desk
        return desk

    def header(
        self,
        game: str,
        pack: str,
        names: Sequence[str],
        pilots: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Header:
        """Put together what a match begins with: people first, then pilots.

        Raises:
            PackError: there is no such pack, or it cannot be read.

        """
        printed = read_pack(game, pack)
        people = [SeatInfo(name) for name in names]
        flown = [
            SeatInfo(self.texts.say("pilot_name", {"number": n + 1}), self.house.pilot, hand_known=True)
            for n in range(pilots)
        ]
        given = {**self.house.options.get(game, {}), **(options or {})}
        return Header(
            game,
            (*people, *flown),
            pack=printed,
            options=options_for(printed, given),
            chance={"seed": fresh_seed()},
            version=self.games.rulebook(game).version,
        )

    def save(self) -> Notice | None:
        """Bring what was said to the disk, waiting for it. Returns what is wrong (None when all is safe)."""
        if self.journal is None:
            return None
        self.journal.follow(self.desk.match, self.desk.changes_of_seats())
        try:
            self.journal.sync()
        except NotSaved as fault:
            return fault.notice
        return None

    def close(self) -> None:
        """Leave the running match; it stays resumable unless it is over."""
        if self.journal is not None:
            self.save()
            self.journal.close()
            self.journal = None

    # --- helpers ------------------------------------------------------------------------------------------------

    def _desk(self, match: Match[Any], now: int, coming: Sequence[Reseat] = ()) -> Desk:
        return Desk(match, lots((match.header.chance or {}).get("seed", 0)), now=now, coming=coming)

    def _lobby(self, now: int) -> Desk:
        games = {name: packs for name in self.games.names() if (packs := pack_names(name))}
        unfinished = {
            one.path.name: self._label(one) for one in (self.archive.unfinished() if self.archive else [])
        }
        shelf = {"games": games, "unfinished": unfinished, "people": len(self.house.names)}
        header = Header("lobby", (), options=shelf)
        lobby = Lobby(
            header, lambda game: self.games.rulebook(game).seats, self._in_series, self._label_of_pack
        )
        return Desk(Match(lobby, header), lots(0), now=now)

    def _in_series(self, game: str, pack: str) -> bool:
        """Whether the table may still choose the number of races: the game has several, and nobody has settled it."""
        races = self.games.rulebook(game).switches.get("races")
        settled = options_for(_pack_or_nothing(game, pack), self.house.options.get(game, {}))
        return races is not None and races not in settled

    def _label_of_pack(self, game: str, pack: str) -> str:
        """What a pack calls itself, else its file's name, both as the language calls that."""
        says = _pack_or_nothing(game, pack)
        called = (one for key in ("title", "label") if isinstance(one := says.get(key), str) and one)
        return self.texts.name(next(called, pack), game)

    def _label(self, one: Summary) -> str:
        header = one.header
        if header is None:
            return one.path.name
        return f"{self.texts.name(header.game)}: {', '.join(seat.name for seat in header.seats)}"

    def _open(self, chosen: LobbyState, now: int) -> Desk:
        try:
            if chosen.resume and self.archive is not None:
                return self.resume(self.archive.folder / chosen.resume, now)
            return self.begin(self._chosen_header(chosen), now)
        except InUse as trouble:
            self.notices.append(Notice("match_in_use", str(trouble)))
        except (UnreadableMatch, SetupError, OSError) as trouble:
            log.error("%s", trouble)  # noqa: TRY400 - says the place and the remedy itself
            self.notices.append(Notice("cannot_begin", str(trouble), {"what": self._what(chosen)}))
        return self._lobby(now)

    def _what(self, chosen: LobbyState) -> str:
        """Name what was to begin, or the file that was to go on."""
        if chosen.resume:
            return chosen.resume
        return f"{self.texts.name(chosen.game)} ({self._label_of_pack(chosen.game, chosen.pack)})"

    def _chosen_header(self, chosen: LobbyState) -> Header:
        names = [self.name_of(seat) for seat in range(chosen.people)]
        races = self.games.rulebook(chosen.game).switches.get("races", "")
        options = {races: chosen.races} if chosen.races > 1 else {}
        return self.header(chosen.game, chosen.pack, names, chosen.pilots, options)


def _pack_or_nothing(game: str, pack: str) -> dict[str, Any]:
    """Read a pack; of one that cannot be read nothing is known, and the match that begins with it says why."""
    try:
        return read_pack(game, pack)
    except PackError:
        return {}

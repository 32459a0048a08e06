"""A whole box on simulated wires, in a process of its own that is there to be killed: part of the tests' kit.

It plays one match after the other and says on its output whatever has been accepted: the file, how many entries, and
a digest of them.
"""

from __future__ import annotations

import dataclasses
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.record import Header, SeatInfo
from table.archive import Archive
from table.demo import play
from table.evening import Evening
from table.games import Games
from table.packs import options_for, read_pack
from table.settings import read_wiring
from table.texts import Texts
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from devices.rig import Wiring
    from devices.sim.board import Board
    from engine.record import Entry
    from table.station import Station

GAMES = Games(extra={"lantern_walk": LanternWalk})


def header_of(game: str, seed: int) -> Header:
    """A match of the tiny game with a pilot, or a race with real cards."""
    people = tuple(SeatInfo(name, hand_known=True) for name in ("Ana", "Bea"))
    if game == "lantern_walk":
        return Header(
            game, (*people, SeatInfo("Pilot", "weak")), options={"rounds": 2}, chance={"seed": seed}
        )
    pack = read_pack(game, "practice")
    version = GAMES.rulebook(game).version
    return Header(
        game, people, pack=pack, options=options_for(pack, {}), chance={"seed": seed}, version=version
    )


def wiring_of(game: str) -> Wiring:
    """The starter kit; a game that is played with keys alone does not need its reader."""
    starter = read_wiring("starter")
    return dataclasses.replace(starter, readers={}) if game == "lantern_walk" else starter


def digest(record: Sequence[Entry]) -> str:
    """A digest of some entries."""
    return sha256(msgspec.json.encode(list(record))).hexdigest()


def main(folder: Path, game: str) -> None:
    """Play until somebody pulls the plug; a few matches at most, should nobody do so."""
    evening = Evening(GAMES, Archive(folder), Texts("en"))

    def tell(board: Board, station: Station) -> None:
        del board
        record = station.desk.match.record
        if evening.journal is not None:
            print(evening.journal.path.name, len(record), digest(record), flush=True)  # noqa: T201 - its only voice

    for seed in range(1, 6):
        evening.begin(header_of(game, seed))
        play(evening, wiring_of(game), seed, tell)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

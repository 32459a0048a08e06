"""Whole matches on simulated wires: they come to their end, twice the same, and can be played again from their file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.record import Header, SeatInfo
from engine.wacky_races import RULEBOOK
from table.archive import Archive
from table.demo import Played, play
from table.evening import Evening
from table.packs import options_for, read_pack
from table.playback import play_again
from table.settings import read_wiring
from table.texts import Texts
from tests.table.table_kit import seats
from tests.table.test_evening import Shelf

if TYPE_CHECKING:
    from pathlib import Path

    from devices.sim.board import Board
    from table.screen import Screen
    from table.station import Station

SEED = 7


def race(folder: Path, language: str, people: int, *, known: bool = True) -> Evening:
    """An evening with a new race at the practice pack."""
    pack = read_pack("wacky_races", "practice")
    players = tuple(SeatInfo(f"Player {n + 1}", hand_known=known) for n in range(people))
    header = Header(
        "wacky_races",
        players,
        pack=pack,
        options=options_for(pack, {}),
        chance={"seed": SEED},
        version=RULEBOOK.version,
    )
    evening = Evening(Shelf(), Archive(folder), Texts(language, strict=True))
    evening.begin(header)
    return evening


def played(evening: Evening, seen: list[Screen] | None = None) -> Played:
    def watch(board: Board, station: Station) -> None:
        del board
        if seen is not None:
            seen.append(station.screen())

    result = play(evening, read_wiring("starter"), SEED, watch)
    evening.close()
    return result


@pytest.mark.parametrize(("people", "known"), [(2, True), (3, False)], ids=["known hands", "unknown hands"])
def test_a_race_comes_to_its_end_with_every_text_in_place_and_plays_again_from_its_file(
    tmp_path: Path,
    people: int,
    known: bool,  # noqa: FBT001 - a table's column
) -> None:
    seen: list[Screen] = []
    one = played(race(tmp_path, "es", people, known=known), seen)
    assert one.result is not None
    assert one.result.standings[0].place == 1
    assert one.taps > 20
    assert one.presses > 20
    assert play_again(tmp_path / "match-000001.jsonl", Shelf()).digest == one.digest
    assert len({screen.head for screen in seen}) > people
    assert any(screen.strip for screen in seen)
    if known:  # the same seed plays the same match, in any language and on any day
        other = played(race(tmp_path / "again", "en", people))
        assert (one.digest, one.answers, one.taps) == (other.digest, other.answers, other.taps)


@pytest.mark.parametrize("board", ["known", "unknown"])
def test_a_game_of_keys_alone_is_played_with_secrets_claims_and_a_buzzer(tmp_path: Path, board: str) -> None:
    evening = Evening(Shelf(), Archive(tmp_path), Texts("en"))
    options = {"board": board, "rounds": 1}
    evening.begin(Header("lantern_walk", seats(2, 1), options=options, chance={"seed": SEED}))
    one = played(evening)
    assert one.result is not None
    assert one.taps == 0
    assert one.presses > 10
    assert play_again(tmp_path / "match-000001.jsonl", Shelf()).digest == one.digest


def test_a_demo_that_fails_leaves_the_wires_to_the_next(tmp_path: Path) -> None:
    def fail(board: Board, station: Station) -> None:
        raise RuntimeError(f"{board.png('console')[:4]!r} {station.screen().head}")

    for _ in range(2):
        evening = race(tmp_path, "en", 2)
        with pytest.raises(RuntimeError, match="PNG"):
            play(evening, read_wiring("starter"), SEED, fail)
        evening.close()

"""The host loop, on simulated wires in virtual time: what it saves, shows and feeds, and that nothing slow stops it."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import pytest

from devices.gpio import NoGpio
from devices.sim.board import Board
from engine.record import Header
from table.archive import Archive
from table.draw import draw
from table.host import AGAIN_US
from table.match_file import read
from table.notice import Notice
from table.pages import RESULT_US
from table.screen import Screen
from table.settings import read_wiring
from tests.table.faulty_disk import FaultyDisk
from tests.table.host_kit import Night, SlowDisk, on_disk
from tests.table.table_kit import FIRST, one_pack, open_menu, seats

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.anyio
TURN_US = 20_000


@pytest.fixture(autouse=True)
def _one_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    one_pack(monkeypatch)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(read_wiring("starter")) as open_board:
        yield open_board


# --- a whole evening --------------------------------------------------------------------------------------------


async def test_an_evening_goes_from_the_lobby_into_a_match_that_is_saved_and_shown(board: Board) -> None:
    night = Night(board)

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(10)
        assert night.station.screen().title == "How many people?"
        yield from night.press("next", "confirm", "confirm", "confirm")
        yield from night.until(lambda: night.evening.desk.game == "wacky_races")
        assert night.station.desk is night.evening.desk
        assert night.station.seats == (0, 1)
        yield from night.press("next", "confirm")
        yield from night.until(lambda: on_disk(night.disk) == 1)
        yield from night.until(lambda: not night.box.saving)
        shown = board.oleds["console"].picture().tobytes()
        assert shown == draw(night.station.screen()).tobytes()

    await night.play(script)
    assert night.manager.words == ["ready", "stopping"]
    assert on_disk(night.disk) == len(night.evening.desk.match.record)


async def test_the_result_is_put_away_and_the_lobby_is_back(board: Board) -> None:
    night = Night(board)
    night.begin()
    desk = night.evening.desk

    def script(night: Night) -> Iterator[None]:
        while not desk.match.over:
            question = desk.match.open[0]
            options = question.options
            value = None if question.optional else options[0].value if options else question.low
            if question.seat != "clock":
                desk.answer(question.seat, value, board.clock.now())
            yield
        yield from night.until(lambda: night.station.screen().head == "Result")
        yield from night.until(lambda: board.clock.now() - desk.opened > RESULT_US and not night.box.saving)
        yield from night.press("confirm")
        yield from night.until(lambda: night.evening.in_lobby)
        assert "How many people?" in night.words()

    await night.play(script)
    assert read(bytes(night.disk.safe[FIRST].safe), FIRST.name).over is not None


async def test_a_match_that_goes_on_begins_with_the_check_list_and_what_storage_says(board: Board) -> None:
    disk = FaultyDisk()
    first = Night(board, disk)
    first.begin()
    first.evening.desk.answer(0, "2", 0)
    first.evening.save()
    first.evening.close()
    first.box.rig.close()
    disk.put(FIRST, bytes(disk.safe[FIRST].safe) + b"torn")
    night = Night(board, disk)

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(10)
        yield from night.press("next", "confirm")
        yield from night.until(lambda: not night.evening.in_lobby)
        yield from night.until(lambda: "Please note" in night.words())
        assert "Power was cut" in night.words()
        yield from night.press("confirm")
        assert "We go on from here" in night.words()
        yield from night.press("confirm")
        assert "Bea only: press ●" in night.words()

    await night.play(script)
    assert night.evening.notices == []
    assert not night.evening.resumed


async def test_what_cannot_be_begun_is_said_in_the_lobby(board: Board) -> None:
    night = Night(board)
    night.evening.notices.append(Notice("cannot_begin", "why", {"what": "this pack"}))

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: "This pack cannot" in night.words())
        yield from night.press("confirm")
        assert night.station.screen().title == "How many people?"

    await night.play(script)


# --- saving -----------------------------------------------------------------------------------------------------


async def test_the_loop_goes_on_while_the_disk_takes_its_time(board: Board) -> None:
    disk = SlowDisk()
    night = Night(board, disk)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        disk.free.clear()
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: disk.waiting > 0)
        before = night.turns
        yield from night.wait(100)
        assert night.turns == before + 100
        assert night.box.saving
        assert on_disk(disk) == 0
        disk.free.set()
        yield from night.until(lambda: not night.box.saving)
        assert on_disk(disk) == 1

    await night.play(script)


@pytest.mark.report("K10")
async def test_an_answer_that_waited_for_the_disk_is_saved_as_well(board: Board) -> None:
    """K10: save each accepted action before confirming it, also the one that was tapped ahead."""
    disk = SlowDisk()
    night = Night(board, disk)
    night.evening.begin(Header("wacky_races", seats(2), pack=read_practice(), chance={"seed": 1}))

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        disk.free.clear()
        yield from night.press("next", "confirm", "next", "confirm")
        yield from night.until(lambda: disk.waiting > 0)
        assert len(night.evening.desk.match.record) == 1
        disk.free.set()
        yield from night.until(lambda: on_disk(disk) == 2)

    await night.play(script)


@pytest.mark.report("G08")
async def test_that_nothing_is_saved_is_said_until_it_works_again(board: Board) -> None:
    """G08: a warning within one action, no crash, and everything is there once the disk takes it again."""
    night = Night(board)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        night.disk.fault = errno.EROFS
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: "Not saved: disk read-only" in night.words())
        assert on_disk(night.disk) == 0
        night.disk.fault = 0
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: "Not saved" not in night.words())
        assert on_disk(night.disk) == len(night.evening.desk.match.record)

    await night.play(script)


@pytest.mark.report("G08")
async def test_saving_is_tried_again_by_itself_until_it_works(board: Board) -> None:
    """G08: nobody has to answer again before the disk is asked once more."""
    night = Night(board)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        night.disk.fault = errno.ENOSPC
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: "Not saved: disk full" in night.words())
        yield from night.wait(2 * AGAIN_US // TURN_US)
        assert "Not saved: disk full" in night.words()
        assert on_disk(night.disk) == 0
        night.disk.fault = 0
        yield from night.until(lambda: on_disk(night.disk) == 1, AGAIN_US // TURN_US + 10)
        yield from night.until(lambda: "Not saved" not in night.words(), 10)

    await night.play(script)


async def test_a_match_whose_very_beginning_was_refused_is_saved_as_soon_as_it_can_be(board: Board) -> None:
    night = Night(board)
    night.disk.fault = errno.ENOSPC
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: "Not saved" in night.words())
        night.disk.fault = 0
        yield from night.until(lambda: FIRST in night.disk.safe, 2 * AGAIN_US // TURN_US)

    await night.play(script)


async def test_a_disk_that_takes_everything_is_not_asked_for_more(board: Board) -> None:
    night = Night(board)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(10)
        journal = night.evening.journal
        assert journal is not None
        yield from night.until(lambda: journal.accepted == journal.written and not night.box.saving)
        before = night.disk.steps
        yield from night.wait(3 * AGAIN_US // TURN_US)
        assert night.disk.steps == before

    await night.play(script)


async def test_a_match_that_is_left_early_can_be_gone_on_with(board: Board) -> None:
    night = Night(board)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        yield from night.press("confirm", "next", "confirm")
        open_menu(night.station, "End the match", board.clock.now())
        yield from night.press("confirm")
        yield from night.until(lambda: night.evening.in_lobby)
        assert "Lantern_walk: Ana, Bea" in night.words()

    await night.play(script)
    assert read(bytes(night.disk.safe[FIRST].safe), FIRST.name).over is None
    assert on_disk(night.disk) == 1


async def test_what_is_missing_of_the_wires_is_said_at_the_start(board: Board) -> None:
    night = Night(board)
    night.box.rig.troubles.append(NoGpio("No GPIO.", "no_gpio_module", module="lgpio"))

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(5)
        assert "Please note / No keys, lamp or / sound" in night.words()
        yield from night.press("confirm")
        assert "How many people?" in night.words()

    await night.play(script)


async def test_stopping_brings_everything_to_the_disk_and_closes_the_devices(board: Board) -> None:
    night = Night(board)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(10)
        night.evening.desk.answer(0, "2", board.clock.now())

    await night.play(script)
    assert on_disk(night.disk) == 1
    assert night.evening.journal is None
    night.box.rig.readers[0].close()
    board.rig().close()


@pytest.mark.report("E11")
async def test_a_stopped_box_says_that_it_may_be_unplugged(board: Board) -> None:
    """E11: show "safe to unplug" on a clean stop."""
    night = Night(board)
    await night.play(lambda night: night.wait(5))
    expected = draw(Screen("pitboard", title="You may unplug it now"))
    assert board.oleds["console"].picture().tobytes() == expected.tobytes()


# --- a simulated table ------------------------------------------------------------------------------------------


async def test_a_simulated_table_joins_in_before_and_after_every_turn(board: Board) -> None:
    night = Night(board)
    calls: list[str] = []
    night.host.before = lambda: calls.append("before")
    night.host.after = lambda: calls.append("after")
    await night.play(lambda night: night.wait(3))
    assert calls == ["before", "after"] * (len(calls) // 2)
    assert len(calls) >= 6


def read_practice() -> dict[str, Any]:
    from table.packs import read_pack  # noqa: PLC0415 - beside its only use

    return read_pack("wacky_races", "practice")


async def test_the_real_disk_is_written_too(board: Board, tmp_path: Path) -> None:
    night = Night(board)
    night.evening.archive = Archive(tmp_path)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: len(night.evening.desk.match.record) == 1)
        yield from night.until(lambda: not night.box.saving)
        path = tmp_path / "match-000001.jsonl"
        assert len(read(path.read_bytes(), path.name).record) == 1

    await night.play(script)

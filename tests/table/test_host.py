"""The host loop, on simulated wires in virtual time: what it saves, shows and feeds, and that nothing slow stops it."""

from __future__ import annotations

import errno
import threading
from typing import TYPE_CHECKING, Any, cast

import anyio.lowlevel
import pytest

from devices.sim.board import Board
from engine.record import Header
from table.box import Box, Post
from table.draw import draw
from table.evening import Evening
from table.host import PATIENCE_US, Host
from table.library import Library
from table.match_file import read
from table.notice import Notice
from table.screen import Screen
from table.settings import read_wiring
from table.station import Station
from table.texts import Texts
from tests.table.box_kit import UIDS
from tests.table.faulty_disk import FaultyDisk
from tests.table.table_kit import FIRST, FOLDER, seats
from tests.table.test_evening import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PIL.Image import Image

    from table.notify import Notifier

pytestmark = pytest.mark.anyio
TURN_US = 20_000


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Manager:
    """A service manager that keeps what it was told."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.fed: list[int] = []

    def ready(self) -> None:
        self.words.append("ready")

    def stopping(self) -> None:
        self.words.append("stopping")

    def feed(self, now: int) -> None:
        self.fed.append(now)


class Night:
    """A host with everything around it. A script acts between the turns of the loop; when it ends, the host stops."""

    def __init__(self, board: Board, disk: FaultyDisk | None = None, *, panels_block: bool = False) -> None:
        self.board = board
        self.disk = disk or FaultyDisk()
        self.manager = Manager()
        self.evening = Evening(Shelf(), Library(FOLDER, self.disk), Texts("en"))
        self.station = Station(self.evening.desk, self.evening.texts, ())
        by_uid = {uid: card for card, uid in UIDS.items()}
        self.box = Box(board.rig(), [Post(self.station)], by_uid.get)
        self.host = Host(
            self.box,
            self.evening,
            cast("Notifier", self.manager),
            panels_block=panels_block,
            sleep=self.sleep,
        )
        self.turns = 0
        self.script: Iterator[None] = iter(())

    async def sleep(self, seconds: float) -> None:
        """Let virtual time pass and the script act, and the loop's other tasks run."""
        self.turns += 1
        assert self.turns < 20_000, "the script never comes to its end"
        self.board.clock.spend(round(seconds * 1_000_000_000))
        if next(self.script, self) is self:
            self.host.stop()
        await anyio.lowlevel.checkpoint()

    async def play(self, script: Callable[[Night], Iterator[None]]) -> None:
        self.script = script(self)
        await self.host.run()

    # --- what scripts do ----------------------------------------------------------------------------------------

    def begin(self, people: int = 2) -> None:
        """Sit down to a new match of the tiny game."""
        self.evening.begin(Header("lantern_walk", seats(people), chance={"seed": 1}))

    def press(self, *keys: str) -> Iterator[None]:
        for key in keys:
            self.board.press(key)
            yield from self.wait(8)

    def wait(self, turns: int) -> Iterator[None]:
        for _ in range(turns):
            yield

    def until(self, what: Callable[[], bool], turns: int = 3000) -> Iterator[None]:
        for _ in range(turns):
            if what():
                return
            yield
        raise AssertionError(f"it never came to that; the panel says {self.words()}")

    def words(self) -> str:
        return " / ".join(self.station.screen().words())


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(read_wiring("starter")) as open_board:
        yield open_board


def on_disk(disk: FaultyDisk) -> int:
    """How many answers of the first match are safe on the medium."""
    return len(read(bytes(disk.safe[FIRST].safe), FIRST.name).record)


# --- a whole evening --------------------------------------------------------------------------------------------


async def test_an_evening_goes_from_the_lobby_into_a_match_that_is_saved_and_shown(board: Board) -> None:
    night = Night(board)

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(10)
        assert night.station.screen().title == "How many people?"
        yield from night.press("next", "confirm", "confirm")
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
        yield from night.until(lambda: not night.box.saving)
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
    night.evening.notices.append(Notice("cannot_begin", "why", {"why": "this pack is broken"}))

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: "This pack is broken" in night.words())
        yield from night.press("confirm")
        assert night.station.screen().title == "How many people?"

    await night.play(script)


# --- saving -----------------------------------------------------------------------------------------------------


class SlowDisk(FaultyDisk):
    """A disk that takes its time when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.waiting = 0

    def step(self) -> None:
        self.waiting += 1
        assert self.free.wait(20), "the test never let the disk go on"
        self.waiting -= 1
        super().step()


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


# --- panels -----------------------------------------------------------------------------------------------------


class SlowPanel:
    """A panel that keeps in which thread it was served, and waits as long as it is told to."""

    name, width, height = "console", 128, 64

    def __init__(self) -> None:
        self.free = threading.Event()
        self.free.set()
        self.inside = self.most = 0
        self.threads: set[int] = set()
        self.last: Image | None = None

    def show(self, picture: Image) -> bool:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.threads.add(threading.get_ident())
        assert self.free.wait(20), "the test never let the panel go on"
        self.last = picture
        self.inside -= 1
        return True

    def close(self) -> None:
        pass


def with_panel(night: Night) -> SlowPanel:
    panel = SlowPanel()
    night.box.rig.panels["console"].close()
    night.box.rig.panels["console"] = cast("Any", panel)
    return panel


@pytest.mark.report("A13", "E07")
async def test_a_slow_panel_delays_neither_cards_nor_keys(board: Board) -> None:
    """A13, E07: a flush takes long; taps and presses are taken meanwhile, and the last state is shown in the end."""
    night = Night(board, panels_block=True)
    panel = with_panel(night)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: panel.last is not None)
        panel.free.clear()
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: len(night.evening.desk.match.record) == 1)
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: len(night.evening.desk.match.record) > 1)
        panel.free.set()
        picture = draw(night.station.screen()).tobytes()
        yield from night.until(lambda: panel.last is not None and panel.last.tobytes() == picture)

    await night.play(script)
    assert panel.most == 1


async def test_real_panels_are_served_outside_the_loops_thread(board: Board) -> None:
    night = Night(board, panels_block=True)
    panel = with_panel(night)
    served: set[int] = set()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: panel.last is not None)
        served.update(panel.threads)

    await night.play(script)
    assert threading.get_ident() not in served
    assert served


# --- the watchdog -----------------------------------------------------------------------------------------------


@pytest.mark.report("F05")
async def test_the_watchdog_is_fed_by_every_turn_of_the_loop(board: Board) -> None:
    """F05: fed only when the input and screen loops have moved on."""
    night = Night(board)
    await night.play(lambda night: night.wait(20))
    assert len(night.manager.fed) >= 20
    assert night.manager.fed == sorted(night.manager.fed)


@pytest.mark.parametrize("what", ["disk", "panel"])
async def test_the_watchdog_is_not_fed_while_a_worker_does_not_come_back(board: Board, what: str) -> None:
    disk = SlowDisk()
    night = Night(board, disk, panels_block=what == "panel")
    panel = with_panel(night)
    night.begin()
    stuck = disk.free if what == "disk" else panel.free

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        stuck.clear()
        yield from night.press("confirm", "next", "confirm")
        board.clock.spend((PATIENCE_US - 2_000_000) * 1000)
        yield from night.wait(2)
        fed = len(night.manager.fed)
        yield from night.wait(5)
        assert len(night.manager.fed) == fed + 5
        board.clock.spend(4_000_000_000)
        yield
        fed = len(night.manager.fed)
        yield from night.wait(20)
        assert len(night.manager.fed) == fed
        stuck.set()
        yield from night.until(lambda: len(night.manager.fed) > fed)

    await night.play(script)


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
    night.evening.library = Library(tmp_path)
    night.begin()

    def script(night: Night) -> Iterator[None]:
        yield from night.until(lambda: not night.box.saving)
        yield from night.press("confirm", "next", "confirm")
        yield from night.until(lambda: len(night.evening.desk.match.record) == 1)
        yield from night.until(lambda: not night.box.saving)
        path = tmp_path / "match-000001.jsonl"
        assert len(read(path.read_bytes(), path.name).record) == 1

    await night.play(script)

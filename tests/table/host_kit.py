"""A host with everything around it on simulated wires, and scripts that act between its turns: part of the tests' kit."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, cast

import anyio.to_thread

from engine.record import Header
from table.archive import Archive
from table.box import Box, Post
from table.evening import Evening
from table.host import Host
from table.match_file import read
from table.station import Station
from table.texts import Texts
from tests.table.box_kit import UIDS
from tests.table.faulty_disk import FaultyDisk
from tests.table.table_kit import FIRST, FOLDER, seats
from tests.table.test_evening import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from devices.sim.board import Board
    from table.notify import Notifier


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
        self.evening = Evening(Shelf(), Archive(FOLDER, self.disk), Texts("en"))
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
        # Through a thread and back: meanwhile the loop stands still, so that no worker starves beside virtual time.
        await anyio.to_thread.run_sync(threading.get_ident)

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


def on_disk(disk: FaultyDisk) -> int:
    """How many answers of the first match are safe on the medium."""
    return len(read(bytes(disk.safe[FIRST].safe), FIRST.name).record)


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

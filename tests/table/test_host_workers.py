"""The host and its workers: slow panels delay nothing, and a worker that hangs starves the watchdog."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, cast

import pytest

from devices.sim.board import Board
from table.draw import draw
from table.host import PATIENCE_US
from table.settings import read_wiring
from tests.table.host_kit import Night, SlowDisk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image


pytestmark = pytest.mark.anyio
TURN_US = 20_000


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def board() -> Iterator[Board]:
    with Board(read_wiring("starter")) as open_board:
        yield open_board


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

    def wake(self) -> None:
        pass

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

"""What `play`, `demo` and `enrol` do: on a real table's wires where there are some, on simulated ones elsewhere."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from devices.rig import open_rig
from devices.sim.board import Board
from devices.steady import SteadyClock
from table.box import Box
from table.enrol import EnrolBox
from table.enrolment import Enrolment, PackShelf
from table.host import STEP_S, Host
from table.notify import Notifier
from table.props import uid_of
from table.seating import posts_for
from table.settings import must_have_reader
from table.untagged import untagged

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.rig import Wiring
    from engine.rulebook import Rulebook
    from table.evening import Evening
    from table.tagbook import TagBook
    from table.texts import Texts

TURN_NS = 20_000_000
"""Virtual time between two looks at simulated wires, in nanoseconds."""


def has_wires() -> bool:
    """Whether this machine has the wires of a table: an SPI node and a GPIO chip."""
    return any(Path("/dev").glob("spidev*")) and any(Path("/dev").glob("gpiochip*"))


def play_on_wires(wiring: Wiring, evening: Evening, book: TagBook) -> None:
    """Run the box on a real table until it is told to stop."""
    clock = SteadyClock()
    rig = open_rig(wiring, clock)

    def lookup(uid: bytes) -> str | None:
        header = evening.desk.match.header
        return book.component(header.game, str(header.pack.get("name", "")), uid)

    box = Box(rig, posts_for(wiring, evening.desk, evening.texts), lookup)
    host = Host(box, evening, Notifier.from_environment(os.environ), about=partial(untagged, book))
    anyio.run(_until_told, host)
    book.close()


async def _until_told(host: Host) -> None:
    """Run the host; a signal to end lets it finish its turn and save."""
    async with anyio.create_task_group() as group:
        group.start_soon(_stop_on_signal, host)
        await host.run()
        group.cancel_scope.cancel()


async def _stop_on_signal(host: Host) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            host.stop()
            return


def enrol_on_wires(
    wiring: Wiring, book: TagBook, rulebook: Rulebook[object], texts: Texts, say: Callable[[str], None]
) -> None:
    """Enrol a pack's components at a real reader."""
    must_have_reader(wiring)
    rig = open_rig(wiring, SteadyClock())
    box = EnrolBox(rig, enrolment_of(book, rulebook, texts), texts, rulebook.game, say)
    try:
        anyio.run(_step_until_over, box)
    finally:
        rig.close()
        book.close()


async def _step_until_over(box: EnrolBox) -> None:
    while not box.over:
        box.step()
        await anyio.sleep(STEP_S)


def enrol_on_simulated_wires(
    wiring: Wiring, book: TagBook, rulebook: Rulebook[object], texts: Texts, say: Callable[[str], None]
) -> None:
    """Enrol a pack's components at a simulated reader, on which every simulated tag is laid in turn."""
    must_have_reader(wiring)
    with Board(wiring) as board:
        rig = board.rig()
        enrolment = enrolment_of(book, rulebook, texts)
        box = EnrolBox(rig, enrolment, texts, rulebook.game, say)
        awaited = None
        while not box.over:
            if enrolment.current is not None and enrolment.current != awaited:
                awaited = enrolment.current
                board.tap(next(iter(board.chips)), uid_of(awaited[0]))
            board.clock.spend(TURN_NS)
            box.step()
        rig.close()
    book.close()


def enrolment_of(book: TagBook, rulebook: Rulebook[object], texts: Texts) -> Enrolment:
    """Begin the enrolment of a rulebook's components in a tag book."""
    game, pack = rulebook.game, str(rulebook.header.pack.get("name", ""))
    components = [(part.id, texts.name(part.id, game)) for part in rulebook.components()]
    return Enrolment(components, PackShelf(book, game, pack))

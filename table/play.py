"""The box on a real table's wires, until it is told to stop."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from devices.rig import open_rig
from devices.steady import SteadyClock
from table.box import Box
from table.host import Host
from table.notify import Notifier
from table.seating import posts_for
from table.untagged import untagged

if TYPE_CHECKING:
    from devices.rig import Wiring
    from table.evening import Evening
    from table.tagbook import TagBook


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

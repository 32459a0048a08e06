"""What `enrol` does: at a real reader where there is one, at a simulated one elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from devices.rig import open_rig
from devices.sim.board import Board
from devices.steady import SteadyClock
from table.enrol import EnrolBox
from table.enrolment import Enrolment, PackShelf
from table.host import STEP_S
from table.props import uid_of
from table.settings import must_have_reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.rig import Wiring
    from engine.rulebook import Rulebook
    from table.tagbook import TagBook
    from table.texts import Texts

TURN_NS = 20_000_000
"""Virtual time between two looks at simulated wires, in nanoseconds."""


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

"""Readers that skip looks while their world stands still: what they tell is the same as when they look each time."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from devices.hub_settings import HubSettings
from devices.readers import ReaderSettings
from devices.rig import Wiring
from devices.sim import mfrc522_registers as reg
from devices.sim.board import Board
from devices.sim.picc import Card
from devices.sim.still import MOST_SKIPPED, Memory, StillRc522
from firmware import rc522
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG, bench

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.ports import ReaderEvent
    from devices.sim.mfrc522 import Mfrc522
    from tests.devices.readers_kit import Bench

WIRING = Wiring(
    readers={"pi": ReaderSettings("pi")}, hubs=[HubSettings("left", "A1", readers={"hub": 0, "too": 1})]
)
DAY: tuple[tuple[int, Callable[[Board], object]], ...] = (
    (900, lambda board: board.tap("pi", CLASSIC)),
    (950, lambda board: board.tap("hub", NTAG)),
    (3_000, lambda board: board.place("pi", NTAG)),
    (3_010, lambda board: board.place("too", CLASSIC)),
    (4_000, lambda board: setattr(board.chips["pi"].faults, "deaf", True)),
    (4_500, lambda board: board.chips["too"].brown_out()),
    (7_000, lambda board: setattr(board.chips["pi"].faults, "deaf", False)),
    (9_000, lambda board: board.lift("pi")),
    (9_500, lambda board: board.lift("too")),
    (11_000, lambda board: board.world.spi.hold_miso(0)),
    (12_000, lambda board: board.world.spi.hold_miso(0, held=False)),
    (15_000, lambda board: board.tap("pi", NTAG, 200_000)),
    (15_100, lambda board: board.chips["hub"].unplug()),
    (16_000, lambda board: board.chips["hub"].plug_in()),
    (20_000, lambda board: board.tap("hub", CLASSIC)),
)


def told(*, skipping: bool) -> tuple[list[tuple[str, str, bytes]], list[int], Board]:
    """Play the day: what each reader told, and when, in ms."""
    events: list[ReaderEvent] = []
    with Board(WIRING, skipping=skipping) as board:
        rig = board.rig()
        for after, action in DAY:
            board.clock.at((after + 3_000) * MILLI, partial(action, board))
        while board.clock.now() < 26_000_000:
            board.clock.spend(20 * MILLI)
            events += [event for reader in rig.readers for event in reader.poll()]
        rig.close()
    events.sort(key=lambda event: event.reader)
    words = [(event.reader, type(event).__name__, getattr(event, "uid", b"")) for event in events]
    return words, [event.at // 1000 for event in events], board


def test_the_same_is_told_at_much_the_same_times_with_few_looks() -> None:
    always, when, _ = told(skipping=False)
    still, then, board = told(skipping=True)
    assert still == always
    assert len(still) > 15
    assert max(abs(one - other) for one, other in zip(when, then, strict=True)) <= 100
    for memory in board.memories.values():
        assert memory.skipped > 4 * memory.made


def still() -> tuple[Bench, Memory]:
    """Our driver on one chip, ready, and skipping looks."""
    made = bench()
    memory = Memory(made.chip, lambda: made.world.spi.pulled(0, [made.chip]))
    made.driver = StillRc522(lambda data: made.world.spi.transfer(0, 0, data, 4_000_000), 4, memory)
    assert made.driver.start() == ""
    made.world.clock.spend(5 * MILLI)
    look(made, 10)
    assert memory.skipped > 0
    return made, memory


def look(made: Bench, times: int = 1) -> int:
    """Look so many times, 20 ms from look to look; what the last one came to."""
    kind = rc522.NO_CARD
    for _ in range(times):
        made.world.clock.spend(20 * MILLI)
        kind = made.driver.look().kind
    return kind


def test_a_skipped_look_needs_no_transfer_but_its_time() -> None:
    made, _ = still()
    transfers, before = made.world.spi.transfers, made.world.clock.nanos
    made.driver.look()
    assert made.world.spi.transfers == transfers
    assert made.world.clock.nanos - before > MILLI


def noisy(chip: Mfrc522) -> None:
    chip.faults.noise = 1e-9


def missing(chip: Mfrc522) -> None:
    chip.faults.misses = 1e-9


@pytest.mark.parametrize("chance", [noisy, missing])
def test_no_look_is_skipped_while_chance_has_a_hand_in_it(chance: Callable[[Mfrc522], None]) -> None:
    made, memory = still()
    chance(made.chip)
    before = memory.skipped
    look(made, 10)
    assert memory.skipped == before


def test_no_look_is_skipped_while_a_fob_makes_up_its_number() -> None:
    made, memory = still()
    made.lay(CLASSIC, kind="random")
    before = memory.skipped
    look(made, 10)
    assert memory.skipped == before


def deafen(made: Bench) -> None:
    made.chip.faults.deaf = True


def pin(made: Bench) -> None:
    made.chip.faults.pinned[reg.VERSION] = 0


def hold(made: Bench) -> None:
    made.world.spi.hold_miso(0)


@pytest.mark.parametrize(
    ("change", "outcome"), [(deafen, rc522.NO_CARD), (pin, rc522.CARD), (hold, rc522.UNWELL)]
)
def test_the_first_look_after_a_change_is_made(change: Callable[[Bench], None], outcome: int) -> None:
    made, memory = still()
    made.lay(NTAG)
    assert look(made, 10) == rc522.CARD
    change(made)
    before = memory.made
    assert look(made) == outcome
    assert memory.made == before + 1


def test_a_card_that_wakes_late_is_not_taken_for_no_card() -> None:
    """The looks while it wakes find nothing, twice the same: that is no reason to skip those after it."""
    made, _ = still()
    made.chip.place(Card(NTAG, "ntag213"))
    for _ in range(3):
        made.driver.look()
    assert look(made) == rc522.CARD


def test_one_look_in_fifty_is_made_in_spite_of_all_quiet() -> None:
    made, memory = still()
    before = memory.made
    look(made, 10 * (MOST_SKIPPED + 1))
    assert memory.made - before == 10


def test_random_changes_never_leave_an_old_answer() -> None:
    made, _ = still()
    plain, random = rc522.Rc522(lambda data: made.world.spi.transfer(0, 0, data, 4_000_000)), Random(3)
    plain.version, plain._health = made.driver.version, made.driver._health
    for _ in range(400):
        if random.random() < 0.3:
            for card in made.chip.field:
                made.chip.remove(card)
            if random.random() < 0.6:
                made.lay(random.choice((CLASSIC, NTAG)))
        made.world.clock.spend(20 * MILLI)
        answer = made.driver.look()
        check = plain.look()
        assert (answer.kind, answer.uid) == (check.kind, check.uid)


def test_a_board_that_does_not_skip_has_no_memories() -> None:
    assert Board(WIRING).memories == {}

"""The day and night of faults, in short: it runs clean, and it finds what it is there to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.checkup import LOOKS
from devices.readers import TagReader
from tests.soak_faults import FAULTS
from tests.soak_table import SECOND, Books, Soak

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


def short(seed: int, spells: int = 1, prepare: Callable[[Soak], object] = lambda soak: soak) -> Books:
    """So many lively spells, one a minute."""
    soak = Soak(seed)
    prepare(soak)
    return soak.run(spells / 60, every_s=60)


def told(books: Books) -> list[str]:
    """Everything that should not have happened."""
    return [*books.lost, *books.doubled, *books.phantoms, *books.wrong]


def test_nothing_is_lost_doubled_made_up_or_left_broken() -> None:
    books = short(16)
    assert told(books) == []
    assert books.taps >= 5
    assert books.presses >= 5
    assert sum(books.faults.values()) >= 3


def test_what_is_lost_doubled_and_made_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One reader that never answers, readers of the Pi that say everything twice, and a key nobody pressed."""
    poll = TagReader.poll
    monkeypatch.setattr(TagReader, "poll", lambda reader: [event for event in poll(reader) for _ in range(2)])

    def spoil(soak: Soak) -> None:
        soak.board.chips["four"].unplug()
        soak.board.clock.at(9_000_000_000, lambda: soak.board.hubs["right"].press(0, 9_000_000, 100_000))

    books = short(12, prepare=spoil)
    assert books.lost
    assert books.doubled
    assert books.phantoms


def test_every_kind_of_fault_is_mended_again() -> None:
    soak = Soak(3)
    with soak.board as board:
        rig = board.rig()
        for fault in FAULTS:
            for _ in range(12):
                broken = fault(board, soak.random)
                broken.mend()
        board.clock.advance_to(10 * SECOND * 1000)
        for _ in range(10 * LOOKS):
            board.clock.spend(50_000_000)
            for reader in rig.readers:
                reader.poll()
        assert rig.hubs is not None
        assert [hub.why for hub in rig.hubs.hubs] == ["", ""]
        rig.close()

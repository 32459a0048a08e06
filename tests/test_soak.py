"""The day and night of faults, in short: it runs clean, and it finds what it is there to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from devices.checkup import LOOKS
from devices.keys import GpioKeys
from devices.presence import Presence, Tag
from devices.readers import TagReader
from firmware import wire
from tests.soak_faults import FAULTS
from tests.soak_table import SECOND, Soak

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.soak_books import Books


def short(seed: int, spell_s: int = 8, prepare: Callable[[Soak], object] = lambda soak: soak) -> Books:
    """One lively spell."""
    soak = Soak(seed)
    prepare(soak)
    return soak.run(1 / 60, period_s=120, spell_s=spell_s)


def test_nothing_is_lost_doubled_made_up_or_left_broken() -> None:
    soak = Soak(6)
    books = soak.run(1 / 60, period_s=120, spell_s=30)
    made, skipped = soak.looks
    assert books.troubles == []
    assert books.taps >= 150
    assert books.told_taps >= books.taps - 5
    assert books.presses >= 30
    assert sum(books.faults.values()) >= 3
    assert skipped > made


def twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers of the Pi say everything twice."""
    poll = TagReader.poll
    monkeypatch.setattr(TagReader, "poll", lambda reader: [event for event in poll(reader) for _ in range(2)])


def forgets_who_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tag that rests is taken for a new one now and then."""
    feed = Presence.feed

    def forgetful(presence: Presence, look: object, at: int) -> object:
        if isinstance(look, Tag) and at % 50 == 0:
            presence._resting = None
        return feed(presence, look, at)  # type: ignore[arg-type]

    monkeypatch.setattr(Presence, "feed", forgetful)


def never_sends_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What got lost on a hub's cable is not sent again."""
    monkeypatch.setattr(wire, "RESEND_US", 1 << 40)
    monkeypatch.setattr(wire.Link, "again", lambda link: setattr(link, "_ack_due", True))


def takes_all_that_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hub sends again counts again."""
    take = wire.Link.take

    def careless(link: wire.Link, byte: int, now: int) -> int:
        kind = take(link, byte, now)
        return kind or (wire.EVENT if byte == 0x0A and link.lines.kind == wire.EVENT else 0)

    monkeypatch.setattr(wire.Link, "take", careless)


def loses_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third poll of the Pi's keys drops what waits."""
    poll, polls = GpioKeys.poll, iter(range(1 << 30))
    monkeypatch.setattr(GpioKeys, "poll", lambda keys: poll(keys)[: None if next(polls) % 3 else 0])


@pytest.mark.parametrize(
    ("harm", "shows"),
    [
        (twice, "doubled"),
        (forgets_who_rests, "doubled"),
        (never_sends_again, "lost"),
        (takes_all_that_comes, "doubled"),
        (loses_edges, "lost"),
    ],
)
def test_harm_done_to_the_code_is_found(
    harm: Callable[[pytest.MonkeyPatch], None], shows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def restless_cables(soak: Soak) -> None:
        for hub in soak.board.hubs.values():
            hub.cable.loss = 0.01

    harm(monkeypatch)
    assert getattr(short(12, prepare=restless_cables), shows)


def test_a_dead_reader_a_pulse_too_long_and_a_restart_nobody_ordered_are_found() -> None:
    def spoil(soak: Soak) -> None:
        soak.board.chips["four"].unplug()
        soak.board.clock.at(9_000_000_000, lambda: soak.board.hubs["right"].press(2, 9_000_000, 100_000))
        soak.board.clock.at(60_000_000_000, soak.board.hubs["left"].reboot)

    books = short(12, prepare=spoil)
    assert books.lost
    assert "hub left restarted by itself" in books.wrong


def test_a_press_nobody_made_is_found() -> None:
    def spoil(soak: Soak) -> None:
        soak.board.clock.at(60_000_000_000, lambda: soak.board.press("five.confirm"))

    assert short(12, prepare=spoil).phantoms


def test_every_kind_of_fault_is_mended_again() -> None:
    soak = Soak(3)
    with soak.board as board:
        rig = board.rig()
        for fault in FAULTS:
            for _ in range(20):
                broken = fault(board, soak.random)
                broken.mend()
        board.clock.advance_to(10 * SECOND * 1000)
        for _ in range(10 * LOOKS):
            board.clock.spend(50_000_000)
            for reader in rig.readers:
                reader.poll()
        assert rig.hubs is not None
        assert [hub.why for hub in rig.hubs.hubs] == ["", ""]
        assert [chip.faults.by_chance or any(chip.faults.lasting[:3]) for chip in board.chips.values()] == [
            False
        ] * 6
        rig.close()

"""Hostile bytes and register faults in full, the long run of the hub's language in short; each finds what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware import rc522, wire
from tests.firmware import soak

if TYPE_CHECKING:
    from collections.abc import Callable


def test_the_hubs_language_goes_through_a_rain_of_damage() -> None:
    assert soak.garbage_makes_no_message(20_000) > 100
    assert soak.no_event_is_lost_or_doubled(400, 0.005) > 0


def test_a_million_hostile_bytes_at_either_end_of_a_hubs_cable_make_no_event() -> None:
    assert soak.hostile_bytes_make_no_event() > 1_000


def test_a_hundred_thousand_faults_of_registers_make_no_event() -> None:
    assert soak.register_faults_make_no_event() > 1_000


def no_check_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged lines count."""
    monkeypatch.setattr(wire, "crc16", lambda *_: 0)


def takes_any_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of another conversation count."""
    take = wire.Link.take

    def trusting(link: wire.Link, byte: int, now: int) -> int:
        kind = take(link, byte, now)
        return link.lines.kind if byte == 0x0A and not kind else kind

    monkeypatch.setattr(wire.Link, "take", trusting)


def nonsense_is_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not readable counts as some card."""
    look = rc522.Rc522._look

    def hasty(driver: rc522.Rc522) -> rc522.Answer:
        answer = look(driver)
        return rc522.Answer(rc522.CARD, bytes(4)) if answer.kind == rc522.ERROR else answer

    monkeypatch.setattr(rc522.Rc522, "_look", hasty)


@pytest.mark.parametrize(
    ("harm", "run"),
    [
        (no_check_sum, lambda: soak.no_event_is_lost_or_doubled(400, 0.005)),
        (takes_any_conversation, lambda: soak.hostile_bytes_make_no_event(100_000)),
        (nonsense_is_a_card, lambda: soak.register_faults_make_no_event(5_000)),
    ],
)
def test_harm_done_to_the_code_is_found(
    harm: Callable[[pytest.MonkeyPatch], None], run: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    harm(monkeypatch)
    with pytest.raises(AssertionError):
        run()

"""The long run of the hub's language, in short: it runs, and it finds what it is there to find."""

from __future__ import annotations

import pytest

from firmware import wire
from tests.firmware import soak


def test_the_soak_runs() -> None:
    assert soak.garbage_makes_no_message(20_000) > 100
    assert soak.no_event_is_lost_or_doubled(400, 0.005) > 0


def test_the_soak_notices_a_check_sum_that_checks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "crc16", lambda *_: 0)
    with pytest.raises(AssertionError):
        soak.no_event_is_lost_or_doubled(400, 0.005)

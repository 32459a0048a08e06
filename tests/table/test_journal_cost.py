"""What saving costs, measured by the bench, stays under its bars."""

from __future__ import annotations

import pytest

from tests.bench.storage import figures


@pytest.mark.report("G09")
def test_every_human_answer_waits_for_the_medium_once_and_writes_less_than_a_block() -> None:
    """G09: be safe to unplug at any moment and write little; bytes written per action bounded."""
    measured = [figure for figure in figures() if figure.unit != "ms"]
    waits, sizes = measured[::2], measured[1::2]
    assert [figure.value for figure in waits] == [1.0] * len(waits)
    assert all(0 < figure.value < 4096 for figure in sizes)

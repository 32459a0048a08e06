"""The benchmark's figures about hubs, checked against their bars."""

from __future__ import annotations

from tests.bench.hubs import figures


def test_the_figures_keep_their_bars() -> None:
    found = figures()
    assert len(found) == 9
    assert [figure.name for figure in found if figure.missed] == []
    rates = [figure.value for figure in found if figure.unit == "taps/s"]
    assert rates[1] > 2 * rates[0]

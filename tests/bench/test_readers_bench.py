"""The benchmark's figures about readers, checked against the bars and against what is known of the package."""

from __future__ import annotations

from tests.bench.readers import figures


def test_the_figures_keep_their_bars() -> None:
    assert [figure.name for figure in figures() if figure.missed] == []


def test_our_empty_poll_is_a_hundred_times_cheaper_than_the_packages() -> None:
    transfers = {figure.name: figure.value for figure in figures() if figure.unit == "transfers"}
    assert transfers["empty poll, mfrc522 package"] == 2013
    assert transfers["empty poll, ours"] * 100 < transfers["empty poll, mfrc522 package"]

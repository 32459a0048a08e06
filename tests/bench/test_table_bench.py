"""The bench's figures about a whole table keep their bars; those of the packages beside them are what they were."""

from __future__ import annotations

from firmware.rc522 import NO_CARD, Rc522
from tests.bench.idle import EMPTY, NoCard
from tests.bench.table import MOST_REVISIT_MS, MOST_TAP_MS, ours, package_revisit_ms, revisit_ms


def test_a_card_is_on_the_panel_in_time(monkeypatch) -> None:
    monkeypatch.setattr("tests.bench.table.TAPS", 10)
    assert ours()[-1] <= MOST_TAP_MS


def test_eight_readers_are_looked_at_in_time_also_with_a_tag_on_each() -> None:
    assert revisit_ms(8, laid=False) < revisit_ms(8, laid=True) <= MOST_REVISIT_MS


def test_one_reader_of_the_package_takes_longer_than_eight_of_ours() -> None:
    assert package_revisit_ms(1) > revisit_ms(8, laid=True)


def test_the_idle_loops_stand_in_is_a_reader_without_a_card() -> None:
    spi = NoCard()
    driver = Rc522(lambda data: bytes(spi.xfer2(list(data))))
    assert driver.start() == ""
    assert driver.version == EMPTY[0x37]
    assert driver.look().kind == NO_CARD

"""Readers on the hub: turns, restarts, and what of their looks is news."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from devices.sim.clock import VirtualClock
from devices.sim.mfrc522 import Mfrc522
from devices.sim.picc import Card
from firmware import rc522
from firmware.looks import ROUND_US, TOLD_AT_US, Looks, Slot

if TYPE_CHECKING:
    from firmware.rc522 import Xfer

UID = bytes.fromhex("04a1b2c3d4e580")


class Bus:
    """Some chips, the firmware's readers on them, and everything they told."""

    def __init__(self, count: int) -> None:
        self.clock = VirtualClock()
        self.chips = [Mfrc522(self.clock, seed=number) for number in range(count)]
        self.slots = [Slot(n, rc522.Rc522(self._frames(chip))) for n, chip in enumerate(self.chips)]
        self.looks = Looks(self.slots, 0)
        self.told: list[tuple[int, int, int, int]] = []
        self.room = True
        self.most_fields = 0

    def _frames(self, chip: Mfrc522) -> Xfer:
        def frame(data: bytes | bytearray) -> bytes:
            self.clock.spend(110_000)
            chip.select()
            answer = bytes(chip.shift(byte) for byte in data)
            chip.deselect()
            self.most_fields = max(self.most_fields, sum(one._field.on for one in self.chips))
            return answer

        return frame

    def run(self, milliseconds: int) -> list[tuple[int, int, int, int]]:
        """Let the readers take turns; what was told: reader, kind, looks, when."""
        told: list[tuple[int, int, int, int]] = []
        end = self.clock.nanos + milliseconds * 1_000_000
        while self.clock.nanos < end:
            self.clock.spend(500_000)
            self.looks.step(self.clock.now())
            for slot in self.slots if self.room else ():
                while (run := slot.untold()) is not None:
                    told.append((slot.number, run.kind, run.untold, run.last))
                    run.was_told()
        return told


def test_an_empty_reader_says_so_a_few_times_and_then_nothing_for_hours() -> None:
    bus = Bus(1)
    first = bus.run(6_000)
    assert len(first) == 2 + len(TOLD_AT_US)
    assert {kind for _, kind, *_ in first} == {rc522.NO_CARD}
    assert bus.run(20_000) == []


def test_all_looks_of_a_young_run_are_counted() -> None:
    bus = Bus(1)
    told = bus.run(6_000)
    looks = sum(count for *_, count, _ in told)
    assert looks == pytest.approx(TOLD_AT_US[-1] / ROUND_US, abs=3)


def test_a_card_is_news_and_so_is_the_end_of_the_run_before_it() -> None:
    bus = Bus(1)
    bus.run(8_000)
    bus.chips[0].place(Card(UID, "ntag213"))
    told = bus.run(150)
    kinds = [kind for _, kind, *_ in told]
    assert kinds == [rc522.NO_CARD, rc522.CARD, rc522.CARD]
    assert bus.slots[0].run.data == UID
    ended, began = told[0][3], told[1][3]
    assert began - ended < 2 * ROUND_US


@pytest.mark.parametrize("count", [2, 8])
def test_only_one_field_is_on_at_a_time(count: int) -> None:
    bus = Bus(count)
    bus.run(500)
    bus.most_fields = 0
    bus.run(1_000)
    assert bus.most_fields == 1


def test_a_single_reader_keeps_its_field() -> None:
    bus = Bus(1)
    bus.run(300)
    assert bus.chips[0]._field.on


def test_every_reader_gets_its_turn() -> None:
    bus = Bus(8)
    for number, chip in enumerate(bus.chips):
        chip.place(Card(bytes([number, 2, 3, 4])))
    told = bus.run(1_500)
    assert {reader for reader, kind, *_ in told if kind == rc522.CARD} == set(range(8))


def test_a_dead_reader_says_why_and_holds_up_nobody() -> None:
    bus = Bus(2)
    bus.chips[0].unplug()
    bus.chips[1].place(Card(UID, "ntag213"))
    told = bus.run(500)
    assert next(kind for reader, kind, *_ in told if reader == 0) == rc522.UNWELL
    assert b"no chip answers" in bus.slots[0].run.data
    assert (1, rc522.CARD) in {(reader, kind) for reader, kind, *_ in told}


def test_a_reader_that_comes_back_is_started_again() -> None:
    bus = Bus(2)
    bus.chips[0].unplug()
    bus.run(1_000)
    bus.chips[0].plug_in()
    told = bus.run(3_000)
    assert rc522.NO_CARD in {kind for reader, kind, *_ in told if reader == 0}


def test_a_brown_out_is_noticed_and_mended() -> None:
    bus = Bus(2)
    bus.run(500)
    bus.chips[1].brown_out()
    kinds = [kind for reader, kind, *_ in bus.run(1_000) if reader == 1]
    assert rc522.UNWELL in kinds
    assert kinds[-1] == rc522.NO_CARD


def test_runs_that_could_not_be_told_are_counted() -> None:
    bus = Bus(1)
    bus.run(300)
    bus.room = False
    for _ in range(3):
        card = Card(UID, "ntag213")
        bus.chips[0].place(card)
        bus.run(200)
        bus.chips[0].remove(card)
        bus.run(200)
    assert bus.slots[0].lost >= 4
    bus.room = True
    assert bus.run(50)[-1][1] == rc522.NO_CARD


def test_a_new_host_hears_of_the_run_going_on() -> None:
    bus = Bus(1)
    bus.chips[0].place(Card(UID, "ntag213"))
    bus.run(10_000)
    bus.slots[0].tell_afresh(bus.clock.now())
    told = bus.run(100)
    assert [kind for _, kind, *_ in told[:2]] == [rc522.CARD, rc522.CARD]


def test_the_longest_time_between_two_looks_is_known() -> None:
    bus = Bus(8)
    bus.run(2_000)
    assert 40_000 <= bus.looks.revisit <= 120_000


def test_a_hub_without_readers_has_nothing_to_look_at() -> None:
    assert Bus(0).run(100) == []

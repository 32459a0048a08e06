"""The simulated MFRC522 on the air: answers, time-outs, collisions, cards laid down and lifted, faults."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.sim import mfrc522_registers as reg
from devices.sim.clock import VirtualClock
from devices.sim.mfrc522 import FIFO_SIZE, Mfrc522
from devices.sim.mfrc522_air import ETU_NANOS, FRAME_DELAY_NANOS, air_nanos, merge
from devices.sim.picc import WUPA, Card, Frame, bcc
from tests.devices.mfrc522_kit import begin, fresh_chip, lay, ready_chip, transceive, wake
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG

ATQA_BITS = 16


@pytest.fixture
def chip() -> Mfrc522:
    return fresh_chip()


@pytest.fixture
def ready() -> Mfrc522:
    return ready_chip()


# The air


def test_a_card_answers_a_wake_up(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    assert wake(ready) == b"\x04\x00"
    assert ready.read(reg.COM_IRQ) & reg.RX_IRQ
    assert ready.read(reg.CONTROL) & 0x07 == 0


def test_no_card_ends_with_the_timer(ready: Mfrc522) -> None:
    assert wake(ready) == b""
    assert ready.read(reg.COM_IRQ) & (reg.RX_IRQ | reg.TIMER_IRQ) == reg.TIMER_IRQ


def test_an_answer_stops_the_timer(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    wake(ready)
    assert not ready.read(reg.COM_IRQ) & reg.TIMER_IRQ


def test_an_answer_takes_its_time_on_the_air(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    begin(ready, bytes((WUPA,)), 0x07)
    takes = (7 + 2) * ETU_NANOS + FRAME_DELAY_NANOS + (ATQA_BITS + 2 + 2) * ETU_NANOS
    ready.clock.spend(takes - 1)
    assert not ready.read(reg.COM_IRQ) & reg.RX_IRQ
    ready.clock.spend(1)
    assert ready.read(reg.COM_IRQ) & reg.RX_IRQ


def test_an_exchange_that_is_called_off_gives_nothing(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    begin(ready, bytes((WUPA,)), 0x07)
    ready.clock.spend(150_000)
    ready.write(reg.COMMAND, reg.IDLE)
    ready.clock.spend(5 * MILLI)
    assert not ready.read(reg.COM_IRQ) & reg.RX_IRQ
    assert ready.read(reg.FIFO_LEVEL) == 0


def test_without_a_field_nobody_answers(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    ready.write(reg.TX_CONTROL, 0x80)
    assert wake(ready) == b""


def test_a_card_laid_down_later_needs_its_time_to_wake(ready: Mfrc522) -> None:
    ready.place(Card(CLASSIC))
    assert wake(ready) == b""
    assert wake(ready) == b"\x04\x00"


def test_answers_that_differ_collide_at_their_first_different_bit(ready: Mfrc522) -> None:
    lay(ready, b"\x01\x02\x03\x04", b"\x01\x02\x03\x0c")
    wake(ready)
    assert transceive(ready, b"\x93\x20") == b"\x01\x02\x03\x04\x00"
    assert ready.read(reg.ERROR) & reg.COLLISION
    assert ready.read(reg.COLL) == 28  # the 28th bit: bit 3 of the fourth byte


def test_bits_behind_a_collision_stay_when_asked_for(ready: Mfrc522) -> None:
    ready.write(reg.COLL, reg.VALUES_AFTER_COLLISION)
    lay(ready, b"\x01\x02\x03\x04", b"\x01\x02\x03\x0c")
    wake(ready)
    assert transceive(ready, b"\x93\x20") == b"\x01\x02\x03\x0c\x0c"
    assert ready.read(reg.COLL) == reg.VALUES_AFTER_COLLISION | 28


def test_a_collision_at_the_32nd_bit_reads_as_zero(ready: Mfrc522) -> None:
    lay(ready, b"\x01\x02\x03\x04", b"\x01\x02\x03\x84")
    wake(ready)
    transceive(ready, b"\x93\x20")
    assert ready.read(reg.COLL) == 0


def test_equal_answers_do_not_collide(ready: Mfrc522) -> None:
    """Row A24 in the air: copies of a tag answer as one."""
    lay(ready, CLASSIC, CLASSIC)
    wake(ready)
    assert transceive(ready, b"\x93\x20") == CLASSIC + bytes((bcc(CLASSIC),))
    assert ready.read(reg.ERROR) == 0


def test_anticollision_by_bits_finds_both_cards(ready: Mfrc522) -> None:
    """A driver that resolves collisions would ask again with the bits before the collision and a 1."""
    lay(ready, b"\x01\x02\x03\x04", b"\x01\x02\x03\x0c")
    wake(ready)
    transceive(ready, b"\x93\x20")
    rest = transceive(ready, b"\x93\x54\x01\x02\x03\x0c", 0x44)
    assert rest[0] & 0xF0 == 0x00
    assert rest[1] == bcc(b"\x01\x02\x03\x0c")
    assert ready.read(reg.ERROR) == 0


def test_a_broken_last_byte_is_told_by_its_bits(ready: Mfrc522) -> None:
    lay(ready, b"\x01\x02\x03\x04")
    wake(ready)
    transceive(ready, b"\x93\x23\x01", 0x03)
    assert ready.read(reg.CONTROL) & 0x07 == (40 - 3) % 8


def test_the_chip_can_add_and_check_the_crc(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    wake(ready)
    ready.write(reg.TX_MODE, reg.CRC_ENABLED)
    ready.write(reg.RX_MODE, reg.CRC_ENABLED)
    assert transceive(ready, b"\x93\x70" + CLASSIC + bytes((bcc(CLASSIC),))) == b"\x08"
    assert ready.read(reg.ERROR) == 0


def test_an_answer_without_a_crc_is_an_error_when_one_is_wanted(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    ready.write(reg.RX_MODE, reg.CRC_ENABLED)
    wake(ready)
    assert ready.read(reg.ERROR) & reg.CRC_ERROR


@pytest.mark.parametrize(
    ("answers", "bits", "collision"),
    [
        ([], None, None),
        ([Frame(0b1010, 4)], 0b1010, None),
        ([Frame(0b1010, 4), Frame(0b1010, 4)], 0b1010, None),
        ([Frame(0b1010, 4), Frame(0b1110, 4)], 0b1110, 2),
        ([Frame(0b1010, 4), Frame(0b10, 2)], 0b1010, None),
        ([Frame(0b00, 2), Frame(0b01, 2), Frame(0b11, 2)], 0b11, 0),
    ],
)
def test_answers_are_laid_over_each_other(
    answers: list[Frame], bits: int | None, collision: int | None
) -> None:
    heard = merge(answers)
    assert (heard.frame.bits if heard else None) == bits
    assert (heard.collision if heard else None) == collision


def test_a_byte_on_the_air_has_a_parity_bit() -> None:
    assert air_nanos(Frame(0, 8)) - air_nanos(Frame(0, 7)) == 2 * ETU_NANOS


# Cards and faults


def test_a_card_lies_on_a_reader_once(chip: Mfrc522) -> None:
    card = Card(CLASSIC)
    chip.place(card)
    with pytest.raises(ValueError, match="lies on this reader already"):
        chip.place(card)


def test_a_card_that_is_not_there_cannot_be_taken(chip: Mfrc522) -> None:
    with pytest.raises(ValueError, match="does not lie on this reader"):
        chip.remove(Card(CLASSIC))


def test_the_field_lists_the_cards_and_cannot_be_changed_by_its_list(chip: Mfrc522) -> None:
    first, second = Card(CLASSIC), Card(NTAG)
    chip.place(first)
    chip.place(second)
    chip.field.clear()
    assert chip.field == [first, second]
    chip.remove(first)
    assert chip.field == [second]


def test_what_happens_from_outside_is_counted(chip: Mfrc522) -> None:
    card = Card(CLASSIC)
    chip.place(card)
    chip.remove(card)
    chip.brown_out()
    chip.unplug()
    chip.plug_in()
    assert chip.changes == 5


def test_an_unplugged_chip_reads_low_and_forgets(ready: Mfrc522) -> None:
    ready.unplug()
    ready.select()
    assert [ready.shift(0xFF) for _ in range(3)] == [0, 0, 0]
    ready.plug_in()
    assert ready.read(reg.T_RELOAD_L) == 0


def test_a_stuck_line_reads_high(ready: Mfrc522) -> None:
    ready.faults.stuck_high = True
    ready.select()
    assert [ready.shift(0x00) for _ in range(3)] == [0xFF] * 3


def test_a_deaf_chip_times_out(ready: Mfrc522) -> None:
    lay(ready, CLASSIC)
    ready.faults.deaf = True
    assert wake(ready) == b""
    assert ready.read(reg.COM_IRQ) & reg.TIMER_IRQ


def test_a_weak_card_is_heard_now_and_then(ready: Mfrc522) -> None:
    ready.faults.misses = 0.7
    hits = 0
    for _ in range(200):
        (card,) = lay(ready, CLASSIC)
        hits += bool(wake(ready))
        ready.remove(card)
    assert 30 <= hits <= 90


def test_noise_turns_bits_over(chip: Mfrc522) -> None:
    chip.faults.noise = 0.5
    values = set()
    for _ in range(50):
        chip.select()
        chip.shift(reg.VERSION << 1 | 0x80)
        values.add(chip.shift(0))
    assert len(values) > 3


def test_noise_is_the_same_for_the_same_seed() -> None:
    def answers(seed: int) -> list[int]:
        chip = Mfrc522(VirtualClock(), seed=seed)
        chip.faults.noise = 0.5
        chip.select()
        return [chip.shift(0x80) for _ in range(50)]

    assert answers(1) == answers(1)
    assert answers(1) != answers(2)


OPERATION = st.one_of(
    st.tuples(st.just("write"), st.integers(0, 0x3F), st.integers(0, 0xFF)),
    st.tuples(st.just("read"), st.integers(0, 0x3F), st.just(0)),
    st.tuples(st.just("shift"), st.integers(0, 0xFF), st.just(0)),
    st.tuples(st.just("wait"), st.integers(0, 3_000_000), st.just(0)),
    st.tuples(
        st.sampled_from(["select", "place", "lift", "unplug", "plug_in", "brown_out"]), st.just(0), st.just(0)
    ),
)


def operate(chip: Mfrc522, operation: tuple[str, int, int]) -> None:
    name, first, second = operation
    match name:
        case "write":
            chip.write(first, second)
        case "read":
            assert 0 <= chip.read(first) <= 0xFF
        case "shift":
            assert 0 <= chip.shift(first) <= 0xFF
        case "wait":
            chip.clock.spend(first)
        case "place":
            chip.place(Card(NTAG, "ntag213"))
        case "lift":
            for card in chip.field[:1]:
                chip.remove(card)
        case _:
            getattr(chip, name)()


@settings(max_examples=200, deadline=None)
@given(operations=st.lists(OPERATION, max_size=60), noise=st.sampled_from([0.0, 0.1]))
def test_no_use_of_its_registers_upsets_the_chip(
    operations: list[tuple[str, int, int]], noise: float
) -> None:
    chip = Mfrc522(VirtualClock())
    chip.faults.noise = noise
    for operation in operations:
        operate(chip, operation)
    chip.clock.spend(20 * MILLI)
    assert len(chip.fifo) <= FIFO_SIZE

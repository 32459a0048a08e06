"""Our MFRC522 driver on the simulated chip: what a look comes to, what it costs, what it leaves behind."""

from __future__ import annotations

from random import Random

import pytest

from devices.sim import mfrc522_registers as reg
from devices.sim.picc import Card, Frame, Kind
from firmware import rc522
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG, TRIPLE, Bench, bench, cost_of, started

MOST_TRANSFERS = 40


@pytest.fixture
def ready() -> Bench:
    return started()


def test_an_empty_look_says_no_card(ready: Bench) -> None:
    answer = ready.driver.look()
    assert (answer.kind, answer.uid, answer.why) == (rc522.NO_CARD, b"", "")


@pytest.mark.parametrize("speed", [1_000_000, 4_000_000, 10_000_000])
def test_an_empty_look_costs_at_most_forty_transfers(speed: int) -> None:
    made = bench(speed=speed)
    made.driver.start()
    assert cost_of(made.world, made.driver.look).transfers <= MOST_TRANSFERS


def test_an_empty_look_is_over_in_two_milliseconds(ready: Bench) -> None:
    assert cost_of(ready.world, ready.driver.look).micros <= 2000


@pytest.mark.parametrize(
    ("uid", "kind", "sak"),
    [(CLASSIC, "classic", 0x08), (NTAG, "ntag213", 0x00), (TRIPLE, "classic", 0x08), (NTAG, "classic", 0x08)],
)
def test_a_card_is_read_with_its_whole_uid(ready: Bench, uid: bytes, kind: Kind, sak: int) -> None:
    ready.lay(uid, kind=kind)
    answer = ready.driver.look()
    assert (answer.kind, answer.uid, answer.sak) == (rc522.CARD, uid, sak)


@pytest.mark.report("A07")
@pytest.mark.parametrize("uid", [CLASSIC, NTAG, TRIPLE])
def test_a_resting_card_is_read_at_every_look(ready: Bench, uid: bytes) -> None:
    """A07: a halted card ignores REQA; WUPA wakes it, so no second look fails."""
    ready.lay(uid)
    assert [ready.driver.look().uid for _ in range(6)] == [uid] * 6


@pytest.mark.report("A20")
def test_a_four_byte_uid_that_begins_like_a_cascade_tag_is_whole(ready: Bench) -> None:
    """A20: the SAK decides, not the first byte; 88 77 66 55 with SAK 08 is an ordinary card."""
    uid = bytes.fromhex("88776655")
    ready.lay(uid)
    assert ready.driver.look().uid == uid


@pytest.mark.report("A20")
def test_the_sak_asks_for_the_next_level(ready: Bench) -> None:
    """A20, second case: 88 77 66 55 with SAK 04 is the first level of a longer UID."""
    uid = bytes.fromhex("77665511223344")
    ready.lay(uid)
    assert ready.driver.look().uid == uid


@pytest.mark.report("A19")
def test_tags_that_share_their_first_level_are_told_apart(ready: Bench) -> None:
    """A19: a driver that reads one level only gives both of these the same number."""
    first, second = bytes.fromhex("04a3c610203040"), bytes.fromhex("04a3c611213141")
    card = ready.lay(first)
    assert ready.driver.look().uid == first
    ready.chip.remove(card)
    ready.lay(second)
    assert ready.driver.look().uid == second


@pytest.mark.report("A18")
def test_the_check_byte_is_no_part_of_the_uid(ready: Bench) -> None:
    """A18: A1 B2 C3 D4 and its check byte 04 are four bytes of UID."""
    ready.lay(bytes.fromhex("a1b2c3d4"))
    assert ready.driver.look().uid == bytes.fromhex("a1b2c3d4")


@pytest.mark.report("A25")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (CLASSIC, b"\xa1\xb2\xc3\xd5"),
        (CLASSIC, NTAG),
        (NTAG, bytes.fromhex("04a1b2c3d4e581")),
        (bytes.fromhex("8804a1b2"), NTAG),  # they differ in their SAK only
    ],
)
def test_two_cards_are_a_collision_at_every_look(ready: Bench, first: bytes, second: bytes) -> None:
    """A25: never one of the two, and never nothing because a card was left half awake."""
    ready.lay(first)
    ready.lay(second)
    assert [ready.driver.look().kind for _ in range(4)] == [rc522.COLLISION] * 4


@pytest.mark.report("A25")
def test_the_card_that_is_left_of_two_is_read_at_once(ready: Bench) -> None:
    """A25: after the other one was lifted the next look reads the survivor."""
    lifted = ready.lay(CLASSIC)
    ready.lay(NTAG)
    ready.driver.look()
    ready.chip.remove(lifted)
    assert ready.driver.look().uid == NTAG


@pytest.mark.report("A23")
def test_a_random_fob_shows_another_uid_in_every_field(ready: Bench) -> None:
    """A23: the driver tells what it reads; that two visits differ is for the tag book to see."""
    fob = ready.lay(b"\x08\x11\x22\x33", kind="random")
    first = ready.driver.look().uid
    ready.chip.remove(fob)
    ready.chip.place(fob)
    ready.world.clock.spend(5 * MILLI)
    second = ready.driver.look().uid
    assert first[0] == second[0] == 0x08
    assert first != second


@pytest.mark.report("A30")
def test_tag_nothing_error_and_no_reader_are_different_answers(ready: Bench) -> None:
    """A30: each outcome driven once gives four different kinds."""
    kinds = [ready.driver.look().kind]
    card = ready.lay(CLASSIC)
    kinds.append(ready.driver.look().kind)
    ready.chip.faults.pinned[reg.ERROR] = reg.PARITY_ERROR
    kinds.append(ready.driver.look().kind)
    ready.chip.faults.pinned.clear()
    ready.chip.remove(card)
    ready.chip.unplug()
    kinds.append(ready.driver.look().kind)
    assert kinds == [rc522.NO_CARD, rc522.CARD, rc522.ERROR, rc522.UNWELL]


@pytest.mark.report("A34")
def test_a_failed_look_repeats_no_older_uid(ready: Bench) -> None:
    """A34: what was read before is not kept anywhere."""
    card = ready.lay(CLASSIC)
    assert ready.driver.look().uid == CLASSIC
    ready.chip.faults.pinned[reg.ERROR] = reg.PARITY_ERROR
    assert ready.driver.look().uid == b""
    ready.chip.faults.pinned.clear()
    ready.chip.remove(card)
    assert ready.driver.look().uid == b""


@pytest.mark.report("A02")
@pytest.mark.parametrize(("fault", "version"), [("unplugged", "0x00"), ("stuck_high", "0xFF")])
def test_a_missing_chip_does_not_start_and_says_so(fault: str, version: str) -> None:
    """A02: the version register proves that a chip answers."""
    made = bench()
    setattr(made.chip.faults, fault, True)
    assert made.driver.start() == f"no chip answers (version reads {version})"


@pytest.mark.parametrize("fault", ["unplugged", "stuck_high"])
def test_a_chip_that_vanishes_is_unwell_and_not_empty(ready: Bench, fault: str) -> None:
    ready.lay(CLASSIC)
    ready.driver.look()
    setattr(ready.chip.faults, fault, True)
    answer = ready.driver.look()
    assert answer.kind == rc522.UNWELL
    assert "no chip answers" in answer.why


@pytest.mark.report("A01")
@pytest.mark.parametrize("fault", ["unplugged", "stuck_high", "deaf"])
def test_a_look_at_a_broken_chip_is_short(ready: Bench, fault: str) -> None:
    """A01: every look ends within a fixed budget, whatever the wire does."""
    setattr(ready.chip.faults, fault, True)
    assert cost_of(ready.world, ready.driver.look).micros < 20_000


def test_a_brown_out_is_noticed_at_the_next_look_and_cured_by_a_start(ready: Bench) -> None:
    ready.lay(CLASSIC)
    ready.chip.brown_out()
    answer = ready.driver.look()
    assert (answer.kind, "lost its settings" in answer.why) == (rc522.UNWELL, True)
    assert not ready.driver.start()
    ready.world.clock.spend(5 * MILLI)
    assert ready.driver.look().uid == CLASSIC


@pytest.mark.parametrize(
    "register",
    [
        *(reg.T_MODE, reg.T_PRESCALER, reg.T_RELOAD_H, reg.T_RELOAD_L, reg.MODE),
        *(reg.TX_MODE, reg.RX_MODE, reg.TX_CONTROL, reg.TX_ASK),
    ],
)
def test_a_setting_that_was_lost_is_noticed_and_cured_by_a_start(ready: Bench, register: int) -> None:
    """One register alone, as a disturbance does it: no timer, check sums nobody asked for, a field that is off."""
    ready.chip.registers[register] ^= 0x81
    assert ready.driver.check() == "the chip lost its settings: its supply may be too weak"
    assert ready.driver.start() == ""
    assert ready.driver.check() == ""


def test_what_the_wire_reads_while_the_address_goes_out_means_nothing() -> None:
    """On real wires the first byte of an answer is left over from something else."""
    made, random = bench(), Random(2)
    send = made.world.spi.transfer
    made.driver = rc522.Rc522(lambda frame: random.randbytes(1) + send(0, 0, frame, 4_000_000)[1:])
    assert made.driver.start() == ""
    made.world.clock.spend(5 * MILLI)
    assert {made.driver.look().kind for _ in range(20)} == {rc522.NO_CARD}
    made.lay(NTAG)
    assert made.driver.look().uid == NTAG


def test_a_receiver_that_went_deaf_is_set_up_anew_after_many_empty_looks(ready: Bench) -> None:
    ready.driver._empty = rc522.MOST_EMPTY - 50
    ready.chip.write(reg.RX_SEL, 0)
    ready.lay(NTAG)
    kinds = []
    for _ in range(60):
        kinds.append(ready.driver.look().kind)
        ready.world.clock.spend(20 * MILLI)
    assert kinds == [rc522.NO_CARD] * 50 + [rc522.CARD] * 10


def test_a_chip_that_hears_only_nonsense_is_set_up_anew() -> None:
    made = bench()
    send = made.world.spi.transfer

    def xfer(frame: bytes | bytearray) -> bytes:
        if frame == bytes((reg.COMMAND << 1, reg.SOFT_RESET)):
            made.chip.faults.pinned.clear()
        return send(0, 0, frame, 4_000_000)

    made.driver = rc522.Rc522(xfer)
    assert made.driver.start() == ""
    made.lay(NTAG)
    made.chip.faults.pinned[reg.ERROR] = reg.CRC_ERROR
    kinds = []
    for _ in range(rc522.MOST_NONSENSE + 10):
        kinds.append(made.driver.look().kind)
        made.world.clock.spend(20 * MILLI)
    assert kinds == [rc522.ERROR] * rc522.MOST_NONSENSE + [rc522.CARD] * 10


def test_setting_up_anew_tells_when_the_chip_is_gone_meanwhile(ready: Bench) -> None:
    """The look heard nothing and the chip was well; a moment later it is not."""
    ready.driver._empty = rc522.MOST_EMPTY - 1
    look, unplug = ready.driver._look, ready.chip.unplug
    ready.driver._look = lambda: (look(), unplug())[0]  # type: ignore[method-assign]
    answer = ready.driver.look()
    assert (answer.kind, answer.why) == (rc522.UNWELL, "no chip answers (version reads 0x00)")


def test_a_field_that_went_off_is_noticed(ready: Bench) -> None:
    ready.chip.write(reg.TX_CONTROL, 0x80)
    assert ready.driver.look().kind == rc522.UNWELL


@pytest.mark.report("A28")
@pytest.mark.parametrize("version", [0x12, 0x88, 0xB2])
def test_an_unusual_version_is_noted_and_works(version: int) -> None:
    """A28: only all zeros and all ones mean that nobody is there."""
    made = bench(version)
    assert not made.driver.start()
    made.lay(CLASSIC)
    assert made.driver.look().uid == CLASSIC
    assert made.driver.notes == [f"chip version 0x{version:02X} is not NXP's own"]


@pytest.mark.parametrize("version", [0x91, 0x92])
def test_a_genuine_chip_needs_no_note(version: int) -> None:
    made = bench(version)
    made.driver.start()
    assert made.driver.notes == []


@pytest.mark.report("A16")
def test_a_gain_that_is_not_taken_falls_back_with_a_note() -> None:
    """A16: gain 7 written, 4 read back."""
    made = bench(gain=7)
    made.chip.faults.pinned[reg.RF_CFG] = 0x48
    assert not made.driver.start()
    assert made.driver.notes == ["gain 7 was not taken; the default is used"]
    assert made.chip.registers[reg.RF_CFG] == 0x48


@pytest.mark.report("A16")
def test_a_gain_that_is_taken_stays() -> None:
    """A16: the other case, gain 7 read back as 7."""
    made = bench(gain=7)
    made.driver.start()
    assert (made.chip.registers[reg.RF_CFG], made.driver.notes) == (0x78, [])


@pytest.mark.report("A27")
def test_a_check_leaves_the_reader_working(ready: Bench) -> None:
    """A27: a diagnostic and a fresh start do not make the reader deaf."""
    ready.lay(CLASSIC)
    assert not ready.driver.check()
    assert ready.driver.look().uid == CLASSIC
    assert not ready.driver.start()
    ready.world.clock.spend(5 * MILLI)
    assert ready.driver.look().uid == CLASSIC


@pytest.mark.report("A26")
def test_a_tag_without_sectors_is_read_like_any_other(ready: Bench) -> None:
    """A26: identity is the UID alone; the driver authenticates nothing and writes nothing."""
    ready.lay(NTAG, kind="ntag213")
    assert ready.driver.look().kind == rc522.CARD
    assert not ready.chip.registers[reg.STATUS2] & reg.CRYPTO_ON


def test_a_card_whose_answers_are_missed_is_no_card_and_no_fault(ready: Bench) -> None:
    ready.lay(CLASSIC)
    ready.chip.faults.deaf = True
    assert ready.driver.look().kind == rc522.NO_CARD


def test_a_chip_that_never_ends_its_reset_is_told_of() -> None:
    made = bench()
    made.chip.faults.pinned[reg.COMMAND] = 0x30
    assert made.driver.start() == "the chip does not come back from its reset"


def test_a_field_that_is_switched_off_lets_cards_sleep(ready: Bench) -> None:
    card = ready.lay(CLASSIC)
    ready.driver.field(on=False)
    assert card.state == "off"
    ready.driver.field(on=True)
    ready.world.clock.spend(5 * MILLI)
    assert ready.driver.look().uid == CLASSIC


def test_a_card_is_left_halted(ready: Bench) -> None:
    card = ready.lay(CLASSIC)
    ready.driver.look()
    assert card.state == "halt"


def test_a_slow_host_reads_a_resting_card_at_every_look() -> None:
    """A hub needs 120 us and more for a frame; a timer of the last exchange must not end the next one."""
    made = bench(speed=100_000)
    made.driver.start()
    made.lay(NTAG)
    assert [made.driver.look().uid for _ in range(3)] == [NTAG] * 3


@pytest.mark.parametrize(
    ("data", "crc"), [(b"\x00\x00", b"\xa0\x1e"), (b"\x12\x34", b"\x26\xcf"), (b"\x50\x00", b"\x57\xcd")]
)
def test_crc_a_agrees_with_the_standard(data: bytes, crc: bytes) -> None:
    """The first two are the examples of ISO 14443-3, annex B; the third is the well-known end of HLTA."""
    assert rc522.crc_a(data) == crc


class TamperedCard(Card):
    """A card that puts chosen bytes in the place of its answers."""

    def __init__(self, uid: bytes, answers: dict[int, bytes]) -> None:
        super().__init__(uid)
        self.answers = answers
        self.count = -1

    def receive(self, frame: Frame, nanos: int) -> Frame | None:
        answer = super().receive(frame, nanos)
        if answer is None:
            return None
        self.count += 1
        data = self.answers.get(self.count)
        return answer if data is None else Frame.of(data)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({0: b"\x04"}, "unreadable answer to the wake-up"),
        ({1: b"\xa1\xb2\xc3\xd4\x05"}, "unreadable UID"),
        ({1: b"\xa1\xb2\xc3\xd4"}, "unreadable UID"),
        ({2: b"\x08\x00\x00"}, "unreadable SAK"),
        ({2: b"\x08"}, "unreadable SAK"),
        ({2: b"\x04" + rc522.crc_a(b"\x04")}, "cascade tag missing"),
    ],
)
def test_a_wrong_answer_of_a_card_is_an_error(ready: Bench, answers: dict[int, bytes], why: str) -> None:
    ready.chip.place(TamperedCard(CLASSIC, answers))
    ready.world.clock.spend(5 * MILLI)
    answer = ready.driver.look()
    assert (answer.kind, answer.uid, answer.why) == (rc522.ERROR, b"", why)


def test_a_uid_without_an_end_is_an_error(ready: Bench) -> None:
    endless = b"\x04" + rc522.crc_a(b"\x04")
    third = b"\x88\x01\x02\x03\x88"
    ready.chip.place(TamperedCard(TRIPLE, {5: third, 6: endless}))
    ready.world.clock.spend(5 * MILLI)
    assert ready.driver.look().kind == rc522.ERROR

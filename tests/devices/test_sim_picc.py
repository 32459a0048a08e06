"""Simulated cards against the state diagram of ISO 14443-3: what they answer, and when they keep silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.sim.picc import (
    HLTA,
    REQA,
    SELECT_CODES,
    WAKE_NANOS,
    WUPA,
    Card,
    Frame,
    Kind,
    bcc,
    crc_a,
    levels_of,
)
from tests.devices.readers_kit import CLASSIC, NTAG, TRIPLE

if TYPE_CHECKING:
    from collections.abc import Callable

LATER = WAKE_NANOS


def awake(uid: bytes = CLASSIC, kind: Kind = "classic") -> Card:
    """A card in the field, in IDLE."""
    card = Card(uid, kind)
    card.power_on(0)
    return card


def request(card: Card, code: int) -> bytes | None:
    answer = card.receive(Frame(code, 7), LATER)
    return None if answer is None else answer.data()


def send(card: Card, data: bytes, last_bits: int = 0) -> bytes | None:
    answer = card.receive(Frame.of(data, last_bits), LATER)
    return None if answer is None else answer.data()


def select(card: Card, level: int, part: bytes) -> bytes | None:
    command = bytes((SELECT_CODES[level], 0x70)) + part + bytes((bcc(part),))
    return send(card, command + crc_a(command))


def halt(card: Card) -> bytes | None:
    return send(card, HLTA + crc_a(HLTA))


def ready(uid: bytes = CLASSIC, kind: Kind = "classic") -> Card:
    """A card that was asked and answered."""
    card = awake(uid, kind)
    assert request(card, WUPA)
    return card


def active(uid: bytes = CLASSIC, kind: Kind = "classic") -> Card:
    """A card that was selected."""
    card = ready(uid, kind)
    for level, part in enumerate(levels_of(uid)):
        assert select(card, level, part)
    return card


def halted() -> Card:
    """A card that was selected and halted."""
    card = active()
    halt(card)
    return card


@pytest.mark.parametrize(
    ("uid", "kind", "atqa"),
    [
        (CLASSIC, "classic", b"\x04\x00"),
        (NTAG, "ntag213", b"\x44\x00"),
        (NTAG, "classic", b"\x44\x00"),
        (TRIPLE, "classic", b"\x84\x00"),
    ],
)
@pytest.mark.parametrize("code", [REQA, WUPA])
def test_an_idle_card_answers_both_requests_with_its_atqa(
    uid: bytes, kind: Kind, atqa: bytes, code: int
) -> None:
    card = awake(uid, kind)
    assert request(card, code) == atqa
    assert card.state == "ready"


def test_a_card_without_a_field_is_silent() -> None:
    assert request(Card(CLASSIC), WUPA) is None


def test_a_card_needs_some_of_the_field_before_it_answers() -> None:
    card = awake()
    assert card.receive(Frame(WUPA, 7), WAKE_NANOS - 1) is None
    assert card.receive(Frame(WUPA, 7), WAKE_NANOS) is not None


@pytest.mark.parametrize("code", [REQA, WUPA])
@pytest.mark.parametrize("make", [ready, active])
def test_a_request_in_between_sends_a_card_back_without_an_answer(
    make: Callable[[], Card], code: int
) -> None:
    card = make()
    assert request(card, code) is None
    assert card.state == "idle"
    assert request(card, code) is not None


def test_a_halted_card_answers_the_wake_up_only() -> None:
    card = halted()
    assert card.state == "halt"
    assert request(card, REQA) is None
    assert request(card, WUPA) is not None


def test_a_card_woken_from_halt_goes_back_there() -> None:
    card = halted()
    request(card, WUPA)
    assert request(card, WUPA) is None
    assert card.state == "halt"


def test_another_code_wakes_nobody() -> None:
    assert request(awake(), 0x35) is None


@pytest.mark.parametrize("uid", [CLASSIC, NTAG, TRIPLE])
def test_anticollision_without_a_prefix_gives_the_first_level_and_its_check_byte(uid: bytes) -> None:
    part = levels_of(uid)[0]
    assert send(ready(uid), b"\x93\x20") == part + bytes((bcc(part),))


@given(count=st.integers(0, 31), uid=st.binary(min_size=4, max_size=4))
def test_a_matching_prefix_gets_the_rest(count: int, uid: bytes) -> None:
    card = ready(uid)
    own = Frame.of(uid + bytes((bcc(uid),)))
    prefix = own.bits & ((1 << count) - 1)
    nvb = (2 + count // 8) << 4 | count % 8
    frame = Frame(0x93 | nvb << 8 | prefix << 16, 16 + count)
    assert card.receive(frame, LATER) == own.after(count)


@given(count=st.integers(1, 31), uid=st.binary(min_size=4, max_size=4))
def test_a_prefix_that_does_not_match_is_left_to_another_card(count: int, uid: bytes) -> None:
    card = ready(uid)
    prefix = ~int.from_bytes(uid, "little") & ((1 << count) - 1)
    nvb = (2 + count // 8) << 4 | count % 8
    assert card.receive(Frame(0x93 | nvb << 8 | prefix << 16, 16 + count), LATER) is None
    assert card.state == "ready"


@pytest.mark.parametrize(
    ("uid", "kind", "saks"),
    [
        (CLASSIC, "classic", [0x08]),
        (NTAG, "ntag213", [0x04, 0x00]),
        (NTAG, "classic", [0x04, 0x08]),
        (TRIPLE, "classic", [0x04, 0x04, 0x08]),
    ],
)
def test_the_sak_tells_whether_the_uid_goes_on(uid: bytes, kind: Kind, saks: list[int]) -> None:
    card = ready(uid, kind)
    answers = [select(card, level, part) for level, part in enumerate(levels_of(uid))]
    assert answers == [bytes((sak,)) + crc_a(bytes((sak,))) for sak in saks]
    assert card.state == "active"


@pytest.mark.parametrize(
    "frame",
    [
        b"\x93\x70" + CLASSIC + b"\x04\x00\x00",  # wrong CRC
        b"\x93\x70" + CLASSIC,  # too short
        b"\x95\x20",  # a level that was not reached
        b"\x93\x30",  # NVB promises a byte that does not come
        b"\x93",
        b"\x30\x04",
        HLTA + crc_a(HLTA),
    ],
)
def test_a_frame_that_does_not_fit_sends_a_ready_card_back(frame: bytes) -> None:
    card = ready()
    assert send(card, frame) is None
    assert card.state == "idle"


def test_selecting_another_card_sends_this_one_back() -> None:
    card = ready()
    assert select(card, 0, b"\x01\x02\x03\x04") is None
    assert card.state == "idle"


def test_a_halt_with_a_wrong_crc_is_no_halt() -> None:
    card = active()
    assert send(card, HLTA + b"\x00\x00") is None
    assert card.state == "idle"


def test_a_halt_is_not_answered() -> None:
    assert halt(active()) is None


def test_losing_the_field_loses_the_state() -> None:
    card = halted()
    card.power_off()
    card.power_on(0)
    assert request(card, REQA) is not None


def test_a_field_that_is_there_already_changes_nothing() -> None:
    card = halted()
    card.power_on(LATER)
    assert card.state == "halt"


def test_a_random_fob_makes_up_a_uid_per_field() -> None:
    fob = Card(kind="random", seed=1)
    uids = set()
    for _ in range(5):
        fob.power_on(0)
        uids.add(fob.uid)
        fob.power_off()
    assert len(uids) == 5
    assert {uid[0] for uid in uids} == {0x08}


@pytest.mark.parametrize(
    ("kind", "key", "uid", "opens"),
    [
        ("classic", b"\xff" * 6, CLASSIC, True),
        ("classic", b"\x00" * 6, CLASSIC, False),
        ("classic", b"\xff" * 6, b"\x00" * 4, False),
        ("ntag213", b"\xff" * 6, CLASSIC, False),
    ],
)
def test_only_a_classic_opens_with_the_factory_key(kind: Kind, key: bytes, uid: bytes, opens: bool) -> None:  # noqa: FBT001 - a table
    assert active(CLASSIC, kind).authenticate(b"\x60\x04" + key + uid) is opens


def test_a_card_that_was_not_selected_opens_with_no_key() -> None:
    assert not ready().authenticate(b"\x60\x04" + b"\xff" * 6 + CLASSIC)


@pytest.mark.parametrize("length", [0, 3, 5, 8, 11])
def test_a_uid_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"4, 7 or 10 bytes, not {length}"):
        Card(bytes(length))


def test_a_long_uid_is_cut_into_levels_behind_cascade_tags() -> None:
    assert levels_of(TRIPLE) == [b"\x88\x01\x02\x03", b"\x88\x04\x05\x06", b"\x07\x08\x09\x0a"]


@given(data=st.binary(max_size=20), last=st.integers(1, 8))
def test_a_frame_keeps_its_bytes(data: bytes, last: int) -> None:
    frame = Frame.of(data, last % 8)
    assert frame.length == max(0, 8 * len(data) - (8 - last if data else 0))
    assert frame.data()[:-1] == data[:-1]


@given(st.lists(st.tuples(st.integers(0, 2**80), st.integers(0, 80)), max_size=20))
def test_no_frame_at_all_upsets_a_card(frames: list[tuple[int, int]]) -> None:
    card = awake(NTAG, "ntag213")
    for bits, length in frames:
        card.receive(Frame(bits & ((1 << length) - 1), length), LATER)
    assert card.state in {"idle", "ready", "active", "halt"}

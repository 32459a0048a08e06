"""The words of a hub as typed values, and its clock put into ours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.hub_clock import DRIFT_PPM, HubClock
from devices.hub_words import (
    Gained,
    KeyMoved,
    Looked,
    Pong,
    State,
    Welcome,
    hello,
    news_of,
    pong_of,
    protocol_of,
    welcome_of,
)
from devices.presence import Crowd, Garbled, Mute, Nothing, Tag
from firmware.wire import TICKS_MASK

WELCOME = b"01,12345678,000003E9,e661a5,1,power,8,10,6,00ABCDEF"


@pytest.mark.parametrize(
    ("body", "news"),
    [
        (b"K3100000010", KeyMoved(3, pressed=True, ticks=16)),
        (b"KF03FFFFFFF", KeyMoved(15, pressed=False, ticks=TICKS_MASK)),
        (b"V000500000010002A", State(5, 16, 42)),
        (b"L000200000010", Looked(0, Nothing(), 2, 16)),
        (b"L710100000010A1B2C3D4", Looked(7, Tag(bytes.fromhex("a1b2c3d4")), 1, 16)),
        (b"L72FF00000010two cards", Looked(7, Crowd(), 255, 16)),
        (b"L730100000010unreadable UID", Looked(7, Garbled("unreadable UID"), 1, 16)),
        (b"L740100000010no chip", Looked(7, Mute("no chip"), 1, 16)),
        (b"G76", Gained(7, 6, "")),
        (b"G04gain 7 was not taken", Gained(0, 4, "gain 7 was not taken")),
    ],
)
def test_an_event_is_read(body: bytes, news: object) -> None:
    assert news_of(body) == news


@pytest.mark.parametrize(
    "body",
    [
        *(
            b"",
            b"Z12",
            b"K31",
            b"K3x00000010",
            b"V0005",
            b"L7",
            b"L790100000010",
            b"L71010000001",
            b"L710100000010A1",
        ),
        *(b"L710100000010XYZW", b"K310000001g", b"V000500000010002", b"G7", b"G7x"),
    ],
)
def test_an_event_that_makes_no_sense_is_none(body: bytes) -> None:
    assert news_of(body) is None


def test_a_welcome_is_read() -> None:
    assert welcome_of(WELCOME) == Welcome(
        1, "12345678", "000003E9", "E661A5", "1", "power", 8, 16, 6, 0xABCDEF
    )


@pytest.mark.parametrize(
    "body", [b"", b"01", b"01,1,2,3", WELCOME.replace(b",8,", b",x,"), b"," * 20, b"\xff" * 30]
)
def test_a_welcome_that_makes_no_sense_is_none(body: bytes) -> None:
    assert welcome_of(body) is None


def test_a_welcome_of_a_later_version_may_have_more_words() -> None:
    assert welcome_of(WELCOME + b",more") == welcome_of(WELCOME)


@pytest.mark.parametrize(("body", "protocol"), [(b"01,x", 1), (b"7F", 127), (b"", None), (b"x1,", None)])
def test_the_protocol_stands_in_the_same_place_in_all_versions(body: bytes, protocol: int | None) -> None:
    assert protocol_of(body) == protocol


def test_our_hello_names_protocol_and_session() -> None:
    assert hello("0000BEEF") == b"01,0000BEEF"


@pytest.mark.parametrize(
    ("body", "pong"),
    [
        (b"00000010,1F,2,0", Pong(16, 31, 2, 0)),
        (b"00000010,1F,2,0,9", Pong(16, 31, 2, 0)),
        (b"1,2", None),
        (b"", None),
    ],
)
def test_a_pong_is_read(body: bytes, pong: Pong | None) -> None:
    assert pong_of(body) == pong


@given(st.binary(max_size=120))
def test_no_body_makes_anything_raise(body: bytes) -> None:
    for kind in (b"", b"K", b"L", b"V"):
        news_of(kind + body)
    welcome_of(body)
    pong_of(body)
    protocol_of(body)


def test_before_the_first_exchange_a_message_is_as_old_as_its_arrival() -> None:
    clock = HubClock()
    assert clock.uncertainty is None
    assert clock.host_time(123, 456) == 456


def test_a_moment_lies_within_the_bounds_of_an_exchange() -> None:
    clock = HubClock()
    clock.exchanged(10_000, 500, 14_000)
    assert clock.uncertainty == 2_000
    assert 10_100 <= clock.host_time(600, 20_000) <= 14_100


def test_a_moment_is_never_later_than_its_message() -> None:
    clock = HubClock()
    clock.exchanged(10_000, 500, 14_000)
    assert clock.host_time(9_000, 12_000) == 12_000


@given(
    st.integers(0, TICKS_MASK),
    st.integers(-DRIFT_PPM // 2, DRIFT_PPM // 2),
    st.lists(
        st.tuples(st.integers(100_000, 3_000_000), st.integers(0, 15_000), st.integers(0, 25_000)), min_size=4
    ),
)
def test_the_true_moment_stays_within_the_uncertainty(
    start: int, ppm: int, exchanges: list[tuple[int, int, int]]
) -> None:
    """Whatever the delays on both ways, across the end of the ticks, with crystals that run apart."""
    clock, now = HubClock(), 0

    def ticks(at: int) -> int:
        return (start + at + at * ppm // 1_000_000) & TICKS_MASK

    for pause, there, back in exchanges:
        now += pause
        clock.exchanged(now, ticks(now + there), now + there + back)
        now += there + back
        assert clock.uncertainty is not None
        moment = now - 50_000
        told = clock.host_time(ticks(moment), now)
        assert abs(told - moment) <= 2 * clock.uncertainty + 10


def test_a_clock_that_jumps_is_believed_anew() -> None:
    clock = HubClock()
    clock.exchanged(1_000_000, 500, 1_001_000)
    clock.exchanged(2_000_000, 900_000_000, 2_001_000)
    assert abs(clock.host_time(900_000_000, 3_000_000) - 2_000_500) <= 1_100

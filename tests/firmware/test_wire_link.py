"""Conversations of the hub's language: every event arrives, once and in order, whatever the wire does."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from tests.firmware.wire_kit import TAG, End, Wire, drained, found, line


def test_events_arrive_in_order() -> None:
    both = Wire()
    for number in range(20):
        assert both.left.link.send(b"%d" % number)
    both.settle()
    assert both.right.got == [b"%d" % number for number in range(20)]


def test_both_ends_speak_at_once() -> None:
    both = Wire()
    both.left.link.send(b"lamp")
    both.right.link.send(b"key")
    both.settle()
    assert (both.left.got, both.right.got) == ([b"key"], [b"lamp"])


@pytest.mark.report("C17")
def test_an_event_that_comes_twice_counts_once_and_its_like_counts_again() -> None:
    """C17: number 7 twice, then the same again as number 8: two actions."""
    end = End()
    for number in range(1, 7):
        end.hear(line(wire.EVENT, number, b"x"), 0)
    end.got.clear()
    end.hear(line(wire.EVENT, 7, b"T") + line(wire.EVENT, 7, b"T") + line(wire.EVENT, 8, b"T"), 0)
    assert end.got == [b"T", b"T"]
    assert end.link.repeats == 1


def test_a_repeat_is_acknowledged_again() -> None:
    end = End()
    end.hear(line(wire.EVENT, 1, b"T"), 0)
    end.link.work(0)
    drained(end.link)
    end.hear(line(wire.EVENT, 1, b"T"), 0)
    end.link.work(0)
    assert found(drained(end.link)) == [(wire.ACK, TAG, 1, b"")]


@pytest.mark.report("I05")
def test_an_event_behind_a_gap_waits_for_those_before_it() -> None:
    """I05: events 1 to 3, then 31: the last is not taken, and the sender is told where we are."""
    end = End()
    for number in (1, 2, 3, 31):
        end.hear(line(wire.EVENT, number, b"%d" % number), 0)
    end.link.work(0)
    assert end.got == [b"1", b"2", b"3"]
    assert found(drained(end.link)) == [(wire.ACK, TAG, 3, b"")]


def test_what_nobody_answers_is_sent_again_after_a_while_and_not_before() -> None:
    link = End().link
    link.send(b"K")
    link.work(0)
    first = drained(link)
    link.work(wire.RESEND_US - 1)
    assert drained(link) == b""
    link.work(wire.RESEND_US)
    assert drained(link) == first
    assert link.resends == 1


def test_nothing_is_sent_again_while_the_wire_still_takes_the_first_copy() -> None:
    link = End().link
    link.send(b"K")
    link.work(0)
    waits = link.outbox.tail
    link.work(10 * wire.RESEND_US)
    assert link.outbox.tail == waits


@pytest.mark.report("C19")
def test_no_more_than_a_window_is_unanswered() -> None:
    """C19: bursts are held back until the other end has answered."""
    link = wire.Link(window=2)
    link.restart(TAG)
    for number in range(10):
        link.send(b"%d" % number)
    link.work(0)
    assert [body for *_, body in found(drained(link))] == [b"0", b"1"]
    for byte in line(wire.ACK, 1):
        link.take(byte, 10)
    link.work(10)
    assert [body for *_, body in found(drained(link))] == [b"2"]


@pytest.mark.parametrize("number", [0, 3, 99, 0xFFFF])
def test_an_acknowledgement_of_what_was_never_sent_changes_nothing(number: int) -> None:
    link = End().link
    link.send(b"a")
    link.send(b"b")
    link.work(0)
    for byte in line(wire.ACK, number):
        link.take(byte, 0)
    assert link.waiting == 2


def test_a_full_queue_says_no_and_loses_nothing() -> None:
    both = Wire()
    taken = [b"%d" % number for number in range(100) if both.left.link.send(b"%d" % number)]
    assert len(taken) == 32
    assert both.left.link.room() == 0
    both.settle()
    assert both.right.got == taken


def test_a_body_that_is_too_long_is_refused() -> None:
    assert not End().link.send(b"x" * (wire.LONGEST_BODY + 1))


def test_without_a_conversation_nothing_is_sent_or_taken() -> None:
    link = wire.Link()
    assert not link.send(b"K")
    link.work(0)
    assert drained(link) == b""
    assert not any(link.take(byte, 0) for byte in line(wire.EVENT, 1, b"K", tag=0))


def test_lines_of_another_conversation_are_strays() -> None:
    end = End()
    end.hear(line(wire.EVENT, 1, b"old", tag=TAG - 1), 0)
    assert (end.got, end.link.strays) == ([], 1)


def test_a_new_conversation_begins_with_number_one_and_an_empty_queue() -> None:
    both = Wire()
    both.left.link.send(b"old")
    both.turn()
    both.left.link.send(b"never")
    for end in (both.left, both.right):
        end.link.restart(TAG + 1)
        end.link.outbox.clear()
    both.left.link.send(b"new")
    both.settle()
    assert both.right.got == [b"old", b"new"]


def test_on_a_new_wire_what_was_unanswered_goes_first_and_at_once() -> None:
    both = Wire(spoil=lambda data: data[:5])
    both.left.link.send(b"tap")
    both.turn()
    both.left.link.again()
    both.right.link.again()
    both.settle(turns=2)
    assert both.right.got == [b"tap"]


def test_numbers_go_on_beyond_their_last_digit() -> None:
    both = Wire()
    for end, attribute in ((both.left, "_first"), (both.right, "_expected")):
        setattr(end.link, attribute, 0xFFFD)
    for number in range(8):
        both.left.link.send(b"%d" % number)
    both.settle()
    assert both.right.got == [b"%d" % number for number in range(8)]


@given(
    st.lists(st.integers(0, 2), max_size=60),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.01, 0.1]),
    st.sampled_from([0.0, 0.01, 0.1]),
)
def test_no_event_is_lost_and_none_doubled(turns: list[int], seed: int, lost: float, noisy: float) -> None:
    """Bytes get lost, turned over, doubled and made up; once the wire is good again all is there, once."""
    random = Random(seed)

    def spoil(data: bytes) -> bytes:
        if random.random() < lost:
            return b""
        out = bytearray()
        for byte in data:
            if random.random() < lost:
                continue
            out.append(byte ^ (1 << random.randrange(8)) if random.random() < noisy else byte)
        if random.random() < noisy:
            out += random.randbytes(random.randrange(60))
        return bytes(out + out) if random.random() < 0.1 else bytes(out)

    both, said = Wire(spoil), ([], [])  # type: tuple[Wire, tuple[list[bytes], list[bytes]]]
    for count in turns:
        for side, end in enumerate((both.left, both.right)):
            for _ in range(count):
                body = b"%d" % random.randrange(3)
                if end.link.send(body):
                    said[side].append(body)
        both.turn()
    both.settle()
    assert (both.right.got, both.left.got) == said


@pytest.mark.report("I02")
@pytest.mark.parametrize("length", [63, 64, 65, 128])
def test_a_line_may_have_any_length(length: int) -> None:
    """I02: lines of 63, 64, 65 and 128 bytes, each as one packet; all are answered."""
    both = Wire()
    both.left.link.send(b"x" * (length - 14))
    both.settle()
    assert [len(body) + 14 for body in both.right.got] == [length]

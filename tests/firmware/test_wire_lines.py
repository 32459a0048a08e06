"""Lines of the hub's language: found whole, whatever surrounds them, cuts them up or runs into them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from tests.firmware.wire_kit import TAG, found, garbage, line

BODIES = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*"), max_size=wire.LONGEST_BODY
).map(str.encode)
HELLO = line(wire.WELCOME, 0, b"01,12345678", tag=7)


@pytest.mark.parametrize(
    ("data", "crc"), [(b"", 0xFFFF), (b"123456789", 0x29B1), (b"A", 0xB915), (bytes(3), 0xCC9C)]
)
def test_the_check_sum_is_the_usual_one(data: bytes, crc: int) -> None:
    assert wire.crc16(data, 0, len(data)) == crc


@pytest.mark.parametrize(
    ("value", "digits", "text"), [(0, 1, b"0"), (0xABC, 4, b"0ABC"), (0x12345, 4, b"2345")]
)
def test_a_number_is_written_in_so_many_digits(value: int, digits: int, text: bytes) -> None:
    buffer = bytearray(8)
    assert wire.put_hex(buffer, 1, value, digits) == 1 + digits
    assert buffer[1 : 1 + digits] == text


@pytest.mark.parametrize(
    ("data", "digits", "value"),
    [
        (b"0A", 2, 10),
        (b"FFFF", 4, 65535),
        (b"0a", 2, -1),
        (b"G0", 2, -1),
        (b"12", 3, -1),
        (b"", 0, 0),
        (b"-1", 2, -1),
    ],
)
def test_digits_are_read_back_and_anything_else_is_refused(data: bytes, digits: int, value: int) -> None:
    assert wire.get_hex(data, 0, digits) == value


@pytest.mark.parametrize(
    ("now", "then", "span"),
    [(5, 3, 2), (3, 3, 0), (1, wire.TICKS_MASK, 2), (3, 5, 0), (wire.TICKS_MASK + 8, wire.TICKS_MASK, 8)],
)
def test_time_passes_across_the_end_of_the_ticks(now: int, then: int, span: int) -> None:
    assert wire.since(now, then) == span


@given(
    st.integers(0x21, 0x7E).filter(lambda k: k not in b"$*"),
    st.integers(0, 255),
    st.integers(0, 0xFFFF),
    BODIES,
)
def test_every_line_is_read_as_it_was_written(kind: int, tag: int, number: int, body: bytes) -> None:
    assert found(line(kind, number, body, tag)) == [(kind, tag, number, body)]


def test_a_line_is_printable_from_its_mark_to_its_end() -> None:
    text = line(wire.EVENT, 7, b"K21").decode()
    assert text == f"$E{TAG:02X}0007K21*{text[-5:-1]}\n"
    assert text[:-1].isprintable()


def test_the_longest_body_makes_the_longest_line() -> None:
    assert len(line(wire.EVENT, 1, b"x" * wire.LONGEST_BODY)) == wire.LONGEST
    assert found(line(wire.EVENT, 1, b"x" * wire.LONGEST_BODY))


@pytest.mark.report("C10")
def test_bytes_of_another_speed_before_the_first_line_do_no_harm() -> None:
    """C10: AA 65 D1 B9 F1 FF 00 9C, then a valid hello."""
    lines = wire.Lines()
    assert found(bytes.fromhex("AA65D1B9F1FF009C") + HELLO, lines) == [(wire.WELCOME, 7, 0, b"01,12345678")]
    assert (lines.noise, lines.damaged) == (8, 0)


@pytest.mark.report("C08")
def test_a_lost_newline_costs_only_the_line_it_ended() -> None:
    """C08: one newline dropped, then two valid messages; the damage is counted."""
    lines = wire.Lines()
    data = line(wire.EVENT, 1, b"one")[:-1] + line(wire.EVENT, 2, b"two") + line(wire.EVENT, 3, b"three")
    assert [body for *_, body in found(data, lines)] == [b"two", b"three"]
    assert lines.damaged == 1


@pytest.mark.report("C06")
@pytest.mark.parametrize("cut", range(1, len(HELLO)))
def test_a_line_that_comes_in_two_parts_is_one_line(cut: int) -> None:
    """C06: split after every byte; nothing is made of the first half alone."""
    lines = wire.Lines()
    assert found(HELLO[:cut], lines) == []
    assert len(found(HELLO[cut:], lines)) == 1


@pytest.mark.report("C07")
def test_ten_minutes_of_trickling_junk_are_forgotten() -> None:
    """C07: one byte now and then without a newline; memory stays bounded, the valid message is taken."""
    lines = wire.Lines()
    assert found(b"$" + b"x" * 700, lines) == []
    assert len(lines._buffer) == wire.LONGEST
    assert len(found(HELLO, lines)) == 1


@pytest.mark.report("C15", "I03")
@pytest.mark.parametrize(
    "junk", [b"AT\r", b"AT+GCAP\r\n", b"\x03", b"\x04\x03\x03", b">>> ", b"\r\n\r\n", b"$", b"*"]
)
def test_probes_of_a_modem_service_and_console_bytes_are_no_lines(junk: bytes) -> None:
    """C15: stray AT text is ignored. I03: bytes 3 and 4 are noise like any other."""
    assert len(found(junk + HELLO + junk + HELLO)) == 2


@given(st.data())
def test_one_bit_turned_over_never_makes_another_line(data: st.DataObject) -> None:
    good = line(wire.EVENT, 9, data.draw(BODIES))
    place, bit = data.draw(st.integers(0, len(good) - 1)), data.draw(st.integers(0, 7))
    bad = bytearray(good)
    bad[place] ^= 1 << bit
    assert found(bytes(bad)) == []
    assert len(found(bytes(bad) + good)) == 1


@given(st.lists(st.one_of(BODIES, st.binary(max_size=40)), max_size=12), st.data())
def test_lines_are_found_in_any_rubbish_however_it_is_cut(parts: list[bytes], data: st.DataObject) -> None:
    """Rubbish may swallow the line it began as; one more newline and the next line is found again."""
    stream = b"".join(part + b"\n" + line(wire.EVENT, n, b"K") for n, part in enumerate(parts))
    lines, numbers, rest = wire.Lines(), [], stream
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        numbers += [number for _, _, number, _ in found(rest[:size], lines)]
        rest = rest[size:]
    assert [number for number in numbers if number < len(parts)] == list(range(len(parts)))


def test_a_hundred_thousand_bytes_of_garbage_are_no_message() -> None:
    lines = wire.Lines()
    assert found(garbage(100_000, 1), lines) == []
    assert lines.damaged > 1000
    assert len(found(HELLO, lines)) == 1

"""Numbered lines with check sums: what is read back is what was written, up to the first line that is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import crc_lines

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

PAYLOADS = [b'{"n":%d,"text":"%s"}' % (n, b"x" * (n * 7 % 40)) for n in range(30)]


def written(payloads: list[bytes]) -> bytes:
    first = crc_lines.line(0, payloads[0], 0)
    seed = crc_lines.seed_of(first)
    return first + b"".join(crc_lines.line(n, payload, seed) for n, payload in enumerate(payloads[1:], 1))


DATA = written(PAYLOADS)
ENDS = [len(written(PAYLOADS[:n])) for n in range(1, len(PAYLOADS) + 1)]


def test_the_first_line_stands_twice_further_apart_than_a_block() -> None:
    first = crc_lines.line(0, PAYLOADS[0], 0)
    data = crc_lines.opening(PAYLOADS[0])
    assert data.startswith(first)
    assert data.endswith(first)
    for start in range(len(data) - crc_lines.BLOCK + 1):
        damaged = data[:start] + bytes(crc_lines.BLOCK) + data[start + crc_lines.BLOCK :]
        assert crc_lines.find(damaged).payloads == PAYLOADS[:1]


def whole_before(offset: int) -> int:
    """How many lines end before a byte."""
    return sum(end <= offset for end in ENDS)


def test_whole_lines_are_read_back() -> None:
    found = crc_lines.find(DATA)
    assert found.payloads == PAYLOADS
    assert (found.size, found.ended, found.tail, found.beyond) == (len(DATA), True, 0, 0)


def test_a_cut_at_any_byte_leaves_all_lines_before_it() -> None:
    for cut in range(len(DATA) + 1):
        found = crc_lines.find(DATA[:cut])
        expected = whole_before(cut + 1)  # a line is whole without its line end
        assert len(found.payloads) == expected
        assert found.size + found.tail == cut
        assert found.size == max((end for end in ENDS if end <= cut + 1), default=0) - (cut + 1 in ENDS)
        assert found.ended == (cut + 1 not in ENDS and expected > 0)


@given(st.data())
def test_a_flipped_bit_ends_the_list_before_its_line(data: DataObject) -> None:
    offset = data.draw(st.integers(0, len(DATA) - 1))
    bit = data.draw(st.integers(0, 7))
    damaged = bytearray(DATA)
    damaged[offset] ^= 1 << bit
    found = crc_lines.find(bytes(damaged))
    assert whole_before(offset) <= len(found.payloads) <= len(PAYLOADS)
    assert found.payloads == PAYLOADS[: len(found.payloads)]
    if damaged[offset] != ord("\n") and offset + 1 not in ENDS:
        assert len(found.payloads) == whole_before(offset)


@given(st.data())
def test_a_zeroed_block_ends_the_list_before_it(data: DataObject) -> None:
    start = data.draw(st.integers(0, len(DATA) - 1))
    length = data.draw(st.integers(1, 600))
    damaged = DATA[:start] + bytes(len(DATA[start : start + length])) + DATA[start + length :]
    found = crc_lines.find(damaged)
    assert found.payloads == PAYLOADS[: whole_before(start)] or start + 1 in ENDS
    assert found.payloads == PAYLOADS[: len(found.payloads)]
    assert len(found.payloads) >= whole_before(start)


@given(st.data())
def test_a_repeated_block_loses_nothing_but_a_line_that_is_longer(data: DataObject) -> None:
    start = data.draw(st.integers(0, len(DATA) - 1))
    length = data.draw(st.integers(1, 600))
    end = min(len(DATA), start + length)
    found = crc_lines.find(DATA[:end] + DATA[start:end] + DATA[end:])
    if b"\n" in DATA[start:end]:
        assert found.payloads == PAYLOADS
        assert found.beyond == 0
    else:
        assert found.payloads == PAYLOADS[: whole_before(start)]


@given(st.lists(st.tuples(st.integers(0, len(DATA) - 1), st.integers(1, 200)), min_size=1, max_size=30))
def test_blocks_in_any_order_never_show_what_was_not_written(blocks: list[tuple[int, int]]) -> None:
    found = crc_lines.find(b"".join(DATA[start : start + length] for start, length in blocks))
    assert found.payloads == PAYLOADS[: len(found.payloads)]


@given(st.binary(max_size=400), st.integers(0, len(DATA)))
def test_rubbish_never_shows_what_was_not_written(rubbish: bytes, offset: int) -> None:
    found = crc_lines.find(DATA[:offset] + rubbish + DATA[offset:])
    assert found.payloads == PAYLOADS[: len(found.payloads)]
    assert len(found.payloads) >= whole_before(offset)


def test_a_block_of_another_file_does_not_fit() -> None:
    other = written([b'{"another":"match"}', *PAYLOADS[1:]])
    cut = ENDS[9]
    found = crc_lines.find(DATA[:cut] + other[other.index(b" 10 ") - 8 :])
    assert found.payloads == PAYLOADS[:10]


def test_lines_behind_a_missing_one_are_counted_and_not_used() -> None:
    found = crc_lines.find(DATA[: ENDS[9]] + DATA[ENDS[10] :])
    assert len(found.payloads) == 10
    assert found.beyond == 19


@pytest.mark.parametrize(
    "data", [b"", b"\n", bytes(4096), b"00000000 0 {}\n", DATA[ENDS[0] :], b"nonsense\n" * 9]
)
def test_without_a_first_line_nothing_is_read(data: bytes) -> None:
    found = crc_lines.find(data)
    assert (found.payloads, found.seed, found.size, found.tail) == ([], None, 0, len(data))

"""A match file that lost its end or was damaged: every answer synced before that is back, and no other appears."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.archive import Archive
from table.match_file import NoOpening, read
from tests.table.faulty_disk import FaultyDisk
from tests.table.saved import FIRST, FOLDER, GAMES, Saved, name_of, play_on, saved, standing

if TYPE_CHECKING:
    from typing import Any

    from hypothesis.strategies import DataObject

    from tests.engine.conformance import Case

every_game = pytest.mark.parametrize("case", GAMES, ids=name_of)


@cache
def short(game: int) -> Saved:
    return saved(GAMES[game], 3, 40)


@cache
def stands(game: int) -> list[list[Any]]:
    return standing(short(game).data)


def record_of(data: bytes) -> tuple[list[Any], int]:
    """The entries that stand and the lines that were read; none of either when there is no opening."""
    try:
        story = read(data, FIRST.name)
    except NoOpening:
        return [], 0
    return msgspec.to_builtins(story.record), story.lines


def must_be_back(game: int, damage_at: int) -> int:
    """How many lines the table had heard "accepted" for, before the byte where damage begins."""
    return max((point.lines for point in short(game).points if point.size <= damage_at), default=0)


def assert_honest(game: int, data: bytes, damage_at: int) -> None:
    record, lines = record_of(data)
    assert lines >= must_be_back(game, damage_at)
    assert record == (stands(game)[lines - 1] if lines else [])


@pytest.mark.parametrize("game", range(len(GAMES)), ids=[name_of(case) for case in GAMES])
def test_cut_at_every_byte_every_accepted_answer_is_back(game: int) -> None:
    data, begin = short(game).data, short(game).points[0].size
    for cut in (*range(0, begin, 13), *range(begin, len(data) + 1)):  # there is no answer yet in the opening
        assert_honest(game, data[:cut], cut)


@every_game
def test_cut_after_every_sync_the_match_stands_as_it_stood_and_goes_on(case: Case) -> None:
    whole = saved(case, 5, 120)
    for point in whole.points[:: max(1, len(whole.points) // 25)]:
        disk = FaultyDisk()
        disk.put(FIRST, whole.data[: point.size] + b'0badc0de 99 {"do":"ans')
        opened = Archive(FOLDER, disk).open(FIRST, case.rulebook)
        assert opened.match.record == point.record
        assert [notice.key for notice in opened.notices] == ["match_torn"]
        play_on(opened.match, opened.journal, Random(1), 5, lambda: None)
        opened.journal.close()
        again = Archive(FOLDER, disk).open(FIRST, case.rulebook)
        assert again.match.record == opened.match.record
        assert again.match.rulebook.encode(again.match.state) == case.rulebook(case.header).encode(
            opened.match.state
        )
        assert again.notices == ()


@given(st.data())
def test_a_flipped_bit_loses_no_answer_accepted_before_it(data: DataObject) -> None:
    game = data.draw(st.integers(0, len(GAMES) - 1))
    damaged = bytearray(short(game).data)
    offset = data.draw(st.integers(0, len(damaged) - 1))
    damaged[offset] ^= 1 << data.draw(st.integers(0, 7))
    assert_honest(game, bytes(damaged), offset)


@given(st.data())
def test_a_zeroed_block_loses_no_answer_accepted_before_it(data: DataObject) -> None:
    game = data.draw(st.integers(0, len(GAMES) - 1))
    whole = short(game).data
    start = data.draw(st.integers(0, len(whole) - 1))
    end = min(len(whole), start + data.draw(st.sampled_from([1, 16, 512, 4096])))
    assert_honest(game, whole[:start] + bytes(end - start) + whole[end:], start)


@pytest.mark.report("G01")
@pytest.mark.parametrize("size", [512, 4096])
@pytest.mark.parametrize("game", range(len(GAMES)), ids=[name_of(case) for case in GAMES])
def test_a_zeroed_block_of_a_file_system_costs_no_answer_before_it_nor_ever_the_match(
    game: int, size: int
) -> None:
    """G01: whatever block is lost, also that of the first line: the match is there with all that was said before."""
    whole = short(game).data
    answers_begin = short(game).points[0].size
    for start in range(0, len(whole), size):
        damaged = whole[:start] + bytes(len(whole[start : start + size])) + whole[start + size :]
        assert_honest(game, damaged, max(start, answers_begin))
        if start + size <= answers_begin:
            assert record_of(damaged) == record_of(whole)


@pytest.mark.parametrize("size", [512, 4096])
@pytest.mark.parametrize("game", range(len(GAMES)), ids=[name_of(case) for case in GAMES])
def test_a_block_that_was_written_over_its_neighbour_costs_no_answer_before_it_nor_ever_the_match(
    game: int, size: int
) -> None:
    whole = short(game).data
    for start in range(size, len(whole), size):
        over = whole[start - size : start]
        assert_honest(
            game,
            whole[:start] + over + whole[start + size :],
            max(start, short(game).points[0].size),
        )


@pytest.mark.parametrize("game", range(len(GAMES)), ids=[name_of(case) for case in GAMES])
def test_a_match_with_a_damaged_first_line_is_offered_opened_and_gone_on_with(game: int) -> None:
    whole, case = short(game), GAMES[game]
    disk = FaultyDisk()
    disk.put(FIRST, bytes(512) + whole.data[512:])
    archive = Archive(FOLDER, disk)
    assert archive.tidy() == []
    assert [one.header for one in archive.summaries()] == [case.header]
    opened = archive.open(FIRST, case.rulebook)
    assert (opened.match.record, opened.notices) == (whole.match.record, ())
    play_on(opened.match, opened.journal, Random(4), 3, lambda: None)
    assert read(disk.read(FIRST), "").record == opened.match.record


@given(st.data())
def test_a_repeated_block_makes_no_answer_come_twice(data: DataObject) -> None:
    game = data.draw(st.integers(0, len(GAMES) - 1))
    whole = short(game).data
    start = data.draw(st.integers(0, len(whole) - 1))
    end = min(len(whole), start + data.draw(st.sampled_from([1, 100, 512, 4096])))
    assert_honest(
        game, whole[:end] + whole[start:end] + whole[end:], end if b"\n" in whole[start:end] else start
    )


@given(st.data())
def test_shuffled_blocks_show_no_answer_that_was_not_given(data: DataObject) -> None:
    game = data.draw(st.integers(0, len(GAMES) - 1))
    whole = short(game).data
    blocks = [whole[start : start + 512] for start in range(0, len(whole), 512)]
    assert_honest(game, b"".join(data.draw(st.permutations(blocks))), 0)


@pytest.mark.report("G05")
@every_game
def test_a_last_line_without_its_end_is_not_glued_to_the_next(case: Case) -> None:
    """G05: a valid last line without newline was glued to the next one, and both were lost."""
    whole = saved(case, 4, 12)
    disk = FaultyDisk()
    disk.put(FIRST, whole.data[:-1])
    opened = Archive(FOLDER, disk).open(FIRST, case.rulebook)
    assert opened.match.record == whole.points[-1].record
    assert opened.notices == ()
    play_on(opened.match, opened.journal, Random(2), 3, lambda: None)
    assert read(disk.read(FIRST), "").record == opened.match.record


@every_game
def test_damage_in_the_middle_is_kept_aside_before_it_is_cut_off(case: Case) -> None:
    whole = saved(case, 6, 30)
    middle = whole.points[14]
    damaged = bytearray(whole.data)
    damaged[middle.size + 12] ^= 255
    disk = FaultyDisk()
    disk.put(FIRST, bytes(damaged))
    opened = Archive(FOLDER, disk).open(FIRST, case.rulebook)
    assert opened.match.record == middle.record
    (notice,) = opened.notices
    assert notice.key == "match_damaged"
    assert f"{len(middle.record)} answers are back" in notice.text
    assert "match-000001.jsonl.damaged-1" in notice.text
    assert disk.read(FOLDER / "match-000001.jsonl.damaged-1") == bytes(damaged)
    assert disk.read(FIRST) == whole.data[: middle.size]


@every_game
def test_a_damaged_file_on_a_full_disk_is_not_cut_before_it_is_kept_aside(case: Case) -> None:
    whole = saved(case, 6, 30)
    damaged = bytearray(whole.data)
    damaged[whole.points[14].size + 12] ^= 255
    disk = FaultyDisk()
    disk.put(FIRST, bytes(damaged))
    disk.fault = 28
    opened = Archive(FOLDER, disk).open(FIRST, case.rulebook)
    assert [notice.key for notice in opened.notices] == ["match_damaged", "not_saved_full"]
    assert disk.read(FIRST) == bytes(damaged)
    disk.fault = 0
    play_on(opened.match, opened.journal, Random(3), 3, lambda: None)
    assert disk.read(FOLDER / "match-000001.jsonl.damaged-1") == bytes(damaged)
    assert read(disk.read(FIRST), "").record == opened.match.record

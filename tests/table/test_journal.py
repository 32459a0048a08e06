"""The journal: what it writes, when it waits for the medium, and what happens when the disk refuses."""

from __future__ import annotations

import errno
from random import Random
from typing import TYPE_CHECKING

import anyio
import pytest

from engine.record import Answer, Header, SeatInfo
from table.archive import Archive
from table.journal import Journal, NotSaved
from table.journal_writer import Commit, JournalWriter
from table.match_file import Keep, Mark, Opening, Over, UnreadableMatch, encode, read
from tests.table.faulty_disk import FaultyDisk
from tests.table.saved import FIRST, FOLDER, GAMES, name_of, step

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from table.match_file import Line
    from tests.engine.conformance import Case

HEADER = Header("lantern_walk", (SeatInfo("Ana"), SeatInfo("Bea")))
ONE, TWO, THREE = Answer(0, "1"), Answer(1, "2"), Answer("chance", "red", auto=True)


def begun(disk: FaultyDisk) -> Journal:
    journal = Journal.begin(disk, FIRST, Opening(1, HEADER))
    journal.sync()
    return journal


def record(disk: FaultyDisk) -> list[object]:
    return list(read(disk.read(FIRST), FIRST.name).record)


# --- what lines mean -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "stands", "marks"),
    [
        ([ONE, TWO], [ONE, TWO], []),
        ([ONE, TWO, Keep(1)], [ONE], []),
        ([ONE, TWO, Keep(0), THREE], [THREE], []),
        ([ONE, Mark(1, 1, b"s"), TWO, Keep(1)], [ONE], [Mark(1, 1, b"s")]),
        ([ONE, Mark(1, 1, b"s"), TWO, Keep(0)], [], []),
        ([ONE, Mark(1, 1, b"s"), Mark(1, 2, b"t")], [ONE], [Mark(1, 2, b"t")]),
    ],
)
def test_the_lines_tell_what_stands(lines: list[Line], stands: list[object], marks: list[Mark]) -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    journal.append(*lines)
    journal.sync()
    story = read(disk.read(FIRST), FIRST.name)
    assert story.record == stands
    assert story.marks == marks
    assert story.header == HEADER


@pytest.mark.parametrize("after", [ONE, Keep(0)])
def test_a_match_that_was_over_goes_on_with_the_next_entry(after: Line) -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    journal.append(ONE, Over({"standings": []}))
    journal.sync()
    assert read(disk.read(FIRST), "").over == Over({"standings": []})
    journal.append(after)
    journal.sync()
    assert read(disk.read(FIRST), "").over is None


@pytest.mark.parametrize("line", [Keep(2), Mark(2, 1, b""), Opening(2, HEADER)])
def test_a_line_that_cannot_follow_is_no_damage_and_stops_the_reading(line: Line) -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    journal.append(ONE, line)
    journal.sync()
    with pytest.raises(UnreadableMatch, match=r"match-000001.jsonl: line 2 .* update pitboard"):
        read(disk.read(FIRST), FIRST.name)


def test_a_newer_format_is_named_and_left_alone() -> None:
    disk = FaultyDisk()
    Journal.begin(disk, FIRST, Opening(1, HEADER, format=9)).sync()
    with pytest.raises(UnreadableMatch, match=r"match-000001.jsonl: the file has format 9 .* reads format 1"):
        read(disk.read(FIRST), FIRST.name)


@pytest.mark.parametrize("first", [ONE, Over()])
def test_a_file_of_another_kind_is_no_match(first: Line) -> None:
    disk = FaultyDisk()
    journal = Journal(disk, FIRST)
    journal.append(first)
    journal.sync()
    with pytest.raises(UnreadableMatch, match="not a match file"):
        read(disk.read(FIRST), FIRST.name)


def test_a_line_is_one_line_whatever_is_in_it() -> None:
    assert b"\n" not in encode(Answer(0, "two\nlines\u2028 and more\r"))


# --- following a match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", GAMES, ids=name_of)
def test_the_journal_follows_every_turn_of_a_match(case: Case) -> None:
    disk, rng, match = FaultyDisk(), Random(11), case.match()
    journal, _ = Archive(FOLDER, disk).start(case.header)
    for _ in range(80):
        step(match, rng)
        journal.follow(match)
        journal.sync()
        story = read(disk.read(FIRST), FIRST.name)
        assert story.record == match.record
        assert story.undone[: len(match.undone)] == match.undone
        last = match.boundaries[-1]
        assert story.marks[-1] == Mark(last.entries, match.rulebook.version, last.state)


@pytest.mark.parametrize("case", GAMES, ids=name_of)
def test_following_a_match_that_did_not_change_adds_nothing(case: Case) -> None:
    match = case.match()
    journal, _ = Archive(FOLDER, FaultyDisk()).start(case.header)
    assert journal.follow(match) == 1
    assert journal.follow(match) == 0


@pytest.mark.parametrize("case", GAMES, ids=name_of)
def test_the_end_is_written_once_with_the_result_and_taken_back_with_an_undo(case: Case) -> None:
    disk, rng, match = FaultyDisk(), Random(12), case.match()
    journal, _ = Archive(FOLDER, disk).start(case.header)
    while not match.over:
        step(match, rng)
        journal.follow(match)
    journal.sync()
    over = read(disk.read(FIRST), "").over
    assert over is not None
    assert over.result["standings"][0]["place"] == 1
    assert journal.follow(match) == 0
    match.undo(len(match.record) - 1)
    journal.follow(match)
    journal.sync()
    assert read(disk.read(FIRST), "").over is None


# --- waiting for the medium ------------------------------------------------------------------------------------


def test_a_new_file_has_its_name_on_the_medium_before_anything_is_accepted() -> None:
    disk = FaultyDisk()
    begun(disk)
    assert disk.safe[FIRST].safe == disk.read(FIRST) != b""


def test_many_lines_wait_for_the_medium_once() -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    before = disk.syncs
    journal.append(ONE, TWO, THREE)
    journal.sync()
    assert disk.syncs == before + 1
    assert (journal.syncs, journal.accepted, journal.written) == (2, 4, 4)


def test_without_new_lines_nothing_is_waited_for() -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    before = disk.steps
    journal.sync()
    assert disk.steps == before


# --- a disk that refuses ---------------------------------------------------------------------------------------


@pytest.mark.report("G07", "G08")
@pytest.mark.parametrize(
    ("number", "key", "words"),
    [
        (errno.ENOSPC, "not_saved_full", "the disk is full"),
        (errno.EROFS, "not_saved_read_only", "the disk is read-only"),
        (errno.EACCES, "not_saved_refused", "writing is not permitted"),
        (errno.EIO, "not_saved_failed", "check the card"),
    ],
)
def test_a_disk_that_refuses_is_named_with_a_remedy_and_nothing_is_accepted(
    number: int, key: str, words: str
) -> None:
    """G07, G08: a full or read-only card; the devices saved empty settings or crashed."""
    disk = FaultyDisk()
    journal = begun(disk)
    disk.fault = number
    journal.append(ONE)
    with pytest.raises(NotSaved, match=words) as caught:
        journal.sync()
    assert caught.value.notice.key == key
    assert str(FIRST) in caught.value.notice.text
    assert (journal.accepted, journal.written) == (1, 2)


@pytest.mark.report("G07", "G08")
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_when_the_disk_takes_it_again_nothing_is_missing_or_doubled(number: int) -> None:
    """G07, G08: play goes on, the old file stays whole, and saving comes back by itself."""
    disk = FaultyDisk()
    journal = begun(disk)
    journal.append(ONE)
    journal.sync()
    disk.fault = number
    for entry in (TWO, THREE):
        journal.append(entry)
        with pytest.raises(NotSaved):
            journal.sync()
        assert record(disk) == [ONE]
    disk.fault = 0
    journal.append(ONE)
    journal.sync()
    assert record(disk) == [ONE, TWO, THREE, ONE]
    assert journal.accepted == journal.written == 5
    assert read(disk.read(FIRST), "").tail == 0


@pytest.mark.parametrize("bad_step", range(1, 12))
def test_whichever_step_fails_a_retry_writes_everything_again(
    bad_step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed wait may have dropped what was written before it, so it is not enough to wait again."""
    disk = FaultyDisk()
    journal = Journal.begin(disk, FIRST, Opening(1, HEADER))
    real_step = disk.step

    def bad_once() -> None:
        if disk.steps + 1 == bad_step:
            for node in disk.seen.values():
                node.seen[:] = node.safe  # the kernel throws dirty pages away
            disk.steps += 1
            raise OSError(errno.EIO, "Input/output error")
        real_step()

    monkeypatch.setattr(disk, "step", bad_once)
    for entry in (ONE, TWO, THREE, ONE, TWO):
        journal.append(entry)
        try:
            journal.sync()
        except NotSaved:
            continue
        assert read(disk.read(FIRST), "").lines == journal.written
    journal.sync()
    assert record(disk) == [ONE, TWO, THREE, ONE, TWO]
    assert disk.safe[FIRST].safe == disk.read(FIRST)


def test_a_card_that_was_taken_out_and_put_back_is_written_to_again() -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    disk.fault = errno.EIO
    journal.append(ONE)
    with pytest.raises(NotSaved):
        journal.sync()
    disk.fault = 0
    disk.put(FIRST, disk.safe[FIRST].safe)  # the same file under another handle
    journal.sync()
    assert record(disk) == [ONE]


def test_a_line_that_comes_while_the_medium_is_awaited_is_not_accepted_with_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disk = FaultyDisk()
    journal = begun(disk)
    journal.append(ONE)
    monkeypatch.setattr(disk, "step", lambda: journal.append(TWO) if journal.written == 2 else None)
    journal.sync()
    assert (journal.accepted, journal.written) == (2, 3)
    assert record(disk) == [ONE]
    journal.sync()
    assert (journal.accepted, record(disk)) == (3, [ONE, TWO])


def test_a_match_begun_on_a_full_disk_gets_its_file_later() -> None:
    disk = FaultyDisk()
    disk.fault = errno.ENOSPC
    journal, notice = Archive(FOLDER, disk).start(HEADER)
    assert notice is not None
    assert notice.key == "not_saved_full"
    journal.append(ONE)
    disk.fault = 0
    journal.sync()
    assert record(disk) == [ONE]


# --- under an event loop ---------------------------------------------------------------------------------------


def run(work: Callable[[], Awaitable[None]]) -> None:
    anyio.run(work)


def test_a_commit_is_accepted_when_the_lines_are_on_the_medium() -> None:
    disk = FaultyDisk()
    writer = JournalWriter(begun(disk))

    async def work() -> None:
        writer.write(ONE, THREE)
        assert record(disk) == []
        assert await writer.commit() == Commit(accepted=True)
        assert read(disk.safe[FIRST].safe, "").record == [ONE, THREE]

    run(work)


def test_the_loop_goes_on_while_a_worker_waits_for_the_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = JournalWriter(begun(FaultyDisk()))
    log: list[str] = []
    ticked = anyio.Event()
    real_sync = writer.journal.sync

    def slow_sync() -> None:
        anyio.from_thread.run(ticked.wait)  # the medium takes its time, until the loop has ticked
        real_sync()
        log.append("synced")

    async def commit() -> None:
        assert (await writer.commit()).accepted
        log.append("accepted")

    async def work() -> None:
        async with anyio.create_task_group() as tasks:
            writer.write(ONE)
            tasks.start_soon(commit)
            await anyio.lowlevel.checkpoint()
            log.append("tick")
            ticked.set()

    monkeypatch.setattr(writer.journal, "sync", slow_sync)
    run(work)
    assert log == ["tick", "synced", "accepted"]


def test_commits_that_wait_together_need_one_sync_and_keep_their_order() -> None:
    disk = FaultyDisk()
    writer = JournalWriter(begun(disk))
    done: list[int] = []

    async def say(number: int) -> None:
        writer.write(Answer(0, number))
        assert (await writer.commit()).accepted
        done.append(number)

    async def work() -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(5):
                tasks.start_soon(say, number)

    before = writer.journal.syncs
    run(work)
    assert done == [0, 1, 2, 3, 4]
    assert record(disk) == [Answer(0, number) for number in range(5)]
    assert writer.journal.syncs - before <= 2


@pytest.mark.report("G07", "G08")
def test_trouble_is_said_once_and_its_end_too() -> None:
    """G07, G08: expected is a warning within one action, play going on, and normal saving after space returns."""
    disk = FaultyDisk()
    writer = JournalWriter(begun(disk))
    said: list[str | None] = []

    async def say(fault: int) -> None:
        disk.fault = fault
        writer.write(ONE)
        commit = await writer.commit()
        assert commit.accepted == (fault == 0)
        said.append(commit.news.key if commit.news else None)
        assert (writer.trouble is None) == commit.accepted

    async def work() -> None:
        for fault in (0, errno.ENOSPC, errno.ENOSPC, errno.EROFS, 0, 0):
            await say(fault)

    run(work)
    assert said == [None, "not_saved_full", None, "not_saved_read_only", "saving_again", None]
    assert record(disk) == [ONE] * 6


def test_closing_commits_what_is_left() -> None:
    disk = FaultyDisk()
    writer = JournalWriter(begun(disk))

    async def work() -> None:
        writer.write(ONE)
        assert await writer.close() == Commit(accepted=True)

    run(work)
    assert record(disk) == [ONE]
    disk.append(FIRST).close()  # and the file is free

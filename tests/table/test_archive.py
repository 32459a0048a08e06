"""The folder of matches: numbers, what is unfinished, opening a match as it stood, and files nobody can read."""

from __future__ import annotations

import errno
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.ask import IllegalAnswer
from engine.match import Match
from engine.record import Answer, Header, SeatInfo
from table.archive import Archive, Opened, home
from table.disk import InUse, RealDisk
from table.match_file import Mark, UnreadableMatch, read
from tests.engine.conformance import random_answer
from tests.engine.tiny import LanternWalk, State
from tests.table.faulty_disk import FaultyDisk
from tests.table.saved import FIRST, FOLDER, GAMES, name_of, play_on

if TYPE_CHECKING:
    from engine.ask import Script
    from tests.engine.conformance import Case

HEADER = Header("lantern_walk", (SeatInfo("Ana"), SeatInfo("Bea")))


def played(disk: FaultyDisk, steps: int = 18, seed: int = 8) -> Opened:
    """Begin a match, play it for a while and close its file."""
    archive = Archive(FOLDER, disk)
    journal, _ = archive.start(HEADER)
    opened = Opened(Match(LanternWalk(HEADER), HEADER), journal, ())
    play_on(opened.match, journal, Random(seed), steps, lambda: None)
    journal.close()
    return opened


# --- where -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"PITBOARD_HOME": "/games/box", "STATE_DIRECTORY": "/var/lib/pitboard"}, Path("/games/box")),
        ({"STATE_DIRECTORY": "/var/lib/pitboard"}, Path("/var/lib/pitboard")),
        ({"STATE_DIRECTORY": "/var/lib/pitboard:/var/lib/more"}, Path("/var/lib/pitboard")),
        ({"XDG_DATA_HOME": "/data"}, Path("/data/pitboard")),
        ({}, Path.home() / ".local/share/pitboard"),
    ],
)
def test_the_folder_is_the_chosen_one_then_the_services_then_the_users(
    environment: dict[str, str], folder: Path
) -> None:
    assert home(environment) == folder


# --- numbers ---------------------------------------------------------------------------------------------------


def test_matches_are_numbered_in_the_order_they_were_begun() -> None:
    archive = Archive(FOLDER, FaultyDisk())
    names = [archive.start(HEADER)[0].path.name for _ in range(3)]
    assert names == ["match-000001.jsonl", "match-000002.jsonl", "match-000003.jsonl"]


def test_the_number_of_a_file_that_was_set_aside_is_not_given_again() -> None:
    disk = FaultyDisk()
    disk.put(FOLDER / "match-000041.jsonl.damaged-1", b"")
    disk.put(FOLDER / "notes.txt", b"")
    assert Archive(FOLDER, disk).start(HEADER)[0].path.name == "match-000042.jsonl"


def test_two_programs_that_begin_at_the_same_moment_get_two_files(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FaultyDisk()
    Archive(FOLDER, disk).start(HEADER)
    monkeypatch.setattr(disk, "names", lambda _: [])  # looked before the other program began
    journal, notice = Archive(FOLDER, disk).start(HEADER)
    assert journal.path.name == "match-000002.jsonl"
    assert notice is None


# --- what is there ---------------------------------------------------------------------------------------------


def test_only_matches_that_are_not_over_are_offered_the_latest_first() -> None:
    disk = FaultyDisk()
    archive = Archive(FOLDER, disk)
    played(disk)
    given_up, _ = archive.start(HEADER)
    given_up.give_up()
    given_up.sync()
    archive.start(HEADER, begun="2 May, 20:15")
    offered = archive.unfinished()
    assert [one.number for one in offered] == [3, 1]
    assert (offered[0].begun, offered[0].answers, offered[0].header) == ("2 May, 20:15", 0, HEADER)
    assert offered[1].answers > 8
    assert [one.number for one in archive.summaries()] == [3, 2, 1]


def test_looking_at_the_matches_writes_nothing() -> None:
    disk = FaultyDisk()
    played(disk)
    disk.put(FOLDER / "match-000002.jsonl", b"torn")
    before = disk.steps
    Archive(FOLDER, disk).unfinished()
    assert disk.steps == before


@pytest.mark.report("G01", "G03", "G10")
@pytest.mark.parametrize("left", [b"", bytes(512), b"1c291ca3 0 {"])
def test_a_file_in_which_nothing_can_be_read_is_set_aside_and_the_others_are_offered(left: bytes) -> None:
    """G01, G03, G10: an emptied or half file; it is kept, and the same start goes on with what is good."""
    disk = FaultyDisk()
    played(disk)
    disk.put(FOLDER / "match-000002.jsonl", left)
    archive = Archive(FOLDER, disk)
    (notice,) = archive.tidy()
    assert notice.key == "match_set_aside"
    assert "kept as match-000002.jsonl.damaged-1" in notice.text
    assert disk.read(FOLDER / "match-000002.jsonl.damaged-1") == left
    assert [one.number for one in archive.unfinished()] == [1]
    assert archive.tidy() == []


def test_a_file_that_another_program_is_about_to_fill_is_left_alone() -> None:
    disk = FaultyDisk()
    disk.create(FIRST)
    assert Archive(FOLDER, disk).tidy() == []
    assert disk.names(FOLDER) == [FIRST.name]


def test_on_a_disk_that_refuses_an_unreadable_file_stays_and_is_named() -> None:
    disk = FaultyDisk()
    disk.put(FIRST, b"torn")
    disk.fault = errno.EROFS
    (notice,) = Archive(FOLDER, disk).tidy()
    assert notice.key == "match_unreadable"
    assert disk.read(FIRST) == b"torn"


# --- opening ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", GAMES, ids=name_of)
def test_an_opened_match_stands_as_it_was_left(case: Case) -> None:
    disk, match = FaultyDisk(), case.match()
    journal, _ = Archive(FOLDER, disk).start(case.header)
    play_on(match, journal, Random(21), 60, lambda: None)
    journal.close()
    opened = Archive(FOLDER, disk).open(FIRST, case.rulebook)
    assert opened.notices == ()
    assert opened.match.record == match.record
    assert opened.match.rulebook.encode(opened.match.state) == match.rulebook.encode(match.state)
    assert opened.match.tells == match.tells
    assert [(q.seat, q.key) for q in opened.match.open] == [(q.seat, q.key) for q in match.open]


def test_two_programs_cannot_write_one_match() -> None:
    disk = FaultyDisk()
    played(disk)
    archive = Archive(FOLDER, disk)
    first = archive.open(FIRST, LanternWalk)
    with pytest.raises(InUse, match="another program has this match open; close the other pitboard first"):
        archive.open(FIRST, LanternWalk)
    first.journal.close()
    archive.open(FIRST, LanternWalk)


def test_a_match_that_does_not_exist_is_not_made() -> None:
    disk = FaultyDisk()
    with pytest.raises(FileNotFoundError):
        Archive(FOLDER, disk).open(FIRST, LanternWalk)
    assert disk.names(FOLDER) == []


def test_a_match_that_cannot_be_read_stays_free_for_others() -> None:
    disk = FaultyDisk()
    disk.put(FIRST, b"torn")
    with pytest.raises(UnreadableMatch, match="first line is damaged"):
        Archive(FOLDER, disk).open(FIRST, LanternWalk)
    disk.append(FIRST)
    assert disk.read(FIRST) == b"torn"


@pytest.mark.report("G02")
def test_a_torn_end_is_said_with_its_bytes_and_what_is_back() -> None:
    """G02: lose at most the last action, and say so on the next start."""
    disk = FaultyDisk()
    left = played(disk)
    disk.put(FIRST, disk.read(FIRST) + b"12345678 77 {")
    opened = Archive(FOLDER, disk).open(FIRST, LanternWalk)
    (notice,) = opened.notices
    assert notice.args == {"file": FIRST.name, "bytes": 13, "answers": len(left.match.record)}
    assert "the last 13 bytes were not whole" in notice.text
    assert disk.safe[FIRST].safe.endswith(b"}\n")


@pytest.mark.report("G08")
def test_on_a_read_only_disk_a_match_is_opened_and_goes_on_in_memory() -> None:
    """G08: carry on in memory and warn clearly that nothing is being saved."""
    disk = FaultyDisk()
    left = played(disk)
    disk.fault = errno.EROFS
    opened = Archive(FOLDER, disk).open(FIRST, LanternWalk)
    assert opened.match.record == left.match.record
    assert [notice.key for notice in opened.notices] == ["not_saved_read_only"]
    disk.fault = 0
    play_on(opened.match, opened.journal, Random(1), 4, lambda: None)
    assert read(disk.read(FIRST), "").record == opened.match.record


# --- after a rules update --------------------------------------------------------------------------------------


class NewRules(LanternWalk):
    """The same game, and a record of the old one no longer replays."""

    version = 2

    def paces(self, state: State) -> Script[None]:
        yield from super().paces(state)
        state.points = [points + 5 for points in state.points]


class NoOldStates(NewRules):
    version = 3

    def decode(self, data: bytes) -> State:
        raise ValueError(f"{len(data)} bytes of another kind of state")


class QuietChange(NewRules):
    """Rules that changed although the version was not raised."""

    version = 1


class Stricter(LanternWalk):
    """Rules that no longer take an answer, although the version was not raised."""

    def walk(self, state: State) -> Script[None]:
        raise IllegalAnswer("walking_is_forbidden", seat=state.turn.walker)
        yield


def mid_turn(disk: FaultyDisk) -> tuple[Opened, Mark]:
    """A match in the middle of a turn in its second round, with its last boundary."""
    for seed in range(50):
        disk.seen.clear()  # as if nothing had been played
        left = played(disk, steps=26, seed=seed)
        mark = read(disk.read(FIRST), "").marks[-1]
        if 0 < mark.entries < len(left.match.record) and left.match.state.round > 1:
            return left, mark
    raise AssertionError("no seed comes to the middle of a turn")


def test_after_an_update_the_match_goes_on_from_the_beginning_of_the_turn() -> None:
    disk = FaultyDisk()
    left, mark = mid_turn(disk)
    opened = Archive(FOLDER, disk).open(FIRST, NewRules)
    assert opened.match.record == left.match.record[: mark.entries]
    assert opened.match.rulebook.encode(opened.match.state) == mark.state
    (notice,) = opened.notices
    assert notice.args["dropped"] == len(left.match.record) - mark.entries
    assert "the rules of lantern_walk are now version 2" in notice.text


def test_after_an_update_the_match_can_be_saved_and_opened_again_and_again() -> None:
    disk = FaultyDisk()
    mid_turn(disk)
    opened = Archive(FOLDER, disk).open(FIRST, NewRules)
    for seed in range(3):
        record = opened.match.record[:]
        while len(opened.match.record) < len(record) + 6 and not opened.match.over:
            play_forward(opened, seed)
        opened.journal.close()
        again = Archive(FOLDER, disk).open(FIRST, NewRules)
        assert again.notices == ()
        assert again.match.record == opened.match.record
        assert again.match.rulebook.encode(again.match.state) == opened.match.rulebook.encode(
            opened.match.state
        )
        opened = again


def play_forward(opened: Opened, seed: int) -> None:
    rng = Random(seed)
    question = opened.match.open[0]
    opened.match.answer(question.seat, random_answer(question, rng.randrange))
    opened.journal.follow(opened.match)
    opened.journal.sync()


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (QuietChange, "after answer 2 the rules come to another position than they did"),
        (Stricter, "answer 2 is not taken any more (walking_is_forbidden)"),
    ],
)
def test_rules_that_changed_unsaid_are_noticed(rules: type[LanternWalk], why: str) -> None:
    disk = FaultyDisk()
    journal, _ = Archive(FOLDER, disk).start(HEADER)
    match = Match(LanternWalk(HEADER), HEADER)
    for seat in (0, 1):
        match.answer(seat, "1")
        journal.follow(match)
    journal.sync()
    journal.close()
    (notice,) = Archive(FOLDER, disk).open(FIRST, rules).notices
    assert why in notice.text
    assert notice.key == "from_boundary"


def test_when_no_state_can_be_read_the_file_is_left_to_the_version_that_wrote_it() -> None:
    disk = FaultyDisk()
    mid_turn(disk)
    before = disk.read(FIRST)
    with pytest.raises(UnreadableMatch, match="open it with the pitboard that wrote it"):
        Archive(FOLDER, disk).open(FIRST, NoOldStates)
    assert disk.read(FIRST) == before


# --- on a real disk --------------------------------------------------------------------------------------------


def test_a_match_survives_on_a_real_disk(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "matches"
    archive = Archive(folder)
    journal, notice = archive.start(HEADER)
    assert notice is None
    journal.append(Answer(0, "1"), Answer(1, "3"))
    journal.sync()
    with pytest.raises(InUse):
        archive.open(journal.path, LanternWalk)
    journal.close()
    journal.close()
    with journal.path.open("ab") as file:
        file.write(b"torn")
    opened = Archive(folder).open(journal.path, LanternWalk)
    assert opened.match.record == [Answer(0, "1"), Answer(1, "3")]
    assert [notice.key for notice in opened.notices] == ["match_torn"]
    assert journal.path.read_bytes().endswith(b"}\n")
    opened.journal.close()


def test_a_real_file_is_never_made_longer_by_a_cut(tmp_path: Path) -> None:
    disk, path = RealDisk(), tmp_path / "file"
    file = disk.create(path)
    file.write(b"12345")
    with pytest.raises(OSError, match="the file has 5 bytes although 9 were saved"):
        file.cut(9)
    file.cut(2)
    file.close()
    assert disk.read(path) == b"12"


def test_a_real_disk_lists_a_missing_folder_as_empty(tmp_path: Path) -> None:
    assert RealDisk().names(tmp_path / "nowhere") == []

"""The tag book: one tag means one thing within a pack, and no damage empties it in silence."""

from __future__ import annotations

import errno
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from table import database
from table.database import DatabaseRefused, DatabaseUnreadable, open_database
from table.tagbook import Hint, Tag, TagBook, TagRefused
from table.uid import digits_apart, made_up, normalise, spell, unspell

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME, PACK = "wacky_races", "practice"
UID, OTHER = bytes.fromhex("A1B2C3D4"), bytes.fromhex("04A1B2C3D4E5F6")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboard.db"


@pytest.fixture
def book(path: Path) -> Iterator[TagBook]:
    with closing(TagBook(path)) as book:
        yield book


def filled(path: Path, cards: int = 97) -> None:
    """A book with a whole deck in it, closed."""
    with closing(TagBook(path)) as book:
        for card in range(cards):
            book.enrol(GAME, PACK, f"movement-{card:02}", bytes([4, 1, 2, 3, 4, card, 250]))


# --- numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.report("A18")
@pytest.mark.parametrize(
    ("read", "identity"),
    [
        ("A1B2C3D4", "A1B2C3D4"),
        ("A1B2C3D404", "A1B2C3D4"),
        ("A1B2C3D405", None),
        ("88776655", "88776655"),
        ("04A1B2C3D4E5F6", "04A1B2C3D4E5F6"),
        ("00112233445566778899", "00112233445566778899"),
        ("", None),
        ("A1B2C3", None),
        ("A1B2C3D4000000FF", None),
    ],
)
def test_a_number_is_4_7_or_10_bytes_without_the_check_byte(read: str, identity: str | None) -> None:
    """A18: a four-byte tag was reported with five bytes; the fifth is the XOR of the others."""
    assert normalise(bytes.fromhex(read)) == (None if identity is None else bytes.fromhex(identity))


@pytest.mark.parametrize(
    ("uid", "doubt"), [("08112233", "yes"), ("A8112233", "no"), ("08112233445566", "no")]
)
def test_only_four_bytes_that_begin_with_08_may_be_made_up(uid: str, doubt: str) -> None:
    assert made_up(bytes.fromhex(uid)) is (doubt == "yes")


@pytest.mark.parametrize("spelled", ["04 A1 B2 C3", "04a1b2c3", "04:A1:B2:C3", "04-a1-b2-c3"])
def test_a_number_is_read_however_it_is_spelled(spelled: str) -> None:
    assert spell(unspell(spelled)) == "04 A1 B2 C3"


@pytest.mark.parametrize(
    ("one", "other", "digits"),
    [("A1B2C3D4", "A1B2C3D4", 0), ("A1B2C3D4", "A1B2C34D", 2), ("A1B2C3D4", "A1B2C3D4E5F6A7", 14)],
)
def test_digits_that_differ_are_counted(one: str, other: str, digits: int) -> None:
    assert digits_apart(bytes.fromhex(one), bytes.fromhex(other)) == digits


# --- what a tag means ------------------------------------------------------------------------------------------


def test_an_enrolled_tag_is_its_component(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    assert book.component(GAME, PACK, UID) == "movement-D-03"
    assert book.component(GAME, PACK, OTHER) is None
    assert book.tag_of(GAME, PACK, "movement-D-03") == UID
    assert book.tag_of(GAME, PACK, "movement-D-04") is None


@pytest.mark.report("A18")
def test_with_and_without_check_byte_it_is_the_same_tag(book: TagBook) -> None:
    """A18: expect identity A1B2C3D4, same as a driver giving four bytes."""
    book.enrol(GAME, PACK, "movement-D-03", UID + b"\x04")
    assert book.component(GAME, PACK, UID) == "movement-D-03"
    assert book.component(GAME, PACK, UID + b"\x04") == "movement-D-03"


def test_the_book_is_there_at_the_next_start(path: Path) -> None:
    filled(path)
    with closing(TagBook(path)) as book:
        assert len(book.tags(GAME, PACK)) == 97
        assert list(book.tags(GAME, PACK))[:2] == ["movement-00", "movement-01"]
        assert book.notices == []


def test_a_tag_may_mean_something_else_in_another_pack_or_game(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    book.enrol(GAME, "taught", "movement-D-04", UID)
    book.enrol("downforce", PACK, "speed-8", UID)
    assert book.component(GAME, "taught", UID) == "movement-D-04"
    assert book.everywhere(UID) == [
        Tag(GAME, PACK, "movement-D-03", UID),
        Tag(GAME, "taught", "movement-D-04", UID),
        Tag("downforce", PACK, "speed-8", UID),
    ]


# --- refusals --------------------------------------------------------------------------------------------------


@pytest.mark.report("A24", "J09")
def test_a_tag_that_is_taken_is_refused_with_what_it_is(book: TagBook) -> None:
    """A24, J09: a copy or a second use of a tag; refuse and say whose it is, mapping unchanged."""
    book.enrol(GAME, PACK, "movement-D-03", UID)
    with pytest.raises(TagRefused, match="that tag already is movement-D-03") as caught:
        book.enrol(GAME, PACK, "movement-D-04", UID)
    assert caught.value.notice.key == "tag_taken"
    assert caught.value.notice.args["component"] == "movement-D-03"
    assert book.tags(GAME, PACK) == {"movement-D-03": UID}


def test_a_component_has_one_tag(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    with pytest.raises(TagRefused, match="movement-D-03 already has the tag A1 B2 C3 D4: forget it first"):
        book.enrol(GAME, PACK, "movement-D-03", OTHER)
    assert book.tags(GAME, PACK) == {"movement-D-03": UID}


@pytest.mark.report("A23")
def test_a_number_that_may_be_made_up_needs_a_second_presentation(book: TagBook) -> None:
    """A23: one fob shows a different number each time; expect refusal with an explanation."""
    random = bytes.fromhex("08112233")
    with pytest.raises(TagRefused, match="08 11 22 33 may be a number the tag makes up each time"):
        book.enrol(GAME, PACK, "movement-D-03", random)
    assert book.tags(GAME, PACK) == {}
    book.enrol(GAME, PACK, "movement-D-03", random, confirmed=True)
    assert book.component(GAME, PACK, random) == "movement-D-03"


@pytest.mark.report("A19")
def test_a_part_of_a_number_is_no_identity(book: TagBook) -> None:
    """A19: a truncated number is never used as identity (here: what remains after the cascade byte)."""
    with pytest.raises(TagRefused, match="04 A3 C6 is not a whole tag number"):
        book.enrol(GAME, PACK, "movement-D-03", bytes.fromhex("04A3C6"))
    assert book.component(GAME, PACK, bytes.fromhex("04A3C6")) is None


# --- hints -----------------------------------------------------------------------------------------------------


@pytest.mark.report("A22")
def test_a_known_tag_read_backwards_is_hinted_at(book: TagBook) -> None:
    """A22: enrol A1B2C3D4, scan D4C3B2A1; expect a hint, not a silent new tag."""
    book.enrol(GAME, PACK, "movement-D-03", UID)
    assert book.component(GAME, PACK, bytes.fromhex("D4C3B2A1")) is None
    assert book.hint(GAME, PACK, bytes.fromhex("D4C3B2A1")) == Hint("reversed", "movement-D-03", UID)


@pytest.mark.report("J10")
def test_an_unknown_tag_is_shown_beside_the_known_one_it_is_most_like(book: TagBook) -> None:
    """J10: known 04A1B2C3D4E5F6, two digits swapped in what is read; expect both shown."""
    book.enrol(GAME, PACK, "movement-D-02", bytes.fromhex("04A1B2C3000000"))
    book.enrol(GAME, PACK, "movement-D-03", OTHER)
    assert book.hint(GAME, PACK, bytes.fromhex("04A1B2C3D4E56F")) == Hint("similar", "movement-D-03", OTHER)


@pytest.mark.parametrize("uid", ["04FFFFFFFFFFFF", "A1B2C3D4", "04A1B2"])
def test_without_resemblance_there_is_no_hint(book: TagBook, uid: str) -> None:
    assert book.hint(GAME, PACK, bytes.fromhex(uid)) is None
    book.enrol(GAME, PACK, "movement-D-03", OTHER)
    assert book.hint(GAME, PACK, bytes.fromhex(uid)) is None


# --- taking back -----------------------------------------------------------------------------------------------


def test_a_forgotten_tag_is_free_again(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    assert book.forget(GAME, PACK, "movement-D-03")
    assert not book.forget(GAME, PACK, "movement-D-03")
    book.enrol(GAME, PACK, "movement-D-04", UID)
    assert book.tags(GAME, PACK) == {"movement-D-04": UID}


def test_enrolments_are_taken_back_last_first_within_their_pack(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    book.enrol(GAME, PACK, "movement-D-04", OTHER)
    book.enrol("downforce", PACK, "speed-8", UID)
    assert [book.undo(GAME, PACK) for _ in range(3)] == ["movement-D-04", "movement-D-03", None]
    assert book.component("downforce", PACK, UID) == "speed-8"


# --- as text ---------------------------------------------------------------------------------------------------


def test_an_export_fills_another_book(path: Path, tmp_path: Path) -> None:
    filled(path)
    with closing(TagBook(path)) as one, closing(TagBook(tmp_path / "other.db")) as other:
        assert other.import_(one.export()) == 97
        assert other.export() == one.export()
        assert other.import_(one.export()) == 0


def test_an_export_can_be_read_by_people(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    assert json.loads(book.export())["games"] == {GAME: {PACK: {"movement-D-03": "A1 B2 C3 D4"}}}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is not an exported tag book"),
        ('{"pitboard_tags": 1, "games": {}, "more": 1}', "unknown field `more`"),
        ('{"pitboard_tags": 7, "games": {}}', "the export has format 7, this pitboard reads 1"),
        (
            '{"pitboard_tags": 1, "games": {"g": {"p": {"c": "A1 B2"}}}}',
            "g, p, c: 'A1 B2' is not a whole tag number",
        ),
        (
            '{"pitboard_tags": 1, "games": {"g": {"p": {"c": "card"}}}}',
            "g, p, c: 'card' is not written in hex",
        ),
    ],
)
def test_a_text_that_is_no_export_is_refused_with_the_place(book: TagBook, text: str, why: str) -> None:
    with pytest.raises(TagRefused, match="nothing was imported: ") as caught:
        book.import_(text)
    assert why in str(caught.value)


def test_an_import_that_contradicts_the_book_changes_nothing(book: TagBook) -> None:
    book.enrol(GAME, PACK, "movement-D-03", UID)
    before = book.export()
    games = {GAME: {PACK: {"movement-D-01": spell(OTHER), "movement-D-04": spell(UID)}}}
    with pytest.raises(TagRefused, match="that tag already is movement-D-03"):
        book.import_(json.dumps({"pitboard_tags": 1, "games": games}))
    assert book.export() == before


# --- damage and disks ------------------------------------------------------------------------------------------


def zero_page(path: Path, number: int) -> None:
    data = bytearray(path.read_bytes())
    data[number * 4096 : (number + 1) * 4096] = bytes(4096)
    path.write_bytes(bytes(data))


@pytest.mark.report("G06", "G10")
@pytest.mark.parametrize("page", [0, 1, 2, 3])
def test_a_damaged_book_is_set_aside_and_filled_from_its_copy_at_the_same_start(
    path: Path, page: int
) -> None:
    """G06, G10: overwrite one page of the store with zeros; expect a playable start with a note."""
    filled(path)
    zero_page(path, page)
    damaged = path.read_bytes()
    with closing(TagBook(path)) as book:
        assert len(book.tags(GAME, PACK)) == 97
        assert [notice.key for notice in book.notices] == ["database_damaged", "tags_restored"]
        assert "97 tags were restored from pitboard-tags.json" in book.notices[1].text
    assert path.with_name("pitboard.db.damaged-1").read_bytes() == damaged


@pytest.mark.report("G01")
def test_an_emptied_book_is_filled_from_its_copy(path: Path) -> None:
    """G01: after a power cut the file has zero bytes."""
    filled(path, cards=3)
    path.write_bytes(b"")
    with closing(TagBook(path)) as book:
        assert len(book.tags(GAME, PACK)) == 3
        assert [notice.key for notice in book.notices] == ["database_damaged", "tags_restored"]


@pytest.mark.report("G03")
def test_a_copy_that_cannot_be_read_is_kept_and_not_written_over(path: Path) -> None:
    """G03: a half file was read, defaults were loaded and then saved over the real settings."""
    filled(path, cards=3)
    path.write_bytes(b"no database at all" * 500)
    copy = path.with_name("pitboard-tags.json")
    half = copy.read_bytes()[:60]
    copy.write_bytes(half)
    with closing(TagBook(path)) as book:
        assert [notice.key for notice in book.notices] == ["database_damaged", "tags_lost"]
        assert "The tag book is empty" in book.notices[1].text
    assert copy.with_name("pitboard-tags.json.damaged-1").read_bytes() == half
    assert path.with_name("pitboard.db.damaged-1").read_bytes() == b"no database at all" * 500


def test_the_log_of_a_damaged_book_goes_aside_with_it(path: Path) -> None:
    filled(path, cards=3)
    path.with_name("pitboard.db-wal").write_bytes(b"the last changes")
    notice = database._set_aside(path, "for a test")
    assert notice.text.startswith("pitboard.db is damaged (for a test). It is kept as pitboard.db.damaged-1")
    assert path.with_name("pitboard.db.damaged-1-wal").read_bytes() == b"the last changes"
    assert not path.exists()


def test_every_change_waits_for_the_medium(path: Path) -> None:
    connection, notice = open_database(path)
    with closing(connection):
        assert notice is None
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


@pytest.mark.report("G09")
def test_what_was_enrolled_is_there_although_nobody_closed_the_book(path: Path, tmp_path: Path) -> None:
    """G09: devices are simply unplugged."""
    with closing(TagBook(path)) as book:
        book.enrol(GAME, PACK, "movement-D-03", UID)
        left = tmp_path / "unplugged"
        left.mkdir()
        for file in path.parent.glob("pitboard.db*"):
            left.joinpath(file.name).write_bytes(file.read_bytes())
    with closing(TagBook(left / path.name)) as found:
        assert found.tags(GAME, PACK) == {"movement-D-03": UID}
        assert found.notices == []


def test_the_copy_is_written_only_when_something_changed(path: Path) -> None:
    filled(path, cards=3)
    copy = path.with_name("pitboard-tags.json")
    first = copy.stat().st_ino
    TagBook(path).close()
    assert copy.stat().st_ino == first


def enrol_many(book: TagBook) -> None:
    for number in range(500):
        book.enrol(GAME, PACK, f"trap-{number}", number.to_bytes(7, "big"))


@pytest.mark.report("G07")
def test_a_full_disk_refuses_an_enrolment_and_leaves_the_book_whole(book: TagBook) -> None:
    """G07: write errors were ignored; expect to be told, and the old file intact."""
    book.enrol(GAME, PACK, "movement-D-03", UID)
    (pages,) = book._connection.execute("PRAGMA page_count").fetchone()
    book._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DatabaseRefused, match=r"pitboard.db: not stored, the disk is full; free some space"):
        enrol_many(book)
    kept = len(book.tags(GAME, PACK))
    assert kept > 1
    book._connection.execute("PRAGMA max_page_count = 100000")
    book.enrol(GAME, PACK, "late", b"1234")
    assert len(book.tags(GAME, PACK)) == kept + 1


@pytest.mark.report("G06")
def test_a_book_that_fails_while_the_program_runs_is_named_and_its_copy_is_not_written_over(
    path: Path,
) -> None:
    """G06: reported as malformed; fall back to the last good copy on the next start."""
    filled(path)
    book = TagBook(path)
    copy = path.with_name("pitboard-tags.json").read_bytes()
    book._connection.execute("PRAGMA cache_size = 0")
    for page in (1, 2, 3):
        zero_page(path, page)
    with pytest.raises(DatabaseUnreadable, match=r"pitboard.db: cannot be read .*; restart pitboard"):
        book.tags(GAME, PACK)
    notice = book.close()
    assert notice is not None
    assert notice.key == "book_unreadable"
    assert path.with_name("pitboard-tags.json").read_bytes() == copy
    with closing(TagBook(path)) as again:
        assert len(again.tags(GAME, PACK)) == 97


@pytest.mark.report("G07")
def test_a_copy_that_cannot_be_written_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G07: nothing is claimed to be saved that is not."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    book = TagBook(path)
    monkeypatch.setattr("table.tagbook.replace_file", full)
    notice = book.close()
    assert notice is not None
    assert "the copy of the tag book was not written (No space left on device)" in notice.text


@pytest.mark.report("G08")
def test_on_a_read_only_disk_the_tags_are_still_known(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G08: the file system turns read-only; carry on and warn clearly that nothing is being saved."""
    filled(path, cards=3)

    def refuse(_: Path) -> sqlite3.Connection:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(database, "_checked", refuse)
    book = TagBook(path)
    assert [notice.key for notice in book.notices] == ["database_read_only"]
    assert len(book.tags(GAME, PACK)) == 3
    with pytest.raises(DatabaseRefused, match="it cannot be written"):
        book.enrol(GAME, PACK, "movement-D-03", UID)
    book.close()


def test_a_database_that_can_neither_be_opened_nor_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    with pytest.raises(DatabaseRefused, match=r"file/pitboard.db: not stored"):
        TagBook(tmp_path / "file" / "pitboard.db")

"""What a table is told of components without a tag before it plays with them."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from devices.sim.board import Board
from table.settings import read_wiring
from table.tagbook import TagBook
from table.texts import LANGUAGES, Texts
from table.untagged import untagged
from tests.engine.wackee_six.kit import Play, header
from tests.table.host_kit import Night
from tests.table.table_kit import one_pack

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RULEBOOK = Play(header(2)).rulebook


@pytest.fixture
def book(tmp_path: Path) -> Iterator[TagBook]:
    with closing(TagBook(tmp_path / "tags.db")) as open_book:
        yield open_book


def enrol(book: TagBook, kind: str, number: int) -> None:
    """Give so many components of a kind a tag."""
    parts = [part.id for part in RULEBOOK.components() if part.kind == kind]
    for place, part in enumerate(parts[:number]):
        uid = bytes([4, *kind.encode()[-5:], place])
        book.enrol("wackee_six", "practice", part, uid)


@pytest.mark.rule("W6-COMP-06")
def test_s21_a_deck_with_53_tags_is_warned_of_and_a_whole_one_is_not(book: TagBook) -> None:
    enrol(book, "cards-red", 53)
    enrol(book, "cards-green", 54)
    (notice,) = untagged(book, RULEBOOK)
    assert notice.args == {"kind": "cards-red", "tagged": 53, "number": 54}
    for language in LANGUAGES:
        said = Texts(language, strict=True).say(notice.key, notice.args, "wackee_six")
        assert "53" in said
        assert "{" not in said


def test_nothing_is_said_where_nobody_scans(book: TagBook) -> None:
    assert untagged(book, RULEBOOK) == []


@pytest.mark.anyio
async def test_the_table_reads_it_when_it_sits_down_to_the_match(
    book: TagBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_pack(monkeypatch)
    enrol(book, "cards-blue", 50)

    def script(night: Night) -> Iterator[None]:
        yield from night.wait(3)
        assert "50 of 54" in night.words()

    with Board(read_wiring("starter")) as board:
        night = Night(board)
        night.begin()
        night.host.about = lambda _: untagged(book, RULEBOOK)
        await night.play(script)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"

"""Enrolling a pack: progress, one tag after the other, and every mistake said at once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.database import DatabaseRefused
from table.enrolment import Enrolment, PackShelf
from table.tagbook import Hint, TagBook, TagRefused

PACK = [("movement-D-01", "Desert 1"), ("movement-D-02", "Desert 2"), ("trap-1", "Trap 1")]
A, B, C = (bytes.fromhex(text) for text in ("A1B2C3D4", "04A1B2C3D4E5F6", "04A1B2C3D4E500"))
RANDOM, OTHER_RANDOM = bytes.fromhex("08112233"), bytes.fromhex("089ABCDE")


class Shelf:
    """A pack's part of a tag book, in memory. `full` makes every change fail."""

    def __init__(self, **known: bytes) -> None:
        self.known = {name.replace("_", "-"): uid for name, uid in known.items()}
        self.full = False

    def component(self, uid: bytes) -> str | None:
        return next((name for name, tag in self.known.items() if tag == uid), None)

    def tags(self) -> dict[str, bytes]:
        return dict(self.known)

    def hint(self, uid: bytes) -> Hint | None:
        owner = self.component(uid[::-1])
        return None if owner is None else Hint("reversed", owner, uid[::-1])

    def enrol(self, component: str, uid: bytes, *, confirmed: bool) -> None:
        self._change()
        if owner := self.component(uid):
            raise TagRefused("tag_taken", f"that tag already is {owner}", component=owner)
        assert confirmed or uid[0] != 0x08
        self.known[component] = uid

    def forget(self, component: str) -> bool:
        self._change()
        return self.known.pop(component, None) is not None

    def _change(self) -> None:
        if self.full:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise DatabaseRefused(Path("pitboard.db"), error)


def test_the_components_are_asked_for_in_order() -> None:
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    asked = []
    for uid in (A, B, C):
        asked.append(enrolment.current)
        assert enrolment.present(uid).kind == "stored"
    assert asked == PACK
    assert enrolment.finished
    assert enrolment.current is None
    assert shelf.known == {"movement-D-01": A, "movement-D-02": B, "trap-1": C}


def test_progress_is_said_with_every_tag() -> None:
    enrolment = Enrolment(PACK, Shelf())
    outcome = enrolment.present(A)
    assert outcome.text == "Desert 1 stored (1 of 3)"
    assert outcome.args == {"done": 1, "total": 3, "component": "movement-D-01"}
    assert enrolment.progress == (1, 3)


def test_enrolment_goes_on_where_it_was_left() -> None:
    enrolment = Enrolment(PACK, Shelf(movement_D_01=A, trap_1=C))
    assert enrolment.progress == (2, 3)
    assert enrolment.current == ("movement-D-02", "Desert 2")


@pytest.mark.report("A24", "J09")
def test_a_tag_that_is_taken_is_refused_and_the_component_stays() -> None:
    """A24, J09: the same tag laid down for a second component."""
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    enrolment.present(A)
    outcome = enrolment.present(A)
    assert (outcome.kind, outcome.key) == ("refused", "tag_taken")
    assert "that tag already is movement-D-01" in outcome.text
    assert enrolment.current == PACK[1]
    assert shelf.known == {"movement-D-01": A}


@pytest.mark.report("A23")
def test_a_tag_that_shows_another_number_each_time_is_refused_with_the_reason() -> None:
    """A23: 08112233, then 089ABCDE."""
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    assert enrolment.present(RANDOM).kind == "again"
    outcome = enrolment.present(OTHER_RANDOM)
    assert outcome.kind == "refused"
    assert "another number each time (08 11 22 33, 08 9A BC DE)" in outcome.text
    assert shelf.known == {}


@pytest.mark.report("A23")
def test_a_number_that_comes_twice_the_same_is_stored() -> None:
    """A23: some tags begin with 08 and still keep their number."""
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    enrolment.present(RANDOM)
    assert enrolment.present(RANDOM).kind == "stored"
    assert shelf.known == {"movement-D-01": RANDOM}


def test_another_tag_in_between_starts_the_second_look_anew() -> None:
    enrolment = Enrolment(PACK, Shelf())
    enrolment.present(RANDOM)
    assert enrolment.present(A).kind == "stored"
    assert enrolment.present(RANDOM).kind == "again"


@pytest.mark.report("A22")
def test_a_known_tag_read_backwards_is_asked_about_before_it_is_stored() -> None:
    """A22: expect a hint, not a silent new tag."""
    shelf = Shelf(movement_D_01=A)
    enrolment = Enrolment(PACK, shelf)
    outcome = enrolment.present(A[::-1])
    assert outcome.kind == "resembles"
    assert "D4 C3 B2 A1 is movement-D-01 read backwards" in outcome.text
    assert enrolment.present(A[::-1]).kind == "stored"
    assert shelf.known["movement-D-02"] == A[::-1]


def test_a_skipped_component_stays_without_a_tag() -> None:
    enrolment = Enrolment(PACK, Shelf())
    assert enrolment.skip().args["component"] == "movement-D-01"
    enrolment.present(A)
    enrolment.present(B)
    assert enrolment.finished
    assert enrolment.skipped == ("movement-D-01",)
    assert enrolment.progress == (2, 3)


def test_back_takes_the_last_steps_back_one_by_one() -> None:
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    enrolment.present(A)
    enrolment.skip()
    assert enrolment.back().args["component"] == "movement-D-02"
    assert enrolment.skipped == ()
    assert enrolment.back().text == "Desert 1 again (0 of 3)"
    assert shelf.known == {}
    assert enrolment.current == PACK[0]
    assert enrolment.back().kind == "nothing"


def test_back_never_takes_what_an_earlier_enrolment_stored() -> None:
    shelf = Shelf(movement_D_01=A)
    assert Enrolment(PACK, shelf).back().kind == "nothing"
    assert shelf.known == {"movement-D-01": A}


def test_when_all_is_done_tags_and_skips_change_nothing() -> None:
    enrolment = Enrolment(PACK[:1], Shelf())
    enrolment.present(A)
    assert enrolment.present(B).kind == "finished"
    assert enrolment.skip().kind == "nothing"
    assert enrolment.progress == (1, 1)


@pytest.mark.report("G07")
def test_on_a_full_disk_the_step_is_not_made() -> None:
    """G07: nothing is claimed to be stored that is not."""
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    enrolment.present(A)
    shelf.full = True
    for outcome in (enrolment.present(B), enrolment.back()):
        assert (outcome.kind, outcome.key) == ("not_saved", "book_full")
    assert enrolment.current == PACK[1]
    shelf.full = False
    assert enrolment.present(B).kind == "stored"


@given(st.lists(st.sampled_from(["skip", "back", A, B, C, A[::-1], RANDOM, OTHER_RANDOM]), max_size=30))
def test_whatever_is_done_every_component_is_open_skipped_or_stored(keys: list[str | bytes]) -> None:
    shelf = Shelf()
    enrolment = Enrolment(PACK, shelf)
    for key in keys:
        if isinstance(key, bytes):
            enrolment.present(key)
        elif key == "skip":
            enrolment.skip()
        else:
            enrolment.back()
        assert enrolment.progress == (len(shelf.known), 3)
        assert len(set(shelf.known.values())) == len(shelf.known)
        assert not set(enrolment.skipped) & set(shelf.known)
        assert enrolment.finished == (len(enrolment.skipped) + len(shelf.known) == 3)


def test_a_real_book_is_filled(tmp_path: Path) -> None:
    book = TagBook(tmp_path / "pitboard.db")
    enrolment = Enrolment(PACK, PackShelf(book, "wacky_races", "practice"))
    kinds = [enrolment.present(uid).kind for uid in (A, A, A[::-1], RANDOM, RANDOM, B[:3], B)]
    assert kinds == ["stored", "refused", "resembles", "again", "stored", "refused", "stored"]
    assert enrolment.back().kind == "back"
    assert book.tags("wacky_races", "practice") == {"movement-D-01": A, "movement-D-02": RANDOM}
    book.close()

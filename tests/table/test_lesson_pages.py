"""Teaching printed values from the menu and at a question, by keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import IllegalAnswer, scan
from engine.lessons import Field, Lesson, check
from engine.match import Match
from engine.record import Header, Teach
from table import lesson_pages
from table.asking import ChoicePage, NumberPage, SurePage
from table.desk import Desk
from table.lots import lots
from table.text_page import TextPage
from tests.table.table_kit import Asked, Asker, done, given, open_menu, press, seats, station

if TYPE_CHECKING:
    from engine.ask import Ask
    from table.station import Station

COLOUR = Field(name="", key="lesson_colour", kind="choice", options=("red", "blue"))
KIND = Field(name="kind", key="lesson_kind", kind="choice", options=("plain", "odd"))
SIZE = Field(name="size", key="lesson_size", kind="number", low=2, high=4, only=("kind", "odd"))
NAME = Field(name="", key="lesson_name", kind="text", low=1, high=9)
LINES = Field(name="", key="lesson_lines", kind="lines", low=1, high=9)
LESSONS = {
    "card-D-1": (COLOUR,),
    "card-D-2": (KIND, SIZE),
    "card-F-1": (LINES,),
    "card-F-2": (NAME,),
}


def card() -> Ask[str]:
    """A card of which nothing may be unknown."""

    def read(value: str) -> str:
        if value not in TAUGHT:
            raise IllegalAnswer("not_legal_now", given=value)
        return value

    return scan(0, "play_a_card", ("card-D-1",), read, rules=("XX-1",))


TAUGHT: dict[str, Any] = {}


class Learner(Asker):
    """Asks for two cards and learns about four."""

    items = (card(), card(), done())

    def lessons(self) -> tuple[Lesson, ...]:
        return tuple(
            Lesson(component=card, table="cards", key=card, fields=fields, taught=card in TAUGHT)
            for card, fields in LESSONS.items()
        )

    def teach(self, state: Asked, lesson: Teach) -> None:
        del state
        check(next(one for one in self.lessons() if one.component == lesson.component), lesson.value)
        TAUGHT[lesson.component] = lesson.value


@pytest.fixture
def at() -> Station:
    TAUGHT.clear()
    header = Header("asker", seats(2), chance={"seed": 1})
    return station(Desk(Match(Learner(header), header), lots(1)))


def words(at: Station) -> str:
    return " / ".join(at.screen().words())


def test_only_what_four_keys_can_say_is_offered(at: Station) -> None:
    assert [lesson.component for lesson in lesson_pages.offered(at)] == ["card-D-1", "card-D-2", "card-F-2"]


def test_a_value_is_taught_after_a_yes_and_is_an_entry_that_undo_takes_back(at: Station) -> None:
    open_menu(at, "Teach a value")
    press(at, "confirm", "next", "confirm")
    assert "Card-D-1: blue?" in words(at)
    assert at.desk.match.record == []
    press(at, "confirm")
    assert at.desk.match.record == [Teach("card-D-1", "blue")]
    assert "Learned: card-D-1" in words(at)
    press(at, "confirm")
    open_menu(at, "Undo")
    assert at.desk.match.record == []


def test_every_field_that_counts_is_asked_and_no_other(at: Station) -> None:
    open_menu(at, "Teach a value")
    press(at, "next", "confirm", "next", "confirm")
    assert isinstance(at.page, NumberPage)
    press(at, "next", "confirm", "confirm")
    assert at.desk.match.record == [Teach("card-D-2", {"kind": "odd", "size": 3})]


def test_a_text_is_written_and_taught_after_a_yes(at: Station) -> None:
    open_menu(at, "Teach a value")
    press(at, "previous", "confirm")
    assert isinstance(at.page, TextPage)
    press(at, "confirm", "confirm", "previous", "previous", "confirm")
    assert "Card-F-2: A?" in words(at)
    press(at, "confirm")
    assert at.desk.match.record == [Teach("card-F-2", "A")]


def test_a_field_that_does_not_count_is_not_asked(at: Station) -> None:
    open_menu(at, "Teach a value")
    press(at, "next", "confirm", "confirm", "confirm")
    assert at.desk.match.record == [Teach("card-D-2", {"kind": "plain"})]


def test_an_unknown_card_at_a_question_is_asked_about_and_then_taken(at: Station) -> None:
    at.tap("card-D-1", 0)
    assert isinstance(at.page, ChoicePage)
    assert "lesson_colour" in words(at)
    press(at, "confirm", "confirm", "confirm")
    at.tap("card-D-1", 0)
    assert given(at.desk) == ["card-D-1"]


def test_a_lesson_that_opens_by_itself_is_headed_with_what_it_is(at: Station) -> None:
    """Nobody has opened the menu."""
    at.tap("card-D-1", 0)
    assert at.screen().head == "Teach a value"
    press(at, "confirm")
    assert isinstance(at.page, SurePage)
    assert at.screen().head == "Teach a value"


def test_a_number_to_teach_is_headed_like_every_lesson(at: Station) -> None:
    open_menu(at, "Teach a value")
    press(at, "next", "confirm", "next", "confirm")
    assert isinstance(at.page, NumberPage)
    assert at.screen().head == "Teach a value"


def test_a_card_that_is_refused_for_another_reason_is_only_refused(at: Station) -> None:
    at.tap("card-F-1", 0)
    assert at.pages == []
    assert at.screen().alarm


def test_nothing_is_offered_when_all_is_known(at: Station) -> None:
    TAUGHT.update(dict.fromkeys(LESSONS, "red"))
    press(at, "menu")
    assert "Teach a value" not in at.screen().choices

"""Writing with four keys: every sign is within reach, what is written is in sight, and nothing is lost by accident."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record import Teach
from table.desk import Desk
from table.draw import draw, end_of
from table.lots import lots
from table.text_page import DELETE, DONE, ENDS, LETTERS, ROWS, SPACE, TextPage
from tests.engine.speedboats.kit import new_match
from tests.table.table_kit import open_menu, press, station, tiny

SIGNS = "".join(ROWS[:-2])


class Writer:
    """A station with a page to write on, and what came of it."""

    def __init__(self, low: int = 1, high: int = 120) -> None:
        self.written: list[str] = []
        self.at = station(tiny())
        self.page = TextPage("Ruling", low, high, lambda _, text: self.written.append(text))
        self.at.pages.append(self.page)

    def press(self, *keys: str) -> None:
        press(self.at, *keys)  # type: ignore[arg-type]

    def take(self, row: str, sign: int = 0) -> None:
        """Go to a row the shorter way, and to a sign in it."""
        self.go(ROWS.index(row) - self.page.row, len(ROWS))
        self.press("confirm")
        if len(row) > 1 and self.page.sign is not None:
            self.go(sign, len(row))
            self.press("confirm")

    def go(self, steps: int, around: int) -> None:
        steps %= around
        back = around - steps
        self.press(*(["next"] * steps if steps <= back else ["previous"] * back))

    def write(self, text: str) -> None:
        for letter in text:
            row = next(row for row in ROWS if letter.lower() in row)
            self.take(row, row.index(letter.lower()))

    def shown(self) -> tuple[str, ...]:
        return self.at.screen().words()


@pytest.fixture
def writer() -> Writer:
    return Writer()


def test_a_sentence_is_written_with_its_capitals(writer: Writer) -> None:
    writer.write("Ñandú, 3. ¿Qué? Sí")
    writer.take(DONE)
    assert writer.written == ["Ñandú, 3. ¿qué? Sí"]


@given(st.text(alphabet=SIGNS, min_size=1, max_size=8).filter(lambda text: bool(text.strip())))
def test_whatever_is_written_is_what_comes_of_it(text: str) -> None:
    writer = Writer()
    writer.write(text)
    writer.take(DONE)
    assert [written.lower() for written in writer.written] == [text.strip()]


def test_every_sign_is_at_most_ten_presses_away_and_stands_in_one_row_only() -> None:
    assert len(set(SIGNS)) == len(SIGNS)
    assert max(len(ROWS) // 2 + len(row) // 2 + 2 for row in ROWS) <= 11


def test_letters_come_first_and_the_rows_are_a_ring(writer: Writer) -> None:
    assert writer.at.screen().cursor == LETTERS
    writer.press(*["next"] * len(ROWS))
    assert writer.at.screen().cursor == LETTERS


def test_the_signs_of_a_row_stand_side_by_side_and_are_a_ring(writer: Writer) -> None:
    writer.press("confirm")
    screen = writer.at.screen()
    assert (screen.across, screen.choices, screen.cursor) == (True, tuple("ABCDEFGHI"), 0)
    writer.press("previous", "confirm")
    assert writer.page.text == "I"


def test_back_leads_from_a_sign_to_the_rows_and_then_away(writer: Writer) -> None:
    writer.press("confirm", "back")
    assert not writer.at.screen().across
    assert writer.at.pages == [writer.page]
    writer.press("back")
    assert writer.at.pages == []
    assert writer.written == []


def test_the_last_letter_is_deleted_and_with_none_left_nothing_happens(writer: Writer) -> None:
    writer.write("ab")
    writer.take(DELETE)
    assert writer.page.text == "A"
    writer.take(DELETE)
    writer.take(DELETE)
    assert writer.page.text == ""
    assert not writer.at.notice


def test_the_text_so_far_is_in_sight_with_its_end(writer: Writer) -> None:
    writer.write("who lands ")
    assert "Who lands _" in writer.shown()
    writer.write("on a buoy must swim home and pay three points")
    assert any(line.endswith("three points_") for line in writer.shown())


@given(st.text(alphabet="abcdefghi  mw", min_size=1, max_size=120))
def test_the_end_of_a_text_is_never_cut(text: str) -> None:
    assert end_of(f"{text}_").replace(" ", "").endswith(f"{text}_".replace(" ", "")[-10:])


def test_an_empty_text_is_refused_with_its_bounds(writer: Writer) -> None:
    writer.take(SPACE)
    writer.take(DONE)
    assert writer.written == []
    assert writer.at.notice == "Write 1 to 120 letters"


def test_no_letter_more_than_the_longest_is_taken() -> None:
    writer = Writer(high=3)
    writer.write("abc")
    writer.write("d")
    assert (writer.page.text, writer.at.notice) == ("Abc", "Write 1 to 3 letters")
    assert draw(writer.at.screen()).getbbox()
    writer.take(DELETE)
    writer.write("e")
    assert writer.page.text == "Abe"


@pytest.mark.parametrize("end", ENDS)
def test_a_capital_is_offered_where_a_sentence_begins(end: str, writer: Writer) -> None:
    writer.page.text = f"Swim{end}"
    assert writer.shown()[3] == "A B C D E F G H I"
    writer.page.text = "Swim, "
    assert writer.shown()[3] == "a b c d e f g h i"


def test_what_the_rows_do_is_said_in_words(writer: Writer) -> None:
    choices = writer.at.screen().choices
    assert (choices[0], *choices[-2:]) == ("space", "← delete", "✓ done")


@pytest.mark.rule("SB-EXP-09")
def test_a_ruling_is_written_at_the_table_and_kept() -> None:
    writer = Writer()
    writer.at = station(Desk(new_match(2, level="books"), lots(1)))
    open_menu(writer.at, "Teach a value")
    writer.press("confirm")
    assert isinstance(writer.at.page, TextPage)
    writer.page = writer.at.page
    writer.write("swim!")
    writer.take(DONE)
    assert "Ruling: Swim!?" in writer.shown()
    writer.press("confirm")
    assert writer.at.desk.match.record == [Teach("ruling", "Swim!")]
    assert writer.at.desk.match.state.rulings == ["Swim!"]

"""Pictures of screens: nothing is cut, nothing lies on another, and what matters is in sight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from devices.font import HEADLINE, TEXT, write
from table.draw import STRIP, draw, fits_in_a_row, lines_of, lines_of_title
from table.screen import Cell, Screen
from table.sheet import BAR, HEIGHT, WIDTH
from tests.table.drawn import Pen, Written, colliding, outside

STRIP_OF = tuple(Cell("DFP"[n % 3], ("A", "B"), n % 2) for n in range(9))
TAILS = "Ágyp Ñq, ¿jÇ?"

SCREENS = {
    "head": Screen(TAILS, badge="práctgyp"),
    "question": Screen(TAILS, title=TAILS, body=(TAILS,), foot=TAILS),
    "two lines": Screen(TAILS, title=f"{TAILS} {TAILS} {TAILS}", body=(TAILS,), foot=TAILS),
    "two lines of news": Screen(TAILS, title=f"{TAILS} {TAILS}", body=(TAILS, TAILS)),
    "strip": Screen(TAILS, title=f"{TAILS} {TAILS}", strip=STRIP_OF, foot=TAILS),
    "strip and news": Screen(TAILS, title=f"{TAILS} a", body=(TAILS,), strip=STRIP_OF, foot=TAILS),
    "large and strip": Screen(TAILS, title="Ágyp", body=(TAILS,), strip=STRIP_OF, foot=TAILS),
    "large": Screen(TAILS, title="Ágyp", body=(TAILS, TAILS), foot=TAILS),
    "list": Screen(TAILS, body=(TAILS, TAILS, TAILS), scroll=(3, 30)),
    "menu": Screen(TAILS, choices=(TAILS,) * 9, cursor=4),
    "choice": Screen(TAILS, title=TAILS, choices=(TAILS,) * 9, cursor=4),
    "long choice": Screen(TAILS, title=f"{TAILS} {TAILS} {TAILS} {TAILS}", choices=(TAILS,) * 2, cursor=1),
    "first chosen": Screen(TAILS, title=TAILS, choices=(TAILS,) * 9, cursor=0),
    "none chosen": Screen(TAILS, title=TAILS, choices=(TAILS,) * 9),
    "refused": Screen(TAILS, title=f"{TAILS} {TAILS}", body=(f"{TAILS} {TAILS} {TAILS}",), alarm=True),
    "consent": Screen(TAILS, body=(f"{TAILS} {TAILS} {TAILS} {TAILS}",), foot=TAILS),
}


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    return Pen(monkeypatch)


every_screen = pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS.keys())


@every_screen
def test_a_picture_has_the_panels_size_and_two_colours(screen: Screen) -> None:
    picture = draw(screen)
    assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT))


@every_screen
def test_the_same_screen_gives_the_same_picture(screen: Screen) -> None:
    assert draw(screen).tobytes() == draw(screen).tobytes()


@every_screen
def test_no_letter_reaches_out_of_the_panel(screen: Screen, pen: Pen) -> None:
    pen.draw(screen)
    assert pen.written
    assert not outside(pen.written)


@every_screen
def test_no_text_lies_on_another(screen: Screen, pen: Pen) -> None:
    pen.draw(screen)
    assert not colliding(pen.written)


@every_screen
def test_every_dot_of_every_letter_is_seen(screen: Screen, pen: Pen) -> None:
    """A dot of ink never has the colour of the area it lies on, wherever that area ends."""
    picture = pen.draw(screen)
    beside_the_scroll_bar = (0, 0, WIDTH - 2, HEIGHT)
    ink = Image.new("1", picture.size)
    for one in pen.written:
        write(ImageDraw.Draw(ink), (one.x, one.y), one.text, one.size, bold=one.bold)
    seen = ImageChops.logical_xor(picture, pen.paper)
    lost = ImageChops.logical_and(ink, ImageChops.invert(seen))
    assert lost.crop(beside_the_scroll_bar).getbbox() is None


def test_the_checks_of_this_file_see_what_is_wrong() -> None:
    low = Written(1, 52, TAILS, TEXT, bold=False)
    above = Written(1, 46, TAILS, TEXT, bold=False)
    assert outside([low, above]) == [low]
    assert colliding([low, above]) == [(low, above)]


@given(
    st.builds(
        Screen,
        head=st.text(max_size=40),
        badge=st.text(max_size=12),
        title=st.text(max_size=90),
        body=st.lists(st.text(max_size=60), max_size=4).map(tuple),
        choices=st.lists(st.text(max_size=40), max_size=6).map(tuple),
        strip=st.sampled_from([(), STRIP_OF, STRIP_OF[:1]]),
        foot=st.text(max_size=40),
        scroll=st.sampled_from([None, (0, 0), (3, 30)]),
        alarm=st.booleans(),
    )
)
def test_any_text_can_be_drawn(screen: Screen) -> None:
    assert draw(screen).size == (WIDTH, HEIGHT)


# --- the bar ----------------------------------------------------------------------------------------------------


def test_the_bar_is_inverted_over_its_whole_width() -> None:
    picture = draw(Screen(""))
    assert all(picture.getpixel((x, y)) for x in (0, WIDTH - 1) for y in range(BAR))
    assert not any(picture.getpixel((x, BAR)) for x in range(WIDTH))


def test_a_long_name_gives_way_to_the_badge_and_not_the_other_way_round(pen: Pen) -> None:
    pen.draw(Screen("Maximiliana Guadalupe", badge="practice"))
    assert pen.texts[0] == "practice"
    assert pen.written[1].cut


def test_the_bar_shows_the_signs_of_the_keys_between_the_name_and_the_badge(pen: Pen) -> None:
    pen.draw(Screen("Ana", badge="practice", choices=("a",), foot="◀ ▶ choose, ● OK"))
    badge, name, keys = pen.written[:3]
    assert (badge.text, name.text, keys.text) == ("practice", "Ana", "◀▶●")
    assert name.core[2] < keys.core[0]
    assert keys.core[2] < badge.core[0]


def test_the_signs_give_way_to_a_long_name(pen: Pen) -> None:
    pen.draw(Screen("Maximiliana Guadalupe", badge="practice", choices=("a",), foot="◀ ▶ choose, ● OK"))
    assert "◀▶●" not in pen.texts


# --- titles and lines -------------------------------------------------------------------------------------------


def test_a_short_title_is_large_and_a_long_one_bold(pen: Pen) -> None:
    pen.draw(Screen("Ana", title="Your turn"))
    assert pen.written[-1].size == HEADLINE
    pen.draw(Screen("Ana", title="Card 2 for tile 14, or end"))
    assert [(one.size, one.bold) for one in pen.written[1:]] == [(TEXT, True), (TEXT, True)]


def test_a_title_of_three_lines_ends_in_an_ellipsis(pen: Pen) -> None:
    pen.draw(Screen("Ana", title="one two three four five six seven eight nine ten eleven twelve"))
    assert [one.cut for one in pen.written[1:]] == [False, True]


def test_a_refusal_has_two_lines_below_the_question(pen: Pen) -> None:
    notice = "Not possible now: the Gas Station"
    pen.draw(Screen("Ana", title="Card 2 for tile 14, or end", body=(notice,), alarm=True))
    assert pen.written[1].cut
    assert " ".join(pen.texts[2:]) == notice


def test_what_the_keys_do_is_left_out_where_a_line_needs_the_room(pen: Pen) -> None:
    pen.draw(Screen("Ana", title="a", body=("news",), foot="keys"))
    assert "keys" in pen.texts
    pen.draw(Screen("Ana", title="a b c d e f g h i j k l m n o p q r s t", body=("news",), foot="keys"))
    assert "keys" not in pen.texts
    assert "news" in pen.texts


def test_three_lines_of_a_list_are_all_shown(pen: Pen) -> None:
    pen.draw(Screen("Why?", body=("one", "two", "three"), scroll=(0, 3)))
    assert pen.texts == ["Why?", "one", "two", "three"]


def test_what_has_happened_stands_beside_a_line(pen: Pen) -> None:
    news, hint = (Screen("Ana", title="a", body=("old", "new"), told=told) for told in (True, False))
    picture = pen.draw(news)
    (row,) = {one.y for one in pen.written if one.text == "new"}
    assert all(picture.getpixel((1, y)) for y in range(row + 2, row + 13))
    (column,) = {one.x for one in pen.written if one.text == "new"}
    pen.draw(hint)
    assert column > next(one.x for one in pen.written if one.text == "new") + 1


@pytest.mark.parametrize(
    ("with_accent", "without"), [("Á", "A"), ("ñ", "n"), ("ü", "u"), ("¿", "?"), ("ç", "c")]
)
def test_an_accent_is_seen(with_accent: str, without: str) -> None:
    assert draw(Screen("x", body=(with_accent,))).tobytes() != draw(Screen("x", body=(without,))).tobytes()


@pytest.mark.parametrize(
    "text", ["", "one", "a sentence that surely needs more than a single line of the panel"]
)
def test_lines_hold_the_whole_sentence(text: str) -> None:
    assert " ".join(lines_of(text)) == text


def test_measures_say_what_the_picture_does() -> None:
    assert lines_of_title("Your turn") == 1
    assert lines_of_title("Card 2 for tile 14, or end") == 2
    assert fits_in_a_row("The Slag Brothers")
    assert not fits_in_a_row("Sergeant Blast and Private Meekly")


# --- lists to choose from ---------------------------------------------------------------------------------------


def chosen_rows(picture: Image.Image) -> set[int]:
    """The rows below the bar that are inverted, seen between the cursor and the letters."""
    return {y for y in range(BAR, HEIGHT) if picture.getpixel((8, y))}


@pytest.mark.parametrize("title", ["", "One line", "A title that takes two lines, whatever happens"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 30])
def test_the_chosen_option_is_always_in_sight_and_inverted(title: str, count: int, pen: Pen) -> None:
    choices = tuple(f"option {n}" for n in range(count))
    for cursor in range(count):
        picture = pen.draw(Screen("Ana", title=title, choices=choices, cursor=cursor))
        assert f"option {cursor}" in pen.texts
        rows = chosen_rows(picture)
        (chosen,) = (one for one in pen.written if one.text == f"option {cursor}")
        assert set(range(chosen.core[1], chosen.core[3])) <= rows


def test_the_options_around_the_chosen_one_are_in_sight_too(pen: Pen) -> None:
    pen.draw(Screen("Ana", title="One line", choices=tuple("abcdefgh"), cursor=4))
    assert [text for text in pen.texts if text in tuple("abcdefgh")] == ["d", "e", "f"]


def test_without_a_choice_nothing_is_inverted_and_the_first_options_are_in_sight(pen: Pen) -> None:
    picture = pen.draw(Screen("Ana", choices=tuple("abcdefgh")))
    assert not chosen_rows(picture)
    assert pen.texts[1:] == ["a", "b", "c", "d"]


def bar_rows(picture: Image.Image) -> list[int]:
    """The rows of the scroll bar's thumb: white at the right edge, behind a dark line."""
    return [y for y in range(BAR + 1, HEIGHT) if picture.getpixel((WIDTH - 1, y))]


@pytest.mark.parametrize("total", [4, 10, 20, 60])
def test_the_scroll_bar_moves_down_with_the_place_in_a_long_list(total: int) -> None:
    tops = []
    for first in range(0, total - 2, 3):
        rows = bar_rows(draw(Screen("x", body=("a", "b", "c"), scroll=(first, total))))
        assert rows == list(range(rows[0], rows[-1] + 1))
        tops.append(rows[0])
    assert tops == sorted(tops)
    assert len(tops) < 2 or tops[0] < tops[-1]


def test_a_long_list_to_choose_from_has_a_scroll_bar_too() -> None:
    assert bar_rows(draw(Screen("x", choices=("a",) * 20)))


def test_the_scroll_bar_stands_clear_of_what_is_chosen(pen: Pen) -> None:
    picture = pen.draw(Screen("x", choices=("a",) * 20, cursor=9))
    assert not any(picture.getpixel((WIDTH - 3, y)) for y in range(BAR, HEIGHT))
    assert any(pen.paper.getpixel((WIDTH - 4, y)) for y in range(BAR, HEIGHT))


def test_a_list_that_is_wholly_in_sight_has_no_scroll_bar() -> None:
    assert not bar_rows(draw(Screen("x", choices=("a", "b"))))
    assert not bar_rows(draw(Screen("x", body=("a", "b", "c"), scroll=(0, 3))))


# --- the course -------------------------------------------------------------------------------------------------


def strip(*cells: Cell) -> Image.Image:
    picture = draw(Screen("x", strip=cells))
    return picture.crop((0, HEIGHT - STRIP, WIDTH, HEIGHT))


def dots(picture: Image.Image) -> int:
    return picture.histogram()[255]


def test_the_piece_of_who_is_asked_is_filled_and_higher_than_the_others() -> None:
    own, other = strip(Cell("D", ("A",), own=1)), strip(Cell("D", ("A",)))
    assert dots(own) > dots(other)
    assert own.getpixel((2, 0))
    assert not other.getpixel((2, 0))


def test_every_piece_of_a_place_is_seen() -> None:
    counts = [dots(strip(*[Cell("D", ("A", "B", "C")[:n])] * 9)) for n in range(4)]
    assert counts == sorted(set(counts))


def test_a_covered_place_is_inverted() -> None:
    plain, covered = strip(*[Cell("D")] * 9), strip(*[Cell("D", covered=True)] * 9)
    assert dots(covered) > dots(plain) + 9 * 50


def test_the_finish_has_a_flag_and_other_places_the_first_letter_of_what_is_printed(pen: Pen) -> None:
    picture = pen.draw(Screen("x", strip=(Cell("desert"), Cell("finish"), Cell(""))))
    assert [one.text for one in pen.written if one.size == 10] == ["D", ""]
    assert dots(picture) > 0


def test_the_strip_leaves_the_question_above_it_alone(pen: Pen) -> None:
    pen.draw(Screen("Ana", title="Card 1: any kind", body=("Ana plays Forest",), strip=STRIP_OF))
    above = [one for one in pen.written if one.size == TEXT]
    assert [one.text for one in above] == ["Ana", "Card 1: any kind", "Ana plays Forest"]
    assert all(one.core[3] <= HEIGHT - STRIP for one in above)

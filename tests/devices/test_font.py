"""The panels' font: every accent, crisp dots, and text that fits."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from devices import font as fonts
from devices.font import ELLIPSIS, HEADLINE, TEXT, fit, font, line_height, printable, width, wrap, write
from devices.icons import ICONS, draw_icon, icon_width

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALL = "áéíóúüñàâçèêëîïôùûœæ"
SIGNS = "¿¡«»€…·\u2013\u2019\u201c\u201d\u00d7"
SIZES = [(11, False), (TEXT, False), (14, False), (16, True), (HEADLINE, True)]


def written(text: str, size: int = TEXT, *, bold: bool = False) -> Image.Image:
    """A text on an empty panel."""
    picture = Image.new("1", (128, 64))
    write(ImageDraw.Draw(picture), (0, 0), text, size, bold=bold)
    return picture


def box(text: str, size: int = TEXT, *, bold: bool = False) -> tuple[int, int, int, int]:
    """Where the text has dots."""
    found = written(text, size, bold=bold).getbbox()
    assert found is not None
    return found


@pytest.fixture
def without_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The font's package is gone, and nothing of it is remembered."""

    def missing(**_: bool) -> None:
        raise ModuleNotFoundError("No module named 'font_roboto'")

    caches = (font, fonts._capitals, fonts._shown)
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(fonts, "_file", missing)
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.report("E10")
@pytest.mark.parametrize(("size", "bold"), SIZES)
@pytest.mark.parametrize("letter", [*SMALL, *SMALL.upper(), *SIGNS])
def test_every_letter_of_the_three_languages_is_there(letter: str, size: int, *, bold: bool) -> None:
    """E10: accented letters are missing or garbled."""
    assert printable(letter, size, bold=bold) == letter
    assert written(letter, size, bold=bold).tobytes() != written("\uffff", size, bold=bold).tobytes()


@pytest.mark.parametrize(("size", "bold"), SIZES)
def test_accents_make_a_difference(size: int, *, bold: bool) -> None:
    shapes = {written(letter, size, bold=bold).tobytes() for letter in "eéèêëEÉÈÊË"}
    assert len(shapes) == 10


@pytest.mark.parametrize(
    ("size", "bold", "capital", "pitch"), [(TEXT, False, 9, 14), (HEADLINE, True, 13, 21)]
)
def test_text_and_headlines_are_high_enough(size: int, capital: int, pitch: int, *, bold: bool) -> None:
    _, top, _, bottom = box("E", size, bold=bold)
    assert (bottom - top, line_height(size, bold=bold)) == (capital, pitch)


def test_a_headline_and_three_lines_fill_a_panel_and_no_more() -> None:
    assert line_height(HEADLINE, bold=True) + 3 * line_height() <= 64


@pytest.mark.parametrize(("size", "bold"), SIZES)
def test_a_line_keeps_within_its_height_but_for_one_row(size: int, *, bold: bool) -> None:
    _, top, _, bottom = box("ÉÑÀÇgjpq", size, bold=bold)
    assert top >= 0
    assert bottom <= line_height(size, bold=bold) + 1


def test_the_bar_of_a_small_bold_t_is_seen_on_both_sides() -> None:
    letter = written("t", 11, bold=True)
    left, top, right, _ = box("t", 11, bold=True)
    rows = [[x for x in range(left, right) if letter.getpixel((x, y))] for y in range(top, top + 8)]
    assert max(map(len, rows)) >= 4
    assert min(row[0] for row in rows) < min(rows[0])


@pytest.mark.parametrize(("text", "at"), [("4:", 1), ("to", 1), ("4 s", 2), ("ff", 1), ("11", 1)])
def test_small_bold_letters_stand_apart(text: str, at: int) -> None:
    first = box(text[:at].rstrip(), 11, bold=True)[2]
    picture = written(text, 11, bold=True)
    columns = (x for x in range(first, picture.width) if any(picture.getpixel((x, y)) for y in range(16)))
    gap = next(columns) - first
    assert gap >= (3 if " " in text else 1)


REPLACED = [
    ("Łukasz", "Łukasz"),
    ("Zoe\u0308", "Zoë"),
    ("\uff46", "f"),
    ("a\tb\nc", "a b c"),
    ("Ana 😀", "Ana ?"),
    ("日本", "??"),
    (ICONS, ICONS),
    ("", ""),
]


@pytest.mark.report("E10")
@pytest.mark.parametrize(("text", "wanted"), REPLACED)
def test_what_the_font_lacks_is_replaced(text: str, wanted: str) -> None:
    """E10: an emoji, a letter with a stroke, a name typed with a separate accent."""
    assert printable(text) == wanted


TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)


@settings(max_examples=60)
@given(text=TEXTS, columns=st.integers(0, 130))
def test_any_text_fits_after_fit(text: str, columns: int) -> None:
    assert width(fit(text, columns), TEXT) <= columns


@settings(max_examples=60)
@given(text=TEXTS, columns=st.integers(20, 130), lines=st.integers(1, 5))
def test_any_text_wraps_into_the_lines_there_are(text: str, columns: int, lines: int) -> None:
    found = wrap(text, columns, TEXT, lines)
    assert len(found) <= lines
    assert all(width(line) <= columns for line in found)


@settings(max_examples=60)
@given(text=TEXTS, columns=st.integers(20, 130))
def test_wrapping_loses_no_letter(text: str, columns: int) -> None:
    kept = "".join("".join(wrap(text, columns, TEXT, 500)).split())
    assert kept == "".join(printable(text).split())


@pytest.mark.report("E14")
@pytest.mark.parametrize("columns", [40, 64, 100])
def test_a_long_name_is_cut_with_an_ellipsis(columns: int) -> None:
    """E14: 20-letter names beside scores never overlap."""
    name = "Dick Dastardly & Muttley"
    short = fit(name, columns)
    assert short.endswith(ELLIPSIS)
    assert name.startswith(short[:-1].rstrip())
    assert columns - width(short) < 12


def test_what_fits_is_left_alone() -> None:
    assert fit("Ana", 128) == "Ana"


def test_where_not_even_an_ellipsis_fits_there_is_nothing() -> None:
    assert fit("Ana", 3) == ""


WRAPPED = [
    ("uno dos tres", 128, 3, ["uno dos tres"]),
    ("Avanza tres casillas hasta el pantano", 124, 3, ["Avanza tres casillas", "hasta el pantano"]),
    ("Avanza tres casillas hasta el pantano", 124, 1, ["Avanza tres casillas…"]),
    ("   ", 124, 3, []),
]


@pytest.mark.parametrize(("text", "columns", "lines", "wanted"), WRAPPED)
def test_text_wraps_at_words(text: str, columns: int, lines: int, wanted: list[str]) -> None:
    assert wrap(text, columns, TEXT, lines) == wanted


def test_a_word_longer_than_a_line_is_cut() -> None:
    found = wrap("extraordinariamente ya", 60)
    assert "".join(found).replace(" ", "") == "extraordinariamenteya"
    assert len(found) == 3


@settings(max_examples=40)
@given(text=st.text("aÉg1 ●◀↩", min_size=1, max_size=12))
def test_nothing_is_written_beyond_its_width(text: str) -> None:
    found = written(text).getbbox()
    assert found is None or found[2] <= width(text) + 1


def test_text_is_written_dark_on_light_too() -> None:
    picture = Image.new("1", (128, 64), 1)
    write(ImageDraw.Draw(picture), (0, 0), "Año ●", fill=0)
    assert picture.point(lambda dot: not dot).tobytes() == written("Año ●").tobytes()


@pytest.mark.parametrize("icon", ICONS)
@pytest.mark.parametrize("height", [8, 9, 10, 13, 17])
def test_a_sign_keeps_within_its_box_and_fills_its_height(icon: str, height: int) -> None:
    picture = Image.new("1", (60, 60))
    draw_icon(ImageDraw.Draw(picture), icon, (10, 10), height)
    found = picture.getbbox()
    assert found is not None
    left, top, right, bottom = found
    assert left >= 10
    assert top >= 10
    assert right <= 10 + icon_width(icon, height)
    assert bottom <= 10 + height + 1
    assert bottom - top >= height // 2


def test_all_signs_look_different() -> None:
    assert len({written(icon).tobytes() for icon in ICONS}) == len(ICONS)


def test_an_unknown_sign_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="no sign 'x'"):
        draw_icon(ImageDraw.Draw(Image.new("1", (9, 9))), "x", (0, 0), 9)


def test_a_font_is_loaded_once() -> None:
    assert font(TEXT) is font(TEXT)
    assert font(TEXT) is not font(TEXT, bold=True)


@pytest.mark.report("E13")
def test_the_font_is_found_from_any_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E13: start from another working directory."""
    here = os.fspath(Path.cwd())
    monkeypatch.chdir(tmp_path)
    font.cache_clear()
    chosen = font(TEXT)
    assert isinstance(chosen, ImageFont.FreeTypeFont)
    assert chosen.getname()[0] == "Roboto"
    monkeypatch.chdir(here)


@pytest.mark.report("E13")
@pytest.mark.usefixtures("without_package")
def test_without_the_package_screens_are_still_written() -> None:
    """E13: the font file is removed; the built-in font has no accents, so they are left out."""
    assert printable("Año ¿qué?") == "Ano ?que?"
    assert box("Año")[2] > 10
    assert wrap("Avanza tres casillas hasta el pantano", 100, TEXT, 2)

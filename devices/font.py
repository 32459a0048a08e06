"""The panels' font: Roboto from its package, crisp in 1 bit, with every accent of English, Spanish and French."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from PIL import ImageFont

from devices.icons import ICONS, draw_icon, icon_width

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from PIL.ImageDraw import ImageDraw

TEXT = 12
HEADLINE = 18
ELLIPSIS = "…"
_SUBSTITUTE = "?"
_SIGNS = re.compile(f"([{ICONS}])")
_NOWHERE = "\uffff"
_BASIC = ImageFont.Layout.BASIC
_WHOLE_LETTERS = {(11, True): 11.5}
"""Sizes at which letters lose a part in 1 bit (bold 11 the bar of t), and the next one at which they are whole."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@cache
def font(size: int, *, bold: bool = False) -> Font:
    """Return the font of a size in pixels.

    Best on a 128x64 panel: 12 for text (14 dots from line to line), 18 bold for headlines (21 dots). Without the package's
    file Pillow's own font is taken, which has no accents; `printable` then leaves them out.
    """
    try:
        with resources.as_file(_file(bold=bold)) as path:
            exact = _WHOLE_LETTERS.get((size, bold), size)
            return ImageFont.truetype(str(path), exact, layout_engine=_BASIC)
    except (ImportError, OSError):
        return ImageFont.load_default(size)


def printable(text: str, size: int = TEXT, *, bold: bool = False) -> str:
    """Return the text with what the font lacks replaced: by the letter without its accent if it has that, or by ?."""
    return "".join(_shown(letter, size, bold=bold) for letter in unicodedata.normalize("NFC", text))


def width(text: str, size: int = TEXT, *, bold: bool = False) -> int:
    """Return how many columns the text takes."""
    chosen = font(size, bold=bold)
    height = _capitals(size, bold=bold)[1]
    return sum(icon_width(run, height) if run in ICONS else _length(chosen, run) for run in _runs(text))


def line_height(size: int = TEXT, *, bold: bool = False) -> int:
    """Return the distance from line to line in dots: 14 for text, 21 for headlines.

    The deepest cedilla and the highest accent below it share one line of dots.
    """
    chosen = font(size, bold=bold)
    return sum(chosen.getmetrics()) - 1 if isinstance(chosen, ImageFont.FreeTypeFont) else size


def write(  # noqa: PLR0913 - where, what, and how it looks
    draw: ImageDraw, at: tuple[int, int], text: str, size: int = TEXT, *, bold: bool = False, fill: int = 1
) -> None:
    """Write a line of text on a mode "1" picture, its upper left corner at a point. The signs of `icons` count."""
    chosen = font(size, bold=bold)
    top, height = _capitals(size, bold=bold)
    x, y = at
    draw.fontmode = "1"
    for run in _runs(printable(text, size, bold=bold)):
        if run in ICONS:
            draw_icon(draw, run, (x, y + top), height, fill)
        else:
            draw.text((x, y), run, font=chosen, fill=fill)
        x += width(run, size, bold=bold)


def fit(text: str, columns: int, size: int = TEXT, *, bold: bool = False) -> str:
    """Return the text, cut and with an ellipsis where it does not fit."""
    text = printable(text, size, bold=bold)
    if width(text, size, bold=bold) <= columns:
        return text
    dots = printable(ELLIPSIS, size, bold=bold)
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip() + dots
        if width(short, size, bold=bold) <= columns:
            return short
    return dots if width(dots, size, bold=bold) <= columns else ""


def wrap(text: str, columns: int, size: int = TEXT, lines: int = 99, *, bold: bool = False) -> list[str]:
    """Return the text as at most so many lines; what does not fit ends in an ellipsis. Long words are cut."""
    found: list[str] = []
    line = ""
    for word in printable(text, size, bold=bold).split():
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold=bold) <= columns:
            line = longer
            continue
        if line:
            found.append(line)
        *heads, line = _pieces(word, columns, size, bold=bold)
        found += heads
    found += [line] if line else []
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], fit(" ".join(found[lines - 1 :]), columns, size, bold=bold)]


def _pieces(word: str, columns: int, size: int, *, bold: bool) -> list[str]:
    """Cut a word into pieces that fit, of one letter at least."""
    pieces = [word[:1]]
    for letter in word[1:]:
        if width(pieces[-1] + letter, size, bold=bold) <= columns:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


@lru_cache(maxsize=2048)
def _shown(letter: str, size: int, *, bold: bool) -> str:
    if letter.isspace():
        return " "
    if letter in ICONS or _known(letter, size, bold=bold):
        return letter
    plain = unicodedata.normalize("NFKD", letter)[:1]
    return plain if plain != letter and _known(plain, size, bold=bold) else _SUBSTITUTE


def _known(letter: str, size: int, *, bold: bool) -> bool:
    """Whether the font has the letter: what it has not is drawn as the same box as a code that no font has."""
    shape, box = (font(size, bold=bold).getmask(each, "1") for each in (letter, _NOWHERE))
    return (shape.size, bytes(shape)) != (box.size, bytes(box))


@cache
def _capitals(size: int, *, bold: bool) -> tuple[int, int]:
    """Where capitals begin and how high they are."""
    _, top, _, bottom = font(size, bold=bold).getbbox("E", mode="1")
    return round(top), round(bottom - top)


def _length(chosen: Font, run: str) -> int:
    """How many columns a run takes in 1 bit, where every letter begins on a whole dot."""
    box = chosen.getbbox(run, mode="1")
    return max(round(chosen.getlength(run, mode="1")), round(box[2]))


def _runs(text: str) -> list[str]:
    """Cut a text into signs, one each, and what stands between them."""
    return [run for run in _SIGNS.split(text) if run]


def _file(*, bold: bool) -> Traversable:
    return resources.files("font_roboto") / "files" / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"

"""What Speedboats says beside the picture of a boat's ways: whole in every language, its numbers above all."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from engine.pictures import Way
from engine.speedboats.hexes import DOCKS, NAMES
from engine.speedboats.sail import WORDS
from table.draw import BESIDE, MARK, fits_in_a_row
from table.screen import Compass, Meter, Screen
from table.texts import Texts
from tests.table.drawn import Pen, outside, overlapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ask import Value

GAME = "speedboats"
TURNS = tuple(WORDS.values())


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    return Pen(monkeypatch)


def ways() -> Iterator[dict[str, Value]]:
    """Every direction with every turn, short and far, harmless and not."""
    for d, turn, (number, crash) in product(range(6), TURNS, ((0, 1), (3, 2), (18, 18))):
        yield {
            "turn": turn,
            "dir": NAMES[d],
            "dock": DOCKS[d],
            "clear": number,
            "moved": number,
            "crash": crash,
            "total": 18,
        }


def beside(pen: Pen, texts: Texts, text: str, *, asked: bool) -> str:
    """Return what is read beside the picture, below the meters."""
    meters = tuple(
        Meter(texts.name(name, GAME, short=True), 1, most) for name, most in (("damage", 4), ("buoys", 3))
    )
    compass = Compass((Way(60, 3, "L"), Way(0, 18, "A"), Way(300, 5, "R")), "A", "18")
    words = {"title": text} if asked else {"choices": (text,), "cursor": 0}
    pen.draw(Screen("Begoña", texts.say("practice", {}), compass=compass, meters=meters, **words))
    assert not outside(pen.written)
    assert not overlapping(pen.written)
    return " ".join(one.text for one in pen.written if one.x == BESIDE and one.size > MARK and one.text)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", ["way", "way_crash", "turn_only", "side_way"])
def test_an_answer_is_wholly_read_beside_the_ways(key: str, language: str, pen: Pen) -> None:
    texts = Texts(language)
    for args in ways():
        long, short = (texts.label(key, args, GAME, short=short) for short in (False, True))
        label = long if fits_in_a_row(long) else short
        assert beside(pen, texts, label, asked=False) == label


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", ["way", "turn_boat", "only_way", "only_way_crash", "side_way"])
def test_a_question_is_wholly_read_beside_the_ways(key: str, language: str, pen: Pen) -> None:
    texts = Texts(language)
    for args in ways():
        asked = texts.say(key, args, GAME, short=True)
        assert beside(pen, texts, asked, asked=True) == asked

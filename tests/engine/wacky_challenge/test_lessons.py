"""Teaching a pack of one's own: every value that is printed, card by card, into a pack that then is whole (2.2, 3.1)."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from engine.lessons import check, put
from engine.rulebook import SetupError
from engine.wacky_challenge.pack import read_pack
from table.teaching import Teaching
from table.toml_text import toml_text
from tests.architecture.source import ROOT
from tests.engine.wacky_challenge.kit import Play, header, practice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.lessons import Lesson

EMPTY = ROOT / "config" / "packs" / "wacky_challenge" / "untaught.toml"


def empty() -> dict[str, Any]:
    """The pack of a table that has taught nothing yet."""
    return tomllib.loads(EMPTY.read_text(encoding="utf-8"))


def printed() -> dict[str, dict[str, Any]]:
    """What the practice pack's cards show, by id."""
    pack = practice()
    return {card["id"]: card for card in (*pack["race"], *pack["starter"])}


def lessons(pack: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """The lessons of a pack."""
    return Play(header(2, pack=dict(pack))).rulebook.lessons()


@pytest.mark.rule("WC-PACK-01", "WC-COMP-02", "WC-COMP-04", "WC-COMP-05", "WC-COMP-06", "WC-COMP-09")
def test_every_race_card_and_starter_can_be_taught_what_it_shows() -> None:
    found = {lesson.component: [field.name for field in lesson.fields] for lesson in lessons(empty())}
    assert len(found) == 43
    assert found["red-car"] == ["speed", "whole", "half", "booster"]
    assert found["red-train"] == ["speed", "whole", "booster"]
    assert found["starter-plane-1"] == ["whole", "half"]
    assert found["starter-motorbike-1"] == ["whole"]


@pytest.mark.rule("WC-PACK-01", "WC-PACK-06", "WC-PACK-11")
def test_the_pack_that_a_table_begins_with_has_the_whole_structure_and_no_value() -> None:
    pack = read_pack(empty())
    assert (len(pack.cards), len(pack.starters), pack.faulty, pack.bonus) == (43, 8, {}, "violet")
    assert not pack.complete
    assert all(card.speed is card.whole is None for card in pack.cards.values())
    assert not any(lesson.taught for lesson in lessons(empty()))


@pytest.mark.rule("WC-PACK-01", "WC-PACK-09")
def test_a_whole_box_is_taught_by_typing_and_plays_like_the_one_it_was_read_off() -> None:
    known = printed()
    teaching = Teaching(lessons, empty())
    while (lesson := teaching.lesson) is not None and teaching.field is not None:
        teaching.give(str(known[lesson.component][teaching.field.name]))
    assert teaching.changes == 43
    taught = read_pack(tomllib.loads(toml_text(teaching.pack)))
    assert taught.complete
    assert taught.cards == read_pack(practice()).cards
    assert all(lesson.taught for lesson in lessons(teaching.pack))


def test_a_whole_pack_has_nothing_to_teach() -> None:
    assert Teaching(lessons, practice()).lesson is None


@pytest.mark.rule("WC-PACK-02", "WC-PACK-03", "WC-PACK-04", "WC-PACK-05")
@pytest.mark.parametrize(
    ("component", "field", "low", "high"),
    [("red-car", "speed", 0, 999), ("red-car", "whole", 0, 9), ("starter-car-1", "whole", 0, 9)],
)
def test_numbers_have_their_ranges(component: str, field: str, low: int, high: int) -> None:
    lesson = next(one for one in lessons(empty()) if one.component == component)
    (found,) = [one for one in lesson.fields if one.name == field]
    assert (found.kind, found.low, found.high) == ("number", low, high)


@pytest.mark.rule("WC-PACK-01", "WC-PACK-09")
def test_a_card_can_be_taught_anew_over_what_its_row_says() -> None:
    (lesson,) = [one for one in lessons(practice()) if one.component == "red-boat"]
    value = {"speed": 8, "whole": 5, "half": "both", "booster": "triple"}
    check(lesson, value)
    card = read_pack(put(practice(), lesson, value)).cards["red-boat"]
    assert (card.speed, card.whole, card.half, card.booster) == (8, 5, "both", "triple")


@pytest.mark.rule("WC-PACK-01", "WC-PACK-04", "WC-COMP-09")
@pytest.mark.parametrize(
    ("taught", "message"),
    [
        ({"pink-car": {"speed": 3}}, "no card 'pink-car'"),
        ({"starter-car-1": {"booster": "fastest"}}, "a starter has no booster"),
        ({"red-train": {"half": "left"}}, "a train has none"),
        ({"red-car": {"speed": 1000}}, "speed"),
        ({"red-car": {"colour": "red"}}, "colour"),
    ],
)
def test_what_cannot_have_been_printed_is_refused(taught: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match="wacky_challenge: pack") as error:
        read_pack({**empty(), "cards": taught})
    assert message in str(error.value)

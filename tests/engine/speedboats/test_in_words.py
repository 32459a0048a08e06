"""Whole matches in words: whatever is asked, offered, told or refused has its words in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from table.texts import LANGUAGES, Texts
from tests.engine.speedboats.kit import any_match, boat, books, new_match, play_out, scene

if TYPE_CHECKING:
    from engine.match import Match

GAME = "speedboats"
SEATS = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fay")
LINE, TWO_LINES = 21, 46
"""A line of a small panel, and two of them with room for a name that is cut."""

MATCHES: list[tuple[int, str, dict[str, Any]]] = [
    (3, "practice", {"races": 1}),
    (2, "practice", {"dice_source": "engine", "tile_up": "two_tags", "buoy_draw": "table", "races": 2}),
    (3, "practice", {"level": "books", "extra_scoring": "always"}),
    (2, "practice", {"level": "books", "steer_entry": "three", "dice_entry": "final", "races": 1}),
    (4, "practice", {"expansion": True, "races": 1, "lake": "pack", "first_start_player": "choose"}),
    (6, "rulebook", {"level": "board", "races": 3, "lake": "pack"}),
]


class Speaker:
    """Says everything of a match, at length and on a small panel; notes what is too long."""

    def __init__(self, language: str) -> None:
        self.texts = Texts(language, strict=True)
        self.told = 0
        self.wide: set[str] = set()

    def look(self, match: Match[Any]) -> None:
        """Say the open question with its answers, and what was told since."""
        for short in (False, True):
            for question in match.open:
                said = self.texts.say(question.key, question.args, GAME, short=short, seats=SEATS)
                self.note(question.key, said, short=short)
                for option in question.options:
                    if option.key:
                        label = self.texts.label(option.key, option.args, GAME, short=short, seats=SEATS)
                        self.note(option.key, label, short=short)
                    elif isinstance(option.value, str):
                        self.texts.name(option.value, GAME, short=short)
            for tell in match.tells[self.told :]:
                self.note(
                    tell.key, self.texts.say(tell.key, tell.args, GAME, short=short, seats=SEATS), short=short
                )
        self.told = len(match.tells)

    def note(self, key: str, said: str, *, short: bool) -> None:
        """Remember what does not fit two lines of a panel."""
        assert "{" not in said
        if short and len(said) > TWO_LINES:
            self.wide.add(f"{len(said)} {key}: {said}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_whole_matches_are_said_in_full(language: str, number: int) -> None:
    seats, pack, options = MATCHES[number]
    speaker = Speaker(language)
    play_out(new_match(seats, pack, **options), number, speaker.look)
    any_match(new_match(seats, pack, **options), number, Speaker(language).look)
    assert not speaker.wide, "\n".join(sorted(speaker.wide))


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_have_words(language: str) -> None:
    texts = Texts(language, strict=True)
    board = scene(boat((-2, 16), "E", "3"), boat((9, 3)))
    said = [
        board.refusal("++"),
        board.refusal("-1"),
        board.answer("+").refusal("2"),
        board.answer("none").refusal("4"),
        board.refusal("12"),
        books(boat(dice="3"), boat(), stage="steer").refusal("2"),
        books(boat(dice="3"), boat(), stage="steer").refusal("F"),
        books(boat(dice="3"), boat(), stage="steer").refusal("?"),
    ]
    for refused in said:
        for short in (False, True):
            assert texts.say(refused.reason, refused.args_for_text, GAME, short=short, seats=SEATS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_and_place_of_a_check_list_has_a_name(language: str) -> None:
    texts = Texts(language, strict=True)
    on = scene(boat((12, 6)), boat((9, 3)), name="practice", expansion=True)
    found = on.match.rulebook.layout(on.state)
    for piece in found.pieces:
        assert texts.name(piece, GAME) != piece or piece.startswith("maelstrom"), piece
    for component in on.match.rulebook.components():
        assert len(texts.name(component.id, GAME, short=True)) <= 14
    for kinds in found.counts.values():
        assert all(texts.name(kind, GAME) for kind in kinds)

"""Whole matches put into words: nothing is missing, no argument is left out, and one match on simulated wires."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from engine.record import Correct
from table.texts import LANGUAGES, Texts
from tests.engine.wackee_six.kit import NAMES, Play, header, play_out

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME = "wackee_six"


@cache
def spoken() -> tuple[tuple[str, bool, Mapping[str, Any]], ...]:
    """Key, whether it is a label, and arguments of everything asked, offered and told in some matches of every kind."""
    said: dict[tuple[str, bool, str], Mapping[str, Any]] = {}

    def note(play: Play) -> None:
        for question in play.match.open:
            said[question.key, False, str(question.args)] = question.args
            for option in question.options:
                if option.key:
                    said[option.key, True, str(option.args)] = option.args

    heads = (
        header(3, [None, None, "weak"]),
        header(7, count_by="scan", call_by="voice"),
        header(2, tracking="on", round_limit_s=60),
        header(9, pairing="random", stuck="void"),
        header(2, count_by="scan_rest", cross_check="on", round_limit_s=60),
    )
    for seed, head in enumerate(heads * 4):
        play = play_out(Play(head), seed, each=note)
        for tell in play.match.tells:
            said[tell.key, False, str(tell.args)] = tell.args
    broken_off = Play(header(2)).go(0).say(0, 60_000_000)
    broken_off.match.apply(Correct("count", "stopped", 1))
    note(broken_off)
    return tuple((key, label, args) for (key, label, _), args in said.items())


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_in_a_match_has_words(language: str, *, short: bool) -> None:
    texts = Texts(language, strict=True)
    for key, label, args in spoken():
        say = texts.label if label else texts.say
        sentence = say(key, args, GAME, short=short, seats=NAMES)
        assert sentence
        assert "{" not in sentence
    assert len({key for key, _, _ in spoken()}) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_has_a_name(language: str) -> None:
    texts = Texts(language, strict=True)
    play = Play(header(2))
    for component in play.rulebook.components():
        assert texts.name(component.id, GAME) != component.id
    for piece in play.rulebook.layout(play.state).pieces:
        assert texts.name(piece, GAME) != piece

"""Whole matches put into words: nothing is missing, no argument is left out, and one match on simulated wires."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from table import demo
from table.evening import Evening
from table.games import Games
from table.settings import read_wiring
from table.texts import LANGUAGES, Texts
from tests.engine.wacky_challenge.kit import NAMES, Play, header, play_out, untaught

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from devices.rig import Wiring
    from engine.ask import Value

GAME = "wacky_challenge"


@cache
def spoken() -> tuple[tuple[str, bool, str], ...]:
    """Key, whether it is a label, and arguments (as text, to be told apart) of everything said in some matches."""
    return tuple(ARGS)


ARGS: dict[tuple[str, bool, str], Mapping[str, Value]] = {}


def listen() -> Iterator[tuple[str, bool, Mapping[str, Value]]]:
    """Everything asked, offered and told in some matches of every kind."""
    heads = (
        header(3),
        header(2, pack=untaught(), choice_means="after_reveal"),
        header(4, ["weak"], hierarchy_start="random", starter_draw="companion"),
        header(3, level="books"),
    )
    if not ARGS:
        for seed, head in enumerate(heads * 2):
            play = Play(head)

            def note(play: Play) -> None:
                for question in play.match.open:
                    ARGS[question.key, False, str(question.args)] = question.args
                    for option in question.options:
                        if option.key:
                            ARGS[option.key, True, str(option.args)] = option.args

            play_out(play, seed, {0: play.rulebook.pilot("random")} if head.seats[0].pilot else {}, each=note)
            for tell in play.match.tells:
                ARGS[tell.key, False, str(tell.args)] = tell.args
    for (key, label, _), args in ARGS.items():
        yield key, label, args


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_in_a_match_has_words(language: str, *, short: bool) -> None:
    texts = Texts(language, strict=True)
    keys = set()
    for key, label, args in listen():
        say = texts.label if label else texts.say
        sentence = say(key, args, GAME, short=short, seats=NAMES)
        assert sentence
        assert "{" not in sentence
        keys.add(key)
    assert len(keys) > 45


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_fits_two_lines_of_a_panel(language: str) -> None:
    texts = Texts(language, strict=True)
    asked = {key for head in (header(3), header(3, level="books")) for key in asked_in(head)}
    for key, label, args in listen():
        if not label and key in asked:
            assert len(texts.say(key, args, GAME, short=True, seats=NAMES)) <= 44


def asked_in(head: object) -> set[str]:
    """The keys of all questions of a match."""
    found: set[str] = set()
    play = Play(head)  # type: ignore[arg-type]
    play_out(play, 3, each=lambda play: found.update(q.key for q in play.match.open))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_has_a_name(language: str) -> None:
    texts = Texts(language, strict=True)
    layout = Play(header(7)).rulebook.layout(Play(header(7)).state)
    for piece in layout.pieces:
        assert texts.name(piece, GAME) != piece


@pytest.mark.parametrize("seats", [2, 7])
def test_hands_play_a_whole_match_on_simulated_wires(seats: int) -> None:
    wiring: Wiring = read_wiring("starter")
    evening = Evening(Games(), None, Texts("en"))
    evening.begin(header(seats))
    played = demo.play(evening, wiring, seats)
    assert played.result is not None
    assert played.taps > 10 * seats

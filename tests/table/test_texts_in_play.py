"""A whole race put into words: nothing is missing, no argument is left out, and it fits a small panel."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from table.texts import LANGUAGES, Texts
from tests.engine.wacky_races.races import other_races, whole_races
from tests.engine.wacky_races.scene import scene

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS = ("Ana", "Ben", "Chloe", "Dora", "Eli", "Finn")
TWO_LINES = 42


def said(texts: Texts, *, short: bool) -> Iterator[tuple[str, str]]:
    """Every question, answer and tell of some races and championships of Wacky Races, with its key."""
    for match in chain(whole_races(), other_races()):
        for question in match.open:
            yield (
                question.key,
                texts.say(question.key, question.args, "wacky_races", short=short, seats=SEATS),
            )
            for option in question.options:
                if option.key:
                    yield (
                        option.key,
                        texts.label(option.key, option.args, "wacky_races", short=short, seats=SEATS),
                    )
        if match.over:
            for told in match.tells:
                yield told.key, texts.say(told.key, told.args, "wacky_races", short=short, seats=SEATS)


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_answer_and_tell_of_a_race_has_words(language: str, *, short: bool) -> None:
    sentences = list(said(Texts(language, strict=True), short=short))
    assert len(sentences) > 1000
    assert all(sentence and "{" not in sentence and "?'" not in sentence for _, sentence in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_real_race_the_short_forms_fit_two_lines(language: str) -> None:
    wide = {
        key: sentence
        for key, sentence in said(Texts(language, strict=True), short=True)
        if len(sentence) > TWO_LINES and key != "line_up"
    }
    assert not wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_behind_a_tell_has_a_sentence(language: str) -> None:
    texts = Texts(language, strict=True)
    races = (match for match in chain(whole_races(), other_races()) if match.over)
    rules = {rule for match in races for told in match.tells for rule in told.rules}
    assert len(rules) > 30
    assert all(texts.why(rule).endswith(".") for rule in rules)


def test_the_worked_example_reads_like_the_table_script() -> None:
    race = scene("PAT=T2 ANT=T3 RED=T4 SLA=T4 RUF=T1 PEN=T6", hand="DPA", deck="FD").answer("D", "P")
    texts = Texts("en", strict=True)
    lines = [texts.say(told.key, told.args, "wacky_races", short=True, seats=SEATS) for told in race.told]
    assert lines == [
        "Round 2: Ana drives Pat Pending",
        "Ana plays Desert",
        "Pat Pending to tile 3",
        "Ana plays Prairie",
        "Pat Pending to tile 5",
        "Ana draws 2 cards",
        "Prairie on top: Dastardly to tile 3",
        "Round 2: Ben drives Rufus",
    ]


def test_a_refusal_says_what_is_wrong_in_spanish() -> None:
    race = scene("PAT=T2 ANT=T3 RED=T4 SLA=T4 RUF=T1 PEN=T6", options={"movement_deck": "physical"}).answer(
        "D"
    )
    refused = race.refusal("A")
    said = Texts("es", strict=True).say(refused.reason, refused.args_for_text, "wacky_races")
    assert said == "La loseta 3 es Pradera; la carta, Granja"

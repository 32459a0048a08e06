"""Keys become words: names, lists, plurals, short forms; and what happens where words are missing."""

from __future__ import annotations

import logging

import pytest

from table.texts import LANGUAGES, MissingText, Texts, Words, fields, load, take_apart


@pytest.fixture
def english() -> Texts:
    return Texts("en", strict=True)


@pytest.fixture
def spanish() -> Texts:
    return Texts("es", strict=True)


def words(**tables: object) -> Words:
    return Words(tables, "test.toml")  # type: ignore[arg-type]


def with_words(language: str, **tables: object) -> Texts:
    """Texts whose game "toy" says what the test says."""
    texts = Texts(language, strict=True)
    texts._words["toy"] = words(**tables)
    return texts


def test_a_key_becomes_a_sentence_of_the_language(english: Texts, spanish: Texts) -> None:
    assert english.say("turn_of", {"name": "Ana"}) == "It is Ana's turn"
    assert spanish.say("turn_of", {"name": "Ana"}) == "Le toca a Ana"


def test_an_argument_is_shown_by_its_name() -> None:
    texts = with_words("en", names={"PAT": "Pat Pending"}, tells={"won": "Hurray for {car}!"})
    assert texts.say("won", {"car": "PAT"}, "toy") == "Hurray for Pat Pending!"


def test_what_has_no_name_is_shown_as_it_is() -> None:
    texts = with_words("en", tells={"won": "Hurray for {car}!"})
    assert texts.say("won", {"car": "XYZ"}, "toy") == "Hurray for XYZ!"


@pytest.mark.parametrize(
    ("ident", "name"),
    [("T5", "tile 5"), ("T19", "the Finish"), ("movement-D-07", "Desert no. 7"), ("T", "T")],
)
def test_a_numbered_name_stands_for_all_numbers_but_those_named(ident: str, name: str) -> None:
    texts = with_words(
        "en", names={"T#": "tile #", "T19": "the Finish", "movement-D-#": "Desert no. #"}, tells={}
    )
    assert texts.name(ident, "toy") == name


def test_a_sentence_that_begins_with_a_name_begins_with_a_capital() -> None:
    texts = with_words("es", names={"T9": "la Gasolinera"}, tells={"full": "{place} está llena"})
    assert texts.say("full", {"place": "T9"}, "toy") == "La Gasolinera está llena"


def test_a_word_stays_small_where_it_is_written_small(english: Texts) -> None:
    assert english.say("and_word") == "and"


@pytest.mark.parametrize(
    ("language", "items", "phrase"),
    [
        ("en", [], "nobody"),
        ("en", ["A"], "A"),
        ("en", ["A", "B"], "A and B"),
        ("en", ["A", "B", "C"], "A, B and C"),
        ("es", ["A", "B", "C"], "A, B y C"),
        ("es", ["Ana", "Iker"], "Ana e Iker"),
        ("es", ["Ana", "Hilda"], "Ana e Hilda"),
        ("es", ["agua", "hielo"], "agua y hielo"),
        ("en", ["Ana", "Iker"], "Ana and Iker"),
    ],
)
def test_a_list_is_joined_as_one_says_it(language: str, items: list[str], phrase: str) -> None:
    texts = with_words(language, tells={"seen": "Seen: {who}"})
    assert texts.say("seen", {"who": items}, "toy") == f"Seen: {phrase}"


@pytest.mark.parametrize(
    ("language", "number", "phrase"),
    [
        ("en", 0, "0 cards"),
        ("en", 1, "1 card"),
        ("en", 2, "2 cards"),
        ("es", 1, "1 carta"),
        ("es", 3, "3 cartas"),
    ],
)
def test_a_number_takes_the_form_of_its_word(language: str, number: int, phrase: str) -> None:
    texts = with_words(language, asks={"draw": "+ {count:cards}"})
    assert texts.say("draw", {"count": number}, "toy") == f"+ {phrase}"


def test_a_seat_is_shown_by_who_sits_there(english: Texts) -> None:
    said = english.say("not_asked", {"awaited": [1, "table"]}, seats=("Ana", "Ben"))
    assert said == "Waiting for Ben and the table"


def test_a_seat_answered_as_text_is_the_same_seat() -> None:
    texts = with_words("en", labels={"seat": "{value:seat}"})
    assert texts.label("seat", {"value": "1"}, "toy", seats=("Ana", "Ben")) == "Ben"


def test_a_seat_without_a_name_is_counted_from_one(english: Texts) -> None:
    assert english.say("not_asked", {"awaited": [2]}, seats=("Ana", "Ben")) == "Waiting for Seat 3"


def test_a_small_screen_gets_the_short_form_with_short_names() -> None:
    texts = with_words(
        "en",
        names={"PAT": {"long": "Professor Pat Pending", "short": "Pat"}},
        tells={"won": {"long": "{car} is first on the Finish and wins the race", "short": "{car} wins"}},
    )
    assert texts.say("won", {"car": "PAT"}, "toy", short=True) == "Pat wins"
    assert texts.say("won", {"car": "PAT"}, "toy").startswith("Professor Pat Pending is first")


def test_a_text_without_a_short_form_is_said_at_length_everywhere() -> None:
    texts = with_words("en", tells={"won": "{car} wins"})
    assert texts.say("won", {"car": "A"}, "toy", short=True) == "A wins"


def test_the_games_own_words_come_before_the_common_ones() -> None:
    texts = with_words("en", tells={"winner": "{name} takes the cup"})
    assert texts.say("winner", {"name": "Ana"}, "toy") == "Ana takes the cup"
    assert texts.say("winner", {"name": "Ana"}) == "Ana wins!"


def test_an_answer_of_a_choice_is_named_by_its_label_not_by_the_question_of_that_key() -> None:
    texts = with_words(
        "en",
        names={"PAT": "Pat"},
        asks={"racer": "Choose your Racer"},
        labels={"racer": "the car of {value}"},
    )
    assert texts.say("racer", {}, "toy") == "Choose your Racer"
    assert texts.label("racer", {"value": "PAT"}, "toy") == "the car of Pat"


def test_a_missing_label_is_an_error_when_strict_and_its_key_at_the_table(english: Texts) -> None:
    with pytest.raises(MissingText, match="en, common: no label 'no_such_label'"):
        english.label("no_such_label")
    assert Texts("en").label("no_such_label") == "no_such_label"


def test_yes_no_and_nobody_are_words_too(spanish: Texts) -> None:
    assert [spanish.name(value) for value in (True, False, None)] == ["sí", "no", "nadie"]


def test_a_template_names_its_fields() -> None:
    assert fields("{who:seat} draws {count:cards} from {pile}") == {"who", "count", "pile"}
    assert take_apart("{who:seat}!") == (("", "who", "seat"), ("!", "", ""))


# --- what is missing ---------------------------------------------------------------------------------------------


def test_strict_a_missing_key_is_an_error_that_names_language_and_game(english: Texts) -> None:
    with pytest.raises(MissingText, match="en, wacky_races: no text for 'no_such_key'"):
        english.say("no_such_key", {}, "wacky_races")


def test_strict_a_missing_argument_is_an_error(english: Texts) -> None:
    with pytest.raises(MissingText, match="is not told 'name'"):
        english.say("turn_of", {"nmae": "Ana"})


def test_strict_a_missing_plural_is_an_error() -> None:
    texts = with_words("en", asks={"draw": "{count:boats}"})
    with pytest.raises(MissingText, match="no plural 'boats'"):
        texts.say("draw", {"count": 1}, "toy")


def test_at_the_table_a_missing_key_is_shown_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    texts = Texts("en")
    with caplog.at_level(logging.WARNING):
        assert [texts.say("no_such_key") for _ in range(3)] == ["no_such_key"] * 3
    assert caplog.messages == ["en, common: no text for 'no_such_key'"]


def test_at_the_table_a_missing_argument_is_a_question_mark() -> None:
    assert Texts("en").say("turn_of") == "It is ?'s turn"


def test_at_the_table_a_missing_plural_leaves_the_number() -> None:
    texts = Texts("en")
    texts._words["toy"] = words(asks={"draw": "{count:boats}"})
    assert texts.say("draw", {"count": 4}, "toy") == "4"


def test_whether_there_are_words_can_be_asked(english: Texts) -> None:
    assert english.has("winner")
    assert not english.has("no_such_key", "wacky_races")


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(MissingText, match="no language 'xx'; there is en, es"):
        Texts("xx").say("winner")


def test_a_game_without_words_has_the_common_ones(english: Texts) -> None:
    assert english.say("winner", {"name": "Ana"}, "no_such_game") == "Ana wins!"


def test_a_key_that_stands_in_two_tables_is_refused() -> None:
    with pytest.raises(ValueError, match=r"test.toml: \[tells\] won stands there twice"):
        words(asks={"won": "Who won?"}, tells={"won": "Won"})


# --- why -----------------------------------------------------------------------------------------------------------


def test_why_says_the_rule_in_the_language(english: Texts, spanish: Texts) -> None:
    assert english.why("WR-MOVE-02") == "Full tiles are jumped over, in the direction of travel."
    assert spanish.why("WR-MOVE-02") == "Las losetas llenas se saltan, en el sentido de la marcha."


def test_why_says_english_and_that_it_is_english_where_the_language_has_no_sentence(spanish: Texts) -> None:
    spanish._rules["wacky_races"] = {"WR-MOVE-02": {"en": "Full tiles are jumped over."}}
    assert spanish.why("WR-MOVE-02") == "(en inglés) Full tiles are jumped over."


@pytest.mark.parametrize("rule", ["WR-MOVE-99", "XX-MOVE-01", "nonsense"])
def test_why_of_an_unknown_rule_is_an_error_when_strict_and_its_id_at_the_table(rule: str) -> None:
    with pytest.raises(MissingText, match=rule):
        Texts("en", strict=True).why(rule)
    assert Texts("en").why(rule) == rule


def test_a_house_ruling_is_known_as_one(english: Texts) -> None:
    assert english.is_house("WR-TRACK-10")
    assert not english.is_house("WR-TRACK-04")
    assert not english.is_house("WR-TRACK-99")


# --- the files ------------------------------------------------------------------------------------------------------


def test_files_are_read_only_when_needed_and_once(english: Texts, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def note(language: str, game: str) -> Words:
        read.append(game)
        return load(language, game)

    monkeypatch.setattr("table.texts.load", note)
    assert read == []
    for _ in range(2):
        english.say("winner", {"name": "Ana"}, "no_such_game")
    assert read == ["no_such_game", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_file_can_be_read(language: str) -> None:
    assert len(load(language, "").texts) > 100


@pytest.mark.parametrize("seats", [[1], [1, 2]])
def test_who_counts_again_is_said_alike_for_one_seat_and_for_several(
    english: Texts, seats: list[int]
) -> None:
    said = english.say("counts_missing", {"round": 1, "seats": seats}, "wackee_six")
    assert said.startswith("Round 1, to be counted again: ")

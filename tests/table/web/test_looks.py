"""How components look: equals alike, with a letter that fits on a card."""

from __future__ import annotations

import pytest

from engine.match import Match
from engine.record import Header, SeatInfo
from table.games import Games
from table.packs import read_pack
from table.texts import Texts
from table.web.looks import COLOURS, KINDS_OF_LOOK, PLAIN, Looks, colour_of, initials
from tests.table.web.bench_kit import CARDS, HEADER, CardWalk


@pytest.fixture
def looks() -> Looks:
    return Looks(Match(CardWalk(HEADER), HEADER), Texts("en"))


def test_equals_share_letter_and_look(looks: Looks) -> None:
    assert {looks.of(card.id) for card in CARDS if card.short == "R"} == {("R", 0)}
    assert {looks.of(card.id) for card in CARDS if card.short == "B"} == {("B", 1)}


def test_a_figure_looks_like_its_piece(looks: Looks) -> None:
    assert [looks.of("figure-A"), looks.of("figure-B")] == [("A", looks.piece("A")), ("B", looks.piece("B"))]


def test_what_is_printed_on_no_component_is_plain(looks: Looks) -> None:
    assert [looks.mark("R"), looks.mark("B"), looks.mark("start"), looks.mark("")] == [0, 1, PLAIN, PLAIN]


def test_a_piece_that_is_called_by_its_colour_has_it(looks: Looks) -> None:
    assert [looks.piece(colour) for colour in COLOURS] == [KINDS_OF_LOOK + n for n in range(len(COLOURS))]


@pytest.mark.parametrize(
    ("ident", "colour"),
    [("boat-red", "red"), ("violet-train", "purple"), ("finish_pink", "pink"), ("S8-black", "black")],
)
def test_a_colour_word_in_an_id_is_its_colour(ident: str, colour: str) -> None:
    assert colour_of(ident) == KINDS_OF_LOOK + COLOURS.index(colour)


def test_a_word_that_only_holds_a_colour_is_none() -> None:
    assert colour_of("racer-RED-hundred") is None


def test_a_component_without_a_name_is_called_by_its_short_one(looks: Looks) -> None:
    assert looks.name("card-R-1") == "R"


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Swamp", "S"), ("Oil Puddle", "OP"), ("SLA power 4", "SP4"), ("speed-8", "S8"), ("a b c d e", "ABCD"), ("", "")],
)  # fmt: skip
def test_a_long_short_name_gives_way_to_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.fixture(scope="module")
def spanish() -> Looks:
    header = Header("downforce", (SeatInfo("Ana"), SeatInfo("Bea")), pack=read_pack("downforce", "practice"))
    return Looks(Match(Games().make(header), header), Texts("es"))


def test_a_card_is_called_and_coloured_by_what_names_it(spanish: Looks) -> None:
    assert (spanish.name("A4"), spanish.of("A4")) == ("naranja 6", ("A4", spanish.piece("orange")))


def test_a_piece_that_is_called_by_its_colour_is_labelled_with_the_table_s_word_for_it(
    spanish: Looks,
) -> None:
    assert [spanish.label(piece) for piece in ("yellow", "red", "00")] == ["amarillo", "rojo", "00"]

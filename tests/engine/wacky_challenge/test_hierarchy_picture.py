"""The hierarchy as a picture on the panel: five places from the highest down, and the cards played beside them."""

from __future__ import annotations

import pytest

from table.desk import Desk
from table.draw import draw
from table.lots import lots
from table.screen import Cell, Screen
from table.station import Station
from table.texts import Texts
from tests.engine.wacky_challenge.kit import VEHICLES, Play, begun, header


def strip(play: Play, language: str = "en") -> tuple[Cell, ...]:
    """What a panel draws of the course, once the news has been read."""
    return strip_of(Station(Desk(play.match, lots(1)), Texts(language), tuple(play.game.seats)))


def strip_of(station: Station) -> tuple[Cell, ...]:
    """What a station's panel draws of the course, once the news has been read."""
    for page in range(12):
        station.play.news_page = page
        if found := station.screen().strip:
            return found
    return ()


def revealed() -> Play:
    """Three have turned up a train and two cars; the train takes first."""
    return begun(3).choose("red-train", "blue-car", "violet-car")


@pytest.mark.rule("WC-SETUP-08", "WC-CHOOSE-04")
def test_the_hierarchy_is_drawn_from_the_highest_down_with_the_cards_beside_it() -> None:
    cells = strip(revealed())
    assert [cell.mark for cell in cells] == list(VEHICLES)
    assert [set(cell.pieces) for cell in cells] == [
        {"red-train"}, {"blue-car", "violet-car"}, set(), set(), set(),
    ]  # fmt: skip


@pytest.mark.rule("WC-SHIFT-01", "WC-SHIFT-03", "WC-TURN-01")
def test_the_picture_moves_when_the_hierarchy_does_and_the_cards_are_gone() -> None:
    play = revealed()
    left = "starter-train-1"
    taken = [card for card in play.state.offer if card != left][:3]
    play.take(*taken)
    course = play.rulebook.layout(play.state).course
    assert [spot.mark for spot in course] == ["car", "motorbike", "boat", "plane", "train"]
    assert not any(cell.pieces for cell in strip(play))


@pytest.mark.rule("WC-SHIFT-01", "WC-SHIFT-03")
def test_what_has_moved_in_the_hierarchy_is_marked_until_somebody_speaks_again() -> None:
    """The car that is left over goes up one place, the train that it passes down."""
    play = revealed()
    station = Station(Desk(play.match, lots(1)), Texts("en"), (0,))
    left = "starter-car-2"
    for card in [card for card in play.state.offer if card != left][:3]:
        (asked,) = play.match.open
        station.desk.answer(asked.seat, card, 0)
    assert marked(station) == {"car": -1, "train": 1}
    station.desk.answer(0, play.state.players[0].hand[0], 0)
    assert marked(station) == {}


def marked(station: Station) -> dict[str, int]:
    """Which places of the strip are marked as moved, and how far."""
    return {cell.mark: cell.moved for cell in strip_of(station) if cell.moved}


@pytest.mark.parametrize("steps", [1, -1, -4])
def test_a_place_that_has_moved_has_an_arrow_over_it_that_says_which_way(steps: int) -> None:
    def picture(moved: int) -> bytes:
        return draw(Screen("Ana", strip=(Cell("car", moved=moved), Cell("boat")))).tobytes()

    assert picture(steps) != picture(0)
    assert (picture(steps) == picture(1)) == (steps > 0)


@pytest.mark.rule("WC-BOOKS-01", "WC-SETUP-08")
def test_also_where_no_card_is_known_the_hierarchy_is_drawn() -> None:
    play = Play(header(2, level="books"))
    for seat, colour in enumerate(("red", "blue")):
        play.say(seat, f"character-{colour}")
    assert [spot.mark for spot in play.rulebook.layout(play.state).course] == list(VEHICLES)


def test_before_it_is_laid_out_there_is_no_picture() -> None:
    assert Play(header(2)).rulebook.layout(Play(header(2)).state).course == ()


@pytest.mark.parametrize(("language", "first"), [("en", "train"), ("es", "tren")])
def test_the_places_are_named_in_the_language_of_the_table(language: str, first: str) -> None:
    cells = strip(revealed(), language)
    assert cells[0].name == first
    other = tuple(Cell(cell.mark, cell.pieces, name="?") for cell in cells)
    assert draw(Screen("Ana", strip=cells)).tobytes() != draw(Screen("Ana", strip=other)).tobytes()


def test_a_narrow_cell_has_room_for_a_letter_only() -> None:
    cells = tuple(Cell("F", name="forest") for _ in range(9))
    other = tuple(Cell("F", name="?") for _ in range(9))
    assert draw(Screen("Ana", strip=cells)).tobytes() == draw(Screen("Ana", strip=other)).tobytes()


@pytest.mark.parametrize("pieces", [3, 6])
def test_a_wide_cell_has_room_for_more_pieces(pieces: int) -> None:
    def picture(number: int) -> bytes:
        wide = (Cell("car", ("x",) * number), *(Cell("boat") for _ in range(4)))
        return draw(Screen("Ana", strip=wide)).tobytes()

    assert picture(pieces) != picture(pieces - 1)
    assert picture(7) == picture(6)

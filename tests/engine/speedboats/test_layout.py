"""Where everything lies, what can carry a tag, and the lake as a picture wants it."""

from __future__ import annotations

import pytest

from engine.layout import hand_of, total
from engine.speedboats.hexes import at, plane
from tests.engine.speedboats.kit import any_match, boat, books, new_match, scene


def test_boats_buoys_and_tiles_have_their_places() -> None:
    on = scene(boat((12, 6), "W", "12", damage=1), boat((9, 3)), name="practice")
    found = on.match.rulebook.layout(on.state)
    assert found.pieces["white"] == "12,6"
    assert found.pieces["red"] == "box"
    assert (found.pieces["P1"], found.pieces["buoy-1"], found.pieces["buoy-finish"]) == ("NW", "-1,6", "16,3")
    assert found.pieces["start-tile"] == "16,7"
    assert found.counts[hand_of(0)] == {"die": 2, "counter": 1}
    assert found.counts["supply"] == {"die": 16, "counter": 9}


def test_the_lake_is_a_picture_of_places_in_the_plane() -> None:
    on = scene(boat((12, 6)), boat((9, 3)), name="practice")
    spots = {spot.place: spot for spot in on.match.rulebook.layout(on.state).course}
    assert len(spots) == 587
    marks = {spots[place].mark for place in ("16,7", "16,4", "16,8", "16,3", "-1,6", "12,6")}
    assert marks == {"S1", "S4", "buoy_0", "finish_buoy", "buoy_1", "water"}
    assert (spots["12,6"].x, spots["12,6"].y) == plane(at(12, 6))
    assert on.match.rulebook.layout(on.state).course is on.match.rulebook.layout(on.state).course


def test_in_the_books_there_is_no_lake() -> None:
    on = books(boat(), boat())
    found = on.match.rulebook.layout(on.state)
    assert found.course == ()
    assert "P1" not in found.pieces


@pytest.mark.rule("SB-COMP-08")
def test_dice_and_counters_beyond_those_in_the_box_are_borrowed() -> None:
    on = books(boat(dice="3" * 12, damage=3), boat(dice="3" * 12, damage=9))
    found = on.match.rulebook.layout(on.state)
    assert found.counts["supply"] == {"die": 0, "counter": 0}
    assert found.counts[hand_of(1)] == {"die": 12, "counter": 9}
    assert found.borrowed == {"die": 6, "counter": 2}
    assert (total(found)["die"], total(found)["counter"]) == (18, 10)


@pytest.mark.rule("SB-COMP-08")
def test_nothing_is_borrowed_while_the_box_has_enough() -> None:
    on = books(boat(dice="3" * 9, damage=1), boat(dice="3" * 9, damage=9))
    found = on.match.rulebook.layout(on.state)
    assert found.counts["supply"] == {"die": 0, "counter": 0}
    assert found.borrowed == {}


@pytest.mark.parametrize(("setting", "number"), [("ask", 6), ("two_tags", 12), ("fixed", 6)])
def test_tiles_and_boats_can_carry_tags(setting: str, number: int) -> None:
    components = new_match(2, tile_up=setting).rulebook.components()
    assert sum(component.kind == "tile" for component in components) == number
    assert sum(component.kind == "boat" for component in components) == 6
    assert len({component.id for component in components}) == len(components)
    extra = new_match(2, expansion=True).rulebook.components()
    assert sum(component.kind == "expansion" for component in extra) == 7


@pytest.mark.rule("SB-NEXT-02", "SB-LAKE-10")
def test_the_result_names_the_lake_and_everything_is_off_it() -> None:
    match = any_match(new_match(2, races=2, lake="pack"), 4)
    assert match.result is not None
    assert match.result.notes["label"] == "Invented practice lake, not a printed board"
    assert match.result.notes["level"] == "board"
    assert any(move.to == "box" for tell in match.tells if tell.key == "clear_lake" for move in tell.moves)

"""Where every piece belongs, and what can carry a tag."""

from __future__ import annotations

import pytest

from engine.layout import Component, Spot, total
from tests.engine.playing import play_out
from tests.engine.wacky_races.kit import SPREAD, new_match
from tests.engine.wacky_races.scene import scene


def test_before_a_race_everything_lies_in_the_box() -> None:
    match = new_match(3)
    layout = match.rulebook.layout(match.state)
    assert set(layout.pieces.values()) == {"box"}
    assert len(layout.pieces) == 11
    assert layout.counts["deck"] == {"movement": 64}


def test_cars_stand_on_their_places_and_the_others_in_the_box() -> None:
    on = scene(SPREAD, dd="T4", traps="T12=pA", discard="DA", used="pB")
    layout = on.match.rulebook.layout(on.state)
    assert {piece: layout.pieces[piece] for piece in ("PAT", "RED", "DD", "GRU")} == {
        "PAT": "T5", "RED": "T9", "DD": "T4", "GRU": "box",
    }  # fmt: skip
    assert (layout.piles["discard"], layout.piles["trap-used"]) == (("D", "A"), ("pB",))
    assert (layout.counts["T12"], layout.counts["trap-deck"]) == ({"trap": 1}, {"trap": 14})
    assert [layout.counts[f"hand.{seat}"] for seat in range(3)] == [{"movement": 3}] * 3


@pytest.mark.rule("WR-SETUP-05", "WR-POW-03")
def test_power_cards_lie_ready_or_exhausted_before_their_racer_and_the_others_in_the_box() -> None:
    on = scene(SPREAD, powers="PAT=1234 RUF=14")
    layout = on.match.rulebook.layout(on.state)
    assert layout.piles["ready-PAT"] == tuple(f"power-PAT-{slot}" for slot in (1, 2, 3, 4))
    assert (layout.piles["ready-RUF"], layout.piles["spent-RUF"]) == (
        ("power-RUF-1", "power-RUF-4"),
        ("power-RUF-2", "power-RUF-3"),
    )
    assert (layout.counts["box"]["power"], layout.counts["spent-ANT"]) == (28, {"power": 4})
    assert "ready-RED" not in layout.counts


def test_out_of_gas_dastardly_is_in_the_box() -> None:
    on = scene(SPREAD)
    on.state.out = True
    assert on.match.rulebook.layout(on.state).pieces["DD"] == "box"


def test_the_course_tells_what_is_printed_and_how_many_cars_fit() -> None:
    on = scene(SPREAD, special="swamp")
    course = on.match.rulebook.layout(on.state).course
    assert [spot.place for spot in course][:8] == ["00", "G1", "G2", "G3", "G4", "G5", "G6", "T1"]
    by_place = {spot.place: spot for spot in course}
    assert by_place["G1"] == Spot("G1", "", 2)
    assert by_place["T1"] == Spot("T1", "D", 2)
    assert by_place["T9"] == Spot("T9", "gas", 2)
    assert by_place["T14"] == Spot("T14", "Swamp", 1)
    assert by_place["T19"] == Spot("T19", "finish", 0)


def test_no_card_is_lost_over_a_whole_race() -> None:
    match = new_match(3, pilots=True)
    whole = total(match.rulebook.layout(match.state))
    play_out(match, 3, {seat: match.rulebook.pilot("weak") for seat in range(3)})
    assert (
        total(match.rulebook.layout(match.state))
        == whole
        == {"": 11, "movement": 64, "trap": 16, "power": 40}
    )


def test_everything_that_can_carry_a_tag_is_listed_once() -> None:
    components = new_match(2).rulebook.components()
    assert len({component.id for component in components}) == len(components) == 64 + 10 + 22 + 16 + 40
    assert Component("movement-D-01", "movement", "D") in components
    assert Component("racer-PAT", "racer", "PAT") in components
    assert Component("tile-swamp", "tile", "swamp") in components
    assert Component("trap-pB-3", "trap", "pB") in components

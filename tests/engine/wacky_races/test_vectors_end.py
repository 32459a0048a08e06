"""The rule list's worked examples: places, playing on, and who still takes part (3.17)."""

from __future__ import annotations

import pytest

from engine.wacky_races.places import standings
from engine.wacky_races.steps import apply
from tests.engine.playing import run
from tests.engine.wacky_races.kit import race, steps
from tests.engine.wacky_races.scene import Scene, scene

ON = {"places": "play_on"}
V57 = "PAT=T18 RED=T17 RUF=T18 ANT=T15 PEN=T16 SLA=T12"


def placed(on: Scene) -> str:
    """The result as the examples write it: "PAT 1, RED 2"."""
    rows = on.match.rulebook.standings(on.state)
    return ", ".join(f"{row.who} {row.place}" for row in rows)


@pytest.mark.rule("WR-END-08", "WR-END-05", "WR-END-09")
def test_v57_play_on() -> None:
    on = scene(V57, hand="DFP", hands={"RUF": "AFP"}, deck="PPPAADDDD", options=ON, discard="F", dd="T17")
    on.answer("D")
    assert (on.match.over, on.asked, on.at["PAT"]) == (False, "RUF", "T19")
    assert on.tell("wins").args == {"racer": "PAT", "seat": 0}
    on.match.state.cars[3].position = 25  # RED comes in between
    on.match.state.finished.append("RED")
    on.answer("A")
    assert on.match.over
    assert on.tell("comes_in").args == {"racer": "RUF", "number": 3}
    assert placed(on) == "PAT 1, RED 2, RUF 3, PEN 4, ANT 5, SLA 6"
    assert on.match.result is not None
    assert on.match.result.notes == {"winner": "PAT", "seat": 0}


@pytest.mark.rule("WR-END-08", "WR-END-02")
@pytest.mark.parametrize(
    ("places", "over"), [("by_position", True), ("winner_only", True), ("play_on", False)]
)
def test_only_a_table_that_plays_on_goes_on_after_the_first_car(places: str, *, over: bool) -> None:
    on = scene(V57, hand="DFP", options={"places": places}).answer("D")
    assert on.match.over == over


@pytest.mark.rule("WR-END-08")
def test_refill_and_dastardly_follow_when_a_player_comes_in_and_play_goes_on() -> None:
    on = scene(V57, hand="DFP", deck="PAA", options=ON).answer("D")
    assert on.hand("PAT") == "FPP"
    assert on.dastardly == "T1"


@pytest.mark.rule("WR-END-08", "WR-TURN-01")
def test_a_player_whose_car_has_come_in_takes_no_more_turns_but_decides_ties_as_starting_player() -> None:
    on = scene(
        "PAT=T18 RED=T5 RUF=T8 ANT=T9 PEN=T5 SLA=T2",
        hand="DFP",
        hands={"RUF": "DFP", "ANT": "DFP"},
        deck="PPPPPPAAAA",
        options=ON,
    ).answer("D", "D", None, "F")
    assert (on.asked, on.question.key, on.state.phase is not None) == ("PAT", "neutral_first", True)
    on.answer("RED")
    assert (on.asked, on.state.round) == ("RUF", 3)


@pytest.mark.rule("WR-END-08", "WR-NEUT-20")
def test_a_neutral_comes_in_and_the_phase_goes_on() -> None:
    on = scene("PAT=T12 RED=T18 RUF=T8 ANT=T9 PEN=T5 SLA=T2", turn="", deck="PAA", options=ON)
    assert (on.at["RED"], on.at["PEN"], on.at["SLA"]) == ("T19", "T6", "T5")
    assert [told.key for told in on.told].count("revealed") == 3
    assert on.tell("wins").rules == ("WR-END-03", "WR-END-08")


@pytest.mark.rule("WR-END-09", "WR-TRACK-03")
def test_cars_that_have_come_in_are_left_out_of_every_effect() -> None:
    on = race("PAT=T16 RUF=T17 ANT=T9 RED=T10 SLA=T2 PEN=T3", options=ON)
    on.state.cars[1].position = 25
    on.state.finished = ["RUF"]
    assert [car.racer for car in on.racing()] == ["PAT", "ANT", "RED", "SLA", "PEN"]
    assert max(on.taken()) == 22
    assert (on.drives(0), on.drives(1)) == (True, False)


@pytest.mark.rule("WR-END-09", "WR-DD-17")
def test_o42_dastardly_is_alone_in_front_when_only_cars_that_came_in_are_ahead() -> None:
    on = scene(
        "PAT=T18 RED=T7 RUF=T3 ANT=T5 PEN=T6 SLA=T4", hand="DFP", options=ON, dd="T16", deck="FFFF"
    ).answer("D")
    assert (on.traps, on.dastardly) == ("T17", "T2")


@pytest.mark.rule("WR-END-05")
def test_o40_winner_only() -> None:
    on = scene(
        "PAT=T18 RED=T17 RUF=T15 SLA=T15 ANT=T12 PEN=T9", hand="DFP", options={"places": "winner_only"}
    )
    assert placed(on).startswith("PAT 1, RED 2")
    on.answer("D")
    assert placed(on) == "PAT 1, RED 0, RUF 0, SLA 0, ANT 0, PEN 0"


@pytest.mark.rule("WR-END-05", "WR-END-06", "WR-END-07")
def test_v45_places_by_position_shared_by_level_cars() -> None:
    on = scene("PAT=T18 RED=T17 RUF=T15 SLA=T15 ANT=T12 PEN=T9", hand="DFP").answer("D")
    assert placed(on) == "PAT 1, RED 2, RUF 3, SLA 3, ANT 5, PEN 6"


@pytest.mark.rule("WR-END-10", "WR-END-08")
def test_cars_that_come_in_by_one_effect_stand_in_the_order_in_which_they_moved() -> None:
    on = scene(
        "PAT=T4 RUF=T15 ANT=T3 RED=T10 SLA=T16 PEN=T17",
        powers="PAT=2",
        steps={"PAT-2": ["forward 6 (others)"]},
        options=ON,
    ).answer("power-2")
    assert on.state.finished == ["PEN", "SLA", "RUF"]
    assert not on.match.over
    assert [row.place for row in standings(on.state)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("WR-END-08", "WR-SWAMP-01")
def test_whose_power_brings_the_own_car_home_plays_no_more_cards() -> None:
    on = scene("PAT=T18 RED=T7 RUF=T3 ANT=T5 PEN=T6 SLA=T4", powers="PAT=23", options=ON).answer("power-2")
    assert (on.asked, on.state.finished) == ("RUF", ["PAT"])


@pytest.mark.rule("WR-END-08")
@pytest.mark.parametrize(
    "text", ["back 1", "forward 1", "swap_behind 25", "swap_with 25 (behind)", "back 1 (chosen)"]
)
def test_no_effect_takes_a_car_off_the_finish(text: str) -> None:
    on = race("PAT=T16 RUF=T17 ANT=T9 RED=T10 SLA=T2 PEN=T3", options=ON)
    on.car("PAT").position = 25
    on.state.finished = ["PAT"]
    run(apply(on, on.car("PAT"), steps(text)), *(["RUF"] if "chosen" in text else []))
    assert on.car("PAT").position == 25

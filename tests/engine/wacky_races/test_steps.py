"""Effect steps, one by one (3.11), and the notation they are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.ask import IllegalAnswer
from engine.hands import Hand
from engine.wacky_races.pack import Step, read_step
from engine.wacky_races.steps import apply
from tests.engine.playing import Ran, run
from tests.engine.wacky_races.kit import lay_trap, race, steps, where

if TYPE_CHECKING:
    from engine.wacky_races.race import Race


def use(on: Race, text: str, *answers: str, by: str = "PAT") -> Ran[list[str]]:
    """Apply one step for a car; the result names the cars that will have arrived, in order."""
    ran = run(apply(on, on.car(by), steps(text)), *answers)
    return Ran([arrival.car.racer for arrival in ran.result or []], ran.tells, ran.asked)


# --- notation -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TRAP-16")
@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("nothing", Step("nothing")),
        ("back 2", Step("back", 2)),
        ("forward 1 (chosen)", Step("forward", 1, "chosen")),
        ("back 6 (others)", Step("back", 6, "others")),
        ("lose 2 (owner)", Step("lose", 2, how="owner")),
        ("lose 1 (last, random)", Step("lose", 1, "last", "random")),
        ("swap_behind 25", Step("swap_behind", 25)),
        ("swap_with 2 (ahead)", Step("swap_with", 2, how="ahead")),
        ("swap_tiles 18", Step("swap_tiles", 18)),
    ],
)
def test_a_step_is_read_as_it_is_written(text: str, step: Step) -> None:
    assert read_step(text) == step


@pytest.mark.parametrize(
    "text",
    [
        "", "jump 2", "back", "back 0", "back 7", "back two", "back 1 2", "nothing 1", "swap_behind 26",
        "swap_tiles 19", "back 1 (owner)", "draw 1 (chosen)", "swap_with 2 (self)", "lose 1 ()",
    ],
)  # fmt: skip
def test_a_step_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"effect step|takes a number|does not know"):
        read_step(text)


# --- moving ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-PRIM-01")
def test_nothing_does_nothing() -> None:
    on = race()
    ran = use(on, "nothing")
    assert (ran.result, ran.keys) == ([], ["no_effect"])
    assert where(on, "PAT") == "PAT=T5"


@pytest.mark.rule("WR-PRIM-02", "WR-PRIM-03")
@pytest.mark.parametrize(("text", "end"), [("back 2", "T3"), ("forward 1", "T6")])
def test_a_car_goes_back_or_forward(text: str, end: str) -> None:
    on = race()
    assert use(on, text).result == ["PAT"]
    assert where(on, "PAT") == f"PAT={end}"


@pytest.mark.rule("WR-PRIM-02")
def test_the_player_of_the_car_names_the_chosen_one() -> None:
    on = race()
    ran = use(on, "back 1 (chosen)", "RED", by="RUF")
    assert (ran.asked[0].seat, ran.result, where(on, "RED")) == (1, ["RED"], "RED=T8")
    assert "RUF" not in [option.value for option in ran.asked[0].options]


@pytest.mark.rule("WR-NEUT-23")
def test_the_starting_player_names_the_chosen_one_for_a_neutral() -> None:
    on = race()
    on.state.starter = 2
    assert use(on, "back 1 (chosen)", "PAT", by="RED").asked[0].seat == 2


@pytest.mark.rule("WR-PRIM-02", "WR-TRACK-03")
def test_all_cars_in_last_place_are_meant_by_last() -> None:
    on = race("PAT=T5 RUF=T2 ANT=T7 RED=T9 SLA=T2 PEN=T3")
    assert use(on, "forward 1 (last)").result == ["SLA", "RUF"]
    assert where(on, "RUF SLA") == "RUF=T4 SLA=T3"


@pytest.mark.rule("WR-PRIM-03", "WR-END-10")
def test_others_move_foremost_first_and_the_first_one_home_ends_it() -> None:
    on = race("PAT=T5 RUF=T2 ANT=T7 RED=T9 SLA=T16 PEN=T17")
    assert use(on, "forward 6 (others)").result == ["PEN"]
    assert on.state.finished == ["PEN"]
    assert where(on, "SLA") == "SLA=T16"


@pytest.mark.rule("WR-TRAP-17", "WR-MOVE-12")
def test_a_car_that_cannot_move_will_not_have_arrived() -> None:
    on = race("PAT=G1 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3")
    assert use(on, "back 2").result == []


# --- changing places ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-PRIM-04", "WR-TRAP-14")
def test_a_car_changes_places_with_the_nearest_behind_and_is_looked_at_first() -> None:
    on = race("PAT=T5 RUF=T4 ANT=T5 RED=T9 SLA=T2 PEN=T3")
    ran = use(on, "swap_behind 3")
    assert ran.result == ["PAT", "RUF"]
    assert where(on, "PAT RUF ANT") == "PAT=T4 RUF=T5 ANT=T5"
    assert ran.asked == []


@pytest.mark.rule("WR-PRIM-05")
def test_between_equally_near_cars_the_player_chooses() -> None:
    on = race("PAT=T5 RUF=T4 ANT=T4 RED=T9 SLA=T2 PEN=T3")
    ran = use(on, "swap_behind 3", "ANT")
    assert [option.value for option in ran.asked[0].options] == ["ANT", "RUF"]
    assert where(on, "PAT ANT RUF") == "PAT=T4 ANT=T5 RUF=T4"


@pytest.mark.rule("WR-PRIM-20")
def test_nobody_near_enough_behind_means_nothing_happens() -> None:
    on = race("PAT=T5 RUF=T1 ANT=T5 RED=T9 SLA=T1 PEN=G6")
    ran = use(on, "swap_behind 3")
    assert (ran.result, ran.keys, where(on, "PAT")) == ([], ["nobody_in_reach"], "PAT=T5")


@pytest.mark.rule("WR-PRIM-11")
@pytest.mark.parametrize(
    ("way", "cars"),
    [("ahead", ["ANT"]), ("behind", ["SLA", "PEN"]), ("any", ["ANT", "SLA", "PEN"])],
)
def test_a_swap_reaches_the_cars_on_its_side(way: str, cars: list[str]) -> None:
    on = race("PAT=T5 RUF=T8 ANT=T7 RED=T5 SLA=T4 PEN=T3")
    ran = use(on, f"swap_with 2 ({way})", *([cars[-1]] if len(cars) > 1 else []))
    assert [option.value for ask in ran.asked for option in ask.options] == (cars if len(cars) > 1 else [])
    assert ran.result == ["PAT", cars[-1]]


@pytest.mark.rule("WR-PRIM-11")
def test_a_swap_with_nobody_in_reach_does_nothing() -> None:
    assert use(race(), "swap_with 1").keys == ["nobody_in_reach"]


# --- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-PRIM-06", "WR-PRIM-21")
def test_the_owner_chooses_lost_cards_and_the_last_lies_on_top() -> None:
    on = race(hand="PFA")
    ran = use(on, "lose 2 (owner)", "F", "A")
    assert on.state.discard == ["F", "A"]
    assert on.state.hands[0].cards == ["P"]
    assert all(ask.secret and ask.seat == 0 for ask in ran.asked)


@pytest.mark.rule("WR-PRIM-06")
def test_a_card_not_in_the_hand_cannot_be_lost() -> None:
    on = race(hand="PFA")
    with pytest.raises(IllegalAnswer, match="not_in_hand"):
        use(on, "lose 1 (owner)", "D")


@pytest.mark.rule("WR-PRIM-06", "WR-TRAP-17")
def test_cards_that_are_all_alike_are_lost_unasked_and_no_more_than_there_are() -> None:
    on = race(hand="DD")
    assert use(on, "lose 3 (owner)").asked == []
    assert (on.state.discard, on.state.hands[0].size) == (["D", "D"], 0)


@pytest.mark.rule("WR-PRIM-06")
def test_a_random_card_is_drawn_by_lot_from_the_hand() -> None:
    on = race(hand="PPA")
    ran = use(on, "lose 1 (random)", "A")
    assert {option.value: option.weight for option in ran.asked[0].options} == {"P": 2, "A": 1}
    assert on.state.discard == ["A"]


@pytest.mark.rule("WR-PRIM-06")
def test_everybody_else_can_be_made_to_lose_a_card() -> None:
    on = race(hands={"RUF": "AP", "ANT": "FF"})
    ran = use(on, "lose 1 (others)", "P")
    assert [ask.seat for ask in ran.asked] == [1]
    assert on.state.discard == ["P", "F"]


@pytest.mark.rule("WR-PRIM-09", "WR-FILL-02")
def test_drawn_cards_may_go_over_three() -> None:
    on = race(hand="PPA")
    use(on, "draw 2", "D", "F")
    assert on.state.hands[0].cards == ["P", "P", "A", "D", "F"]


@pytest.mark.rule("WR-PRIM-10")
def test_a_stolen_card_goes_to_the_thief_and_only_the_thief_sees_it() -> None:
    on = race(hand="P", hands={"RUF": "A", "ANT": "FF"})
    ran = use(on, "steal 2", "RUF", "A")
    assert on.state.hands[0].cards == ["P", "A"]
    assert on.state.hands[1].size == 0
    assert (ran.asked[1].to, ran.asked[1].secret) == (0, True)
    assert ran.tells[-1].args == {"seat": 0, "victim": 1, "number": 1}


@pytest.mark.rule("WR-PRIM-10")
def test_a_hand_without_cards_cannot_be_chosen() -> None:
    on = race(hands={"RUF": "A"})
    on.state.hands[2] = Hand()
    assert [ask.key for ask in use(on, "steal 1", "A").asked] == ["stolen_card"]


@pytest.mark.rule("WR-PRIM-10", "WR-DECK-01")
def test_real_cards_change_hands_uncounted_by_kind() -> None:
    on = race()
    on.state.known = [False] * 3
    on.state.hands = [Hand(unknown=1), Hand(unknown=2), Hand()]
    assert use(on, "steal 2").asked == []
    assert [hand.size for hand in on.state.hands] == [3, 0, 0]


@pytest.mark.rule("WR-PRIM-16")
@pytest.mark.parametrize("text", ["lose 2 (owner)", "draw 2", "steal 1"])
def test_cards_mean_nothing_to_a_neutral(text: str) -> None:
    on = race()
    before = [hand.size for hand in on.state.hands]
    ran = use(on, text, by="RED")
    assert (ran.asked, [hand.size for hand in on.state.hands]) == ([], before)


# --- turns ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-PRIM-07", "WR-PRIM-08")
def test_missed_turns_and_lost_first_moves_add_up() -> None:
    on = race()
    for text in ("miss 1", "miss 2 (others)", "no_first_move 1", "no_first_move 2 (last)"):
        use(on, text)
    assert {car.racer: car.missing for car in on.state.cars} == {
        "PAT": 1, "RUF": 2, "ANT": 2, "RED": 2, "SLA": 2, "PEN": 2,
    }  # fmt: skip
    assert (on.car("PAT").no_first, on.car("SLA").no_first) == (1, 2)


# --- tiles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-PRIM-12", "WR-PRIM-13")
def test_the_tile_ahead_is_exchanged_and_cars_stay() -> None:
    on = race("PAT=T4 RUF=T5 ANT=T5 RED=T10 SLA=T11 PEN=T12")
    ran = use(on, "swap_tiles 2", "T6")
    assert [option.value for option in ran.asked[0].options] == ["T2", "T3", "T4", "T6"]
    assert (on.terrain[11], on.terrain[12]) == ("D", "P")
    assert where(on, "RUF ANT") == "RUF=T5 ANT=T5"
    assert ran.result == []


@pytest.mark.rule("WR-PRIM-12")
@pytest.mark.parametrize("place", ["T8", "T18", "G5"])
def test_next_to_the_gas_station_the_finish_or_the_grid_there_is_nothing_to_exchange(place: str) -> None:
    on = race(f"PAT={place} RUF=T4 ANT=T7 RED=T10 SLA=T11 PEN=T12")
    before = list(on.state.course)
    assert use(on, "swap_tiles 3").keys == ["no_effect"]
    assert on.state.course == before


@pytest.mark.rule("WR-TRAP-15", "WR-PRIM-17")
def test_a_trap_that_slides_under_two_cars_is_triggered_by_the_one_the_active_player_names() -> None:
    on = race("RUF=T4 PAT=T5 ANT=T5 RED=T10 SLA=T11 PEN=T12", turn="RUF")
    lay_trap(on, "T6")
    ran = use(on, "swap_tiles 2", "T6", "ANT", by="RUF")
    assert ran.asked[1].seat == 1
    assert ran.result == ["ANT"]
    assert list(on.state.traps) == ["T5"]


@pytest.mark.rule("WR-TRAP-15")
def test_a_trap_that_slides_under_one_car_is_triggered_by_it() -> None:
    on = race("RUF=T4 PAT=T5 ANT=T7 RED=T10 SLA=T11 PEN=T12", turn="RUF")
    lay_trap(on, "T6")
    assert use(on, "swap_tiles 2", "T6", by="RUF").result == ["PAT"]


@pytest.mark.rule("WR-PRIM-19")
def test_no_exchange_puts_two_cars_on_the_swamp() -> None:
    on = race("RUF=T12 PAT=T13 ANT=T13 RED=T10 SLA=T11 PEN=T1", special="swamp", turn="RUF")
    ran = use(on, "swap_tiles 2", "T11", by="RUF")
    assert [option.value for option in ran.asked[0].options] == ["T10", "T11", "T12"]

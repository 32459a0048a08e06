"""The rule list's worked examples: traps, what they do, and arrivals that follow (3.10, 3.11)."""

from __future__ import annotations

import pytest

from tests.engine.wacky_races.scene import scene

V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
FROM_T5 = V33.replace("PAT=T4", "PAT=T5")


@pytest.mark.rule("WR-TRAP-06", "WR-TRAP-07", "WR-TRAP-08", "WR-PRIM-01", "WR-TURN-06")
def test_v33_a_trap_ends_the_turn_and_refill_and_dastardly_follow() -> None:
    pat = scene(V33, hand="APP", deck="DD", traps="T5=pA").answer("A")
    assert (pat.at["PAT"], pat.hand("PAT"), pat.dastardly) == ("T5", "PPD", "T4")
    assert (pat.state.used, pat.traps, pat.asked) == (["pA"], "", "RUF")


@pytest.mark.rule(
    "WR-PRIM-04", "WR-PRIM-05", "WR-MOVE-11", "WR-MOVE-13", "WR-TRAP-02", "WR-TRAP-14", "WR-TRACK-13"
)
def test_v35a_changing_places_with_the_nearest_car_behind_and_the_trap_is_gone_by_then() -> None:
    race = scene("ANT=T5 RUF=T4 PAT=T4 RED=T2 SLA=T9 PEN=T8", turn="ANT", traps="T6=pD", round_number=1)
    race.answer("D")
    assert (race.asked, race.question.key) == ("ANT", "choose_nearest")
    assert sorted(option.value for option in race.question.options) == ["PAT", "RUF"]
    race.answer("PAT")
    assert race.where("ANT PAT") == "ANT=T4 PAT=T6"
    assert race.state.used == ["pD"]
    assert (race.traps, race.asked) == ("", "PAT")


@pytest.mark.rule("WR-PRIM-04", "WR-PRIM-20", "WR-TRAP-07")
def test_v35b_with_nobody_in_reach_the_turn_is_over_all_the_same() -> None:
    race = scene(
        "ANT=T5 RUF=T2 PAT=T2 RED=T1 SLA=T9 PEN=T8", turn="ANT", hand="DDD", traps="T6=pD", round_number=1
    ).answer("D")
    assert (race.at["ANT"], race.asked) == ("T6", "PAT")
    assert race.tell("nobody_in_reach").rules == ("WR-PRIM-20",)


@pytest.mark.rule("WR-PRIM-04", "WR-TRACK-02", "WR-TRACK-03")
def test_t12_a_level_car_is_not_behind() -> None:
    race = scene(
        "ANT=T5 RUF=T6 PAT=T4 RED=T1 SLA=T9 PEN=T8", turn="ANT", traps="T6=pD", round_number=1
    ).answer("D")
    assert race.where("ANT RUF PAT") == "ANT=T4 RUF=T6 PAT=T6"


@pytest.mark.rule("WR-TRAP-13", "WR-TRAP-14", "WR-PRIM-02", "WR-PRIM-03", "WR-MOVE-13")
def test_v36_a_trap_that_throws_the_car_onto_a_trap() -> None:
    pat = scene(FROM_T5, hand="PDD", traps="T6=pC T4=pI").answer("P")
    assert (pat.at["PAT"], pat.state.used, pat.traps) == ("T5", ["pC", "pI"], "")
    assert pat.asked == "RUF"


@pytest.mark.rule("WR-TRAP-13")
@pytest.mark.parametrize("chain", ["no_traps", "nothing"])
def test_o21_a_table_may_let_a_trap_not_lead_onto_another(chain: str) -> None:
    pat = scene(FROM_T5, hand="PDD", traps="T6=pC T4=pI", options={"trap_chain": chain}).answer("P")
    assert (pat.at["PAT"], pat.state.used, pat.traps) == ("T4", ["pC"], "T4")


@pytest.mark.rule("WR-TRAP-13", "WR-END-04")
def test_the_finish_counts_whatever_the_table_says_about_chains() -> None:
    pat = scene(
        "PAT=T17 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3", traps="T18=pI", options={"trap_chain": "nothing"}
    ).answer("D")
    assert pat.match.over


@pytest.mark.rule("WR-PRIM-06", "WR-PRIM-21", "WR-DD-03", "WR-FILL-01")
def test_v37_lost_cards_decide_dastardlys_move() -> None:
    pat = scene(FROM_T5, hand="PFA", deck="DDAA", dd="T1", traps="T6=pE").answer("P", "F")
    assert pat.discard == "PFA"
    assert (pat.hand("PAT"), pat.dastardly) == ("DDA", "T4")


@pytest.mark.rule("WR-PRIM-06")
@pytest.mark.parametrize(("hand", "left"), [("P", 0), ("PF", 0), ("PFA", 0), ("PFAA", 1)])
def test_a_small_hand_loses_what_it_has(hand: str, left: int) -> None:
    pat = scene(FROM_T5, hand=hand, deck="DDD", traps="T6=pE").answer("P")
    while pat.question.key == "lose_card":
        pat.answer(pat.question.options[0].value)
    assert len(pat.discard) == len(hand) - left
    assert len(pat.hand("PAT")) == 3


@pytest.mark.rule("WR-PRIM-06", "WR-DECK-03")
def test_cards_may_be_lost_at_random() -> None:
    pat = scene(FROM_T5, hand="PFA", deck="ADDD", traps="T6=pE", steps={"pE": ["lose 1 (random)"]}).answer(
        "P"
    )
    assert pat.discard[:2] == "PA"
    assert pat.match.record[-1] != pat.match.record[0]


@pytest.mark.rule("WR-PRIM-07", "WR-TURN-06")
def test_a_missed_turn_has_no_cards_but_refill_and_dastardly() -> None:
    pat = scene(V33, hand="AF", deck="D", discard="P", missing="PAT=1")
    assert (pat.at["PAT"], pat.hand("PAT"), pat.dastardly) == ("T4", "AFD", "T3")
    assert pat.asked == "RUF"
    assert pat.state.cars[0].missing == 0


@pytest.mark.rule("WR-PRIM-07")
@pytest.mark.parametrize("turns", [1, 2])
def test_a_trap_may_cost_the_next_turns(turns: int) -> None:
    pat = scene(V33, hand="APP", traps="T5=pG", steps={"pG": [f"miss {turns}"]}).answer("A")
    assert pat.state.cars[0].missing == turns


@pytest.mark.rule("WR-PRIM-08")
def test_a_trap_may_cost_the_next_first_move() -> None:
    pat = scene(V33, hand="APP", traps="T5=pH").answer("A")
    assert pat.state.cars[0].no_first == 1


@pytest.mark.rule("WR-TRAP-16")
def test_steps_are_applied_from_first_to_last() -> None:
    pat = scene(FROM_T5, hand="PDD", traps="T6=pA", steps={"pA": ["forward 2", "back 1"]}).answer("P")
    moved = [told.args["place"] for told in pat.told if told.key == "moves" and told.args["racer"] == "PAT"]
    assert moved == ["T6", "T8", "T7"]


@pytest.mark.rule("WR-MOVE-09", "WR-MOVE-08")
def test_only_where_a_move_of_several_spaces_ends_counts_as_entered() -> None:
    pat = scene(FROM_T5, hand="PDD", traps="T6=pA T7=pF", steps={"pA": ["forward 2"]}).answer("P")
    assert (pat.at["PAT"], pat.traps) == ("T8", "T7")


@pytest.mark.rule("WR-MOVE-08")
def test_o05_full_tiles_do_not_count_in_a_move_of_several_spaces() -> None:
    pat = scene("PAT=T4 RUF=T5 ANT=T5 RED=T9 SLA=T2 PEN=T1", hand="APP", traps="T6=pC").answer("A")
    assert pat.at["PAT"] == "T3"


@pytest.mark.rule("WR-TRAP-12", "WR-TRAP-01")
def test_only_the_first_car_to_arrive_is_hit() -> None:
    race = scene("PAT=T4 RUF=T4 ANT=T7 RED=T9 SLA=T2 PEN=T3", hand="AFF", traps="T5=pB").answer("A")
    assert race.at["PAT"] == "T4"
    race.answer("D")
    assert race.at["RUF"] == "T5"


@pytest.mark.rule("WR-TRAP-01")
def test_jumping_over_a_trapped_tile_that_is_full_triggers_nothing() -> None:
    pat = scene("PAT=T4 RUF=T5 ANT=T5 RED=T9 SLA=T2 PEN=T3", hand="AFF", traps="T7=pB").answer("A")
    assert (pat.at["PAT"], pat.traps) == ("T6", "T7")


@pytest.mark.rule("WR-TRAP-02", "WR-DECK-03", "WR-TRAP-18")
def test_a_physical_trap_is_named_by_the_table_when_it_is_turned_over() -> None:
    pat = scene(V33, hand="APP", traps="T5=pA", options={"trap_deck": "physical"})
    pat.match.answer(0, "A")
    assert (pat.question.seat, pat.question.key) == ("table", "trap_type")
    assert pat.question.args == {"racer": "PAT", "place": "T5"}
    pat.answer("pF")
    assert (pat.at["PAT"], pat.state.used) == ("T2", ["pF"])


@pytest.mark.rule("WR-APP-01")
def test_a_trap_card_nobody_knows_is_refused() -> None:
    pat = scene(V33, hand="APP", traps="T5=pA", options={"trap_deck": "physical"})
    pat.match.answer(0, "A")
    assert pat.refusal("trap-nonsense-1").reason == "unknown_trap"


@pytest.mark.rule("WR-TRAP-02", "WR-TRAP-08", "WR-INV-05")
def test_t24_a_trap_that_is_being_resolved_is_neither_on_its_tile_nor_in_the_deck() -> None:
    race = scene("ANT=T5 RUF=T4 PAT=T4 RED=T2 SLA=T9 PEN=T8", turn="ANT", traps="T6=pD").answer("D")
    assert race.question.key == "choose_nearest"
    assert (race.traps, race.state.used, race.state.trap_deck) == ("", ["pD"], 15)


# --- steps that no practice trap has -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-PRIM-09", "WR-FILL-02")
def test_drawing_may_take_the_hand_over_three() -> None:
    pat = scene(V33, hand="APP", deck="DDD", traps="T5=pA", steps={"pA": ["draw 3"]}).answer("A")
    assert pat.hand("PAT") == "PPDDD"


@pytest.mark.rule("WR-PRIM-10")
def test_t22_stealing_two_from_a_hand_of_one_moves_one_card() -> None:
    pat = scene(
        V33, hand="APP", hands={"ANT": "F"}, deck="F", traps="T5=pA", steps={"pA": ["steal 2"]}
    ).answer("A", "ANT")
    assert (pat.hand("PAT"), pat.hand("ANT")) == ("PPF", "")
    assert pat.tell("steals").args == {"seat": 0, "victim": 2, "number": 1}
    assert pat.state.total == 64


@pytest.mark.rule("WR-PRIM-11", "WR-MOVE-11")
def test_changing_places_with_a_chosen_car_ahead_within_reach() -> None:
    pat = scene(
        "PAT=T5 RUF=T7 ANT=T8 RED=T9 SLA=T2 PEN=T4", traps="T6=pA", steps={"pA": ["swap_with 2 (ahead)"]}
    ).answer("P")
    assert sorted(option.value for option in pat.question.options) == ["ANT", "RUF"]
    pat.answer("ANT")
    assert pat.where("PAT ANT") == "PAT=T8 ANT=T6"


@pytest.mark.rule("WR-PRIM-11")
@pytest.mark.parametrize(
    ("word", "cars"),
    [("ahead", ["ANT", "RUF"]), ("behind", ["PEN", "SLA"]), ("any", ["ANT", "PEN", "RUF", "SLA"])],
)
def test_which_cars_may_be_chosen_depends_on_the_side(word: str, cars: list[str]) -> None:
    pat = scene(
        "PAT=T5 RUF=T7 ANT=T8 RED=T9 SLA=T5 PEN=T4", traps="T6=pA", steps={"pA": [f"swap_with 2 ({word})"]}
    ).answer("P")
    assert sorted(option.value for option in pat.question.options) == cars


TILES = "RUF=T3 PAT=T5 ANT=T5 RED=T10 SLA=T11 PEN=T12"


@pytest.mark.rule("WR-PRIM-12", "WR-PRIM-13", "WR-PRIM-17", "WR-TRAP-09", "WR-TRAP-15")
def test_v47_a_tile_swap_under_two_cars_by_a_trap_instead_of_a_power() -> None:
    race = scene(
        TILES, turn="RUF", hand="ADP", traps="T4=pA T6=pC", steps={"pA": ["swap_tiles 2"]}, round_number=1
    ).answer("A")
    assert race.question.key == "swap_tile"
    assert sorted(option.value for option in race.question.options) == ["T2", "T3", "T4", "T6"]
    race.answer("T6")
    assert [race.state.course[tile] for tile in (4, 5)] == ["F2", "F6"]
    assert (race.asked, race.question.key) == ("RUF", "who_triggers")
    race.answer("ANT")
    assert race.where("RUF PAT ANT") == "RUF=T4 PAT=T5 ANT=T3"
    assert race.asked == "ANT"


@pytest.mark.rule("WR-TRAP-09")
def test_a_trap_in_somebody_elses_turn_ends_nobodys_turn() -> None:
    race = scene(
        "PAT=T4 RUF=T6 ANT=T9 RED=T10 SLA=T11 PEN=T12",
        hand="AFF",
        traps="T5=pA T7=pB",
        steps={"pA": ["forward 1 (chosen)"]},
    ).answer("A", "RUF")
    assert race.at["RUF"] == "T6"
    assert [told.args["seat"] for told in race.told if told.key == "turn_ends"] == [0]
    assert race.asked == "RUF"


@pytest.mark.rule("WR-PRIM-12")
def test_the_gas_station_takes_no_part_in_a_tile_swap() -> None:
    race = scene(
        "PAT=T7 RUF=T2 ANT=T3 RED=T10 SLA=T11 PEN=T12", traps="T8=pA", steps={"pA": ["swap_tiles 3"]}
    ).answer("D")
    assert race.tell("no_effect").rules == ("WR-PRIM-12", "WR-PRIM-19")


@pytest.mark.rule("WR-PRIM-19", "WR-TRACK-05")
def test_v55_a_tile_swap_that_would_put_two_cars_on_the_swamp_is_not_offered() -> None:
    race = scene(
        "RUF=T11 PAT=T13 ANT=T13 RED=T2 SLA=T3 PEN=T4",
        turn="RUF",
        hand="FDD",
        traps="T12=pA",
        special="swamp",
        steps={"pA": ["swap_tiles 2"]},
    ).answer("F")
    assert "T14" not in [option.value for option in race.question.options]


@pytest.mark.rule("WR-END-10")
def test_t37_if_one_effect_could_take_several_cars_home_the_one_that_moves_first_wins() -> None:
    race = scene(
        "PAT=T4 RUF=T2 ANT=T3 RED=T10 SLA=T16 PEN=T17",
        hand="AFF",
        traps="T5=pI",
        steps={"pI": ["forward 6 (others)"]},
    ).answer("A")
    assert race.match.over
    assert race.where("PEN SLA") == "PEN=T19 SLA=T16"


@pytest.mark.rule("WR-TRACK-03")
def test_all_cars_in_last_place_are_last_and_dastardly_never_counts() -> None:
    race = scene(
        "PAT=T4 RUF=T2 ANT=T2 RED=T10 SLA=T16 PEN=T17",
        hand="AFF",
        traps="T5=pI",
        steps={"pI": ["forward 1 (last)"]},
    ).answer("A")
    assert race.where("RUF ANT PAT") == "RUF=T3 ANT=T3 PAT=T5"

"""The rule list's worked examples: the Crossing, the Swamp, taught tiles, and the order on arrival (3.13, 3.15, 3.16)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.wacky_races.neutrals import goes
from engine.wacky_races.state import Phase
from tests.engine.wacky_races.kit import race
from tests.engine.wacky_races.scene import Scene, scene

V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"


def crossing(cars: str, **given: Any) -> Scene:
    return scene(cars, special="railroad_crossing", **given)


def values(on: Scene) -> list[str]:
    """The answers the open question lists."""
    return [option.value for option in on.question.options]


# --- Railroad Crossing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-RAIL-01", "WR-RAIL-02", "WR-RAIL-03", "WR-RAIL-04", "WR-RAIL-05", "WR-MOVE-02")
def test_v40_the_cars_in_last_place_go_ahead_in_the_order_the_active_player_says() -> None:
    on = crossing(
        "ANT=T13 RUF=T10 SLA=T10 PAT=T11 RED=T12 PEN=T15", turn="ANT", hand="PDF", round_number=1
    ).answer("P")
    assert (on.asked, sorted(values(on))) == ("ANT", ["RUF", "SLA"])
    on.answer("RUF")
    assert on.where("RUF SLA ANT") == "RUF=T11 SLA=T12 ANT=T14"
    assert (on.asked, on.question.key, sorted(values(on))) == ("ANT", "card_2", ["D", "F"])


@pytest.mark.rule("WR-RAIL-04", "WR-NEUT-22")
def test_in_the_neutral_phase_the_starting_player_says_who_goes_first() -> None:
    on = crossing("RED=T13 RUF=T10 SLA=T16 PAT=T10 ANT=T12 PEN=T15", turn="", deck="AAA")
    assert (on.asked, on.question.key) == ("PAT", "crossing_first")


@pytest.mark.rule("WR-RAIL-06", "WR-RAIL-07", "WR-RAIL-02", "WR-MOVE-02")
def test_v41_the_last_car_enters_the_crossing_and_is_sent_ahead_itself() -> None:
    on = crossing("PAT=T13 RUF=T15 ANT=T15 RED=T16 SLA=T16 PEN=T17", hand="PDF").answer("P")
    assert (on.at["PAT"], on.question.key, values(on)) == ("T17", "card_2", ["D"])


@pytest.mark.rule("WR-RAIL-07", "WR-SPEC-04")
def test_o33_a_car_pushed_onto_the_crossing_by_the_crossing_does_not_trigger_it_again() -> None:
    on = crossing("ANT=T13 PAT=T13 RUF=T16 RED=T16 SLA=T17 PEN=T17", turn="ANT", hand="PAF").answer("P")
    assert on.where("ANT PAT") == "ANT=T14 PAT=T14"


@pytest.mark.rule("WR-RAIL-01", "WR-SPEC-03")
def test_jumping_over_the_full_crossing_sends_nobody_ahead() -> None:
    on = crossing("PAT=T13 RUF=T14 ANT=T14 RED=T16 SLA=T2 PEN=T17", hand="PAF").answer("P")
    assert on.where("PAT SLA") == "PAT=T15 SLA=T2"


@pytest.mark.rule("WR-RAIL-08", "WR-GAS-02")
def test_a_car_pushed_ahead_may_come_to_the_gas_station_in_last_place() -> None:
    on = crossing(
        "PAT=T13 RUF=T8 ANT=T12 RED=T16 SLA=T15 PEN=T17", hand="PAF", powers="PAT=1234 RUF=123 ANT=1234"
    ).answer("P")
    assert (on.at["RUF"], on.state.exhausted[1]) == ("T9", [])


@pytest.mark.rule("WR-NEUT-22")
def test_t19_a_neutral_pushed_ahead_in_a_players_turn_still_makes_its_moves() -> None:
    on = crossing("PAT=T13 RUF=T12 ANT=T12 RED=T16 SLA=T4 PEN=T17", turn="ANT", hand="FPD", deck="AAADDD")
    on.answer("F", "P")
    assert on.at["SLA"] == "T5"
    on.answer(None)
    assert on.at["SLA"] == "T6"


# --- trap, tile, and chains of them ---------------------------------------------------------------------------------


@pytest.mark.rule("WR-MOVE-14", "WR-SPEC-05", "WR-SPEC-02")
def test_o07_the_trap_comes_first_then_the_tile_if_the_car_is_still_there() -> None:
    on = scene(V33.replace("PAT=T4", "PAT=T13"), hand="PFF", traps="T14=pA", effect="forward 1").answer("P")
    assert (on.at["PAT"], on.state.used, on.asked) == ("T15", ["pA"], "RUF")


@pytest.mark.rule("WR-MOVE-14")
def test_a_car_that_the_trap_throws_off_the_tile_does_not_suffer_the_tile() -> None:
    on = scene(V33.replace("PAT=T4", "PAT=T13"), hand="PFF", traps="T14=pB", effect="forward 3").answer("P")
    assert on.at["PAT"] == "T13"


@pytest.mark.rule("WR-MOVE-14", "WR-TRAP-04")
def test_after_a_cancelled_trap_the_tile_still_does_what_it_does() -> None:
    on = scene(
        V33.replace("PAT=T4", "PAT=T13"), hand="PFF", traps="T14=pD", effect="forward 1", powers="PAT=1"
    ).answer("P")
    assert (on.at["PAT"], on.question.key) == ("T15", "card_2")


@pytest.mark.rule("WR-SPEC-04", "WR-TRAP-13")
def test_t25_a_tile_is_not_triggered_again_inside_its_own_effect() -> None:
    on = scene(V33.replace("PAT=T4", "PAT=T13"), hand="PFF", traps="T15=pB", effect="forward 1").answer("P")
    assert (on.at["PAT"], on.state.used) == ("T14", ["pB"])


@pytest.mark.rule("WR-SPEC-04")
def test_once_its_effect_is_over_a_tile_works_again() -> None:
    on = scene(
        "PAT=T13 RUF=T13 ANT=T7 RED=T9 SLA=T2 PEN=T3", hand="PFF", hands={"RUF": "PPP"}, effect="forward 2"
    ).answer("P")
    assert (on.at["PAT"], on.asked) == ("T16", "RUF")
    on.answer("P")
    assert on.at["RUF"] == "T16"


@pytest.mark.rule("WR-TRAP-13", "WR-RAIL-01")
@pytest.mark.parametrize(("chain", "place"), [("full", "T11"), ("no_traps", "T11"), ("nothing", "T10")])
def test_o22_what_a_car_moved_by_a_trap_meets(chain: str, place: str) -> None:
    on = crossing(
        "PAT=T14 RUF=T10 ANT=T12 RED=T12 SLA=T11 PEN=T16",
        hand="DFF",
        traps="T15=pB",
        options={"trap_chain": chain},
    ).answer("D")
    assert on.where("PAT RUF") == f"PAT=T14 RUF={place}"


@pytest.mark.rule("WR-SPEC-02", "WR-SPEC-06", "WR-PRIM-16")
@pytest.mark.parametrize(("racer", "cards"), [("PAT", 4), ("RED", 3)])
def test_a_taught_tile_does_its_steps_for_whoever_comes_onto_it(racer: str, cards: int) -> None:
    if racer == "PAT":
        on = scene(V33.replace("PAT=T4", "PAT=T13"), special="acme_laboratory", effect="draw 2", hand="PFF")
        on.answer("P")
    else:
        on = scene(
            V33.replace("RED=T9", "RED=T13"), turn="", special="acme_laboratory", effect="draw 2", deck="AAA"
        )
    assert on.state.hands[0].size == cards
    assert on.tell("tile_works").args == {"racer": racer, "tile": "acme_laboratory"}


# --- the Swamp ------------------------------------------------------------------------------------------------------

V13 = "PAT=T14 RED=T10 ANT=T6 RUF=T7 SLA=T2 PEN=T3"


def swamp(hand: str, cars: str = V13, **given: Any) -> Scene:
    return scene(cars, special="swamp", hand=hand, **given)


@pytest.mark.rule("WR-SWAMP-01", "WR-SWAMP-02", "WR-SWAMP-04", "WR-SWAMP-05", "WR-CARD-03")
def test_v13a_out_of_the_swamp_with_a_pair() -> None:
    pat = swamp("FFD", deck="AA")
    assert pat.question.key == "swamp_1"
    pat.answer("F", "F")
    assert (pat.at["PAT"], pat.asked, pat.dastardly) == ("T15", "RUF", "T2")
    assert pat.hand("PAT") == "DAA"


@pytest.mark.rule("WR-SWAMP-04", "WR-CARD-08")
def test_v13b_the_payment_is_one_card_move_and_others_may_follow() -> None:
    pat = swamp("FFFP", deck="AA").answer("F", "F")
    assert (pat.question.key, values(pat)) == ("card_2", ["F"])
    pat.answer("F")
    assert pat.at["PAT"] == "T16"
    assert (pat.question.key, values(pat)) == ("card_3", ["P"])


@pytest.mark.rule("WR-SWAMP-03", "WR-SWAMP-05", "WR-FILL-01", "WR-DD-03")
def test_v14_out_of_the_swamp_with_any_three_in_the_order_they_are_given() -> None:
    pat = swamp("DFP", deck="APDF").answer("F", "P", "D")
    assert (pat.at["PAT"], pat.hand("PAT"), pat.discard, pat.dastardly) == ("T15", "APD", "FPD", "T1")


@pytest.mark.rule("WR-SWAMP-06", "WR-SWAMP-07", "WR-CARD-01", "WR-CARD-03")
def test_v15_who_cannot_pay_plays_one_card_and_stays() -> None:
    pat = swamp("DF", deck="APDF").answer("D")
    assert (pat.at["PAT"], pat.hand("PAT"), pat.dastardly) == ("T14", "FAP", "T1")
    assert pat.tell("stays_in_swamp").args == {"racer": "PAT"}


@pytest.mark.rule("WR-SWAMP-06")
def test_who_could_pay_may_stay_all_the_same() -> None:
    pat = swamp("DFP", deck="AA")
    assert not pat.question.optional
    pat.answer("D")
    assert (pat.question.key, pat.question.optional) == ("swamp_2", True)
    pat.answer(None)
    assert (pat.at["PAT"], pat.hand("PAT"), pat.asked) == ("T14", "FPA", "RUF")
    assert pat.state.turn is not None
    assert pat.state.turn.paid == []


@pytest.mark.rule("WR-SWAMP-03")
def test_after_two_different_cards_the_third_must_follow() -> None:
    pat = swamp("DFP").answer("D", "F")
    assert (pat.question.key, pat.question.optional, values(pat)) == ("swamp_3", False, ["P"])


@pytest.mark.rule("WR-SWAMP-02", "WR-SWAMP-03")
def test_a_second_card_that_leads_nowhere_is_refused() -> None:
    pat = swamp("DF", options={"movement_deck": "physical"})
    pat.answer("D")
    refused = pat.refusal("F")
    assert (refused.reason, refused.rules) == ("no_way_out", ("WR-SWAMP-02", "WR-SWAMP-03"))
    pat.answer("D")
    assert pat.at["PAT"] == "T15"


@pytest.mark.rule("WR-SWAMP-03", "WR-SWAMP-05")
def test_three_cards_may_be_announced_so_that_a_pair_among_them_does_not_end_the_payment() -> None:
    pat = swamp("FFD", deck="AAA")
    assert values(pat) == ["D", "F", "three"]
    pat.answer("three")
    assert (values(pat), pat.question.optional) == (["D", "F"], False)
    pat.answer("F", "F", "D")
    assert (pat.at["PAT"], pat.discard, pat.dastardly) == ("T15", "FFD", "T1")


@pytest.mark.rule("WR-SWAMP-03")
@pytest.mark.parametrize("hand", ["DF", "DFP", "FF"])
def test_three_cards_are_announced_only_where_it_makes_a_difference(hand: str) -> None:
    pat = swamp(hand)
    assert "three" not in values(pat)
    assert pat.refusal("three").reason == "unknown_card"


@pytest.mark.rule("WR-SWAMP-08", "WR-SWAMP-04", "WR-SWAMP-01")
def test_o36_a_car_that_has_just_entered_may_pay_at_once() -> None:
    pat = swamp("PFF", V13.replace("PAT=T14", "PAT=T13")).answer("P")
    assert (pat.at["PAT"], pat.question.key, values(pat)) == ("T14", "swamp_1", ["F"])
    assert pat.question.optional
    pat.answer("F", "F")
    assert pat.at["PAT"] == "T15"


@pytest.mark.rule("WR-SWAMP-08")
@pytest.mark.parametrize("hand", ["PFD", "PF"])
def test_a_car_that_has_just_entered_and_cannot_pay_is_not_asked(hand: str) -> None:
    pat = swamp(hand, V13.replace("PAT=T14", "PAT=T13")).answer("P")
    assert (pat.at["PAT"], pat.asked) == ("T14", "RUF")


@pytest.mark.rule("WR-SWAMP-08")
def test_a_car_that_has_just_entered_may_keep_its_cards() -> None:
    pat = swamp("PFF", V13.replace("PAT=T14", "PAT=T13"), deck="D").answer("P", None)
    assert (pat.at["PAT"], pat.hand("PAT")) == ("T14", "FFD")
    assert "stays_in_swamp" not in [told.key for told in pat.told]


@pytest.mark.rule("WR-INV-09", "WR-CARD-08")
def test_the_third_card_move_may_lead_into_the_swamp_but_not_out_again() -> None:
    pat = swamp("DFPFFF", V13.replace("PAT=T14", "PAT=T11")).answer("F", "D", "P")
    assert (pat.at["PAT"], pat.asked) == ("T14", "RUF")


@pytest.mark.rule("WR-SWAMP-10")
def test_o39_effects_move_a_car_on_the_swamp_as_anywhere_else() -> None:
    on = swamp("DFP", turn="RUF", powers="RUF=2", steps={"RUF-2": ["back 1 (chosen)"]}).answer(
        "power-2", "PAT"
    )
    assert on.at["PAT"] == "T13"


@pytest.mark.rule("WR-PRIM-08")
def test_a_lost_first_move_is_not_used_up_by_a_payment() -> None:
    pat = swamp("FFD", no_first="PAT=1").answer("F", "F")
    assert (pat.at["PAT"], pat.state.cars[0].no_first) == ("T15", 1)


@pytest.mark.rule("WR-POW-07", "WR-SWAMP-06")
def test_powers_are_used_before_the_payment_but_not_in_the_middle_of_it() -> None:
    pat = swamp("DFP", powers="PAT=3")
    assert "power-3" in values(pat)
    pat.answer("D")
    assert values(pat) == ["F", "P"]


V16 = "RED=T14 SLA=T10 PEN=T3 PAT=T16 RUF=T12 ANT=T11"


def phase(deck: str, cars: str = V16, **given: Any) -> Scene:
    return scene(cars, turn="", special="swamp", deck=deck, round_number=3, **given)


@pytest.mark.rule("WR-SWAMP-09", "WR-NEUT-13", "WR-NEUT-14", "WR-TRACK-05")
@pytest.mark.parametrize(
    ("deck", "where"),
    [
        ("FDF", "RED=T15 SLA=T13 PEN=T4"),
        ("FFF", "RED=T16 SLA=T12 PEN=T4"),
        ("FDP", "RED=T15 SLA=T14 PEN=T4"),
    ],
    ids="abc",
)
def test_v16_a_neutral_gets_out_by_two_alike_or_by_the_third_card(deck: str, where: str) -> None:
    assert phase(deck).where("RED SLA PEN") == where


@pytest.mark.rule("WR-SWAMP-09")
@pytest.mark.parametrize(
    ("way", "deck", "where"),
    [
        ("first_reveal", "FDF", "RED=T16 SLA=T13 PEN=T4"),
        ("like_players", "FDF", "RED=T15 SLA=T13 PEN=T4"),
        ("free", "FDA", "RED=T16 SLA=T13 PEN=T5"),
        ("first_reveal", "FDA", "RED=T15 SLA=T13 PEN=T5"),
        ("like_players", "FDA", "RED=T15 SLA=T13 PEN=T5"),
    ],
)
def test_o37_o38_other_ways_out_of_the_swamp_for_neutrals(way: str, deck: str, where: str) -> None:
    assert phase(deck, options={"swamp_neutral": way}).where("RED SLA PEN") == where


@pytest.mark.rule("WR-SWAMP-09")
def test_only_cards_revealed_while_the_neutral_stands_there_count() -> None:
    on = phase("PFP", "RED=T15 SLA=T12 PEN=T3 PAT=T16 RUF=T11 ANT=T10")
    assert on.at["SLA"] == "T14"


@pytest.mark.rule("WR-SWAMP-09", "WR-PRIM-08")
def test_a_neutral_stuck_in_the_swamp_keeps_its_lost_first_move() -> None:
    on = phase("DPA", no_first="RED=1")
    red = next(car for car in on.state.cars if car.racer == "RED")
    assert red.no_first == 1


@pytest.mark.rule("WR-SWAMP-09")
def test_what_was_revealed_for_one_neutral_does_not_count_for_the_next_on_the_swamp() -> None:
    on = race("PAT=T1 RED=T15 SLA=T14 PEN=T3 RUF=T12 ANT=T11", special="swamp")
    phase = Phase(stage="reveal", stuck="RED", swamp=["F"], reveals=2)
    assert not goes(on, phase, on.car("SLA"), "F")
    assert (phase.stuck, phase.swamp) == ("SLA", ["F"])
    assert goes(on, phase, on.car("SLA"), "F")

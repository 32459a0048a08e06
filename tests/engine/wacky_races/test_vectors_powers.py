"""The rule list's worked examples: powers, cancelled traps, and the Gas Station (3.12, 3.14)."""

from __future__ import annotations

import pytest

from engine.record import Correct
from tests.engine.wacky_races.kit import new_match
from tests.engine.wacky_races.scene import Scene, scene

V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
V54 = "PAT=T5 RUF=T7 ANT=T8 RED=T9 SLA=T2 PEN=T3"


def exhausted(on: Scene, racer: str) -> list[int]:
    """The slots of the powers that lie face down."""
    return on.state.exhausted[on.seat(racer)]


def values(on: Scene) -> list[str]:
    """The answers the open question lists."""
    return [option.value for option in on.question.options]


@pytest.mark.rule(
    "WR-TRAP-03", "WR-TRAP-04", "WR-TRAP-05", "WR-TRAP-08", "WR-POW-03", "WR-POW-09", "WR-POW-02"
)
def test_v34_a_cancelled_trap_does_nothing_and_the_turn_goes_on() -> None:
    pat = scene(V33, hand="APD", deck="DDA", traps="T5=pD", powers="PAT=1").answer("A")
    assert (exhausted(pat, "PAT"), pat.at["PAT"], pat.question.key) == ([1, 2, 3, 4], "T5", "card_2")
    pat.answer("P", "D")
    assert (pat.at["PAT"], pat.hand("PAT"), pat.dastardly) == ("T7", "DDA", "T1")
    assert (pat.state.used, pat.traps) == (["pD"], "")
    assert pat.tell("trap_cancelled").args == {"seat": 0, "trap": "pD", "power": "power-1"}


@pytest.mark.rule("WR-TRAP-03", "WR-POW-04")
@pytest.mark.parametrize(
    ("powers", "trap"), [("", "pD"), ("PAT=234", "pD"), ("PAT=1", "pC"), ("RUF=1", "pD")]
)
def test_only_the_own_ready_power_against_exactly_this_trap_cancels_it(powers: str, trap: str) -> None:
    pat = scene(V33, hand="APD", traps=f"T5={trap}", powers=powers).answer("A")
    assert pat.tell("turn_ends").args["seat"] == 0


@pytest.mark.rule("WR-TRAP-10", "WR-TRAP-09", "WR-RAIL-08", "WR-MOVE-13")
@pytest.mark.parametrize(("trap", "place"), [("pB", "T10"), ("pD", "T11")])
def test_v42_pushed_onto_a_trap_in_another_players_turn(trap: str, place: str) -> None:
    on = scene(
        "ANT=T13 RUF=T10 SLA=T12 PAT=T15 RED=T12 PEN=T17",
        turn="ANT",
        hand="PDF",
        traps=f"T11={trap}",
        special="railroad_crossing",
        powers="RUF=1",
        round_number=1,
    ).answer("P")
    assert (on.at["RUF"], on.at["ANT"], on.question.key) == (place, "T14", "card_2")
    assert exhausted(on, "RUF") == ([2, 3, 4] if trap == "pB" else [1, 2, 3, 4])
    on.answer("D", "F")
    assert on.at["ANT"] == "T16"


@pytest.mark.rule("WR-POW-06", "WR-POW-10", "WR-POW-11", "WR-CARD-01", "WR-TRAP-07")
def test_v53_a_power_onto_a_trap_before_the_first_card() -> None:
    pat = scene(V33, hand="DDD", discard="P", traps="T5=pA", powers="PAT=2")
    assert not pat.question.optional
    pat.answer("power-2")
    assert (pat.at["PAT"], pat.hand("PAT"), pat.dastardly, pat.asked) == ("T5", "DDD", "T3", "RUF")
    assert pat.discard == "P"


@pytest.mark.rule(
    "WR-POW-03", "WR-POW-04", "WR-POW-06", "WR-POW-07", "WR-POW-13", "WR-PRIM-09", "WR-PRIM-11", "WR-FILL-02"
)
def test_v54_powers_between_cards() -> None:
    pat = scene(V54, hand="DPA", deck="FFDA", powers="PAT=34")
    assert values(pat) == ["D", "P", "A", "power-3", "power-4"]
    pat.answer("power-3")
    assert pat.hand("PAT") == "DPAFF"
    assert (pat.question.key, pat.question.optional) == ("card_1", False)
    pat.answer("D", "power-4")
    assert sorted(values(pat)) == ["ANT", "RUF"]
    pat.answer("ANT")
    assert pat.where("PAT ANT") == "PAT=T8 ANT=T6"
    assert pat.refusal("P").reason == "wrong_terrain"
    refused = pat.refusal("power-4")
    assert (refused.reason, refused.rules) == ("power_exhausted", ("WR-POW-04",))
    pat.answer(None)
    assert (len(pat.hand("PAT")), pat.dastardly) == (4, "T1")
    assert [told.key for told in pat.told].count("draws") == 1


@pytest.mark.rule("WR-POW-08")
@pytest.mark.parametrize(("limit", "more"), [("unlimited", True), (2, True), (1, False)])
def test_o25_a_table_may_allow_only_so_many_powers_in_a_turn(limit: str | int, *, more: bool) -> None:
    pat = scene(V54, hand="DPA", powers="PAT=34", options={"powers_per_turn": limit}).answer("power-3", "D")
    assert ("power-4" in values(pat)) == more
    if not more:
        refused = pat.refusal("power-4")
        assert (refused.reason, refused.args_for_text) == ("powers_used_up", {"number": 1})


@pytest.mark.rule("WR-POW-08", "WR-TRAP-03")
def test_a_cancel_does_not_count_as_a_power_of_the_turn() -> None:
    pat = scene(
        V33, hand="APD", traps="T5=pD", powers="PAT=13", options={"powers_per_turn": 1}, deck="DD"
    ).answer("A", "power-3")
    assert pat.hand("PAT") == "PDDD"
    assert exhausted(pat, "PAT") == [1, 2, 3, 4]


@pytest.mark.rule("WR-POW-09")
def test_a_cancelling_power_cannot_be_used_by_itself() -> None:
    pat = scene(V33, powers="PAT=12")
    assert values(pat) == ["D", "F", "P", "power-2"]
    refused = pat.refusal("power-PAT-1")
    assert (refused.reason, refused.rules) == ("power_cancels_only", ("WR-POW-09",))


@pytest.mark.rule("WR-POW-04", "WR-POW-06")
def test_the_power_card_itself_may_be_shown() -> None:
    pat = scene(V33, powers="PAT=2").answer("power-PAT-2")
    assert (pat.at["PAT"], exhausted(pat, "PAT")) == ("T5", [1, 2, 3, 4])


@pytest.mark.rule("WR-POW-01", "WR-APP-01")
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("power-RUF-2", "power_of_another"),
        ("power-XYZ-2", "unknown_card"),
        ("power-5", "unknown_card"),
        ("power-", "unknown_card"),
    ],
)
def test_no_other_power_card_is_taken(value: str, reason: str) -> None:
    assert scene(V33, powers="PAT=2 RUF=2").refusal(value).reason == reason


@pytest.mark.rule("WR-CARD-08", "WR-POW-06")
def test_t13_after_three_cards_only_powers_and_the_end_remain() -> None:
    pat = scene(V33, hand="APDF", powers="PAT=3", deck="AA").answer("A", "P", "D")
    assert (pat.question.key, pat.question.optional, values(pat)) == ("power_or_end", True, ["power-3"])
    assert pat.refusal("F").rules == ("WR-CARD-08",)
    pat.answer("power-3")
    assert (pat.hand("PAT"), pat.asked) == ("FAA", "RUF")


@pytest.mark.rule("WR-TURN-05", "WR-POW-06")
def test_without_a_fitting_card_a_ready_power_keeps_the_turn_open() -> None:
    pat = scene(V33, hand="AFF", powers="PAT=3", deck="PD").answer("A")
    assert (pat.question.key, values(pat)) == ("power_or_end", ["power-3"])
    assert pat.refusal("F").reason == "wrong_terrain"
    pat.answer("power-3")
    assert (pat.question.key, values(pat)) == ("card_2", ["P"])


@pytest.mark.rule("WR-CARD-13", "WR-POW-06", "WR-POW-10")
def test_with_an_empty_hand_a_ready_power_may_bring_a_card_that_may_be_played() -> None:
    pat = scene(V33, hand="", powers="PAT=3", deck="DA")
    assert (pat.question.key, pat.question.optional) == ("power_or_end", True)
    pat.answer("power-3")
    assert (pat.question.key, pat.question.optional) == ("card_1", False)


@pytest.mark.rule("WR-POW-12", "WR-MOVE-13")
def test_a_car_moved_by_somebody_elses_power_has_moved_onto_its_tile() -> None:
    pat = scene(V33, traps="T6=pC", powers="PAT=2", steps={"2": ["back 1 (chosen)"]}).answer("power-2", "ANT")
    assert (pat.at["ANT"], pat.traps, pat.question.key) == ("T4", "", "card_1")


@pytest.mark.rule("WR-PRIM-12", "WR-PRIM-13", "WR-PRIM-17", "WR-TRAP-09", "WR-TRAP-15", "WR-POW-12")
def test_v47_a_tile_swap_under_two_cars() -> None:
    on = scene(
        "RUF=T4 PAT=T5 ANT=T5 RED=T10 SLA=T11 PEN=T12",
        turn="RUF",
        hand="ADP",
        traps="T6=pC",
        powers="RUF=2",
        steps={"RUF-2": ["swap_tiles 2"]},
        round_number=1,
    ).answer("power-2", "T6")
    assert (on.asked, on.question.key) == ("RUF", "who_triggers")
    on.answer("ANT")
    assert on.where("RUF PAT ANT") == "RUF=T4 PAT=T5 ANT=T3"
    assert (on.asked, on.question.key) == ("RUF", "card_1")
    on.answer("A", "D", "P")
    assert (on.at["RUF"], on.dastardly) == ("T7", "T3")


@pytest.mark.rule("WR-PRIM-19", "WR-TRACK-05")
def test_v55_a_tile_swap_that_would_put_two_cars_on_the_swamp_is_refused() -> None:
    on = scene(
        "RUF=T12 PAT=T13 ANT=T13 RED=T2 SLA=T3 PEN=T4",
        turn="RUF",
        powers="RUF=2",
        special="swamp",
        steps={"RUF-2": ["swap_tiles 2"]},
    ).answer("power-2")
    refused = on.refusal("T14")
    assert (refused.reason, refused.rules) == ("swamp_crowded", ("WR-PRIM-19", "WR-TRACK-05"))
    assert exhausted(on, "RUF") == [1, 3, 4]
    assert on.refusal("T9").reason == "not_an_option"


@pytest.mark.rule("WR-PRIM-18", "WR-SPEC-03")
def test_t36_a_special_tile_swapped_in_under_a_car_does_nothing() -> None:
    on = scene(
        "RUF=T12 PAT=T13 ANT=T5 RED=T2 SLA=T3 PEN=T4",
        turn="RUF",
        powers="RUF=2",
        special="railroad_crossing",
        steps={"RUF-2": ["swap_tiles 2"]},
    ).answer("power-2", "T14")
    assert on.state.course[12] == "railroad_crossing"
    assert on.where("RED PAT") == "RED=T2 PAT=T13"


@pytest.mark.rule("WR-PRIM-18", "WR-PRIM-17", "WR-TRAP-15")
def test_a_trap_that_comes_with_a_special_tile_works_and_the_tile_does_not() -> None:
    on = scene(
        "RUF=T12 PAT=T13 ANT=T5 RED=T2 SLA=T3 PEN=T4",
        turn="RUF",
        powers="RUF=2",
        special="railroad_crossing",
        traps="T14=pA",
        steps={"RUF-2": ["swap_tiles 2"]},
    ).answer("power-2", "T14")
    assert (on.state.used, on.asked) == (["pA"], "RUF")
    assert on.where("RED PAT") == "RED=T2 PAT=T13"


@pytest.mark.rule("WR-END-10", "WR-PRIM-03")
def test_t37_a_power_that_could_take_several_cars_home() -> None:
    on = scene(
        "PAT=T4 RUF=T2 ANT=T3 RED=T10 SLA=T16 PEN=T17",
        powers="PAT=2",
        steps={"PAT-2": ["forward 6 (others)"]},
    ).answer("power-2")
    assert on.match.over
    assert on.where("PEN SLA RED") == "PEN=T19 SLA=T16 RED=T10"


@pytest.mark.rule("WR-POW-01", "WR-POW-05", "WR-SETUP-05")
def test_t21_all_powers_are_ready_at_the_start_and_a_used_one_stays_so() -> None:
    assert new_match(4).state.exhausted == [[], [], [], []]
    on = scene(V54, hand="DPA", powers="PAT=1234", hands={"RUF": "AAA", "ANT": "AAA"}).answer("power-2")
    on.answer("D", None)
    while on.state.round == 2:
        on.answer(on.question.options[0].value if not on.question.optional else None)
    assert exhausted(on, "PAT") == [2]
    assert "power-2" not in values(on)


@pytest.mark.rule("WR-PRIM-14")
@pytest.mark.parametrize(("powers", "left"), [("PAT=2", [2, 4]), ("PAT=123", [2])])
def test_t23_a_refresh_turns_up_so_many_powers_but_never_the_one_that_is_used(
    powers: str, left: list[int]
) -> None:
    on = scene(V33, powers=powers, steps={"2": ["refresh 2"]}).answer("power-2")
    if powers == "PAT=2":
        assert values(on) == ["power-1", "power-3", "power-4"]
        on.answer("power-1", "power-PAT-3")
    assert exhausted(on, "PAT") == left


@pytest.mark.rule("WR-PRIM-16")
def test_a_refresh_means_nothing_to_a_neutral() -> None:
    on = scene(V33, turn="", traps="T3=pA", steps={"pA": ["refresh 2"]}, deck="DDD", powers="PAT=1")
    assert on.state.used == ["pA"]
    assert exhausted(on, "PAT") == [2, 3, 4]


# --- the Gas Station ------------------------------------------------------------------------------------------------

V39 = "PAT=T8 RUF=T10 ANT=T12 RED=T11 SLA=T10 PEN=T13"
READY = "PAT=134 RUF=24 ANT=1234"


@pytest.mark.rule("WR-GAS-01", "WR-GAS-04", "WR-GAS-05", "WR-GAS-06", "WR-SPEC-02", "WR-POW-05")
def test_v39a_the_last_car_at_the_gas_station_turns_up_a_power_for_everybody() -> None:
    on = scene(V39, powers=READY).answer("D")
    assert (on.asked, values(on)) == ("RUF", ["power-1", "power-3"])
    on.answer("power-3")
    assert [exhausted(on, racer) for racer in ("PAT", "RUF", "ANT")] == [[], [1], []]
    assert (on.asked, on.question.key) == ("PAT", "card_2")


@pytest.mark.rule("WR-GAS-03")
def test_v39b_sharing_last_place_counts() -> None:
    on = scene(V39.replace("RUF=T10", "RUF=T9"), powers=READY).answer("D")
    assert on.question.key == "refresh_power"


@pytest.mark.rule("WR-GAS-02")
@pytest.mark.parametrize("other", ["SLA=T5", "SLA=G6", "SLA=T8"])
def test_v39c_with_a_car_behind_there_is_no_refresh(other: str) -> None:
    on = scene(V39.replace("SLA=T10", other), powers=READY).answer("D")
    assert (on.question.key, exhausted(on, "PAT")) == ("card_2", [2])


@pytest.mark.rule("WR-GAS-09", "WR-GAS-06")
def test_v39d_a_neutral_in_last_place_triggers_it_too() -> None:
    on = scene(
        "PAT=T12 RUF=T10 ANT=T12 RED=T11 SLA=T8 PEN=T13", turn="", powers="PAT=13 RUF=24 ANT=1234", deck="DDD"
    )
    assert (on.asked, on.at["SLA"]) == ("PAT", "T9")
    on.answer("power-4")
    assert on.asked == "RUF"


@pytest.mark.rule("WR-GAS-06")
def test_players_turn_up_powers_in_turn_order_from_the_active_player_on() -> None:
    on = scene(
        "PAT=T12 RUF=T8 ANT=T12 RED=T11 SLA=T10 PEN=T13", turn="RUF", powers="PAT=1 RUF=1 ANT=1"
    ).answer("D")
    order = []
    while on.question.key == "refresh_power":
        order.append(on.asked)
        on.answer(values(on)[0])
    assert order == ["RUF", "ANT", "PAT"]


@pytest.mark.rule("WR-GAS-10")
def test_t21_a_cancelling_power_may_be_the_one_turned_up() -> None:
    on = scene(V39, powers="PAT=234 RUF=1234 ANT=1234").answer("D")
    assert exhausted(on, "PAT") == []


@pytest.mark.rule("WR-GAS-07")
def test_coming_to_the_gas_station_again_counts_again() -> None:
    on = scene(V39, powers="PAT=13 RUF=1234 ANT=1234", hand="DAD").answer("D")
    on.answer("power-2")
    assert exhausted(on, "PAT") == [4]
    on.match.apply(Correct("place", "PAT", "T8"))
    on.answer("A")
    assert exhausted(on, "PAT") == []


@pytest.mark.rule("WR-GAS-08", "WR-SPEC-03")
def test_jumping_over_the_full_gas_station_is_no_refresh() -> None:
    on = scene("PAT=T8 RUF=T9 ANT=T12 RED=T11 SLA=T9 PEN=T13", powers=READY).answer("D")
    assert (on.at["PAT"], exhausted(on, "PAT")) == ("T10", [2])

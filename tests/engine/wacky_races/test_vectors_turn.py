"""The rule list's worked examples: a player's turn, its moves, its cards and its end (3.4 to 3.7, 3.17)."""

from __future__ import annotations

import pytest

from tests.engine.wacky_races.scene import scene

V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
V04 = "PAT=T2 ANT=T3 RED=T4 SLA=T4 RUF=T1 PEN=T6"
PHYSICAL = {"movement_deck": "physical", "trap_deck": "physical"}


@pytest.mark.rule(
    "WR-CARD-01", "WR-CARD-02", "WR-CARD-04", "WR-CARD-05", "WR-CARD-06", "WR-CARD-07", "WR-CARD-09", "WR-MOVE-01",
    "WR-MOVE-02", "WR-MOVE-04", "WR-FILL-01", "WR-TURN-03", "WR-TURN-05",
)  # fmt: skip
def test_v04_pat_pendings_move() -> None:
    pat = scene(V04, hand="DPA", deck="FDAP").answer("D")
    assert pat.where("PAT ANT") == "PAT=T3 ANT=T3"
    pat.answer("P")
    assert pat.at["PAT"] == "T5"
    assert pat.hand("PAT") == "AFD"
    assert pat.discard == "DP"
    assert (pat.dastardly, pat.traps) == ("T3", "")
    assert pat.asked == "RUF"


@pytest.mark.rule("WR-CARD-05", "WR-CARD-07", "WR-CARD-09", "WR-APP-01", "WR-INV-22")
def test_v04_a_farm_card_is_refused_on_prairie_with_the_reason() -> None:
    pat = scene(V04, options=PHYSICAL).answer("D", "P")
    refused = pat.refusal("A")
    assert (refused.reason, refused.rules) == ("wrong_terrain", ("WR-CARD-07",))
    assert refused.args_for_text == {"tile": "T5", "kind": "A", "needed": "P"}


@pytest.mark.rule("WR-CARD-05", "WR-INV-22")
def test_a_second_card_that_does_not_match_is_refused_by_its_own_rule() -> None:
    pat = scene(V04, options=PHYSICAL).answer("D")
    assert pat.refusal("F").rules == ("WR-CARD-05",)


@pytest.mark.rule("WR-CARD-01", "WR-APP-01")
def test_the_first_card_is_compulsory() -> None:
    pat = scene(V04, options=PHYSICAL)
    assert pat.refusal(None).reason == "not_an_option"


@pytest.mark.rule("WR-CARD-02")
@pytest.mark.parametrize("kind", "DFPA")
def test_the_first_card_moves_one_space_whatever_it_shows(kind: str) -> None:
    pat = scene(V04, options=PHYSICAL).answer(kind)
    assert pat.at["PAT"] == "T3"


@pytest.mark.rule("WR-CARD-04", "WR-TURN-05")
def test_after_the_first_card_the_player_may_end() -> None:
    pat = scene(V04, options=PHYSICAL).answer("D", None)
    assert (pat.at["PAT"], pat.asked) == ("T3", "RUF")


@pytest.mark.rule("WR-TURN-05")
def test_with_a_known_hand_that_fits_nowhere_the_turn_ends_unasked() -> None:
    pat = scene(V04, hand="DAA", deck="FF").answer("D")
    assert pat.asked == "RUF"


@pytest.mark.rule("WR-MOVE-01", "WR-MOVE-02", "WR-TRACK-04", "WR-CARD-02", "WR-INV-02", "WR-INV-11")
def test_v08_two_full_tiles_ahead_are_jumped_over() -> None:
    pat = scene("PAT=T2 RED=T3 SLA=T3 PEN=T4 ANT=T4 RUF=G6", hand="AAA").answer("A")
    assert pat.at["PAT"] == "T5"


@pytest.mark.rule(
    "WR-MOVE-02", "WR-MOVE-03", "WR-PRIM-02", "WR-TRAP-01", "WR-TRAP-06", "WR-TRAP-07", "WR-TRAP-08", "WR-TURN-06",
    "WR-FILL-01", "WR-INV-11",
)  # fmt: skip
def test_v09_knocked_back_over_a_full_tile() -> None:
    pat = scene("PAT=T4 ANT=T4 RED=T5 SLA=T5 RUF=T2 PEN=T7", hand="APF", deck="DP", traps="T6=pB").answer("A")
    assert pat.at["PAT"] == "T4"
    assert pat.hand("PAT") == "PFD"
    assert pat.state.used == ["pB"]
    assert (pat.dastardly, pat.traps, pat.asked) == ("T4", "", "RUF")


V10 = "PAT=G5 RED=G5 ANT=G6 RUF=G6 SLA=G4 PEN=G4"


@pytest.mark.rule(
    "WR-MOVE-03", "WR-MOVE-06", "WR-MOVE-08", "WR-TRACK-08", "WR-TRACK-09", "WR-DD-11", "WR-DD-17", "WR-DD-18",
    "WR-DD-21",
)  # fmt: skip
def test_v10_back_onto_the_grid() -> None:
    pat = scene(V10, hand="DFF", traps="T1=pF", trap_deck=2).answer("D")
    assert pat.at["PAT"] == "G2"
    assert (pat.traps, pat.dastardly, pat.state.trap_deck) == ("T1", "00", 1)
    assert pat.asked == "RUF"


@pytest.mark.rule("WR-MOVE-07", "WR-MOVE-12", "WR-PRIM-02", "WR-TRAP-17")
def test_v11_at_the_end_of_the_board_the_other_steps_are_dropped() -> None:
    pat = scene(
        "PAT=G6 RED=G2 ANT=G6 RUF=G5 SLA=G4 PEN=G4",
        hand="DFF",
        traps="T1=pF",
        steps={"pF": ["back 3 (chosen)"]},
    ).answer("D", "RED")
    assert pat.where("RED PAT") == "RED=G1 PAT=T1"


@pytest.mark.rule("WR-MOVE-07", "WR-MOVE-12", "WR-INV-01", "WR-INV-11")
def test_no_car_goes_back_to_00_and_one_that_stays_has_entered_nothing() -> None:
    pat = scene(
        "PAT=G6 RED=G1 ANT=G6 RUF=G5 SLA=G4 PEN=G4",
        hand="DFF",
        traps="T1=pF",
        steps={"pF": ["back 3 (chosen)"]},
    ).answer("D", "RED")
    assert pat.at["RED"] == "G1"
    assert pat.tell("stays").args == {"racer": "RED", "place": "G1"}


@pytest.mark.rule(
    "WR-TURN-01", "WR-TURN-02", "WR-NEUT-02", "WR-DD-06", "WR-DD-17", "WR-DD-18", "WR-DD-21", "WR-TRACK-08",
    "WR-TRACK-10", "WR-CARD-05", "WR-INV-15",
)  # fmt: skip
def test_v21_first_round_all_on_the_grid() -> None:
    race = scene(
        "PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6",
        hands={"PAT": "PDA", "RUF": "PDA", "ANT": "PDA"},
        deck="FFF",
        round_number=1,
    )
    race.answer("P")
    assert (race.where("PAT RUF"), race.traps, race.dastardly) == ("PAT=G2 RUF=G2", "T3", "00")
    race.answer("P")
    assert (race.where("RUF ANT"), race.traps, race.dastardly) == ("RUF=G3 ANT=G3", "T3 T5", "00")
    race.answer("P")
    assert race.where("PAT RUF ANT RED SLA PEN") == "PAT=G2 RUF=G3 ANT=G4 RED=G4 SLA=G5 PEN=G6"
    assert (race.traps, race.state.trap_deck, race.dastardly) == ("T3 T5 T13", 13, "00")
    assert (race.asked, race.state.round) == ("PAT", 2)
    assert "".join(race.turned) == "FFF"


@pytest.mark.rule("WR-TRACK-10", "WR-CARD-05")
@pytest.mark.parametrize("kind", "DFPA")
def test_v21_no_card_matches_on_the_starting_board(kind: str) -> None:
    race = scene("PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6", options=PHYSICAL).answer("P")
    refused = race.refusal(kind)
    assert (refused.reason, refused.rules) == ("no_terrain", ("WR-TRACK-10",))


@pytest.mark.rule("WR-TRACK-09")
def test_o02_a_table_may_send_cars_from_the_grid_straight_to_the_first_tile() -> None:
    race = scene(
        "PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6", hand="PDA", options={"grid_movement": "to_first_tile"}
    ).answer("P")
    assert race.at["PAT"] == "T1"


@pytest.mark.rule("WR-TRACK-10")
def test_o03_a_table_may_let_every_card_match_on_the_grid() -> None:
    race = scene(
        "PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6", hand="PDA", options={"grid_terrain": "wild"}
    ).answer("P", "D", "A")
    assert race.at["PAT"] == "G4"


# --- the hand and the deck -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-FILL-03", "WR-FILL-04", "WR-FILL-05", "WR-DD-04", "WR-INV-04", "WR-INV-08")
def test_v26_a_reshuffle_during_the_refill() -> None:
    pat = scene(
        "PAT=T1 RUF=T5 ANT=T8 RED=T6 SLA=T6 PEN=T3",
        dd="T4",
        hand="PFA",
        deck="D",
        discard="DA",
        whole_deck=True,
        reshuffled="AF",
    )
    cards = pat.state.total
    pat.answer("P", "F")
    assert "".join(pat.turned) == "DAF"
    assert pat.hand("PAT") == "ADA"
    assert (pat.discard, pat.dastardly, pat.traps) == ("F", "T7", "")
    assert pat.state.deck == 2
    assert pat.state.total == cards


@pytest.mark.rule("WR-FILL-02")
def test_with_three_cards_or_more_nothing_is_drawn_and_nothing_given_up() -> None:
    pat = scene(V33, hand="AFFFF").answer("A")
    assert pat.hand("PAT") == "FFFF"
    assert pat.turned == []


@pytest.mark.rule("WR-FILL-01", "WR-INV-08")
@pytest.mark.parametrize(("hand", "drawn"), [("A", 3), ("AF", 2), ("AFF", 1), ("AFFF", 0)])
def test_the_hand_is_filled_up_to_three(hand: str, drawn: int) -> None:
    pat = scene(V33, hand=hand, deck="FFF").answer("A")
    assert len(pat.turned) == drawn
    assert len(pat.hand("PAT")) == 3


@pytest.mark.rule("WR-CARD-13", "WR-TURN-06")
def test_v48_an_empty_hand() -> None:
    pat = scene(V33.replace("PAT=T4", "PAT=T5"), hand="", deck="DDA", discard="F", dd="T2")
    assert pat.at["PAT"] == "T5"
    assert pat.hand("PAT") == "DDA"
    assert (pat.dastardly, pat.asked) == ("T7", "RUF")


@pytest.mark.rule("WR-CARD-03", "WR-CARD-14", "WR-PRIM-08")
def test_v49_a_first_move_is_cancelled_and_the_others_are_not() -> None:
    pat = scene("PAT=T1 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand="ADF", deck="DDAA", no_first="PAT=1")
    pat.answer("A")
    assert pat.at["PAT"] == "T1"
    pat.answer("D", "F")
    assert (pat.at["PAT"], pat.dastardly) == ("T3", "T2")
    assert pat.state.cars[0].no_first == 0


@pytest.mark.rule("WR-CARD-03", "WR-CARD-08")
def test_a_cancelled_first_move_counts_as_one_of_the_three() -> None:
    pat = scene("PAT=T1 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand="ADFPP", no_first="PAT=1").answer(
        "A", "D", "F"
    )
    assert (pat.at["PAT"], pat.asked) == ("T3", "RUF")


@pytest.mark.rule("WR-CARD-08", "WR-INV-09")
def test_t13_three_cards_move_and_a_fourth_is_not_asked_for() -> None:
    pat = scene("PAT=T13 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand="PDFPPP").answer("P", "D", "F")
    assert (pat.at["PAT"], pat.asked, pat.hand("PAT")) == ("T16", "RUF", "PPP")


@pytest.mark.rule("WR-CARD-10", "WR-SPEC-01")
@pytest.mark.parametrize("kind", "DFPA")
def test_t14_a_special_tile_matches_every_card(kind: str) -> None:
    pat = scene("PAT=T13 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand=f"P{kind}P").answer("P", kind)
    assert pat.at["PAT"] == "T15"


@pytest.mark.rule("WR-CARD-11")
@pytest.mark.parametrize("kind", "DFPA")
def test_the_gas_station_matches_every_card_for_cars(kind: str) -> None:
    pat = scene("PAT=T8 RUF=T8 ANT=T7 RED=T12 SLA=T2 PEN=T4", hand=f"P{kind}P").answer("P", kind)
    assert pat.at["PAT"] == "T10"


@pytest.mark.rule("WR-CARD-12", "WR-DD-03")
def test_t15_the_last_card_put_down_lies_on_top() -> None:
    pat = scene("PAT=T2 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand="DPA", deck="FF").answer("D")
    assert pat.discard == "D"
    pat.answer("P")
    assert pat.discard[:2] == "DP"


@pytest.mark.rule("WR-TRACK-06", "WR-TRACK-02", "WR-TRACK-12")
def test_t12_the_gas_station_takes_two_cars_and_a_third_goes_on() -> None:
    two = scene("PAT=T8 RUF=T9 ANT=T7 RED=T12 SLA=T2 PEN=T4", hand="PDD").answer("P")
    assert two.where("PAT RUF") == "PAT=T9 RUF=T9"
    three = scene("PAT=T8 RUF=T9 ANT=T9 RED=T12 SLA=T2 PEN=T4", hand="PDD").answer("P")
    assert three.at["PAT"] == "T10"


@pytest.mark.rule("WR-TRACK-05", "WR-INV-02")
def test_the_swamp_takes_one_car_and_a_second_goes_on() -> None:
    pat = scene("PAT=T13 RUF=T14 ANT=T7 RED=T12 SLA=T2 PEN=T4", hand="PDD", special="swamp").answer("P")
    assert pat.at["PAT"] == "T15"


@pytest.mark.rule("WR-MOVE-04", "WR-TRACK-12")
@pytest.mark.parametrize("neighbour", ["RUF", "ANT", "RED"])
def test_which_car_already_stands_on_a_tile_makes_no_difference(neighbour: str) -> None:
    places = {"PAT": "T4", "RUF": "T8", "ANT": "T7", "RED": "T9", "SLA": "T2", "PEN": "T3", neighbour: "T5"}
    pat = scene(" ".join(f"{car}={place}" for car, place in places.items()), hand="AFF").answer("A")
    assert pat.at["PAT"] == "T5"


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-END-01", "WR-END-02", "WR-END-04", "WR-INV-17")
def test_v43_the_race_ends_at_once() -> None:
    pat = scene(
        "PAT=T17 RUF=T10 SLA=T12 ANT=T11 RED=T12 PEN=T15", dd="T3", hand="DAF", deck="PPPP", whole_deck=True
    ).answer("F", "A")
    assert pat.match.over
    result = pat.match.result
    assert result is not None
    assert result.standings[0].who == "PAT"
    assert (pat.hand("PAT"), pat.state.deck, pat.dastardly) == ("D", 4, "T3")


@pytest.mark.rule("WR-INV-17", "WR-END-02")
def test_after_the_end_nothing_can_be_said_any_more() -> None:
    pat = scene("PAT=T18 RUF=T10 SLA=T12 ANT=T11 RED=T12 PEN=T15", hand="DAF").answer("D")
    assert pat.match.open == ()
    with pytest.raises(Exception, match="not_asked"):
        pat.match.answer(0, "A")


@pytest.mark.rule("WR-MOVE-05", "WR-TRACK-07")
def test_v44_a_jump_to_the_finish() -> None:
    pat = scene("PAT=T16 RUF=T17 RED=T17 ANT=T18 SLA=T18 PEN=T15", hand="DAF").answer("D")
    assert pat.at["PAT"] == "T19"
    assert pat.match.over


@pytest.mark.rule("WR-END-05", "WR-END-06", "WR-END-07", "WR-INV-18")
def test_v45_places_behind_the_winner() -> None:
    pat = scene("PAT=T18 RED=T17 RUF=T15 SLA=T15 ANT=T12 PEN=T9", hand="DAF").answer("D")
    result = pat.match.result
    assert result is not None
    places = {standing.who: standing.place for standing in result.standings}
    assert places == {"PAT": 1, "RED": 2, "RUF": 3, "SLA": 3, "ANT": 5, "PEN": 6}


@pytest.mark.rule("WR-MOVE-10", "WR-TURN-04", "WR-END-04", "WR-PRIM-03")
def test_t16_a_move_stops_at_the_finish_and_wins_whatever_caused_it() -> None:
    pat = scene(
        "PAT=T15 RED=T10 RUF=T11 SLA=T9 ANT=T12 PEN=T9",
        hand="DAF",
        traps="T16=pI",
        steps={"pI": ["forward 6"]},
    ).answer("D")
    assert pat.at["PAT"] == "T19"
    assert pat.match.over


@pytest.mark.rule("WR-TURN-04")
def test_without_a_car_on_the_finish_the_next_round_follows() -> None:
    race = scene("PAT=T2 RED=T15 RUF=T11 SLA=T6 ANT=T12 PEN=T3", turn="ANT", hand="DAA", deck="FDDD").answer(
        "D"
    )
    assert (race.asked, race.state.round) == ("PAT", 3)
    assert not race.match.over

"""The rule list's worked examples: the neutral phase (3.9)."""

from __future__ import annotations

import pytest

from tests.engine.wacky_races.scene import Scene, scene

V16 = "RED=T14 SLA=T10 PEN=T3 PAT=T16 RUF=T12 ANT=T11"
V30 = "RED=T5 SLA=T5 PEN=T2 PAT=T6 RUF=T10 ANT=T11"
V31 = "RED=T5 SLA=T2 PEN=T3 PAT=T10 RUF=T8 ANT=T7"


def phase(cars: str, deck: str, **more: object) -> Scene:
    """The neutral phase at the end of round 2."""
    return scene(cars, turn="", deck=deck, **more)  # type: ignore[arg-type]


@pytest.mark.rule(
    "WR-NEUT-01", "WR-NEUT-03", "WR-NEUT-04", "WR-NEUT-08", "WR-NEUT-09", "WR-NEUT-10", "WR-NEUT-11", "WR-NEUT-12",
    "WR-NEUT-13", "WR-NEUT-15", "WR-CARD-11", "WR-TURN-02", "WR-INV-16",
)  # fmt: skip
def test_v06_the_neutral_phase_of_the_rulebook() -> None:
    race = phase("PAT=T10 RUF=T12 ANT=T13 PEN=T8 RED=T6 SLA=T3", "FFDA", dd="T2", discard="P")
    assert race.where("PEN RED SLA") == "PEN=T10 RED=T8 SLA=T4"
    assert (race.discard, race.dastardly) == ("PFFD", "T2")
    assert (race.asked, race.state.round) == ("PAT", 3)
    assert race.deck == ["A"]


@pytest.mark.rule("WR-NEUT-04", "WR-NEUT-09", "WR-NEUT-12")
def test_v06_the_order_is_told_car_by_car_and_nobody_moves_on_the_other_cards() -> None:
    race = phase("PAT=T10 RUF=T12 ANT=T13 PEN=T8 RED=T6 SLA=T3", "FFDA")
    moved = [(told.args["racer"], told.args["place"]) for told in race.told if told.key == "moves"]
    assert moved == [("PEN", "T9"), ("RED", "T7"), ("SLA", "T4"), ("PEN", "T10"), ("RED", "T8")]
    assert [told.args["racers"] for told in race.told if told.key == "revealed"] == [["RED", "PEN"], [], []]


@pytest.mark.rule("WR-DD-27", "WR-NEUT-11", "WR-NEUT-14", "WR-MOVE-02")
def test_v28_two_players() -> None:
    race = phase(
        "PAT=T9 RUF=T8 ANT=T10 RED=T7 SLA=T4 PEN=T2",
        "PDFA",
        players="PAT RUF",
        neutrals="ANT RED SLA PEN",
        dd="T1",
    )
    assert race.where("ANT RED SLA PEN") == "ANT=T12 RED=T8 SLA=T9 PEN=T4"
    assert (race.dastardly, race.traps) == ("T2", "")
    assert race.asked == "PAT"


@pytest.mark.rule("WR-DD-27")
@pytest.mark.parametrize(
    ("players", "neutrals"), [("PAT RUF ANT", "RED SLA PEN"), ("PAT RUF ANT RED", "SLA PEN")]
)
def test_with_more_than_two_players_dastardly_has_no_extra_move(players: str, neutrals: str) -> None:
    race = phase(
        "PAT=T9 RUF=T8 ANT=T10 RED=T7 SLA=T4 PEN=T2", "PDFA", players=players, neutrals=neutrals, dd="T1"
    )
    assert race.dastardly == "T1"


@pytest.mark.rule("WR-NEUT-21", "WR-SETUP-06", "WR-INV-15")
def test_v29_with_six_players_no_card_is_revealed() -> None:
    race = phase(
        "PAT=T9 RUF=T8 ANT=T10 RED=T7 SLA=T4 PEN=T2", "", players="PAT RUF ANT RED SLA PEN", neutrals=""
    )
    assert race.turned == []
    assert (race.asked, race.state.round) == ("PAT", 3)


@pytest.mark.rule("WR-NEUT-05", "WR-NEUT-07", "WR-NEUT-15")
@pytest.mark.parametrize(
    ("first", "after"), [("SLA", "SLA=T6 RED=T7 PEN=T3"), ("RED", "SLA=T7 RED=T6 PEN=T3")]
)
def test_v30_between_level_neutrals_the_starting_player_chooses(first: str, after: str) -> None:
    race = phase(V30, "AAA")
    assert (race.asked, race.question.key) == ("PAT", "neutral_first")
    assert sorted(option.value for option in race.question.options) == ["RED", "SLA"]
    race.answer(first)
    assert race.where("SLA RED PEN") == after


@pytest.mark.rule("WR-NEUT-06")
def test_o17_a_table_may_let_the_grid_decide_between_level_neutrals() -> None:
    race = phase(V30, "AAA", slots="PEN=G4 RED=G5 SLA=G6", options={"neutral_tie": "grid_order"})
    assert race.where("SLA RED") == "SLA=T6 RED=T7"


@pytest.mark.rule("WR-NEUT-06")
def test_a_table_may_let_the_lot_decide_between_level_neutrals() -> None:
    race = phase(V30, "", options={"neutral_tie": "random"})
    drawn = race.match.record[0]
    assert getattr(drawn, "seat", None) == "chance"
    assert getattr(drawn, "value", None) in ("RED", "SLA")


@pytest.mark.rule("WR-NEUT-17", "WR-NEUT-18", "WR-TRAP-11", "WR-TRAP-12", "WR-TRACK-13")
def test_v31_a_neutral_hits_a_trap() -> None:
    race = phase(V31, "AAA", traps="T6=pC")
    assert race.where("RED PEN SLA") == "RED=T4 PEN=T5 SLA=T3"
    assert race.traps == ""
    assert race.state.used == ["pC"]


@pytest.mark.rule("WR-NEUT-18", "WR-NEUT-05", "WR-NEUT-14")
def test_o19_a_table_may_let_a_neutral_go_on_after_a_trap() -> None:
    race = phase(V31, "AAA", traps="T6=pC", options={"neutral_trap_stops": "no"})
    race.answer("RED")
    assert race.where("RED PEN SLA") == "RED=T5 PEN=T5 SLA=T3"


@pytest.mark.rule("WR-END-01", "WR-END-02", "WR-END-03", "WR-NEUT-20", "WR-INV-16")
def test_v32_a_neutral_wins() -> None:
    race = phase("RED=T18 SLA=T17 PEN=T3 PAT=T10 RUF=T8 ANT=T7", "AAA")
    assert race.match.over
    assert race.where("RED SLA PEN") == "RED=T19 SLA=T17 PEN=T3"
    assert race.turned == []
    result = race.match.result
    assert result is not None
    assert (result.standings[0].who, result.standings[0].seat) == ("RED", None)


@pytest.mark.rule("WR-PRIM-07", "WR-PRIM-16")
def test_v51_a_neutral_misses_its_phase() -> None:
    race = phase("RED=T6 SLA=T2 PEN=T3 PAT=T10 RUF=T8 ANT=T7", "DDDA", missing="RED=1")
    assert race.where("PEN SLA RED") == "PEN=T4 SLA=T3 RED=T6"
    assert [car.missing for car in race.state.cars if car.racer == "RED"] == [0]


@pytest.mark.rule("WR-PRIM-08")
def test_a_neutral_that_lost_its_first_move_still_moves_on_a_reveal() -> None:
    race = phase("RED=T6 SLA=T2 PEN=T3 PAT=T10 RUF=T8 ANT=T7", "DAP", no_first="RED=1")
    assert race.at["RED"] == "T7"
    assert [car.no_first for car in race.state.cars if car.racer == "RED"] == [0]


@pytest.mark.rule("WR-NEUT-02", "WR-INV-15")
def test_after_the_first_round_the_neutral_cars_do_not_move() -> None:
    race = phase(V31, "AAA", round_number=1)
    assert race.where("RED SLA PEN PAT RUF ANT") == V31
    assert race.turned == []
    assert race.state.round == 2


@pytest.mark.rule("WR-NEUT-16", "WR-TRACK-10")
@pytest.mark.parametrize(("terrain", "place"), [("none", "G5"), ("wild", "T1")])
def test_a_neutral_on_the_grid_moves_on_a_reveal_only_where_the_grid_is_wild(
    terrain: str, place: str
) -> None:
    race = phase("RED=G4 SLA=T10 PEN=T12 PAT=T16 RUF=T12 ANT=T11", "FFF", options={"grid_terrain": terrain})
    assert race.at["RED"] == place


@pytest.mark.rule("WR-NEUT-10", "WR-SPEC-01")
@pytest.mark.parametrize("kind", "DFPA")
@pytest.mark.parametrize(("start", "place"), [("T8", "T10"), ("T13", "T15")])
def test_a_neutral_on_the_gas_station_or_a_special_tile_matches_every_card(
    start: str, place: str, kind: str
) -> None:
    race = phase(f"RED={start} SLA=G1 PEN=G2 PAT=T16 RUF=T7 ANT=T7", kind, whole_deck=True)
    moved = [told.args["place"] for told in race.told if told.key == "moves" and told.args["racer"] == "RED"]
    assert moved[1] == place


@pytest.mark.rule("WR-NEUT-13")
def test_a_neutral_moves_at_most_once_for_a_card_though_the_next_tile_matches_too() -> None:
    race = phase("RED=T13 SLA=G1 PEN=G2 PAT=T16 RUF=T7 ANT=T7", "FDD")
    assert race.at["RED"] == "T15"


@pytest.mark.rule("WR-NEUT-07", "WR-NEUT-14")
def test_the_next_to_move_is_looked_up_anew_after_a_trap_has_changed_the_order() -> None:
    race = phase(
        "RED=T6 SLA=T5 PEN=T3 PAT=T16 RUF=T12 ANT=T13", "", traps="T7=pA", steps={"pA": ["back 4 (chosen)"]}
    ).answer("SLA")
    moved = [(told.args["racer"], told.args["place"]) for told in race.told if told.key == "moves"]
    assert moved[:4] == [("RED", "T7"), ("SLA", "T1"), ("PEN", "T4"), ("SLA", "T2")]


@pytest.mark.rule("WR-NEUT-19", "WR-FILL-03")
def test_t18_a_deck_that_runs_out_between_the_reveals_is_made_anew() -> None:
    race = phase(
        "RED=T6 SLA=T3 PEN=T8 PAT=T10 RUF=T12 ANT=T13", "A", whole_deck=True, discard="FFDDP", reshuffled="FD"
    )
    assert "".join(race.turned) == "AFD"
    assert race.discard == "FD"
    assert race.state.deck == 4


@pytest.mark.rule("WR-NEUT-19", "WR-FILL-06")
def test_with_no_card_anywhere_the_remaining_reveals_fall_away() -> None:
    race = phase("RED=T6 SLA=T3 PEN=T8 PAT=T10 RUF=T12 ANT=T13", "", whole_deck=True)
    assert race.where("RED SLA PEN") == "RED=T7 SLA=T4 PEN=T9"
    assert race.state.round == 3


@pytest.mark.rule("WR-NEUT-23", "WR-PRIM-05")
def test_t20_where_a_neutral_has_a_choice_the_starting_player_decides() -> None:
    race = phase("RED=T5 SLA=T2 PEN=T8 PAT=T4 RUF=T4 ANT=T7", "AAA", traps="T6=pD")
    assert (race.asked, race.question.key) == ("PAT", "choose_nearest")
    race.answer("RUF")
    assert race.where("RED RUF") == "RED=T4 RUF=T6"


@pytest.mark.rule("WR-NEUT-22")
def test_t19_a_neutral_moved_in_a_players_turn_still_makes_all_its_moves() -> None:
    race = scene(
        "ANT=T5 RED=T1 SLA=G1 PEN=T3 PAT=T10 RUF=T8",
        turn="ANT",
        hand="PFF",
        deck="FFFF",
        traps="T6=pA",
        steps={"pA": ["forward 1 (chosen)"]},
    ).answer("P", "RED")
    moved = [told.args["place"] for told in race.told if told.key == "moves" and told.args["racer"] == "RED"]
    assert moved == ["T2", "T3"]


@pytest.mark.rule("WR-INV-10", "WR-PRIM-16")
@pytest.mark.parametrize("step", ["lose 2 (owner)", "draw 2", "steal 1"])
def test_card_steps_do_nothing_to_a_neutral(step: str) -> None:
    race = phase(V31, "AAA", traps="T6=pA", steps={"pA": [step]})
    assert [hand.cards for hand in race.state.hands] == [["D", "F", "P"]] * 3
    assert race.at["RED"] == "T6"


@pytest.mark.rule("WR-TURN-01", "WR-NEUT-01")
def test_the_neutral_phase_comes_after_the_last_players_turn() -> None:
    race = scene(V31, turn="RUF", hand="AFF", deck="AFFFF")
    race.answer("A", None)
    assert race.asked == "ANT"
    assert race.where("RED SLA PEN") == "RED=T5 SLA=T2 PEN=T3"
    race.answer("D")
    assert race.where("RED SLA PEN") != "RED=T5 SLA=T2 PEN=T3"
    assert race.asked == "PAT"

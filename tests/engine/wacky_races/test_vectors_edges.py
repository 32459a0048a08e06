"""What lies just beside the worked examples: limits that are reached exactly, and the reasons that are told."""

from __future__ import annotations

import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from tests.engine.wacky_races.races import begin, go_on
from tests.engine.wacky_races.scene import Scene, scene

V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
PHYSICAL = {"movement_deck": "physical", "trap_deck": "physical"}


@pytest.mark.rule("WR-PRIM-04", "WR-PRIM-20")
@pytest.mark.parametrize(("behind", "after"), [("T3", "PAT=T3 RUF=T6"), ("T2", "PAT=T6 RUF=T2")])
def test_a_car_is_in_reach_up_to_exactly_so_many_positions_back(behind: str, after: str) -> None:
    pat = scene(f"PAT=T5 RUF={behind} ANT=T9 RED=T10 SLA=T11 PEN=T12", hand="PDD", traps="T6=pD").answer("P")
    assert pat.where("PAT RUF") == after


@pytest.mark.rule("WR-DD-18", "WR-DD-24")
def test_the_last_trap_card_is_laid_and_then_there_is_none() -> None:
    race = scene(
        "PAT=T1 RUF=T3 ANT=T4 RED=T5 SLA=T5 PEN=T2", stage="dastardly", discard="D", dd="T2", trap_deck=1
    )
    assert (race.traps, race.state.trap_deck, race.dastardly) == ("T6", 0, "00")


@pytest.mark.rule("WR-DECK-03", "WR-COMP-05", "WR-INV-05")
def test_a_virtual_trap_that_has_been_turned_over_does_not_come_again() -> None:
    race = scene(V33.replace("RUF=T8", "RUF=T6"), hand="APP", traps="T5=pF T7=pA", round_number=1)
    race.answer("A")
    race.match.answer(1, "D")
    assert race.question.key == "trap_type"
    assert {option.value: option.weight for option in race.question.options} == {
        "pA": 2,
        "pB": 3,
        "pC": 3,
        "pD": 2,
        "pE": 2,
        "pG": 1,
        "pH": 1,
        "pI": 1,
    }


TILES = "RUF=T3 PAT=T5 ANT=T1 RED=T10 SLA=T11 PEN=T12"


def swap(traps: str, cars: str = TILES) -> Scene:
    """RUF plays onto a trap that lets the tile ahead (T5) change places with T6."""
    race = scene(
        cars, turn="RUF", hand="ADP", traps=f"T4=pA {traps}", steps={"pA": ["swap_tiles 2"]}, round_number=1
    )
    return race.answer("A", "T6")


@pytest.mark.rule("WR-TRAP-15", "WR-PRIM-17")
def test_a_trap_that_slides_under_one_car_hits_it_unasked() -> None:
    race = swap("T6=pB")
    assert race.at["PAT"] == "T4"
    assert (race.traps, race.asked) == ("", "ANT")


@pytest.mark.rule("WR-PRIM-17")
def test_a_trap_that_slides_under_no_car_lies_there() -> None:
    race = swap("T6=pB", TILES.replace("PAT=T5", "PAT=T8"))
    assert race.traps == "T5"


@pytest.mark.rule("WR-PRIM-13")
def test_a_tile_swap_moves_neither_cars_nor_dastardly() -> None:
    race = scene(
        TILES, turn="RUF", hand="ADP", dd="T6", traps="T4=pA", steps={"pA": ["swap_tiles 2"]}, round_number=1
    )
    race.match.answer(1, "A")
    while race.question.key != "swap_tile":
        race.match.answer(CHANCE, "pA")
    race.match.answer(1, "T6")
    assert race.where("RUF PAT ANT RED SLA PEN") == TILES.replace("RUF=T3", "RUF=T4")
    assert race.state.dastardly == 12


@pytest.mark.rule("WR-PRIM-10", "WR-PRIM-16")
def test_cards_are_stolen_only_from_players_who_have_some() -> None:
    pat = scene(
        V33, hand="APP", hands={"RUF": "", "ANT": "F"}, traps="T5=pA", steps={"pA": ["steal 1"]}
    ).answer("A")
    assert pat.hand("PAT") == "PPF"
    assert not [entry for entry in pat.match.record if getattr(entry, "value", "") in ("RUF", "ANT")]


@pytest.mark.rule("WR-PRIM-10", "WR-DECK-01")
def test_between_real_hands_only_the_sizes_change() -> None:
    pat = scene(V33, options=PHYSICAL, traps="T5=pA", steps={"pA": ["steal 2"]})
    pat.answer("A", "pA", "RUF")
    assert [hand.size for hand in pat.state.hands] == [4, 1, 3]
    assert pat.state.deck == 64 - 4 - 1 - 3 - 1


@pytest.mark.rule("WR-TRAP-14")
def test_an_arrival_lapses_when_its_car_was_moved_on_before_it_was_looked_at() -> None:
    twice = {"pA": ["forward 1 (chosen)", "forward 1 (chosen)"]}
    pat = scene(V33, hand="APP", traps="T5=pA T8=pF", steps=twice).answer("A", "ANT", "ANT")
    assert (pat.at["ANT"], pat.traps) == ("T9", "T8")


@pytest.mark.rule("WR-NEUT-02", "WR-DD-27")
def test_with_two_players_there_is_no_extra_move_behind_round_one() -> None:
    race = scene(
        "PAT=T9 RUF=T8 ANT=T10 RED=T7 SLA=T4 PEN=T2",
        players="PAT RUF",
        neutrals="ANT RED SLA PEN",
        turn="",
        dd="T1",
        discard="F",
        round_number=1,
    )
    assert (race.dastardly, race.asked) == ("T1", "PAT")


@pytest.mark.rule("WR-SETUP-24")
def test_a_dealt_special_tile_is_drawn_by_lot_each_as_likely() -> None:
    match = begin()
    go_on(match, "special")
    assert match.open[0].seat == CHANCE
    assert {option.weight for option in match.open[0].options} == {1}


@pytest.mark.rule("WR-SETUP-06", "WR-SETUP-20")
def test_neutrals_are_drawn_from_the_racers_nobody_drives() -> None:
    match = begin()
    go_on(match, "neutrals", {"racer": ["PAT", "RUF", "ANT"]})
    assert [option.value for option in match.open[0].options] == [
        "SLA",
        "GRU",
        "RED",
        "PEN",
        "SER",
        "LUK",
        "PET",
    ]


@pytest.mark.rule("WR-END-01", "WR-END-03")
@pytest.mark.parametrize(("car", "seat"), [("PAT", 0), ("RED", None)])
def test_the_result_names_the_winner_and_its_seat(car: str, seat: int | None) -> None:
    places = {"PAT": "T4", "RUF": "T8", "ANT": "T7", "RED": "T9", "SLA": "T2", "PEN": "T3", car: "T18"}
    cars = " ".join(f"{racer}={place}" for racer, place in places.items())
    race = scene(cars, turn="PAT" if seat == 0 else "", hand="DFP")
    if seat == 0:
        race.answer("D")
    assert race.match.result is not None
    assert race.match.result.notes == {"winner": car, "seat": seat}


# --- the reasons that are told ------------------------------------------------------------------------------------------


def reasons(race: Scene, key: str) -> set[str]:
    """The rules behind everything told with that key."""
    return {rule for told in race.told if told.key == key for rule in told.rules}


@pytest.mark.rule("WR-MOVE-02", "WR-APP-13")
@pytest.mark.parametrize(
    ("cars", "jumps"), [(V33, False), ("PAT=T4 RUF=T5 ANT=T5 RED=T9 SLA=T2 PEN=T3", True)]
)
def test_a_jump_over_a_full_tile_is_told_with_its_reason(cars: str, *, jumps: bool) -> None:
    race = scene(cars, hand="AFF").answer("A")
    assert ("WR-MOVE-02" in reasons(race, "moves")) == jumps


@pytest.mark.rule("WR-DD-07", "WR-DD-08", "WR-APP-13")
@pytest.mark.parametrize(("dd", "rule"), [("T12", "WR-DD-08"), ("T5", "WR-DD-07")])
def test_why_dastardly_stops_is_told(dd: str, rule: str) -> None:
    race = scene("PAT=T15 RUF=T12 ANT=T11 RED=T13 SLA=T10 PEN=T9", stage="dastardly", discard="A", dd=dd)
    assert reasons(race, "dastardly_moves") == {"WR-DD-02", "WR-DD-06", rule}


@pytest.mark.rule("WR-DD-21", "WR-DD-22", "WR-APP-13")
@pytest.mark.parametrize(
    ("last", "rules"), [("T1", {"WR-DD-21"}), ("T10", {"WR-DD-22"}), ("T3", set()), ("G4", {"WR-DD-21"})]
)
def test_where_dastardly_goes_back_to_is_told_with_its_reason(last: str, rules: set[str]) -> None:
    race = scene(
        f"PAT={last} RUF=T12 ANT=T11 RED=T13 SLA=T10 PEN=T11",
        stage="dastardly",
        discard="D",
        dd="T14",
        round_number=1,
    )
    assert reasons(race, "dastardly_retreats") == {"WR-DD-19", "WR-DD-20", *rules}


@pytest.mark.rule("WR-TURN-01", "WR-TURN-02", "WR-APP-13")
def test_the_starting_players_turn_begins_a_round() -> None:
    race = scene(V33, hand="AFF", deck="DD").answer("A")
    first, second = (told.rules for told in race.told if told.key == "turn")
    assert (first, second) == (("WR-TURN-01", "WR-TURN-02"), ("WR-TURN-01",))


@pytest.mark.rule("WR-NEUT-03", "WR-NEUT-09", "WR-APP-13")
def test_a_neutrals_common_move_and_its_moves_on_a_card_are_told_apart() -> None:
    race = scene("RED=T6 SLA=T2 PEN=T3 PAT=T10 RUF=T8 ANT=T7", turn="", deck="FDD")
    found = [told.rules[0] for told in race.told if told.key == "moves" and told.args["racer"] == "RED"]
    assert found == ["WR-NEUT-03", "WR-NEUT-09"]


@pytest.mark.rule("WR-APP-15")
def test_the_half_a_place_needs_is_named() -> None:
    match = begin(course="scanned")
    go_on(match, "course", {"special_tile": ["crossroads"]})
    with pytest.raises(IllegalAnswer) as refused:
        match.answer(TABLE, "S1")
    assert refused.value.args_for_text == {"place": "T1", "half": 1}

"""The weak pilot, decision by decision (section 7, baseline)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import choose, scan
from engine.wacky_races.pilots import Weak
from tests.engine.conformance import lots
from tests.engine.playing import play_out
from tests.engine.wacky_races.kit import new_match, race, with_real_cards
from tests.engine.wacky_races.scene import Scene, scene

BEHIND = "RED=T2 SLA=T1 PEN=T1"


def decide(on: Scene) -> Any:
    """What the pilot answers to the open question."""
    question = on.question
    assert isinstance(question.seat, int)
    pilot = on.match.rulebook.pilot("weak")
    value = pilot.answer(on.match.rulebook.view(on.state, question.seat), question, lots(1)("pilot"))
    question.read(value)
    return value


def of_choice(on: Scene, key: str, *names: str, seat: int = 0) -> Any:
    """What the pilot answers to a choice between *names*."""
    question = choose(seat, key, dict.fromkeys(names, ""), rules=("WR-TEST",))
    view = on.match.rulebook.view(on.state, seat)
    return on.match.rulebook.pilot("weak").answer(view, question, lots(1)("pilot"))


@pytest.mark.parametrize(
    ("cars", "hand", "traps", "card"),
    [
        pytest.param(f"PAT=T4 RUF=T8 ANT=T7 {BEHIND}", "APD", "", "A", id="the card that opens three moves"),
        pytest.param(
            f"PAT=T4 RUF=T8 ANT=T7 {BEHIND}", "FD", "", "D", id="the lowest kind when nothing follows"
        ),
        pytest.param(f"PAT=T4 RUF=T8 ANT=T7 {BEHIND}", "FFP", "T6=pA", "F", id="keeps different kinds"),
        pytest.param("PAT=T4 RUF=T5 ANT=T5 RED=T7 SLA=T1 PEN=T1", "ADF", "", "A", id="sees full tiles"),
    ],
)
def test_the_first_card_brings_the_car_furthest(cars: str, hand: str, traps: str, card: str) -> None:
    assert decide(scene(cars, hand=hand, traps=traps)) == card


@pytest.mark.parametrize(
    ("traps", "card"),
    [("", "P"), ("T6=pA", None), ("T7=pA", "P")],
    ids=["free", "trap ahead", "trap behind it"],
)
def test_a_second_card_is_kept_before_a_trap(traps: str, card: str | None) -> None:
    on = scene(f"PAT=T4 RUF=T8 ANT=T7 {BEHIND}", hand="APD", traps=traps).answer("A")
    assert on.question.key == "card_2"
    assert decide(on) == card


def test_a_lost_first_move_is_reckoned_with() -> None:
    on = scene(f"PAT=T1 RUF=T8 ANT=T7 {BEHIND.replace('T1', 'G6')}", hand="ADF", no_first="PAT=1")
    assert decide(on) == "A"


def test_a_race_that_can_be_won_is_won() -> None:
    on = scene(f"PAT=T17 RUF=T8 ANT=T7 {BEHIND}", hand="FAD")
    on.answer(decide(on))
    on.answer(decide(on))
    assert on.match.over
    assert on.state.finished == ["PAT"]


def test_the_card_that_fits_least_of_the_next_four_tiles_is_given_up() -> None:
    on = scene(f"PAT=T4 RUF=T8 ANT=T7 {BEHIND}", hand="DFA")
    question = scan(0, "lose_card", ("D", "F", "A"), str, rules=("WR-TEST",))
    view = on.match.rulebook.view(on.state, 0)
    assert on.match.rulebook.pilot("weak").answer(view, question, lots(1)("pilot")) == "D"


@pytest.mark.parametrize("key", ["choose_car", "who_triggers", "swap_with", "steal_from"])
def test_the_foremost_rival_is_the_one_to_pick(key: str) -> None:
    on = scene(f"PAT=T9 RUF=T8 ANT=T7 {BEHIND}")
    assert of_choice(on, key, "PAT", "ANT", "RUF", "RED") == "RUF"


@pytest.mark.parametrize("key", ["choose_nearest", "swap_tile", "neutral_first"])
def test_what_the_pilot_does_not_weigh_it_decides_by_lot(key: str) -> None:
    assert of_choice(scene(f"PAT=T9 RUF=T8 ANT=T7 {BEHIND}"), key, "ANT", "RUF") in ("ANT", "RUF")


def test_a_pilot_whose_hand_nobody_shows_plays_any_kind() -> None:
    on = with_real_cards(scene(f"PAT=T9 RUF=T8 ANT=T7 {BEHIND}", options={"movement_deck": "physical"}))
    assert decide(on) in ("D", "F", "P", "A")


def test_the_pilot_knows_when_cars_leave_the_grid_at_once() -> None:
    on = race("PAT=G2 RUF=G3 ANT=G4 RED=G1 SLA=G5 PEN=G6", options={"grid_movement": "to_first_tile"})
    assert Weak(on.pack, on.options).to_first_tile


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_weak_pilots_finish_a_race_by_themselves(seats: int) -> None:
    match = new_match(seats, pilots=True)
    play_out(match, 1, {seat: match.rulebook.pilot("weak") for seat in range(seats)})
    assert match.result is not None
    assert match.result.standings[0].place == 1


@pytest.mark.rule("WR-DECK-01")
def test_weak_pilots_finish_a_race_with_real_cards_that_people_show() -> None:
    match = new_match(4, pilots=True, movement_deck="physical", trap_deck="physical", course="scanned")
    play_out(match, 2, {seat: match.rulebook.pilot("weak") for seat in range(4)})
    assert match.over


# --- powers, the Swamp, the Crossing ----------------------------------------------------------------------------------

ALONE = f"PAT=T4 RUF=T8 ANT=T7 {BEHIND}"


@pytest.mark.parametrize(
    ("cars", "traps", "power"),
    [
        pytest.param("PAT=T4 RUF=T5 ANT=T5 RED=T9 SLA=T1 PEN=T1", "", "power-2", id="over a full tile"),
        pytest.param(ALONE, "", None, id="only one space"),
        pytest.param("PAT=T4 RUF=T5 ANT=T5 RED=T9 SLA=T1 PEN=T1", "T6=pA", None, id="onto a trap"),
        pytest.param(f"PAT=T18 RUF=T8 ANT=T7 {BEHIND}", "", "power-2", id="home"),
    ],
)
def test_a_wind_is_used_where_it_gains_two_spaces_or_the_race(
    cars: str, traps: str, power: str | None
) -> None:
    answer = decide(scene(cars, hand="FFP", traps=traps, powers="PAT=2"))
    assert (answer if answer == "power-2" else None) == power


@pytest.mark.parametrize(("gap", "power"), [("T6", "power-4"), ("T5", None), ("T7", None)])
def test_changing_places_is_used_where_it_gains_two_spaces(gap: str, power: str | None) -> None:
    answer = decide(scene(f"PAT=T4 RUF={gap} ANT=T8 {BEHIND}", hand="FFP", powers="PAT=4"))
    assert (answer if answer == "power-4" else None) == power


@pytest.mark.parametrize(("hand", "power"), [("FFP", "power-3"), ("PPA", None)])
def test_cards_are_drawn_when_hardly_one_fits_the_next_tile(hand: str, power: str | None) -> None:
    answer = decide(scene(ALONE, hand=hand, powers="PAT=3"))
    assert (answer if answer == "power-3" else None) == power


def test_a_power_of_no_use_is_kept_when_only_powers_remain() -> None:
    on = scene(ALONE, hand="AFF", powers="PAT=2").answer("A")
    assert on.question.key == "power_or_end"
    assert decide(on) is None


@pytest.mark.parametrize(("powers", "card"), [("", None), ("PAT=1", "P")])
def test_a_ready_cancel_makes_a_trap_cost_less(powers: str, card: str | None) -> None:
    on = scene("PAT=T4 RUF=T6 ANT=T6 RED=T9 SLA=T1 PEN=T1", hand="APD", traps="T7=pA", powers=powers)
    assert decide(on.answer("A")) == card


@pytest.mark.parametrize(
    ("hand", "paid"), [("FDF", ["F", "F"]), ("DFP", ["D", "F", "P"]), ("DF", ["D"]), ("DDFF", ["D", "D"])]
)
def test_a_pair_gets_out_of_the_swamp_or_three_cards_or_the_car_stays(hand: str, paid: list[str]) -> None:
    on = scene(f"PAT=T14 RUF=T8 ANT=T7 {BEHIND}", hand=hand, special="swamp")
    given: list[str] = []
    while on.question.key.startswith("swamp_"):
        given.append(decide(on))
        on.answer(given[-1])
    assert sorted(given) == sorted(paid)


def test_a_car_that_has_just_come_into_the_swamp_pays_only_a_pair() -> None:
    pair = scene(f"PAT=T13 RUF=T8 ANT=T7 {BEHIND}", hand="PFF", special="swamp").answer("P")
    three = scene(f"PAT=T13 RUF=T8 ANT=T7 {BEHIND}", hand="PFDA", special="swamp").answer("P")
    assert (decide(pair), decide(three)) == ("F", None)


@pytest.mark.parametrize(("ahead", "first"), [("T11", "RUF"), ("T12", "PAT")])
def test_at_the_crossing_the_own_car_goes_last_where_that_brings_it_further(ahead: str, first: str) -> None:
    on = scene(f"PAT=T10 RUF=T10 ANT={ahead} RED=T13 SLA=T15 PEN=T16")
    assert of_choice(on, "crossing_first", "PAT", "RUF") == first


def test_a_power_that_moves_the_car_is_turned_up_before_the_guard() -> None:
    assert of_choice(scene(ALONE), "refresh_power", "power-1", "power-2", "power-3") == "power-2"


# --- the strong pilot -------------------------------------------------------------------------------------------------


def strongly(on: Scene, seed: int = 1) -> Any:
    """What the strong pilot answers to the open question."""
    question = on.question
    assert isinstance(question.seat, int)
    view = on.match.rulebook.view(on.state, question.seat)
    value = on.match.rulebook.pilot("strong").answer(view, question, lots(seed)("pilot"))
    question.read(value)
    return value


def test_the_strong_pilot_takes_a_race_that_can_be_won() -> None:
    assert strongly(scene(f"PAT=T18 RUF=T8 ANT=T7 {BEHIND}", hand="FAD")) is not None
    on = scene(f"PAT=T17 RUF=T17 ANT=T18 {BEHIND}", hand="FPP", powers="PAT=2", deck="DDDD")
    while not on.match.over and on.asked == "PAT":
        on.answer(strongly(on))
    assert on.state.finished == ["PAT"]


def test_the_strong_pilot_stops_short_of_a_trap_that_a_rival_must_enter() -> None:
    every = {f"p{letter}": ["back 6", "miss 2"] for letter in "ABCDEFGHI"}
    on = scene(ALONE.replace("RUF=T8", "RUF=T5"), hand="APD", traps="T6=pF", steps=every).answer("A")
    assert strongly(on) is None


def test_the_strong_pilot_answers_the_same_for_the_same_draws() -> None:
    on = scene(ALONE, hand="APDF", powers="PAT=234")
    assert {strongly(on, 5) for _ in range(3)} == {strongly(on, 5)}


@pytest.mark.parametrize("hands", ["PPP", "DFA"])
def test_the_strong_pilot_does_not_look_into_other_hands(hands: str) -> None:
    on = scene(ALONE, hand="APD", hands={"RUF": hands, "ANT": hands}, traps="T6=pA", powers="PAT=23")
    assert strongly(on) == strongly(scene(ALONE, hand="APD", traps="T6=pF", powers="PAT=23"))


def test_powers_by_hand_are_left_to_people() -> None:
    on = scene(ALONE, hand="APD", powers="PAT=2", steps={"2": ["by_hand"]})
    assert strongly(on) != "power-2"
    assert decide(on) != "power-2"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"places": "play_on"}),
        (4, {"special_pool": ["swamp"]}),
        (6, {"movement_deck": "physical", "trap_deck": "physical"}),
    ],
)
def test_strong_pilots_finish_a_race(seats: int, options: dict[str, Any]) -> None:
    match = new_match(seats, pilots=True, **options)
    play_out(match, 3, {seat: match.rulebook.pilot("strong") for seat in range(seats)})
    assert match.over


def test_the_strong_pilot_wins_more_than_its_share() -> None:
    wins = 0
    for seed in range(6):
        match = new_match(3, pilots=True, racer_choice="random")
        pilots = {seat: match.rulebook.pilot("strong" if seat == seed % 3 else "weak") for seat in range(3)}
        play_out(match, seed, pilots)
        assert match.result is not None
        wins += match.result.notes["seat"] == seed % 3
    assert wins >= 3

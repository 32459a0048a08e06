"""The weak pilot, decision by decision (section 7, baseline)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import choose, scan
from engine.wacky_races.pilots import Weak
from tests.engine.wacky_races.kit import draws, new_match, play_out, race, with_real_cards
from tests.engine.wacky_races.scene import Scene, scene

BEHIND = "RED=T2 SLA=T1 PEN=T1"


def decide(on: Scene) -> Any:
    """What the pilot answers to the open question."""
    question = on.question
    assert isinstance(question.seat, int)
    pilot = on.match.rulebook.pilot("weak")
    value = pilot.answer(on.match.rulebook.view(on.state, question.seat), question, draws(1)("pilot"))
    question.read(value)
    return value


def of_choice(on: Scene, key: str, *names: str, seat: int = 0) -> Any:
    """What the pilot answers to a choice between *names*."""
    question = choose(seat, key, dict.fromkeys(names, ""), rules=("WR-TEST",))
    view = on.match.rulebook.view(on.state, seat)
    return on.match.rulebook.pilot("weak").answer(view, question, draws(1)("pilot"))


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
    assert on.match.rulebook.pilot("weak").answer(view, question, draws(1)("pilot")) == "D"


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
    assert Weak(on.options).to_first_tile


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

"""The neutral phase: who moves, in which order, and when nobody does (3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import AGAIN, CHANCE, Ask
from engine.wacky_races.neutrals import foremost, in_front, neutral_phase
from engine.wacky_races.state import Phase
from engine.wacky_races.track import PLACES
from tests.engine.playing import Ran, run
from tests.engine.wacky_races.kit import lay_trap, race, where

if TYPE_CHECKING:
    from engine.wacky_races.race import Race

CARS = "PAT=T10 RUF=T8 ANT=T7 RED=T6 SLA=T2 PEN=T3"


def waiting(cars: str, **given: Any) -> Race:
    """A race whose neutral phase is about to begin."""
    on = race(cars, **given)
    on.state.stage, on.state.turn, on.state.phase = "neutral", None, Phase()
    return on


def phase_of(on: Race, *answers: str) -> Ran[None]:
    """Play the whole phase."""
    assert on.state.phase is not None
    return run(neutral_phase(on, on.state.phase), *answers)


@pytest.mark.rule("WR-NEUT-02", "WR-INV-15")
def test_there_is_no_phase_in_round_one() -> None:
    on = waiting(CARS, round_number=1)
    assert phase_of(on).keys == ["no_neutral_phase"]
    assert (on.state.round, on.state.stage) == (2, "turn")


@pytest.mark.rule("WR-NEUT-21")
def test_six_players_turn_over_nothing() -> None:
    on = waiting("PAT=T1 RUF=T2 ANT=T3 RED=T4 SLA=T5 PEN=T6", players="PAT RUF ANT RED SLA PEN", neutrals="")
    assert phase_of(on).tells == []
    assert on.state.round == 3


@pytest.mark.rule("WR-NEUT-03", "WR-NEUT-04", "WR-NEUT-08", "WR-NEUT-11", "WR-NEUT-12", "WR-INV-16")
def test_everybody_moves_once_and_three_cards_are_turned_over() -> None:
    on = waiting(CARS)
    ran = phase_of(on, "P", "P", "P")
    assert [tell.args["racer"] for tell in ran.tells if tell.key == "moves"][:3] == ["RED", "PEN", "SLA"]
    assert [tell.args["number"] for tell in ran.tells if tell.key == "revealed"] == [1, 2, 3]
    assert on.state.discard == ["P", "P", "P"]
    assert where(on, "RED PEN SLA") == "RED=T7 PEN=T4 SLA=T4"


@pytest.mark.rule("WR-NEUT-13", "WR-NEUT-10")
def test_a_neutral_moves_once_per_card_even_onto_a_tile_that_fits() -> None:
    on = waiting("PAT=T1 RUF=T1 ANT=T2 RED=T8 SLA=T4 PEN=T5")
    ran = phase_of(on, "A", "A", "A")
    assert [tell.args["racers"] for tell in ran.tells if tell.key == "revealed"] == [["RED"], ["RED"], []]
    assert where(on, "RED PEN SLA") == "RED=T11 PEN=T6 SLA=T5"


@pytest.mark.rule("WR-NEUT-05")
def test_the_starting_player_decides_between_level_neutrals() -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=T5 SLA=T5 PEN=T2")
    on.state.starter = 1
    ran = phase_of(on, "SLA", "A", "A", "A")
    assert (ran.asked[0].seat, ran.asked[0].resumes) == (1, True)
    assert [option.value for option in ran.asked[0].options] == ["SLA", "RED"]


@pytest.mark.rule("WR-NEUT-05", "WR-APP-08")
def test_nobody_decides_between_neutrals_that_a_correction_has_set_apart() -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=T5 SLA=T5 PEN=T2")
    script = foremost(on, Phase(rest=["RED", "SLA", "PEN"]))
    question = next(script)
    assert isinstance(question, Ask)
    assert question.key == "neutral_first"
    on.car("RED").position += 1
    with pytest.raises(StopIteration) as decided:
        script.send(AGAIN)
    assert decided.value.value.racer == "RED"


@pytest.mark.rule("WR-NEUT-06")
def test_the_lot_may_decide_between_level_neutrals() -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=T5 SLA=T5 PEN=T2", options={"neutral_tie": "random"})
    assert phase_of(on, "RED", "A", "A", "A").asked[0].seat == CHANCE


@pytest.mark.rule("WR-NEUT-06", "WR-NEUT-14")
@pytest.mark.parametrize(("slots", "first"), [("RED=G4 SLA=G5", "SLA"), ("RED=G5 SLA=G4", "RED")])
def test_the_grid_may_decide_between_level_neutrals(slots: str, first: str) -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=T5 SLA=T5 PEN=T2", slots=slots)
    assert in_front(on, Phase(rest=["RED", "SLA", "PEN"]))[0].racer == first


@pytest.mark.rule("WR-NEUT-07")
def test_the_foremost_is_looked_up_anew_before_each_move() -> None:
    on = waiting(CARS)
    phase = Phase(rest=["SLA", "PEN"])
    assert [car.racer for car in in_front(on, phase)] == ["PEN"]
    on.car("PEN").position = 1
    assert [car.racer for car in in_front(on, phase)] == ["SLA"]


@pytest.mark.rule("WR-NEUT-18", "WR-NEUT-17", "WR-PRIM-16")
@pytest.mark.parametrize(("stops", "end", "asked"), [("yes", "T4", ""), ("no", "T5", "RED")])
def test_a_trap_stops_a_neutral_for_the_phase_unless_the_table_says_no(
    stops: str, end: str, asked: str
) -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=T5 SLA=T2 PEN=T3", options={"neutral_trap_stops": stops})
    lay_trap(on, "T6")
    phase_of(on, "pC", "A", *asked.split(), "F", "F")
    assert where(on, "RED") == f"RED={end}"


@pytest.mark.rule("WR-PRIM-07")
def test_a_neutral_that_misses_the_phase_does_not_move_at_all() -> None:
    on = waiting(CARS)
    on.car("RED").missing = 2
    phase_of(on, "D", "D", "D")
    assert (where(on, "RED"), on.car("RED").missing) == ("RED=T6", 1)


@pytest.mark.rule("WR-PRIM-08")
def test_a_neutral_that_lost_its_first_move_still_moves_on_cards() -> None:
    on = waiting(CARS)
    on.car("RED").no_first = 1
    phase_of(on, "D", "A", "A")
    assert (where(on, "RED"), on.car("RED").no_first) == ("RED=T7", 0)


@pytest.mark.rule("WR-NEUT-16", "WR-TRACK-10")
@pytest.mark.parametrize(("terrain", "end"), [("none", "G5"), ("wild", "T1")])
def test_on_the_grid_cards_move_neutrals_only_where_it_is_wild(terrain: str, end: str) -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=G4 SLA=T2 PEN=T3", options={"grid_terrain": terrain})
    phase_of(on, "P", "P", "P")
    assert where(on, "RED") == f"RED={end}"


@pytest.mark.rule("WR-NEUT-19", "WR-FILL-06")
def test_without_any_card_the_remaining_reveals_fall_away() -> None:
    on = waiting(CARS, whole_deck=True)
    state = on.state
    state.discard, state.total = [], sum(hand.size for hand in state.hands)
    assert phase_of(on).keys[-1] == "no_card_left"
    assert state.round == 3


@pytest.mark.rule("WR-NEUT-20", "WR-END-02")
def test_a_neutral_that_wins_ends_the_phase() -> None:
    on = waiting("PAT=T10 RUF=T8 ANT=T7 RED=T18 SLA=T17 PEN=T3")
    assert phase_of(on).keys == ["neutral_phase", "moves", "wins"]
    assert where(on, "SLA") == "SLA=T17"


@pytest.mark.rule("WR-DD-27", "WR-DD-13")
@pytest.mark.parametrize(("out", "told"), [(False, 1), (True, 0)])
def test_with_two_players_dastardly_moves_once_more_unless_he_is_out(*, out: bool, told: int) -> None:
    on = waiting(
        "PAT=T9 RUF=T8 ANT=T10 RED=T7 SLA=T4 PEN=T2", players="PAT RUF", neutrals="ANT RED SLA PEN", dd="T1"
    )
    on.state.phase, on.state.out = Phase(stage="moves", reveals=3), out
    on.state.discard = ["F"]
    assert phase_of(on).keys.count("extra_move") == told
    assert PLACES[on.state.dastardly] == ("T1" if out else "T2")

"""Traps in the corners: pending arrivals, whose turn ends, and the types that are left (3.10)."""

from __future__ import annotations

import pytest

from engine.wacky_races.arrivals import follow
from engine.wacky_races.state import Phase
from engine.wacky_races.steps import Arrival
from engine.wacky_races.traps import spring, stop
from tests.engine.playing import run
from tests.engine.wacky_races.kit import lay_trap, race
from tests.engine.wacky_races.scene import scene


@pytest.mark.rule("WR-MOVE-14", "WR-TRAP-14")
@pytest.mark.parametrize(("moved_since", "asked"), [(0, ["trap_type"]), (1, [])])
def test_an_arrival_lapses_when_its_car_was_moved_again(moved_since: int, asked: list[str]) -> None:
    on = race()
    lay_trap(on, "T5")
    on.stamps["PAT"] = 3 + moved_since
    ran = run(follow(on, [Arrival(on.car("PAT"), 3)]), *["pA" for _ in asked])
    assert [ask.key for ask in ran.asked] == asked


@pytest.mark.rule("WR-TRAP-13")
@pytest.mark.parametrize(("moved", "asked"), [(True, []), (False, ["trap_type"])])
def test_where_chains_are_off_only_a_trap_that_slid_under_a_car_counts(
    *, moved: bool, asked: list[str]
) -> None:
    on = race()
    lay_trap(on, "T5")
    ran = run(follow(on, [Arrival(on.car("PAT"), 0, moved)], traps=False), *["pA" for _ in asked])
    assert [ask.key for ask in ran.asked] == asked


@pytest.mark.rule("WR-TRAP-07", "WR-TRAP-09")
@pytest.mark.parametrize(("racer", "stage"), [("PAT", "fill"), ("RUF", "cards"), ("RED", "cards")])
def test_a_trap_ends_the_turn_of_its_own_player_only(racer: str, stage: str) -> None:
    on = race()
    lay_trap(on, {"PAT": "T5", "RUF": "T8", "RED": "T9"}[racer])
    run(spring(on, on.car(racer)), "pA")
    assert on.state.turn is not None
    assert on.state.turn.stage == stage


@pytest.mark.rule("WR-NEUT-18")
def test_a_neutral_stopped_before_its_move_does_not_make_it() -> None:
    on = race()
    on.state.turn, on.state.phase = None, Phase(stage="common", rest=["SLA", "PEN"])
    run(stop(on, on.car("SLA")))
    assert (on.state.phase.rest, on.state.phase.stopped) == (["PEN"], ["SLA"])


@pytest.mark.rule("WR-TRAP-02", "WR-TRAP-12", "WR-DECK-03")
def test_a_type_that_was_turned_over_is_not_left_for_the_next_trap() -> None:
    on = race()
    lay_trap(on, "T5")
    lay_trap(on, "T8")
    first = run(spring(on, on.car("PAT")), "pG").asked[0]
    second = run(spring(on, on.car("RUF")), "pA").asked[0]
    weights = [{option.value: option.weight for option in ask.options} for ask in (first, second)]
    assert weights[0] == {"pA": 2, "pB": 3, "pC": 3, "pD": 2, "pE": 2, "pF": 1, "pG": 1, "pH": 1, "pI": 1}
    assert weights[1] == {kind: weight for kind, weight in weights[0].items() if kind != "pG"}
    assert on.state.used == ["pG", "pA"]


@pytest.mark.rule("WR-PRIM-08", "WR-CARD-03")
def test_only_the_first_card_of_a_turn_can_lose_its_move() -> None:
    on = scene("PAT=T1 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand="ADF", no_first="PAT=2").answer("A", "D")
    assert (on.at["PAT"], on.state.cars[0].no_first) == ("T2", 1)


@pytest.mark.rule("WR-APP-14")
def test_a_question_about_a_known_hand_is_for_its_seat_only() -> None:
    on = scene("PAT=T1 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T4", hand="ADF")
    assert on.question.secret

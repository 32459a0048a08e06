"""Dastardly's pieces: where he stops, where he goes back to, and the traps he lays (3.8)."""

from __future__ import annotations

import pytest

from engine.wacky_races.dastardly import drive, next_stop, retreat_to
from engine.wacky_races.track import PLACES, POSITIONS
from tests.engine.playing import run
from tests.engine.wacky_races.kit import lay_trap, race

LINE = "......." + "DFPAPDFA" + "G" + "AFDP*FPDA"
ALL_BEHIND = "PAT=T2 RUF=T2 ANT=T1 RED=T1 SLA=G6 PEN=G6"


@pytest.mark.rule("WR-DD-06", "WR-DD-07", "WR-DD-08", "WR-DD-09", "WR-DD-10", "WR-DD-11")
@pytest.mark.parametrize(
    ("at", "kind", "traps", "stop"),
    [
        ("00", "D", "", "T1"),
        ("00", "F", "", "T2"),
        ("T1", "D", "", "T6"),
        ("T1", "P", "T3", "T5"),
        ("T8", "A", "", "T10"),
        ("T8", "P", "", "T13"),
        ("T13", "P", "", "T14"),
        ("T12", "A", "T14", "T18"),
        ("T14", "A", "", "T18"),
        ("T17", "F", "", None),
        ("T18", "A", "", None),
        ("T16", "A", "T18", None),
    ],
)
def test_dastardly_stops_on_the_next_fitting_tile_without_a_trap(
    at: str, kind: str, traps: str, stop: str | None
) -> None:
    found = next_stop(LINE, traps.split(), POSITIONS[at], kind)
    assert (None if found is None else PLACES[found]) == stop


@pytest.mark.rule("WR-DD-19", "WR-DD-21", "WR-DD-22")
@pytest.mark.parametrize(
    ("last", "to"),
    [("T8", "T7"), ("T2", "T1"), ("T1", "00"), ("G6", "00"), ("G1", "00"), ("T10", "T8"), ("T9", "T8")],
)
def test_he_goes_back_behind_the_last_car(last: str, to: str) -> None:
    assert PLACES[retreat_to(POSITIONS[last])] == to


@pytest.mark.rule("WR-DD-17", "WR-DD-18", "WR-TRAP-18", "WR-DECK-03")
def test_the_trap_he_lays_has_no_type_yet() -> None:
    on = race(ALL_BEHIND, discard="D", dd="T1")
    told = run(drive(on)).tells
    assert [tell.key for tell in told] == ["dastardly_moves", "trap_laid", "dastardly_retreats"]
    assert on.state.traps == {"T6": 0}
    assert on.state.trap_deck == 15


@pytest.mark.rule("WR-DD-17", "WR-DD-26")
def test_level_with_a_car_he_lays_nothing() -> None:
    on = race("PAT=T6 RUF=T2 ANT=T1 RED=T1 SLA=G6 PEN=G6", discard="D", dd="T1")
    assert run(drive(on)).keys == ["dastardly_moves"]
    assert (on.state.traps, PLACES[on.state.dastardly]) == ({}, "T6")


@pytest.mark.rule("WR-DD-04", "WR-DD-03")
def test_without_a_discard_pile_the_top_card_is_turned_over() -> None:
    on = race(dd="T1")
    ran = run(drive(on), "D")
    assert [ask.key for ask in ran.asked] == ["turn_up"]
    assert ran.asked[0].to is None
    assert (on.state.discard, PLACES[on.state.dastardly]) == (["D"], "T6")


@pytest.mark.rule("WR-DD-05", "WR-FILL-06")
def test_without_any_card_he_waits_and_is_not_out() -> None:
    on = race(dd="T1", whole_deck=True)
    assert run(drive(on)).keys == ["dastardly_waits"]
    assert not on.state.out


@pytest.mark.rule("WR-DD-12", "WR-DD-13", "WR-DD-14", "WR-INV-14")
def test_out_of_gas_his_traps_go_to_the_box_but_laid_ones_stay() -> None:
    on = race(discard="F", dd="T17")
    lay_trap(on, "T18")
    assert run(drive(on)).keys == ["dastardly_out"]
    assert (on.state.trap_deck, on.state.boxed, on.state.traps) == (0, 15, {"T18": 0})
    assert run(drive(on)).keys == []


@pytest.mark.rule("WR-DD-24")
def test_with_an_empty_trap_deck_he_retreats_all_the_same() -> None:
    on = race(ALL_BEHIND, discard="D", dd="T1", trap_deck=0)
    assert run(drive(on)).keys == ["dastardly_moves", "no_trap_left", "dastardly_retreats"]
    assert on.state.dastardly == 0


@pytest.mark.rule("WR-DD-25")
def test_a_trap_deck_made_anew_holds_the_used_types_and_laid_traps_keep_theirs() -> None:
    on = race(ALL_BEHIND, discard="D", dd="T1", options={"trap_reshuffle": "yes"})
    lay_trap(on, "T3")
    state = on.state
    state.used, state.boxed = ["pA", "pB", "pA"], 12
    assert run(drive(on)).keys[1:3] == ["traps_shuffled", "trap_laid"]
    assert state.traps == {"T3": 0, "T6": 1}
    assert state.pools[1] == {"pA": 2, "pB": 1}
    assert (state.used, state.trap_deck) == ([], 2)


@pytest.mark.rule("WR-DD-23")
def test_he_stands_on_a_trapped_tile_behind_the_last_car() -> None:
    on = race("PAT=T2 RUF=T2 ANT=T3 RED=T3 SLA=T4 PEN=T5", discard="D", dd="T2")
    lay_trap(on, "T1")
    run(drive(on))
    assert PLACES[on.state.dastardly] == "T1"

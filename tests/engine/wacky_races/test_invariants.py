"""Whatever is answered: the invariants of section 6 over whole races."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.pilots import AnyLegal
from engine.rulebook import BrokenInvariant
from engine.wacky_races.track import FINISH, GAS, PLACES, POSITIONS, WILD
from tests.engine.conformance import check_non_interference
from tests.engine.playing import play_out
from tests.engine.wacky_races.cases import case
from tests.engine.wacky_races.kit import SPREAD, new_match, race

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ask import Tell
    from engine.match import Match
    from engine.wacky_races.state import RaceState

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "movement_deck": st.sampled_from(["virtual", "physical"]),
        "trap_deck": st.sampled_from(["virtual", "physical"]),
        "course": st.sampled_from(["dealt", "scanned"]),
        "grid_terrain": st.sampled_from(["none", "wild"]),
        "grid_movement": st.sampled_from(["slots", "to_first_tile"]),
        "trap_reshuffle": st.sampled_from(["no", "yes"]),
        "neutral_tie": st.sampled_from(["ask", "random", "grid_order"]),
        "neutral_trap_stops": st.sampled_from(["yes", "no"]),
        "trap_chain": st.sampled_from(["full", "no_traps", "nothing"]),
        "racer_choice": st.sampled_from(["free", "clockwise", "random"]),
        "powers_per_turn": st.sampled_from(["unlimited", 1, 2]),
        "swamp_neutral": st.sampled_from(["like_players", "first_reveal", "free"]),
        "places": st.sampled_from(["by_position", "winner_only", "play_on"]),
        "special_pool": st.sampled_from(
            [["swamp"], ["railroad_crossing"], ["crossroads"], ["acme_laboratory"]]
        ),
    },
)

whole_races = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])


def any_race(
    seats: int, seed: int, each: Callable[[Match[RaceState]], None], **options: Any
) -> Match[RaceState]:
    """Play a race with any legal answers, looking at every question."""
    match = new_match(seats, pilots=bool(seed % 2), **options)
    return play_out(match, seed, {seat: AnyLegal() for seat in range(seats)}, each)


def told(match: Match[RaceState], *keys: str) -> list[Tell]:
    """Everything told under these keys."""
    return [tell for tell in match.tells if tell.key in keys]


@pytest.mark.rule(
    "WR-INV-01", "WR-INV-02", "WR-INV-03", "WR-INV-04", "WR-INV-05", "WR-INV-06", "WR-INV-09", "WR-INV-10",
    "WR-INV-14", "WR-INV-17",
)  # fmt: skip
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20), options=OPTIONS)
def test_no_answers_ever_break_an_invariant(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = any_race(seats, seed, lambda match: match.rulebook.check(match.state), **options)
    assert match.over


@pytest.mark.rule("WR-INV-07", "WR-INV-08")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20))
def test_between_turns_nobody_stands_on_a_trap_and_hands_are_full(seats: int, seed: int) -> None:
    def look(match: Match[RaceState]) -> None:
        state = match.state
        if not match.at_boundary or state.turn is None:
            return
        assert not {PLACES[car.position] for car in state.cars} & state.traps.keys()
        ended = (state.turn.seat - 1) % seats
        if state.round > 1 or state.turn.seat != state.starter:
            assert state.hands[ended].size >= 3

    any_race(seats, seed, look)


@pytest.mark.rule("WR-INV-11", "WR-APP-13")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20), options=OPTIONS)
def test_every_move_goes_its_way_and_everything_told_names_a_rule(
    seats: int, seed: int, options: dict[str, Any]
) -> None:
    match = any_race(seats, seed, lambda _: None, **options)
    for tell in match.tells:
        assert tell.rules, tell.key
        assert all(rule.startswith("WR-") for rule in tell.rules)
    for tell in told(match, "moves"):
        ((piece, origin, to),) = [(move.piece, move.origin, move.to) for move in tell.moves]
        ahead = POSITIONS[to] > POSITIONS[origin]
        assert ahead != ("WR-PRIM-02" in tell.rules), f"{piece} {origin} {to}"


@pytest.mark.rule("WR-INV-12", "WR-INV-13", "WR-INV-23")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20))
def test_dastardly_stops_where_the_card_says_or_retreats_behind_everybody(seats: int, seed: int) -> None:
    seen = 0

    def look(match: Match[RaceState]) -> None:
        nonlocal seen
        fresh, seen = match.tells[seen:], len(match.tells)
        state = match.state
        if state.out or not match.at_boundary or state.stage == "over":
            return
        keys = [tell.key for tell in fresh]
        if "dastardly_retreats" in keys and state.turn is not None and "neutral_phase" not in keys:
            assert state.dastardly < min(car.position for car in state.cars)
        elif "dastardly_moves" in keys and "neutral_phase" not in keys:
            terrain = match.rulebook.view(state, None).terrain
            assert terrain[state.dastardly] in (match.rulebook.view(state, None).discard[-1], WILD)
            assert state.dastardly != GAS

    any_race(seats, seed, look)


@pytest.mark.rule("WR-INV-15", "WR-INV-16", "WR-NEUT-21")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20))
def test_each_round_but_the_first_has_one_neutral_phase_of_three_cards(seats: int, seed: int) -> None:
    match = any_race(seats, seed, lambda _: None)
    phases = len(told(match, "neutral_phase"))
    reveals = len(told(match, "revealed"))
    played = 0 if seats == 6 else max(0, match.state.round - 2)
    assert phases in (played, played + (seats < 6))
    assert reveals == 3 * played or 3 * played < reveals <= 3 * phases


@pytest.mark.rule("WR-INV-18", "WR-END-05", "WR-END-06", "WR-END-07")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20))
def test_a_place_is_one_more_than_the_cars_placed_better(seats: int, seed: int) -> None:
    match = any_race(seats, seed, lambda _: None)
    assert match.result is not None
    places = [standing.place for standing in match.result.standings]
    assert places == [1 + sum(better < place for better in places) for place in places]
    assert places.count(1) == 1
    positions = {car.racer: car.position for car in match.state.cars}
    assert positions[match.result.standings[0].who] == FINISH
    assert match.result.notes["winner"] == match.result.standings[0].who


@pytest.mark.rule("WR-INV-20", "WR-APP-05", "WR-APP-06")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20), back=st.integers(1, 40))
def test_taking_back_and_saying_again_gives_the_same_race(seats: int, seed: int, back: int) -> None:
    match = any_race(seats, seed, lambda _: None)
    state, tells, full = match.rulebook.encode(match.state), list(match.tells), len(match.record)
    match.undo(max(0, full - back))
    assert not match.over
    match.redo(full)
    assert (match.rulebook.encode(match.state), match.tells) == (state, tells)


@pytest.mark.rule("WR-INV-21", "WR-APP-14", "WR-DECK-02", "WR-DECK-03")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_view_depends_on_what_others_hide(seats: int) -> None:
    check_non_interference(case("virtual", seats), seats)


@pytest.mark.rule("WR-APP-14", "WR-DECK-02")
def test_a_player_sees_the_own_hand_and_the_public_sees_sizes() -> None:
    on = race(hand="PFA", hands={"RUF": "DD"})
    match = new_match(3)
    public, own = match.rulebook.view(on.state, None), match.rulebook.view(on.state, 0)
    assert own.hand == ("P", "F", "A")
    assert own.public == public
    assert public.hands == (3, 2, 3)
    assert "hand" not in msgspec.structs.asdict(public)


# --- every check can fail -------------------------------------------------------------------------------------------


def car_away(state: RaceState) -> None:
    state.cars.pop()


def car_on_00(state: RaceState) -> None:
    state.cars[0].position = 0


def finished_unseen(state: RaceState) -> None:
    state.cars[0].position = FINISH


def three_on_a_tile(state: RaceState) -> None:
    for car in state.cars[:3]:
        car.position = 10


def negative_misses(state: RaceState) -> None:
    state.cars[0].missing = -1


def hand_of_nobody(state: RaceState) -> None:
    state.hands.pop()


def four_moves(state: RaceState) -> None:
    assert state.turn is not None
    state.turn.moves = 4


def dastardly_at_the_gas_station(state: RaceState) -> None:
    state.dastardly = GAS


def dastardly_on_the_grid(state: RaceState) -> None:
    state.dastardly = 3


def out_with_traps(state: RaceState) -> None:
    state.out = True


def too_many_cards(state: RaceState) -> None:
    state.discard = ["D"] * 60


def card_too_many_of_a_kind(state: RaceState) -> None:
    state.discard = ["P"] * 17


def seventeen_traps(state: RaceState) -> None:
    state.used = ["pA"] * 17


def trap_at_the_gas_station(state: RaceState) -> None:
    state.traps = {"T9": 0}


def trap_of_no_deck(state: RaceState) -> None:
    state.traps = {"T3": 1}


def winner_in_the_middle(state: RaceState) -> None:
    state.finished = ["PAT"]
    state.cars[0].position = FINISH


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (car_away, "WR-INV-01"),
        (car_on_00, "WR-INV-01"),
        (finished_unseen, "WR-INV-01"),
        (negative_misses, "WR-INV-01"),
        (three_on_a_tile, "WR-INV-02"),
        (dastardly_at_the_gas_station, "WR-INV-03"),
        (dastardly_on_the_grid, "WR-INV-03"),
        (too_many_cards, "WR-INV-04"),
        (card_too_many_of_a_kind, "WR-INV-04"),
        (seventeen_traps, "WR-INV-05"),
        (trap_of_no_deck, "WR-INV-05"),
        (trap_at_the_gas_station, "WR-INV-06"),
        (four_moves, "WR-INV-09"),
        (hand_of_nobody, "WR-INV-10"),
        (out_with_traps, "WR-INV-14"),
        (winner_in_the_middle, "WR-INV-17"),
    ],
)
def test_a_state_the_rules_never_reach_is_found_out(spoil: Callable[[RaceState], None], rule: str) -> None:
    on = race(SPREAD)
    rulebook = new_match(3).rulebook
    rulebook.check(on.state)
    spoil(on.state)
    with pytest.raises(BrokenInvariant, match=rule):
        rulebook.check(on.state)

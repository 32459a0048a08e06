"""Whatever is answered: the invariants of section 6 over whole matches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.wacky_challenge.order import order_of, shifted
from engine.wacky_challenge.words import VEHICLES
from tests.engine.conformance import check_non_interference
from tests.engine.wacky_challenge.cases import case
from tests.engine.wacky_challenge.kit import Play, header, play_out

whole_matches = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
SEATS = st.integers(2, 7)
SEEDS = st.integers(0, 2**20)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "hierarchy_start": st.sampled_from(["standard", "random"]),
        "starter_draw": st.sampled_from(["table", "companion"]),
        "choice_means": st.sampled_from(["seat_reader", "shared_reader", "after_reveal"]),
        "speed_first": st.sampled_from(["next_turn", "no_effect"]),
        "half_matching": st.sampled_from(["same_vehicle", "road_water"]),
        "violet_bonus": st.sampled_from(["at_least_two", "exactly_two", "off"]),
    },
)


@pytest.mark.rule("WC-INV-01", "WC-INV-02", "WC-INV-03", "WC-INV-04", "WC-INV-06", "WC-INV-08", "WC-INV-15")
@whole_matches
@given(seats=SEATS, seed=SEEDS, options=OPTIONS)
def test_no_answers_ever_break_an_invariant(seats: int, seed: int, options: dict[str, Any]) -> None:
    pilots = ["random"] * (seed % seats)
    play = Play(header(seats, pilots, **options))
    flown = {seat: play.rulebook.pilot("random") for seat in range(len(pilots))}
    play_out(play, seed, flown, each=lambda play: play.rulebook.check(play.state))
    own = sum(tell.args["own"] for tell in play.tells("sum_bonus"))
    race = [card for player in play.state.players for card in player.route if "starter" not in card]
    assert own <= len(race)


@pytest.mark.rule("WC-INV-08", "WC-INV-09", "WC-INV-10", "WC-TAKE-04")
@whole_matches
@given(seats=SEATS, seed=SEEDS)
def test_effects_and_hands_turn_by_turn(seats: int, seed: int) -> None:
    def look(play: Play) -> None:
        state = play.state
        if state.turn == 1 and state.stage in ("choose", "grace", "take"):
            assert state.effect is None
        if not play.tells("exchanged"):
            for player in state.players:
                assert all(card.startswith(f"{player.colour}-") for card in player.hand)
        if state.stage == "take" and state.taken == 0:
            assert len(state.offer) == seats + 1

    play = play_out(Play(header(seats)), seed, each=look)
    for lowest, following in pairwise(play.match.tells):
        if lowest.key == "lowest" and lowest.args["card"].startswith("starter"):
            assert following.key == "no_booster"
    assert len(play.tells("left_over")) == 5


@pytest.mark.rule("WC-INV-05", "WC-SHIFT-01", "WC-SHIFT-02", "WC-SHIFT-03")
@given(st.permutations(list(VEHICLES)), st.sampled_from(VEHICLES))
def test_a_shift_moves_one_vehicle_and_five_times_goes_once_round(hierarchy: list[Any], vehicle: str) -> None:
    after = shifted(hierarchy, vehicle)
    at = hierarchy.index(vehicle)
    assert after.index(vehicle) == (at - 1 if at else 4)  # type: ignore[arg-type]
    assert [one for one in after if one != vehicle] == [one for one in hierarchy if one != vehicle]
    turned = hierarchy
    for _ in range(5):
        turned = shifted(turned, turned[0])
    assert turned == hierarchy


@pytest.mark.rule("WC-INV-06", "WC-INV-07", "WC-ORDER-01", "WC-ORDER-02")
@given(
    st.permutations(list(VEHICLES)),
    st.lists(st.tuples(st.sampled_from(VEHICLES), st.integers(0, 9)), min_size=2, max_size=7, unique=True),
    st.randoms(use_true_random=False),
)
def test_the_order_goes_by_vehicle_then_speed_whoever_sits_where(
    hierarchy: Any, played: Any, rng: Any
) -> None:
    order = order_of(hierarchy, dict(enumerate(played)))
    assert sorted(order) == list(range(len(played)))
    for one, other in pairwise(order):
        ranks = hierarchy.index(played[one][0]), hierarchy.index(played[other][0])
        assert ranks[0] < ranks[1] or (ranks[0] == ranks[1] and played[one][1] >= played[other][1])
    seats = list(range(len(played)))
    rng.shuffle(seats)
    moved = order_of(hierarchy, {seats[seat]: card for seat, card in enumerate(played)})
    assert moved == [seats[seat] for seat in order]


@pytest.mark.rule("WC-INV-16", "WC-TABLE-02")
@whole_matches
@given(seats=SEATS, seed=SEEDS, back=st.integers(1, 30))
def test_taking_back_and_saying_again_gives_the_same_match(seats: int, seed: int, back: int) -> None:
    play = play_out(Play(header(seats)), seed)
    match = play.match
    state, tells, full = play.rulebook.encode(match.state), list(match.tells), len(match.record)
    match.undo(max(0, full - back))
    assert not match.over
    match.redo(full)
    assert (play.rulebook.encode(match.state), match.tells) == (state, tells)


@pytest.mark.rule("WC-INV-17", "WC-BOT-04", "WC-CHOOSE-06")
def test_no_view_depends_on_a_hidden_choice() -> None:
    check_non_interference(case("one reader", header(4, choice_means="shared_reader")), 3)

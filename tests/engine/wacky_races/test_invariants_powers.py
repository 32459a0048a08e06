"""Whatever is answered: the invariants of section 6 that are about powers, cards per turn, and playing on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulebook import BrokenInvariant
from engine.wacky_races.track import FINISH
from tests.engine.wacky_races.kit import SPREAD, new_match, race
from tests.engine.wacky_races.test_invariants import OPTIONS, any_race, told, whole_races

if TYPE_CHECKING:
    from engine.match import Match
    from engine.wacky_races.state import RaceState


@pytest.mark.rule("WR-INV-10", "WR-POW-05", "WR-POW-03")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20), options=OPTIONS)
def test_an_exhausted_power_becomes_ready_only_by_a_refresh(
    seats: int, seed: int, options: dict[str, Any]
) -> None:
    before = [0] * seats
    seen = 0

    def look(match: Match[RaceState]) -> None:
        nonlocal before, seen
        fresh = [tell for tell in match.tells[seen:] if tell.key == "power_refreshed"]
        seen = len(match.tells)
        now = [len(slots) for slots in match.state.exhausted]
        for seat in range(seats):
            refreshed = sum(tell.args["seat"] == seat for tell in fresh)
            assert now[seat] >= before[seat] - refreshed
        before = now

    any_race(seats, seed, look, **options)


@pytest.mark.rule("WR-INV-09", "WR-CARD-08", "WR-SWAMP-04")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20), options=OPTIONS)
def test_three_cards_at_most_are_played_in_a_turn_and_two_more_for_each_payment(
    seats: int, seed: int, options: dict[str, Any]
) -> None:
    match = any_race(seats, seed, lambda _: None, **options)
    played: Counter[str] = Counter()
    for tell in match.tells:
        if tell.key == "turn":
            played.clear()
        played[tell.key] += 1
        assert played["card_played"] <= 3
        assert played["card_played"] + played["card_given_up"] <= 3 + 2 * 3
    for tell in told(match, "card_played"):
        assert 1 <= tell.args["number"] <= 3


@pytest.mark.rule("WR-POW-08")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20), limit=st.sampled_from([1, 2]))
def test_no_more_powers_are_used_in_a_turn_than_the_table_allows(seats: int, seed: int, limit: int) -> None:
    match = any_race(seats, seed, lambda _: None, powers_per_turn=limit)
    used = 0
    for tell in match.tells:
        used = 0 if tell.key == "turn" else used + (tell.key == "power_used")
        assert used <= limit


@pytest.mark.rule("WR-INV-17", "WR-INV-18", "WR-END-08")
@whole_races
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**20))
def test_a_table_that_plays_on_ends_when_one_player_is_left(seats: int, seed: int) -> None:
    def look(match: Match[RaceState]) -> None:
        state = match.state
        if match.over or not state.cars:
            return
        assert sum(car.seat is not None and car.position < FINISH for car in state.cars) > 1

    match = any_race(seats, seed, look, places="play_on")
    left = [car for car in match.state.cars if car.seat is not None and car.position < FINISH]
    assert len(left) <= 1
    assert len(told(match, "wins")) == 1
    assert len(told(match, "comes_in")) == len(match.state.finished) - 1
    assert match.result is not None
    ranks = {row.who: row.place for row in match.result.standings}
    assert [ranks[racer] for racer in match.state.finished] == [*range(1, len(match.state.finished) + 1)]


def powers_of_nobody(state: RaceState) -> None:
    state.exhausted.pop()


def fifth_power(state: RaceState) -> None:
    state.exhausted[0] = [5]


def twice_exhausted(state: RaceState) -> None:
    state.exhausted[0] = [2, 2]


@pytest.mark.rule("WR-INV-10")
@pytest.mark.parametrize("spoil", [powers_of_nobody, fifth_power, twice_exhausted])
def test_powers_that_no_player_can_have_are_found_out(spoil: Any) -> None:
    on = race(SPREAD)
    rulebook = new_match(3).rulebook
    rulebook.check(on.state)
    spoil(on.state)
    with pytest.raises(BrokenInvariant, match="WR-INV-10"):
        rulebook.check(on.state)


@pytest.mark.rule("WR-INV-17")
@pytest.mark.parametrize(
    ("places", "finished", "over", "fine"),
    [
        ("play_on", ["PAT"], False, True),
        ("play_on", ["PAT", "RUF"], True, True),
        ("play_on", [], True, False),
        ("by_position", ["PAT", "RUF"], True, False),
        ("by_position", ["PAT"], False, False),
        ("play_on", ["PAT", "PAT"], False, False),
    ],
)
def test_who_may_have_finished_depends_on_whether_the_table_plays_on(
    places: str, finished: list[str], *, over: bool, fine: bool
) -> None:
    on = race(SPREAD, options={"places": places})
    rulebook = new_match(3, places=places).rulebook
    on.state.finished = finished
    for racer in finished:
        on.car(racer).position = FINISH
    on.state.stage = "over" if over else "turn"
    if fine:
        rulebook.check(on.state)
    else:
        with pytest.raises(BrokenInvariant, match="WR-INV-17"):
            rulebook.check(on.state)

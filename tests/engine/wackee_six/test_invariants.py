"""Whatever is answered: the invariants of section 6 over whole matches, and checks that can fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rulebook import BrokenInvariant, SetupError
from engine.wackee_six.scoring import score_of
from engine.wackee_six.state import Count, Round
from engine.wackee_six.views import PublicView
from tests.engine.conformance import check_non_interference
from tests.engine.wackee_six.cases import case
from tests.engine.wackee_six.kit import Play, S, header, play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.wackee_six.state import MatchState

whole_matches = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**20)
SEATS = st.sampled_from(
    [
        [None] * 2,
        [None] * 4,
        [None] * 7,
        [None] * 12,
        [None, "weak"],
        [None, None, "fast", "gentle"],
        [None] * 3 + ["away"],
    ]
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "pairing": st.sampled_from(["table", "random", "balanced"]),
        "countdown_s": st.integers(0, 10),
        "call_by": st.sampled_from(["buzzer", "voice"]),
        "tie_window_ms": st.integers(0, 100),
        "call_check": st.sampled_from(["table", "trust"]),
        "after_false_call": st.sampled_from(["next_press", "resume"]),
        "stuck": st.sampled_from(["score", "void"]),
        "round_limit_s": st.sampled_from([0, 60]),
        "count_by": st.sampled_from(["numbers", "scan", "scan_rest"]),
        "over_target": st.sampled_from(["highest", "caller"]),
        "match_tie": st.sampled_from(["extra_round", "shared"]),
        "tracking": st.sampled_from(["off", "on"]),
    },
)


@pytest.mark.rule(
    "W6-INV-05", "W6-INV-06", "W6-INV-07", "W6-INV-08", "W6-INV-09", "W6-INV-10", "W6-INV-11", "W6-INV-14", "W6-INV-15",
)  # fmt: skip
@whole_matches
@given(seats=SEATS, seed=SEEDS, options=OPTIONS)
def test_no_answers_ever_break_an_invariant(seats: list[Any], seed: int, options: dict[str, Any]) -> None:
    play = Play(header(len(seats), seats, target=60, **options))
    play_out(play, seed, each=lambda play: play.rulebook.check(play.state))
    state, points = play.state, play.game.options.false_call_points
    view = play.rulebook.view(state, None)
    assert isinstance(view, PublicView)
    for number, side in enumerate(state.sides):
        scores = [score_of(round_, number, play.game.options) for round_ in state.history]
        assert view.sides[number].total == side.points + sum(s or 0 for s in scores)
        for round_, found in zip(state.history, scores, strict=True):
            count = round_.counts[number]
            if count is not None:
                bonus = 10 * (number in round_.callers)
                assert found == count.played - 2 * count.left + bonus - points * round_.false_calls[number]
    assert all(tell.rules for tell in play.match.tells)
    assert all(rule.startswith("W6-") for tell in play.match.tells for rule in tell.rules)


@pytest.mark.rule("W6-INV-18", "W6-HIST-05")
@whole_matches
@given(seats=SEATS, seed=SEEDS)
def test_the_same_answers_give_the_same_match(seats: list[Any], seed: int) -> None:
    whole = play_out(Play(header(len(seats), seats)), seed)
    again = Play(header(len(seats), seats))
    for entry in whole.match.record:
        again.match.apply(entry)
    assert again.rulebook.encode(again.state) == whole.rulebook.encode(whole.state)
    assert again.match.tells == whole.match.tells


def test_no_view_depends_on_entries_others_have_not_confirmed() -> None:
    check_non_interference(case("four", header(4, [None] * 3 + ["weak"], round_limit_s=60)), 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 5}, "10 to 1000, or 0"),
        ({"target": 2000}, "0 to 1000"),
        ({"round_limit_s": 30}, "60 to 1800, or 0"),
        ({"tie_window_ms": 101}, "0 to 100"),
        ({"countdown_s": 11}, "0 to 10"),
        ({"false_call_points": 21}, "0 to 20"),
        ({"start_points": [51]}, "-50 to 50"),
        ({"pace_jitter": 1.0}, "0 to 0.9"),
        ({"speed": 1}, "speed"),
    ],
)
@pytest.mark.rule("W6-MATCH-03", "W6-MATCH-12", "W6-CALL-08", "W6-STUCK-05", "W6-PACE-04", "W6-START-03")
def test_a_setting_out_of_its_range_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=r"wackee_six: ") as error:
        Play(header(2, **options))
    assert message in str(error.value)


def shared_deck(state: MatchState) -> None:
    state.sides[1].deck = state.sides[0].deck


def three_in_a_side(state: MatchState) -> None:
    state.sides[0].seats = [0, 5, 6]


def seat_on_two_sides(state: MatchState) -> None:
    state.sides[1].seats = [0]


def too_many_left(state: MatchState) -> None:
    state.history[0].counts[0] = Count(20, 13)


def too_few_played(state: MatchState) -> None:
    state.history[0].counts[1] = Count(1, 2)


def caller_with_cards(state: MatchState) -> None:
    state.history[0].counts[0] = Count(20, 1)


def full_centre(state: MatchState) -> None:
    state.history[0] = Round(1, "stuck", [], [Count(54, 0), Count(51, 1)], [0, 0], 0, [])


def thirteen_on_top(state: MatchState) -> None:
    state.run.track.tops = {"blue": [13]}


def too_many_wilds(state: MatchState) -> None:
    state.run.track.wilds = 5


def time_runs_back(state: MatchState) -> None:
    state.run.spent = -1


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (shared_deck, "W6-INV-14"),
        (three_in_a_side, "W6-INV-14"),
        (seat_on_two_sides, "W6-INV-14"),
        (too_many_left, "W6-INV-06"),
        (too_few_played, "W6-INV-06"),
        (caller_with_cards, "W6-INV-05"),
        (full_centre, "W6-INV-07"),
        (thirteen_on_top, "W6-INV-15"),
        (too_many_wilds, "W6-INV-15"),
        (time_runs_back, "W6-INV-02"),
    ],
)
def test_a_state_the_rules_never_reach_is_found_out(spoil: Callable[[MatchState], None], rule: str) -> None:
    play = Play(header(2, countdown_s=0, call_check="trust")).round([(0, 60 * S)], [(20, 0), (15, 2)])
    play.rulebook.check(play.state)
    spoil(play.state)
    with pytest.raises(BrokenInvariant, match=rule):
        play.rulebook.check(play.state)

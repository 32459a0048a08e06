"""The pace-maker (3.12; 5.8, 5.10)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import CLOCK, TABLE
from engine.wackee_six.options import Options
from engine.wackee_six.pace import Pace, fractions_from, level_of, pace_of, paced
from engine.wackee_six.scoring import score
from engine.wackee_six.words import MAIN
from tests.engine.wackee_six.kit import Play, S, header, play_out

if TYPE_CHECKING:
    from collections.abc import Callable


def given_numbers(numbers: list[float]) -> Callable[[], float]:
    """A generator that gives these numbers, then halves."""
    waiting = list(numbers)
    return lambda: waiting.pop(0) if waiting else 0.5


def pace(main_s: float, deck_s: float, jitter: float, u_main: list[float], u_deck: list[float]) -> Pace:
    """A pace from the numbers of an example."""
    main = paced(main_s, jitter, 12, given_numbers(u_main))
    deck = paced(deck_s, jitter, 42, given_numbers(u_deck))
    return Pace(main, deck, tuple(sorted(main + deck)))


@pytest.mark.rule("W6-PACE-02", "W6-PACE-03", "W6-PACE-06", "W6-PACE-08", "W6-SCORE-03")
@pytest.mark.parametrize(
    ("example", "stop", "played", "left", "points"),
    [
        pytest.param(pace(10, 8, 0, [], []), 60, 13, 6, 1, id="V83"),
        pytest.param(pace(10, 8, 0, [], []), 120, 27, 0, 37, id="V84"),
        pytest.param(pace(10, 8, 0.5, [0, 0.5, 0.75], [0.75, 0, 0.25]), 16, 4, 10, -16, id="V85"),
        pytest.param(pace(100, 1, 0, [], []), 500, 47, 7, 33, id="V86"),
    ],
)
def test_what_a_pace_maker_has_when_play_stops(
    example: Pace, stop: int, played: int, left: int, points: int
) -> None:
    assert example.at(stop * S) == (played, left)
    assert score(played, left, bonus=10 * (left == 0), penalty=0) == points
    assert example.call == example.main[11]


@pytest.mark.rule("W6-PACE-03", "W6-PACE-04", "W6-INV-17")
@given(
    st.floats(1, 120), st.floats(1, 120), st.floats(0, 0.9), st.integers(0, 10**6), st.integers(0, 2 * 10**9)
)
def test_its_counts_keep_the_limits_and_never_fall(
    main_s: float, deck_s: float, jitter: float, seed: int, at: int
) -> None:
    made = pace_of(main_s, deck_s, jitter, seed)
    played, left = made.at(at)
    assert 0 <= left <= 12
    assert 12 - left <= played <= 54 - left
    later, fewer = made.at(at + S)
    assert later >= played
    assert fewer <= left
    gaps = [one - other for one, other in zip(made.main, (0, *made.main), strict=False)]
    assert all((1 - jitter) * main_s * S - 2 <= gap <= (1 + jitter) * main_s * S + 2 for gap in gaps)


@pytest.mark.rule("W6-PACE-03", "W6-INV-18")
def test_s43_the_same_seed_gives_the_same_times_and_another_one_others() -> None:
    assert pace_of(12, 8, 0.5, 7) == pace_of(12, 8, 0.5, 7) != pace_of(12, 8, 0.5, 8)
    draw = fractions_from(3)
    numbers = [draw() for _ in range(2000)]
    assert all(0 <= number < 1 for number in numbers)
    assert 0.45 < sum(numbers) / 2000 < 0.55


@pytest.mark.rule("W6-PACE-04", "W6-PACE-12")
def test_a_pace_maker_has_a_level_of_its_own_or_what_the_table_has_set() -> None:
    options = Options(pace_main_s=9, pace_deck_s=6)
    levels = {level: level_of(level, options) for level in ("weak", "steady", "strong", "gentle", "wackee")}
    assert levels == {
        "weak": (9, 6),
        "steady": (9, 6),
        "strong": (7, 5),
        "gentle": (20, 14),
        "wackee": (4, 3),
    }
    play = Play(header(4, [None, None, "gentle", "wackee"])).seated()
    assert [side.level for side in play.state.sides if side.pace] == ["gentle", "wackee"]
    assert len({side.seed for side in play.state.sides if side.pace}) >= 1


@pytest.mark.rule("W6-PACE-01", "W6-PACE-05", "W6-PACE-06", "W6-PACE-13", "W6-SIDE-02", "W6-CALL-13")
def test_s39_the_box_shows_where_it_is_and_its_call_stops_play() -> None:
    play = Play(header(2, [None, "weak"], countdown_s=0, pace_jitter=0)).go(0)
    play.time()
    assert play.last("pace_at") == {"seat": 1, "played": 1, "left": 12}
    play.time()
    assert play.last("pace_at") == {"seat": 1, "played": 2, "left": 11}
    play.say(TABLE, "pause").time(20 * S)
    shown = len(play.tells("pace_at"))
    play.say(TABLE, True).time(500 * S).time()
    assert len(play.tells("pace_at")) == shown
    assert play.question(CLOCK).at == (500 + 4) * S
    play.until_phase("collect")
    assert play.state.run.presses[0].at == (500 - 20 + 144) * S
    play.until_phase("left")
    assert play.last("called") == {"seats": [1]}
    assert play.state.run.spent == 144 * S


@pytest.mark.rule("W6-PACE-07", "W6-PACE-06", "W6-CALL-08")
@pytest.mark.parametrize(
    ("behind", "left", "caller"),
    [
        pytest.param(10_000, 0, 0, id="V87"),
        pytest.param(16_000, 0, 1, id="V88"),
        pytest.param(10_000, 2, 1, id="the person's call is false"),
    ],
)
def test_within_the_window_people_go_first(behind: int, left: int, caller: int) -> None:
    play = (
        Play(header(2, [None, "weak"], countdown_s=0, pace_jitter=0, pace_main_s=10))
        .go(0)
        .until_phase("collect")
    )
    play.say(0, 120 * S + behind).until_phase("check", "left", "accept", "played").judge(s0=left)
    play.until_phase("left", "played")
    assert [play.game.side(side).seats for side in play.state.run.callers] == [[caller]]
    assert play.state.run.spent == 120 * S


@pytest.mark.rule("W6-PACE-08", "W6-PACE-09", "W6-MATCH-13", "W6-PACE-10", "W6-PACE-11")
def test_it_is_scored_and_ranked_like_a_side_and_its_pace_stays() -> None:
    play = Play(header(2, [None, "weak"], countdown_s=0, pace_jitter=0, target=0)).go(0)
    play.press((0, 60 * S)).judge().say(0, 25).say(0, "yes")
    assert play.last("parts") == {"seat": 0, "played": 25, "minus": 0, "bonus": 10, "penalty": 0}
    pace_count = play.state.history[0].counts[0]
    assert pace_count is not None
    assert (pace_count.played, pace_count.left, pace_count.how) == (5 + 7, 7, "pace")
    assert [(row.seat, row.place) for row in play.rulebook.standings(play.state)] == [(0, 1), (1, 2)]
    play.say(TABLE, "next").go(play.state.now)
    start = play.state.now
    play.press((0, start + 60 * S)).judge().say(0, 25).say(0, "yes")
    again = play.state.history[1].counts[0]
    assert again is not None
    assert (again.played, again.left) == (12, 7)
    assert MAIN == 12


@pytest.mark.rule("W6-INV-17", "W6-PACE-05")
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**20))
def test_a_pace_maker_moves_only_while_play_runs(seed: int) -> None:
    seen: list[tuple[str, int, int, int]] = []

    def look(play: Play) -> None:
        shown = tuple(play.state.run.shown)
        seen.append((play.state.phase, play.state.round, sum(shown), len(play.tells("deal"))))

    play_out(Play(header(3, [None, "wackee", "fast"])), seed, each=look)
    for (phase, number, before, dealt), (_, other, after, anew) in itertools.pairwise(seen):
        if number == other and dealt == anew:
            assert after >= before
            assert after == before or phase in ("run", "countdown", "collect")


@pytest.mark.rule("W6-PACE-08", "W6-CALL-19", "W6-INV-05")
def test_a_pace_maker_that_stands_in_for_a_false_call_a_moment_earlier_has_played_all_its_main_cards() -> (
    None
):
    play = (
        Play(header(2, [None, "weak"], countdown_s=0, pace_jitter=0, pace_main_s=10))
        .go(0)
        .until_phase("collect")
    )
    play.say(0, 120 * S - 9_000).until_phase("check").judge(s0=3).until_phase("left", "played")
    assert play.state.run.spent == 120 * S - 9_000
    play.say(0, 3).say(0, 12).say(0, "yes")
    count = play.state.history[0].counts[0]
    assert count is not None
    assert (count.left, count.how) == (0, "pace")
    play.rulebook.check(play.state)

"""Who called: presses by the moments of their contacts, checks, false calls (3.5; 5.5)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import CLOCK, TABLE
from engine.record import Correct
from engine.wackee_six.call import distances, earliest, next_to_check, simultaneous
from engine.wackee_six.options import Options
from engine.wackee_six.state import Press
from table.desk import Desk
from table.station import Station
from table.texts import Texts
from tests.engine.conformance import lots
from tests.engine.wackee_six.kit import Play, S, header

GREEN, RED, BLUE = 0, 1, 2


def called(
    presses: list[tuple[int, int]], left: tuple[int, ...] = (0, 0, 0), go: int = 0, **options: Any
) -> dict[str, Any]:
    """Play a call: presses in the order in which they arrive, what the checks would find, and what it comes to."""
    play = Play(header(len(left), countdown_s=0, **options)).go(go)
    for seat, moment in presses:
        if play.asked.get(seat) == "call":
            if moment < (play.question(seat).low or 0):
                assert play.refusal(seat, moment).reason == "too_early"
            else:
                play.say(seat, moment)
        elif play.state.phase == "listen":
            continue
    play.until_phase("check", "left", "played", "again")
    play.judge(**{f"s{seat}": number for seat, number in enumerate(left)})
    run = play.state.run
    return {
        "callers": run.callers,
        "false": [side for side, number in enumerate(run.false_calls) if number],
        "frozen": run.spent,
        "resume": play.state.phase == "again",
        "play": play,
    }


@pytest.mark.rule(
    "W6-CALL-06", "W6-CALL-07", "W6-CALL-08", "W6-CALL-09", "W6-CALL-12", "W6-CALL-13", "W6-CALL-14", "W6-CALL-17",
    "W6-CALL-18", "W6-CALL-19", "W6-START-05", "W6-SCORE-03", "W6-CALL-10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("presses", "left", "options", "callers", "false", "frozen", "resume"),
    [
        pytest.param([(RED, 61_250_000), (GREEN, 61_200_000)], (0, 0, 4), {}, [GREEN], [], 61_200_000, False, id="V45"),
        pytest.param([(GREEN, 61_200_000), (RED, 61_215_001)], (0, 0), {}, [GREEN], [], 61_200_000, False, id="V47"),
        pytest.param(
            [(GREEN, 1_000_000), (RED, 1_012_000), (BLUE, 1_020_000)], (0, 0, 0), {}, [GREEN, RED], [], 1_000_000,
            False, id="V48",
        ),
        pytest.param([(GREEN, 61_200_000), (RED, 61_205_000)], (1, 0), {}, [RED], [GREEN], 61_200_000, False, id="V49"),
        pytest.param([(GREEN, 61_200_000), (RED, 61_280_000)], (2, 0), {}, [RED], [GREEN], 61_200_000, False, id="V51"),
        pytest.param([(GREEN, 61_200_000), (RED, 62_400_000)], (2, 0), {}, [], [GREEN], 61_200_000, True, id="V52"),
        pytest.param(
            [(GREEN, 61_200_000), (RED, 61_280_000)], (2, 0), {"after_false_call": "resume"}, [], [GREEN], 61_200_000,
            True, id="V53",
        ),
        pytest.param(
            [(GREEN, 61_200_000), (GREEN, 61_203_000), (GREEN, 61_290_000)], (0, 0), {}, [GREEN], [], 61_200_000,
            False, id="V55",
        ),
        pytest.param([(RED, 61_215_000), (GREEN, 61_214_999)], (0, 0), {"tie_window_ms": 0}, [GREEN], [], 61_214_999,
            False, id="no window"),
        pytest.param([(RED, 5 * S), (GREEN, 5 * S + 14_000)], (1, 1), {}, [], [GREEN, RED], 5 * S, True, id="both false"),
    ],
)  # fmt: skip
def test_the_earliest_contact_is_the_call(  # noqa: PLR0917 - a table
    presses: Any,
    left: Any,
    options: Any,
    callers: Any,
    false: Any,
    frozen: int,
    resume: bool,  # noqa: FBT001 - a table
) -> None:
    found = called(presses, left, **options)
    del found["play"]
    assert found == {"callers": callers, "false": false, "frozen": frozen, "resume": resume}


@pytest.mark.rule("W6-CALL-14", "W6-CALL-17")
def test_v50_playing_time_counts_from_go() -> None:
    found = called([(GREEN, 61_200_000)], (1, 0), go=500_000)
    assert (found["callers"], found["frozen"], found["resume"]) == ([], 60_700_000, True)


@pytest.mark.rule("W6-START-05", "W6-INV-03")
def test_v54_a_press_before_go_counts_for_nothing() -> None:
    found = called([(RED, 4_900_000), (GREEN, 65_000_000)], (0, 12), go=5_000_000)
    assert (found["callers"], found["frozen"]) == ([GREEN], 60_000_000)


@pytest.mark.rule("W6-CALL-17", "W6-STUCK-04", "W6-START-04", "W6-INV-02")
def test_v58_playing_time_is_the_sum_of_the_times_in_which_play_ran() -> None:
    play = Play(header(2, countdown_s=0)).go(0)
    play.press((0, 40 * S)).judge(s0=1)
    assert play.state.run.spent == 40 * S
    play.time(55 * S).time()
    assert play.state.phase == "run"
    play.say(TABLE, "pause").time(70 * S)
    assert (play.state.phase, play.state.run.spent) == ("paused", 55 * S)
    assert play.refusal(0, 80 * S).reason == "not_asked"
    play.say(TABLE, True).time(100 * S).time()
    play.press((0, 130 * S))
    assert play.state.run.spent == 85 * S


@pytest.mark.rule("W6-CALL-11", "W6-CALL-12", "W6-CALL-13", "W6-CALL-01", "W6-CALL-02")
def test_s05_the_box_waits_for_slower_wires_before_it_announces() -> None:
    play = Play(header(3, countdown_s=0)).go(0).say(GREEN, 61_200_000)
    assert not play.tells("stop_called")
    assert play.question(CLOCK).at == 61_320_000
    play.say(RED, 61_196_000).time()
    assert play.last("stop_called") == {"seat": RED, "time": "1:01.1"}
    assert play.last("behind") == {"seat": GREEN, "ms": 4}
    assert play.asked == {CLOCK: "heard", BLUE: "call"}
    play.until_phase("check").judge()
    assert play.state.run.callers == [GREEN, RED]


@pytest.mark.rule("W6-CALL-11", "W6-CALL-20")
def test_s05_a_press_that_comes_in_after_the_announcement_is_shown_and_may_be_overruled() -> None:
    play = Play(header(2, countdown_s=0)).go(0).say(GREEN, 61_200_000).time()
    play.say(RED, 61_196_000)
    assert play.last("came_late") == {"seat": RED}
    play.until_phase("check").judge()
    assert play.state.run.callers == [GREEN]
    assert play.asked == {RED: "left"}
    play.match.apply(Correct("pile", "callers", [RED]))
    assert play.asked == {GREEN: "left"}


@pytest.mark.rule("W6-CALL-16", "W6-SIDE-09", "W6-SIDE-10")
def test_s06_either_partner_of_a_pair_may_press() -> None:
    play = Play(header(7, countdown_s=0)).go(0)
    pair = next(number for number in play.game.people() if len(play.game.side(number).seats) == 2)
    partner = play.game.side(pair).seats[1]
    play.press((partner, 9 * S)).judge()
    assert play.state.run.callers == [pair]


@pytest.mark.rule("W6-CALL-20", "W6-COUNT-10")
def test_s07_the_table_overrules_who_called_until_the_round_is_scored() -> None:
    play = Play(header(3, countdown_s=0)).go(0).press((GREEN, 9 * S)).judge()
    assert play.asked == {RED: "left", BLUE: "left"}
    play.say(RED, 3)
    play.match.apply(Correct("pile", "callers", [BLUE]))
    assert set(play.asked) == {GREEN}
    play.say(GREEN, 2).say_all((GREEN, 20), (RED, 15), (BLUE, 30))
    for seat in (GREEN, RED, BLUE):
        play.say(seat, "yes")
    assert play.totals() == [16, 9, 40]


@pytest.mark.rule("W6-CALL-20", "W6-CALL-18", "W6-CALL-14")
def test_who_is_overruled_to_have_called_pays_no_false_call_for_it() -> None:
    play = called([(GREEN, 9 * S), (RED, 9 * S + 3_000)], (1, 0, 4))["play"]
    assert play.state.run.false_calls == [1, 0, 0]
    for sides, false in (([RED, GREEN], 0), ([GREEN], 0), ([RED], 1), ([GREEN], 0)):
        play.match.apply(Correct("pile", "callers", sides))
        assert play.state.run.false_calls == [false, 0, 0]


@pytest.mark.rule("W6-CALL-20", "W6-CALL-18")
def test_overruling_leaves_a_false_call_of_an_earlier_stop() -> None:
    play = called([(GREEN, 5 * S)], (1, 0, 4))["play"].until_phase("run")
    play.press((RED, 9 * S)).judge()
    play.match.apply(Correct("pile", "callers", [GREEN]))
    assert play.state.run.false_calls == [1, 0, 0]


@pytest.mark.rule("W6-CALL-20", "W6-HIST-02", "W6-CALL-18")
def test_who_is_made_the_caller_of_a_scored_round_pays_no_false_call_for_it() -> None:
    play = called([(GREEN, 9 * S), (RED, 9 * S + 3_000)], (1, 0))["play"].count((20, 3), (20, 0))
    assert play.totals() == [12, 30]
    play.match.apply(Correct("pile", "callers.1", [RED, GREEN]))
    assert play.totals() == [30, 30]


@pytest.mark.rule("W6-CALL-20", "W6-HIST-02", "W6-CALL-18")
def test_a_false_call_before_the_call_of_a_scored_round_stays() -> None:
    play = called([(GREEN, 5 * S)], (1, 0))["play"].until_phase("run")
    play.press((RED, 9 * S), (GREEN, 9 * S + 60_000)).judge().count((20, 3), (20, 0))
    play.match.apply(Correct("pile", "callers.1", [GREEN]))
    assert play.totals() == [28, 20]


@pytest.mark.rule("W6-CALL-15", "W6-CALL-14")
def test_s08_another_side_confirms_a_call_or_it_is_trusted() -> None:
    play = Play(header(3, countdown_s=0)).go(0).press((GREEN, 9 * S))
    assert play.asked == {RED: "call_valid", BLUE: "call_valid"}
    play.say(BLUE, "yes")
    assert play.state.run.callers == [GREEN]
    trusting = Play(header(3, countdown_s=0, call_check="trust")).go(0).press((GREEN, 9 * S))
    assert trusting.state.run.callers == [GREEN]
    alone = Play(header(2, [None, "weak"], countdown_s=0)).go(0).press((0, 9 * S))
    assert alone.asked == {0: "call_valid"}


@pytest.mark.rule("W6-CALL-17", "W6-CALL-18", "W6-SCORE-04")
def test_s09_every_false_call_costs_and_play_goes_on_from_the_frozen_time() -> None:
    play = Play(header(2)).go(3 * S).press((GREEN, 43 * S)).judge(s0=2)
    assert play.last("false_call") == {"seat": GREEN, "points": 2}
    assert play.asked == {CLOCK: "resume"}
    play.time(50 * S)
    assert (play.state.phase, play.question(CLOCK).at) == ("countdown", 53 * S)
    play.time()
    assert play.state.run.presses == []
    play.press((GREEN, 60 * S)).judge(s0=1)
    play.until_phase("run").press((RED, 80 * S)).judge()
    play.count((20, 3), (25, 0))
    assert play.totals() == [20 - 6 - 4, 35]


@pytest.mark.rule("W6-CALL-05")
def test_s10_by_voice_the_console_asks_who_called_and_the_time_is_that_of_the_press() -> None:
    play = Play(header(3, countdown_s=0, call_by="voice")).go(0).press((BLUE, 9 * S))
    assert play.asked == {TABLE: "who_called"}
    play.say(TABLE, str(RED))
    assert play.question(GREEN).args == {"who": RED}
    play.judge()
    assert (play.state.run.callers, play.state.run.spent) == ([RED], 9 * S)


@pytest.mark.rule("W6-CALL-12", "W6-HIST-01")
def test_all_first_presses_are_kept_with_their_distance() -> None:
    presses = [Press(RED, 1_005), Press(GREEN, 1_000), Press(BLUE, 90_000)]
    assert distances(presses) == [(GREEN, 0), (RED, 5), (BLUE, 89_000)]
    play = Play(header(2, countdown_s=0)).round([(0, 9 * S), (1, 9 * S + 50_000)], [(20, 0), (18, 2)])
    assert [press.at for press in play.state.history[0].presses] == [9 * S, 9 * S + 50_000]


@pytest.mark.rule("W6-INV-04", "W6-CALL-07", "W6-CALL-09")
@settings(max_examples=200)
@given(
    st.lists(st.integers(1, 60_000), min_size=2, max_size=4, unique=True),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_who_called_does_not_depend_on_the_order_of_arrival(moments: list[int], honest: list[bool]) -> None:
    found = set()
    for order in permutations(range(len(moments))):
        presses = [Press(side, moments[side]) for side in order]
        checked: list[int] = []
        valid: list[int] = []
        while (side := next_to_check(presses, checked, valid, (), Options())) is not None:
            checked.append(side)
            if honest[side]:
                valid.append(side)
        found.add((tuple(sorted(valid)), tuple(sorted(set(checked) - set(valid))), earliest(presses)))
    assert len(found) == 1


@pytest.mark.rule("W6-INV-04", "W6-INV-18", "W6-CALL-11")
@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 110_000), min_size=3, max_size=3, unique=True), st.permutations([0, 1, 2]))
def test_a_whole_round_comes_out_the_same_in_any_order_of_arrival(gaps: list[int], order: list[int]) -> None:
    def outcome(arrival: list[int]) -> Any:
        play = Play(header(3, countdown_s=0, call_check="trust")).go(0)
        for seat in arrival:
            play.say(seat, 30 * S + gaps[seat])
        play.until_phase("left", "played")
        return play.state.run.callers, play.state.run.spent

    # the box waits 120 ms from the first press that came in, so all of these are in time
    assert outcome(order) == outcome([0, 1, 2])


@pytest.mark.rule("W6-CALL-08")
def test_later_presses_do_not_stretch_the_window() -> None:
    presses = [Press(0, 0), Press(1, 15_000), Press(2, 15_001)]
    assert [press.side for press in simultaneous(presses, 15_000)] == [0, 1]


A, B = ("A", 3_000), ("B", 6_000)
"""Two hubs, and how wrong the moments of each can be."""


@pytest.mark.rule("W6-CALL-21", "W6-CALL-08")
@pytest.mark.parametrize(
    ("one", "other", "gap", "together"),
    [(A, B, 9_000, True), (A, B, 9_001, False), (A, A, 5_000, True), (B, B, 5_001, False), (("", 0), B, 6_000, True)],
    ids=["V92 a", "V92 b", "V92 c", "V92 d", "the box and a hub"],
)  # fmt: skip
def test_v92_the_window_is_as_wide_as_two_clocks_are_uncertain(
    one: tuple[str, int],
    other: tuple[str, int],
    gap: int,
    together: bool,  # noqa: FBT001 - a table
) -> None:
    play = Play(header(2, countdown_s=0, tie_window_ms=5)).go(0)
    for seat, (clock, within), moment in ((GREEN, one, 9 * S), (RED, other, 9 * S + gap)):
        play.say(seat, {"at": moment, "clock": clock, "within": within})
    play.until_phase("check").judge()
    assert play.state.run.callers == ([GREEN, RED] if together else [GREEN])


@pytest.mark.rule("W6-CALL-21", "W6-CALL-19", "W6-CALL-20")
def test_between_two_clocks_a_late_press_is_one_within_the_wider_window() -> None:
    play = Play(header(2, countdown_s=0, tie_window_ms=5)).go(0)
    play.say(GREEN, {"at": 9 * S, "clock": "A", "within": 3_000}).time()
    play.say(RED, {"at": 9 * S + 8_000, "clock": "B", "within": 6_000})
    assert play.last("came_late") == {"seat": RED}


@pytest.mark.rule("W6-CALL-06", "W6-CALL-21")
@pytest.mark.parametrize(
    "stamp", [{"at": "9"}, {"clock": "A"}, {"at": 9, "within": -1}, {"at": 9, "hub": "A"}, True, None]
)
def test_what_is_no_moment_is_refused(stamp: Any) -> None:
    assert Play(header(2, countdown_s=0)).go(0).refusal(0, stamp).reason == "not_an_option"


@pytest.mark.rule("W6-CALL-06", "W6-START-06")
def test_s03_the_moment_is_that_of_the_contact_and_a_held_key_counts_only_anew() -> None:
    play = Play(header(2)).go(3 * S)
    desk = Desk(play.match, lots(1), now=3 * S)
    station = Station(desk, Texts("en"), (0,), now=3 * S)
    station.press("confirm", 3 * S + 40_000, at=3 * S - 20_000)
    assert station.notice
    assert not play.state.run.presses
    station.press("confirm", 6 * S + 230_000, at=6 * S + 200_000)
    (press,) = play.state.run.presses
    assert press.at == desk.playing_time(6 * S + 200_000)


@pytest.mark.rule("W6-HIST-07")
def test_a_press_is_never_taken_back() -> None:
    play = Play(header(2, countdown_s=0)).go(0)
    before = play.match.undo_point()
    assert before is not None
    play.press((0, 9 * S))
    assert play.match.undo_point() is None
    play.judge().say(1, 4)
    point = play.match.undo_point()
    assert point == len(play.match.record) - 1

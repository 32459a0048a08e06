"""Start, rounding and finish on LR, track by track (5.8, V-135)."""

from __future__ import annotations

import pytest

from engine.speedboats.hexes import axial, bearing
from engine.speedboats.state import Boat
from tests.engine.speedboats.kit import boat, scene, track, waters


@pytest.mark.rule("SB-ROUND-04", "SB-ROUND-05")
@pytest.mark.parametrize(
    ("start", "text", "leg", "events"),
    [
        pytest.param((-4, 17), "E", 1, [("started", "-3,17")], id="v81"),
        pytest.param((-4, 17), "SE NE", 1, [("started", "-3,17")], id="v83"),
        pytest.param((-5, 16), "NW NE NE NE E", 0, [], id="v84"),
    ],
)
def test_the_start_is_a_step_from_the_tile_to_the_front(start, text, leg, events) -> None:
    sailed = track(start, text, 0)
    assert (sailed.now.leg, sailed.events) == (leg, events)


@pytest.mark.rule("SB-ROUND-02", "SB-ROUND-06", "SB-ROUND-07", "SB-ROUND-08")
def test_v10_far_out_is_round_as_well() -> None:
    sailed = track((18, 11), "NE*3 NW*3", 1)
    assert sailed.events == [("rounded", "21,8")]
    assert (sailed.at, sailed.now.leg) == ((21, 5), 2)


@pytest.mark.rule(
    "SB-ROUND-03", "SB-ROUND-06", "SB-ROUND-07", "SB-ROUND-08", "SB-ROUND-09", "SB-ROUND-10", "SB-ROUND-11"
)
@pytest.mark.parametrize(
    ("start", "text", "now"),
    [
        pytest.param((15, 9), "E", (1, 0, 0), id="v85 before"),
        pytest.param((15, 9), "E NE", (2, 0, 0), id="v85"),
        pytest.param((15, 8), "NE E SE SE", (1, -1, 0), id="v86"),
        pytest.param((15, 8), "NE E SE SE NE", (1, 0, 0), id="v87 half way"),
        pytest.param((15, 8), "NE E SE SE NE NW W W SW SE E NE", (2, 0, 0), id="v87"),
        pytest.param((16, 9), "NE SW", (1, 0, 0), id="v88"),
        pytest.param((16, 9), "NE E E W", (2, 0, 0), id="v89"),
        pytest.param((16, 9), "NE NW W SW SE E NE", (2, 0, 1), id="v90 before"),
        pytest.param((16, 9), "NE NW W SW SE E NE SW", (2, 0, 0), id="v90"),
        pytest.param((16, 9), "NE NW W SW SE E NE SW W NW NE E SE SW", (1, 0, 0), id="v91"),
        pytest.param((7, 5), "W", (1, 0, 0), id="v92 on leg 1"),
    ],
)
def test_crossings_of_gate_1_are_counted(start, text, now) -> None:
    assert tuple(track(start, text, 1).now) == now


@pytest.mark.rule("SB-ROUND-09", "SB-ROUND-01")
def test_v92_only_the_gate_of_the_leg_counts() -> None:
    sailed = track((7, 5), "W", 2)
    assert (sailed.at, sailed.now.leg) == ((6, 5), 3)


@pytest.mark.rule("SB-ROUND-07")
def test_v93_buoy_3_is_rounded() -> None:
    sailed = track((8, 22), "W", 3)
    assert sailed.events == [("rounded", "7,22")]
    assert sailed.now.leg == 4


@pytest.mark.rule("SB-ROUND-10")
def test_v94_and_lost_again() -> None:
    sailed = track((8, 22), "W W E E", 3)
    assert sailed.events == [("rounded", "7,22"), ("lost", "8,22")]
    assert tuple(sailed.now) == (3, 0, 0)


@pytest.mark.rule("SB-FIN-01", "SB-FIN-02", "SB-FIN-05", "SB-FIN-11")
@pytest.mark.parametrize(
    ("start", "text", "leg", "finishes"),
    [
        pytest.param((-1, 17), "W*3", 4, True, id="v95 reached"),
        pytest.param((-1, 17), "W*5", 4, True, id="v96 passed"),
        pytest.param((-1, 17), "W*5", 3, False, id="v97 too early"),
        pytest.param((-5, 17), "E SE W", 4, False, id="v99 wrong side"),
    ],
)
def test_the_finish_is_a_step_onto_the_tile_from_the_approach_side(start, text, leg, finishes) -> None:
    sailed = track(start, text, leg)
    assert sailed.events == ([("finished", "-4,17")] if finishes else [])
    assert (sailed.now.leg == 5) == finishes


@pytest.mark.rule("SB-ROUND-05", "SB-PLACE-07")
def test_v138_a_boat_behind_the_tile_has_not_started() -> None:
    assert Boat().leg == 0
    assert waters().starting_places(9, frozenset())["1.3"] == boat((-5, 18)).at


@pytest.mark.rule("SB-ROUND-12", "SB-ROUND-03")
def test_v135_the_same_thing_as_an_angle() -> None:
    """For buoy 2: G is 124.72, and the boat has swept so much when the count says so."""
    on, course = waters(), waters().course
    (q2, r2), (q1, r1) = axial(course.buoys[2]), axial(course.buoys[1])
    start = bearing(q1 - q2, r1 - r2)
    to_gate = (60 * course.gates[1] - start) % 360
    assert to_gate == pytest.approx(124.72, abs=0.01)
    swept, last, seen = 0.0, start, []
    for text in (
        ["NE"] + ["NE NW"] + ["NE NW" + " W" * k for k in range(1, 11)] + ["NE NW W*10 NW", "NE NW W*10 NW W"]
    ):
        q, r = track((16, 9), text, 1).at
        now = bearing(q - q2, r - r2)
        swept += (now - last + 180) % 360 - 180
        last = now
        seen.append((round(swept, 2), track((16, 9), text, 1).now.leg))
    assert seen[0] == (0.41, 2)
    assert {angle for angle, _ in seen[1:12]} == {4.72}
    assert seen[-2] == (64.72, 2)
    assert seen[-1] == (124.72, 3)
    assert on.course.gates[1] == 2


@pytest.mark.rule("SB-FIN-11", "SB-ROUND-01")
def test_a_boat_that_loses_a_buoy_is_told_so() -> None:
    on = scene(boat((17, 8), "W", "1", leg=2), boat((9, 3)), stage="steer")
    on.answer("L")
    assert (on.where(), on.boat().leg, on.tell("lost").args["buoy"]) == ((16, 9), 1, 1)

"""Clear distances, forced directions, crashes and other boats on LR (5.6, 5.7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.speedboats.hexes import NAMES, at
from engine.speedboats.sail import ways
from tests.engine.speedboats.kit import Scene, boat, scene, waters

FAR = boat((9, 3), "W")


def moving(where: tuple[int, int], bow: str, total: int, *others: tuple[int, int], **more: Any) -> Scene:
    """Red stands there with such a total and is asked for its direction; the others stand in the way or far off."""
    dice = "3" * (total // 3) + (str(total % 3) if total % 3 else "")
    rest = [boat(other, "W") for other in others] or [boat((9, 3), "W")]
    return scene(boat(where, bow, dice, **more), *rest, stage="steer")


def legal(on: Scene) -> str:
    """Which of L, A, R may be taken."""
    return "".join(
        way.turn for way in ways(waters(), on.boat().at, on.boat().bow, on.boat().total) if way.legal
    )


def clear(on: Scene) -> tuple[int, ...]:
    """The three clear distances."""
    return tuple(way.clear for way in ways(waters(), on.boat().at, on.boat().bow, on.boat().total))


def choose(on: Scene, turn: str) -> Scene:
    """Take a way; a single one is confirmed."""
    return on.answer(True if on.question.kind == "confirm" else turn)


@pytest.mark.rule(
    "SB-STEER-03",
    "SB-STEER-04",
    "SB-STEER-05",
    "SB-STEER-06",
    "SB-CRASH-01",
    "SB-CRASH-02",
    "SB-CRASH-03",
    "SB-CRASH-05",
    "SB-CRASH-06",
    "SB-MOVE-01",
    "SB-SINK-01",
    "SB-STEER-09",
)
@pytest.mark.parametrize(
    ("where", "bow", "total", "distances", "may", "end", "damage"),
    [
        pytest.param((-2, 16), "E", 7, (4, 9, 5), "A", (5, 16), 0, id="v57"),
        pytest.param((-2, 16), "E", 10, (4, 9, 5), "A", (7, 16), 1, id="v58"),
        pytest.param((17, 8), "NE", 5, (2, 1, 4), "R", (21, 8), 1, id="v59"),
        pytest.param((15, 8), "E", 3, (9, 0, 2), "L", (18, 5), 0, id="v60"),
        pytest.param((6, 6), "NE", 7, (1, 3, 5), "R", (11, 6), 2, id="v63"),
        pytest.param((6, 6), "E", 9, (3, 5, 0), "A", (11, 6), 4, id="v64"),
        pytest.param((-3, 17), "W", 9, (8, 7, 2), "L", (-11, 25), 1, id="v66"),
    ],
)
def test_the_only_legal_way(where, bow, total, distances, may, end, damage) -> None:  # noqa: PLR0917 - a table
    on = moving(where, bow, total)
    assert clear(on) == distances
    assert legal(on) == may
    choose(on, may)
    assert (on.where(), on.boat().damage) == (end, damage)
    assert on.boat().bow == (NAMES.index(bow) + {"L": 1, "A": 0, "R": -1}[may]) % 6
    assert bool(on.boat().dice) == (damage == 0)
    assert on.boat().status == ("sunk" if damage >= 4 else "racing")


@pytest.mark.rule("SB-STEER-05")
@pytest.mark.parametrize("turn", ["L", "A", "R"])
def test_v65_among_equally_long_ways_the_player_chooses(turn: str) -> None:
    on = moving((23, 0), "NE", 2)
    assert (clear(on), on.values) == ((1, 1, 1), ["L", "A", "R"])
    assert choose(on, turn).boat().damage == 1


@pytest.mark.rule("SB-STEER-08")
@pytest.mark.parametrize(("turn", "bow"), [("L", "NE"), ("A", "E"), ("R", "SE")])
def test_v67_without_speed_the_boat_stays_and_turns_as_it_likes(turn: str, bow: str) -> None:
    on = moving((-4, 17), "E", 0)
    assert (clear(on), on.values) == ((4, 10, 2), ["L", "A", "R"])
    choose(on, turn)
    assert (on.where(), NAMES[on.boat().bow]) == ((-4, 17), bow)
    assert on.heard == ["turns"]


@pytest.mark.rule("SB-STEER-03", "SB-STEER-04")
def test_v68_a_way_that_is_not_clear_is_refused_while_another_is() -> None:
    on = moving((-2, 17), "E", 5)
    assert on.question.kind == "choose"
    blocked = next(way for way in ways(waters(), on.boat().at, 0, 5) if not way.legal)
    refused = on.refusal(blocked.turn)
    assert (refused.reason, refused.rules) == ("clear_way_first", ("SB-STEER-03", "SB-STEER-06"))


@pytest.mark.rule("SB-STEER-04")
def test_a_shorter_way_is_refused_when_all_crash() -> None:
    on = moving((23, 0), "E", 9)
    found = ways(waters(), on.boat().at, 0, 9)
    assert (
        on.question.kind == "confirm"
        or on.refusal(next(w.turn for w in found if not w.legal)).reason == "longest_way"
    )


@pytest.mark.rule("SB-STEER-10")
def test_a_single_way_is_named_and_confirmed() -> None:
    on = moving((-2, 16), "E", 7)
    assert (on.question.kind, on.question.key) == ("confirm", "only_way")
    assert on.question.args["dir"] == "E"
    assert on.question.args["moved"] == 7


@pytest.mark.rule("SB-CRASH-08", "SB-STEER-05", "SB-STEER-09")
@pytest.mark.parametrize(("turn", "bow"), [("L", "NE"), ("A", "E"), ("R", "SE")])
def test_v134_a_crash_without_moving_costs_the_whole_total(turn: str, bow: str) -> None:
    on = moving((21, 8), "E", 2)
    assert clear(on) == (0, 0, 0)
    choose(on, turn)
    assert (on.where(), on.boat().damage, NAMES[on.boat().bow]) == ((21, 8), 2, bow)


# --- other boats --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-MOVE-02", "SB-MOVE-03", "SB-MOVE-04", "SB-MOVE-06")
@pytest.mark.parametrize(
    ("others", "end"),
    [
        pytest.param([(2, 16)], (5, 16), id="v70"),
        pytest.param([(5, 16)], (4, 16), id="v71"),
        pytest.param([(5, 16), (4, 16)], (3, 16), id="v72"),
    ],
)
def test_a_boat_passes_others_and_stays_behind_them(others, end) -> None:
    on = choose(moving((-2, 16), "E", 7, *others), "A")
    assert on.where() == end
    assert on.boat().total == 7
    assert on.boat().damage == 0
    assert ("stays_behind" in on.heard) == (end != (5, 16))


@pytest.mark.rule("SB-MOVE-05")
def test_with_every_space_taken_it_stays_where_it_was() -> None:
    on = choose(moving((15, 8), "E", 1, (16, 7)), "L")
    assert on.where() == (15, 8)
    assert on.boat().dice == [1]


@pytest.mark.rule("SB-CRASH-04", "SB-CRASH-07")
@pytest.mark.parametrize(
    ("others", "end"),
    [pytest.param([(4, 10)], (5, 10), id="v74"), pytest.param([(4, 10), (5, 10)], (6, 10), id="v75")],
)
def test_a_crash_behind_a_boat_costs_what_it_would_cost_alone(others, end) -> None:
    on = moving((6, 10), "W", 3, *others)
    assert clear(on)[1] == 2
    choose(on, "A")
    assert (on.where(), on.boat().damage, on.boat().dice) == (end, 1, [])
    assert on.boat(1).damage == 0


@pytest.mark.rule("SB-STEER-07", "SB-HEX-05")
def test_v76_boats_play_no_part_in_which_way_is_legal() -> None:
    on = moving((17, 8), "NE", 4, (18, 8), (19, 8))
    assert (clear(on), legal(on)) == ((2, 1, 4), "R")
    assert choose(on, "R").where() == (21, 8)


@pytest.mark.rule("SB-MOVE-07")
def test_v77_a_gate_that_was_not_reached_does_not_count() -> None:
    on = choose(moving((15, 10), "NE", 2, (17, 8), leg=1), "A")
    assert (on.where(), on.boat().leg) == ((16, 9), 1)


@pytest.mark.rule("SB-FIN-07", "SB-MOVE-07")
def test_v78_who_stays_behind_before_the_tile_has_not_finished() -> None:
    on = choose(moving((-1, 17), "W", 3, (-4, 17), leg=4), "A")
    assert (on.where(), on.boat().status) == ((-3, 17), "racing")


@pytest.mark.rule("SB-FIN-02", "SB-MOVE-03")
def test_v79_who_stays_behind_after_the_tile_has() -> None:
    on = choose(moving((-1, 17), "W", 5, (-6, 17), leg=4), "A")
    assert (on.where(), on.boat().status, on.boat().place) == ((-5, 17), "finished", 1)


@pytest.mark.rule("SB-SINK-03")
def test_v136_a_sunk_boat_is_no_longer_in_the_way() -> None:
    on = scene(
        boat((6, 10), "W", "3"),
        boat((4, 10), status="sunk", damage=4, afloat=False),
        boat((9, 3)),
        stage="steer",
    )
    assert choose(on, "A").where() == (4, 10)


@pytest.mark.rule("SB-FIN-08")
@pytest.mark.parametrize(("setting", "end"), [("remove", (-6, 17)), ("stay", (-5, 17))])
def test_v137_finished_boats_go_or_stay(setting: str, end: tuple[int, int]) -> None:
    there = boat((-6, 17), status="finished", place=1, leg=5, done=1, afloat=setting == "stay")
    on = scene(boat((-1, 17), "W", "32", leg=4), there, boat((9, 3)), stage="steer", finished_boats=setting)
    choose(on, "A")
    assert on.where() == end
    assert on.boat().afloat == (setting == "stay")


@pytest.mark.rule("SB-FIN-05", "SB-FIN-06", "SB-SINK-02", "SB-SINK-04")
def test_v100_a_boat_that_sinks_after_the_finish_keeps_its_place() -> None:
    on = moving((-3, 18), "W", 10, leg=4, damage=2)
    assert clear(on) == (2, 8, 3)
    choose(on, "A")
    assert on.where() == (-11, 18)
    assert (on.boat().damage, on.boat().place, on.boat().status) == (4, 1, "finished")
    assert [key for key in on.heard if key in ("finished", "crash", "sunk_after_finish")] == [
        "finished",
        "crash",
        "sunk_after_finish",
    ]


@pytest.mark.rule("SB-HEX-06")
def test_a_way_is_named_by_compass_and_dock() -> None:
    on = moving((23, 0), "NE", 2)
    args = on.question.options[1].args
    assert (args["dir"], args["dock"], args["clear"], args["crash"]) == ("NE", "yellow", 1, 1)


@pytest.mark.rule("SB-TURN-02", "SB-STEER-01", "SB-STEER-02")
def test_v141_the_direction_is_asked_once_after_the_roll_and_before_the_move() -> None:
    on = scene(boat((-2, 16), "E", "3"), boat((9, 3)), stage="begin")
    asked = []
    for value in ("+", "none", "3", True, True):
        asked.append(on.question.key)
        on.answer(value)
    assert asked == ["change", "reroll", "faces", "only_way", "boat_moved"]
    assert on.state.turn is not None
    assert on.state.turn.seat == 1


@pytest.mark.rule("SB-MOVE-08", "SB-TURN-03")
def test_v140_sunk_boats_are_skipped() -> None:
    on = scene(boat((-2, 16), "E"), boat(status="sunk", damage=4), boat((9, 3)), stage="moved")
    on.answer(True)
    assert on.state.turn is not None
    assert on.state.turn.seat == 2


def test_moves_are_told_with_their_pieces() -> None:
    on = choose(moving((-2, 16), "E", 7), "A")
    (move,) = on.tell("sails").moves
    assert (move.piece, move.origin, move.to) == ("white", "-2,16", "5,16")
    assert at(5, 16) == on.boat().at

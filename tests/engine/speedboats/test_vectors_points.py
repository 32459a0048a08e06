"""Damage carried over, points, ties, extras, and the end of a race (5.9, 5.10, 5.14 and the like)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.speedboats import between, turn
from engine.speedboats.between import kept_after
from engine.speedboats.scoring import ranking, sheets
from engine.speedboats.state import Boat, Sheet
from tests.engine.playing import run
from tests.engine.speedboats.kit import Scene, boat, books, new_match, play_out, scene


def finished(place: int, done: int = 10, damage: int = 0, **more: Any) -> Boat:
    """A boat that has finished."""
    return Boat(status="finished", place=place, done=done, turns=done, leg=5, damage=damage, **more)


def sunk(**more: Any) -> Boat:
    """A boat that sank on the way."""
    return Boat(status="sunk", damage=4, new=True, leg=2, **more)


def over(*boats: Boat, race: int = 1, **options: Any) -> Scene:
    """A race that is over and whose points are to be counted."""
    return scene(*boats, name="practice", race=race, stage="points", level="books", **options)


def points(on: Scene) -> list[int]:
    """The points of the race that has just been counted."""
    return [sheet.points for sheet in on.state.sheets[-1]]


# --- damage ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-CARRY-01", "SB-CARRY-02", "SB-SINK-05")
@pytest.mark.parametrize("damage", [1, 2, 3, 6])
def test_v11_a_damaged_boat_keeps_one_counter(damage: int) -> None:
    on = over(finished(1), Boat(status="sunk" if damage > 3 else "retired", damage=damage, new=True))
    on.answer(True)
    assert (on.boat(0).damage, on.boat(1).damage, on.boat(1).kept) == (0, 1, 1)
    assert on.boat(1).status == "waiting"


SETTINGS = ("new_damage", "any_counter", "one", "none")


@pytest.mark.rule(
    "SB-CARRY-01", "SB-CARRY-02", "SB-CARRY-03", "SB-CARRY-04", "SB-CARRY-05", "SB-SINK-02", "SB-INV-11"
)
@pytest.mark.parametrize(
    ("taken", "kept"),
    [
        pytest.param((1, 1), [(1, 2), (1, 2), (1, 1), (0, 0)], id="v12"),
        pytest.param((3, 2), [(1, 2), (1, 2), (1, 1), (0, 0)], id="v101"),
        pytest.param((2, 0), [(1, 1), (1, 2), (1, 1), (0, 0)], id="v102"),
        pytest.param((0, 0), [(0, 0), (0, 0), (0, 0), (0, 0)], id="v103"),
        pytest.param((0, 1), [(0, 1), (0, 1), (0, 1), (0, 0)], id="v104"),
        pytest.param((5, 3), [(1, 2), (1, 2), (1, 1), (0, 0)], id="v105"),
    ],
)
def test_counters_at_the_start_of_the_next_races(taken: tuple[int, int], kept: list[tuple[int, int]]) -> None:
    for setting, expected in zip(SETTINGS, kept, strict=True):
        on = over(boat(), boat(), carry_over=setting)
        one = Boat(damage=taken[0], new=taken[0] > 0)
        second = kept_after(on.race, one)
        other = Boat(damage=second + taken[1], kept=second, new=taken[1] > 0)
        assert (second, kept_after(on.race, other)) == expected


@pytest.mark.rule("SB-SINK-01", "SB-SINK-02", "SB-CARRY-05")
@pytest.mark.parametrize(("reached", "damage", "status"), [(3, 4, "sunk"), (4, 3, "racing")])
def test_v106_counters_of_earlier_races_count(reached: int, damage: int, status: str) -> None:
    on = books(boat(dice="32", damage=2, kept=2), boat(), race=3, stage="steer").answer(
        "crash", reached, "none"
    )
    assert (on.boat().damage, on.boat().status) == (damage, status)


@pytest.mark.rule("SB-FIN-05", "SB-FIN-06", "SB-SINK-04", "SB-CARRY-06")
def test_v13_a_winner_that_sinks_after_the_tile_keeps_place_and_points() -> None:
    on = books(boat(dice="33", leg=4), boat(), boat(), stage="steer").answer("crash", 2, "F", "yes")
    winner = on.boat()
    assert (winner.place, winner.damage, winner.status) == (1, 4, "finished")
    assert [sheet.points for sheet in sheets(on.race)] == [2, 0, 0]
    assert kept_after(on.race, winner) == 1


# --- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-SCORE-01", "SB-SCORE-02", "SB-SCORE-05")
@pytest.mark.parametrize(
    ("players", "race", "expected"),
    [
        (5, 1, [4, 3, 2, 1, 0]), (5, 2, [8, 6, 4, 2, 0]), (5, 3, [12, 9, 6, 3, 0]),
        (2, 1, [1, 0]), (3, 1, [2, 1, 0]), (4, 1, [3, 2, 1, 0]), (6, 1, [5, 4, 3, 2, 1, 0]),
    ],
)  # fmt: skip
def test_v08_v107_points_for_places(players: int, race: int, expected: list[int]) -> None:
    on = over(*(finished(place) for place in range(1, players + 1)), race=race, extra_scoring="never")
    assert points(on) == expected == on.state.scores


@pytest.mark.rule("SB-SCORE-03", "SB-SCORE-04")
def test_v109_the_players_who_started_count() -> None:
    assert points(over(finished(1), sunk(), finished(2), finished(3), finished(4))) == [4, 0, 3, 2, 1]


@pytest.mark.rule("SB-SCORE-02", "SB-SCORE-03", "SB-SCORE-04")
def test_v110_sunk_boats_get_nothing() -> None:
    assert points(over(finished(1), finished(2), sunk(), finished(3), race=2)) == [6, 4, 0, 2]


@pytest.mark.rule("SB-VAR-01", "SB-VAR-03", "SB-VAR-04")
def test_v14_v120_two_players_get_a_point_for_every_turn() -> None:
    on = over(finished(1, 10), finished(2, 12))
    assert points(on) == [3, 0]
    (told,) = [tell for tell in on.match.tells if tell.key == "points_extra" and tell.args["seat"] == 0]
    assert {key: told.args[key] for key in ("base", "turns", "sunk", "points", "total")} == {
        "base": 1, "turns": 2, "sunk": 0, "points": 3, "total": 3,
    }  # fmt: skip


@pytest.mark.rule("SB-FIN-03", "SB-FIN-04", "SB-VAR-03")
def test_v139_in_the_same_round_the_earlier_turn_is_ahead() -> None:
    assert points(over(finished(1, 10), finished(2, 10), extra_scoring="always")) == [1, 0]


@pytest.mark.rule("SB-VAR-05", "SB-VAR-08")
def test_v117_a_single_finisher_gets_no_turn_points() -> None:
    assert points(over(finished(1), sunk(), race=2)) == [7, 0]


@pytest.mark.rule("SB-VAR-02", "SB-VAR-03", "SB-VAR-05", "SB-VAR-07")
@pytest.mark.parametrize(("multiplied", "expected"), [(False, [14, 8, 0]), (True, [30, 18, 0])])
def test_v118_extra_points_for_three(multiplied: bool, expected: list[int]) -> None:  # noqa: FBT001 - a table
    on = over(
        finished(1, 12), finished(2, 15), sunk(), race=3, extra_scoring="always", extras_multiplied=multiplied
    )
    assert points(on) == expected


@pytest.mark.rule("SB-VAR-02")
def test_more_than_two_get_extra_points_only_if_the_table_says_so() -> None:
    assert points(over(finished(1, 10), finished(2, 15), sunk())) == [2, 1, 0]
    assert points(over(finished(1, 10), finished(2, 15), extra_scoring="never")) == [1, 0]


@pytest.mark.rule("SB-VAR-06")
def test_v121_who_sank_after_finishing_is_no_sunk_boat() -> None:
    assert points(over(finished(1, 10, damage=4), finished(2, 10), sunk(), extra_scoring="always")) == [
        7,
        6,
        0,
    ]


@pytest.mark.rule("SB-VAR-09")
def test_v123_the_marker_goes_round_a_second_time() -> None:
    on = over(finished(1), finished(2))
    on.state.scores = [30, 12]
    on.state.sheets = []
    ran = run(between.count_points(on.race))
    (told,) = [tell for tell in ran.tells if tell.key == "second_lap"]
    assert told.args == {"seat": 0, "total": 31, "marker": 1}


@pytest.mark.rule("SB-SCORE-05", "SB-SCORE-06", "SB-SETUP-06")
def test_v143_six_players_end_at_thirty() -> None:
    assert sum(points(over(*(finished(p) for p in range(1, 7)), race=race))[0] for race in (1, 2, 3)) == 30


# --- the end of a race ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-FIN-10")
def test_v112_with_a_sunk_boat_the_last_one_sails_on() -> None:
    on = books(boat(dice="3", leg=4), boat(), finished(1), sunk(), stage="steer").answer("F")
    assert on.state.stage == "turn"
    assert on.state.turn is not None
    assert on.state.turn.seat == 1


@pytest.mark.rule("SB-FIN-10", "SB-FIN-09")
@pytest.mark.parametrize(("setting", "stage"), [("stop", "repair"), ("play_on", "turn")])
def test_the_last_boat_gets_the_last_place_at_once(setting: str, stage: str) -> None:
    on = books(boat(dice="3", leg=4), boat(), finished(1), stage="steer", last_boat=setting).answer("F")
    assert on.state.stage == stage
    assert on.boat(1).place == (3 if setting == "stop" else 0)


@pytest.mark.rule("SB-FIN-10", "SB-VAR-09", "SB-VAR-10")
def test_v122_with_extra_points_everybody_sails_to_the_end() -> None:
    on = books(boat(dice="3", leg=4), boat(), stage="steer").answer("F")
    assert on.state.stage == "turn"
    after = books(boat(dice="22"), boat(leg=2), stage="steer").answer("crash", 0, "none")
    assert after.boat().status == "sunk"
    assert after.state.turn is not None
    assert after.state.turn.seat == 1


@pytest.mark.rule("SB-FIN-09", "SB-SCORE-04")
def test_v113_when_all_have_sunk_the_race_is_over_without_points() -> None:
    on = books(boat(dice="22"), sunk(), stage="steer").answer("crash", 0, "none")
    assert on.state.stage == "repair"
    assert points(on) == [0, 0]


@pytest.mark.rule("SB-FIN-09", "SB-ABS-03")
def test_a_race_without_any_movement_ends_after_twenty_rounds() -> None:
    on = books(boat(turns=19), boat(turns=20), stage="begin")
    on.state.stirred = 0
    on.replace().answer("=")
    on.answer("stayed")
    assert on.state.stage == "repair"
    assert "becalmed" in on.heard
    assert [b.status for b in on.state.boats] == ["retired", "retired"]


@pytest.mark.rule("SB-ABS-03", "SB-FIN-10", "SB-SCORE-03")
def test_v161_a_retired_boat_stops_nobody_and_gets_nothing() -> None:
    retired = Boat(status="retired", leg=2)
    on = books(boat(dice="3", leg=4), boat(), retired, stage="steer", extra_scoring="always").answer("F")
    assert on.state.stage == "turn"
    done = over(finished(1), finished(2), Boat(status="retired"))
    assert points(done) == [2, 1, 0]
    done.answer(True)
    assert done.boat(2).status == "waiting"


# --- ties -----------------------------------------------------------------------------------------------------------


def tied(*places: tuple[int, ...], scores: tuple[int, ...]) -> list[tuple[int, int]]:
    """The ranking of some places race by race with some totals."""
    on = over(*(boat() for _ in scores))
    on.state.scores = list(scores)
    on.state.sheets = [[Sheet(place, 0) for place in row] for row in places]
    return ranking(on.race)


@pytest.mark.rule("SB-TIE-01", "SB-TIE-02", "SB-TIE-03", "SB-NEXT-04", "SB-INV-24")
@pytest.mark.parametrize(
    ("places", "scores", "ranks"),
    [
        pytest.param([(1, 2), (1, 2), (3, 2)], (9, 9), [(1, 1), (0, 2)], id="v114"),
        pytest.param([(1, 2), (1, 2), (4, 0)], (6, 6), [(0, 1), (1, 2)], id="v115"),
        pytest.param([(0, 0), (1, 2), (0, 0)], (6, 6), [(0, 1), (1, 2)], id="v116"),
        pytest.param([(0, 0), (0, 0), (0, 0)], (6, 6), [(0, 1), (1, 1)], id="shared"),
        pytest.param([(0, 0, 1)], (4, 5, 7), [(2, 1), (1, 2), (0, 3)], id="v145"),
    ],
)
def test_ties_are_broken_by_the_last_races(places, scores, ranks) -> None:
    assert tied(*places, scores=scores) == ranks


@pytest.mark.rule("SB-TIE-01", "SB-TIE-03", "SB-NEXT-04")
def test_ties_are_told_with_the_winner() -> None:
    on = over(boat(), boat(), boat())
    on.state.scores = [7, 7, 7]
    on.state.sheets = [[Sheet(1, 0), Sheet(0, 0), Sheet(0, 0)]]
    told = run(between.tell_end(on.race)).tells
    assert [tell.key for tell in told] == ["tie_broken", "tie_shared", "wins"]
    assert told[-1].args == {"seats": [0], "total": 7}


# --- races and matches ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-NEXT-02", "SB-NEXT-03", "SB-COURSE-01", "SB-SINK-05", "SB-DICE-02")
def test_v144_the_next_race_begins_anew() -> None:
    on = over(finished(1, damage=1, new=True, dice=[3]), sunk(), finished(2))
    on.answer(True)
    assert (on.state.race, on.race.letter, on.state.stage) == (2, "B", "course")
    assert [b.damage for b in on.state.boats] == [1, 1, 0]
    assert all(
        (b.dice, b.leg, b.turns, b.place, b.status) == ([], 0, 0, 0, "waiting") for b in on.state.boats
    )
    assert on.state.starter == 1


@pytest.mark.rule("SB-NEXT-04", "SB-SETUP-11")
@pytest.mark.parametrize("races", [1, 2, 3])
def test_v145_a_match_has_one_to_three_races(races: int) -> None:
    match = play_out(new_match(3, level="books", races=races), 4)
    assert len(match.state.sheets) == races
    assert match.result is not None
    assert match.result.standings[0].notes["points"] == max(match.state.scores)


@pytest.mark.rule("SB-SETUP-07", "SB-NEXT-01", "SB-INV-23")
def test_v170_the_start_player_is_found_once() -> None:
    match = play_out(new_match(4, level="books"), 5)
    keys = [tell.key for tell in match.tells]
    assert keys.count("start_player") == 1
    starters = [tell.args["seat"] for tell in match.tells if tell.key == "go"]
    order = match.state.order
    assert [order.index(seat) for seat in starters] == [(order.index(starters[0]) + k) % 4 for k in range(3)]


@pytest.mark.rule("SB-SCORE-02", "SB-SCORE-04", "SB-CARRY-04", "SB-SINK-02", "SB-TIE-01")
def test_the_golden_game() -> None:
    """5.14: White, Black, Red; White wins the tie by the last race."""
    races = [
        ([2, 1, 3], [0, 1, 3], [1, 2, 0], [0, 1, 1]),
        ([0, 2, 1], [4, 2, 0], [0, 2, 4], [1, 2, 1]),
        ([1, 2, 0], [0, 1, 3], [6, 3, 0], []),
    ]
    on = over(boat(), boat(), boat())
    on.state.scores, on.state.sheets = [0, 0, 0], []
    kept = [0, 0, 0]
    for number, (places, new, expected, following) in enumerate(races, 1):
        on.state.race = number
        for seat in range(3):
            damage = kept[seat] + new[seat]
            status = "finished" if places[seat] else "sunk"
            assert (damage >= 4) == (status == "sunk")
            on.state.boats[seat] = Boat(
                damage=damage,
                kept=kept[seat],
                new=new[seat] > 0,
                place=places[seat],
                done=9,
                status=status,  # type: ignore[arg-type]
            )
        run(between.count_points(on.race))
        assert [sheet.points for sheet in on.state.sheets[-1]] == expected
        kept = [kept_after(on.race, b) for b in on.state.boats]
        assert not following or kept == following
    assert on.state.scores == [7, 7, 4]
    assert ranking(on.race) == [(0, 1), (1, 2), (2, 3)]


def test_a_race_nobody_starts_is_over_at_once() -> None:
    on = over(Boat(status="retired"), Boat(status="retired"))
    on.state.placed, on.state.stage = 2, "place"
    run(turn.line_up(on.race))
    assert str(on.state.stage) == "points"

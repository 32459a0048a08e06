"""Every legal step, path and end (3.6, section 5: movement)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import IllegalAnswer
from engine.downforce.moving import check_path, reach
from tests.engine.downforce.cases import pack
from tests.engine.downforce.scene import ends, race, track
from tests.engine.downforce.slow import paths


def steps_of(name: str) -> tuple[dict[str, list[str]], dict[str, str], dict[str, bool]]:
    """The spaces of a track as the pack file lists them."""
    rows = pack(name)["track"]["space"]
    same = {row["id"]: row["same_as"] for row in rows if "same_as" in row}
    return (
        {row["id"]: row["next"] for row in rows},
        same,
        {row["id"]: row["shape"] == "curved" for row in rows},
    )


def refused(path: str, at: str, number: int, taken: str = "") -> str:
    """Why a path is refused ("" when it is not)."""
    road = track()
    shut = {road.numbers[name] for name in taken.split()}
    try:
        check_path(road, shut, road.numbers[at], number, path.split())
    except IllegalAnswer as refusal:
        return refusal.reason
    return ""


@pytest.mark.rule("DF-MOVE-01", "DF-MOVE-02", "DF-MOVE-04", "DF-MOVE-09", "DF-MOVE-11")
def test_blue_may_go_round_or_box_itself_in() -> None:
    assert ends("60c", 4, "62b 62c") == ["61c (1)", "64a (4)", "64b (4)", "64c (4)"]
    assert refused("60b", "60c", 4, "62b 62c") == "not_ahead"
    assert refused("61c", "60c", 4, "62b 62c") == ""
    assert refused("61c 62b", "60c", 4, "62b 62c") == "space_taken"


@pytest.mark.rule("DF-MOVE-01", "DF-MOVE-03", "DF-MOVE-11", "DF-TABLE-07")
def test_yellow_has_one_way_and_is_not_asked() -> None:
    on = race(
        "yellow=42-43a red=44-45a blue=45b green=46-47b orange=48b",
        owners="yellow=0",
        hands={0: "X E1"},
        cards={"X": ["yellow 5"]},
    )
    on.answer("X")
    assert on.where("yellow") == "48c"
    assert on.told("moves")[0].args["path"] == ["43-44b", "44-45c", "46c", "47c", "48c"]
    assert not any(tell.key == "path" for tell in on.match.tells)


@pytest.mark.rule("DF-MOVE-01", "DF-MOVE-02", "DF-MOVE-03")
def test_green_in_the_bend_goes_ahead_only() -> None:
    for beside in ("43-44b", "45b"):
        assert refused(beside, "44-45c", 1) == "not_ahead"
    assert ends("44-45c", 1) == ["46c (1, curved)", "46-47b (1, curved)"]
    assert refused("50a", "44-45c", 1) == "not_touching"


@pytest.mark.rule("DF-MOVE-04", "DF-MOVE-07", "DF-MOVE-10")
@pytest.mark.report("L05")
def test_orange_loses_what_it_cannot_move_behind_blue() -> None:
    """L05: a shortened move is legal and is not corrected."""
    on = race("orange=50b blue=54a", owners="orange=0", hands={0: "X E1"}, cards={"X": ["orange 6"]})
    assert ends("50b", 1, "54a") == ["51a (1)", "51b (1)"]
    on.answer("X")
    (told,) = on.told("blocked")
    assert (told.args["steps"], told.args["number"], told.args["place"]) == (3, 6, "53a")
    assert "DF-MOVE-10" in told.rules


@pytest.mark.rule("DF-MOVE-08", "DF-MOVE-09")
def test_stopping_is_refused_while_a_step_is_left_and_getting_stuck_is_not() -> None:
    on = race("blue=60c red=62b green=62c", owners="blue=0", hands={0: "E2 E1"}).answer("E2")
    assert on.options == ["61c", "64a", "64b", "64c"]
    assert on.refusal(0, ["61b"]) == "must_go_on"
    assert on.refusal(0, ["61b", "62a", "63a", "64a", "FINISH"]) == "too_far"
    assert on.refusal(0, "63a") == "not_an_option"
    assert on.refusal(0, "99z") == "no_such_space"
    on.answer(["61c"])
    assert on.moved == ["blue 1 61c"]


@pytest.mark.rule("DF-MOVE-05")
def test_a_car_passes_between_two_that_stand_diagonally() -> None:
    assert ends("13a", 1, "14a 13b") == ["14b (1)"]


@pytest.mark.rule("DF-MOVE-07", "DF-MOVE-10", "DF-TABLE-07")
def test_a_boxed_in_car_stays_without_a_question() -> None:
    on = race("blue=5b red=6a green=6b orange=6c", owners="blue=0", hands={0: "E2 E1"}).answer("E2")
    assert on.moved == ["blue 0 5b"]


@pytest.mark.rule("DF-MOVE-06", "DF-MOVE-13")
def test_one_space_at_both_ends_of_the_lap_holds_one_car() -> None:
    assert ends("67a", 2, "1a 1b", "top_race") == ["67a (0)"]
    cars = "red=67a black=1b blue=5a green=5b orange=5c yellow=6a"
    on = race(cars, owners="red=0", hands={0: "X E1"}, on="top_race", cards={"X": ["red 2"]})
    on.answer("X")
    assert on.moved == ["red 2 FINISH"]
    assert on.told("moves")[0].args["path"] == ["68a", "FINISH"]


@pytest.mark.rule("DF-MOVE-03", "DF-MOVE-11")
def test_the_inner_way_round_a_bend_is_shorter() -> None:
    wanted = "11-12a 12b 12c 13a 13b 13c 14a 14b 14c"
    assert sorted(ends("8a", 4)) == sorted(f"{name} (4, curved)" for name in wanted.split())


@pytest.mark.rule("DF-MOVE-04", "DF-MOVE-07", "DF-MOVE-11")
def test_a_crowded_bend() -> None:
    taken = {"41a", "42b", "42-43a", "43c", "45b"}
    spaces, same, _ = steps_of("practice")
    found = list(paths(spaces, same, taken, "41b", 6))
    assert len(found) == 24
    wanted = [f"{column}{lane} (6, curved)" for column in (48, 49) for lane in "abc"]
    assert ends("41b", 6, " ".join(taken)) == wanted


@pytest.mark.rule("DF-MOVE-08", "DF-MOVE-09", "DF-MOVE-11")
def test_a_dead_end_of_several_lengths_is_listed_once() -> None:
    wanted = ["11-12a (4, curved)", "13c (5, curved)", "14b (5, curved)", "14c (5, curved)"]
    assert sorted(ends("8a", 5, "13a 13b")) == sorted(wanted)
    on = race(
        "blue=8a red=13a green=13b", owners="blue=0", hands={0: "X E1"}, cards={"X": ["blue 5"]}
    ).answer("X")
    assert len(on.options) == 4
    on.answer(["9-10a", "11-12a"])
    assert on.moved == ["blue 2 11-12a"]


GOLDEN = """
practice  2b  3/3 7/3 17/3 41/3 99/3 239/3 577/3 1393/4 3363/7
practice  8b  3/3 7/4 17/7 41/9 99/9 239/9 577/9 1323/8 2366/7
practice  41b 3/3 7/4 17/6 41/9 99/10 239/11 548/11 977/9 1268/7
practice  50a 1/1 1/1 1/1 1/1 2/2 4/2 8/4 16/5 36/6
practice  61c 2/2 5/3 12/3 12/1 12/1 12/1 12/1 12/1 12/1
top_race  1b  3/3 7/3 17/3 41/3 99/3 140/2 280/2 560/4 1120/5
top_race  51b 3/3 7/6 17/10 41/12 99/15 239/15 577/17 1311/17 2721/15
top_race  58c 2/2 5/4 12/7 29/8 70/9 169/9 309/7 350/4 350/1
"""


@pytest.mark.rule("DF-MOVE-01", "DF-MOVE-03", "DF-MOVE-11", "DF-INV-07")
@pytest.mark.parametrize("row", GOLDEN.strip().splitlines())
def test_golden_counts_on_an_empty_track(row: str) -> None:
    name, at, *counts = row.split()
    road = track(name)
    spaces, same, _ = steps_of(name)
    for number, count in enumerate(counts, 1):
        ways, places = map(int, count.split("/"))
        assert sum(1 for _ in paths(spaces, same, set(), at, number)) == ways
        assert len(reach(road.plain, set(), road.numbers[at], number).ends) == places


TRACKS = ("practice", "test_track", "top_race")


@pytest.mark.rule("DF-INV-07", "DF-MOVE-11", "DF-MOVE-12", "DF-MOVE-13", "DF-INV-05", "DF-DET-11")
@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(TRACKS), number=st.integers(0, 8), seed=st.integers(0, 10**6), near=st.booleans())
def test_the_search_finds_what_trying_all_paths_finds(name: str, number: int, seed: int, near: bool) -> None:  # noqa: FBT001
    spaces, same, curved = steps_of(name)
    draw = Random(seed)
    ids = list(spaces)
    at = draw.choice(ids)
    around = ids[ids.index(at) + 1 : ids.index(at) + 14] if near else ids
    taken = {to for to in draw.sample(around, min(5, len(around))) if to != at}
    taken = {to for to in taken if same.get(to, to) != same.get(at, at)}
    found: dict[tuple[str, bool], int] = {}
    for path in paths(spaces, same, taken, at, number):
        key = (path[-1] if path else at, any(curved.get(name, False) for name in path))
        found[key] = max(found.get(key, 0), len(path))
    assert found == fast(name, at, taken, number)


def fast(name: str, at: str, taken: set[str], number: int) -> dict[tuple[str, bool], int]:
    """What the search finds, with marks; every path it gives is legal and as long as it says."""
    road = track(name)
    shut = {road.numbers[to] for to in taken}
    shut |= {road.twins[space] for space in shut if space in road.twins}
    codes = {code for space in shut for code in (2 * space, 2 * space + 1)}
    start = road.numbers[at]
    marked = reach(road.marked, codes, 2 * start, number)
    plain = reach(road.plain, shut, start, number)
    assert {code >> 1 for code in marked.ends} == set(plain.ends)
    for code, steps in marked.ends.items():
        path = [road.names[one >> 1] for one in marked.path(code)]
        assert len(path) == steps
        assert len(check_path(road, shut, start, number, path)) == steps
        assert any(road.curved[road.numbers[one]] for one in path) == bool(code & 1)
    return {(road.names[code >> 1], bool(code & 1)): steps for code, steps in marked.ends.items()}


@pytest.mark.rule("DF-MOVE-12", "DF-FIN-02")
def test_the_finish_is_always_free_and_ends_the_move() -> None:
    on: Any = race("red=64a blue=64b", owners="red=0", hands={0: "A5 E1"}, finished="black", cards={})
    on.answer("A5", "6") if on.match.open[0].key == "plus" else on.answer("A5")
    assert on.state.finished[:2] == ["black", "red"]
    assert on.told("moves")[0].args["steps"] == 1

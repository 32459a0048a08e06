"""Championships: points, the next race, who wins the series (3.18, 4.4)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from engine.ask import TABLE, IllegalAnswer
from engine.match import Boundary, Match
from engine.pilots import any_legal
from engine.rulebook import BrokenInvariant, SetupError, read_options
from engine.settle import settle
from engine.wacky_races import series
from engine.wacky_races.options import Options
from engine.wacky_races.rulebook import WackyRaces
from engine.wacky_races.track import FINISH
from tests.engine.conformance import lots
from tests.engine.playing import play_out
from tests.engine.wacky_races.kit import header, new_match
from tests.engine.wacky_races.scene import Scene, practice, scene

if TYPE_CHECKING:
    from engine.ask import Tell
    from engine.wacky_races.state import RaceState

V45 = "PAT=T18 RED=T17 RUF=T15 SLA=T15 ANT=T12 PEN=T9"
POINTS = [10, 6, 4, 3, 2, 1]


def last_move(cars: str = V45, *, races: int = 2, before: Any = None, **given: Any) -> Scene:
    """PAT is one card away from the Finish; *before* holds places by race and seat (PAT RUF ANT)."""
    options = {"champ_races": races, "champ_points": POINTS, **given.pop("options", {})}
    on = scene(cars, options=options, **given)
    if before:
        on.state.placed = [list(row) for row in before]
        on.state.points = [[POINTS[place - 1] for place in row] for row in before]
        on.state.race = len(before) + 1
        on.match.resume(Boundary(0, 0, on.match.rulebook.encode(on.state)), [])
    return on.answer("D")


def scored(on: Scene) -> dict[str, tuple[int, int]]:
    """Place and points of the race by Racer."""
    (places,), (points,) = on.state.placed[-1:], on.state.points[-1:]
    return {racer: (places[seat], points[seat]) for seat, racer in enumerate(on.state.racers)}


def told(on: Scene | Match[RaceState], key: str) -> list[Tell]:
    """Everything told under one key."""
    tells = on.told if isinstance(on, Scene) else on.tells
    return [tell for tell in tells if tell.key == key]


# --- one race of it -----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "WR-CHAMP-03", "WR-CHAMP-04", "WR-CHAMP-05", "WR-END-05", "WR-END-06", "WR-END-07", "WR-PRAC-07"
)
def test_v45_places_and_points() -> None:
    """Neutrals hold their places, so RED's six points go to nobody."""
    on = last_move(options={"champ_points": practice()["options"]["champ_points"]})
    assert (on.question.seat, on.question.key) == (TABLE, "race_result")
    on.answer(True)
    assert scored(on) == {"PAT": (1, 10), "RUF": (3, 4), "ANT": (5, 2)}
    shown = {tell.args["seat"]: tell.args["total"] for tell in told(on, "race_scored")}
    assert shown == {0: 10, 1: 4, 2: 2}


@pytest.mark.rule("WR-CHAMP-05")
def test_o43_neutrals_can_be_passed_over() -> None:
    on = last_move(options={"neutrals_score": "skip"}).answer(True)
    assert scored(on) == {"PAT": (1, 10), "RUF": (2, 6), "ANT": (3, 4)}


@pytest.mark.rule("WR-CHAMP-06", "WR-END-05")
def test_o40_only_the_winner_scores_where_only_the_winner_is_placed() -> None:
    on = last_move(options={"places": "winner_only"}).answer(True)
    assert scored(on) == {"PAT": (1, 10), "RUF": (0, 0), "ANT": (0, 0)}
    assert [tell.args["seat"] for tell in told(on, "race_unplaced")] == [1, 2]
    on.answer("next_race")
    assert on.state.starter == 1


@pytest.mark.rule("WR-CHAMP-06", "WR-CHAMP-09")
def test_among_unplaced_players_the_one_last_in_turn_order_starts() -> None:
    on = last_move(options={"places": "winner_only", "next_start": "last_placed"}).answer(True, "next_race")
    assert on.state.racers[on.state.starter] == "ANT"


@pytest.mark.rule("WR-CHAMP-09")
@pytest.mark.parametrize(("value", "racer"), [("rotate", "RUF"), ("last_placed", "ANT")])
def test_o44_who_starts_the_next_race(value: str, racer: str) -> None:
    on = last_move(options={"next_start": value}).answer(True, "next_race")
    assert on.state.racers[on.state.starter] == racer
    assert told(on, "starting_player")[-1].rules[0] == "WR-CHAMP-09"


@pytest.mark.rule("WR-CHAMP-09")
def test_of_level_last_players_the_one_later_in_turn_order_starts() -> None:
    cars = "PAT=T18 RED=T17 RUF=T9 SLA=T15 ANT=T9 PEN=T10"
    on = last_move(cars, options={"next_start": "last_placed"}).answer(True, "next_race")
    assert on.state.racers[on.state.starter] == "ANT"


@pytest.mark.rule("WR-CHAMP-09")
def test_the_table_may_say_again_who_drove_last() -> None:
    on = last_move(options={"next_start": "last_driver"}).answer(True, "next_race")
    assert (on.question.seat, on.question.key, on.state.stage) == (TABLE, "last_driver", "starter")
    on.answer("2")
    assert on.state.racers[on.state.starter] == "ANT"


@pytest.mark.rule("WR-CHAMP-04", "WR-APP-05")
def test_a_result_can_be_taken_back_before_it_is_confirmed_and_after() -> None:
    on = last_move().answer(True)
    assert on.state.points
    for _ in range(2):
        keep = on.match.undo_point()
        assert keep is not None
        on.match.undo(keep)
    assert (on.state.points, on.at["PAT"], on.asked) == ([], "T18", "PAT")


# --- what the places are worth ------------------------------------------------------------------------------------


def unsettled(**options: Any) -> Match[RaceState]:
    """A match with a pack that says nothing about points."""
    head = header(3, **options)
    said = {name: value for name, value in head.pack["options"].items() if name != "champ_points"}
    head = replace(head, pack={**head.pack, "options": said})
    return Match(WackyRaces(head), head)


@pytest.mark.rule("WR-CHAMP-03", "WR-TEACH-05")
def test_points_that_nobody_has_said_are_asked_for_place_by_place_before_anything_else() -> None:
    match = unsettled(champ_races=2)
    for place, (points, most) in enumerate([(9, 99), (6, 9), (6, 6), (2, 6), (0, 2), (0, 0)], 1):
        (question,) = match.open
        assert (question.key, question.args, question.low, question.high) == (
            "points_for", {"place": place}, 0, most
        )  # fmt: skip
        match.answer(TABLE, points)
    assert [question.key for question in match.open] == ["racer"] * 3
    play_out(match, 3, {seat: match.rulebook.pilot("weak") for seat in range(3)})
    scores = [{6: 0, 5: 0, 4: 2, 3: 6, 2: 6, 1: 9}[place] for race in match.state.placed for place in race]
    assert scores == [points for race in match.state.points for points in race]


@pytest.mark.rule("WR-CHAMP-03")
@pytest.mark.parametrize(("given", "refused"), [([], 100), ([], -1), ([7], 8)])
def test_a_place_may_not_bring_more_than_the_one_before_it(given: list[int], refused: int) -> None:
    match = unsettled(champ_races=2)
    for points in given:
        match.answer(TABLE, points)
    with pytest.raises(IllegalAnswer):
        match.answer(TABLE, refused)


@pytest.mark.rule("WR-CHAMP-03")
def test_a_single_race_asks_for_no_points() -> None:
    assert {question.key for question in unsettled().open} == {"racer"}


# --- the next race ------------------------------------------------------------------------------------------------


def second_race(**options: Any) -> Match[RaceState]:
    """A championship whose second race is about to begin."""
    match = new_match(3, champ_races=2, champ_points=POINTS, **options)
    pilots = {seat: match.rulebook.pilot("weak") for seat in range(3)}
    lot = Random(5)
    while match.state.race == 1 or match.state.turn is None:
        question = match.open[0]
        if question.seat in pilots and match.state.race == 1:
            settle(match, pilots, lots(5))
        else:
            yes = question.key == "next_race"
            match.answer(question.seat, "next_race" if yes else any_legal(question, lot.randrange))
    return match


@pytest.mark.rule("WR-CHAMP-07", "WR-CHAMP-08", "WR-CHAMP-10", "WR-SETUP-05")
def test_t26_the_second_race_is_set_up_anew_with_the_same_racers() -> None:
    match = second_race(champ_texts=["", "No powers before tile 5"])
    state = match.state
    first, second = (tell.args for tell in told(match, "line_up"))
    kept = [tell.args["racer"] for tell in told(match, "racer_chosen")]
    assert state.racers == kept
    assert first["neutrals"] != second["neutrals"]
    assert not {*kept} & {*second["neutrals"]}
    assert (state.round, state.traps, state.used, state.boxed, state.dastardly, state.out) == (
        1,
        {},
        [],
        0,
        0,
        False,
    )
    assert (state.trap_deck, state.discard, [hand.size for hand in state.hands]) == (16, [], [3, 3, 3])
    assert sorted(car.position for car in state.cars) == [1, 2, 3, 4, 5, 6]
    laid = [tell.args["tile"] for tell in told(match, "tile_laid")]
    assert laid[:19] != laid[19:] == state.course
    assert len(told(match, "special_drawn")) == 2
    assert [tell.args["text"] for tell in told(match, "special_rule")] == ["No powers before tile 5"]
    assert [tell.args["number"] for tell in told(match, "race_of")] == [1, 2]


@pytest.mark.rule("WR-CHAMP-08")
def test_everything_goes_back_to_the_box_between_two_races() -> None:
    match = second_race()
    (moves,) = (tell.moves for tell in told(match, "set_up_anew"))
    assert {move.to for move in moves} == {"box"}
    assert len(moves) in (6, 7)  # Dastardly may be out already


@pytest.mark.rule("WR-CHAMP-02")
def test_the_table_may_stop_after_any_race() -> None:
    on = last_move(races=12).answer(True)
    assert [option.value for option in on.question.options] == ["next_race", "stop"]
    on.answer("stop")
    assert on.match.over
    assert on.tell("champion").args == {"seat": 0, "total": 10}


# --- who wins -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-CHAMP-01", "WR-CHAMP-02", "WR-CHAMP-11")
def test_v46_more_first_places_decide_a_tie() -> None:
    """Races 1 and 2: PAT 1 and 5, RUF 2 and 2, ANT 4 and 3; race 3: PAT and RUF level third, ANT fifth."""
    cars = "RED=T18 SLA=T17 PAT=T15 RUF=T15 ANT=T12 PEN=T9"
    on = scene(cars, turn="", options={"champ_races": 3, "champ_points": POINTS})
    state = on.state
    state.race, state.placed = 3, [[1, 2, 4], [5, 2, 3]]
    state.points = [[10, 6, 3], [2, 6, 4]]
    state.phase = None
    state.cars[3].position = FINISH
    state.finished, state.stage = ["RED"], "points"
    on.match.resume(Boundary(0, 0, on.match.rulebook.encode(state)), [])
    on.answer(True)
    result = on.match.result
    assert result is not None
    assert [(row.who, row.place, row.notes["points"]) for row in result.standings] == [
        ("PAT", 1, 16),
        ("RUF", 2, 16),
        ("ANT", 3, 9),
    ]
    assert on.tell("champion_on_places").args == {"seat": 0, "total": 16, "place": 1}
    assert result.notes["champions"] == [0]


@pytest.mark.rule("WR-CHAMP-11")
@pytest.mark.parametrize(
    ("placed", "champions", "key"),
    [
        ([[1, 2, 3], [2, 1, 3]], [0, 1], "joint_champions"),
        ([[1, 2, 3], [1, 2, 3]], [0], "champion"),
        ([[2, 1, 4], [2, 4, 1]], [1, 2], "joint_champions"),
        ([[1, 2, 5], [4, 3, 2], [2, 3, 4]], [0], "champion"),
    ],
)
def test_totals_then_places_then_joint_champions(
    placed: list[list[int]], champions: list[int], key: str
) -> None:
    on = scene(V45, options={"champ_races": 4, "champ_points": POINTS})
    state, rulebook = on.state, on.match.rulebook
    assert isinstance(rulebook, WackyRaces)
    state.placed, state.points = placed, [[POINTS[place - 1] for place in row] for row in placed]
    (tell,) = series.crown(rulebook.bind(state))
    assert (state.champions, getattr(tell, "key", "")) == (champions, key)


@pytest.mark.rule("WR-CHAMP-11")
def test_the_sixth_places_can_decide() -> None:
    """Equal totals with points that do not tell places apart: then first, second, ... sixth places count."""
    on = scene(V45, options={"champ_races": 2, "champ_points": [1, 1, 1, 1, 1, 1]})
    on.state.placed, on.state.points = [[2, 3, 4], [6, 6, 5]], [[1, 1, 1], [1, 1, 1]]
    assert isinstance(on.match.rulebook, WackyRaces)
    (tell,) = series.crown(on.match.rulebook.bind(on.state))
    assert getattr(tell, "args", {}) == {"seat": 0, "total": 2, "place": 2}


# --- agreed beforehand --------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-CHAMP-02", "WR-CHAMP-03", "WR-CHAMP-10")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"champ_races": 0, "champ_points": POINTS}, "champ_races"),
        ({"champ_races": 13, "champ_points": POINTS}, "champ_races"),
        ({"champ_points": [4, 6, 4, 3, 2, 1]}, "no place may bring more than the one before"),
        ({"champ_points": [100, 6, 4, 3, 2, 1]}, "champ_points"),
        ({"champ_points": [6, 4]}, "champ_points"),
        ({"champ_races": 1, "champ_points": POINTS, "champ_texts": ["a", "b"]}, "2 champ_texts for 1 races"),
    ],
)
def test_a_championship_that_cannot_be_scored_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        read_options(options, Options, "wacky_races")


@pytest.mark.rule("WR-CHAMP-01")
def test_without_a_number_of_races_a_match_is_one_race() -> None:
    match = new_match(3)
    play_out(match, 3, {seat: match.rulebook.pilot("weak") for seat in range(3)})
    assert match.result is not None
    assert len(match.result.standings) == 6
    assert not told(match, "race_of")


# --- whole championships --------------------------------------------------------------------------------------------


def whole(seed: int, **options: Any) -> Match[RaceState]:
    """A championship of two races played by pilots."""
    head = header(3, champ_races=2, champ_points=POINTS, **options)
    match: Match[RaceState] = Match(WackyRaces(head), head)
    pilots = {seat: match.rulebook.pilot("weak") for seat in range(3)}
    return play_out(match, seed, pilots, lambda match: match.rulebook.check(match.state))


@pytest.mark.rule("WR-INV-19")
@pytest.mark.parametrize("seed", range(4))
def test_no_total_is_above_what_the_races_bring(seed: int) -> None:
    match = whole(seed)
    assert 1 <= len(match.state.points) <= 2
    for row in match.state.points:
        assert sum(row) <= sum(POINTS)
    assert max(series.totals(match.state)) <= 2 * POINTS[0]


@pytest.mark.rule("WR-INV-19")
@pytest.mark.parametrize("points", [[[11, 0, 0]], [[10, 6, 4]] * 3])
def test_a_total_that_is_too_high_is_found(points: list[list[int]]) -> None:
    on = scene(V45, options={"champ_races": 2, "champ_points": POINTS})
    on.state.points = points
    with pytest.raises(BrokenInvariant) as broken:
        on.match.rulebook.check(on.state)
    assert broken.value.rules == ("WR-INV-19",)


@pytest.mark.rule("WR-INV-17", "WR-INV-18", "WR-END-07")
def test_every_race_has_one_winner_and_places_that_count_up() -> None:
    for seed in range(4):
        match = whole(seed)
        for row in match.state.placed:
            places = Counter(row)
            assert all(1 <= place <= 6 for place in row)
            assert places[1] <= 1
        assert len(told(match, "wins")) == len(match.state.placed)


@pytest.mark.rule("WR-INV-17")
def test_nothing_can_be_said_after_the_series() -> None:
    match = whole(1)
    before = match.rulebook.encode(match.state)
    assert match.over
    assert match.open == ()
    assert match.rulebook.next_turn(match.state) is None
    assert match.rulebook.encode(match.state) == before


def test_the_standings_show_the_series() -> None:
    on = last_move(before=[[6, 1, 2]])
    rows = on.match.rulebook.standings(on.state)
    assert [(row.who, row.place, row.seat, row.notes) for row in rows] == [
        ("RUF", 1, 1, {"points": 10}),
        ("ANT", 2, 2, {"points": 6}),
        ("PAT", 3, 0, {"points": 1}),
    ]


def test_every_switch_of_the_command_line_is_an_option() -> None:
    assert {*WackyRaces.switches.values()} <= {*Options.__struct_fields__}

"""Corrections, taking back, absent players (5.11, 5.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import TABLE, IllegalAnswer
from engine.record import Correct, Reseat, SeatInfo, Teach
from engine.rulebook import BrokenInvariant, SetupError
from engine.speedboats.hexes import NAMES
from tests.engine.speedboats.kit import Scene, any_match, boat, books, new_match, play_out, scene

if TYPE_CHECKING:
    from engine.speedboats.state import Regatta

PILOT = SeatInfo("Pilot", "weak", hand_known=True)


def correct(on: Scene, what: str, name: str, value: Any) -> Scene:
    """Set something by hand."""
    on.match.apply(Correct(what, name, value))  # type: ignore[arg-type]
    on.match.rulebook.check(on.state)
    return on


def refused(on: Scene, what: str, name: str, value: Any) -> IllegalAnswer:
    """Try to set something by hand; nothing may change."""
    before = on.match.rulebook.encode(on.state)
    with pytest.raises(IllegalAnswer) as found:
        on.match.apply(Correct(what, name, value))  # type: ignore[arg-type]
    assert on.match.rulebook.encode(on.state) == before
    return found.value


def lr(*more: Any, **options: Any) -> Scene:
    """Two boats on LR, the first one's turn."""
    return scene(boat((-2, 16), "E", "12"), boat((9, 3), "W"), *more, **options)


@pytest.mark.rule("SB-FIX-03")
def test_v159_damage_is_corrected_and_noted() -> None:
    on = correct(lr(), "count", "damage-white", 3)
    assert (on.boat().damage, on.boat().new) == (3, True)
    assert isinstance(on.match.record[-1], Correct)
    assert refused(on, "count", "damage-white", 10).reason == "out_of_range"


@pytest.mark.rule("SB-FIX-03", "SB-SINK-01")
def test_damage_corrected_to_four_sinks_and_back_below_refloats() -> None:
    on = correct(lr(), "count", "damage-yellow", 4)
    assert (on.boat(1).status, on.boat(1).afloat) == ("sunk", False)
    correct(on, "count", "damage-yellow", 1)
    assert (on.boat(1).status, on.where(1)) == ("racing", (9, 3))


@pytest.mark.rule("SB-FIX-03")
def test_a_boat_is_not_refloated_where_another_one_is() -> None:
    there = boat((9, 3), status="sunk", damage=4, afloat=False)
    on = scene(boat((-2, 16), "E"), boat((9, 3), "W"), there)
    assert refused(on, "count", "damage-orange", 0).reason == "space_taken"


@pytest.mark.rule("SB-FIX-03")
@pytest.mark.parametrize(
    ("what", "name", "value"),
    [
        ("pile", "dice-white", [1, 2, 3]),
        ("count", "score-white", 12),
        ("count", "damage-yellow", 2),
    ],
)
def test_dice_and_score_are_corrected(what: str, name: str, value: Any) -> None:
    on = correct(lr(), what, name, value)
    assert value in (on.boat().dice, on.state.scores[0], on.boat(1).damage)


@pytest.mark.rule("SB-FIX-03", "SB-INV-26")
@pytest.mark.parametrize(
    ("what", "name", "value", "reason"),
    [
        ("pile", "dice-white", [4], "faces_are_1_to_3"),
        ("pile", "dice-white", "x", "not_a_value"),
        ("count", "score-white", -1, "out_of_range"),
        ("count", "place-white", 1, "no_such_place"),
        ("count", "starter", 1, "no_such_thing"),
        ("count", "mast-white", 1, "no_such_thing"),
        ("place", "green", "0,10", "no_such_thing"),
        ("count", "damage-", 1, "no_such_thing"),
    ],
)
def test_what_cannot_be_corrected_is_refused(what: str, name: str, value: Any, reason: str) -> None:
    assert refused(lr(), what, name, value).reason == reason


@pytest.mark.rule("SB-FIX-03")
def test_dice_are_not_corrected_between_choice_and_roll() -> None:
    on = lr().answer("=")
    assert refused(on, "pile", "dice-white", [1]).reason == "dice_are_rolling"
    sunk = scene(boat((-2, 16)), boat(status="sunk", damage=4), boat((9, 3)))
    assert refused(sunk, "pile", "dice-yellow", [1]).reason == "boat_not_racing"
    ended = scene(
        boat(status="finished", place=1, done=3, leg=5), boat(status="retired"), stage="points", level="books"
    )
    assert refused(ended, "count", "damage-white", 1).reason == "boat_not_racing"


@pytest.mark.rule("SB-FIX-03")
def test_places_are_exchanged() -> None:
    done = [boat(status="finished", place=place, done=9, leg=5) for place in (1, 2)]
    on = books(boat(), *done, boat(), extra_scoring="always")
    correct(on, "count", "place-yellow", 2)
    assert [b.place for b in on.state.boats] == [0, 2, 1, 0]


@pytest.mark.rule("SB-FIX-03", "SB-NEXT-01")
def test_another_start_player_is_named_before_the_race() -> None:
    match = new_match(2, first_start_player="engine")
    while match.state.stage != "lake":
        match.answer(match.open[0].seat, match.open[0].options[0].value)
    other = 1 - match.state.starter
    match.apply(Correct("count", "starter", other))
    assert match.state.starter == other


@pytest.mark.rule("SB-FIX-04")
def test_v132_a_boat_is_set_to_a_free_space_with_bow_and_leg() -> None:
    on = correct(lr(), "place", "white", "0,10 W 2")
    now = on.boat()
    assert (on.where(), NAMES[now.bow], now.leg, now.n, now.w) == ((0, 10), "W", 2, 0, 0)
    correct(on, "place", "white", "1,10")
    assert (NAMES[on.boat().bow], on.boat().leg) == ("W", 2)


@pytest.mark.rule("SB-FIX-04")
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("16,8", "buoy_stands_there"), ("40,40", "not_on_water"), ("9,3", "space_taken"), ("0,10 N", "not_a_value"),
        ("0,10 W 7", "not_a_value"), ("0,10 W 2 x", "not_a_value"), ("", "not_on_water"),
    ],
)  # fmt: skip
def test_a_boat_is_not_set_anywhere_else(value: str, reason: str) -> None:
    assert refused(lr(), "place", "white", value).reason == reason


@pytest.mark.rule("SB-FIX-04")
def test_without_a_known_lake_no_boat_is_set() -> None:
    assert refused(books(boat(), boat()), "place", "white", "0,10").reason == "boat_not_afloat"


@pytest.mark.parametrize("answers", [(), ("=", "none")])
def test_a_player_sunk_by_hand_in_the_own_turn_ends_it(answers: tuple[str, ...]) -> None:
    on = scene(boat((-4, 17), "E", "1"), boat((9, 3), "W"), boat((5, 16))).answer(*answers)
    correct(on, "count", "damage-white", 5)
    assert (on.boat().status, on.where()) == ("sunk", (-4, 17))
    assert (on.question.seat, on.question.key) == (1, "change")


def test_nobody_is_sunk_by_hand_between_choice_and_roll() -> None:
    assert refused(lr().answer("="), "count", "damage-white", 4).reason == "dice_are_rolling"


@pytest.mark.rule("SB-FIX-01", "SB-FIX-05", "SB-INV-25")
def test_v131_a_crash_is_taken_back_to_the_beginning_of_the_turn() -> None:
    on = scene(boat((-2, 16), "E", "333"), boat((9, 3), "W"))
    before = on.match.rulebook.encode(on.state)
    on.answer("+", "none", "1", True)
    assert on.boat().damage == 1
    assert on.question.key == "boat_moved"
    on.match.undo(0)
    assert on.match.rulebook.encode(on.state) == before
    on.match.redo(4)
    assert on.boat().damage == 1


@pytest.mark.rule("SB-FIX-01", "SB-INV-25")
def test_a_whole_match_is_taken_back_to_its_beginning() -> None:
    match = any_match(new_match(2, level="books", races=2), 3)
    end, full = match.rulebook.encode(match.state), len(match.record)
    match.undo(0)
    assert match.rulebook.encode(match.state) == match.rulebook.encode(match.rulebook.new())
    match.redo(full)
    assert match.rulebook.encode(match.state) == end


# --- who answers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-TURN-05")
def test_v169_every_question_is_for_one_seat_and_nothing_is_hidden() -> None:
    def look(match: Any) -> None:
        for question in match.open:
            assert not question.secret
            assert not question.reveals
        assert len(match.open) <= 1
        assert match.rulebook.view(match.state, 0) == match.rulebook.view(match.state, None)

    any_match(new_match(3, races=1, lake="pack"), 2, look)


@pytest.mark.rule("SB-TURN-01")
def test_who_is_not_asked_is_told_so() -> None:
    on = lr()
    with pytest.raises(IllegalAnswer) as found:
        on.match.answer(1, "+")
    assert found.value.rules == ("SB-TURN-01",)


# --- absent players -------------------------------------------------------------------------------------------------


def absent(setting: str | None, *boats: Any, **options: Any) -> Scene:
    """A race in which the first seat's player has just left."""
    more: dict[str, Any] = {} if setting is None else {"absent": setting}
    on = scene(*boats, stage="begin", **more, **options)
    on.match.apply(Reseat(0, PILOT))
    return on


@pytest.mark.rule("SB-ABS-01")
def test_v162_a_seat_is_handed_to_a_bot_and_back_and_the_same_question_stands() -> None:
    on = lr()
    asked = on.question.key, on.question.seat
    on.match.apply(Reseat(0, PILOT))
    assert on.state.manned[0] == "bot"
    assert (on.question.key, on.question.seat) == asked
    on.match.apply(Reseat(0, SeatInfo("Ana")))
    assert on.state.manned == ["person", "person"]
    assert (on.question.key, on.question.seat) == asked


@pytest.mark.rule("SB-ABS-01", "SB-FIX-05")
def test_a_bots_boat_is_moved_by_the_table() -> None:
    on = lr()
    on.match.apply(Reseat(0, PILOT))
    on.answer("=", "none")
    on.answer("L" if on.question.kind == "choose" else True)
    assert (on.question.key, on.question.seat) == ("boat_moved", TABLE)


@pytest.mark.rule("SB-ABS-01", "SB-ABS-02")
@pytest.mark.parametrize(("level", "manned"), [("board", "bot"), ("books", "drift")])
def test_what_happens_to_an_absent_seat_goes_by_the_level(level: str, manned: str) -> None:
    match = new_match(2, pilots=True, level=level)
    assert match.state.manned == [manned, manned]


@pytest.mark.rule("SB-ABS-02", "SB-STEER-04")
@pytest.mark.parametrize(
    ("where", "dice", "end", "damage"), [((15, 10), "11", (17, 8), 0), ((17, 8), "23", (21, 8), 1)]
)
def test_v160_a_drifting_boat_keeps_its_dice_and_goes_ahead(where, dice, end, damage) -> None:
    on = absent("drift", boat(where, "NE", dice), boat((9, 3)))
    assert (on.where(), on.boat().damage) == (end, damage)
    assert on.question.key == "boat_moved"


@pytest.mark.rule("SB-ABS-02")
def test_without_a_known_lake_the_table_enters_a_drifting_boats_result() -> None:
    on = absent(None, boat(dice="3", leg=1), boat(), name="practice", level="books")
    assert (on.question.key, on.question.seat) == ("how_far", TABLE)


@pytest.mark.rule("SB-ABS-03")
def test_a_retired_boat_leaves_the_race_and_comes_back_in_the_next() -> None:
    on = absent("retire", boat((-2, 16)), boat((9, 3)), boat((5, 16)))
    assert (on.boat().status, on.boat().afloat) == ("retired", False)
    assert on.state.turn is not None
    assert on.state.turn.seat == 1
    on.match.apply(Reseat(0, SeatInfo("Ana")))
    assert on.state.manned[0] == "person"


@pytest.mark.rule("SB-ABS-03", "SB-PLACE-01")
def test_a_seat_that_retires_places_no_boat() -> None:
    match = new_match(3, level="books", first_start_player="engine", absent="retire")
    while match.state.stage != "place":
        match.answer(match.open[0].seat, match.open[0].options[0].value)
    match.apply(Reseat(1, PILOT))
    while match.state.stage == "place":
        match.answer(match.open[0].seat, True)
    assert [b.status for b in match.state.boats] == ["racing", "retired", "racing"]


@pytest.mark.rule("SB-ABS-02")
def test_drifting_pilots_come_to_an_end_in_the_books() -> None:
    match = play_out(new_match(2, pilots=True, level="books", races=1), 1)
    assert match.over


def test_there_is_no_other_pilot_and_no_other_seat() -> None:
    match = new_match(2)
    with pytest.raises(SetupError, match="no pilot 'wild'"):
        match.rulebook.pilot("wild")
    with pytest.raises(IllegalAnswer, match="no_such_seat"):
        match.apply(Reseat(5, PILOT))
    with pytest.raises(IllegalAnswer, match="cannot_teach"):
        match.apply(Teach("nothing", 1))


def second_without_a_first(state: Regatta) -> None:
    """Give a place that has a gap before it."""
    state.boats[0].place = state.boats[0].done = 2


# --- every check can fail -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "invariant"),
    [
        (lambda state: setattr(state.boats[0], "dice", [4]), "SB-INV-03"),
        (lambda state: setattr(state.boats[0], "damage", 4), "SB-INV-10"),
        (lambda state: setattr(state.boats[0], "kept", 2), "SB-INV-11"),
        (lambda state: setattr(state.boats[0], "leg", 6), "SB-INV-12"),
        (lambda state: setattr(state.boats[0], "n", 1), "SB-INV-13"),
        (lambda state: setattr(state.boats[0], "at", state.boats[1].at), "SB-INV-01"),
        (lambda state: setattr(state.boats[0], "at", 1), "SB-INV-02"),
        (lambda state: setattr(state.boats[0], "place", 1), "SB-INV-14"),
        (second_without_a_first, "SB-INV-19"),
        (lambda state: setattr(state.boats[0], "turns", 9), "SB-INV-22"),
        (lambda state: setattr(state, "lake", (*state.lake[:5], state.lake[0])), "SB-INV-28"),
        (lambda state: setattr(state, "placed", 3), "SB-INV-27"),
    ],
)
def test_a_state_the_rules_never_reach_is_found_out(spoil, invariant: str) -> None:
    on = lr()
    on.match.rulebook.check(on.state)
    spoil(on.state)
    with pytest.raises(BrokenInvariant, match=invariant):
        on.match.rulebook.check(on.state)

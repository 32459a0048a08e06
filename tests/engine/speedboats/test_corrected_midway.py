"""Corrections by hand while a turn is half played: what was entered keeps its grounds, or is asked anew (SB-FIX-03)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import IllegalAnswer
from engine.record import Correct
from engine.speedboats.hexes import place
from tests.engine.speedboats.kit import Scene, boat, books, scene


def by_hand(on: Scene, what: Any, name: str, value: Any) -> Scene:
    on.match.apply(Correct(what, name, value))
    on.match.rulebook.check(on.state)
    return on


def refused(on: Scene, what: Any, name: str, value: Any) -> str:
    with pytest.raises(IllegalAnswer) as found:
        on.match.apply(Correct(what, name, value))
    return found.value.reason


def offered(on: Scene) -> set[str]:
    return {one.name for one in on.match.rulebook.corrections(on.state)}


ENTERED = {
    "crashed after": ("result", ("crash",), "crashed_after"),
    "anything else": ("result", ("crash", 2), "events"),
    "before or after the finish": ("result", ("crash", 2, "123F"), "crash_after_finish"),
    "second distance": ("three", (3,), "clear"),
    "direction": ("three", (3, 2, 1), "side_way"),
}


@pytest.mark.rule("SB-FIX-03", "SB-BOOK-01", "SB-BOOK-04")
@pytest.mark.parametrize("name", ENTERED)
def test_dice_and_damage_stay_while_the_move_they_made_is_entered(name: str) -> None:
    entry, answers, asked = ENTERED[name]
    on = books(boat(dice="3"), boat(dice="1"), stage="steer", steer_entry=entry).answer(*answers)
    assert on.question.key == asked
    assert {"dice-white", "damage-white"}.isdisjoint(offered(on))
    assert {"dice-yellow", "damage-yellow", "leg-white"} <= offered(on)
    for what, corrected, value in (("pile", "dice-white", []), ("count", "damage-white", 4)):
        assert refused(on, what, corrected, value) == "move_is_entered"


SUNK = {
    "change": lambda: scene(boat((-2, 16), "E", "1"), boat((9, 3), "W")),
    "way": lambda: scene(boat((-2, 16), "E", "1"), boat((9, 3), "W"), stage="steer"),
    "turn_boat": lambda: scene(boat((-2, 16), "E"), boat((9, 3), "W"), stage="steer"),
    "pool": lambda: scene(boat((-2, 16), "E", "1"), boat((9, 3), "W"), dice_entry="final"),
    "how_far": lambda: books(boat(dice="3"), boat(), stage="steer"),
    "turned": lambda: books(boat(), boat(), stage="steer"),
    "clear": lambda: books(boat(dice="3"), boat(), stage="steer", steer_entry="three"),
}


@pytest.mark.rule("SB-FIX-03", "SB-SINK-01")
@pytest.mark.parametrize("asked", SUNK)
def test_a_boat_sunk_by_hand_is_asked_no_more(asked: str) -> None:
    on = SUNK[asked]()
    assert on.question.key == asked
    by_hand(on, "count", "damage-white", 4)
    assert (on.boat().status, on.boat().dice, on.question.seat) == ("sunk", [], 1)


@pytest.mark.rule("SB-FIX-03", "SB-BOOK-01", "SB-BOOK-02")
@pytest.mark.parametrize(("entry", "asked"), [("result", "how_far"), ("three", "clear")])
def test_a_boat_that_gets_its_first_die_by_hand_is_asked_how_far_it_came(entry: str, asked: str) -> None:
    on = books(boat(), boat(), stage="steer", steer_entry=entry)
    assert on.question.key == "turned"
    by_hand(on, "pile", "dice-white", [2])
    assert (on.question.key, on.question.args["total"]) == (asked, 2)
    on.match.restart_turn()
    assert on.question.key == asked
    assert by_hand(on, "pile", "dice-white", []).question.key == "turned"


@pytest.mark.rule("SB-FIX-03", "SB-STEER-03", "SB-STEER-10")
def test_a_correction_that_makes_a_second_way_legal_lets_choose_between_them() -> None:
    on = scene(boat((-2, 16), "E", "333"), boat((9, 3), "W"), stage="steer")
    assert on.question.key.startswith("only_way")
    by_hand(on, "pile", "dice-white", [1])
    assert on.question.key == "way"
    on.match.restart_turn()
    assert len(on.values) > 1
    by_hand(on, "pile", "dice-white", [3, 3, 3])
    assert on.question.key.startswith("only_way")
    assert on.answer(True).question.key == "boat_moved"


@pytest.mark.rule("SB-FIX-03", "SB-TURN-03", "SB-INV-22")
@pytest.mark.parametrize(("seat", "turns"), [(1, 2), (2, 2), (3, 1)])
def test_a_boat_that_races_again_has_had_the_turns_of_its_place_in_the_round(seat: int, turns: int) -> None:
    on = books(boat(turns=2), boat(turns=2), boat(turns=2), boat(turns=1))
    on.state.turn.seat = 2  # type: ignore[union-attr]
    colour = on.state.colours[seat]
    on = on.replace()
    on.match.apply(Correct("count", f"damage-{colour}", 4))
    if seat == 2:  # its own turn has passed to the next
        assert on.question.seat == 3
        turns = 2
    by_hand(on, "count", f"damage-{colour}", 0)
    assert on.boat(seat).turns == turns
    for _ in range(8):
        on.answer("=", "stayed")


@pytest.mark.rule("SB-FIX-03", "SB-EXP-10")
def test_a_boat_wrecked_on_land_does_not_race_again() -> None:
    on = scene(boat((-2, 16), "E"), boat((9, 3), "W"))
    wreck = on.boat(1)
    wreck.status, wreck.afloat, wreck.damage = "sunk", False, 4
    wreck.at = next(iter(on.race.waters.blocked_by))
    on = on.replace()
    found = next(one for one in on.match.rulebook.corrections(on.state) if one.name == "damage-yellow")
    assert (found.low, found.high) == (4, 9)
    with pytest.raises(IllegalAnswer, match="not_on_water") as refusal:
        on.match.apply(Correct("count", "damage-yellow", 1))
    assert refusal.value.args_for_text == {"place": place(on.boat(1).at)}


@pytest.mark.rule("SB-FIX-03")
def test_more_damage_than_a_panel_counts_may_stay_as_it_is() -> None:
    on = books(boat(status="sunk", damage=12), boat(), boat())
    on.state.turn.seat = 1  # type: ignore[union-attr]
    on = by_hand(on.replace(), "count", "damage-white", 12)
    assert on.boat().damage == 12
    assert refused(on, "count", "damage-white", 13) == "out_of_range"

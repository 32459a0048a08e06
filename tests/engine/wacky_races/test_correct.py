"""Corrections by hand, at an open question (WR-APP-08, WR-DECK-05)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.ask import IllegalAnswer
from engine.record import Correct
from engine.rulebook import BrokenInvariant
from tests.engine.wacky_races.kit import SPREAD, new_match, with_real_cards
from tests.engine.wacky_races.races import any_answer
from tests.engine.wacky_races.scene import Scene, scene


def table(**given: Any) -> Scene:
    """A race with real cards, PAT about to play."""
    return with_real_cards(scene(SPREAD, options={"movement_deck": "physical"}, **given))


def amend(on: Scene, what: Any, name: str, value: Any) -> Scene:
    """Make a correction."""
    on.match.apply(Correct(what, name, value))
    return on


@pytest.mark.rule("WR-APP-08")
def test_a_car_set_on_a_trap_by_hand_triggers_nothing() -> None:
    on = amend(table(traps="T12=pA"), "place", "PAT", "T12")
    assert (on.at["PAT"], on.traps, on.question.args["place"]) == ("T12", "T12", "T12")


@pytest.mark.rule("WR-APP-08", "WR-INV-02")
def test_a_full_place_takes_no_car() -> None:
    on = amend(table(), "place", "RUF", "T9")
    with pytest.raises(IllegalAnswer, match="place_full"):
        amend(on, "place", "PAT", "T9")


@pytest.mark.rule("WR-INV-02")
def test_the_swamp_takes_one_car_only() -> None:
    on = amend(table(special="swamp"), "place", "RUF", "T14")
    with pytest.raises(IllegalAnswer, match="place_full"):
        amend(on, "place", "PAT", "T14")


@pytest.mark.parametrize(
    ("what", "name", "value", "reason"),
    [
        ("place", "PAT", "T19", "no_such_place"),
        ("place", "PAT", "00", "no_such_place"),
        ("place", "XXX", "T1", "no_such_place"),
        ("place", "PAT", 5, "not_a_value"),
        ("place", "DD", "T9", "no_such_place"),
        ("place", "DD", "G3", "no_such_place"),
        ("pile", "discard", ["D", "X"], "no_such_pile"),
        ("pile", "nowhere", [], "no_such_pile"),
        ("count", "hand.9", 3, "no_such_count"),
        ("count", "hand.0", -1, "below_zero"),
        ("count", "deck", 40, "follows_from_the_rest"),
        ("count", "trap-deck", 4, "follows_from_the_rest"),
        ("count", "T9", 1, "no_such_trap"),
        ("count", "T3", 2, "no_such_trap"),
        ("count", "missing-XXX", 1, "no_such_count"),
    ],
)
@pytest.mark.rule("WR-APP-08", "WR-INV-03", "WR-INV-06")
def test_what_does_not_exist_cannot_be_corrected(what: str, name: str, value: Any, reason: str) -> None:
    on = table()
    before = on.match.rulebook.encode(on.state)
    with pytest.raises(IllegalAnswer, match=reason):
        amend(on, what, name, value)
    assert on.match.rulebook.encode(on.state) == before


@pytest.mark.rule("WR-DECK-05")
def test_a_corrected_top_card_changes_where_dastardly_stops() -> None:
    on = amend(table(dd="T1").answer("D"), "pile", "discard", ["P"]).answer(None)
    assert on.dastardly == "T3"


@pytest.mark.rule("WR-DECK-05", "WR-DECK-01")
def test_the_deck_follows_a_corrected_hand() -> None:
    on = table()
    deck = on.state.deck
    amend(on, "count", "hand.1", 5)
    assert (on.state.hands[1].size, on.state.deck) == (5, deck - 2)


@pytest.mark.rule("WR-DECK-05", "WR-INV-04")
def test_there_are_never_more_cards_than_the_game_has() -> None:
    with pytest.raises(BrokenInvariant, match="WR-INV-04"):
        amend(table(), "count", "hand.1", 62)


@pytest.mark.rule("WR-DECK-02")
def test_a_known_hand_has_no_count_to_correct() -> None:
    with pytest.raises(IllegalAnswer, match="hand_is_known"):
        amend(scene(SPREAD), "count", "hand.0", 2)


@pytest.mark.rule("WR-APP-08", "WR-INV-05")
def test_a_trap_set_by_hand_comes_from_the_deck_and_goes_back() -> None:
    on = amend(table(), "count", "T3", 1)
    assert (on.traps, on.state.trap_deck) == ("T3", 15)
    amend(on, "count", "T3", 0)
    assert (on.traps, on.state.trap_deck) == ("", 16)


@pytest.mark.rule("WR-INV-05")
def test_no_trap_can_be_set_from_an_empty_deck() -> None:
    on = table(boxed=16)
    with pytest.raises(IllegalAnswer, match="trap_deck_empty"):
        amend(on, "count", "T3", 1)


@pytest.mark.rule("WR-APP-08")
def test_the_used_traps_and_missed_turns_can_be_set() -> None:
    on = table()
    amend(on, "pile", "trap-used", ["pA", "pB"])
    amend(on, "count", "missing-RUF", 1)
    amend(on, "count", "no_first-ANT", 2)
    cars = {car.racer: car for car in on.state.cars}
    assert (on.state.used, on.state.trap_deck) == (["pA", "pB"], 14)
    assert (cars["RUF"].missing, cars["ANT"].no_first) == (1, 2)


@pytest.mark.rule("WR-APP-08", "WR-INV-14")
def test_dastardly_can_be_set_elsewhere_or_taken_out() -> None:
    on = amend(table(dd="T1"), "place", "DD", "T4")
    assert on.dastardly == "T4"
    amend(on, "place", "DD", "box")
    assert (on.dastardly, on.state.trap_deck, on.state.boxed) == ("out", 0, 16)
    with pytest.raises(IllegalAnswer, match="no_such_place"):
        amend(on, "place", "DD", "T4")


@pytest.mark.rule("WR-APP-08")
@pytest.mark.parametrize(
    ("pile", "cards", "slots"),
    [
        ("spent-PAT", ["power-PAT-4", "power-PAT-2"], [2, 4]),
        ("ready-PAT", ["power-PAT-1"], [2, 3, 4]),
        ("spent-PAT", [], []),
    ],
)
def test_power_cards_may_be_turned_by_hand(pile: str, cards: list[str], slots: list[int]) -> None:
    on = scene(SPREAD, powers="PAT=123 RUF=1")
    on.match.apply(Correct("pile", pile, cards))
    assert on.state.exhausted == [slots, [2, 3, 4], [1, 2, 3, 4]]


@pytest.mark.rule("WR-APP-08")
@pytest.mark.parametrize(
    ("pile", "cards"),
    [("spent-PAT", ["power-RUF-2"]), ("spent-RED", []), ("lost-PAT", []), ("spent-GRU", [])],
)
def test_power_cards_that_are_not_there_cannot_be_turned(pile: str, cards: list[str]) -> None:
    on = scene(SPREAD)
    with pytest.raises(IllegalAnswer, match="no_such_pile"):
        on.match.apply(Correct("pile", pile, cards))


@pytest.mark.rule("WR-APP-08", "WR-POW-06")
def test_after_a_correction_that_leaves_nothing_to_play_the_turn_goes_on() -> None:
    on = scene(SPREAD, hand="PFF", powers="PAT=3").answer("P")
    assert on.question.key == "power_or_end"
    on.match.apply(Correct("pile", "ready-PAT", []))
    on.settle()
    assert on.asked == "RUF"


@pytest.mark.rule("WR-DECK-05")
def test_a_deck_off_which_a_card_is_being_turned_cannot_be_corrected_empty() -> None:
    rng = Random(1)
    match = new_match(2, movement_deck="physical", grid_terrain="wild")
    while match.open[0].key != "turn_up":
        question = match.open[0]
        match.answer(question.seat, any_answer(question, rng))
    left = match.rulebook.layout(match.state).counts["deck"]["movement"]
    held = match.state.hands[0].unknown
    with pytest.raises(IllegalAnswer, match="card_is_awaited"):
        match.apply(Correct("count", "hand.0", held + left))
    match.apply(Correct("count", "hand.0", held + left - 1))
    assert match.rulebook.layout(match.state).counts["deck"]["movement"] == 1

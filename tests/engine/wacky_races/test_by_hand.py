"""Effects that the table carries out and enters (WR-PRIM-15), and what is played before anybody has taught it."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import TABLE
from engine.hands import Hand
from engine.record import Header, SeatInfo
from engine.rulebook import SetupError
from engine.wacky_races.by_hand import change_question, enter_by_hand, free_places, trappable
from engine.wacky_races.rulebook import WackyRaces
from tests.engine.playing import Ran, run
from tests.engine.wacky_races.kit import lay_trap, race, where
from tests.engine.wacky_races.scene import practice, scene

if TYPE_CHECKING:
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import Car

V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
BY_HAND: dict[str, list[str]] = {"2": ["by_hand"]}


def enter(on: Race, *answers: Any) -> Ran[list[Car]]:
    """Enter an effect of PAT's."""
    return run(enter_by_hand(on, on.car("PAT")), *answers)


@pytest.mark.rule("WR-PRIM-15")
def test_the_table_enters_new_places_and_the_cars_have_arrived_there() -> None:
    on = scene(V33, traps="T6=pB", powers="PAT=2", steps=BY_HAND).answer("power-2")
    assert (on.question.seat, on.question.key) == (TABLE, "by_hand")
    on.answer("RUF", "T6", "ANT", "T12", "done")
    assert on.where("RUF ANT PAT") == "RUF=T5 ANT=T12 PAT=T4"
    assert (on.state.used, on.question.key) == (["pB"], "card_1")


@pytest.mark.rule("WR-PRIM-15")
def test_only_cars_that_stand_elsewhere_in_the_end_have_arrived_in_the_order_of_their_last_move() -> None:
    on = race(V33)
    ran = enter(on, "RUF", "T10", "ANT", "T11", "SLA", "T5", "RUF", "T12", "SLA", "T2", "done")
    assert [car.racer for car in ran.result or []] == ["ANT", "RUF"]
    assert where(on, "RUF ANT SLA") == "RUF=T12 ANT=T11 SLA=T2"
    assert on.stamps == {"RUF": 2, "ANT": 1, "SLA": 2}


@pytest.mark.rule("WR-PRIM-15", "WR-INV-02")
def test_only_free_places_can_be_entered() -> None:
    on = race("PAT=T4 RUF=T8 ANT=T8 RED=T14 SLA=T2 PEN=T3", special="swamp")
    places = free_places(on, on.car("PAT"))
    assert len(places) == 25 - 2
    assert {"T8", "T14"} & places.keys() == set()
    assert {"T4", "G1", "T19"} <= places.keys()


@pytest.mark.rule("WR-PRIM-15", "WR-END-04")
def test_a_car_may_be_put_on_the_finish_and_wins() -> None:
    on = scene(V33, powers="PAT=2", steps=BY_HAND).answer("power-2", "SLA", "T19")
    assert on.match.over
    assert on.state.finished == ["SLA"]


@pytest.mark.rule("WR-PRIM-15")
@pytest.mark.parametrize(("size", "hand"), [(5, "DFPAA"), (3, "DFP")])
def test_a_hand_is_made_larger_by_drawing(size: int, hand: str) -> None:
    on = scene(V33, powers="PAT=2", steps=BY_HAND, deck="AA").answer("power-2", "hand.0", size, "done")
    assert on.hand("PAT") == hand


@pytest.mark.rule("WR-PRIM-15", "WR-PRIM-21")
def test_a_hand_is_made_smaller_by_its_owner() -> None:
    on = scene(V33, powers="PAT=2", steps=BY_HAND).answer("power-2", "hand.1", 2)
    assert (on.asked, on.question.key, on.question.secret) == ("RUF", "lose_card", True)
    on.answer("F", "done")
    assert (on.hand("RUF"), on.discard) == ("DP", "F")


@pytest.mark.rule("WR-PRIM-15", "WR-INV-04")
def test_no_hand_gets_more_cards_than_there_are() -> None:
    on = race(V33)
    on.state.total = 11
    ran = enter(on, "hand.0", 5, "D", "D", "done")
    assert (ran.asked[1].low, ran.asked[1].high) == (0, 5)
    assert on.state.deck == 0


@pytest.mark.rule("WR-PRIM-15", "WR-INV-05", "WR-INV-06")
def test_a_trap_card_is_laid_or_taken_away() -> None:
    on = race(V33)
    lay_trap(on, "T12")
    ran = enter(on, "trap", "T12", "trap", "T13", "done")
    assert (list(on.state.traps), on.state.trap_deck) == (["T13"], 15)
    assert [tell.key for tell in ran.tells[1:]] == ["by_hand_trap_off", "by_hand_trap_on"]


@pytest.mark.rule("WR-PRIM-15", "WR-INV-06", "WR-INV-07", "WR-DD-25")
def test_a_trap_is_laid_only_where_one_may_lie() -> None:
    on = race(V33)
    lay_trap(on, "T12")
    assert {"T9", "T19", "T4", "G5"} & trappable(on).keys() == set()
    on.state.boxed = 15
    assert list(trappable(on)) == ["T12"]
    on.state.pools.append({})
    assert trappable(on) == {}
    assert "trap" not in [option.value for option in change_question(on, on.car("PAT")).options]


@pytest.mark.rule("WR-PRIM-15")
def test_a_trap_may_be_by_hand_and_ends_the_turn_all_the_same() -> None:
    on = scene(V33, hand="APP", traps="T5=pA", steps={"pA": ["by_hand"]}).answer("A", "PAT", "T2", "done")
    assert (on.at["PAT"], on.asked) == ("T2", "RUF")


@pytest.mark.rule("WR-PRIM-15")
def test_a_neutrals_effect_by_hand_is_entered_by_the_table_too() -> None:
    on = scene(V33, turn="", traps="T10=pA", steps={"pA": ["by_hand"]}, deck="FFF")
    assert (on.question.seat, on.question.args) == (TABLE, {"racer": "RED"})
    on.answer("done")
    assert on.asked == "PAT"


# --- nothing is taught yet --------------------------------------------------------------------------------------------


def untaught(*, traps: bool = False, **options: Any) -> WackyRaces:
    """A rulebook of a pack that nobody has taught any power, tile effect or (unless *traps*) trap."""
    pack = deepcopy(practice())
    pack |= {"powers": {}, "cancels": {}, "specials": {}}
    if not traps:
        pack["traps"] = {}
    return WackyRaces(Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Ben")), pack=pack, options=options))


@pytest.mark.rule("WR-COMP-07", "WR-POW-02", "WR-POW-13")
def test_t02_untaught_powers_are_by_hand() -> None:
    rulebook = untaught(traps=True)
    cards = rulebook.pack.powers["PAT"]
    assert [card.kind for card in cards] == ["by_hand"] * 4
    assert [card.label for card in cards] == [f"power-PAT-{slot}" for slot in (1, 2, 3, 4)]


@pytest.mark.rule("WR-POW-13", "WR-COMP-07")
def test_an_untaught_power_is_used_like_any_other() -> None:
    on = race(V33)
    state = on.state
    state.exhausted[0] = [1, 3, 4]
    rulebook = untaught(traps=True)
    script = rulebook.next_turn(state)
    assert script is not None
    step: Any = next(script)
    while not hasattr(step, "read"):
        step = script.send(None)
    assert [option.value for option in step.options] == ["D", "F", "P", "power-2"]
    step = script.send(step.read("power-2"))
    while not hasattr(step, "read"):
        step = script.send(None)
    assert step.key == "by_hand"


@pytest.mark.rule("WR-TRAP-19", "WR-COMP-06")
def test_t02_an_untaught_trap_is_resolved_by_hand() -> None:
    rulebook = untaught(trap_deck="physical")
    on = race(V33)
    lay_trap(on, "T5")
    on.state.hands[0] = Hand(["A", "P"])
    on.state.pools = [{}]
    script = rulebook.next_turn(on.state)
    assert script is not None
    asked = []
    step: Any = next(script)
    for value in ("A", "untaught", "done"):
        while not hasattr(step, "read"):
            step = script.send(None)
        asked.append(step.key)
        step = script.send(step.read(value))
    assert asked == ["card_1", "trap_type", "by_hand"]
    assert on.state.used == ["untaught"]


@pytest.mark.rule("WR-TRAP-19")
def test_where_every_type_is_taught_no_trap_is_untaught() -> None:
    on = scene(V33, hand="APP", traps="T5=pA", options={"trap_deck": "physical"}).answer("A")
    assert "untaught" not in [option.value for option in on.question.options]
    assert on.refusal("untaught").reason == "unknown_trap"


@pytest.mark.rule("WR-DECK-03")
def test_a_virtual_trap_deck_needs_taught_types() -> None:
    with pytest.raises(SetupError, match="virtual trap deck needs taught trap types"):
        untaught(trap_deck="virtual", movement_deck="virtual")


@pytest.mark.rule("WR-SPEC-05", "WR-SPEC-06", "WR-SPEC-02")
@pytest.mark.parametrize("tile", ["crossroads", "acme_laboratory"])
def test_an_untaught_tile_is_asked_by_hand(tile: str) -> None:
    on = scene(V33.replace("PAT=T4", "PAT=T13"), special=tile, hand="PFF", effect="untaught").answer("P")
    assert on.tell("tile_untaught").args == {"racer": "PAT", "tile": tile}
    on.answer("PAT", "T16", "done")
    assert on.at["PAT"] == "T16"


# --- packs ------------------------------------------------------------------------------------------------------------


def with_powers(powers: dict[str, Any], **more: Any) -> WackyRaces:
    """A rulebook of the practice pack with other powers."""
    pack = {**deepcopy(practice()), "powers": powers, **more}
    return WackyRaces(Header("wacky_races", (SeatInfo("Ana"), SeatInfo("Ben")), pack=pack))


@pytest.mark.rule("WR-COMP-07", "WR-POW-02", "WR-PRAC-05")
def test_a_racer_may_have_powers_of_its_own() -> None:
    shared = practice()["powers"]
    own = {"name": "Rocket", "kind": "effect", "steps": ["forward 2", "refresh 1"]}
    powers = with_powers({**shared, "PAT-2": own}).pack.powers
    assert [card.label for card in powers["PAT"]] == ["power-1", "power-PAT-2", "power-3", "power-4"]
    assert (powers["PAT"][1].name, powers["RUF"][1].name) == ("Rocket", "Tail Wind")
    assert (powers["PAT"][0].cancels, powers["RUF"][0].cancels, powers["SLA"][0].cancels) == (
        "pD",
        "pD",
        "pB",
    )


@pytest.mark.rule("WR-COMP-07")
@pytest.mark.parametrize(
    ("powers", "message"),
    [
        ({"5": {"name": "X", "kind": "by_hand"}}, "no card '5'"),
        ({"XYZ-1": {"name": "X", "kind": "by_hand"}}, "no card 'XYZ-1'"),
        ({"1": {"name": "x" * 21, "kind": "by_hand"}}, "powers.1"),
        ({"1": {"name": "X", "kind": "magic"}}, "powers.1"),
        ({"1": {"name": "X", "kind": "effect", "steps": ["jump 2"]}}, "powers.1: steps: 'jump 2'"),
        ({"PAT-1": {"name": "X", "kind": "cancel", "cancels": "pZ"}}, "PAT cancels 'pZ'"),
    ],
)
def test_a_power_that_makes_no_sense_is_refused(powers: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        with_powers(powers)

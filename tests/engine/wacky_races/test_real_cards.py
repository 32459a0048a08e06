"""Playing with real cards: hands known by size only, cards that lie on the pile, decks to be shuffled (3.20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.ask import CHANCE, TABLE, IllegalAnswer
from engine.record import Reseat, SeatInfo
from engine.wacky_races.deck import turn_up, unseen
from engine.wacky_races.rulebook import WackyRaces
from tests.engine.playing import run
from tests.engine.wacky_races.kit import SPREAD, with_real_cards
from tests.engine.wacky_races.scene import Scene, scene

if TYPE_CHECKING:
    from engine.wacky_races.race import Race

PHYSICAL = {"movement_deck": "physical", "trap_deck": "physical"}


def table(cars: str = SPREAD, *hands: int, **given: object) -> Scene:
    """A race with real cards."""
    options = {**PHYSICAL, **given.pop("options", {})}  # type: ignore[dict-item]
    return with_real_cards(scene(cars, options=options, **given), *hands)  # type: ignore[arg-type]


def race_of(on: Scene) -> Race:
    """The race as scripts see it."""
    assert isinstance(on.match.rulebook, WackyRaces)
    return on.match.rulebook.bind(on.state)


@pytest.mark.rule("WR-CARD-01", "WR-DECK-01")
def test_any_kind_is_taken_as_card_one_of_an_unknown_hand() -> None:
    on = table()
    assert [option.value for option in on.question.options] == ["D", "F", "P", "A"]
    assert not on.question.secret
    assert not on.question.optional
    on.answer("movement-D-07")
    assert (on.at["PAT"], on.state.discard, on.state.hands[0].size) == ("T6", ["movement-D-07"], 2)


@pytest.mark.rule("WR-CARD-05", "WR-CARD-07", "WR-APP-01")
@pytest.mark.parametrize(("played", "rule"), [(1, "WR-CARD-05"), (2, "WR-CARD-07")])
def test_a_card_that_does_not_fit_is_refused_with_tile_and_kind(played: int, rule: str) -> None:
    on = table().answer(*["D", "D"][:played])
    needed, tile = ("D", "T6") if played == 1 else ("F", "T7")
    refusal = on.refusal("A")
    assert (refusal.reason, refusal.rules) == ("wrong_terrain", (rule,))
    assert refusal.args_for_text == {"tile": tile, "kind": "A", "needed": needed}


@pytest.mark.rule("WR-TRACK-10", "WR-CARD-05")
def test_no_second_card_fits_on_the_grid() -> None:
    on = table("PAT=G1 RUF=G2 ANT=G3 RED=G4 SLA=G5 PEN=G6", round_number=1).answer("P")
    assert on.at["PAT"] == "G2"
    assert [on.refusal(kind).reason for kind in "DFPA"] == ["no_terrain"] * 4
    assert on.answer(None).asked == "RUF"


@pytest.mark.rule("WR-APP-03", "WR-DECK-01")
def test_a_card_that_lies_on_the_pile_cannot_come_from_a_hand() -> None:
    on = table().answer("movement-D-07")
    refusal = on.refusal("movement-D-07")
    assert (refusal.reason, refusal.rules[0]) == ("on_the_pile", "WR-APP-03")
    assert on.refusal("bus ticket").reason == "unknown_card"


@pytest.mark.rule("WR-APP-02")
def test_a_seat_that_was_not_asked_changes_nothing() -> None:
    refusal = table().refusal("D", seat=1)
    assert (refusal.reason, refusal.rules, refusal.args_for_text) == (
        "not_asked",
        ("WR-APP-02",),
        {"awaited": [0]},
    )


@pytest.mark.rule("WR-FILL-01", "WR-TURN-05", "WR-TURN-03")
def test_an_ordinary_turn_needs_its_cards_and_one_gesture_more() -> None:
    on = table()
    before = len(on.match.record)
    on.answer("D", "D", None)
    assert on.asked == "RUF"
    assert len(on.match.record) - before == 3
    assert on.tell("draws").args == {"seat": 0, "number": 2, "hand": 3}


@pytest.mark.rule("WR-CARD-08")
def test_after_three_cards_the_turn_goes_on_by_itself() -> None:
    on = table("PAT=T9 RUF=T8 ANT=T7 RED=T12 SLA=T2 PEN=T3").answer("D", "A", "F")
    assert (on.at["PAT"], on.asked) == ("T12", "RUF")


@pytest.mark.rule("WR-DECK-04", "WR-FILL-03", "WR-FILL-05")
def test_the_table_shuffles_when_the_count_says_the_deck_is_empty() -> None:
    on = table(discard="PAPAPA")
    on.state.total = 16
    assert on.state.deck == 1
    on.answer("D", "D")
    on.answer(None)
    assert (on.question.seat, on.question.key) == (TABLE, "shuffle_pile")
    on.match.answer(TABLE, True)
    assert on.state.hands[0].size == 3
    assert [tell.args["number"] for tell in on.told if tell.key == "draws"] == [2]
    assert (on.question.seat, on.question.key, on.question.pile) == (CHANCE, "turn_up", "deck")


@pytest.mark.rule("WR-DD-04", "WR-NEUT-08")
def test_a_turned_up_card_is_any_that_does_not_lie_on_the_pile() -> None:
    on = race_of(table())
    (question,) = run(turn_up(on, "WR-DD-04"), "movement-F-02").asked
    assert (question.key, question.pile, question.reveals) == ("turn_up", "deck", True)
    assert on.state.discard == ["movement-F-02"]
    with pytest.raises(IllegalAnswer, match="on_the_pile"):
        run(turn_up(on, "WR-DD-04"), "movement-F-02")


@pytest.mark.rule("WR-DECK-03", "WR-TRAP-02")
def test_a_real_trap_is_shown_by_somebody_at_the_table() -> None:
    on = table(traps="T6=pA").answer("D")
    question = on.question
    assert (question.seat, question.key, question.pile, question.reveals) == (TABLE, "trap_type", "T6", True)
    assert on.refusal("pZ").reason == "unknown_trap"
    on.answer("trap-pC-2")
    assert (on.at["PAT"], on.state.used, on.state.traps) == ("T4", ["pC"], {})


def test_kinds_nobody_taught_are_all_alike_to_chance() -> None:
    on = race_of(table())
    on.state.stock = None
    assert unseen(on) == {"D": 1, "F": 1, "P": 1, "A": 1}


def test_a_hand_that_a_pilot_takes_over_is_shown_to_it() -> None:
    on = table(SPREAD, 3, 2, 3)
    assert on.match.at_boundary
    on.match.apply(Reseat(1, SeatInfo("Pilot", pilot="weak", hand_known=True)))
    assert (on.question.key, on.question.to, on.question.pile) == ("show_card", 1, "hand.1")
    on.match.answer(CHANCE, "movement-A-01")
    on.match.answer(CHANCE, "F")
    assert on.state.hands[1].cards == ["movement-A-01", "F"]
    assert (on.asked, on.question.key) == ("PAT", "card_1")


def test_a_hand_that_a_person_takes_over_is_forgotten() -> None:
    on = table(SPREAD, 3, 2, 3)
    on.state.known[0], on.state.hands[0].cards, on.state.hands[0].unknown = True, ["D", "F"], 0
    on.match.apply(Reseat(0, SeatInfo("Ana")))
    assert (on.state.known[0], on.state.hands[0].cards, on.state.hands[0].size) == (False, [], 2)
    assert on.question.secret is False


@pytest.mark.rule("WR-APP-03")
def test_a_known_real_card_keeps_its_identity_on_the_way_to_the_pile() -> None:
    on = table()
    on.state.known[0], on.state.hands[0].cards, on.state.hands[0].unknown = True, ["movement-D-03", "F"], 0
    on.match.restart_turn()
    assert [option.value for option in on.question.options] == ["D", "F"]
    assert on.refusal("P").reason == "not_in_hand"
    on.answer("D")
    assert (on.state.discard, on.state.hands[0].cards[0]) == (["movement-D-03"], "F")

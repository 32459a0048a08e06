"""The rule list's worked examples: undo, cards from the pile, corrections, secrets, and what stays true (3.20, 3.21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import TABLE, IllegalAnswer
from engine.match import Match
from engine.record import Correct
from engine.rulebook import BrokenInvariant
from engine.settle import settle
from tests.engine.conformance import lots
from tests.engine.wacky_races.races import whole_races
from tests.engine.wacky_races.scene import scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.wacky_races.state import RaceState

V04 = "PAT=T2 ANT=T3 RED=T4 SLA=T4 RUF=T1 PEN=T6"
V33 = "PAT=T4 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
PHYSICAL = {"movement_deck": "physical", "trap_deck": "physical"}


# --- undo -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-APP-05", "WR-INV-20")
def test_v59_undo_takes_back_the_second_card() -> None:
    pat = scene(V04, hand="DPA", deck="FD").answer("D", "P")
    keep = pat.match.undo_point()
    assert keep is not None
    pat.match.undo(keep)
    assert (pat.at["PAT"], pat.hand("PAT"), pat.discard) == ("T3", "PA", "D")
    assert (pat.asked, pat.question.key) == ("PAT", "card_2")


@pytest.mark.rule("WR-APP-05")
def test_undo_may_be_repeated_to_the_very_start() -> None:
    pat = scene(V04, hand="DPA", deck="FD").answer("D", "P")
    while (keep := pat.match.undo_point()) is not None:
        pat.match.undo(keep)
    assert pat.match.record == []
    assert (pat.at["PAT"], pat.hand("PAT"), pat.discard) == ("T2", "DPA", "")


@pytest.mark.rule("WR-APP-06", "WR-INV-20")
@pytest.mark.parametrize("seed", range(5))
def test_v59_the_same_cards_are_drawn_again_after_an_undo(seed: int) -> None:
    match = scene(V04, hand="DPA").match
    match.answer(0, "D")
    match.answer(0, "P")
    settle(match, {}, lots(seed))
    before = match.rulebook.encode(match.state)
    keep = match.undo_point()
    assert keep is not None
    match.undo(keep)
    match.answer(0, "P")
    settle(match, {}, lots(seed))
    assert match.rulebook.encode(match.state) == before


@pytest.mark.rule("WR-APP-07")
def test_t32_undo_across_the_reveal_of_a_trap_needs_another_seat() -> None:
    pat = scene(V33, hand="APP", traps="T5=pA").answer("A")
    keep = pat.match.undo_point()
    assert keep is not None
    assert pat.match.consent_for(keep) == (1, 2)


@pytest.mark.rule("WR-APP-07")
def test_undo_of_a_plain_card_needs_nobody() -> None:
    pat = scene(V33, options=PHYSICAL).answer("A")
    keep = pat.match.undo_point()
    assert keep is not None
    assert pat.match.consent_for(keep) == ()


# --- answers that are refused -----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-APP-03", "WR-DECK-01", "WR-APP-01", "WR-INV-22")
def test_v60_a_card_of_the_pile_is_refused_when_it_is_shown_again() -> None:
    pat = scene(V04, options=PHYSICAL).answer("movement-D-01")
    refused = pat.refusal("movement-D-01")
    assert (refused.reason, refused.rules) == ("on_the_pile", ("WR-APP-03", "WR-DECK-01"))


@pytest.mark.rule("WR-APP-03")
def test_another_card_of_the_same_kind_is_welcome() -> None:
    pat = scene("PAT=G6 ANT=T3 RED=T4 SLA=T4 RUF=T7 PEN=T6", options=PHYSICAL)
    assert pat.answer("movement-D-01", "movement-D-02").at["PAT"] == "T2"


@pytest.mark.rule("WR-APP-02", "WR-INV-22")
def test_t30_an_answer_of_a_seat_that_was_not_asked_changes_nothing_and_names_who_is_awaited() -> None:
    refused = scene(V04).refusal("D", seat=1)
    assert (refused.reason, refused.rules, refused.args_for_text) == (
        "not_asked",
        ("WR-APP-02",),
        {"awaited": [0]},
    )


@pytest.mark.rule("WR-APP-01", "WR-INV-22")
@pytest.mark.parametrize("value", ["Z", "movement-D-17", "trap-pA-1", "", 3, True, ["D"], {"card": "D"}])
def test_what_is_no_card_is_refused_and_changes_nothing(value: Any) -> None:
    scene(V04).refusal(value)


@pytest.mark.rule("WR-APP-01")
def test_a_card_that_is_not_in_a_known_hand_is_refused() -> None:
    assert scene(V04, hand="DPA").refusal("F").reason == "not_in_hand"


@pytest.mark.rule("WR-APP-09")
def test_t34_no_question_of_a_race_has_a_time_limit() -> None:
    questions = [question for match in whole_races() for question in match.open]
    assert questions
    assert all(
        question.at is None and not question.timed and question.seat != "clock" for question in questions
    )


# --- corrections ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-APP-08", "WR-INV-02", "WR-INV-22")
def test_t33_a_car_cannot_be_put_on_a_full_tile() -> None:
    pat = scene(V04)
    before = pat.match.rulebook.encode(pat.state)
    with pytest.raises(IllegalAnswer, match="place_full"):
        pat.match.apply(Correct("place", "PAT", "T4"))
    assert pat.match.rulebook.encode(pat.state) == before


@pytest.mark.rule("WR-APP-08")
def test_t33_a_car_put_on_a_trapped_tile_triggers_nothing() -> None:
    pat = scene(V04, traps="T5=pA")
    pat.match.apply(Correct("place", "PAT", "T5"))
    assert (pat.at["PAT"], pat.traps, pat.state.used) == ("T5", "T5", [])
    assert pat.question.key == "card_1"


@pytest.mark.rule("WR-APP-08")
@pytest.mark.parametrize(
    ("car", "place"), [("PAT", "00"), ("PAT", "T19"), ("PAT", "T20"), ("LUK", "T3"), ("DD", "G1")]
)
def test_a_place_where_a_piece_can_never_be_is_refused(car: str, place: str) -> None:
    with pytest.raises(IllegalAnswer, match="no_such_place"):
        scene(V04).match.apply(Correct("place", car, place))


@pytest.mark.rule("WR-DECK-05", "WR-DD-02")
def test_t29_a_corrected_top_card_changes_dastardlys_next_stop() -> None:
    pat = scene(V04, options=PHYSICAL).answer("D")
    pat.match.apply(Correct("pile", "discard", ["A"]))
    pat.answer(None)
    assert pat.dastardly == "T4"


@pytest.mark.rule("WR-DECK-05", "WR-DECK-01")
def test_a_corrected_hand_changes_the_count_of_the_deck() -> None:
    pat = scene(V04, options=PHYSICAL)
    deck = pat.state.deck
    pat.match.apply(Correct("count", "hand.1", 5))
    assert pat.state.deck == deck - 2


@pytest.mark.rule("WR-DECK-04", "WR-FILL-03", "WR-FILL-05")
def test_t29_when_the_count_says_the_deck_is_empty_the_table_shuffles_and_confirms() -> None:
    pat = scene(V04, options=PHYSICAL, deck="", whole_deck=False, discard="")
    pat.state.total = 9
    pat.answer("D")
    pat.match.answer(0, None)
    assert (pat.question.seat, pat.question.key) == (TABLE, "shuffle_pile")
    pat.answer(True)
    assert (pat.discard, pat.state.deck, pat.state.hands[0].size) == ("", 0, 3)


@pytest.mark.rule("WR-INV-01", "WR-INV-02", "WR-INV-03", "WR-INV-05", "WR-INV-06", "WR-INV-14")
@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lambda state: setattr(state.cars[0], "position", 0), "WR-INV-01"),
        (lambda state: state.cars.pop(), "WR-INV-01"),
        (lambda state: setattr(state.cars[0], "position", 10), "WR-INV-02"),
        (lambda state: setattr(state, "dastardly", 3), "WR-INV-03"),
        (lambda state: setattr(state, "dastardly", 25), "WR-INV-03"),
        (lambda state: setattr(state, "boxed", 17), "WR-INV-05"),
        (lambda state: state.traps.update({"T9": 0}), "WR-INV-06"),
        (lambda state: setattr(state, "out", True), "WR-INV-14"),
    ],
)
def test_a_state_the_rules_never_reach_is_named(spoil: Callable[[RaceState], Any], rule: str) -> None:
    pat = scene(V04)
    state = pat.match.rulebook.decode(pat.match.rulebook.encode(pat.state))
    spoil(state)
    with pytest.raises(BrokenInvariant) as broken:
        pat.match.rulebook.check(state)
    assert rule in broken.value.rules


# --- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-DECK-03", "WR-TRAP-18", "WR-APP-14")
@pytest.mark.parametrize("trap_deck", ["physical", "virtual"])
def test_t28_the_saved_state_does_not_say_which_trap_lies_where(trap_deck: str) -> None:
    one = scene(V33, traps="T5=pA T8=pC", options={"trap_deck": trap_deck})
    other = scene(V33, traps="T5=pC T8=pA", options={"trap_deck": trap_deck})
    assert one.match.rulebook.encode(one.state) == other.match.rulebook.encode(other.state)


@pytest.mark.rule("WR-APP-14", "WR-INV-21", "WR-TRAP-18", "WR-DECK-02")
@pytest.mark.parametrize("seat", [None, 0])
def test_t28_what_a_seat_sees_does_not_change_with_the_hands_of_others(seat: int | None) -> None:
    one = scene(V33, hand="APP", hands={"RUF": "DFP", "ANT": "AAA"})
    other = scene(V33, hand="APP", hands={"RUF": "AAA", "ANT": "DFP"})
    views = [msgspec.json.encode(race.match.rulebook.view(race.state, seat)) for race in (one, other)]
    assert views[0] == views[1]


@pytest.mark.rule("WR-APP-14", "WR-DECK-02")
def test_a_player_sees_the_own_hand() -> None:
    race = scene(V33, hand="APP", hands={"RUF": "DFP"})
    assert [race.match.rulebook.view(race.state, seat).hand for seat in (0, 1)] == [
        ("A", "P", "P"),
        ("D", "F", "P"),
    ]


@pytest.mark.rule("WR-DECK-01")
def test_with_a_physical_deck_the_pile_is_known_and_hands_only_by_size() -> None:
    pat = scene(V04, options=PHYSICAL).answer("D")
    assert (pat.discard, pat.hand("PAT"), pat.state.hands[0].size, pat.state.deck) == (
        "D",
        "",
        2,
        64 - 2 - 3 - 3 - 1,
    )


# --- whole races ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-APP-13")
def test_t35_everything_told_in_a_race_names_a_rule_of_the_list() -> None:
    told = [tell for match in whole_races() if match.over for tell in match.tells]
    assert len(told) > 100
    assert all(tell.rules and all(rule.startswith("WR-") for rule in tell.rules) for tell in told)


@pytest.mark.rule(
    "WR-INV-01", "WR-INV-02", "WR-INV-03", "WR-INV-04", "WR-INV-05", "WR-INV-06", "WR-INV-09", "WR-INV-10",
    "WR-INV-14", "WR-INV-17",
)  # fmt: skip
def test_the_invariants_hold_at_every_question_of_a_race() -> None:
    for match in whole_races():
        match.rulebook.check(match.state)


@pytest.mark.rule("WR-INV-07", "WR-INV-08")
def test_between_turns_no_car_stands_on_a_trap_and_hands_are_full() -> None:
    for match in whole_races():
        state = match.state
        if state.stage == "turn" and match.at_boundary:
            assert not {car.position for car in state.cars} & {
                7 + int(place[1:]) - 1 for place in state.traps
            }
            assert all(hand.size >= 3 for hand in state.hands) or not state.deck + len(state.discard)


@pytest.mark.rule("WR-INV-15", "WR-INV-16", "WR-NEUT-11")
def test_every_neutral_phase_but_the_broken_off_one_turns_over_three_cards() -> None:
    for match in whole_races():
        if not match.over:
            continue
        phases = [tell for tell in match.tells if tell.key == "neutral_phase"]
        reveals = [tell.args["number"] for tell in match.tells if tell.key == "revealed"]
        assert len(phases) in (
            (match.state.round - 1, match.state.round - 2) if len(match.seats) < 6 else (0,)
        )
        assert reveals.count(1) >= reveals.count(2) >= reveals.count(3) >= len(phases) - 1


@pytest.mark.rule("WR-INV-17", "WR-INV-18", "WR-END-06", "WR-END-07")
def test_a_race_has_one_winner_and_places_count_the_cars_placed_better() -> None:
    for match in whole_races():
        if match.over:
            assert match.result is not None
            places = [standing.place for standing in match.result.standings]
            assert places.count(1) == 1
            assert len(places) == 6
            assert places == [1 + sum(other < place for other in places) for place in places]


@pytest.mark.rule("WR-INV-20")
def test_the_same_answers_give_the_same_race() -> None:
    *_, played = (match for match in whole_races() if match.over)
    again = Match(played.rulebook, played.header)
    for entry in played.record:
        again.apply(entry)
    assert again.rulebook.encode(again.state) == played.rulebook.encode(played.state)
    assert again.tells == played.tells


@pytest.mark.rule("WR-INV-20")
def test_saving_and_loading_gives_the_same_state() -> None:
    for match in whole_races():
        data = match.rulebook.encode(match.state)
        assert match.rulebook.encode(match.rulebook.decode(data)) == data

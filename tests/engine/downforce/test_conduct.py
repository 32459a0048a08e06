"""How the box conducts itself: secrets, refusals, corrections, absence, pilots' rows (3.12, 3.13; section 5)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import CHANCE, IllegalAnswer
from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Header, Reseat, SeatInfo
from engine.settle import settle
from tests.engine.conformance import lots, random_answer
from tests.engine.downforce.cases import exchange, header, pack
from tests.engine.downforce.scene import Scene, auction, by_chance, race

if TYPE_CHECKING:
    from engine.ask import Ask


@pytest.mark.rule("DF-TABLE-03", "DF-COMP-07", "DF-AUCT-28")
def test_wrong_scans_are_refused_and_change_nothing() -> None:
    on = race(hands={0: "A1", 1: "B2"}, unknown={0: 5}, discard="E1")
    on.state.hands[1].shown = ["B2"]
    on.match.restart_turn()
    reasons = [on.refusal(0, card) for card in ("E1", "B2", "P-TRI", "X", ["A1", "A2"])]
    assert reasons == [
        "already_played",
        "of_another_hand",
        "not_a_speed_card",
        "unknown_tag",
        "not_an_option",
    ]
    on.state.boxed.append("S8-red")
    assert on.refusal(0, "S8-red") == "out_of_the_game"
    assert on.refusal(1, "B2") == "not_asked"


@pytest.mark.rule("DF-TABLE-06", "DF-BOT-01", "DF-BOT-02", "DF-INV-13")
def test_a_seat_sees_its_own_hand_and_bets_and_nobody_elses() -> None:
    on = auction("green", hands={0: "A1", 1: "E1", 2: "E2"}, hand_tracking="all")
    on.match.answer(1, "E1")
    on.state.bets = [["red", "blue", "black"]]
    seen = msgspec.json.encode(on.match.rulebook.view(on.state, 0))
    assert b'"A1"' in seen
    assert b'"E1"' not in seen
    assert b'"E2"' not in seen
    assert b'["red"]' in seen
    assert b'"blue","black"' not in seen


@pytest.mark.rule("DF-TABLE-06", "DF-INV-13", "DF-AUCT-27")
@pytest.mark.parametrize("seed", range(6))
def test_no_refusal_option_list_or_tell_depends_on_the_secrets_of_others(seed: int) -> None:
    """Play on; at each question exchange what seat 0 cannot know, and offer seat 0 every card there is."""
    people = (SeatInfo("Ana"), SeatInfo("Bea", hand_known=True), SeatInfo("Cai", hand_known=True))
    head = Header("downforce", people, pack("test_track"))
    match = Match(Downforce(head), head)
    rng = Random(seed)
    compared = 0
    while not match.over:
        if any(question.seat == 0 and question.kind == "scan" for question in match.open):
            other = Match(match.rulebook, head)
            state = match.rulebook.decode(match.boundaries[-1].state)
            exchange(state, 0, rng.randrange)
            other.resume(
                msgspec.structs.replace(
                    match.boundaries[-1], entries=0, tells=0, state=match.rulebook.encode(state)
                ),
                [],
            )
            one, two = (next((q for q in m.open if q.seat == 0), None) for m in (match, other))
            if one is not None and two is not None and one.key == two.key:
                compared += 1
                assert [option.value for option in one.options] == [option.value for option in two.options]
                assert [reason(one, card) for card in CARDS] == [reason(two, card) for card in CARDS]
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))
    assert compared > 3


CARDS = [f"{family}{number}" for family in "ABCDEFG" for number in range(1, 7)]


def reason(question: Ask[Any], card: str) -> str:
    try:
        question.read(card)
    except IllegalAnswer as refusal:
        return refusal.reason
    return ""


@pytest.mark.rule("DF-TABLE-05", "DF-TABLE-06")
def test_after_a_power_cut_the_same_round_goes_on_and_hides_what_was_said() -> None:
    on = race(
        "red=14b", owners="red=0 blue=1 green=2", hands={0: "E5 E1", 1: "E4", 2: "E2"}, seats=3, crossed=0
    )
    on.answer("E5").drive()
    on.match.answer(1, "blue")
    again = Match(on.match.rulebook, on.match.header)
    again.resume(on.match.boundaries[0], [])
    for entry in on.match.record:
        again.apply(entry)
    assert {question.seat for question in again.open} == {0, 2}
    assert again.given == {1}
    assert b'"bets":[]' in msgspec.json.encode(again.rulebook.view(again.state, 0))


@pytest.mark.rule("DF-TABLE-02")
@pytest.mark.parametrize(("choice", "may"), [("all_agree", True), ("never", False)])
def test_taking_back_over_a_reveal_is_the_houses_choice(choice: str, may: bool) -> None:  # noqa: FBT001
    on = auction("green", hands={0: "E3", 1: "E1"}, seats=2, undo_after_reveal=choice)
    on.together({0: "E3", 1: "E1"})
    assert (on.match.undo_point() is not None) is may
    if may:
        assert on.match.consent_for(1) == (0,)


@pytest.mark.rule("DF-TABLE-02", "DF-TABLE-09", "DF-INV-12")
def test_an_undone_draw_comes_again_the_same() -> None:
    on = auction(
        "green",
        hands={0: "X E3", 1: "Y B2"},
        seats=2,
        cards={"X": ["green 6"], "Y": ["green 6"]},
        bid_last_tie="lot",
    )
    winners = []
    for _ in range(2):
        on.together({0: "X", 1: "Y"})
        settle(on.match, {}, lots(5))
        winners.append(on.told("drawn_by_lot")[-1].args["seat"])
        on.match.undo(0)
    assert winners[0] == winners[1]


@pytest.mark.rule("DF-TABLE-08", "DF-TABLE-03")
def test_every_message_names_its_rules() -> None:
    head = header(3, "test_track")
    match = Match(Downforce(head), head)
    rng = Random(3)
    while not match.over:
        question = match.open[rng.randrange(len(match.open))]
        assert question.rules
        match.answer(question.seat, random_answer(question, rng.randrange))
    assert all(tell.rules and all(rule.startswith("DF-") for rule in tell.rules) for tell in match.tells)


# --- absence --------------------------------------------------------------------------------------------------------


def leave(on: Scene, seat: int, pilot: str | None) -> Scene:
    on.match.apply(Reseat(seat, SeatInfo("away", pilot, hand_known=pilot is not None)))
    return on


@pytest.mark.rule("DF-TABLE-04")
def test_a_skipped_seat_plays_no_card_and_makes_no_bet() -> None:
    on = race(
        "red=14b", owners="red=0 blue=1 green=2", hands={0: "E5 E1", 1: "E4", 2: "E2"}, seats=3, crossed=0
    )
    leave(on, 1, "skip").answer("E5").drive()
    assert {question.seat for question in on.match.open} == {0, 2}
    on.together({0: "red", 2: "red"})
    assert on.state.bets == [["red", "", "red"]]
    assert [question.seat for question in on.match.open] == [2]
    leave(on, 1, None)
    on.answer("E2").drive()
    assert on.question.seat == 0


@pytest.mark.rule("DF-TABLE-04", "DF-FIN-07")
def test_the_race_ends_when_only_skipped_seats_could_play() -> None:
    on = race(owners="red=0 blue=1", hands={0: "E5", 1: "E4"})
    leave(on, 1, "skip").answer("E5").drive()
    assert on.match.over


@pytest.mark.rule("DF-TABLE-04")
def test_a_player_may_leave_on_the_own_turn() -> None:
    on = leave(race(owners="red=0 blue=1", hands={0: "E5", 1: "E4"}), 0, "skip")
    assert on.question.seat == 1


@pytest.mark.rule("DF-TABLE-04", "DF-AUCT-21")
def test_a_skipped_seat_bids_nothing_and_buys_by_force() -> None:
    kinds = {2: "absent"}
    on = auction("green", hands={0: "E3", 1: "E1", 2: "A3"}, kinds=kinds)
    assert {question.seat for question in on.match.open} == {0, 1}
    last = auction(
        "green",
        sold="black=0 blue=0 red=0 yellow=0 orange=1",
        hands={0: "E3", 1: "E1", 2: "A3 A1"},
        kinds=kinds,
    )
    assert (last.state.sales[-1].seat, last.state.sales[-1].price) == (2, 5)
    assert last.state.kept[2] == last.state.kept[2][:1]


@pytest.mark.rule("DF-TABLE-04", "DF-AUCT-20")
def test_a_restricted_lot_of_skipped_seats_is_drawn_at_price_zero() -> None:
    sold = "black=0 blue=0 red=0 yellow=0"
    on = auction("green", sold=sold, hands={0: "E3", 1: "E1", 2: "A3"}, kinds={1: "absent", 2: "absent"})
    by_chance(on, "2")
    assert (on.state.sales[4].seat, on.state.sales[4].price) == (2, 0)


@pytest.mark.rule("DF-TABLE-04", "DF-BOT-05")
@pytest.mark.parametrize(("choice", "pilot"), [("skip", "weak"), ("bot", "skip")])
def test_the_table_may_allow_one_way_only(choice: str, pilot: str) -> None:
    on = race(owners="red=0", hands={0: "E5", 1: "E4"}, absent_seat=choice)
    with pytest.raises(IllegalAnswer, match="not_at_this_table"):
        leave(on, 1, pilot)
    books = race(owners="red=0", hands={0: "E5", 1: "E4"}, on="without_track")
    with pytest.raises(IllegalAnswer, match="bots_need_a_track"):
        leave(books, 1, "weak")


@pytest.mark.rule("DF-TABLE-04", "DF-BOT-03")
def test_a_pilot_takes_over_a_hand_that_is_read_first() -> None:
    on = race(owners="red=0 blue=1", hands={0: "E5", 1: ""}, unknown={1: 3})
    leave(on, 1, "weak")
    assert [on.asked(CHANCE).key, on.asked(CHANCE).pile] == ["scan_hand", "hand.1"]
    for _ in range(3):
        by_chance(on)
    assert on.state.hands[1].unknown == 0
    assert on.question.seat == 0
    leave(on, 1, None)
    assert (on.state.hands[1].cards, on.state.hands[1].unknown) == ([], 3)


# --- pilots' rows ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DF-BOT-03", "DF-BOT-04")
def test_a_pilots_card_is_named_by_its_place_in_the_row() -> None:
    on = race(owners="red=0", hands={0: "B1 E4 A2 C6 D3 F5 G1", 1: "E1 E2"}, kinds={0: "bot"})
    assert on.refusal(0, "E5") == "of_another_hand"
    on.answer("A2").drive()
    on.answer("E1").drive()
    on.answer("C6")
    assert [tell.args["position"] for tell in on.told("from_the_row")] == [3, 3]


@pytest.mark.rule("DF-BOT-03")
def test_a_bid_card_that_comes_back_lies_at_the_right_end() -> None:
    on = auction("green", hands={0: "A3 E4 B1", 1: "E1"}, seats=2, kinds={0: "bot"}).together(
        {0: "A3", 1: "E1"}
    )
    assert on.told("from_the_row")[0].args["position"] == 1
    assert on.state.hands[0].cards == ["E4", "B1", "A3", "S8-green"]


@pytest.mark.rule("DF-TABLE-06")
def test_a_card_only_the_box_thinks_elsewhere_is_taken_at_the_players_word() -> None:
    on = auction("green", hands={1: "A3 E1"}, unknown={0: 3, 1: 0}, seats=2)
    on.state.known[1] = True
    on.match.answer(0, "A3")
    on.match.answer(1, "E1")
    assert on.state.hands[0].cards == ["A3", "S8-green"]
    assert (on.state.hands[1].cards, on.state.hands[1].unknown) == (["E1"], 1)
    assert on.asked(CHANCE).key == "scan_hand"


@pytest.mark.rule("DF-COMP-07")
def test_the_layout_offers_a_picture_of_the_track() -> None:
    layout = race("red=44-45a").match.rulebook.layout(race("red=44-45a").state)
    spots = {spot.place: spot for spot in layout.course}
    assert spots["9-10a"].area == (9, 10, 0, 3)
    assert spots["25a"].area == (25, 25, 0, 1)
    assert spots["20b"].mark == "c"
    assert layout.pieces["red"] == "44-45a"


@pytest.mark.rule("DF-TABLE-04")
@pytest.mark.parametrize(
    ("choice", "follow"), [("ask", ("weak", "skip")), ("skip", ("skip",)), ("bot", ("weak",))]
)
def test_the_table_says_who_may_follow_a_player_who_leaves(choice: str, follow: tuple[str, ...]) -> None:
    on = race(owners="red=0", hands={0: "E5", 1: "E4"}, absent_seat=choice)
    assert on.match.rulebook.stand_ins() == follow

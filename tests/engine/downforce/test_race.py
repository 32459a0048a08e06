"""Turns, lines and wilds, finishing, and the end of the race (3.5, 3.8; section 5)."""

from __future__ import annotations

import pytest

from tests.engine.downforce.scene import auction, race


@pytest.mark.rule("DF-TURN-01", "DF-TURN-03", "DF-TURN-04", "DF-GAME-01")
@pytest.mark.report("L03")
def test_the_owner_of_the_first_start_space_begins_and_turns_go_left() -> None:
    """L03: grid and owners are separate; the auction's order does not decide who begins."""
    sold = "black=0 blue=2 red=0 orange=0 yellow=1"
    on = auction("green", sold=sold, hands={0: "A3 E1", 1: "E2", 2: "E3"})
    on.state.grid = ["yellow", "blue", "black", "green", "red", "orange"]
    on.together({0: "A3", 1: "E2", 2: "E3"})
    (begins,) = on.told("begins")
    assert (begins.args["seat"], begins.args["car"], begins.args["space"]) == (1, "yellow", 1)


@pytest.mark.rule("DF-TURN-04", "DF-TURN-05", "DF-FIN-09", "DF-INV-10")
def test_players_without_cards_are_passed_over_and_their_cars_driven() -> None:
    on = (
        race("green=13b", owners="black=0 green=1 red=2", hands={0: "E3 E1", 1: "", 2: "E4"}, seats=3)
        .answer("E3")
        .drive()
    )
    assert on.where("green") != "13b"
    assert on.question.seat == 2


@pytest.mark.rule("DF-TURN-02", "DF-AUCT-24")
def test_without_an_owner_on_the_first_space_the_next_one_decides() -> None:
    on = auction(
        "red",
        sold="yellow=0 blue=1 black=1 green=2 orange=2",
        hands={0: "E2", 1: "E1", 2: "E6"},
        no_bid="ownerless",
    )
    on.state.grid = ["red", "blue", "black", "green", "yellow", "orange"]
    on.together({0: "E2", 1: "E1", 2: "E6"})
    (begins,) = on.told("begins")
    assert (begins.args["seat"], begins.args["space"]) == (1, 2)


@pytest.mark.rule("DF-TURN-05", "DF-FIN-05", "DF-FIN-06", "DF-FIN-10")
def test_a_player_whose_cars_have_finished_is_passed_over() -> None:
    on = race(
        "red=64a green=3a",
        owners="black=0 red=1 green=2 blue=3",
        hands={0: "E5 E1", 1: "E2 E3", 2: "", 3: "E4"},
        seats=4,
    )
    on.answer("E5").drive()
    assert on.state.out == [False, True, False, False]
    assert on.told("done")[0].args["number"] == 2
    assert on.question.seat == 3
    assert on.match.rulebook.layout(on.state).counts["hand.1"]["speed"] == 0


@pytest.mark.rule("DF-TURN-03", "DF-TURN-05", "DF-TURN-08", "DF-TABLE-07")
def test_there_is_no_passing() -> None:
    on = race("blue=3b", owners="black=0", hands={0: "C2", 1: "E1"})
    assert on.refusal(0, None) == "not_an_option"
    on.answer("C2").drive()
    assert on.question.seat == 1


@pytest.mark.rule("DF-AUCT-13", "DF-CARD-06", "DF-TURN-06", "DF-COMP-05")
def test_speed_8_cards_are_played_like_others() -> None:
    on = race("black=3b", owners="black=0 red=0", hands={0: "S8-black S8-red E1", 1: "E2 E3"}).answer(
        "S8-black"
    )
    assert on.question.args == {"car": "black", "number": 8}
    on.drive()
    assert on.state.discard == ["S8-black"]
    on.answer("E2").drive()
    assert on.refusal(0, "S8-black") == "already_played"


@pytest.mark.rule("DF-CARD-01", "DF-CARD-03", "DF-FIN-09")
def test_the_player_of_a_card_moves_the_cars_of_others_too() -> None:
    on = race("green=13b", owners="black=0 green=1", hands={0: "E3 E1", 1: ""}).answer("E3")
    assert (on.question.seat, on.question.args["car"]) == (0, "green")


@pytest.mark.rule("DF-WILD-01", "DF-WILD-03", "DF-WILD-04", "DF-WILD-06", "DF-INV-14")
def test_two_wilds_are_two_other_colours_named_when_they_are_reached() -> None:
    on = race("black=3b", owners="black=0", hands={0: "G1 E1"}).answer("G1")
    assert on.question.key == "path"
    on.drive()
    assert on.options == ["blue", "green", "orange", "red", "yellow"]
    on.answer("green").drive()
    assert on.options == ["blue", "orange", "red", "yellow"]
    assert on.refusal(0, "black") == "on_the_card"
    assert on.refusal(0, "green") == "named_already"


@pytest.mark.rule("DF-WILD-02", "DF-CARD-04")
def test_a_wild_may_be_wasted_on_a_finished_car() -> None:
    on = race("black=3b", owners="black=0", hands={0: "F1 E1"}, finished="blue").answer("F1", "blue")
    assert on.told("no_move")[0].args["car"] == "blue"


@pytest.mark.rule("DF-WILD-05", "DF-TABLE-07")
def test_a_single_colour_is_told_and_not_asked() -> None:
    lines = ["black 6", "blue 5", "green 4", "orange 3", "red 2", "wild 1"]
    on = race(owners="black=0", hands={0: "X E1", 1: "E2"}, cards={"X": lines}).answer("X").drive()
    assert on.told("wild_named")[0].args["car"] == "yellow"
    assert on.question.seat == 1


@pytest.mark.rule("DF-WILD-05", "DF-AUCT-23")
def test_a_wild_without_a_colour_does_nothing_when_a_car_is_out_of_the_race() -> None:
    lines = ["black 6", "blue 5", "orange 3", "red 2", "yellow 2", "wild 1"]
    on = (
        race(owners="black=0", hands={0: "X F1", 1: "E2"}, cards={"X": lines}, gone="green")
        .answer("X")
        .drive()
    )
    assert on.told("wild_idle")
    on.answer("E2").drive()
    on.answer("F1")
    assert "green" not in on.options
    assert on.refusal(0, "green") == "car_not_in_the_race"


@pytest.mark.rule("DF-FIN-01", "DF-FIN-03", "DF-FIN-04", "DF-INV-09")
def test_a_finished_car_no_longer_blocks_on_the_same_card() -> None:
    on = race(
        "black=12a blue=12b red=11a",
        owners="black=0",
        hands={0: "X E1"},
        cards={"X": ["black 6", "red 3"]},
        on="test_track",
    ).answer("X")
    on.drive()
    assert on.state.finished == ["black", "red"]
    assert (on.where("black"), on.where("red"), on.where("blue")) == ("finish-1", "finish-2", "12b")


@pytest.mark.rule("DF-FIN-01", "DF-FIN-02", "DF-FIN-04")
def test_how_far_beyond_the_line_does_not_matter() -> None:
    on = race("red=64a", owners="red=0", hands={0: "A5 E1"}, finished="black").answer("A5").drive()
    assert on.state.finished == ["black", "red"]


@pytest.mark.rule("DF-CARD-05", "DF-FIN-12", "DF-BET-03", "DF-BET-10", "DF-FIN-06", "DF-BET-08")
def test_a_player_is_done_only_after_the_card_and_still_bets() -> None:
    on = (
        race(
            "black=8a",
            owners="black=0 red=1",
            hands={0: "E1 E2", 1: "C1 E3"},
            turn=1,
            on="test_track",
            crossed=2,
        )
        .answer("C1")
        .drive()
    )
    assert [line.split()[0] for line in on.moved] == ["black", "orange", "yellow", "blue"]
    assert on.told("done") == []
    assert {question.seat for question in on.match.open} == {0, 1}
    assert "black" in [option.value for option in on.asked(0).options]
    on.together({0: "black", 1: "red"})
    assert on.told("done")[0].args["seat"] == 0


@pytest.mark.rule("DF-FIN-07", "DF-FIN-08", "DF-TURN-07", "DF-BET-12")
def test_the_race_ends_when_nobody_can_play() -> None:
    on = race(
        "orange=3a yellow=3b green=64a", owners="red=0 orange=0 blue=1", hands={0: "E3", 1: ""}, finished="red blue black",
        crossed=2, marked=[["red", "orange"], ["yellow", "blue"]],
    )  # fmt: skip
    on.answer("E3")
    on.together({0: "red", 1: "orange"})
    assert on.match.over
    assert on.told("race_over_without")[0].args["cars"] == ["orange", "yellow"]
    paid = {(tell.args["seat"], tell.args["line"]): tell.args["pay"] for tell in on.told("bet_paid")}
    assert paid == {(0, 1): 9, (1, 1): 0, (0, 2): 0, (1, 2): 4, (0, 3): 3, (1, 3): 0}


@pytest.mark.rule("DF-FIN-07", "DF-TURN-07")
def test_the_race_ends_when_all_cars_are_home() -> None:
    on = race(
        "red=64a", owners="red=0", hands={0: "E5 E1", 1: "E2"}, finished="black blue green orange yellow"
    ).answer("E5")
    assert on.match.over
    assert on.told("race_over")
    assert on.state.finished[-1] == "red"


@pytest.mark.rule("DF-CARD-02")
@pytest.mark.report("L06")
def test_equal_values_keep_their_printed_order() -> None:
    """L06: lines are taken as printed, from top to bottom."""
    on = (
        race("red=3b blue=8b", owners="red=0", hands={0: "X E1"}, cards={"X": ["blue 3", "red 3"]})
        .answer("X")
        .drive()
    )
    assert [line.split()[0] for line in on.moved] == ["blue", "red"]

"""Betting rounds: when, who, what, and what nobody learns (3.7, section 5: betting)."""

from __future__ import annotations

import pytest

from engine.downforce.scoring import sheet
from tests.engine.downforce.scene import race


@pytest.mark.rule("DF-BET-01", "DF-BET-02", "DF-BET-03")
def test_standing_right_before_a_line_is_not_crossing_it() -> None:
    cards = {"X": ["red 2"], "Y": ["red 1"]}
    on = race("red=14b", owners="red=0", hands={0: "X Y", 1: "E1"}, cards=cards, crossed=0).answer("X", "16b")
    assert on.state.crossed == 0
    on.answer("E1").drive()
    on.answer("Y", "17b")
    assert [question.key for question in on.match.open] == ["bet", "bet"]


@pytest.mark.rule("DF-BET-03", "DF-BET-06")
@pytest.mark.report("L02")
def test_everybody_bets_once_after_the_whole_card() -> None:
    """L02: one round for a line, after the card is resolved, however many cars cross it."""
    cards = {"X": ["red 6", "blue 5"]}
    on = (
        race("red=16b blue=11-12a", owners="red=0", hands={0: "X E1", 1: "E2"}, cards=cards, crossed=0)
        .answer("X")
        .drive()
    )
    assert [line.split()[0] for line in on.moved] == ["red", "blue"]
    assert on.where("blue").startswith("17")
    on.together({0: "red", 1: "red"})
    assert on.question.key == "play_card"
    assert len(on.told("line_crossed")) == 1


@pytest.mark.rule("DF-BET-03", "DF-BET-04", "DF-BET-07", "DF-INV-08")
def test_two_lines_on_one_card_are_two_rounds_the_lower_first() -> None:
    on = (
        race(
            "blue=3b",
            owners="blue=0",
            hands={0: "X E1", 1: "E2"},
            cards={"X": ["blue 5"]},
            on="test_track",
            crossed=0,
        )
        .answer("X")
        .drive()
    )
    assert [question.args["line"] for question in on.match.open] == [1, 1]
    on.match.answer(0, "red")
    assert on.refusal(1, "grey") == "not_an_option"
    on.match.answer(1, "blue")
    assert [question.args["line"] for question in on.match.open] == [2, 2]
    on.together({0: "blue", 1: "blue"})
    assert on.state.bets == [["red", "blue"], ["blue", "blue"]]
    assert on.question.key == "play_card"


@pytest.mark.rule("DF-BET-14", "DF-DET-06", "DF-DET-07")
@pytest.mark.parametrize(("answer", "crossed"), [("decline", 0), ("use", 1)])
def test_bonus_steps_cross_lines_too(answer: str, crossed: int) -> None:
    on = race("green=11-12a", owners="green=0", powers="0=P-DET", hands={0: "E3 E1", 1: "E2"}, crossed=0)
    on.answer("E3", "16b", answer).drive()
    assert on.state.crossed == crossed


@pytest.mark.rule("DF-BET-04", "DF-BET-08", "DF-BET-09", "DF-BET-10", "DF-FIN-06", "DF-TABLE-06")
def test_all_players_bet_and_nobody_is_told() -> None:
    on = race(
        "red=48a", owners="red=0 green=1 blue=2 black=3", hands={0: "E5 E1", 1: "", 2: "", 3: "E4"}, seats=4,
        finished="green", crossed=2,
    ).answer("E5").drive()  # fmt: skip
    assert {question.seat for question in on.match.open} == {0, 1, 2, 3}
    assert all(question.secret for question in on.match.open)
    on.together({0: "red", 1: "green", 2: "blue", 3: "black"})
    for tell in on.told("bets_in"):
        assert set(tell.args) == {"line"}
    public = on.match.rulebook.view(on.state, None)
    assert public.bets == ()
    own = on.match.rulebook.view(on.state, 1)
    assert own.bets[2] == "green"


@pytest.mark.rule("DF-BET-09")
def test_bets_may_be_shown_after_each_round() -> None:
    on = race("red=48a", owners="red=0", hands={0: "E5 E1", 1: "E4"}, crossed=2, bets_shown="after_round")
    on.answer("E5").drive().together({0: "red", 1: "blue"})
    assert [tell.args["car"] for tell in on.told("bet_shown")] == ["red", "blue"]
    assert on.match.rulebook.view(on.state, None).bets[-1] == ("red", "blue")


@pytest.mark.rule("DF-BET-11", "DF-FIN-07")
def test_the_last_card_of_the_race_still_has_its_round() -> None:
    on = race("red=48a", owners="red=0", hands={0: "E5", 1: ""}, crossed=2).answer("E5").drive()
    on.together({0: "red", 1: "blue"})
    assert on.match.over
    assert [tell.args["pay"] for tell in on.told("bet_paid") if tell.args["line"] == 3] == [0, 0]


@pytest.mark.rule("DF-BET-05", "DF-BET-13", "DF-TABLE-02")
def test_a_bet_stands_once_its_round_is_closed() -> None:
    on = race("red=14b", owners="red=0", hands={0: "E5 E1", 1: "E4"}, crossed=0).answer("E5").drive()
    on.match.answer(0, "red")
    on.match.answer(0, "blue")
    on.together({0: "red", 1: "blue"})
    assert on.refusal(0, "blue") == "not_asked"
    assert on.match.consent_for(len(on.match.record) - 1) == (0,)


@pytest.mark.rule("DF-BET-12")
def test_a_line_nobody_crosses_pays_nothing() -> None:
    on = race("red=3a", owners="red=0", hands={0: "E5", 1: ""}, crossed=0).answer("E5").drive()
    assert on.match.over
    assert on.told("bet_paid") == []
    assert on.state.bets == []


@pytest.mark.rule("DF-ODDS-01")
@pytest.mark.report("L07")
def test_the_odds_sheet_pays_the_position_at_the_bet_times_a_factor() -> None:
    """L07: payout tables are data; sixth at the first bet and winner in the end pays 18."""
    cars = "red=14b black=11-12a green=13a orange=13b yellow=13c blue=8a"
    on = race(
        cars,
        owners="red=0 blue=1",
        hands={0: "X E1", 1: "E2"},
        cards={"X": ["red 3"]},
        crossed=0,
        bets="odds",
    )
    on.answer("X").drive().together({0: "red", 1: "blue"})
    assert on.state.ranks[0] == [5, 6, 4, 4, 1, 4]
    on.state.finished = ["blue", "red"]
    game = on.game
    assert [sheet(game, seat).bets for seat in (0, 1)] == [[2], [18]]


@pytest.mark.rule("DF-AUCT-23", "DF-BET-10")
def test_a_car_out_of_the_race_cannot_be_bet_on() -> None:
    on = (
        race("red=14b", owners="red=0", hands={0: "E5 E1", 1: "E4"}, crossed=0, gone="green")
        .answer("E5")
        .drive()
    )
    assert on.refusal(0, "green") == "car_not_in_the_race"

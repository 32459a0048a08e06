"""Books only, typed cards, and score keeping only: the same scripts on a board that only the table sees (3.10)."""

from __future__ import annotations

import pytest

from engine.ask import CHANCE, TABLE
from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Header
from tests.engine.downforce.cases import header, pack, seats
from tests.engine.downforce.scene import Scene, race


def books(**given: object) -> Scene:
    return race(on="without_track", crossed=given.pop("crossed", 0), **given)  # type: ignore[arg-type]


@pytest.mark.rule("DF-BOOK-01", "DF-BOOK-02", "DF-BOOK-03", "DF-BET-03", "DF-INV-15")
def test_one_turn_with_books_only() -> None:
    on = books(owners="black=0", hands={0: "C1 E1", 1: "E2"}).answer("C1")
    for car, number in (("black", 6), ("orange", 3), ("yellow", 2), ("blue", 1)):
        assert on.question.args == {"car": car, "number": number}
        assert on.options == ["moved", "finished"]
        on.answer("moved")
    assert (on.question.seat, on.question.args) == (TABLE, {"line": 1})
    on.answer("yes")
    assert on.question.args == {"line": 2}
    on.answer("no")
    assert [question.key for question in on.match.open] == ["bet", "bet"]
    on.together({0: "black", 1: "blue"})
    assert on.question.key == "play_card"


@pytest.mark.rule("DF-BOOK-02", "DF-FIN-01", "DF-BET-02")
def test_a_finish_in_the_books_crosses_all_lines() -> None:
    on = books(owners="black=0", hands={0: "E1", 1: "E2 E3"}, crossed=1).answer("E1", "finished")
    assert on.state.finished == ["black"]
    assert on.state.crossed == 3
    assert on.where("black") == "finish-1"
    on.together({0: "black", 1: "blue"}).together({0: "black", 1: "blue"})
    assert on.told("done")


@pytest.mark.rule("DF-BOOK-03", "DF-BOOK-04")
def test_bounds_spare_questions_that_cannot_be_true() -> None:
    on = books(owners="black=0", hands={0: "F6 E1", 1: "E2"}, books_bounds=[13, 28, 40, 55])
    on.state.announced = [9, 0, 0, 0, 12, 5]
    on.answer("F6", "black")
    assert on.state.announced == [13, 0, 0, 0, 12, 8]
    assert (on.question.seat, on.question.args) == (TABLE, {"line": 1})
    on.answer("yes")
    assert on.match.open[0].key == "bet"


@pytest.mark.rule("DF-BOOK-05", "DF-DET-04")
@pytest.mark.parametrize("straight", ["yes", "no"])
def test_determined_asks_for_straight_spaces(straight: str) -> None:
    on = books(owners="green=0", powers="0=P-DET", hands={0: "C3 E1", 1: "E2"}).answer("C3", "moved")
    assert (on.question.key, on.question.seat) == ("only_straight", 0)
    on.answer(straight)
    if straight == "yes":
        on.answer("use")
        assert on.told("move_pawn")[-1].args["number"] == 2
        on.answer("moved")
    assert on.question.args["car"] == "yellow"


@pytest.mark.rule("DF-BOOK-06", "DF-TURN-01", "DF-TURN-02", "DF-SETUP-08")
def test_only_as_many_start_spaces_are_asked_as_are_needed() -> None:
    head = header(2, "without_track", hand_known=False, grid_source="table", no_bid="ownerless")
    on = Scene(Match(Downforce(head), head)).answer(True, "yellow")
    assert on.asked(CHANCE).key == "lot_car"
    first = True
    while on.state.stage == "lots":
        on.answer("S8-yellow" if first else on.options[0])
        on.answer(on.options[0])
        for question in on.match.open:
            if isinstance(question.seat, int):
                on.match.answer(
                    question.seat, question.options[0].value if not first else ["E1", "E2"][question.seat]
                )
        first = False
        while on.state.lot is not None:
            on.answer(on.options[0])
    assert on.question.key == "grid_space"
    assert on.question.args == {"space": 2}


@pytest.mark.rule("DF-BOOK-07", "DF-BOOK-08", "DF-CUN-01")
def test_cunning_and_wilds_with_books_only() -> None:
    on = books(owners="black=0 orange=1", powers="0=P-AGG 1=P-CUN", hands={0: "F1 E1", 1: "E2"}).answer("F1")
    assert on.options == ["blue", "green", "orange", "red", "yellow"]
    on.answer("orange")
    assert on.told("may_move")[0].args == {"seat": 1, "car": "orange", "number": 4}
    assert on.question.key == "moved"


@pytest.mark.rule("DF-BOOK-09", "DF-SETUP-13", "DF-AUCT-18", "DF-BET-12")
def test_score_keeping_only() -> None:
    head = Header("downforce", seats(2), pack("untaught"), {"card_input": "none"})
    on = Scene(Match(Downforce(head), head))
    for car, power, seat, price in (
        ("black", "P-AGG", "0", 4), ("blue", "P-CUN", "1", 2), ("green", "P-DET", "0", 1), ("orange", "P-STR", "nobody", None),
        ("red", "P-TRI", "1", 3), ("yellow", "P-UNP", "0", 0),
    ):  # fmt: skip
        on.answer(car, power, seat, *([] if price is None else [price]))
    for line in (1, 2, 3):
        on.answer("line")
        assert {question.args["line"] for question in on.match.open} == {line}
        on.together({0: "blue", 1: "red"})
    on.answer("blue", "red", "over")
    assert on.match.over
    assert [(row.seat, row.notes["total"]) for row in on.match.rulebook.standings(on.state)] == [
        (1, 28),
        (0, 13),
    ]


@pytest.mark.rule("DF-BOOK-09", "DF-AUCT-19")
def test_score_keeping_refuses_to_leave_a_player_without_a_car() -> None:
    head = Header("downforce", seats(6), pack("untaught"), {"card_input": "none"})
    on = Scene(Match(Downforce(head), head)).answer("black", "P-AGG")
    assert "nobody" not in on.options
    on.answer("3", 2, "blue", "P-CUN")
    assert on.refusal(TABLE, "3") == "not_an_option"


@pytest.mark.rule("DF-SETUP-13", "DF-COMP-04", "DF-PACK-32")
def test_a_card_may_be_typed_in_line_by_line() -> None:
    on = race(
        owners="black=0",
        hands={0: "S8-black", 1: ""},
        unknown={0: 3, 1: 3},
        on="without_track",
        card_input="type",
    )
    assert on.options[:3] == ["S8-black", "black", "blue"]
    on.answer("red", 4)
    assert "red" not in on.options
    on.answer("wild")
    assert on.refusal(0, 5) == "out_of_range"
    on.answer(2, "done")
    assert on.question.args == {"car": "red", "number": 4}
    on.answer("moved", "black", "moved")
    assert on.state.hands[0].size == 3
    on.answer("blue", 1, "done", "moved")
    on.answer("S8-black")
    assert on.question.args == {"car": "black", "number": 8}


@pytest.mark.rule("DF-GAME-03")
def test_the_level_may_be_set_to_books_although_there_is_a_track() -> None:
    on = race(owners="black=0", hands={0: "E1 E3", 1: "E2"}, level="books").answer("E1")
    assert on.question.key == "moved"


@pytest.mark.rule("DF-ODDS-01")
def test_the_odds_sheet_asks_for_the_order_with_books_only() -> None:
    on = books(owners="black=0", hands={0: "E1", 1: "E2"}, bets="odds").answer("E1", "moved", "yes", "no")
    assert on.question.key == "who_is_ahead"
    on.answer("red", "blue", "green", "black", "orange")
    on.together({0: "red", 1: "yellow"})
    assert on.state.ranks == [[4, 2, 3, 5, 1, 6]]

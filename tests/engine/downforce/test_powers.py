"""The six powers (3.4, section 5: powers)."""

from __future__ import annotations

import pytest

from engine.ask import TABLE
from tests.engine.downforce.scene import Scene, ends, race


@pytest.mark.rule("DF-AGG-01", "DF-AGG-03", "DF-AGG-05", "DF-INV-06")
def test_aggressive_moves_the_own_first_car_one_farther() -> None:
    on = race("red=3b", owners="red=0", powers="0=P-AGG", hands={0: "A5 E1"}).answer("A5")
    assert on.options == ["6", "7"]
    on.answer("7")
    assert on.options == ["9-10a", "10c", "10-11b", "11-12a"]
    other = race("red=3b", owners="red=0", powers="0=P-AGG", hands={0: "A5 E1"}).answer("A5", "6")
    assert other.options == ["9b", "9c", "9-10a"]


@pytest.mark.rule("DF-AGG-01", "DF-AGG-02")
def test_aggressive_does_not_work_on_a_wild_or_behind_it() -> None:
    on = race("red=3b black=39a", owners="black=0 red=0", powers="0=P-AGG", hands={0: "F1 E1"})
    on.answer("F1", "red")
    assert on.question.args == {"car": "red", "number": 4}
    on.answer(on.options[0])
    assert on.question.args == {"car": "black", "number": 3}


@pytest.mark.rule("DF-AGG-01", "DF-AGG-04")
def test_aggressive_works_on_the_own_speed_8_card() -> None:
    on = race("red=3b", owners="red=0", powers="0=P-AGG", hands={0: "S8-red E1"}).answer("S8-red")
    assert on.options == ["8", "9"]


@pytest.mark.rule("DF-AGG-01", "DF-AGG-03", "DF-POW-02")
def test_aggressive_needs_an_own_car_first_and_an_own_card() -> None:
    cars = "red=3b black=58a"
    on = race(cars, owners="red=0", powers="0=P-AGG", hands={0: "C1 E1"}).answer("C1")
    assert on.question.key == "path"
    assert on.question.args["number"] == 6
    on = race(cars, owners="red=0 black=1", powers="0=P-AGG", hands={0: "E1", 1: "A5 E2"}, turn=1).answer(
        "A5"
    )
    assert on.question.key == "path"
    assert on.question.args == {"car": "red", "number": 6}


@pytest.mark.rule("DF-POW-01", "DF-POW-03", "DF-AGG-05")
def test_using_a_power_is_voluntary() -> None:
    on = race("red=3b black=40a", owners="red=0", powers="0=P-AGG", hands={0: "A5 E1"}).answer("A5", "6")
    assert on.question.args["number"] == 6
    on = race("black=3b", owners="red=0", powers="0=P-TRI", hands={0: "C1 E1"}).answer("C1", "down")
    assert on.question.args["car"] == "black"


@pytest.mark.rule("DF-TRI-01", "DF-TRI-02", "DF-TRI-03", "DF-CARD-02")
@pytest.mark.parametrize(
    ("order", "cars"), [("down", "black red yellow orange"), ("up", "orange yellow red black")]
)
def test_tricky_turns_the_whole_card_round(order: str, cars: str) -> None:
    lines = ["black 6", "red 4", "yellow 2", "orange 1"]
    at = "black=21a red=31a yellow=39a orange=60a"
    on = race(at, owners="black=0", powers="0=P-TRI", hands={0: "X E1"}, cards={"X": lines}).answer("X")
    assert on.options == ["down", "up"]
    assert on.refusal(0, "sideways") == "not_an_option"
    on.answer(order)
    on.drive()
    assert on.question.key == "play_card"
    assert [line.split()[0] for line in on.moved] == cars.split()


@pytest.mark.rule("DF-TRI-01", "DF-MOVE-07", "DF-CARD-01", "DF-CARD-02")
def test_the_order_decides_who_is_blocked() -> None:
    at, cards = "black=52a blue=51a", {"X": ["black 3", "blue 2"]}
    down = race(at, owners="black=0", powers="0=P-TRI", hands={0: "X E1"}, cards=cards).answer(
        "X", "down", "55a"
    )
    assert down.moved == ["black 3 55a", "blue 2 53a"]
    up = race(at, owners="black=0", powers="0=P-TRI", hands={0: "X E1"}, cards=cards).answer("X", "up", "55a")
    assert up.moved == ["blue 0 51a", "black 3 55a"]


@pytest.mark.rule("DF-TRI-03")
def test_a_card_of_one_line_has_no_order() -> None:
    on = race("black=3b", owners="black=0", powers="0=P-TRI", hands={0: "E1 E2"}).answer("E1")
    assert on.question.key == "path"


@pytest.mark.rule("DF-STR-01", "DF-STR-02", "DF-POW-02")
def test_strategic_leaves_out_one_car() -> None:
    at = "black=21a orange=31a yellow=39a blue=61a"
    on = race(at, owners="black=0", powers="0=P-STR", hands={0: "C1 E1"}).answer("C1")
    assert on.options == ["move", "skip"]
    on.answer("move").drive()
    assert on.question.args == {"car": "orange", "number": 3}
    on.answer("skip").drive()
    assert [line.split()[0] for line in on.moved] == ["black", "yellow", "blue"]
    assert on.where("orange") == "31a"


@pytest.mark.rule("DF-STR-01", "DF-STR-04", "DF-TURN-06")
def test_strategic_may_leave_out_the_only_line() -> None:
    on = race("red=21a", owners="red=0", powers="0=P-STR", hands={0: "S8-red E1", 1: "E2"}).answer(
        "S8-red", "skip"
    )
    assert on.moved == []
    assert on.state.discard == ["S8-red"]
    assert on.question.seat == 1


@pytest.mark.rule("DF-STR-03", "DF-CUN-02", "DF-CUN-05")
def test_a_wild_may_be_left_out_and_cunning_decides_the_way_alone() -> None:
    on = race(
        "black=40a red=21a green=61a",
        owners="black=0 red=1",
        powers="0=P-STR 1=P-CUN",
        hands={0: "D1 E1", 1: "E2"},
    )
    on.answer("D1", "move").drive()
    assert on.question.args == {"car": "wild", "number": 4}
    on.answer("skip")
    assert on.told("wild_named") == []
    claim, path = on.asked(1), on.asked(0)
    assert claim.key == "claim"
    assert path.args == {"car": "red", "number": 2}
    on.match.answer(1, "claim")
    assert on.question.seat == 1
    assert set(on.options) == {"23a", "23b"}
    assert on.refusal(1, "50a") == "not_an_option"


@pytest.mark.rule("DF-UNP-01", "DF-UNP-03", "DF-WILD-01")
def test_unpredictable_may_name_a_colour_of_the_card() -> None:
    cards = {"X": ["blue 6", "orange 4", "wild 2", "yellow 1"]}
    at = "blue=21a orange=31a yellow=39a"
    plain = (
        race(at, owners="blue=0", powers="0=P-TRI", hands={0: "X E1"}, cards=cards)
        .answer("X", "down")
        .drive()
    )
    assert plain.options == ["black", "green", "red"]
    assert plain.refusal(0, "orange") == "on_the_card"
    on = race(at, owners="blue=0", powers="0=P-UNP", hands={0: "X E1"}, cards=cards).answer("X").drive()
    assert on.options == ["black", "blue", "green", "orange", "red", "yellow"]
    on.answer("orange").drive()
    assert [line.split()[:2] for line in on.moved][1:3] == [["orange", "4"], ["orange", "2"]]


@pytest.mark.rule("DF-UNP-02")
def test_unpredictable_still_needs_two_colours_for_two_wilds() -> None:
    on = race("black=21a", owners="black=0", powers="0=P-UNP", hands={0: "G1 E1"}).answer("G1").drive()
    on.answer("green").drive()
    assert on.options == ["black", "blue", "orange", "red", "yellow"]
    assert on.refusal(0, "green") == "named_already"


# --- Cunning ------------------------------------------------------------------------------------------------------


def cunning(**options: str) -> Scene:
    return race(
        "orange=13b black=40a green=46c red=61a",
        owners="black=0 orange=1",
        powers="0=P-AGG 1=P-CUN",
        hands={0: "C4 E1", 1: "E2"},
        **options,  # type: ignore[arg-type]
    ).answer("C4")


@pytest.mark.rule("DF-CUN-01", "DF-CUN-03", "DF-CUN-04")
def test_the_owner_of_cunning_claims_before_the_path_is_confirmed() -> None:
    on = cunning()
    on.match.answer(1, "claim")
    assert on.question.seat == 1
    assert on.question.args == {"car": "orange", "number": 6}
    on.answer(on.options[0])
    assert on.asked(0).args["car"] == "black"


@pytest.mark.rule("DF-CUN-01", "DF-CUN-03", "DF-CARD-03")
def test_a_claim_after_the_path_is_too_late() -> None:
    on = cunning()
    end = on.asked(0).options[0].value
    on.match.answer(0, end)
    assert on.where("orange") == end
    assert on.refusal(1, "claim") == "not_asked"


@pytest.mark.rule("DF-CUN-03")
def test_the_owner_may_step_aside_and_the_player_may_hand_over() -> None:
    on = cunning()
    on.match.answer(1, None)
    assert [question.seat for question in on.match.open] == [0]
    on.match.answer(0, "cunning")
    assert on.question.seat == 1


@pytest.mark.rule("DF-CUN-04")
def test_the_box_may_always_ask_the_owner_of_cunning() -> None:
    on = cunning(cunning_claim="ask")
    assert on.question.seat == 1
    assert on.told("cunning")


@pytest.mark.rule("DF-CUN-04")
def test_a_pilot_with_cunning_is_always_asked() -> None:
    on = race(
        "orange=13b",
        owners="black=0 orange=1",
        powers="0=P-AGG 1=P-CUN",
        hands={0: "C4", 1: "E2"},
        kinds={1: "bot"},
    ).answer("C4")
    assert on.question.seat == 1


# --- Determined ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DF-DET-01", "DF-DET-03", "DF-DET-04", "DF-DET-06", "DF-DET-10")
def test_determined_moves_on_after_straight_spaces_only() -> None:
    on = race("green=12b", owners="green=0", powers="0=P-DET", hands={0: "C3 E1"}).answer("C3")
    assert on.options == ["18a+", "18b+"]
    on.answer("18a")
    assert on.question.key == "bonus"
    on.answer("use")
    assert sorted(on.options) == sorted(["19-20a", "20b", "21a", "21b"])
    on.answer("21b")
    assert [line.split()[0] for line in on.moved][:2] == ["green", "green"]
    assert on.question.args["car"] == "yellow"


@pytest.mark.rule("DF-DET-01", "DF-DET-11")
def test_one_curved_space_loses_the_bonus() -> None:
    on = race("green=15b", owners="green=0", powers="0=P-DET", hands={0: "C3 E1"}).answer("C3")
    assert on.options == ["21a", "21b", "22a", "22b"]
    on.answer("22a")
    assert on.question.key != "bonus"


@pytest.mark.rule("DF-DET-01", "DF-DET-09")
def test_a_car_stopped_short_gets_no_bonus() -> None:
    assert ends("15b", 6, "18a 18b") == ["17a (2)", "17b (2)", "17c (2)"]
    on = race("green=15b red=18a black=18b", owners="green=0", powers="0=P-DET", hands={0: "C3 E1"}).answer(
        "C3"
    )
    assert on.options == ["17a", "17b", "17c"]
    on.answer("17b")
    assert on.question.key != "bonus"


@pytest.mark.rule("DF-DET-05", "DF-POW-02")
@pytest.mark.parametrize("turns", ["own", "any"])
def test_determined_on_anothers_card_only_where_the_card_says_so(turns: str) -> None:
    on = race(
        "green=13b",
        owners="green=0 black=1",
        powers="0=P-DET",
        hands={0: "E1", 1: "E3 E2"},
        turn=1,
        determined_turns=turns,
    ).answer("E3")
    on.answer(on.options[0])
    assert (on.question.key, on.question.seat) == (("bonus", 0) if turns == "any" else ("play_card", 0))
    if turns == "any":
        on.answer("use")
        assert (on.question.key, on.question.seat) == ("path", 0)


@pytest.mark.rule("DF-DET-04", "DF-DET-08", "DF-DET-12", "DF-AUCT-31")
def test_each_own_car_earns_its_bonus_also_by_a_wild() -> None:
    on = race(
        "blue=3a green=3c black=1a orange=1b red=1c yellow=2b",
        owners="blue=0 green=0 black=1",
        powers="0=P-DET",
        hands={0: "F2 E1"},
    )
    on.answer("F2", "green", "7b")
    assert on.question.key == "bonus"
    on.answer("use")
    assert sorted(on.options) == ["9-10a", "9b", "9c"]
    on.answer("9b", "6a", "use")
    assert on.options == ["8a", "8b", "8c"]


@pytest.mark.rule("DF-DET-07")
def test_the_bonus_may_be_declined() -> None:
    on = race("green=12b", owners="green=0", powers="0=P-DET", hands={0: "C3 E1"}).answer(
        "C3", "18a", "decline"
    )
    assert on.where("green") == "18a"


@pytest.mark.rule("DF-DET-02", "DF-PACK-04")
@pytest.mark.parametrize("said", ["4", "cannot_tell"])
def test_the_number_of_bonus_spaces_is_asked_once_when_determined_is_kept(said: str) -> None:
    on = race(
        "green=12b", owners="green=0", powers="0=P-DET", hands={0: "C3 E1", 1: "E2"}, on="untaught_bonus"
    )
    on.state.stage = "powers"
    on.match.restart_turn()
    assert (on.question.seat, on.question.key) == (TABLE, "bonus_spaces")
    assert [on.refusal(TABLE, wrong) for wrong in ("0", "7")] == ["out_of_range", "out_of_range"]
    on.answer(said, "C3")
    on.answer(on.options[0])
    assert (on.question.key == "bonus") == (said == "4")

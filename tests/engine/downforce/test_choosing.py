"""Choosing where a car goes: what each answer is called and where it leads, paths space by space, and odd answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine.downforce.scene import race

if TYPE_CHECKING:
    from engine.ask import Option
    from tests.engine.downforce.scene import Scene


def options(on: Scene) -> dict[str, Option]:
    """The answers to the open question, by value."""
    return {option.value: option for option in on.question.options}


@pytest.mark.rule("DF-MOVE-11", "DF-TABLE-07")
def test_an_end_is_called_by_its_space_and_leads_there() -> None:
    found = options(race("red=3b", owners="red=0", hands={0: "E5 E1"}).answer("E5"))
    assert list(found) == ["7a", "7b", "7c"]
    assert (found["7b"].key, found["7b"].args) == ("end", {"space": "7b", "steps": 4, "number": 4})
    assert len(found["7b"].route) == 4
    assert found["7b"].route[-1] == "7b"


@pytest.mark.rule("DF-MOVE-09", "DF-MOVE-10", "DF-MOVE-12", "DF-FIN-01", "DF-FIN-02")
def test_an_end_where_the_car_is_stuck_says_so_and_one_over_the_finish_leads_to_the_next_place() -> None:
    on = race("red=61b blue=64a black=64b", owners="red=0", hands={0: "E5 E1", 1: "E3"}, finished="yellow")
    found = options(on.answer("E5"))
    assert list(found) == ["63a", "FINISH"]
    assert (found["63a"].key, found["63a"].args["steps"], found["63a"].args["number"]) == ("end_stuck", 2, 4)
    assert (found["FINISH"].key, found["FINISH"].route[-1]) == ("to_the_finish", "finish-2")
    on.answer("FINISH")
    assert on.where("red") == "finish-2"


@pytest.mark.rule("DF-DET-01", "DF-DET-11", "DF-MOVE-11")
def test_one_space_reached_straight_and_curved_is_two_answers() -> None:
    on = race("red=38b", owners="red=0", powers="0=P-DET", hands={0: "E5 E1"}, determined_bonus=2).answer(
        "E5"
    )
    found = options(on)
    earning = [value for value in found if value.endswith("+")]
    assert all(found[value].key == "end_with_bonus" for value in earning)
    for value, option in found.items():
        curved = any("-" in space or int(space[:-1]) >= 42 for space in option.route)
        assert curved is not value.endswith("+")


@pytest.mark.rule("DF-DET-11")
def test_the_mark_may_be_left_out_where_only_one_way_leads_there() -> None:
    on = race("red=3b", owners="red=0", powers="0=P-DET", hands={0: "E5 E1"}, determined_bonus=2).answer("E5")
    assert "7b+" in options(on)
    on.answer("7b")
    assert (on.where("red"), on.question.key) == ("7b", "bonus")


@pytest.mark.rule("DF-MOVE-01", "DF-MOVE-07", "DF-MOVE-08", "DF-MOVE-09")
def test_a_path_may_be_given_space_by_space() -> None:
    on = race("red=3b", owners="red=0", hands={0: "E5 E1"}).answer("E5", ["4c", "5c", "6c", "7c"])
    assert on.where("red") == "7c"
    assert on.told("moves")[0].args["path"] == ["4c", "5c", "6c", "7c"]


@pytest.mark.rule("DF-MOVE-01", "DF-MOVE-02", "DF-MOVE-04", "DF-MOVE-07", "DF-MOVE-08", "DF-MOVE-11")
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("99z", "no_such_space"),
        ("4b", "not_an_option"),
        ("FINISH", "not_an_option"),
        (7, "not_an_option"),
        (["4b", "5b", "6b", "99z"], "no_such_space"),
        (["4b", "5b"], "must_go_on"),
        (["4b", "5b", "6b", "7b", "8b"], "too_far"),
        (["3a"], "not_ahead"),
        (["5b"], "not_touching"),
        (["4a"], "space_taken"),
    ],
)
def test_a_way_that_is_none_is_refused_with_its_reason(answer: object, reason: str) -> None:
    on = race("red=3b blue=4a", owners="red=0", hands={0: "E5 E1"}).answer("E5")
    assert on.refusal(0, answer) == reason


@pytest.mark.rule("DF-CUN-03", "DF-CUN-04")
def test_the_answer_that_leaves_it_to_cunning_leads_nowhere_itself() -> None:
    on = race("red=3b", owners="red=1", powers="1=P-CUN", hands={0: "E5 E1", 1: "E3"})
    on.answer("E5")
    hand_over = on.asked(0).options[-1]
    assert (hand_over.value, hand_over.key, hand_over.args, hand_over.route) == (
        "cunning",
        "hand_over",
        {"who": 1},
        (),
    )
    claim = on.asked(1)
    assert (claim.key, claim.args) == ("claim", {"who": 0, "car": "red", "number": 4})
    on.match.answer(0, "cunning")
    assert [option.value for option in on.question.options] == ["7a", "7b", "7c"]
    assert on.question.seat == 1

"""The makers of questions and the small words around them."""

from __future__ import annotations

import pytest

from engine.ask import (
    CHANCE,
    CLOCK,
    TABLE,
    IllegalAnswer,
    Move,
    Option,
    chance,
    choose,
    confirm,
    number,
    press,
    scan,
    skippable,
    until,
)
from engine.layout import Layout, Shift, Spot, difference, reordered, total
from engine.pilots import any_legal, by_lot

R = ("XX-01",)


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        (choose(0, "q", {"a": 1}, rules=R), ["b", None, 1, True, ["a"], {}]),
        (number(0, "q", 1, 3, rules=R), [0, 4, "2", None, True, 2.0]),
        (confirm(0, "q", rules=R), [False, None, 1, "yes"]),
        (press(0, "q", rules=R), [-1, None, True, "1"]),
        (until("q", 10, rules=R), [9, None, True, "10"]),
        (chance("roll", "q", {"1": 1, "2": 0}, rules=R), ["2", "3", None, 1]),
        (scan(0, "q", ("a",), str, rules=R), [None, 3, ["a"], True]),
    ],
    ids=lambda value: value.kind if hasattr(value, "kind") else "",
)
def test_a_question_refuses_whatever_is_not_an_answer(question, wrong) -> None:
    for value in wrong:
        with pytest.raises(IllegalAnswer) as refusal:
            question.read(value)
        assert refusal.value.rules == R


def test_a_choice_gives_the_script_the_value_behind_the_key() -> None:
    assert choose(0, "q", {"a": 17}, rules=R).read("a") == 17


def test_a_choice_among_a_list_gives_the_answer_itself() -> None:
    question = choose(0, "q", ["a", "b"], rules=R)
    assert [option.value for option in question.options] == ["a", "b"]
    assert question.read("b") == "b"


def test_the_answers_of_a_choice_are_named_by_one_key_or_each_by_itself() -> None:
    assert choose(0, "q", ["a"], rules=R, labels="snail").options == (Option("a", "snail", {"value": "a"}),)
    each = choose(0, "q", ["a", "b"], rules=R, labels=lambda value: Option(value, f"way_{value}"))
    assert [option.key for option in each.options] == ["way_a", "way_b"]


def test_a_scan_lists_names_and_then_what_has_words_of_its_own() -> None:
    question = scan(0, "q", ["a"], str, rules=R, also=(Option("b", "other"),))
    assert question.options == (Option("a"), Option("b", "other"))


def no(given: object) -> None:
    """Refuse whatever is not 5 with a reason of its own."""
    if given not in (5, "five"):
        raise IllegalAnswer("better", "XX-02", given=given)


@pytest.mark.parametrize(
    ("question", "good", "refused", "unlisted"),
    [
        (choose(0, "q", ["a", "five"], rules=R, refuse=no), "a", "b", 3),
        (number(0, "q", 1, 5, rules=R, refuse=no), 5, 4, "four"),
    ],
    ids=["choose", "number"],
)
def test_an_answer_is_refused_with_a_reason_of_its_own(question, good, refused, unlisted) -> None:
    assert question.read(good) == good
    with pytest.raises(IllegalAnswer, match=r"better \(XX-02\)"):
        question.read(refused)
    with pytest.raises(IllegalAnswer, match=r"not_an_option \(XX-01\)"):
        question.read(unlisted)


def test_what_has_no_reason_of_its_own_is_refused_as_ever() -> None:
    with pytest.raises(IllegalAnswer, match=r"not_an_option \(XX-01\)"):
        choose(0, "q", ["a"], rules=R, refuse=no).read("five")
    with pytest.raises(IllegalAnswer, match=r"out_of_range \(XX-01\)"):
        number(0, "q", 1, 4, rules=R, refuse=no).read(5)


def test_the_lots_of_a_list_are_equally_likely() -> None:
    question = chance("draw", "q", ["a", "b"], rules=R)
    assert question.options == (Option("a"), Option("b"))
    assert question.read("b") == "b"


def test_a_skippable_question_takes_none_and_stays_what_it_was() -> None:
    question = skippable(choose(0, "q", {"a": 17}, rules=R))
    assert question.read(None) is None
    assert question.read("a") == 17
    assert skippable(question) is question


def test_chance_lists_only_lots_that_can_come_up() -> None:
    question = chance("draw", "q", {"a": 2, "b": 0}, rules=R)
    assert [(o.value, o.weight) for o in question.options] == [("a", 2)]
    assert question.seat == CHANCE


def test_chance_cannot_be_asked_for_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        chance("draw", "q", {"a": 0}, rules=R)


def test_a_physical_component_answers_chance_by_its_id() -> None:
    question = chance("draw", "q", {"a": 1}, rules=R, named=lambda given: given.upper())
    assert question.read("card-7") == "CARD-7"
    assert question.read("a") == "a"


def test_a_lot_falls_as_often_as_its_weight_says() -> None:
    question = chance("draw", "q", {"a": 2, "b": 1}, rules=R)
    assert by_lot(question, lambda _: 0) == "a"
    assert by_lot(question, lambda _: 1) == "a"
    assert by_lot(question, lambda _: 2) == "b"


def test_any_legal_covers_options_range_and_passing() -> None:
    assert any_legal(number(0, "q", 5, 7, rules=R), lambda n: n - 1) == 7
    assert any_legal(skippable(choose(0, "q", {"a": 1}, rules=R)), lambda n: n - 1) is None
    assert any_legal(confirm(TABLE, "q", rules=R), lambda _: 0) is True


def test_the_clock_seat_waits_for_its_time() -> None:
    question = until("q", 10, rules=R)
    assert (question.seat, question.at, question.read(12)) == (CLOCK, 10, 12)


def test_the_difference_of_two_layouts_is_what_hands_must_do() -> None:
    old = Layout({"a": "1", "b": "1"}, {"deck": {"card": 5}, "hand": {"card": 1}})
    new = Layout({"a": "1", "b": "2"}, {"deck": {"card": 4}, "hand": {"card": 1}, "pile": {"card": 1}})
    assert difference(old, new) == (
        (Move("b", "1", "2"),),
        (Shift("card", "deck", -1), Shift("card", "pile", 1)),
    )
    assert total(old) == total(new)


def test_places_of_a_course_that_have_changed_their_order_are_told_with_their_way() -> None:
    old, new = (Layout({}, course=tuple(map(Spot, order))) for order in ("abcd", "cabde"))
    assert reordered(old, new) == {"c": -2, "a": 1, "b": 1}
    assert reordered(new, new) == {}

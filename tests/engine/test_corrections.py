"""What a rulebook offers to be set right by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import IllegalAnswer
from engine.corrections import pile, set_by_hand, value_as
from engine.match import Match
from engine.record import Correct, Header, SeatInfo
from tests.engine.tiny import LanternWalk

if TYPE_CHECKING:
    from tests.engine.tiny import State


class Stubborn(LanternWalk):
    """Lets nobody correct anything but the first walker."""

    def correct(self, state: State, change: Correct) -> None:
        if change.name != "walker-0":
            raise IllegalAnswer("cannot_correct", name=change.name)
        super().correct(state, change)


def begin(kind: type[LanternWalk] = LanternWalk) -> Match[State]:
    header = Header("lantern_walk", (SeatInfo("Ana"), SeatInfo("Bea")))
    return Match(kind(header), header)


def test_every_piece_on_the_course_is_offered_with_all_its_places() -> None:
    match = begin()
    offered = match.rulebook.corrections(match.state)
    assert [(one.what, one.name, one.now) for one in offered] == [
        ("place", "walker-0", "step-0"),
        ("place", "walker-1", "step-0"),
    ]
    assert [option.value for option in offered[0].options] == [f"step-{n}" for n in range(11)]


def test_a_piece_that_does_not_take_its_own_place_is_not_offered() -> None:
    match = begin(Stubborn)
    assert [one.name for one in match.rulebook.corrections(match.state)] == ["walker-0"]


def test_to_offer_changes_nothing() -> None:
    match = begin()
    before = match.rulebook.encode(match.state)
    match.rulebook.corrections(match.state)
    assert match.rulebook.encode(match.state) == before
    assert match.record == []


@pytest.mark.parametrize(
    ("cards", "offered"),
    [
        ([], [["D"], ["F"]]),
        (["F", "D"], [["F"], ["F", "D", "D"], ["F", "D", "F"]]),
    ],
)
def test_a_pile_offers_its_top_off_and_every_kind_on_top(cards: list[str], offered: list[list[str]]) -> None:
    assert [option.value for option in pile("discard", cards, "DF").options] == offered


def test_what_is_offered_of_a_pile_has_words() -> None:
    off, on = pile("discard", ["D"], "F").options
    assert (off.key, off.args) == ("take_off_top", {"value": "D"})
    assert (on.key, on.args) == ("put_on_top", {"value": "F"})


@pytest.mark.parametrize(
    ("what", "value", "done"),
    [
        ("place", "step-3", ("place", "x", "step-3")),
        ("pile", ["D"], ("pile", "x", ["D"])),
        ("count", 3, ("count", "x", 3)),
    ],
)
def test_a_correction_is_handed_to_what_sets_its_kind(
    what: Any, value: Any, done: tuple[object, ...]
) -> None:
    said: list[tuple[object, ...]] = []
    set_by_hand(
        Correct(what, "x", value),
        place=lambda name, place: said.append(("place", name, place)),
        pile=lambda name, cards: said.append(("pile", name, cards)),
        count=lambda name, number: said.append(("count", name, number)),
    )
    assert said == [done]


@pytest.mark.parametrize(
    ("kind", "value"),
    [(str, 3), (int, "3"), (int, True), (list[str], "D"), (list[int], [1, "x"]), (int, None)],
)
def test_a_value_of_another_kind_is_refused_with_the_rules(kind: type[object], value: object) -> None:
    with pytest.raises(IllegalAnswer, match="not_a_value") as refused:
        value_as(kind, Correct("count", "x", value), "XX-1")
    assert refused.value.rules == ("XX-1",)

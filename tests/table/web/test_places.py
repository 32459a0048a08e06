"""Places beside the course: what everybody tells apart lies open, equals of the box on one pile, the rest is counted."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.ask import Script, ask, confirm, scan
from engine.layout import Component, Layout, hand_of
from table.games import Games
from table.web.snapshot import Teller
from tests.table.web.bench_kit import FLOWN, HEADER, CardWalk, Moved, Walk, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table.web.places import Card, Place

CARDS = tuple(Component(f"{colour}-{n}", "race") for colour in ("red", "blue") for n in (1, 2))
DICE = tuple(Component(f"cube-{n}", "cube", "C") for n in (1, 2, 3))


class Apart(CardWalk):
    """One card of an offer is asked for; every card is known by its id, three cubes are equals, and a sign has no tag."""

    game = "apart"

    def next_turn(self, state: Walk) -> Script[None] | None:
        return self.take(state) if state.stage == "deal" else self.end(state)

    def take(self, state: Walk) -> Script[None]:
        taken = yield from ask(lambda: scan(0, "take", ("red-1", "red-2"), str, rules=("XX-01",)))
        state.pile.append(taken)
        state.stage = "done"

    def end(self, state: Walk) -> Script[None]:
        yield from ask(lambda: confirm(0, "end", rules=("XX-01",)))
        state.left = 0

    def layout(self, state: Walk) -> Layout:
        where = {
            "red-1": "offer",
            "red-2": "offer",
            "blue-1": hand_of(0),
            "blue-2": hand_of(1),
            "sign-top": "first",
        }
        where |= dict.fromkeys(state.pile, hand_of(0))
        return Layout(where, {"first": {"token": 2}, "last": {"token": 0}})

    def components(self) -> tuple[Component, ...]:
        return (*CARDS, *DICE)

    def standings(self, state: Walk) -> tuple[Any, ...]:
        del state
        return ()


PLAYED = msgspec.structs.replace(HEADER, game="apart")


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The small game has no words of its own; that its keys are shown instead is fine here."""
    with caplog.at_level(logging.ERROR):
        yield


@pytest.fixture
def bench() -> Iterator[Moved]:
    with opened(PLAYED, games=Games(extra={"apart": Apart})) as one:
        one.step()
        yield one


def at(bench: Moved, name: str) -> Place:
    return next(place for place in Teller(bench).snapshot().places if place.id == name)


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]


def test_cards_that_are_told_apart_lie_where_the_layout_says(bench: Moved) -> None:
    assert sorted(bench.cards("offer")) == ["red-1", "red-2"]
    assert [bench.cards(hand_of(seat)) for seat in (0, 1)] == [["blue-1"], ["blue-2"]]


def test_an_open_place_shows_all_its_cards_and_which_of_them_answer(bench: Moved) -> None:
    offer = at(bench, "offer")
    assert (offer.face, ids(offer.cards)) == ("open", ["red-1", "red-2"])
    assert all(card.answers for card in offer.cards)


def test_a_card_of_an_open_place_can_be_tapped_and_goes_where_the_layout_says(bench: Moved) -> None:
    bench.tap("red-2")
    bench.until_asked("end")
    assert sorted(bench.cards(hand_of(0))) == ["blue-1", "red-2"]
    assert bench.cards("offer") == ["red-1"]


def test_what_was_taken_back_lies_in_the_open_place_again(bench: Moved) -> None:
    bench.tap("red-2")
    bench.until_asked("end")
    bench.evening.desk.undo(bench.board.clock.now())
    bench.step()
    assert sorted(bench.cards("offer")) == ["red-1", "red-2"]


def test_a_pilot_s_cards_are_told_apart_by_nobody() -> None:
    header = msgspec.structs.replace(PLAYED, seats=(HEADER.seats[0], FLOWN))
    with opened(header, games=Games(extra={"apart": Apart})) as bench:
        bench.step()
        hand = at(bench, hand_of(1))
        assert (hand.face, hand.count, hand.cards) == ("down", 1, ())


def test_a_piece_without_a_tag_is_shown_but_cannot_be_tapped(bench: Moved) -> None:
    assert [(card.id, card.tagged) for card in at(bench, "first").cards] == [("sign-top", False)]


def test_what_is_only_counted_is_a_number(bench: Moved) -> None:
    assert [(one.name, one.count) for one in at(bench, "first").loose] == [("token", 2)]
    assert at(bench, "last").loose == ()


def test_equals_of_the_box_lie_on_one_pile(bench: Moved) -> None:
    (cubes,) = at(bench, "box").cards
    assert (cubes.id, cubes.name, cubes.count) == ("cube-1", "C", 3)

"""What everybody may know, and what one player knows besides (DF-BOT-01, DF-TABLE-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.downforce.views import PublicView, SeatView
from tests.engine.downforce.scene import auction, race

if TYPE_CHECKING:
    from tests.engine.downforce.scene import Scene

MARKED = (("red", "blue"), ("red", "green"))


def public(on: Scene) -> PublicView:
    view = on.match.rulebook.view(on.state, None)
    assert isinstance(view, PublicView)
    return view


def own(on: Scene, seat: int) -> SeatView:
    view = on.match.rulebook.view(on.state, seat)
    assert isinstance(view, SeatView)
    return view


@pytest.mark.rule("DF-TABLE-06", "DF-BOT-01", "DF-INV-13")
def test_everybody_knows_how_many_cards_a_hand_has_and_only_its_seat_which() -> None:
    on = race(owners="red=0", hands={0: "E1 S8-red", 1: "A1 A2"}, unknown={1: 3})
    assert (public(on).hands, public(on).shown) == ((2, 5), (("S8-red",), ()))
    assert (own(on, 0).hand, own(on, 1).hand) == (("E1", "S8-red"), ("A1", "A2"))
    assert own(on, 1).public == public(on)


@pytest.mark.rule("DF-AUCT-28", "DF-AUCT-16")
def test_a_card_that_was_bid_is_known_to_all_from_then_on() -> None:
    on = auction("green", hands={0: "E3 A1", 1: "E1"}, seats=2).together({0: "E3", 1: "E1"})
    assert public(on).shown == (("E3", "S8-green"), ("E1",))


@pytest.mark.rule("DF-BET-09", "DF-TABLE-06")
@pytest.mark.parametrize(("shown", "bets"), [("end", ()), ("after_round", MARKED)])
def test_bets_are_open_to_all_only_when_the_table_wants_it(shown: str, bets: object) -> None:
    on = race(owners="red=0", hands={0: "E1"}, crossed=2, marked=MARKED, bets_shown=shown)
    assert public(on).bets == bets
    assert public(on).rounds == 2
    assert (own(on, 0).bets, own(on, 1).bets) == (("red", "red"), ("blue", "green"))


@pytest.mark.rule("DF-BET-09", "DF-SCORE-02")
def test_bets_are_open_to_all_when_the_money_is_counted() -> None:
    home = "black blue green orange yellow"
    on = race("red=64b", owners="red=0 blue=1", hands={0: "E5"}, finished=home, crossed=2, marked=MARKED)
    on.answer("E5").together({0: "red", 1: "red"})
    assert on.match.over
    assert public(on).bets == (*MARKED, ("red", "red"))


@pytest.mark.rule("DF-TURN-03", "DF-CARD-02", "DF-WILD-04")
def test_the_card_that_is_played_is_public_line_by_line() -> None:
    on = race("red=4b", owners="red=0", powers="0=P-TRI", hands={0: "F5 E1"}).answer("F5", "up")
    turn = public(on).turn
    assert turn is not None
    assert (turn.seat, turn.card, turn.upward, turn.done) == (0, "F5", True, 0)
    assert turn.lines == (("wild", 4), ("red", 3))
    on.drive().answer("blue")
    turn = public(on).turn
    assert turn is not None
    assert (turn.done, turn.named) == (1, ("blue",))


@pytest.mark.rule("DF-FIN-01", "DF-AUCT-23")
def test_every_car_has_its_place_the_finish_or_the_box() -> None:
    on = race("red=4b", owners="red=0", hands={0: "E1"}, finished="blue", gone="black")
    places = public(on).places
    assert (places["red"], places["blue"], places["black"]) == ("4b", "finish-1", "box")
    assert (public(on).finished, public(on).gone) == (("blue",), ("black",))
    books = race(owners="red=0", hands={0: "E1"}, finished="blue", on="without_track")
    assert (public(books).places["red"], public(books).places["blue"]) == ("track", "finish-1")

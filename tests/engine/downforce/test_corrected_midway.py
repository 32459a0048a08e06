"""Corrections by hand in the middle of a card, a ranking or a page of the ledger (DF-TABLE-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.ask import IllegalAnswer
from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Correct
from tests.engine.downforce.cases import header
from tests.engine.downforce.scene import Scene, race

if TYPE_CHECKING:
    from engine.corrections import Correctable


def offered(on: Scene) -> dict[str, Correctable]:
    return {one.name: one for one in on.match.rulebook.corrections(on.state)}


@pytest.mark.rule("DF-TABLE-10", "DF-SETUP-13", "DF-COMP-07")
@pytest.mark.parametrize("typed", [(), ("red",), ("red", 5)])
def test_a_hand_keeps_the_card_that_is_typed_line_by_line(typed: tuple[str | int, ...]) -> None:
    on = race(
        owners="red=0", hands={0: "S8-red"}, unknown={0: 3, 1: 3}, on="untaught", card_input="type"
    ).answer(*typed)
    assert offered(on)["hand.0"].low == 2
    with pytest.raises(IllegalAnswer, match="not_that_many"):
        on.match.apply(Correct("count", "hand.0", 1))
    on.match.apply(Correct("count", "hand.0", 2))
    on.answer(*("red", 5, "done")[len(typed) :])
    assert on.state.hands[0].unknown == 0


def untaught() -> Scene:
    """A card that lies on the table and is just being read out for the first time."""
    on = race(
        owners="red=0", unknown={0: 3, 1: 2}, hands={0: "S8-red"}, discard="CARD-07", on="untaught"
    ).answer("CARD-03")
    assert on.question.key == "teach_colour"
    return on


@pytest.mark.rule("DF-TABLE-10", "DF-COMP-07", "DF-PACK-32")
def test_the_card_that_is_read_out_does_not_lie_on_the_discard_pile() -> None:
    on = untaught()
    assert ["CARD-03"] not in [option.value for option in offered(on)["discard"].options]
    with pytest.raises(IllegalAnswer, match="not_these_cards"):
        on.match.apply(Correct("pile", "discard", ["CARD-03"]))
    on.match.apply(Correct("pile", "discard", ["CARD-04"]))
    on.answer("red", 5, "done")
    assert (on.state.turn.card, on.state.discard) == ("CARD-03", ["CARD-04"])  # type: ignore[union-attr]


@pytest.mark.rule("DF-TABLE-10", "DF-COMP-07", "DF-PACK-32")
def test_a_hand_keeps_the_card_that_is_read_out() -> None:
    on = untaught()
    assert offered(on)["hand.0"].low == 2
    on.match.apply(Correct("count", "hand.0", 2))
    assert on.answer("red", 5, "done").state.hands[0].unknown == 0


@pytest.mark.rule("DF-TABLE-10", "DF-BOOK-09")
def test_a_car_put_back_may_come_home_again_where_only_the_score_is_kept() -> None:
    head = header(2, card_input="none")
    on = Scene(Match(Downforce(head), head))
    while on.state.stage != "ledger":
        on.answer(on.options[0] if on.options else 0)
    on.answer("red")
    assert "red" not in on.options
    on.match.apply(Correct("place", "red", "track"))
    assert "red" in on.options
    assert on.answer("red").state.finished == ["red"]


def ranking() -> Scene:
    """The order of the cars is asked at a betting line, with one home and the next one named."""
    on = race(
        owners="red=0 blue=1",
        unknown={0: 3, 1: 3},
        hands={0: ""},
        finished="black",
        on="without_track",
        crossed=2,
        bets="odds",
    )
    on.state.crossed, on.state.stage = 3, "bets"
    on.match.restart_turn()
    return on.answer("blue")


@pytest.mark.rule("DF-TABLE-10", "DF-SCORE-02")
def test_a_car_put_back_is_ranked_with_the_others_from_the_front() -> None:
    on = ranking()
    assert (on.question.args["place"], "black" in on.options) == (3, False)
    on.match.apply(Correct("place", "black", "track"))
    assert (on.question.args["place"], {"black", "blue"} <= set(on.options)) == (1, True)
    on.answer("red", "black")
    while len(on.match.open) == 1:
        on.answer(on.options[0])
    assert [question.key for question in on.match.open] == ["bet", "bet"]


@pytest.mark.rule("DF-TABLE-10", "DF-SETUP-10")
def test_a_bet_is_not_come_back_to_while_a_hand_is_to_be_read_again() -> None:
    on = race("red=21a", hands={0: "E1 E2", 1: "B2"}, discard="A1 B6", crossed=1)
    on.state.crossed, on.state.stage = 2, "bets"
    on.match.restart_turn()
    assert all(question.resumes for question in on.match.open)
    on.match.apply(Correct("pile", "discard", ["A1", "B2"]))
    assert [question.key for question in on.match.open] == ["bet", "bet"]
    assert not any(question.resumes for question in on.match.open)

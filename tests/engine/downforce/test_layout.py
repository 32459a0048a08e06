"""Where everything lies while a match goes on: 42 + 6 + 6 cards and six cars, each in one place (DF-COMP-07)."""

from __future__ import annotations

import pytest

from engine.ask import CHANCE
from engine.downforce.rulebook import Downforce
from engine.layout import Layout, difference, total
from engine.match import Match
from engine.record import Reseat, SeatInfo, Teach
from tests.engine.downforce.cases import header
from tests.engine.downforce.scene import Scene, auction, by_chance, race


def lies(on: Scene) -> Layout:
    return on.match.rulebook.layout(on.state)


def counted(on: Scene) -> dict[str, dict[str, int]]:
    """How many cards of each kind lie where, places without a card left out."""
    found = {place: {kind: n for kind, n in kinds.items() if n} for place, kinds in lies(on).counts.items()}
    return {place: kinds for place, kinds in found.items() if kinds}


def new(number: int = 3, *, hand_known: bool = False) -> Scene:
    head = header(number, hand_known=hand_known)
    return Scene(Match(Downforce(head), head))


@pytest.mark.rule("DF-SETUP-03", "DF-SETUP-04", "DF-SETUP-05")
@pytest.mark.parametrize(
    ("number", "each", "left"), [(2, 21, 0), (3, 14, 0), (4, 10, 2), (5, 8, 2), (6, 7, 0)]
)
def test_the_deal_leads_from_the_deck_into_hands_and_box(number: int, each: int, left: int) -> None:
    on = new(number)
    assert counted(on) == {"deck": {"speed": 42}, "speed8-pile": {"speed8": 6}, "power-pile": {"power": 6}}
    on.answer(True)
    hands = {f"hand.{seat}": {"speed": each} for seat in range(number)}
    box = {"box": {"speed": left}} if left else {}
    assert counted(on) == {**hands, **box, "speed8-pile": {"speed8": 6}, "power-pile": {"power": 6}}


@pytest.mark.rule("DF-SETUP-10", "DF-BOT-03")
def test_a_hand_that_is_read_comes_off_the_deck_card_by_card() -> None:
    on = new(2, hand_known=True).answer(True)
    assert counted(on)["deck"] == {"speed": 42}
    by_chance(on)
    assert (counted(on)["deck"], counted(on)["hand.0"]) == ({"speed": 41}, {"speed": 1})


@pytest.mark.rule("DF-SETUP-07", "DF-COMP-02")
def test_the_cars_wait_in_the_box_until_the_grid_is_drawn() -> None:
    on = new().answer(True)
    assert set(lies(on).pieces.values()) == {"box"}
    while on.question.key == "grid_drawn":
        by_chance(on)
    assert sorted(lies(on).pieces.values()) == ["1a", "1b", "1c", "2a", "2b", "2c"]
    assert on.told("grid")[0].moves[0].origin == "box"


@pytest.mark.rule("DF-AUCT-02", "DF-AUCT-13", "DF-AUCT-14", "DF-AUCT-24")
def test_a_lot_lies_open_and_goes_to_the_winner_or_into_the_box() -> None:
    on = auction("", unknown={0: 14, 1: 14, 2: 14}, no_bid="ownerless")
    for card in ("S8-green", "P-CUN"):
        on.match.answer(CHANCE, card)
    assert lies(on).piles["lot"] == ("S8-green", "P-CUN")
    assert counted(on)["speed8-pile"] == {"speed8": 5}
    before = lies(on)
    on.together({0: "E3", 1: "E1", 2: "E2"})
    _, shifts = difference(before, lies(on))
    assert [(one.kind, one.place, one.change) for one in shifts] == [
        ("speed8", "hand.0", 1), ("power", "lot", -1), ("speed8", "lot", -1), ("power", "powers-1", 1),
    ]  # fmt: skip
    for card in ("S8-black", "P-DET"):
        on.match.answer(CHANCE, card)
    on.together({0: "E4", 1: "E5", 2: "E6"})
    assert counted(on)["box"] == {"speed8": 1, "power": 1}


@pytest.mark.rule("DF-TURN-06", "DF-CARD-05")
def test_a_card_lies_in_play_until_it_is_resolved_and_then_face_up_on_the_discard_pile() -> None:
    on = race("red=4b blue=5b", owners="red=0", hands={0: "E5 E1"}, discard="A1").answer("E5")
    assert lies(on).piles["played"] == ("E5",)
    on.drive()
    assert lies(on).piles["discard"] == ("A1", "E5")
    assert "played" not in lies(on).piles


@pytest.mark.rule("DF-SETUP-13", "DF-TURN-06")
def test_a_typed_card_is_counted_where_it_lies_though_nobody_knows_which_it_is() -> None:
    on = race(owners="red=0", unknown={0: 3, 1: 1}, hands={0: ""}, on="untaught", card_input="type")
    discarded = counted(on)["discard"]["speed"]
    on.answer("red", 4, "done")
    assert counted(on)["played"] == {"speed": 1}
    on.answer("moved")
    assert counted(on)["discard"]["speed"] == discarded + 1


@pytest.mark.rule("DF-FIN-01", "DF-FIN-10")
def test_what_a_player_who_is_done_puts_away_lies_with_the_discards() -> None:
    on = race("red=64b", owners="red=0 blue=1", hands={0: "E5 A1 S8-red", 1: "E2"}, unknown={0: 2, 1: 0})
    whole = total(lies(on))
    on.answer("E5")
    assert lies(on).pieces["red"] == "finish-1"
    assert counted(on)["discard"]["speed8"] == 1
    assert "hand.0" not in counted(on)
    assert total(lies(on)) == whole


@pytest.mark.rule("DF-TABLE-04", "DF-SETUP-10")
def test_a_player_who_leaves_before_the_hands_are_read_has_the_cards_in_the_hand() -> None:
    on = new(2, hand_known=True).answer(True)
    on.match.apply(Reseat(1, SeatInfo("Bea", "skip")))
    assert (counted(on)["deck"], counted(on)["hand.1"]) == ({"speed": 21}, {"speed": 21})


@pytest.mark.rule("DF-PACK-06", "DF-PACK-32")
def test_a_card_is_called_by_its_uppermost_line_once_that_is_known() -> None:
    called = {one.id: one.called for one in new().match.rulebook.components()}
    assert (called["A1"], called["F1"], called["S8-red"], called["P-CUN"]) == (
        "line-black-6",
        "line-wild-4",
        "",
        "",
    )
    untaught = race(unknown={0: 2}, hands={0: ""}, on="untaught")
    untaught.match.apply(Teach("CARD-07", ["red 6"]))
    assert {one.called for one in untaught.match.rulebook.components()} == {""}

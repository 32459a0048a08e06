"""What a table sets right by hand, and what is offered for it: cars, discards, hands, prices typed in (DF-TABLE-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.ask import IllegalAnswer
from engine.record import Correct
from tests.engine.downforce.scene import Scene, auction, race

if TYPE_CHECKING:
    from engine.corrections import Correctable


def offered(on: Scene) -> dict[str, Correctable]:
    """What may be set right, by name."""
    return {one.name: one for one in on.match.rulebook.corrections(on.state)}


def values(one: Correctable) -> list[object]:
    """Everything it may be set to."""
    return [option.value for option in one.options] or list(range(one.low, one.high + 1))


SCENES = {
    "race": lambda: race("red=21a", hands={0: "E1 E2", 1: "B2"}, unknown={1: 3}, discard="A1 B6", crossed=1),
    "some home": lambda: race(
        "red=21a", owners="red=0 blue=1 green=1", hands={0: "E1"}, finished="blue black"
    ),
    "one out of the race": lambda: race(owners="red=0", hands={0: "E1"}, gone="black"),
    "books": lambda: race(owners="red=0", hands={0: "E1"}, finished="blue black", on="without_track"),
    "typed": lambda: race(
        owners="red=0 blue=1", unknown={0: 3, 1: 3}, hands={0: ""}, on="untaught", card_input="type"
    ),
    "cards nobody knows": lambda: race(unknown={0: 3, 1: 2}, hands={0: ""}, discard="CARD-07", on="untaught"),
    "an auction": lambda: auction("green", sold="red=0 blue=1", hands={0: "E1", 1: "B2"}, unknown={2: 9}),
}


@pytest.mark.rule("DF-TABLE-10")
@pytest.mark.parametrize("name", SCENES)
def test_what_is_offered_can_be_done_and_is_then_so(name: str) -> None:
    on = SCENES[name]()
    rulebook = on.match.rulebook
    found = offered(on)
    assert found
    for one in found.values():
        for value in values(one):
            trial = rulebook.decode(rulebook.encode(on.state))
            rulebook.correct(trial, Correct(one.what, one.name, value))
            rulebook.check(trial)
            again = {other.name: other.now for other in rulebook.corrections(trial)}
            assert again.get(one.name, value) == value


@pytest.mark.rule("DF-TABLE-10", "DF-BET-13")
@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("race", ["black", "blue", "green", "orange", "red", "yellow", "discard", "hand.1"]),
        ("some home", ["black", "blue", "green", "orange", "red", "yellow"]),
        ("one out of the race", ["blue", "green", "orange", "red", "yellow"]),
        ("books", ["black", "blue"]),
        ("typed", ["hand.0", "hand.1", "price-blue", "price-red"]),
        ("cards nobody knows", ["discard", "hand.0", "hand.1"]),
        ("an auction", ["black", "blue", "green", "orange", "red", "yellow"]),
    ],
)
def test_no_more_is_offered_than_may_be_set_right(name: str, names: list[str]) -> None:
    assert list(offered(SCENES[name]())) == names


@pytest.mark.rule("DF-TABLE-10", "DF-FIN-01")
def test_a_car_that_is_home_is_offered_the_spaces_from_the_finish_on() -> None:
    on = SCENES["some home"]()
    assert values(offered(on)["blue"])[0] == "64c"
    assert values(offered(on)["red"])[0] == "2a"
    assert offered(on)["red"].now == "21a"


@pytest.mark.rule("DF-TABLE-10", "DF-FIN-10")
def test_a_car_of_a_player_whose_hand_is_away_is_not_set_back() -> None:
    on = race(owners="blue=1", hands={0: "E1"}, finished="blue")
    on.state.out[1] = True
    assert "blue" not in offered(on)
    with pytest.raises(IllegalAnswer, match="hand_is_away"):
        on.match.apply(Correct("place", "blue", "61a"))


@pytest.mark.rule("DF-TABLE-10", "DF-COMP-07")
def test_a_misread_card_is_called_by_its_uppermost_line() -> None:
    options = offered(SCENES["race"]())["discard"].options
    assert options[0].args == {"value": "A2", "line": "line-blue-6"}
    untaught = offered(SCENES["cards nobody knows"]())["discard"].options
    assert (untaught[0].key, untaught[0].args) == ("card", {"value": "CARD-01"})


@pytest.mark.rule("DF-TABLE-10", "DF-TURN-08")
def test_who_is_to_play_keeps_a_card() -> None:
    on = race(hands={0: ""}, unknown={0: 3, 1: 2})
    assert (offered(on)["hand.0"].low, offered(on)["hand.1"].low) == (1, 0)
    with pytest.raises(IllegalAnswer, match="not_that_many"):
        on.match.apply(Correct("count", "hand.0", 0))


@pytest.mark.rule("DF-TABLE-10", "DF-SETUP-04")
def test_before_the_race_the_deal_says_how_many_cards_a_hand_has() -> None:
    on = SCENES["an auction"]()
    with pytest.raises(IllegalAnswer, match="not_that_many"):
        on.match.apply(Correct("count", "hand.2", 8))


@pytest.mark.rule("DF-TABLE-10", "DF-AUCT-12", "DF-COMP-08")
def test_a_price_that_was_typed_in_is_put_right() -> None:
    on = SCENES["typed"]()
    on.match.apply(Correct("count", "price-red", 5))
    assert on.game.paid(0) == 5
    for name, value, reason in (("price-red", 7, "out_of_range"), ("price-black", 3, "no_such_count")):
        with pytest.raises(IllegalAnswer, match=reason):
            on.match.apply(Correct("count", name, value))


@pytest.mark.rule("DF-TABLE-10", "DF-AUCT-07")
def test_a_price_that_a_card_says_stays_what_the_card_says() -> None:
    with pytest.raises(IllegalAnswer, match="card_says_it"):
        SCENES["race"]().match.apply(Correct("count", "price-red", 5))


@pytest.mark.rule("DF-TABLE-10")
def test_a_car_is_put_right_on_a_free_space() -> None:
    on = race("red=21a", hands={0: "E1 E2"}, crossed=1)
    on.match.apply(Correct("place", "red", "21b"))
    assert on.where("red") == "21b"
    on.match.apply(Correct("place", "red", "15a"))
    assert (on.state.crossed, on.state.asked) == (1, 1)
    for wrong, reason in (
        (on.where("black"), "space_taken"),
        ("99z", "no_such_place"),
        ("FINISH", "no_such_place"),
    ):
        with pytest.raises(IllegalAnswer, match=reason):
            on.match.apply(Correct("place", "red", wrong))
        assert on.where("red") == "15a"


@pytest.mark.rule("DF-TABLE-10", "DF-BET-02")
def test_after_a_correction_the_next_move_beyond_a_line_opens_its_round() -> None:
    on = race("red=14b", owners="red=0", hands={0: "E5 E1", 1: "E3"}, crossed=0)
    on.match.apply(Correct("place", "red", "21a"))
    assert on.state.crossed == 0
    on.answer("E5").drive()
    assert on.state.crossed == 1


@pytest.mark.rule("DF-TABLE-10", "DF-FIN-04")
def test_a_car_may_be_put_back_from_its_place() -> None:
    on = race("red=21a", owners="red=0 blue=1 green=1", hands={0: "E1", 1: "E2"}, finished="blue black")
    on.match.apply(Correct("place", "blue", "61a"))
    assert (on.where("blue"), on.where("black")) == ("61a", "finish-1")
    books = race(owners="red=0", hands={0: "E1"}, finished="blue black", on="without_track")
    books.match.apply(Correct("place", "black", "track"))
    assert books.state.finished == ["blue"]


@pytest.mark.rule("DF-TABLE-10", "DF-COMP-07")
def test_piles_and_hands_are_put_right_within_the_number_of_cards() -> None:
    on = race(hands={0: "A1", 1: "B2"}, unknown={0: 5}, discard="E1")
    on.match.apply(Correct("pile", "discard", ["B2"]))
    assert (on.state.discard, on.state.hands[1].cards, on.state.hands[1].unknown) == (["B2"], [], 1)
    on.match.apply(Correct("count", "hand.0", 4))
    assert on.state.hands[0].size == 4
    for wrong in (
        Correct("pile", "discard", []), Correct("pile", "discard", ["S8-red"]), Correct("pile", "deck", []),
        Correct("count", "hand.1", 3), Correct("count", "hand.9", 3), Correct("count", "hand.0", "x"), Correct("count", "hand.0", 0),
    ):  # fmt: skip
        with pytest.raises(IllegalAnswer):
            on.match.apply(wrong)

"""The boosters of the lowest card, and a match in books (3.7, 3.8, 3.10; 5.7, 5.9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import TABLE
from engine.record import Teach
from engine.wacky_challenge.boosters import exchange_pairs
from engine.wacky_challenge.state import Effect
from tests.engine.wacky_challenge.kit import Play, begun, header, placed, play_out


def lowest(booster: str, seats: int = 2, turn: int = 2, keep: str = "", **options: Any) -> Play:
    """A match in which seat 0 has played the lowest card, with that booster; it is to be carried out."""
    play = placed(
        seats, turn=turn, hands={0: ["red-plane", *keep.split()], 1: ["blue-train", "blue-boat"]}, **options
    )
    play.match.apply(Teach("red-plane", {"booster": booster}))
    others = [play.state.players[seat].hand[0] for seat in range(1, seats)]
    play.choose("red-plane", *others)
    assert play.state.order[-1] == 0
    return play.take(*play.state.offer[:seats])


@pytest.mark.rule("WC-TURN-05", "WC-COMP-09", "WC-INV-10")
def test_v53_a_starter_that_is_the_lowest_brings_nothing() -> None:
    play = placed(2, turn=3)
    state = play.state
    cards = [card for player in state.players for card in player.route]
    starter = next(card for card in (*state.offer, *cards) if card.startswith("starter-train"))
    pile = next(pile for pile in (state.offer, *(p.route for p in state.players)) if starter in pile)
    hand = state.players[0].hand
    pile[pile.index(starter)], hand[0] = hand[0], starter
    state.hierarchy = ["car", "motorbike", "boat", "plane", "train"]
    play.stand().choose(starter, next(c for c in play.state.players[1].hand if "train" not in c))
    play.take(*play.state.offer[:2])
    assert play.last("lowest") == {"seat": 0, "card": starter}
    assert play.last("no_booster") == {"seat": 0}
    assert play.state.effect is None


@pytest.mark.rule("WC-TURN-09", "WC-INV-08")
def test_v54_no_booster_after_turn_5() -> None:
    play = placed(2, turn=5, hands={0: ["red-plane"]})
    play.take(*play.state.offer[:2])
    assert play.match.over
    assert not play.tells("lowest")
    assert play.state.effect is None


@pytest.mark.rule("WC-TURN-02", "WC-TURN-03", "WC-BOOST-01", "WC-BOOST-02", "WC-BOOST-03")
@pytest.mark.parametrize("kind", ["fastest", "last_choice", "transform", "speed_first"])
def test_v55_v72_a_lasting_booster_is_the_owners_in_the_next_turn(kind: str) -> None:
    play = lowest(kind)
    assert play.last("next_turn") == {"seat": 0, "effect": kind}
    assert (play.state.turn, play.state.effect) == (3, Effect(0, kind))  # type: ignore[arg-type]


@pytest.mark.rule("WC-TURN-04")
def test_v56_the_owner_is_who_played_the_card_whatever_its_colour() -> None:
    play = placed(2, turn=2, hands={0: ["red-boat"], 1: ["blue-plane", "blue-train"]})
    one, other = (player.hand for player in play.state.players)
    at, to = one.index("red-boat"), other.index("blue-plane")
    one[at], other[to] = other[to], one[at]
    play.stand().choose("blue-plane", "blue-train")
    play.take(*play.state.offer[:2])
    assert play.last("next_turn") == {"seat": 0, "effect": "transform"}


@pytest.mark.rule("WC-BOOST-02", "WC-BOOST-01", "WC-BOOST-10", "WC-BOOST-11")
def test_s27_s40_an_effect_holds_in_the_next_turn_only() -> None:
    play = lowest("last_choice", seats=3)
    assert play.asked == {1: "choose", 2: "choose"}
    play.choose(*[play.state.players[seat].hand[0] for seat in (1, 2)], seats=(1, 2))
    assert play.asked == {0: "choose_late"}
    play.say(0, play.state.players[0].hand[0])
    play.take(play.state.offer[0])
    assert play.state.effect is None
    play.state.effect = None
    while play.state.turn == 3:
        (seat,) = play.asked
        play.say(seat, play.question(seat).options[0].value)
    if play.state.effect is None:
        assert play.asked == dict.fromkeys(range(3), "choose")


@pytest.mark.rule("WC-BOOST-19")
def test_v21_a_table_may_read_the_purple_symbol_as_a_reminder_only() -> None:
    play = lowest("speed_first", speed_first="no_effect")
    assert play.tells("no_booster")[-1].rules == ("WC-BOOST-19",)
    assert play.state.effect is None


@pytest.mark.rule("WC-BOOST-04", "WC-BOOST-07", "WC-BOOST-06")
def test_the_owner_puts_a_vehicle_on_top_and_the_next_turn_begins() -> None:
    play = lowest("top_vehicle")
    assert play.asked == {0: "top_vehicle"}
    assert [option.value for option in play.question(0).options] == [
        "train",
        "car",
        "motorbike",
        "boat",
        "plane",
    ]
    play.say(0, "plane")
    assert play.state.hierarchy[0] == "plane"
    assert (play.state.turn, play.state.effect) == (3, None)


@pytest.mark.rule("WC-BOOST-13", "WC-BOOST-03")
def test_s26_the_three_fold_booster_works_at_once_and_in_the_next_turn() -> None:
    play = lowest("triple", keep="red-boat").say(0, "boat")
    assert play.state.hierarchy[0] == "boat"
    assert play.state.effect == Effect(0, "triple")
    assert play.asked == {1: "choose"}
    play.choose("blue-boat", seats=(1,))
    play.say(0, "red-boat")
    assert play.state.order == [0, 1]
    assert play.last("effect_counts") == {"seat": 0, "effect": "triple"}


# --- exchange --------------------------------------------------------------------------------------------------------


def to_exchange(route: list[str], hand: list[str]) -> list[tuple[str, str]]:
    """The pairs that may be swapped."""
    play = begun(2)
    play.state.players[0].route, play.state.players[0].hand = route, hand
    return exchange_pairs(play.game, 0)


@pytest.mark.rule("WC-BOOST-22", "WC-BOOST-23", "WC-BOOST-24", "WC-BOOST-26")
def test_v49_v50_all_route_cards_with_all_hand_cards_but_trains() -> None:
    assert to_exchange(["starter-car-1", "blue-boat"], ["red-train", "red-car", "red-plane"]) == [
        ("starter-car-1", "red-car"),
        ("starter-car-1", "red-plane"),
        ("blue-boat", "red-car"),
        ("blue-boat", "red-plane"),
    ]
    assert to_exchange(["starter-car-1", "blue-boat", "blue-train", "white-car"], ["red-train"]) == []


@pytest.mark.rule(
    "WC-BOOST-22", "WC-BOOST-24", "WC-BOOST-25", "WC-BOOST-27", "WC-BOOST-28", "WC-BOOST-29", "WC-TABLE-07"
)
def test_s20_s21_an_exchange_step_by_step() -> None:
    play = lowest("exchange", turn=2)
    player = play.state.players[0]
    just_taken, train = player.route[-1], "red-train"
    assert play.asked == {0: "exchange_route"}
    assert play.refusal(0, "blue-boat").reason == "not_in_route"
    play.say(0, just_taken)
    assert play.asked == {0: "exchange_hand"}
    assert play.refusal(0, train).reason == "no_train"
    assert play.refusal(0, "green-car").reason == "not_in_hand"
    held = play.question(0).options[0].value
    sizes = len(player.hand), len(player.route)
    play.say(0, held)
    player = play.state.players[0]
    assert (len(player.hand), len(player.route)) == sizes
    assert just_taken in player.hand
    assert held in player.route
    assert play.last("exchanged") == {"seat": 0, "card": just_taken, "other": held}
    assert {"WC-BOOST-29", "WC-BOOST-25"} <= set(play.tells("exchanged")[-1].rules)
    assert just_taken in play.rulebook.view(play.state, None).hands[0]  # type: ignore[union-attr]


@pytest.mark.rule("WC-BOOST-22", "WC-TURN-06")
def test_an_exchange_with_one_possibility_is_told_and_not_asked() -> None:
    assert lowest("exchange", turn=1).asked == {0: "exchange_hand"}
    play = lowest("exchange", turn=4, keep="red-car")
    assert play.asked == {0: "exchange_route"}
    play.say(0, play.state.players[0].route[1])
    assert play.last("exchanged")["other"] == "red-car"


@pytest.mark.rule("WC-BOOST-26", "WC-BOOST-23")
def test_with_only_a_train_in_hand_nothing_is_exchanged() -> None:
    play = placed(2, turn=4, hands={0: ["red-plane", "red-train"]})
    play.match.apply(Teach("red-plane", {"booster": "exchange"}))
    play.choose("red-plane", play.state.players[1].hand[0]).take(*play.state.offer[:2])
    assert play.last("no_exchange") == {"seat": 0}
    assert play.state.players[0].hand == [] or play.state.turn == 5


@pytest.mark.rule("WC-PACK-08", "WC-BOOST-22")
def test_a_card_that_comes_into_a_route_by_exchange_is_taught_then() -> None:
    pack = header(2).pack
    card = next(row for row in pack["race"] if row["id"] == "red-car")
    card.pop("whole")
    play = placed(2, turn=2, hands={0: ["red-plane", "red-car"]}, pack=pack)
    play.match.apply(Teach("red-plane", {"booster": "exchange"}))
    play.choose("red-plane", play.state.players[1].hand[0]).take(*play.state.offer[:2])
    play.say(0, play.question(0).options[0].value).say(0, "red-car")
    assert play.asked == {TABLE: "teach_whole"}


@pytest.mark.rule("WC-TURN-07", "WC-TURN-08", "WC-TURN-06")
def test_the_box_remembers_what_a_card_does_that_was_turned_back() -> None:
    play = lowest("fastest")
    assert "red-plane" in play.state.offer
    assert play.state.lowest == ""
    assert play.state.effect == Effect(0, "fastest")


@pytest.mark.rule("WC-BOOST-16", "WC-BOOST-18")
def test_a_card_of_the_top_vehicle_is_not_transformed() -> None:
    play = placed(2, effect=(0, "transform"), hands={0: ["red-train"], 1: ["blue-train"]})
    play.choose("red-train", "blue-train")
    assert play.state.order == [1, 0]


# --- books -----------------------------------------------------------------------------------------------------------


def in_books(seats: int = 3) -> Play:
    """A match without card values, in turn 1."""
    play = Play(header(seats, level="books"))
    for seat, colour in zip(range(seats), ("red", "blue", "violet", "green"), strict=False):
        play.say(seat, f"character-{colour}")
    return play


@pytest.mark.rule("WC-BOOKS-01", "WC-BOOKS-02", "WC-BOOKS-04", "WC-BOOKS-05", "WC-SHIFT-01")
def test_s30_vehicles_leftover_and_booster_are_entered() -> None:
    play = in_books()
    assert play.asked == dict.fromkeys(range(3), "books_vehicle")
    assert play.rulebook.components() == ()
    play.say_all((0, "boat"), (1, "train"), (2, "plane"))
    assert play.last("order") == {"seats": [1, 0, 2]}
    play.say(TABLE, "car").say(TABLE, "top_vehicle").say(2, "plane")
    assert play.state.hierarchy == ["plane", "car", "train", "motorbike", "boat"]
    assert play.state.turn == 2


@pytest.mark.rule("WC-BOOKS-03", "WC-ORDER-02")
def test_speeds_are_asked_of_seats_that_share_a_vehicle() -> None:
    play = in_books().say_all((0, "boat"), (1, "train"), (2, "boat"))
    assert play.asked == {0: "books_speed", 2: "books_speed"}
    assert play.refusal(0, 1000).reason == "out_of_range"
    play.say_all((2, 30), (0, 12))
    assert play.last("order") == {"seats": [1, 2, 0]}


@pytest.mark.rule("WC-BOOKS-05", "WC-BOOST-22")
@pytest.mark.parametrize("booster", ["none", "exchange", "fastest", "triple"])
def test_boosters_in_books(booster: str) -> None:
    play = in_books().say_all((0, "boat"), (1, "train"), (2, "plane"), (TABLE, "car"), (TABLE, booster))
    if booster == "triple":
        play.say(2, "boat")
        assert play.last("reveals_last") == {"seat": 2}
    told = {"none": "no_booster", "exchange": "exchange_by_hand"}.get(booster, "next_turn")
    assert play.last(told)["seat"] == 2
    assert play.state.effect == (Effect(2, booster) if told == "next_turn" else None)  # type: ignore[arg-type]


@pytest.mark.rule("WC-BOOKS-06", "WC-SCORE-11", "WC-SCORE-17", "WC-WIN-02")
def test_v66_counts_at_the_end_and_speeds_on_a_tie() -> None:
    play = in_books()
    play.state.turn, play.state.stage, play.state.order = 5, "tally", [0, 1, 2]
    play.stand()
    for value in (9, 4, 0, 0):
        play.say(0, value)
    for value in (8, 0, 1, 1):
        play.say(1, value)
    for value in (9, 1):
        play.say(2, value)
    refused = play.refusal(2, 4)
    assert (refused.reason, refused.args_for_text) == ("joins_range", {"most": 3})
    for value in (1, 2, 2):
        play.say(2, value)
    assert play.asked == {0: "books_speed_sum", 1: "books_speed_sum"}
    play.say_all((0, 100), (1, 120))
    assert [tell.args["total"] for tell in play.tells("sum_bonus")] == [13, 13, 17]
    assert play.match.result is not None
    assert [(row.seat, row.place) for row in play.match.result.standings] == [(2, 1), (1, 2), (0, 3)]


@pytest.mark.rule("WC-BOOKS-01")
def test_a_whole_match_in_books_comes_to_an_end() -> None:
    play = play_out(in_books(4), 3)
    assert play.match.over
    assert play.state.turn == 5

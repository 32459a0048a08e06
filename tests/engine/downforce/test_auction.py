"""The auction: lots, secret bids, ties, who may bid, the forced purchase, powers (3.3, section 5: auction)."""

from __future__ import annotations

import pytest

from engine.ask import CHANCE, TABLE
from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Header, SeatInfo
from tests.engine.downforce.cases import REGULAR, header, pack
from tests.engine.downforce.scene import Scene, auction, by_chance


@pytest.mark.rule(
    "DF-AUCT-02", "DF-AUCT-03", "DF-AUCT-04", "DF-AUCT-07", "DF-AUCT-08", "DF-AUCT-12", "DF-AUCT-13", "DF-AUCT-14",
    "DF-AUCT-15", "DF-AUCT-16", "DF-COMP-05",
)  # fmt: skip
def test_of_equal_bids_the_card_with_more_cars_wins() -> None:
    hands = {0: "B2", 1: "A3", 2: "E3", 3: "C3"}
    on = auction("green", sold="black=0", hands=hands, seats=4)
    on.together({0: "B2", 1: "A3", 2: "E3", 3: "C3"})
    assert [tell.args["bid"] for tell in on.told("bid_shown")] == [4, 6, 4, 6]
    (sold,) = on.told("sold")
    assert (sold.args["seat"], sold.args["price"], sold.args["car"]) == (1, 6, "green")
    state = on.state
    assert state.hands[1].cards == ["A3", "S8-green"]
    assert state.kept[1] == [sold.args["power"]]
    assert [hand.cards[0] for hand in state.hands[2:]] == ["E3", "C3"]
    assert [on.game.paid(seat) for seat in (2, 3)] == [0, 0]


def bids(on: Scene, *cards: str) -> Scene:
    """Lay cards from the first seat on."""
    return on.together(dict(enumerate(cards)))


@pytest.mark.rule("DF-AUCT-08", "DF-AUCT-09", "DF-AUCT-10")
def test_with_equally_many_cars_the_card_without_a_wild_wins() -> None:
    on = bids(auction("black", hands={0: "C1", 1: "D1"}, seats=2), "C1", "D1")
    assert on.told("sold")[0].args["seat"] == 0


TIED = {"X": ["green 6", "red 2"], "Y": ["green 6", "blue 4"]}


@pytest.mark.rule("DF-AUCT-11")
def test_the_last_tie_goes_to_the_higher_sum() -> None:
    on = bids(auction("green", hands={0: "X E3", 1: "Y B2"}, seats=2, cards=TIED), "X", "Y")
    assert (on.told("sold")[0].args["seat"], on.told("sold")[0].args["price"]) == (1, 6)


@pytest.mark.rule("DF-AUCT-11", "DF-TABLE-09")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_tie_may_go_by_lot(seat: int) -> None:
    hands = {0: "X E3", 1: "Y B2"}
    on = bids(auction("green", hands=hands, seats=2, cards=TIED, bid_last_tie="lot"), "X", "Y")
    assert on.question.seat == CHANCE
    by_chance(on, str(seat))
    assert (on.told("sold")[0].args["seat"], on.told("sold")[0].args["price"]) == (seat, 6)


@pytest.mark.rule("DF-AUCT-11")
def test_the_last_tie_may_go_by_another_card_at_the_first_price() -> None:
    hands = {0: "X E3", 1: "Y B2", 2: "E1"}
    on = bids(auction("green", hands=hands, cards=TIED, bid_last_tie="rebid"), "X", "Y", "E1")
    assert {question.seat for question in on.match.open} == {0, 1}
    assert on.refusal(0, "X") == "same_card"
    bids(on, "E3", "B2")
    assert (on.told("sold")[0].args["seat"], on.told("sold")[0].args["price"]) == (1, 6)


@pytest.mark.rule("DF-AUCT-05", "DF-AUCT-06", "DF-AUCT-07", "DF-AUCT-16")
def test_wilds_and_foreign_speed_8_cards_bid_zero() -> None:
    on = bids(auction("green", sold="black=1", hands={0: "F4", 1: "E1", 2: "A4"}), "F4", "S8-black", "A4")
    assert [tell.args["bid"] for tell in on.told("bid_shown")] == [0, 0, 1]
    assert on.told("sold")[0].args["seat"] == 2
    assert "S8-black" in on.state.hands[1].cards


NOTHING = {0: "E1", 1: "E2", 2: "F6 F5"}


@pytest.mark.rule("DF-AUCT-05", "DF-AUCT-23", "DF-AUCT-24", "DF-AUCT-26")
def test_nobody_bids_twice_and_the_car_has_no_owner() -> None:
    on = bids(auction("green", hands=NOTHING), "E1", "E2", "F6")
    assert on.told("bid_again")
    assert on.match.rulebook.layout(on.state).counts["lot"] == {"speed8": 1, "power": 1}
    bids(on, "E1", "E2", "F5")
    assert on.state.sales[-1].seat is None
    assert on.state.boxed == ["S8-green", "P-AGG"]
    assert on.where("green") == "2c"
    assert on.asked(CHANCE).key == "lot_car"


@pytest.mark.rule("DF-AUCT-23")
@pytest.mark.parametrize(
    ("choice", "rounds", "told"),
    [("ownerless", 1, "no_owner"), ("out_of_race", 2, "car_withdrawn"), ("zero_price", 1, "sold")],
)
def test_nobody_bids_by_the_houses_other_settings(choice: str, rounds: int, told: str) -> None:
    on = auction("green", hands=NOTHING, no_bid=choice)
    for _ in range(rounds):
        bids(on, "E1", "E2", "F6")
    assert on.told(told)
    if choice == "zero_price":
        assert (on.state.sales[-1].seat, on.state.sales[-1].price) == (2, 0)
    assert on.where("green") == ("box" if choice == "out_of_race" else "2c")


@pytest.mark.rule("DF-AUCT-18", "DF-AUCT-19", "DF-AUCT-25", "DF-INV-02")
def test_only_players_without_a_car_bid_when_cars_run_short() -> None:
    sold = "black=0 blue=0 red=0"
    on = auction("green", sold=sold, hands={0: "A3", 1: "E2", 2: "E1"})
    assert len(on.match.open) == 3
    bids(on, "A3", "E2", "E1")
    by_chance(by_chance(on, "S8-orange"))
    assert {question.seat for question in on.match.open} == {1, 2}
    assert on.told("lot")[-1].args["bidders"] == [1, 2]
    assert on.refusal(0, "A3") == "not_asked"
    assert on.refusal(1, "S8-black") == "bid_closed"


@pytest.mark.rule("DF-AUCT-11", "DF-AUCT-20", "DF-INV-03")
def test_a_restricted_lot_of_zero_bids_is_drawn_at_price_zero() -> None:
    sold = "black=0 blue=0 red=0 green=0"
    on = auction("orange", sold=sold, hands={0: "A3", 1: "E2", 2: "E3"}).together({1: "E2", 2: "E3"})
    by_chance(on, "2")
    assert (on.state.sales[-1].seat, on.state.sales[-1].price) == (2, 0)
    assert "DF-AUCT-20" in on.told("sold")[0].rules


FIVE = "black=0 blue=0 red=0 green=0 orange=0"


@pytest.mark.rule("DF-AUCT-21", "DF-AUCT-22", "DF-AUCT-32")
def test_the_last_car_costs_the_lowest_value_of_its_colour() -> None:
    on = auction("yellow", sold=FIVE, hands={0: "E1", 1: "A2 A5 B5 C5 D2 E2"}, seats=2)
    assert on.question.seat == 1
    assert on.options == ["C5"]
    assert on.refusal(1, "D2") == "lower_card_held"
    assert on.refusal(1, "E2") == "card_with_colour_needed"
    assert on.refusal(1, "no_card") == "card_with_colour_needed"
    on.answer("C5")
    assert (on.state.sales[-1].seat, on.state.sales[-1].price) == (1, 1)
    assert "DF-AUCT-21" in on.told("forced")[0].rules


@pytest.mark.rule("DF-AUCT-32", "DF-SETUP-10")
def test_a_forced_card_of_an_unread_hand_is_taken_at_the_players_word() -> None:
    on = auction("yellow", sold=FIVE, hands={0: "E1"}, unknown={1: 21}, seats=2).answer("D2")
    assert on.state.sales[-1].price == 2
    assert on.state.hands[1].shown == ["D2", "S8-yellow"]


@pytest.mark.rule("DF-AUCT-21", "DF-AUCT-22")
def test_a_forced_purchase_without_the_colour_is_free() -> None:
    on = auction("yellow", sold=FIVE, hands={0: "E1", 1: "E2 F5"}, seats=2)
    assert on.options == ["no_card"]
    on.answer("no_card")
    assert (on.state.sales[-1].price, on.state.hands[1].cards[-1]) == (0, "S8-yellow")


@pytest.mark.rule(
    "DF-AUCT-01", "DF-AUCT-17", "DF-AUCT-18", "DF-AUCT-19", "DF-AUCT-21", "DF-AUCT-29", "DF-INV-01"
)
def test_with_six_players_the_winner_of_each_lot_drops_out() -> None:
    families = "ABCDEFG"
    hands = {seat: " ".join(f"{family}{seat + 1}" for family in families) for seat in range(6)}
    on = auction("", hands=hands, seats=6)
    asked: list[int] = []
    while on.state.stage == "lots":
        by_chance(by_chance(on))
        asked.append(len(on.match.open))
        for question in on.match.open:
            on.match.answer(question.seat, question.options[0].value)
        while on.match.open[0].seat == CHANCE and on.match.open[0].key == "tie_lot":
            by_chance(on)
    assert asked == [6, 5, 4, 3, 2, 1]
    assert sorted(sale.seat for sale in on.state.sales if sale.seat is not None) == list(range(6))
    assert not on.told("power_kept")
    assert on.question.key == "play_card"


@pytest.mark.rule("DF-AUCT-12", "DF-AUCT-25")
def test_one_player_may_buy_five_cars() -> None:
    on = auction("orange", sold="black=0 blue=0 red=0 green=0", hands={0: "B1", 1: "E6"}, seats=2)
    assert len(on.match.open) == 2
    bids(on, "B1", "E6")
    assert on.state.sales[-1].seat == 0


@pytest.mark.rule("DF-AUCT-01", "DF-AUCT-02", "DF-TABLE-03")
def test_the_cards_of_a_lot_are_new_ones() -> None:
    on = auction("", sold="black=0", hands={0: "E1", 1: "E2"}, seats=2)
    assert [on.refusal(CHANCE, card) for card in ("A1", "P-TRI", "S8-black")] == [
        "not_a_speed_8",
        "not_a_speed_8",
        "offered_already",
    ]
    by_chance(on, "S8-red")
    assert [on.refusal(CHANCE, card) for card in ("P-AGG", "A1")] == ["offered_already", "not_a_power_card"]
    by_chance(on, "P-TRI")
    assert (on.told("lot")[0].args["number"], on.told("lot")[0].args["power"]) == (2, "P-TRI")


@pytest.mark.rule("DF-AUCT-26", "DF-AUCT-05")
def test_nobody_may_pass_a_bid() -> None:
    on = bids(auction("green", hands={0: "E3", 1: "E1", 2: "E2"}), "E3")
    assert on.refusal(1, None) == "not_an_option"
    assert {question.seat for question in on.match.open} == {1, 2}
    bids(on, "E3", "E1", "E2")
    assert on.told("sold")[0].args["seat"] == 0


@pytest.mark.rule("DF-AUCT-16", "DF-AUCT-17", "DF-AUCT-28", "DF-COMP-07")
def test_a_shown_card_is_known_to_be_of_that_hand() -> None:
    on = auction("green", hands={}, unknown={0: 14, 1: 14, 2: 14})
    bids(on, "E3", "C2", "E2")
    by_chance(by_chance(on))
    assert on.refusal(2, "C2") == "of_another_hand"
    on.match.answer(1, "C2")
    assert on.state.hands[1].cards == ["C2"]
    assert on.state.hands[1].unknown == 13


@pytest.mark.rule("DF-AUCT-27", "DF-TABLE-01", "DF-TABLE-06")
def test_a_bid_may_be_changed_until_the_last_one_is_in() -> None:
    on = auction("green", hands={0: "A1 B1 A3", 1: "E1", 2: "E2"})
    on.match.answer(0, "A1")
    on.match.answer(0, "A3")
    on.match.withdraw(0)
    on.together({0: "B1", 1: "E1", 2: "E2"})
    assert on.told("bid_shown")[0].args["card"] == "B1"
    assert not any("A1" in str(tell.args) or "A3" in str(tell.args) for tell in on.match.tells)


@pytest.mark.rule("DF-AUCT-03", "DF-AUCT-33")
@pytest.mark.parametrize("way", ["own_reader", "passed", "shared_reader"])
def test_bids_are_told_together_however_they_are_laid(way: str) -> None:
    on = auction("green", hands={0: "A3 E3", 1: "E1", 2: "E2"}, bid_input=way)
    if way == "shared_reader":
        assert (on.question.seat, on.question.key) == (TABLE, "lay_bids")
        on.answer(True)
    assert all(question.secret for question in on.match.open)
    on.together({0: "A3", 1: "E1"})
    assert on.told("bid_shown") == []
    on.match.answer(2, "E2")
    assert len(on.told("bid_shown")) == 3


@pytest.mark.rule("DF-AUCT-08", "DF-AUCT-33", "DF-SETUP-13")
def test_typed_bids_ask_no_more_than_the_tie_needs() -> None:
    on = auction("green", sold="black=0", unknown={0: 10, 1: 10, 2: 10, 3: 10}, seats=4, bid_input="typed")
    on.answer(4, 6, 4, 6)
    assert (on.question.key, on.question.args["who"]) == ("cars_typed", 1)
    on.answer(6)
    assert on.question.args["who"] == 3
    on.answer(4)
    assert (on.told("sold")[0].args["seat"], on.told("sold")[0].args["price"]) == (1, 6)


@pytest.mark.rule("DF-AUCT-10", "DF-AUCT-11", "DF-AUCT-33")
def test_typed_ties_go_on_to_wilds_and_sums() -> None:
    on = auction("green", unknown={0: 14, 1: 14, 2: 14}, bid_input="typed").answer(3, 3, 3, 2, 2, 2)
    assert on.question.key == "wild_typed"
    on.answer("yes", "no", "no")
    assert on.question.key == "sum_typed"
    on.answer(9, 11)
    assert on.told("sold")[0].args["seat"] == 2


@pytest.mark.rule("DF-AUCT-21", "DF-AUCT-33")
def test_a_forced_price_may_be_typed() -> None:
    on = auction("yellow", sold=FIVE, unknown={0: 21, 1: 21}, seats=2, bid_input="typed").answer(2)
    assert on.state.sales[-1].price == 2


def several_powers(**options: str) -> Scene:
    hands = {0: "E1", 1: "E6"}
    on = auction("yellow", sold="black=0 blue=0 red=0 green=1 orange=1", hands=hands, seats=2, **options)  # type: ignore[arg-type]
    return on.together({0: "E1", 1: "E6"})


@pytest.mark.rule("DF-AUCT-29", "DF-AUCT-30", "DF-AUCT-31", "DF-COMP-06")
def test_each_player_keeps_one_power_in_the_order_of_play() -> None:
    on = several_powers()
    assert (on.question.seat, on.options) == (0, ["P-AGG", "P-CUN", "P-DET"])
    assert on.refusal(0, "P-STR") == "not_your_power"
    assert on.refusal(0, "E1") == "not_a_power_card"
    on.answer("P-CUN")
    assert on.state.kept[0] == ["P-CUN"]
    assert on.state.boxed == ["P-AGG", "P-DET"]
    on.answer("P-STR")
    assert on.question.key == "play_card"


@pytest.mark.rule("DF-AUCT-30")
def test_powers_may_be_chosen_all_at_once() -> None:
    on = several_powers(power_choice="secret")
    assert all(question.secret for question in on.match.open)
    on.together({1: "P-STR"})
    assert on.told("power_kept") == []
    on.together({0: "P-CUN"})
    assert [tell.args["power"] for tell in on.told("power_kept")] == ["P-CUN", "P-STR"]


@pytest.mark.rule("DF-COMP-07")
def test_one_card_cannot_be_two_bids() -> None:
    on = bids(auction("green", unknown={0: 14, 1: 14, 2: 14}), "A1", "A1", "A2")
    assert on.told("card_twice")
    assert len(on.match.open) == 3


# --- set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DF-SETUP-04", "DF-SETUP-05", "DF-COMP-03", "DF-GAME-02")
@pytest.mark.parametrize(
    ("seats", "each", "left"), [(2, 21, 0), (3, 14, 0), (4, 10, 2), (5, 8, 2), (6, 7, 0)]
)
def test_the_deal(seats: int, each: int, left: int) -> None:
    head = header(seats, hand_known=False)
    on = Scene(Match(Downforce(head), head)).answer(True)
    (dealt,) = on.told("dealt")
    assert (dealt.args["each"], dealt.args["left"]) == (each, left)
    counts = on.match.rulebook.layout(on.state).counts
    assert [counts[f"hand.{seat}"]["speed"] for seat in range(seats)] == [each] * seats
    assert counts["box"].get("speed", 0) == left


@pytest.mark.rule("DF-SETUP-07", "DF-SETUP-08", "DF-COMP-02", "DF-GAME-03")
@pytest.mark.parametrize("source", ["companion", "table"])
def test_the_grid_is_drawn_or_entered(source: str) -> None:
    head = header(4, hand_known=False, grid_source=source)
    on = Scene(Match(Downforce(head), head)).answer(True)
    for car in ("yellow", "blue", "black", "green", "red"):
        on.answer(car)
        if source == "table":
            assert on.refusal(TABLE, car) == "placed_already"
    on.answer("orange")
    places = {car: on.where(car) for car in on.state.grid}
    assert places == {"yellow": "2a", "blue": "2b", "black": "2c", "green": "1a", "red": "1b", "orange": "1c"}
    assert on.asked(CHANCE).key == "lot_car"


@pytest.mark.rule("DF-SETUP-12")
@pytest.mark.parametrize(("source", "pile"), [("scan", "speed8-pile"), ("companion", None)])
def test_a_lot_is_turned_up_or_drawn(source: str, pile: str | None) -> None:
    on = auction("", hands={0: "E1", 1: "E2"}, seats=2, lot_source=source)
    assert on.asked(CHANCE).pile == pile


@pytest.mark.rule("DF-SETUP-10", "DF-BOT-03")
@pytest.mark.parametrize(("tracking", "read"), [("bots", 1), ("all", 3)])
def test_hands_are_read_for_pilots_or_for_all(tracking: str, read: int) -> None:
    people = (SeatInfo("Pilot", "weak"), SeatInfo("Ana"), SeatInfo("Bea"))
    head = Header("downforce", people, pack(), {"hand_tracking": tracking})
    on = Scene(Match(Downforce(head), head)).answer(True)
    question = on.asked(CHANCE)
    assert (question.key, question.secret, question.pile) == ("scan_hand", True, "deck")
    on.answer("A1")
    assert [on.refusal(CHANCE, card) for card in ("A1", "S8-red", "P-DET", "Q9")] == [
        "scanned_already", "not_a_regular_card", "not_a_regular_card", "not_a_regular_card",
    ]  # fmt: skip
    while on.match.open[0].key == "scan_hand":
        by_chance(on)
    assert sum(hand.unknown == 0 for hand in on.state.hands) == read
    assert len(on.told("hand_read")) == read


def reading() -> Scene:
    """Two players whose hands are all read; Ana's is read, and her card A1 is really Bea's."""
    head = header(2, hand_known=False, hand_tracking="all")
    on = Scene(Match(Downforce(head), head)).answer(True, "A1")
    while on.question.args["who"] == 0:
        by_chance(on)
    return on


@pytest.mark.rule("DF-TABLE-06", "DF-SETUP-10")
def test_the_list_of_cards_to_be_read_does_not_say_what_others_hold() -> None:
    on = reading()
    assert on.options == list(REGULAR)
    by_chance(on)
    assert set(on.options) == set(REGULAR) - set(on.state.hands[1].cards)
    drawn = {option.value for option in on.question.options if option.weight}
    assert drawn == set(REGULAR) - set(on.state.hands[0].cards) - set(on.state.hands[1].cards)


@pytest.mark.rule("DF-TABLE-06", "DF-SETUP-10", "DF-COMP-07")
def test_a_card_read_into_the_wrong_hand_goes_to_who_holds_it_and_the_other_hand_is_read_on() -> None:
    on = reading().answer("A1")
    assert (on.state.hands[0].unknown, on.state.hands[1].cards) == (1, ["A1"])
    while on.question.args["who"] == 1:
        by_chance(on)
    assert (on.question.key, on.question.args) == ("scan_hand", {"who": 0, "number": 21})
    by_chance(on)
    assert [hand.size for hand in on.state.hands] == [21, 21]
    assert on.question.key == "grid_drawn"

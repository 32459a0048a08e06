"""Scenarios at the table: set-up, choosing and taking (5.2, 5.7, 5.9)."""

from __future__ import annotations

import pytest

from engine.ask import CHANCE, CLOCK, TABLE
from engine.layout import hand_of
from engine.rulebook import SetupError
from engine.wacky_challenge.views import PublicView
from tests.engine.conformance import lots
from tests.engine.wacky_challenge.kit import COLOURS, NAMES, VEHICLES, Play, begun, header, placed, play_out


@pytest.mark.rule("WC-SETUP-06", "WC-SETUP-07", "WC-SETUP-10", "WC-SETUP-11", "WC-TAKE-04", "WC-INV-02")
@pytest.mark.parametrize(
    ("seats", "offer", "starters", "packs"),
    [
        pytest.param(4, 5, 3, 3, id="V01"),
        pytest.param(2, 3, 5, 5, id="V02"),
        pytest.param(7, 8, 0, 0, id="V03"),
    ],
)
def test_one_starter_more_than_players_is_on_offer(seats: int, offer: int, starters: int, packs: int) -> None:
    play = begun(seats)
    assert len(play.state.offer) == offer
    assert all(len(player.hand) == 5 for player in play.state.players)
    boxed = [list(tell.args["cards"]) for tell in play.tells("to_the_box")]
    assert [len(cards) for cards in boxed] == [number for number in (packs, starters) if number]
    layout = play.rulebook.layout(play.state)
    assert sum(place == "box" for place in layout.pieces.values()) == 6 * packs + starters


@pytest.mark.rule("WC-SETUP-01", "WC-SETUP-02")
@pytest.mark.parametrize("seats", [1, 8])
def test_v04_v05_two_to_seven_play(seats: int) -> None:
    from engine.record import Header, SeatInfo  # noqa: PLC0415 - eight names

    head = Header("wacky_challenge", tuple(SeatInfo(str(seat)) for seat in range(seats)), header(2).pack)
    with pytest.raises(SetupError, match="2 to 7"):
        Play(head)


@pytest.mark.rule("WC-SETUP-03", "WC-SETUP-04", "WC-SETUP-05", "WC-SETUP-06", "WC-SETUP-13")
def test_s16_a_character_is_taken_by_who_is_first() -> None:
    play = Play(header(3))
    assert play.asked == dict.fromkeys(range(3), "character")
    play.say(2, "character-red")
    refused = play.refusal(0, "character-red")
    assert (refused.reason, refused.rules) == ("colour_taken", ("WC-SETUP-04",))
    assert play.refusal(0, "character-pink").reason == "unknown_card"
    assert play.state.players[2].hand == [f"red-{vehicle}" for vehicle in VEHICLES]
    play.say_all((0, "blue"), (1, "character-green"))
    assert [player.colour for player in play.state.players] == ["blue", "green", "red"]
    assert play.last("to_the_box") == {
        "cards": [f"character-{c}" for c in ("orange", "yellow", "violet", "white")]
    }


@pytest.mark.rule("WC-SETUP-05", "WC-BOT-01")
def test_bots_get_a_character_by_lot_when_the_persons_have_chosen() -> None:
    play = Play(header(3, ["weak", None, "weak"]))
    assert play.asked == {1: "character"}
    play.say(1, "character-red")
    assert play.asked == {CHANCE: "bots_character"}
    assert "character-red" not in [option.value for option in play.question(CHANCE).options]
    play.say_all((CHANCE, "character-blue"), (CHANCE, "character-green"))
    assert [player.colour for player in play.state.players] == ["blue", "red", "green"]
    assert [len(player.hand) for player in play.state.players] == [5, 5, 5]


@pytest.mark.rule("WC-SETUP-10", "WC-SETUP-12", "WC-TABLE-07")
def test_s17_starters_are_scanned_until_there_are_enough() -> None:
    play = begun(4, starters=["starter-car-1"])
    play = Play(header(4))
    for seat in range(4):
        play.say(seat, f"character-{COLOURS[seat]}")
    play.say(TABLE, "starter-car-1")
    assert play.refusal(TABLE, "starter-car-1").reason == "starter_twice"
    assert play.refusal(TABLE, "red-car").reason == "not_a_starter"
    for card in ("starter-car-2", "starter-boat-1", "starter-plane-1", "starter-plane-2"):
        play.say(TABLE, card)
    assert play.state.turn == 1
    refused = play.refusal(TABLE, "starter-train-1")
    assert refused.reason == "not_asked"


@pytest.mark.rule("WC-SETUP-12")
def test_s17_the_companion_names_different_starters() -> None:
    play = Play(header(4, starter_draw="companion"))
    play_out(play, 1)
    laid = [tell.args["card"] for tell in play.tells("starter_laid")]
    assert len(set(laid)) == len(laid) == 5
    assert not any(
        getattr(entry, "seat", None) == TABLE and "starter" in str(entry) for entry in play.match.record
    )


@pytest.mark.rule("WC-SETUP-09", "WC-COMP-03", "WC-INV-04")
def test_s18_the_hierarchy_by_lot_holds_every_vehicle_once() -> None:
    seen = set()
    for seed in range(6):
        play = play_out(Play(header(2, hierarchy_start="random")), seed)
        laid = play.last("hierarchy_laid")["vehicles"]
        assert sorted(laid) == sorted(VEHICLES)
        seen.add(tuple(laid))
    assert len(seen) > 1


@pytest.mark.rule("WC-SETUP-08", "WC-SETUP-13", "WC-SETUP-14", "WC-TAKE-03")
def test_s37_turn_1_begins_with_empty_routes_and_no_effect() -> None:
    play = begun(3)
    state = play.state
    assert (state.turn, state.effect, tuple(state.hierarchy)) == (1, None, VEHICLES)
    assert all(player.route == [] for player in state.players)
    assert all(card.startswith("starter-") for card in state.offer)
    assert list(play.asked) == [0, 1, 2]


# --- choosing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-CHOOSE-01", "WC-CHOOSE-02", "WC-CHOOSE-06", "WC-CHOOSE-07", "WC-INV-17")
def test_s01_a_choice_is_changed_before_the_others_have_chosen_and_nobody_is_told() -> None:
    play = begun(2).say(0, "red-train")
    told = len(play.match.tells)
    play.say(0, "red-car")
    assert play.match.given == {0}
    assert len(play.match.tells) == told
    public = play.rulebook.view(play.state, None)
    assert isinstance(public, PublicView)
    assert "red-car" not in str(public).replace(str(public.hands), "")
    play.say(1, "blue-boat").pass_time()
    assert play.state.row == ["red-car", "blue-boat"]


@pytest.mark.rule("WC-CHOOSE-02", "WC-CHOOSE-07")
def test_s02_within_the_grace_a_choice_is_changed_and_the_time_begins_anew() -> None:
    play = begun(2).say_all((0, "red-train"), (1, "blue-car"))
    assert play.asked == {CLOCK: "all_chosen"}
    play.say(CLOCK, 1_000)
    assert play.asked == {CLOCK: "turn_up", TABLE: "change_choice"}
    assert play.question(CLOCK).at == 2_001_000
    assert play.refusal(CLOCK, 2_000_999).reason == "too_early"
    play.say(TABLE, "1")
    assert play.asked == {1: "choose"}
    assert not play.tells("plays")
    play.say_all((1, "blue-plane"), (CLOCK, 3_000_000))
    assert play.question(CLOCK).at == 5_000_000
    play.say(CLOCK, 5_000_000)
    assert play.state.row == ["red-train", "blue-plane"]


@pytest.mark.rule("WC-CHOOSE-07", "WC-CHOOSE-08")
def test_another_card_laid_within_the_grace_changes_that_seats_choice() -> None:
    play = begun(2).say_all((0, "red-train"), (1, "blue-car"), (CLOCK, 0))
    assert play.refusal(TABLE, "green-car").reason == "not_in_hand"
    play.say(TABLE, "red-boat").pass_time()
    assert play.state.row == ["red-boat", "blue-car"]


@pytest.mark.rule("WC-CHOOSE-07")
def test_nobody_changing_ends_nothing_before_its_time() -> None:
    play = begun(2).say_all((0, "red-train"), (1, "blue-car"), (CLOCK, 0), (TABLE, None))
    assert play.asked == {CLOCK: "turn_up"}


@pytest.mark.rule("WC-CHOOSE-09", "WC-CHOOSE-02")
def test_s03_after_the_reveal_a_choice_stands() -> None:
    play = begun(2).choose("red-train", "blue-car")
    assert play.refusal(1, "blue-plane").reason == "not_asked"
    assert play.state.row == ["red-train", "blue-car"]


@pytest.mark.rule("WC-CHOOSE-03", "WC-CHOOSE-08", "WC-TABLE-07", "WC-BOOST-28")
def test_v61_v62_only_a_card_of_the_own_hand_is_taken_also_a_starter() -> None:
    play = begun(2)
    refused = play.refusal(0, "blue-boat")
    assert (refused.reason, refused.rules) == ("not_in_hand", ("WC-CHOOSE-08",))
    assert play.refusal(0, "no such card").reason == "unknown_card"
    play.state.players[0].hand[1], play.state.offer[0] = play.state.offer[0], play.state.players[0].hand[1]
    play.stand().say(0, play.state.players[0].hand[1])
    assert play.match.given == {0}


@pytest.mark.rule("WC-CHOOSE-04")
def test_a_played_card_goes_into_the_row_of_its_vehicle() -> None:
    play = begun(2).choose("red-boat", "blue-car")
    places = play.rulebook.layout(play.state).pieces
    assert (places["red-boat"], places["blue-car"]) == ("row-boat", "row-car")
    assert [(move.origin, move.to) for tell in play.tells("plays") for move in tell.moves] == [
        (hand_of(0), "row-boat"),
        (hand_of(1), "row-car"),
    ]


@pytest.mark.rule("WC-CHOOSE-05", "WC-CHOOSE-06")
def test_one_reader_is_handed_round_and_a_choice_stays_hidden() -> None:
    play = begun(3, choice_means="shared_reader")
    assert play.asked == {0: "choose"}
    assert play.question(0).secret
    play.say(0, "red-car")
    assert play.asked == {1: "choose"}
    public, own, other = (play.rulebook.view(play.state, seat) for seat in (None, 0, 1))
    assert public.chosen == (True, False, False)
    assert (own.chosen, other.chosen) == ("red-car", "")
    play.say_all((1, "blue-car"), (2, "violet-car")).pass_time()
    assert play.state.row == ["red-car", "blue-car", "violet-car"]


@pytest.mark.rule("WC-CHOOSE-05", "WC-BOT-02")
def test_s33_cards_are_scanned_after_all_were_ready_and_bots_chose_before() -> None:
    play = begun(3, colours=("", "red", "blue"), pilots=["weak"], choice_means="after_reveal", starters=())
    play.say(CHANCE, "character-green")
    for card in ("starter-car-1", "starter-car-2", "starter-boat-1", "starter-plane-1"):
        play.say(TABLE, card)
    assert play.asked == {0: "choose", 1: "ready", 2: "ready"}
    play.say_all((0, "green-car"), (2, True))
    assert not play.tells("plays")
    play.say(1, True)
    assert [tell.args["card"] for tell in play.tells("plays")] == ["green-car"]
    assert play.asked == {1: "show_card"}
    assert play.question(1).reveals
    play.say_all((1, "red-boat"), (2, "blue-car"))
    assert play.state.row == ["green-car", "red-boat", "blue-car"]


@pytest.mark.rule("WC-CHOOSE-11", "WC-BOOST-11", "WC-BOOST-12", "WC-BOOST-10")
def test_v58_with_two_seats_one_reveals_then_the_owner_chooses() -> None:
    play = placed(2, turn=3, effect=(1, "last_choice"))
    assert play.asked == {0: "choose"}
    play.choose(play.state.players[0].hand[0])
    assert [tell.args["seat"] for tell in play.tells("plays")] == [0]
    assert play.asked == {1: "choose_late"}
    assert not play.question(1).secret
    play.say(1, play.state.players[1].hand[0])
    assert sorted(play.state.order) == [0, 1]


@pytest.mark.rule("WC-CHOOSE-02", "WC-BOOST-02", "WC-CHOOSE-01")
def test_v59_without_an_effect_all_choose_in_secret() -> None:
    play = placed(3, turn=3)
    assert play.asked == dict.fromkeys(range(3), "choose")
    assert all(play.question(seat).secret for seat in range(3))


@pytest.mark.rule("WC-CHOOSE-10", "WC-TURN-09", "WC-SCORE-03")
def test_v60_in_turn_5_the_last_card_is_played_without_asking() -> None:
    play = placed(3, turn=5)
    assert len(play.tells("plays")) == 3
    assert set(play.asked.values()) == {"take"}


# --- taking ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-TAKE-01", "WC-TAKE-02", "WC-TAKE-05", "WC-TAKE-06", "WC-ORDER-05", "WC-TABLE-07")
def test_s19_who_takes_what_and_when() -> None:
    play = begun(3).choose("red-plane", "blue-train", "violet-car")
    assert play.asked == {1: "take"}
    early = play.refusal(0, "starter-train-1")
    assert (early.reason, early.rules, early.args_for_text) == (
        "not_asked",
        ("WC-ORDER-05",),
        {"awaited": [1]},
    )
    assert play.refusal(1, None).reason == "not_an_option"
    v63 = play.refusal(1, "violet-car")
    assert (v63.reason, v63.rules) == ("played_now", ("WC-TAKE-06",))
    v64 = play.refusal(1, "green-train")
    assert (v64.reason, v64.rules) == ("not_on_offer", ("WC-TAKE-01",))
    assert play.refusal(1, "no such card").reason == "unknown_card"
    play.take("starter-train-2")
    assert play.asked == {2: "take"}


@pytest.mark.rule("WC-TAKE-05", "WC-TAKE-01")
def test_v65_a_card_of_the_own_colour_may_be_taken_back() -> None:
    play = begun(2).choose("red-car", "blue-boat").take("starter-train-1", "starter-train-2")
    play.choose("red-train", "blue-plane")
    play.take("red-car")
    assert play.state.players[0].route == ["starter-train-1", "red-car"]


@pytest.mark.rule("WC-TAKE-07", "WC-TAKE-08")
def test_s39_a_taken_card_joins_the_route_and_its_order_means_nothing() -> None:
    play = begun(2).choose("red-car", "blue-plane").take("starter-car-1")
    (move,) = play.tells("takes")[-1].moves
    assert (move.piece, move.origin, move.to) == ("starter-car-1", "offer", "route-1")
    before = placed(2, turn=4)
    notes = before.rulebook.standings(before.state)
    before.state.players[0].route.reverse()
    assert before.rulebook.standings(before.state) == notes


@pytest.mark.rule("WC-SHIFT-04", "WC-SHIFT-05", "WC-BOOST-17", "WC-TAKE-03", "WC-TURN-01")
def test_s25_a_transformed_card_counts_as_printed_when_it_is_left_over() -> None:
    play = placed(2, turn=2, effect=(0, "transform"), hands={0: ["red-plane"], 1: ["blue-train"]})
    play.choose("red-plane", "blue-train")
    play.take(*play.state.offer[:2])
    while play.state.turn == 2:
        (seat,) = play.asked
        play.say(seat, play.question(seat).options[0].value)
    assert {"red-plane", "blue-train"} < set(play.state.offer)
    hierarchy = list(play.state.hierarchy)
    play.choose(*[player.hand[0] for player in play.state.players])
    play.take(*[card for card in play.state.offer if card != "red-plane"])
    assert play.last("left_over") == {"card": "red-plane"}
    at = hierarchy.index("plane")
    told = [tell.args["vehicles"] for tell in play.tells("hierarchy") if "WC-SHIFT-03" in tell.rules][-1]
    assert told.index("plane") == at - 1


@pytest.mark.rule("WC-TURN-10", "WC-SCORE-01", "WC-SCORE-02", "WC-SCORE-03", "WC-SCORE-14")
def test_s38_s29_after_five_turns_it_is_over_and_the_last_cards_count_for_nobody() -> None:
    play = play_out(begun(3), 4)
    assert play.state.turn == 5
    assert play.match.over
    routes = [player.route for player in play.state.players]
    assert [len(route) for route in routes] == [5, 5, 5]
    assert not {card for route in routes for card in route} & set(play.state.row)
    assert all(len(player.hand) == 0 for player in play.state.players)


@pytest.mark.rule("WC-SCORE-04", "WC-SCORE-18", "WC-WIN-01", "WC-WIN-03")
def test_s28_every_part_of_every_sum_is_told_with_a_best_row() -> None:
    play = play_out(begun(4), 2)
    for key in ("best_row", "sum", "sum_bonus"):
        assert [tell.args.get("seat") for tell in play.tells(key)] == [0, 1, 2, 3]
    totals = [tell.args["total"] for tell in play.tells("sum_bonus")]
    assert play.last("wins")["total"] == max(totals)


@pytest.mark.rule("WC-WIN-03", "WC-WIN-04")
def test_level_in_stages_and_speed_the_win_is_shared() -> None:
    play = placed(2, turn=5)
    play.state.players[0].route = ["red-motorbike", "blue-motorbike"]
    play.state.players[1].route = ["red-motorbike", "blue-motorbike"]
    play.state.players[0].colour = play.state.players[1].colour = "green"
    standings = play.rulebook.standings(play.state)
    assert [row.place for row in standings] == [1, 1]


@pytest.mark.rule("WC-TABLE-06", "WC-INV-16", "WC-INV-18", "WC-TABLE-01")
def test_nothing_is_decided_by_time_and_the_record_gives_the_match_back() -> None:
    play = begun(2).say(0, "red-car")
    assert CLOCK not in play.asked
    whole = play_out(begun(3), 9)
    again = Play(header(3))
    for entry in whole.match.record:
        again.match.apply(entry)
    assert again.rulebook.encode(again.state) == whole.rulebook.encode(whole.state)
    assert again.match.tells == whole.match.tells
    assert len(NAMES) == 7
    assert lots(1)("a")(10) == lots(1)("a")(10)

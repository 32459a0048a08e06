"""Running the table: undo, corrections, absent players, and the layout (3.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.ask import CLOCK, IllegalAnswer
from engine.record import Answer, Correct, Reseat, SeatInfo, Teach
from engine.rulebook import BrokenInvariant
from engine.wacky_challenge.state import Effect
from table.desk import Desk
from table.station import Station
from table.taking_back import ask_to_take_back
from table.texts import Texts
from tests.engine.conformance import lots
from tests.engine.wacky_challenge.kit import Play, begun, header, placed, play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.wacky_challenge.state import GameState

BOT = SeatInfo("Bot", "weak")


def not_taken(play: Play, entry: Any) -> IllegalAnswer:
    """The refusal of a correction, lesson or change of seats."""
    before = play.rulebook.encode(play.state)
    with pytest.raises(IllegalAnswer) as refused:
        play.match.apply(entry)
    assert play.rulebook.encode(play.state) == before
    return refused.value


@pytest.mark.rule("WC-TABLE-02", "WC-INV-16")
def test_s05_undo_takes_a_taking_back_with_the_shift_it_caused() -> None:
    play = placed(2, turn=2, hands={0: ["red-plane"], 1: ["blue-train"]})
    play.choose("red-plane", "blue-train").take(play.state.offer[0])
    before, keep = play.rulebook.encode(play.state), len(play.match.record)
    play.take(play.state.offer[0])
    assert play.state.stage != "take"
    undo = play.match.undo_point()
    assert undo == keep
    play.match.undo(keep)
    assert play.rulebook.encode(play.state) == before
    assert play.match.undo_point() == keep - 1


@pytest.mark.rule("WC-TABLE-03")
def test_s06_undo_over_a_reveal_needs_the_others_and_without_them_nothing_changes() -> None:
    play = begun(3)
    for seat, card in enumerate(("red-car", "blue-car", "violet-car")):
        play.say(seat, card)
    keep = play.match.undo_point()
    assert keep is not None
    assert play.match.consent_for(keep) == ()
    play.pass_time()
    keep = play.match.undo_point()
    assert keep is not None
    assert play.match.consent_for(keep) == (0, 1)
    desk = Desk(play.match, lots(1))
    station = Station(desk, Texts("en"), (0, 1, 2))
    before = play.rulebook.encode(play.match.state)
    ask_to_take_back(station)
    station.press("confirm", 5)
    assert play.rulebook.encode(play.match.state) == before
    station.press("back", 5)
    assert play.rulebook.encode(play.match.state) == before


@pytest.mark.rule("WC-TABLE-03")
@pytest.mark.parametrize(("setting", "forbidden"), [("never", True), ("free", False)])
def test_a_table_may_forbid_undo_over_a_reveal_or_free_it(setting: str, *, forbidden: bool) -> None:
    play = begun(3, undo_over_reveal=setting).choose("red-car", "blue-car", "violet-car")
    found = play.match.undo_point()
    assert found == (None if forbidden else play.match.record.index(Answer(2, "violet-car")))
    if found is not None:
        assert play.match.consent_for(found) == ()


@pytest.mark.rule("WC-TABLE-01", "WC-CHOOSE-06")
def test_s07_after_a_power_cut_choices_made_are_kept_and_stay_hidden() -> None:
    play = begun(4).say_all((0, "red-car"), (2, "violet-boat"))
    again = Play(header(4))
    for entry in play.match.record:
        again.match.apply(entry)
    assert again.match.given == {0, 2}
    assert again.asked == {1: "choose", 3: "choose"}
    assert not again.tells("plays")


@pytest.mark.rule("WC-TABLE-04", "WC-CHOOSE-04", "WC-CHOOSE-09")
def test_s04_a_misread_card_is_put_right_until_a_card_is_taken() -> None:
    play = begun(3).choose("red-train", "blue-train", "violet-boat")
    assert play.state.order == [1, 0, 2]
    wrong = Correct("place", "violet-train", "row-car")
    assert not_taken(play, wrong).reason == "no_such_place"
    assert not_taken(play, Correct("place", "green-car", "row-car")).reason == "no_such_place"
    play.match.apply(Correct("place", "red-car", "row-car"))
    assert play.state.row == ["red-car", "blue-train", "violet-boat"]
    assert "red-train" in play.state.players[0].hand
    play.match.apply(Correct("place", "violet-train", "row-train"))
    assert play.state.order == [1, 2, 0]
    assert play.asked == {1: "take"}
    play.take("starter-train-1")
    assert not_taken(play, Correct("place", "violet-boat", "row-boat")).reason == "undo_first"


@pytest.mark.rule("WC-TABLE-05", "WC-BOT-01")
def test_s08_a_bot_plays_on_for_who_left_until_they_are_back() -> None:
    play = placed(3, turn=3)
    play.match.apply(Reseat(1, BOT))
    assert play.state.players[1].bot
    pilot = play.rulebook.pilot("weak")
    value = pilot.answer(play.rulebook.view(play.state, 1), play.question(1), lots(1)("a"))
    assert value in play.state.players[1].hand
    play.say(1, value)
    assert not_taken(play, Reseat(1, SeatInfo("Bea"))).reason == "not_between_turns"
    play.choose(*[play.state.players[seat].hand[0] for seat in (0, 2)], seats=(0, 2))
    play.match.apply(Reseat(1, SeatInfo("Bea")))
    assert not play.state.players[1].bot


@pytest.mark.rule("WC-TABLE-05")
def test_a_table_may_wait_for_who_left_or_end_the_match() -> None:
    waiting = placed(3, absent="pause")
    refused = not_taken(waiting, Reseat(1, BOT))
    assert (refused.reason, refused.args_for_text) == ("wait_for_player", {"seat": 1})
    stopping = placed(3, absent="stop")
    stopping.match.apply(Reseat(1, BOT))
    assert stopping.match.over
    assert stopping.match.result is not None
    assert stopping.match.result.notes["end"] == "stopped"
    assert {row.place for row in stopping.match.result.standings} == {0}


@pytest.mark.rule("WC-TABLE-05", "WC-BOT-06")
def test_in_books_no_bot_can_take_over() -> None:
    play = Play(header(3, level="books"))
    assert not_taken(play, Reseat(1, BOT)).reason == "bots_need_values"


@pytest.mark.rule("WC-TABLE-09", "WC-TABLE-08", "WC-INV-04")
def test_s32_the_hierarchy_is_set_by_hand_and_noted_in_the_record() -> None:
    play = placed(2)
    order = ["boat", "train", "car", "plane", "motorbike"]
    play.match.apply(Correct("pile", "hierarchy", order))
    assert play.state.hierarchy == order
    play.match.apply(Correct("place", "hierarchy-plane", "rank-1"))
    assert play.state.hierarchy == ["plane", "boat", "train", "car", "motorbike"]
    assert isinstance(play.match.record[-1], Correct)
    for wrong in (order[:4], [*order[:4], "boat"], "boat", [1]):
        assert not_taken(play, Correct("pile", "hierarchy", wrong)).reason == "not_a_value"
    assert not_taken(play, Correct("place", "hierarchy-plane", "rank-6")).reason == "no_such_place"
    assert not_taken(play, Correct("place", "hierarchy-tram", "rank-1")).reason == "no_such_place"


@pytest.mark.rule("WC-TABLE-09", "WC-INV-01")
def test_cards_in_the_wrong_place_change_places() -> None:
    play = placed(2, turn=3)
    mine, theirs = play.state.players[0].route, play.state.offer
    coming = theirs[0]
    play.match.apply(Correct("pile", "route-1", [mine[0], coming]))
    assert coming in play.state.players[0].route
    assert coming not in play.state.offer
    play.rulebook.check(play.state)
    for name, cards, reason in (
        ("route-1", [mine[0]], "not_as_many"),
        ("route-1", [mine[0], mine[0]], "not_as_many"),
        ("route-9", [], "no_such_pile"),
        ("route-1", [mine[0], "white-car"], "not_in_play"),
    ):
        assert not_taken(play, Correct("pile", name, cards)).reason == reason
    assert not_taken(play, Correct("count", "offer", 3)).reason == "cannot_correct"


@pytest.mark.rule("WC-TABLE-09")
def test_a_hidden_choice_or_half_an_exchange_is_not_corrected_away() -> None:
    play = begun(2, choice_means="shared_reader").say(0, "red-car")
    held = play.state.players[1].hand
    swap = ["red-train", held[0], *play.state.players[0].hand[2:]]
    assert not_taken(play, Correct("pile", "hand.0", swap)).reason == "not_now"


@pytest.mark.rule("WC-TABLE-08")
def test_everything_told_and_asked_names_a_rule() -> None:
    def look(play: Play) -> None:
        assert all(question.rules for question in play.match.open)

    for head in (header(3), header(2, level="books")):
        play = play_out(Play(head), 5, each=look)
        assert all(tell.rules for tell in play.match.tells)
        assert all(rule.startswith("WC-") for tell in play.match.tells for rule in tell.rules)


@pytest.mark.rule("WC-TABLE-07")
def test_a_refusal_names_reason_and_rule_and_the_question_stays() -> None:
    play = begun(2)
    refused = play.refusal(0, "green-car")
    assert refused.rules
    assert play.asked[0] == "choose"


@pytest.mark.rule("WC-TURN-01", "WC-TAKE-07", "WC-COMP-01")
def test_the_layout_names_the_place_of_every_card() -> None:
    play = begun(2)
    places = play.rulebook.layout(play.state).pieces
    assert len(places) == 55
    assert places["character-red"] == places["red-car"] == "hand.0"
    assert places["hierarchy-train"] == "rank-1"
    assert (places["starter-train-1"], places["green-car"]) == ("offer", "box")
    books = Play(header(2, level="books"))
    books.say(0, "character-red").say(1, "character-blue")
    counts = books.rulebook.layout(books.state).counts
    assert counts["hand.0"] == {"card": 5}
    assert counts["offer"] == {"card": 3}
    assert sum(kinds["card"] for kinds in counts.values()) == 43


# --- every check can fail --------------------------------------------------------------------------------------------


def two_places(state: GameState) -> None:
    state.offer[0] = state.players[0].hand[0]


def lost(state: GameState) -> None:
    state.offer.pop()


def moved(state: GameState) -> None:
    state.offer.append(state.players[0].hand.pop())


def shifted(state: GameState) -> None:
    state.players[0].route.append(state.players[1].hand.pop())


def starter_lost(state: GameState) -> None:
    state.offer[0] = "white-car"


def four_vehicles(state: GameState) -> None:
    state.hierarchy.pop()


def doubled_vehicle(state: GameState) -> None:
    state.hierarchy[0] = "plane"


def sixth_turn(state: GameState) -> None:
    state.turn = 6


def effect_of_nobody(state: GameState) -> None:
    state.effect = Effect(7, "fastest")


def half_an_order(state: GameState) -> None:
    state.order = [0]


def same_colour(state: GameState) -> None:
    state.players[1].colour = "red"


def chosen_elsewhere(state: GameState) -> None:
    state.chosen[0] = "blue-car"


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (two_places, "WC-INV-01"),
        (lost, "WC-INV-01"),
        (starter_lost, "WC-INV-15"),
        (moved, "WC-INV-02"),
        (shifted, "WC-INV-03"),
        (four_vehicles, "WC-INV-04"),
        (doubled_vehicle, "WC-INV-04"),
        (sixth_turn, "WC-INV-03"),
        (effect_of_nobody, "WC-INV-08"),
        (half_an_order, "WC-INV-06"),
        (same_colour, "WC-INV-01"),
        (chosen_elsewhere, "WC-INV-01"),
    ],
)
def test_a_state_the_rules_never_reach_is_found_out(spoil: Callable[[GameState], None], rule: str) -> None:
    play = begun(2)
    play.rulebook.check(play.state)
    spoil(play.state)
    with pytest.raises(BrokenInvariant, match=rule):
        play.rulebook.check(play.state)


def test_a_lesson_is_part_of_the_record() -> None:
    play = begun(2)
    play.match.apply(Teach("red-car", {"speed": 40}))
    assert play.match.undo_point() == len(play.match.record) - 1
    play.match.undo(len(play.match.record) - 1)
    assert play.game.speed("red-car") == 19
    assert CLOCK not in play.asked

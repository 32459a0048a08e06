"""Wacky Challenge through stations: cards held to readers, four keys, and the clock that turns the cards up."""

from __future__ import annotations

import pytest

from table import screens
from tests.engine.stations import Table
from tests.engine.wacky_challenge.kit import begun, placed


@pytest.mark.rule("WC-CHOOSE-01", "WC-CHOOSE-02", "WC-CHOOSE-05", "WC-CHOOSE-06", "WC-CHOOSE-07")
def test_cards_laid_on_seat_readers_turn_up_two_seconds_after_the_last() -> None:
    table = Table(begun(3))
    for seat, card in enumerate(("red-car", "blue-car", "violet-boat")):
        assert "Choose a card" in table.words(seat)
        table.stations[seat].tap(card, table.now)
    assert "red" not in table.words(1)
    table.wait(1_900_000)
    assert not table.play.tells("plays")
    assert "Anybody changes" in table.words(0)
    table.wait(300_000)
    assert table.play.state.row == ["red-car", "blue-car", "violet-boat"]
    assert table.play.state.stage == "take"


@pytest.mark.rule("WC-CHOOSE-07")
def test_another_card_held_to_a_reader_within_the_grace_is_the_choice() -> None:
    table = Table(begun(2))
    table.stations[0].tap("red-car", table.now)
    table.stations[1].tap("blue-car", table.now)
    table.wait(1_000_000)
    table.stations[0].tap("red-plane", table.now)
    table.wait(1_500_000)
    assert not table.play.tells("plays")
    table.wait(600_000)
    assert table.play.state.row == ["red-plane", "blue-car"]


@pytest.mark.rule("WC-CHOOSE-08", "WC-TABLE-07")
def test_a_card_of_another_hand_is_refused_on_the_panel() -> None:
    table = Table(begun(2))
    table.stations[0].tap("blue-car", table.now)
    assert table.stations[0].notice == "Not in your hand: blue car"
    assert table.stations[0].refused_by == ("WC-CHOOSE-08",)
    assert table.play.match.given == frozenset()


@pytest.mark.rule("WC-CHOOSE-05", "WC-CHOOSE-06")
def test_on_a_shared_console_a_choice_is_opened_by_its_seat_only() -> None:
    table = Table(begun(2, choice_means="shared_reader"), shared=True)
    (console,) = table.stations
    assert "Ana only" in table.words()
    assert "red" not in table.words()
    console.press("confirm", table.now)
    console.press("next", table.now)
    assert "red train" in table.words()
    console.press("confirm", table.now)
    assert "Bea only" in table.words()
    console.tap("blue-boat", table.now)
    table.wait(2_200_000)
    assert table.play.state.row == ["red-train", "blue-boat"]


@pytest.mark.rule("WC-TAKE-01", "WC-ORDER-05", "WC-TAKE-06")
def test_who_takes_is_asked_and_the_others_wait() -> None:
    table = Table(begun(2))
    table.stations[0].tap("red-plane", table.now)
    table.stations[1].tap("blue-train", table.now)
    table.wait(2_200_000)
    assert "Take a card" in table.words(1)
    assert "Ana: wait for Bea" in table.words(0)
    table.stations[1].tap("red-plane", table.now)
    assert table.stations[1].notice == "Red plane: from next turn"
    table.stations[1].tap("starter-train-1", table.now)
    assert "Take a card" in table.words(0)


@pytest.mark.rule("WC-BOOST-04")
def test_a_vehicle_is_put_on_top_with_the_keys() -> None:
    play = placed(2, turn=2, hands={0: ["red-plane"]})
    play.choose("red-plane", play.state.players[1].hand[0]).take(*play.state.offer[:2])
    table = Table(play)
    station = table.stations[0]
    for _ in range(4):
        station.press("next", table.now)
    assert station.play.cursor == 3
    station.press("confirm", table.now)
    assert play.state.hierarchy[0] == "boat"


@pytest.mark.rule("WC-TABLE-02", "WC-TABLE-03")
def test_undo_on_the_console_moves_a_taken_card_back() -> None:
    table = Table(begun(2), shared=True)
    (console,) = table.stations
    for card in ("red-plane", "blue-train"):
        console.press("confirm", table.now)
        console.tap(card, table.now)
    table.wait(2_200_000)
    console.tap("starter-train-1", table.now)
    assert console.undo()
    ((piece, origin, place),) = [(move.piece, move.origin, move.to) for move in table.desk.hands.moves]
    assert (piece, origin, place) == ("starter-train-1", "route-2", "offer")
    assert table.desk.consent() != ()


@pytest.mark.rule("WC-TABLE-01", "WC-TABLE-02")
def test_hands_are_told_whose_hand_a_card_belongs_to() -> None:
    table = Table(begun(2))
    lines = screens.check_lines(table.stations[0])
    assert "Red train: Ana's hand" in lines
    assert "Start train: the offer" in lines
    for seat, card in enumerate(("red-plane", "blue-train")):
        table.stations[seat].tap(card, table.now)
    table.wait(2_200_000)
    assert table.stations[1].undo()
    assert "Put blue train back to Bea's hand" in screens.hands_lines(table.stations[1], back=True)

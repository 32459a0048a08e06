"""The rule list's whole games with the practice pack (5.8): everything but the players' choices is worked out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.ask import TABLE
from tests.architecture.source import ROOT
from tests.engine.wacky_challenge.kit import Play, header

GAMES: dict[str, Any] = json.loads(
    (ROOT / "tests" / "games" / "wacky_challenge" / "examples.json").read_text(encoding="utf-8")
)


def begin(game: dict[str, Any]) -> Play:
    """Characters and starters as in the example; seats count from 1 there."""
    play = Play(header(len(game["colours"])))
    for seat, colour in game["colours"].items():
        play.say(int(seat) - 1, f"character-{colour}")
    for card in game["starters"]:
        play.say(TABLE, card)
    return play


def play_turn(play: Play, turn: dict[str, Any]) -> None:
    """Play one turn of an example and compare what follows from it."""
    state = play.state
    assert state.turn == turn["turn"]
    late = play.game.late
    cards = {int(seat) - 1: card for seat, card in turn["play"].items()}
    if turn["turn"] < 5:
        play.choose(
            *[card for seat, card in cards.items() if seat != late], seats=[s for s in cards if s != late]
        )
        if late is not None:
            assert play.asked == {late: "choose_late"}
            play.say(late, cards[late])
    assert [seat + 1 for seat in play.last("order")["seats"]] == turn["order"]
    for seat, card in turn["take"]:
        assert play.asked == {seat - 1: "take"}
        play.say(seat - 1, card)
    assert play.last("left_over") == {"card": turn["leftover"]}
    shifted = next(tell for tell in play.tells("hierarchy", "left_over")[::-1] if "WC-SHIFT-03" in tell.rules)
    assert shifted.args["vehicles"] == turn["shifted"]
    if turn["turn"] < 5:
        finish_turn(play, turn)


def finish_turn(play: Play, turn: dict[str, Any]) -> None:
    """Carry out the booster of an example's turn."""
    owner = turn["lowest"] - 1
    assert play.last("lowest")["seat"] == owner
    if turn["booster"] == "top_vehicle":
        play.say(owner, turn["choose"])
        assert play.state.hierarchy == turn["hierarchy"]
    elif turn["booster"] == "exchange" and turn["swap"]:
        given, held = turn["swap"]
        for key, card in (("exchange_route", given), ("exchange_hand", held)):
            if play.asked == {owner: key}:
                play.say(owner, card)
        assert play.last("exchanged") == {"seat": owner, "card": given, "other": held}
    elif turn["booster"] == "none":
        assert play.last("no_booster")["seat"] == owner
    else:
        assert play.last("next_turn") == {"seat": owner, "effect": turn["booster"]}
    assert play.state.turn == turn["turn"] + 1


@pytest.mark.rule(
    "WC-SETUP-08", "WC-SETUP-10", "WC-CHOOSE-10", "WC-ORDER-01", "WC-ORDER-02", "WC-TAKE-03", "WC-TAKE-04",
    "WC-SHIFT-01", "WC-SHIFT-02", "WC-SHIFT-04", "WC-TURN-01", "WC-TURN-02", "WC-TURN-03", "WC-TURN-09", "WC-TURN-10",
    "WC-SCORE-01", "WC-SCORE-02", "WC-SCORE-08", "WC-SCORE-15", "WC-SCORE-17", "WC-SCORE-18", "WC-WIN-01",
    "WC-WIN-02", "WC-WIN-04", "WC-BOOST-04", "WC-BOOST-06", "WC-BOOST-08", "WC-BOOST-10", "WC-BOOST-11",
    "WC-BOOST-14", "WC-BOOST-15", "WC-BOOST-20", "WC-BOOST-21", "WC-BOOST-22", "WC-BOOST-25", "WC-BOOST-28",
    "WC-COMP-10", "WC-SETUP-01",
)  # fmt: skip
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_goes_as_worked_out_by_hand(name: str) -> None:
    game = GAMES[name]
    play = begin(game)
    for turn in game["turns"]:
        play_turn(play, turn)
    assert play.match.over
    sums = {tell.args["seat"]: {**tell.args} for tell in play.tells("sum")}
    for tell, bonus in zip(play.tells("sum"), play.tells("sum_bonus"), strict=True):
        sums[tell.args["seat"]] |= bonus.args
    for seat, expected in game["result"].items():
        number = int(seat) - 1
        assert set(play.state.players[number].route) == set(expected["route"])
        assert {part: sums[number][part] for part in ("whole", "joins", "own", "violet", "total")} == {
            part: expected[part] for part in ("whole", "joins", "own", "violet", "total")
        }
    assert play.match.result is not None
    standings = play.match.result.standings
    assert [row.seat + 1 for row in standings if row.place == 1 and row.seat is not None] == game["winners"]
    assert {row.seat: row.notes["speed"] for row in standings} == {
        int(seat) - 1: expected["speed"] for seat, expected in game["result"].items()
    }

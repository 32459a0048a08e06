"""The whole game for three on the test track that the rule list plays move by move (5.2)."""

from __future__ import annotations

import pytest

from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Header, SeatInfo
from tests.engine.downforce.cases import REGULAR, pack
from tests.engine.downforce.scene import Scene

LOTS = """
black P-CUN  C1 A5 A3
blue P-AGG   A1 B2 A6
green P-TRI  D1 A2 C3
orange P-DET D4 A2 A3
red P-STR    S8-black E2 B6
yellow P-UNP - C5 -
"""

PRICES = [(0, 6), (2, 5), (2, 6), (0, 6), (2, 2), (1, 1)]


def claim(on: Scene, end: str) -> None:
    """Player 1 claims the path by Cunning."""
    on.match.answer(0, "claim")
    assert on.question.seat == 0
    on.answer(end)


def up_to_the_race() -> Scene:
    people = tuple(SeatInfo(f"Player {number}", hand_known=True) for number in (1, 2, 3))
    head = Header("downforce", people, pack("test_track"))
    on = Scene(Match(Downforce(head), head)).answer(True)
    for seat in range(3):
        on.answer(*REGULAR[seat::3])
    on.answer("yellow", "blue", "black", "green", "red", "orange")
    for row in LOTS.strip().splitlines():
        car, power, *cards = row.split()
        on.answer(f"S8-{car}", power)
        on.together({seat: card for seat, card in enumerate(cards) if card != "-"})
    assert [(sale.seat, sale.price) for sale in on.state.sales] == PRICES
    on.answer("P-TRI", "P-CUN") if on.question.seat == 2 else on.answer("P-CUN", "P-TRI")
    return on


@pytest.mark.rule(
    "DF-GAME-01", "DF-AUCT-01", "DF-AUCT-17", "DF-AUCT-21", "DF-AUCT-29", "DF-TURN-07", "DF-UNP-01", "DF-UNP-02",
    "DF-TRI-01", "DF-CUN-01", "DF-WILD-02", "DF-BET-07", "DF-CARD-04", "DF-CARD-05", "DF-FIN-05", "DF-FIN-07",
    "DF-FIN-10", "DF-SCORE-03", "DF-SCORE-06",
)  # fmt: skip
def test_a_whole_game_for_three_on_the_test_track() -> None:
    on = up_to_the_race()
    assert [hand.size for hand in on.state.hands] == [16, 15, 17]
    assert on.question.seat == 1

    on.answer("G2", "8b")
    assert len(on.options) == 6
    on.answer("yellow")
    on.answer("6a")
    assert "yellow" not in on.options
    on.answer("orange")
    on.together({0: "black", 1: "blue", 2: "blue"}).together({0: "orange", 1: "yellow", 2: "blue"})

    on.answer("C3", "up")
    assert set(on.options) == {"10a", "10b"}
    on.answer("10b", "9a", "8b").together({0: "green", 1: "yellow", 2: "blue"})

    on.answer("C4", "7a", "5a")
    assert on.question.args["car"] == "red"
    on.answer("2a")

    on.answer("D2", "yellow")
    claim(on, "8b")
    assert on.told("done")[0].args == {"seat": 1, "number": 13}

    on.answer("B6", "down")
    claim(on, "9b")
    on.answer("4a")
    on.answer("C1", "11a", "S8-red", "12b", "S8-orange", "A3", "down")

    assert on.match.over
    assert on.state.finished == ["blue", "yellow", "green", "black", "orange", "red"]
    assert [(tell.args["seat"], tell.args["number"]) for tell in on.told("done")] == [
        (1, 13),
        (0, 13),
        (2, 13),
    ]
    rows = on.match.rulebook.standings(on.state)
    assert [(row.seat, *row.notes.values()) for row in rows] == [
        (2, 23, 18, 18, 13), (1, 23, 9, 15, 1), (0, -5, 6, 1, 12),
    ]  # fmt: skip
    assert on.told("wins_by_car")[0].args == {"seat": 2}

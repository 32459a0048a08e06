"""Pilots: what they decide, from their view alone (section 7)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.downforce.rulebook import Downforce
from engine.match import Match
from engine.record import Header
from engine.rulebook import SetupError
from engine.settle import settle
from tests.bench.downforce import duel, enumerations
from tests.engine.conformance import lots
from tests.engine.downforce.cases import exchange, pack, seats
from tests.engine.downforce.scene import Scene, auction, race


def decide(on: Scene, level: str = "weak", seat: int = 0) -> Any:
    """What a pilot answers at a seat; the answer is legal."""
    question = on.asked(seat)
    value = on.match.rulebook.pilot(level).answer(
        on.match.rulebook.view(on.state, seat), question, Random(1).randrange
    )
    question.read(value)
    return value


@pytest.mark.parametrize(
    ("hand", "laid"),
    [("E1 A3 C3", "E1"), ("A1 A2 A3 A4 B2 B3 C3 E3", "A3"), ("A3 C3", "A3")],
    ids=[
        "a weak hand lays what bids nothing",
        "a strong one within its limit",
        "the lowest when all are over it",
    ],
)
def test_the_weak_pilot_bids_by_the_strength_of_its_hand(hand: str, laid: str) -> None:
    on = auction("green", hands={0: hand, 1: "E2", 2: "E4"})
    assert decide(on) == laid


@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_plays_the_card_that_wins(level: str) -> None:
    on = race("red=61a blue=60a", owners="red=0 blue=1", hands={0: "E1 E2 E5", 1: "E3"}, finished="black")
    assert decide(on, level) == "E5"


def test_a_pilot_drives_own_cars_far_and_others_not() -> None:
    own = race("blue=60c red=62b green=62c", owners="blue=0", hands={0: "E2 E1"}).answer("E2")
    assert decide(own) == "64a"
    other = race("blue=60c red=62b green=62c", owners="blue=1 black=0", hands={0: "E2 E1", 1: "E3"}).answer(
        "E2"
    )
    assert decide(other) == "61c"


def test_the_strong_pilot_drives_a_car_it_has_bet_on_like_its_own() -> None:
    on = race(
        "blue=60c red=62b green=62c", owners="blue=1 black=0", hands={0: "E2 E1", 1: "E3"}, crossed=1,
        marked=[["blue", "red"]],
    ).answer("E2")  # fmt: skip
    assert (decide(on, "weak"), decide(on, "strong")) == ("61c", "64a")


@pytest.mark.parametrize(
    ("power", "answers", "wanted"),
    [("P-AGG", ["A5"], "7"), ("P-STR", ["X"], "skip"), ("P-TRI", ["Y"], "up")],
)
def test_a_pilot_uses_its_power(power: str, answers: list[str], wanted: str) -> None:
    cards = {"X": ["black 6", "red 2"], "Y": ["blue 5", "red 4"]}
    on = race(
        "red=52a blue=51a black=58a", owners="red=0 black=1", powers=f"0={power}", hands={0: "A5 X Y"}, cards=cards
    )  # fmt: skip
    if power == "P-TRI":
        on = race(
            "red=51a blue=52a",
            owners="red=0 blue=1",
            powers="0=P-TRI",
            hands={0: "Y E1"},
            cards={"Y": ["red 4", "blue 3"]},
        )
    on.answer(*answers)
    assert decide(on) == wanted


def test_a_pilot_bets_on_the_car_nearest_the_finish() -> None:
    on = race("red=48a", owners="red=0", hands={0: "E5 E1", 1: "E4"}, crossed=2).answer("E5").drive()
    assert decide(on) == "red"


@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_bets_on_a_car_that_has_won(level: str) -> None:
    on = (
        race("red=48a", owners="red=0", hands={0: "E5 E1", 1: "E4"}, crossed=2, finished="blue")
        .answer("E5")
        .drive()
    )
    assert decide(on, level) == "blue"


@pytest.mark.rule("DF-BOT-01", "DF-BOT-02")
@pytest.mark.parametrize("level", ["weak", "strong"])
def test_a_pilot_decides_alike_whatever_the_others_hold(level: str) -> None:
    on = race("red=3b", owners="red=0", hands={0: "A5 E1 C3 G5", 1: "E2 A1 A2 A3"})
    before = decide(on, level)
    exchange(on.state, 0, Random(4).randrange)
    assert decide(on, level) == before


def test_the_same_lots_give_the_same_match() -> None:
    digests = set()
    for _ in range(2):
        head = Header("downforce", seats(2, pilot="strong"), pack("test_track"))
        match = Match(Downforce(head), head)
        settle(match, {}, lots(3))
        pilots = {seat: match.rulebook.pilot("strong") for seat in range(2)}
        while not match.over:
            settle(match, pilots, lots(3))
            if not match.over:
                match.answer(match.open[0].seat, True)
        digests.add(match.rulebook.encode(match.state))
    assert len(digests) == 1


def test_the_strong_pilot_beats_the_weak_one() -> None:
    assert duel(12, 2, "test_track") > 0.5


def test_there_are_two_strengths() -> None:
    with pytest.raises(SetupError, match="choose 'weak' or 'strong'"):
        race().match.rulebook.pilot("fierce")


def test_the_bench_finds_no_more_results_than_the_rule_list() -> None:
    assert enumerations("practice")[2] <= 11
    assert enumerations("top_race")[2] <= 17

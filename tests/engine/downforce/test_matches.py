"""Whole matches of any legal answers keep every invariant at every question (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.downforce.driving import BONUS_MARK
from engine.downforce.rulebook import Downforce
from engine.downforce.state import Sale
from engine.match import Match
from engine.record import Header
from engine.rulebook import BrokenInvariant
from table.packs import pack_names
from tests.engine.downforce.cases import pack, seats
from tests.engine.downforce.many import PLAYERS, play_one
from tests.engine.downforce.scene import race
from tests.engine.downforce.watch import SETTINGS, play

if TYPE_CHECKING:
    from engine.downforce.state import MatchState

BOARDS = ("practice", "test_track", "top_race")


@pytest.mark.rule(
    "DF-INV-01", "DF-INV-02", "DF-INV-03", "DF-INV-04", "DF-INV-05", "DF-INV-08", "DF-INV-09", "DF-INV-10", "DF-INV-14",
    "DF-COMP-07", "DF-MOVE-06", "DF-FIN-04",
)  # fmt: skip
@settings(max_examples=40, deadline=None)
@given(
    name=st.sampled_from(BOARDS), number=st.integers(2, 6), setting=st.sampled_from(range(len(SETTINGS))),
    known=st.booleans(), seed=st.integers(0, 10**6),
)  # fmt: skip
def test_whole_matches_keep_every_invariant(
    name: str, number: int, setting: int, *, known: bool, seed: int
) -> None:
    head = Header("downforce", seats(number, hand_known=known), pack(name), SETTINGS[setting])
    match: Match[MatchState] = Match(Downforce(head), head)
    play(match, seed)


@pytest.mark.rule("DF-INV-15", "DF-INV-11")
@settings(max_examples=15, deadline=None)
@given(number=st.integers(2, 6), seed=st.integers(0, 10**6), way=st.sampled_from(["scan", "type", "none"]))
def test_matches_with_books_only_keep_what_can_be_checked(number: int, seed: int, way: str) -> None:
    name = "without_track" if way == "scan" else "untaught"
    head = Header("downforce", seats(number, hand_known=False), pack(name), {"card_input": way})
    match: Match[MatchState] = Match(Downforce(head), head)
    play(match, seed)


@pytest.mark.rule("DF-BOT-01", "DF-BOT-04", "DF-FIN-07")
@pytest.mark.parametrize("name", pack_names("downforce"))
@pytest.mark.parametrize("number", PLAYERS)
def test_automated_matches_come_to_their_end_on_every_pack(name: str, number: int) -> None:
    for seed in range(3):
        result = play_one(name, number, seed).result
        assert result is not None
        assert sorted(row.seat or 0 for row in result.standings) == [*range(number)]


@pytest.mark.rule("DF-INV-06", "DF-DET-06")
def test_no_line_moves_a_car_farther_than_speed_and_power_allow() -> None:
    on = (
        race("red=3b", owners="red=0", powers="0=P-DET", hands={0: "S8-red E1"}, determined_bonus=6)
        .answer("S8-red")
        .drive()
    )
    assert sum(tell.args["steps"] for tell in on.told("moves")) <= 8 + 6
    assert BONUS_MARK not in on.where("red")


BREAK: dict[str, tuple[Any, str]] = {
    "a card in two places": (lambda s: s.discard.append("E1"), "DF-COMP-07"),
    "a card of no deck": (lambda s: s.discard.append("Z9"), "DF-COMP-07"),
    "a hand below nothing": (lambda s: setattr(s.hands[1], "unknown", -1), "DF-COMP-07"),
    "a card too many": (lambda s: setattr(s, "away_unknown", 99), "DF-COMP-03"),
    "a car sold twice": (lambda s: setattr(s.sales[1], "car", "black"), "DF-AUCT-01"),
    "a price out of range": (lambda s: setattr(s.sales[1], "price", 7), "DF-AUCT-04"),
    "two powers": (lambda s: s.kept[0].append(s.boxed.pop(0)), "DF-AUCT-29"),
    "two cars on a space": (lambda s: s.places.__setitem__(0, s.places[1]), "DF-MOVE-06"),
    "a finished car on the track": (lambda s: s.finished.append("red"), "DF-FIN-01"),
    "a car that finished twice": (lambda s: s.finished.extend(["red", "red"]), "DF-FIN-04"),
    "a round too many": (lambda s: setattr(s, "asked", 4), "DF-BET-06"),
    "a bet on no car": (lambda s: s.bets[0].__setitem__(0, "pink"), "DF-BET-04"),
    "a seat without a car": (
        lambda s: s.sales.__setitem__(slice(None), [Sale(x.car, x.power, 0, 0) for x in s.sales]),
        "DF-AUCT-18",
    ),
}


@pytest.mark.rule("DF-COMP-03", "DF-COMP-07", "DF-INV-01", "DF-INV-02", "DF-INV-03", "DF-INV-04", "DF-INV-08")
@pytest.mark.parametrize("what", BREAK)
def test_a_state_the_rules_never_reach_is_found(what: str) -> None:
    change, rule = BREAK[what]
    on = race(owners="red=0", hands={0: "E1 E2", 1: "E3"})
    change(on.state)
    with pytest.raises(BrokenInvariant) as broken:
        on.match.rulebook.check(on.state)
    assert rule in broken.value.rules

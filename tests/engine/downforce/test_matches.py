"""Whole matches of any legal answers keep every invariant at every question (section 6)."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.downforce.driving import BONUS_MARK
from engine.downforce.rulebook import Downforce
from engine.downforce.scoring import sheet
from engine.downforce.state import NOWHERE, Sale
from engine.match import Match
from engine.record import Header
from engine.rulebook import BrokenInvariant
from engine.settle import settle
from tests.engine.conformance import lots, random_answer
from tests.engine.downforce.cases import pack, seats
from tests.engine.downforce.scene import race
from tests.engine.downforce.test_movement import steps_of

if TYPE_CHECKING:
    from engine.ask import Tell
    from engine.downforce.state import MatchState

BOARDS = ("practice", "test_track", "top_race")
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"no_bid": "out_of_race", "bid_last_tie": "rebid", "determined_turns": "any"},
    {"no_bid": "ownerless", "bid_last_tie": "lot", "cunning_claim": "ask", "power_choice": "secret"},
    {"bets": "odds", "bets_shown": "after_round", "determined_bonus": 6},
)


def told(match: Match[MatchState], *keys: str) -> list[Tell]:
    return [tell for tell in match.tells if tell.key in keys]


class Watch:
    """Looks at every question of a match and compares it with the last."""

    def __init__(self, match: Match[MatchState]) -> None:
        self.match = match
        self.fronts: list[int] = []
        self.finished: list[str] = []
        self.crossed = 0

    def look(self) -> None:
        match, state = self.match, self.match.state
        rulebook = match.rulebook
        assert isinstance(rulebook, Downforce)
        rulebook.check(state)
        road = rulebook.track
        if road is not None and state.stage in ("race", "bets"):
            fronts = [road.finish + 1 if at == NOWHERE else road.fronts[at] for at in state.places]
            assert not self.fronts or all(
                now >= before for now, before in zip(fronts, self.fronts, strict=True)
            )
            self.fronts = fronts
        assert state.finished[: len(self.finished)] == self.finished
        assert state.crossed >= self.crossed
        self.finished, self.crossed = list(state.finished), state.crossed
        if state.stage == "race" and state.turn is not None and match.open[0].key == "play_card":
            game = rulebook.game_of(state)
            assert game.hand(state.turn.seat).size
            assert game.running(state.turn.seat)
        self.wild()

    def wild(self) -> None:
        """Six colours less those of the card and those named before (DF-INV-14)."""
        question, state = self.match.open[0], self.match.state
        if question.key == "wild" and state.turn is not None and not state.gone:
            printed = {line.colour for line in state.turn.lines} - {"wild"}
            if state.kept[state.turn.seat] != ["P-UNP"]:
                assert len(question.options) == 6 - len(printed) - len(state.turn.named) > 0


def play(match: Match[MatchState], seed: int) -> Watch:
    """Play with any legal answers."""
    watch, rng = Watch(match), Random(seed)
    while not match.over:
        watch.look()
        question = match.open[rng.randrange(len(match.open))]
        match.answer(question.seat, random_answer(question, rng.randrange))
    match.rulebook.check(match.state)
    return watch


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
    money(match)
    moves(match, name)


def money(match: Match[MatchState]) -> None:
    """DF-INV-11: the sums add up, and no sheet is out of its bounds."""
    rulebook, state = match.rulebook, match.state
    assert isinstance(rulebook, Downforce)
    game = rulebook.game_of(state)
    sheets = [sheet(game, seat) for seat in range(game.seats)]
    prizes = sum(
        (12, 9, 6, 4, 2, 0)[place] for place, car in enumerate(state.finished) if game.owner(car) is not None
    )
    bets = sum(tell.args["pay"] for tell in told(match, "bet_paid"))
    assert sum(one.total for one in sheets) == prizes + bets - sum(sale.price for sale in state.sales)
    if game.options.bets == "sheet":
        assert all(0 <= sum(one.bets) <= 18 and -30 <= one.total <= 51 for one in sheets)
    assert len(told(match, "card_played")) <= 48


def moves(match: Match[MatchState], name: str) -> None:
    """DF-INV-05, -06: every step is in a `next` list, and no line moves a car farther than it may."""
    spaces, _, _ = steps_of(name)
    for tell in told(match, "moves", "blocked"):
        path = tell.args["path"]
        assert all(to in spaces[at] for at, to in pairwise(path))
        assert tell.args["steps"] <= tell.args["number"] <= 9
        assert len(path) == tell.args["steps"]


@pytest.mark.rule("DF-INV-15", "DF-INV-11")
@settings(max_examples=15, deadline=None)
@given(number=st.integers(2, 6), seed=st.integers(0, 10**6), way=st.sampled_from(["scan", "type", "none"]))
def test_matches_with_books_only_keep_what_can_be_checked(number: int, seed: int, way: str) -> None:
    name = "without_track" if way == "scan" else "untaught"
    head = Header("downforce", seats(number, hand_known=False), pack(name), {"card_input": way})
    match: Match[MatchState] = Match(Downforce(head), head)
    play(match, seed)
    money(match)


@pytest.mark.rule("DF-BOT-01", "DF-BOT-04", "DF-FIN-07")
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("number", range(2, 7))
def test_pilots_play_matches_to_their_end(name: str, number: int) -> None:
    for seed in range(3):
        head = Header("downforce", seats(number, pilot="weak"), pack(name))
        match: Match[MatchState] = Match(Downforce(head), head)
        pilots = {seat: match.rulebook.pilot("weak") for seat in range(number)}
        while not match.over:
            settle(match, pilots, lots(seed))
            if not match.over:
                match.answer(match.open[0].seat, True)
        assert match.result is not None
        money(match)


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

"""What is looked at while a match of Downforce goes on, and at its end (section 6)."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from engine.downforce.rulebook import Downforce
from engine.downforce.scoring import sheet
from engine.downforce.state import NOWHERE
from engine.settle import settle
from tests.engine.conformance import lots, random_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ask import Tell
    from engine.downforce.state import MatchState
    from engine.match import Match
    from engine.pilots import Pilot

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
        if match.over:
            return
        assert all(one.options or one.low is not None for one in match.open), "nobody can answer that"
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
            game = rulebook.bind(state)
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


def play(match: Match[MatchState], seed: int, pilots: Mapping[int, Pilot] | None = None) -> None:
    """Play a match to its end and look at every question: pilots answer theirs, the others get any legal answer."""
    watch, rng = Watch(match), Random(seed)
    while not match.over:
        settle(match, pilots or {}, lots(seed), between=watch.look)
        if not match.over:
            question = match.open[rng.randrange(len(match.open))]
            match.answer(question.seat, random_answer(question, rng.randrange))
    check_money(match)
    check_moves(match)


def check_money(match: Match[MatchState]) -> None:
    """DF-INV-11: the sums add up, and no sheet is out of its bounds."""
    rulebook, state = match.rulebook, match.state
    assert isinstance(rulebook, Downforce)
    game = rulebook.bind(state)
    sheets = [sheet(game, seat) for seat in range(game.seats)]
    prizes = sum(
        (12, 9, 6, 4, 2, 0)[place] for place, car in enumerate(state.finished) if game.owner(car) is not None
    )
    bets = sum(tell.args["pay"] for tell in told(match, "bet_paid"))
    assert sum(one.total for one in sheets) == prizes + bets - sum(sale.price for sale in state.sales)
    if game.options.bets == "sheet":
        assert all(0 <= sum(one.bets) <= 18 and -30 <= one.total <= 51 for one in sheets)
    assert len(told(match, "card_played")) <= 48


def check_moves(match: Match[MatchState]) -> None:
    """DF-INV-05, -06: every step is in a `next` list, and no line moves a car farther than it may."""
    track = match.header.pack.get("track", {})
    spaces = {row["id"]: row["next"] for row in track.get("space", ())}
    for tell in told(match, "moves", "blocked"):
        path = tell.args["path"]
        assert all(to in spaces[at] for at, to in pairwise(path))
        assert tell.args["steps"] <= tell.args["number"] <= 9
        assert len(path) == tell.args["steps"]

"""For tests: begin matches, play rounds press by press, and say things."""

from __future__ import annotations

import tomllib
from random import Random
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, CLOCK, TABLE, Value
from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wackee_six.rulebook import WackeeSix
from engine.wackee_six.state import MatchState
from tests.architecture.source import ROOT
from tests.engine.conformance import lots
from tests.engine.playing import Playing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.pilots import Pilot
    from engine.wackee_six.game import Game

PACK = ROOT / "config" / "packs" / "wackee_six" / "practice.toml"
NAMES = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Leo", "Mia")
DECKS = ("red", "green", "blue", "orange", "yellow", "purple")
S = 1_000_000
"""A second."""


def practice() -> dict[str, Any]:
    """The pack as data."""
    return tomllib.loads(PACK.read_text(encoding="utf-8"))


def header(
    seats: int, pilots: Sequence[str | None] = (), pack: dict[str, Any] | None = None, **options: Any
) -> Header:
    """A match; *pilots* name pace-makers and empty chairs by seat."""
    info = tuple(SeatInfo(NAMES[seat], pilots[seat] if seat < len(pilots) else None) for seat in range(seats))
    return Header("wackee_six", info, pack=practice() if pack is None else pack, options=options)


class Play(Playing[MatchState]):
    """One match and short ways to speak to it."""

    def __init__(self, head: Header) -> None:
        self.rulebook = WackeeSix(head)
        super().__init__(Match(self.rulebook, head))

    @property
    def game(self) -> Game:
        """The state with pack and options."""
        return self.rulebook.bind(self.state)

    def time(self, moment: int | None = None) -> Play:
        """Let the clock answer once: at *moment*, or when it is asked for."""
        return self.say(CLOCK, self.question(CLOCK).at if moment is None else moment)

    def until_phase(self, *phases: str) -> Play:
        """Let time pass until the match is in one of these phases."""
        while self.state.phase not in phases:
            self.time()
        return self

    # --- a round ------------------------------------------------------------------------------------------------

    def seated(self) -> Play:
        """Form the sides and take decks, up to the deal of round 1."""
        while self.state.phase in ("sides", "decks", "seeds"):
            question = self.match.open[0]
            if question.key == "deck":
                free = [
                    back for back in DECKS if f"deck-{back}" in [option.value for option in question.options]
                ]
                self.say(question.seat, f"deck-{free[0]}")
            else:
                self.say(question.seat, question.options[0].value)
        return self

    def go(self, moment: int = 0) -> Play:
        """Be ready and start, so that play runs from *moment*; the countdown lies before it."""
        self.seated()
        for seat in [seat for seat, key in self.asked.items() if key == "ready"]:
            self.say(seat, True)
        if self.asked == {CHANCE: "first_starter"}:
            self.say(CHANCE, self.question(CHANCE).options[0].value)
        (seat,) = self.asked
        countdown = self.game.options.countdown_s * S
        self.say(seat, max(self.question(seat).low or 0, moment - countdown))
        return self.time()

    def press(self, *presses: tuple[int, int]) -> Play:
        """Presses of seats, in the order in which they arrive; then all waiting is over."""
        for seat, moment in presses:
            self.say(seat, moment)
        return self.until_phase(
            "check", "who", "accept", "scan", "left", "played", "scored", "after", "again"
        )

    def judge(self, **left: int) -> Play:
        """Answer every check: a call is valid when nothing is left (by seat: s0=1); then wait for what follows."""
        while self.state.phase == "check" and self.match.open:
            question = self.match.open[0]
            who = question.args["who"]
            self.say(question.seat, "no" if left.get(f"s{who}", 0) else "yes")
        return self

    def count(self, *counts: tuple[int, int]) -> Play:
        """Enter played and left of every side with people, and confirm."""
        by_side = dict(zip(self.game.people(), counts, strict=True))
        for index, key in ((1, "left"), (0, "played")):
            for seat in [seat for seat, asked in self.asked.items() if asked == key]:
                self.say(seat, by_side[self.game.side_of(seat)][index])
            while any(asked == "not_first" for asked in self.asked.values()):
                (seat,) = self.asked
                self.say(seat, "yes")
        for seat in [seat for seat, asked in self.asked.items() if asked == "confirm_count"]:
            self.say(seat, "yes")
        return self

    def round(
        self, presses: Sequence[tuple[int, int]], counts: Sequence[tuple[int, int]], **left: int
    ) -> Play:
        """Play a whole round from GO at the last known time; presses are counted from GO."""
        base = self.state.now + self.game.options.countdown_s * S
        self.go(base)
        self.press(*[(seat, base + moment) for seat, moment in presses])
        return self.judge(**left).count(*counts)

    # --- what was told ------------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        """The totals of the sides that take part."""
        return [view.total for view in self.rulebook.view(self.state, None).sides if not view.out]  # type: ignore[union-attr]


def play_out(
    play: Play,
    seed: int,
    pilots: Mapping[int, Pilot] | None = None,
    each: Callable[[Play], None] = lambda _: None,
) -> Play:
    """Play a match to its end with any legal answers; the console is seldom touched."""
    rng = Random(seed)
    for _ in range(20_000):
        settle(play.match, pilots or {}, lots(seed))
        each(play)
        if play.match.over:
            return play
        question = play.match.open[rng.randrange(len(play.match.open))]
        if question.key == "console" and rng.randrange(12):
            question = play.match.open[0]
        if question.seat == CLOCK:
            value: Value = (question.at or 0) + rng.randrange(1000)
        elif question.timed and (question.kind != "scan" or rng.randrange(4) == 0):
            value = (question.low or 0) + rng.randrange(20 * S)
        elif question.kind == "scan" and question.timed:
            value = rng.choice(list(play.game.pack.cards))
        else:
            value = any_legal(question, rng.randrange)
        play.say(question.seat, value)
    raise AssertionError("no end")


__all__ = ["CHANCE", "CLOCK", "TABLE"]

"""For tests: begin matches, set up a turn in the middle of one, and say things."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, CLOCK, TABLE
from engine.match import Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wacky_challenge.rulebook import WackyChallenge
from engine.wacky_challenge.state import Effect, GameState
from tests.architecture.source import ROOT
from tests.engine.conformance import lots
from tests.engine.playing import Playing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.pilots import Pilot
    from engine.wacky_challenge.game import Game

PACK = ROOT / "config" / "packs" / "wacky_challenge" / "practice.toml"
NAMES = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fay", "Gus")
COLOURS = ("red", "blue", "violet", "green", "white", "yellow", "orange")
VEHICLES = ("train", "car", "motorbike", "boat", "plane")


def practice() -> dict[str, Any]:
    """The practice pack as data."""
    return tomllib.loads(PACK.read_text(encoding="utf-8"))


def untaught(**kept: Any) -> dict[str, Any]:
    """The practice pack without its values, as a table begins that has to teach them."""
    pack = practice()
    for card in (*pack["race"], *pack["starter"]):
        for field in ("speed", "whole", "half", "booster"):
            card.pop(field, None)
    return {**pack, "practice": False, "status": "taught", "label": "ours", **kept}


def header(
    seats: int, pilots: Sequence[str | None] = (), pack: dict[str, Any] | None = None, **options: Any
) -> Header:
    """A match; *pilots* fly the first seats."""
    info = tuple(SeatInfo(NAMES[seat], pilots[seat] if seat < len(pilots) else None) for seat in range(seats))
    return Header("wacky_challenge", info, pack=practice() if pack is None else pack, options=options)


class Play(Playing[GameState]):
    """One match and short ways to speak to it."""

    def __init__(self, head: Header) -> None:
        self.rulebook = WackyChallenge(head)
        super().__init__(Match(self.rulebook, head))

    @property
    def game(self) -> Game:
        """The state with pack and options."""
        return self.rulebook.bind(self.state)

    def pass_time(self) -> Play:
        """Let the clock answer until it is not asked any more."""
        while CLOCK in self.asked:
            self.say(CLOCK, self.question(CLOCK).at)
        return self

    def choose(self, *cards: str, seats: Sequence[int] = ()) -> Play:
        """Let seats choose in secret, and turn up."""
        for seat, card in zip(seats or range(len(cards)), cards, strict=True):
            self.say(seat, card)
        return self.pass_time()

    def take(self, *cards: str) -> Play:
        """Let whose turn it is take these cards, one after the other."""
        for card in cards:
            (seat,) = self.asked
            self.say(seat, card)
        return self


def begun(
    seats: int = 3,
    colours: Sequence[str] = COLOURS,
    starters: Sequence[str] = (),
    **more: Any,
) -> Play:
    """A match in turn 1: characters and starters chosen."""
    play = Play(header(seats, **more))
    for seat in range(seats):
        if seat in play.asked:
            play.say(seat, f"character-{colours[seat]}")
    names = [card["id"] for card in practice()["starter"]]
    for card in starters or names[: seats + 1]:
        if TABLE in play.asked and play.asked[TABLE] == "starter":
            play.say(TABLE, card)
    return play


def placed(
    seats: int = 3,
    turn: int = 2,
    effect: tuple[int, str] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    **more: Any,
) -> Play:
    """A match at the choice of a later turn: everybody has played and taken the own cards in order.

    *hands* names cards a seat must still hold; an effect may be at work.
    """
    play = begun(seats, **more)
    state = play.state
    state.turn = turn
    gone = turn - 1
    keep = hands or {}
    pool = list(state.offer)
    for seat, player in enumerate(state.players):
        wanted = list(keep.get(seat, ()))
        rest = [card for card in player.hand if card not in wanted]
        size = len(player.hand) - gone
        held = (wanted + rest)[:size]
        pool += [card for card in player.hand if card not in held]
        player.hand = held
    for player in state.players:
        player.route = [pool.pop(0) for _ in range(gone)]
    state.offer = pool
    state.order = list(range(seats))
    state.last_order = list(range(seats))
    if effect is not None:
        state.effect = Effect(*effect)  # type: ignore[arg-type]
    state.stage = "choose"
    state.order = []
    return play.stand()


def play_out(
    play: Play,
    seed: int,
    pilots: Mapping[int, Pilot] | None = None,
    each: Callable[[Play], None] = lambda _: None,
) -> Play:
    """Play a match to its end: *pilots* for their seats, any legal answers for the others."""
    rng = Random(seed)
    flown = pilots or {}
    for _ in range(3000):
        settle(play.match, flown, lots(seed))
        each(play)
        if play.match.over:
            return play
        question = play.match.open[rng.randrange(len(play.match.open))]
        value = question.at if question.seat == CLOCK else any_legal(question, rng.randrange)
        play.say(question.seat, value)
    raise AssertionError("no end")


def copy_of(pack: dict[str, Any]) -> dict[str, Any]:
    """A pack that can be spoilt."""
    return deepcopy(pack)


__all__ = ["CHANCE", "CLOCK", "TABLE"]

"""For tests: begin matches, set up a turn in the middle of one, and say things."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

from engine.ask import CHANCE, CLOCK, TABLE, Ask, IllegalAnswer, Tell, Value
from engine.match import Boundary, Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wacky_challenge.rulebook import WackyChallenge
from engine.wacky_challenge.state import Effect
from tests.architecture.source import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.pilots import Draw, Pilot
    from engine.wacky_challenge.game import Game
    from engine.wacky_challenge.state import GameState

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


class Play:
    """One match and short ways to speak to it."""

    def __init__(self, head: Header) -> None:
        self.rulebook = WackyChallenge(head)
        self.match: Match[GameState] = Match(self.rulebook, head)
        self.told = 0

    @property
    def state(self) -> GameState:
        """The live state."""
        return self.match.state

    @property
    def game(self) -> Game:
        """The state with pack and options."""
        return self.rulebook.bind(self.state)

    @property
    def asked(self) -> dict[Any, str]:
        """Who is asked what."""
        return {question.seat: question.key for question in self.match.open}

    def question(self, seat: Any) -> Ask[Any]:
        """The open question to a seat."""
        return self.match.question(seat)

    def say(self, seat: Any, value: Value) -> Play:
        """Answer."""
        self.match.answer(seat, value, auto=seat in (CLOCK, CHANCE))
        return self

    def say_all(self, *answers: tuple[Any, Value]) -> Play:
        """Answer one after the other."""
        for seat, value in answers:
            self.say(seat, value)
        return self

    def refusal(self, seat: Any, value: Value) -> IllegalAnswer:
        """The refusal of an answer, which changes nothing."""
        before = self.rulebook.encode(self.state), len(self.match.record)
        try:
            self.match.answer(seat, value)
        except IllegalAnswer as refused:
            assert (self.rulebook.encode(self.state), len(self.match.record)) == before
            return refused
        raise AssertionError(f"{value!r} was taken")

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

    def tells(self, *keys: str) -> list[Tell]:
        """Everything told under some keys."""
        return [tell for tell in self.match.tells if tell.key in keys]

    def last(self, key: str) -> dict[str, Any]:
        """The arguments of the last tell of that key."""
        return dict(self.tells(key)[-1].args)

    def stand(self) -> Play:
        """Go on from the state as it is now, changed by hand."""
        self.rulebook.check(self.state)
        self.match.resume(Boundary(0, 0, self.rulebook.encode(self.state)), [])
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


def draws(seed: int) -> Callable[[str], Draw]:
    """Draw functions from a seed."""
    return lambda label: Random(f"{seed}:{label}").randrange


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
        settle(play.match, flown, draws(seed))
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

"""For unit tests: run one script of the rulebook by itself, and set up whole matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.ask import CHANCE, Ask, Tell
from engine.match import Boundary, Match
from engine.pilots import any_legal
from engine.record import Header, SeatInfo
from engine.settle import settle
from engine.wacky_races.pack import read_step
from engine.wacky_races.rulebook import WackyRaces
from engine.wacky_races.state import Hand, RaceState
from engine.wacky_races.track import PLACES, POSITIONS
from tests.engine.wacky_races.scene import practice, scene

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.ask import Script, Value
    from engine.pilots import Draw, Pilot
    from engine.wacky_races.pack import Step
    from engine.wacky_races.race import Race
    from tests.engine.wacky_races.scene import Scene

T = TypeVar("T")

SPREAD = "PAT=T5 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
"""Six cars on six tiles, PAT in the middle: the position most examples start from."""


@dataclass
class Ran(Generic[T]):
    """What a script did: its result, what it told, what it asked."""

    result: T | None = None
    tells: list[Tell] = field(default_factory=list)
    asked: list[Ask[Any]] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        """The keys of what was told."""
        return [tell.key for tell in self.tells]


def run(script: Script[T], *answers: Value) -> Ran[T]:
    """Run a script to its end, giving it *answers* one after the other."""
    ran: Ran[T] = Ran()
    waiting = list(answers)
    reply: Any = None
    while True:
        try:
            step = script.send(reply)
        except StopIteration as end:
            ran.result = end.value
            assert not waiting, f"nobody asked for {waiting}"
            return ran
        reply = None
        if isinstance(step, Tell):
            ran.tells.append(step)
        else:
            assert isinstance(step, Ask), "joint questions need a match"
            ran.asked.append(step)
            assert waiting, f"no answer left for {step.key}"
            reply = step.read(waiting.pop(0))


def race(cars: str = SPREAD, **given: Any) -> Race:
    """A race to run scripts on; everything as in `scene`."""
    set_up = scene(cars, **given)
    rulebook = set_up.match.rulebook
    assert isinstance(rulebook, WackyRaces)
    return rulebook.bind(set_up.state)


def where(on: Race, racers: str) -> str:
    """Where some cars stand: "PAT=T5 RUF=T8"."""
    return " ".join(f"{racer}={PLACES[on.car(racer).position]}" for racer in racers.split())


def steps(*texts: str) -> list[Step]:
    """Effect steps from the rule list's notation."""
    return [read_step(text) for text in texts]


def lay_trap(on: Race, place: str) -> None:
    """Lay a trap card of the deck."""
    assert place in POSITIONS
    on.state.traps[place] = 0


def with_real_cards(set_up: Scene, *hands: int) -> Scene:
    """Go on from *set_up* with real cards: nobody's hand is known, only how many cards there are."""
    state = set_up.state
    state.known = [False] * len(state.hands)
    state.hands = [Hand(unknown=size) for size in hands] or [Hand(unknown=hand.size) for hand in state.hands]
    set_up.match.resume(Boundary(0, 0, set_up.match.rulebook.encode(state)), [])
    return set_up


def header(seats: int, *, pilots: bool = False, **options: Any) -> Header:
    """A match that needs nobody: everything virtual, unless *options* say otherwise."""
    virtual = {
        "movement_deck": "virtual",
        "trap_deck": "virtual",
        "course": "dealt",
        "starting_player": "random",
    }
    info = tuple(SeatInfo(f"Player {seat}", "weak" if pilots else None, pilots) for seat in range(seats))
    return Header("wacky_races", info, pack=practice(), options={**virtual, **options})


def new_match(seats: int, *, pilots: bool = False, **options: Any) -> Match[RaceState]:
    """Begin such a match."""
    head = header(seats, pilots=pilots, **options)
    return Match(WackyRaces(head), head)


def draws(seed: int) -> Callable[[str], Draw]:
    """Draw functions from a seed."""
    return lambda label: Random(f"{seed}:{label}").randrange


def play_out(
    match: Match[RaceState],
    seed: int,
    pilots: Mapping[int, Pilot],
    each: Callable[[Match[RaceState]], None] | None = None,
) -> Match[RaceState]:
    """Play a match to its end with *pilots*; the table gives any legal answer. *each* sees every question."""
    rng = Random(seed)
    for _ in range(5000):
        if each is not None:
            each(match)
        if match.over:
            return match
        question = match.open[0]
        if question.seat in pilots or question.seat == CHANCE:
            settle(match, pilots, draws(seed))
        else:
            match.answer(question.seat, any_legal(question, rng.randrange))
    raise AssertionError("the race does not end")

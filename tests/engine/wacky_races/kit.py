"""For unit tests: run one script of the rulebook by itself, and set up whole matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.hands import Hand
from engine.match import Match
from engine.record import Header, SeatInfo
from engine.wacky_races.pack import read_step
from engine.wacky_races.rulebook import WackyRaces
from engine.wacky_races.track import PLACES, POSITIONS
from tests.engine.playing import stand
from tests.engine.wacky_races.scene import practice, scene

if TYPE_CHECKING:
    from engine.wacky_races.pack import Step
    from engine.wacky_races.race import Race
    from engine.wacky_races.state import RaceState
    from tests.engine.wacky_races.scene import Scene

SPREAD = "PAT=T5 RUF=T8 ANT=T7 RED=T9 SLA=T2 PEN=T3"
"""Six cars on six tiles, PAT in the middle: the position most examples start from."""


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
    stand(set_up.match)
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

"""The games the conformance suite runs over. A new game adds its cases here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.record import Correct, Header, SeatInfo, Teach
from tests.engine.conformance import Case
from tests.engine.downforce.cases import CASES as DOWNFORCE
from tests.engine.speedboats.cases import CASES as SPEEDBOATS
from tests.engine.tiny import LanternWalk, State, left
from tests.engine.wackee_six.cases import CASES as WACKEE_SIX
from tests.engine.wacky_challenge.cases import CASES as WACKY_CHALLENGE
from tests.engine.wacky_races.cases import CASES as WACKY_RACES

if TYPE_CHECKING:
    from engine.pilots import Draw

ANA, BEA, CAI = SeatInfo("Ana"), SeatInfo("Bea"), SeatInfo("Cai")


def exchange_lanterns(state: State, seat: int | None, draw: Draw) -> None:
    """Give every other walker as many lanterns as it has, but other ones."""
    others = [s for s in range(len(state.hands)) if s != seat]
    sizes = [sum(state.hands[s].values()) for s in others]
    for s in others:
        state.hands[s] = {}
    for s, size in zip(others, sizes, strict=True):
        for _ in range(size):
            bag = [kind for kind, number in left(state).items() for _ in range(number)]
            lantern = bag[draw(len(bag))]
            state.hands[s][lantern] = state.hands[s].get(lantern, 0) + 1


TINY_CORRECTIONS = (
    Correct("place", "walker-0", "step-4"),
    Correct("place", "walker-1", "step-11"),
    Correct("count", "points-1", 2),
    Correct("pile", "nowhere", []),
    Teach("bell", 2),
    Teach("bell", 7),
)

CASES = [
    Case(
        f"tiny, {board} board, {len(seats)} seats",
        LanternWalk,
        Header("lantern_walk", seats, options={"board": board}),
        exchange_lanterns,
        TINY_CORRECTIONS,
    )
    for board in ("known", "unknown")
    for seats in ((ANA, BEA), (ANA, BEA, CAI))
]

CASES += WACKY_RACES
CASES += WACKY_CHALLENGE
CASES += WACKEE_SIX
CASES += DOWNFORCE
CASES += SPEEDBOATS
